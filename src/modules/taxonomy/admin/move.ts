import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { MOVED_AT_A_TIME } from '../reindex.repository.ts';
import { moveBatch } from './move.repository.ts';

export interface MovePayload {
  readonly subcategoryId: string;
  /** The last listing that was moved. */
  readonly after: string;
}

/**
 * Moves the listings of a subcategory below the top category that it belongs to now, in batches that commit one by one.
 * Until then they are found below the former one. When the subcategory is moved again meanwhile, each batch follows.
 */
export function moveJob(db: Database, clock: Clock): JobDefinition<MovePayload> {
  return {
    name: 'taxonomy.move',
    leaseMs: 120_000,
    async run({ subcategoryId, after: begun }, context) {
      for (let after = begun; ;) {
        const batch = { subcategoryId, after, now: clock.now(), limit: MOVED_AT_A_TIME };
        const last = await inTransaction(db, (trx) => moveBatch(trx, batch));
        if (last === null) return;
        after = last;
        if (context.signal.aborted) throw new Error('stopped between two batches');
        if (!(await context.proceed({ subcategoryId, after }))) return;
      }
    },
  };
}
