import type { Clock } from '../../../platform/clock.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ClusterIndices, ClusterWriter } from '../../../opensearch/index.ts';
import { ChangeLogReader } from '../../listings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { type IndexedRow, pagesOfIndexedIds, streamIndexedRows } from '../documents.repository.ts';
import { ClusterEntries } from './cluster-entries.ts';
import type { ClusterPosition } from './cluster-position.ts';
import { ViewChanges } from '../view-changes.repository.ts';

const BATCH_ROWS = 1000;
/** Bulk writes on their way at a time. */
const WRITES_MAX = 4;
const RANGE_ROWS = 5000;

export interface RebuildParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly taxonomy: Taxonomy;
  readonly indices: ClusterIndices;
  readonly position: ClusterPosition;
  readonly isWanted?: () => boolean;
  readonly onProgress?: (listings: number) => void;
}

export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped';
}

/**
 * Fills a new index from the listings beside the one in use, brings it up to date, compares it with the database, and only then
 * lets searches go to it. Given up, or failed, it leaves the one in use as it was.
 */
export async function rebuildIndex(parts: RebuildParts): Promise<string> {
  const { clock, log, indices } = parts;
  const startedMs = monotonicMs();
  await parts.taxonomy.refresh();
  const index = await indices.create(String(clock.now().getTime()));
  try {
    const listings = await fill(index, parts);
    log.info({ index, listings, ms: Math.round(monotonicMs() - startedMs) }, 'a new search index is filled');
    await indices.use(index);
    return index;
  } catch (error) {
    await indices.drop(index).catch(() => undefined);
    throw error;
  }
}

async function fill(index: string, parts: RebuildParts): Promise<number> {
  const { db, indices, position } = parts;
  const entries = new ClusterEntries(parts);
  const writer = indices.writer(index);
  const reader = new ChangeLogReader(db, 'searches');
  const views = new ViewChanges(db);
  const viewsAt = parts.clock.now().toISOString();
  await reader.begin();
  await views.begin();
  const seq = reader.position;
  let listings = 0;
  const writing = new Set<Promise<void>>();
  const failed: unknown[] = [];
  for await (const rows of streamIndexedRows(db, BATCH_ROWS)) {
    if (parts.isWanted?.() === false) throw new RebuildStopped('the new search index is given up');
    if (failed.length > 0) break;
    listings += rows.length;
    track(writing, entries.fill(writer, rows as IndexedRow[], seq), failed);
    if (writing.size >= WRITES_MAX) await Promise.race(writing);
    parts.onProgress?.(listings);
  }
  await Promise.all(writing);
  if (failed.length > 0) throw failed[0];
  await writer.refresh();
  await follow(reader, entries, writer);
  await mend(parts, entries, writer, reader);
  await position.write(writer, { log: reader.state, viewsSeq: views.position, viewsAt });
  return listings;
}

function track(writing: Set<Promise<void>>, write: Promise<void>, failed: unknown[]): void {
  const tracked = write
    .catch((error: unknown) => {
      failed.push(error);
    })
    .finally(() => writing.delete(tracked));
  writing.add(tracked);
}

async function follow(
  reader: ChangeLogReader,
  entries: ClusterEntries,
  writer: ClusterWriter,
): Promise<void> {
  for (;;) {
    const { listingIds, isFull } = await reader.read();
    if (listingIds.length > 0) await entries.refresh(writer, listingIds, reader.position);
    if (!isFull) return;
  }
}

/** Compares range by range which listings there are, and reads those of a range anew that are not the same. */
async function mend(
  { db, log }: RebuildParts,
  entries: ClusterEntries,
  writer: ClusterWriter,
  reader: ChangeLogReader,
): Promise<void> {
  let mended = 0;
  let after: string | null = null;
  for await (const ids of pagesOfIndexedIds(db, RANGE_ROWS)) {
    const last: string | null = ids.length < RANGE_ROWS ? null : (ids.at(-1) ?? null);
    const found = await writer.idsBetween(after, last, RANGE_ROWS * 2);
    after = last;
    const wanted = new Set(ids);
    const different = [...ids.filter((id) => !found.has(id)), ...[...found].filter((id) => !wanted.has(id))];
    if (different.length === 0) continue;
    mended += different.length;
    await entries.refresh(writer, different, reader.position);
  }
  if (mended > 0)
    log.warn({ listings: mended }, 'listings of a new search index were not those of the database');
}
