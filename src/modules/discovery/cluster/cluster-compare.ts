import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ClusterWriter } from '@fifthwheel/opensearch';
import type { ChangeLogReader } from '../../listings/index.ts';
import { checksumsBetween, sumsOfIndexed } from '../documents.repository.ts';
import type { ClusterEntries } from './cluster-entries.ts';

const RANGE_ROWS = 5000;

/** Writes all that the change log names by now, and says which listings it named. */
export async function followLog(
  entries: ClusterEntries,
  writer: ClusterWriter,
  reader: ChangeLogReader,
): Promise<Set<string>> {
  const named = new Set<string>();
  for (;;) {
    const { listingIds, isFull } = await reader.read();
    if (listingIds.length > 0) await entries.refresh(writer, listingIds, reader.position);
    for (const id of listingIds) named.add(id);
    if (!isFull) return named;
  }
}

/**
 * Compares an index that nobody else feeds with the database: for each range of ids how many listings there are, and the sum of
 * their checksums. Where they differ, single listings are compared, and written anew if they are not the same. Says how many were
 * not, without a change that would explain it.
 */
export async function mendIndex(
  { db, log }: { readonly db: Database; readonly log: Logger },
  entries: ClusterEntries,
  writer: ClusterWriter,
  reader: ChangeLogReader,
): Promise<number> {
  let mended = 0;
  let after: string | null = null;
  for await (const range of sumsOfIndexed(db, RANGE_ROWS)) {
    // Whatever comes after the last one belongs to its range.
    const last: string | null = range.listings < RANGE_ROWS ? null : range.last;
    const found = await writer.sumBetween(after, last);
    if (found.listings !== range.listings || found.checksum !== range.checksum) {
      const different = await differencesIn(db, entries, writer, [after, last]);
      const changed = await followLog(entries, writer, reader);
      await entries.refresh(writer, different, reader.position);
      mended += different.filter((id) => !changed.has(id)).length;
    }
    after = last;
  }
  if (mended > 0)
    log.warn({ listings: mended }, 'listings of a new search index were not those of the database');
  return mended;
}

async function differencesIn(
  db: Database,
  entries: ClusterEntries,
  writer: ClusterWriter,
  [after, last]: readonly [after: string | null, last: string | null],
): Promise<string[]> {
  const wanted = await checksumsBetween(db, after, last);
  const found = await writer.checksumsBetween(after, last, RANGE_ROWS * 2);
  const missing = [...wanted.keys()].filter((id) => !found.has(id) && !entries.isLeftOut(id));
  const others = [...found].filter(([id, checksum]) => wanted.get(id) !== checksum);
  return [...missing, ...others.map(([id]) => id)];
}
