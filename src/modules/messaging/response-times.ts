/**
 * How fast sellers answer: the median time to their first reply, over the inquiries answered in the last 90 days.
 * Recomputed with each first reply, and nightly as old replies leave the window.
 */
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import { listSellersWithResponseTime } from '../companies/index.ts';
import { updateResponseTimes } from './parties.repository.ts';

const SELLERS_PER_STATEMENT = 200;

export function refreshResponseTimes(parts: { db: Database; clock: Clock }): JobDefinition {
  const { db, clock } = parts;
  return {
    name: 'messaging.refresh-response-times',
    everyMs: DAY_MS,
    run: async () => {
      let after = '';
      for (;;) {
        const ids = await listSellersWithResponseTime(db, after, SELLERS_PER_STATEMENT);
        const last = ids.at(-1);
        if (last === undefined) return;
        await inTransaction(db, (trx) => updateResponseTimes(trx, ids, clock.now()));
        after = last;
      }
    },
  };
}
