/**
 * How fast sellers answer: the median time to their first reply, over the inquiries answered in the last 90 days.
 * Recomputed with each first reply, and nightly as old replies leave the window.
 */
import { sql } from 'kysely';
import { type Clock, DAY_MS, addMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';

const WINDOW_MS = 90 * DAY_MS;
const SELLERS_PER_STATEMENT = 200;

export async function updateResponseTimes(
  db: Queryable,
  sellerIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update sellers s set response_time_minutes = fresh.minutes
    from (
      select wanted.id, round(percentile_cont(0.5) within group (order by c.response_minutes))::integer as minutes
      from unnest(${[...sellerIds]}::text[]) as wanted(id)
      left join conversations c on c.seller_id = wanted.id and c.responded_at > ${addMs(now, -WINDOW_MS)}
      group by wanted.id
    ) fresh
    where s.id = fresh.id and s.response_time_minutes is distinct from fresh.minutes`.execute(db);
}

export function refreshResponseTimes(parts: { db: Database; clock: Clock }): JobDefinition {
  const { db, clock } = parts;
  return {
    name: 'messaging.refresh-response-times',
    everyMs: DAY_MS,
    run: async () => {
      let after = '';
      for (;;) {
        const sellers = await db
          .selectFrom('sellers')
          .select('id')
          .where('response_time_minutes', 'is not', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(SELLERS_PER_STATEMENT)
          .execute();
        const last = sellers.at(-1);
        if (last === undefined) return;
        const ids = sellers.map((seller) => seller.id);
        await updateResponseTimes(db, ids, clock.now());
        after = last.id;
      }
    },
  };
}
