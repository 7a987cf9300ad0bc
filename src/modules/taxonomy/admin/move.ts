import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { MOVE_BATCH_SIZE } from '../reindex.repository.ts';
import { moveSubcategoryBatch } from './merge.repository.ts';

export interface MovePayload {
  readonly subcategoryId: string;
  readonly after: string;
}

/**
 * Moves the listings of a subcategory to its new top category, in batches that commit separately. Until then they are
 * found under the former one. If the subcategory is moved again meanwhile, later batches follow.
 */
export function moveJob(db: Database, clock: Clock): JobDefinition<MovePayload> {
  return {
    name: 'taxonomy.move',
    leaseMs: 120_000,
    async run({ subcategoryId, after: begun }, context) {
      for (let after = begun; ;) {
        const batch = { subcategoryId, after, now: clock.now(), limit: MOVE_BATCH_SIZE };
        const last = await inTransaction(db, (trx) => moveSubcategoryBatch(trx, batch));
        if (last === null) return;
        after = last;
        if (context.signal.aborted) throw new Error('stopped between two batches');
        if (!(await context.proceed({ subcategoryId, after }))) return;
      }
    },
  };
}
