import type { Clock } from '../../../platform/clock.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ClusterIndices } from '@fifthwheel/opensearch';
import { ChangeLogReader } from '../../listings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { streamChecksummedRows } from '../documents.repository.ts';
import { followLog, repairIndex } from './cluster-compare.ts';
import { ClusterEntries } from './cluster-entries.ts';
import type { ClusterPosition } from './cluster-position.ts';
import { ViewChanges } from '../view-changes.repository.ts';

const BATCH_ROWS = 250;
/** Bulk writes in flight at a time. */
const WRITES_MAX = 4;

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

export interface RebuiltIndex {
  readonly index: string;
  readonly listings: number;
  /** Time until all listings were written, without the comparison. */
  readonly writtenMs: number;
}

export class RebuildStoppedError extends Error {
  override readonly name = 'RebuildStoppedError';
}

/**
 * Backfills a new index while the current one keeps serving, brings it up to date, verifies it against the database, and then
 * switches the alias. If it fails or is stopped, drops the new index and leaves the current one unchanged.
 */
export async function rebuildIndex(parts: RebuildParts): Promise<RebuiltIndex> {
  const { clock, log, indices } = parts;
  const startedMs = monotonicMs();
  await parts.taxonomy.refresh();
  const index = await indices.create(String(clock.now().getTime()));
  try {
    const written = await backfill(index, parts);
    const ms = Math.round(monotonicMs() - startedMs);
    log.info({ index, ...written, ms }, 'a new search index has been backfilled');
    await indices.use(index);
    return { index, ...written };
  } catch (error) {
    await indices.drop(index).catch(() => undefined);
    throw error;
  }
}

async function backfill(index: string, parts: RebuildParts): Promise<Omit<RebuiltIndex, 'index'>> {
  const { db, indices, position } = parts;
  const startedMs = monotonicMs();
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
  for await (const rows of streamChecksummedRows(db, BATCH_ROWS)) {
    if (parts.isWanted?.() === false) throw new RebuildStoppedError('the new search index is given up');
    if (failed.length > 0) break;
    listings += rows.length;
    track(writing, entries.fill(writer, rows, seq), failed);
    if (writing.size >= WRITES_MAX) await Promise.race(writing);
    parts.onProgress?.(listings);
  }
  await Promise.all(writing);
  if (failed.length > 0) throw failed[0];
  await writer.refresh();
  const writtenMs = Math.round(monotonicMs() - startedMs);
  await followLog(entries, writer, reader);
  await repairIndex(parts, entries, writer, reader);
  await position.write(writer, { log: reader.state, viewsSeq: views.position, viewsAt });
  // Make the position visible to searches; without it, each search would read the names from the whole index.
  await writer.refresh();
  return { listings, writtenMs };
}

function track(writing: Set<Promise<void>>, write: Promise<void>, failed: unknown[]): void {
  const tracked = write
    .catch((error: unknown) => {
      failed.push(error);
    })
    .finally(() => writing.delete(tracked));
  writing.add(tracked);
}
