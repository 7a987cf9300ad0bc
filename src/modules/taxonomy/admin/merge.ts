/**
 * Merging a category or brand into another.
 *
 * At once: the old slug answers with the target, and the source is closed for new listings. Then, as a job in batches, the
 * listings move, and when none is left the source is deleted. A killed process leaves the job to another, which goes on
 * where the listings stand.
 */
import { sql } from 'kysely';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { raiseTaxonomyVersion } from '../taxonomy.repository.ts';
import type { ListingReference } from '../reindex.repository.ts';
import { redirectSlug } from './change.ts';

export interface MergePayload {
  readonly kind: 'category' | 'brand';
  readonly sourceId: string;
  readonly targetId: string;
}

const BATCH_ROWS = 500;

export const REFERENCES: Readonly<Record<MergePayload['kind'], readonly ListingReference[]>> = {
  category: ['category_id', 'subcategory_id'],
  brand: ['brand_id'],
};

export function mergeJob(parts: { platform: Platform; taxonomy: Taxonomy }): JobDefinition<MergePayload> {
  return {
    name: 'taxonomy.merge',
    leaseMs: 120_000,
    async run(payload, context) {
      for (const reference of REFERENCES[payload.kind]) {
        for (let after: string | null = ''; ;) {
          after = await moveBatch(parts.platform, reference, { ...payload, after });
          if (after === null) break;
          if (context.signal.aborted) throw new Error('stopped between two batches');
          if (!(await context.heartbeat())) return;
        }
      }
      await inTransaction(parts.platform.db, (trx) => removeSource(trx, payload));
      await parts.taxonomy.refresh();
    },
  };
}

/** The immediately visible part of a merge. Until it is deleted, the source gets a slug that nobody can request. */
export async function closeSource(
  trx: Transaction,
  payload: MergePayload & { slug: string; now: Date },
): Promise<void> {
  const table = payload.kind === 'brand' ? 'brands' : 'categories';
  await sql`
    update ${sql.table(table)} set active = false, merged_into = ${payload.targetId}, slug = slug || '~' || right(id, 10), updated_at = ${payload.now}
    where id = ${payload.sourceId}`.execute(trx);
  await sql`update taxonomy_redirects set target_id = ${payload.targetId} where kind = ${payload.kind} and target_id = ${payload.sourceId}`.execute(
    trx,
  );
  await redirectSlug(trx, payload.kind, payload.slug, payload.targetId, payload.now);
}

/**
 * Moves one batch and returns the last listing of it; null when there is none left. Each begins after the one before:
 * those at the beginning of the index are dead, and would be passed over again by every batch.
 */
async function moveBatch(
  platform: Platform,
  reference: ListingReference,
  { sourceId, targetId, after }: MergePayload & { readonly after: string },
): Promise<string | null> {
  return inTransaction(platform.db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      with batch as materialized (
        select id from listings where ${sql.ref(reference)} = ${sourceId} and id > ${after}
        order by id limit ${BATCH_ROWS} for update skip locked
      ), moved as (
        update listings set ${sql.ref(reference)} = ${targetId}, updated_at = ${platform.clock.now()}, version = version + 1
        where id in (select id from batch)
      )
      select id from batch order by id`.execute(trx);
    return rows.at(-1)?.id ?? null;
  });
}

/** A listing being written right now may still refer to the source; then the job is retried. */
async function removeSource(trx: Transaction, { kind, sourceId, targetId }: MergePayload): Promise<void> {
  if (kind === 'brand') {
    await sql`
      update brand_models set brand_id = ${targetId} where brand_id = ${sourceId}
        and not exists (select from brand_models other where other.brand_id = ${targetId} and lower(other.name) = lower(brand_models.name))`.execute(
      trx,
    );
    await trx.deleteFrom('brands').where('id', '=', sourceId).execute();
  } else {
    await trx
      .updateTable('categories')
      .set({ parent_id: targetId })
      .where('parent_id', '=', sourceId)
      .execute();
    await trx.deleteFrom('categories').where('id', '=', sourceId).execute();
  }
  await raiseTaxonomyVersion(trx);
}
