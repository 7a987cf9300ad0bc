import { type RawBuilder, sql } from 'kysely';
import { addMs, DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/module.ts';
import { VIEW_CHANGES_KEPT_MS } from './search-index.ts';
import './tables.ts';

const CHANGE_LOG_KEPT_MS = 7 * DAY_MS;
/** Rows per statement, each of which commits on its own within a fraction of a second. */
const BATCH = 5000;

/**
 * Removes old entries of the change logs, lowest numbers first. Uses the clock of the database, which dated the entries, because a
 * clock ahead of it would remove entries that no process has read yet. The last entry stays, however old, because snapshots of the
 * index are compared with it.
 */
export async function purgeChangeLogs(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const logs: readonly [table: 'listing_changes' | 'listing_view_changes', isOld: RawBuilder<unknown>][] = [
    [
      'listing_changes',
      sql`changed_at < clock_timestamp() - make_interval(secs => ${CHANGE_LOG_KEPT_MS / SECOND_MS})
        and seq < (select max(seq) from listing_changes)`,
    ],
    ['listing_view_changes', sql`changed_at < ${addMs(clock.now(), -VIEW_CHANGES_KEPT_MS)}`],
  ];
  for (const [table, isOld] of logs) {
    for (let last: number | null = 0; last !== null && !signal.aborted;) {
      const { rows }: { rows: { count: number; last: number | null }[] } = await sql<{
        count: number;
        last: number | null;
      }>`
        with gone as (
          delete from ${sql.table(table)}
          where seq = any(array(select seq from ${sql.table(table)} where seq > ${last} order by seq limit ${BATCH}))
            and ${isOld}
          returning seq
        )
        select count(*)::integer as count, max(seq) as last from gone`.execute(db);
      // A batch that is not full has reached an entry to keep.
      last = rows[0]?.count === BATCH ? (rows[0].last ?? null) : null;
    }
  }
}
