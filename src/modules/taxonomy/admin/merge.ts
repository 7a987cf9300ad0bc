/**
 * Merges a category or brand into another. At once, the old slug redirects to the target, and the source is closed
 * for new listings. Then a job moves the listings in batches and finally deletes the source. After a crash another
 * process continues where the listings are.
 */
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { type ListingReference, MOVE_BATCH_SIZE } from '../reindex.repository.ts';
import { type MergePayload, moveBatch, rescanMoved, removeSource } from './merge.repository.ts';

const REFERENCES: Readonly<Record<MergePayload['kind'], readonly ListingReference[]>> = {
  category: ['category_id', 'subcategory_id'],
  brand: ['brand_id'],
};

export function mergeJob(parts: { platform: Platform; taxonomy: Taxonomy }): JobDefinition<MergePayload> {
  const { db, clock } = parts.platform;
  return {
    name: 'taxonomy.merge',
    leaseMs: 120_000,
    async run(payload, context) {
      for (const reference of REFERENCES[payload.kind]) {
        const ends = [''];
        for (let after = ''; ;) {
          const batch = { ...payload, reference, after, now: clock.now(), limit: MOVE_BATCH_SIZE };
          const last = await inTransaction(db, (trx) => moveBatch(trx, batch));
          if (last === null) break;
          ends.push(last);
          after = last;
          if (context.signal.aborted) throw new Error('stopped between two batches');
          if (!(await context.heartbeat())) return;
        }
        for (const [n, until] of ends.slice(1).entries()) {
          await rescanMoved(db, { ...payload, reference, after: ends[n] ?? '', until });
          if (!(await context.heartbeat())) return;
        }
      }
      await inTransaction(db, (trx) => removeSource(trx, payload));
      await parts.taxonomy.refresh();
    },
  };
}
