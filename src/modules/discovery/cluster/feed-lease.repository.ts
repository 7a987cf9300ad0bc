import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/**
 * Runs `work` while this process holds the lease to feed an index. Returns false if another process holds it. The lease is a lock of
 * the connection, so it is released as soon as the process or its connection ends.
 */
export function withIndexLease(
  db: Database,
  index: string,
  work: (isStillMine: () => Promise<boolean>) => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`search.feed:${index}`}, 0)`;
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(
      connection,
    );
    if (rows[0]?.mine !== true) return false;
    const isStillMine = async (): Promise<boolean> => {
      const held = await sql`
        select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted limit 1`.execute(
        connection,
      );
      return held.rows.length > 0;
    };
    try {
      await work(isStillMine);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined);
    }
    return true;
  });
}
