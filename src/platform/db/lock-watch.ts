/** Logs what a start is waiting for, because database locks are visible nowhere else. */
import { sql } from 'kysely';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { MIGRATION_LOCK } from './migrate.ts';

const LOOK_EVERY_MS = SECOND_MS / 2;
const FIRST_LINE_MS = 1.5 * SECOND_MS;
const NEXT_LINE_MS = 10 * SECOND_MS;

export interface Wait {
  readonly waitsFor: string;
  readonly pid: number;
  readonly user: string | null;
  readonly application: string | null;
  readonly address: string | null;
  readonly state: string | null;
  readonly since: Date | null;
}

/** Logs which sessions block those of this name, within two seconds and then every ten. Returns a function that stops it. */
export function watchLocks(db: Database, applicationName: string, log: Pick<Logger, 'warn'>): () => void {
  const startedAtMs = monotonicMs();
  let nextLineAtMs = startedAtMs + FIRST_LINE_MS;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || monotonicMs() < nextLineAtMs) return;
    isLooking = true;
    try {
      const heldBy = await holders(db, applicationName);
      if (heldBy.length === 0) return;
      nextLineAtMs = monotonicMs() + NEXT_LINE_MS;
      const seconds = Math.round((monotonicMs() - startedAtMs) / SECOND_MS);
      log.warn({ seconds, heldBy }, 'the start is waiting for a database lock that another session holds');
    } catch {
      // The start itself reports problems with the database.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The migration lock is polled, so PostgreSQL does not list its waiters. */
async function holders(db: Database, applicationName: string): Promise<readonly Wait[]> {
  const { rows } = await sql<Wait>`
    with waited (waits_for, pid) as (
      select coalesce((
          select coalesce(l.relation::regclass::text, l.locktype) from pg_locks l
          where l.pid = w.pid and not l.granted limit 1), 'a lock'), blocking
      from pg_stat_activity w cross join lateral unnest(pg_blocking_pids(w.pid)) blocking
      where w.application_name = ${applicationName} and w.datname = current_database()
      union
      select 'the turn to migrate', l.pid from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${MIGRATION_LOCK}
        and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())
        and l.pid not in (select pid from pg_stat_activity where application_name = ${applicationName}))
    select waits_for as "waitsFor", h.pid, h.usename as user, h.application_name as application,
      host(h.client_addr) as address, h.state, h.state_change as since
    from waited join pg_stat_activity h using (pid) order by waits_for, h.pid`.execute(db);
  return rows;
}
