// A snapshot that cannot be used: damaged, cut short, of another version, or overtaken by changes while it was being
// written. The remedy is to rebuild the index from the database.
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
