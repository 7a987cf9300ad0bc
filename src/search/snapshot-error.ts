// A snapshot that cannot be taken as the index: damaged, cut short, of another version, or overtaken by changes while
// it was being written. The remedy is to rebuild from the source of truth.
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
