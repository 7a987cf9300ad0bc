import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ClusterWriter } from '@fifthwheel/opensearch';
import type { ChangeLogReader } from '../../listings/index.ts';
import { checksumsBetween, sumsOfIndexed } from '../documents.repository.ts';
import type { ClusterEntries } from './cluster-entries.ts';

const RANGE_ROWS = 5000;

/** Reads the change log to its end and writes the listings that it names. Returns their IDs. */
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
 * Compares an index with the database: for each range of IDs, the number of listings and the sum of their checksums. If these
 * differ, compares the listings one by one and rewrites those that differ. No other process may write to the index meanwhile.
 * Returns how many listings differed without a change in the log that explains it.
 */
export async function repairIndex(
  { db, log }: { readonly db: Database; readonly log: Logger },
  entries: ClusterEntries,
  writer: ClusterWriter,
  reader: ChangeLogReader,
): Promise<number> {
  let repaired = 0;
  let after: string | null = null;
  for await (const range of sumsOfIndexed(db, RANGE_ROWS)) {
    // The last range has no upper end, so that surplus listings in the index are found too.
    const last: string | null = range.listings < RANGE_ROWS ? null : range.last;
    const found = await writer.sumBetween(after, last);
    if (found.listings !== range.listings || found.checksum !== range.checksum) {
      const different = await differencesIn(db, entries, writer, [after, last]);
      const changed = await followLog(entries, writer, reader);
      await entries.refresh(writer, different, reader.position);
      repaired += different.filter((id) => !changed.has(id)).length;
    }
    after = last;
  }
  if (repaired > 0)
    log.warn({ listings: repaired }, 'listings of a new search index differed from the database');
  return repaired;
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
  const outdated = [...found].filter(([id, checksum]) => wanted.get(id) !== checksum);
  return [...missing, ...outdated.map(([id]) => id)];
}
