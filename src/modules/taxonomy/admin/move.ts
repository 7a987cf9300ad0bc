import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';

export interface MovePayload {
  readonly subcategoryId: string;
  /** The last listing that was moved. */
  readonly after: string;
}

const BATCH_ROWS = 500;

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
        const last = await inTransaction(db, async (trx) => {
          const { rows } = await sql<{ last: string | null }>`
            with batch as materialized (
              select id from listings where subcategory_id = ${subcategoryId} and id > ${after}
              order by id limit ${BATCH_ROWS} for no key update
            ), moved as (
              update listings l set category_id = c.parent_id, updated_at = ${clock.now()}, version = version + 1
              from categories c where c.id = ${subcategoryId} and l.category_id <> c.parent_id and l.id in (select id from batch)
            )
            select max(id) as last from batch`.execute(trx);
          return rows[0]?.last ?? null;
        });
        if (last === null) return;
        after = last;
        if (context.signal.aborted) throw new Error('stopped between two batches');
        if (!(await context.proceed({ subcategoryId, after }))) return;
      }
    },
  };
}
