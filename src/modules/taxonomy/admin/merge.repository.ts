import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { touches, type Transaction } from '../../../platform/db/transaction.ts';
import type { ListingReference } from '../reindex.repository.ts';
import { raiseTaxonomyVersion } from '../taxonomy.repository.ts';
import { type Kind, redirectSlug } from './change.repository.ts';

export interface MergePayload {
  readonly kind: Kind;
  readonly sourceId: string;
  readonly targetId: string;
}

/** The immediately visible part of a merge. Until it is deleted, the source gets a slug that cannot be requested. */
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
 * Moves one batch and returns its last listing; null if none is left. Each batch starts after the previous one,
 * because the index entries before it are dead and would be skipped again by every batch.
 */
export async function moveBatch(
  trx: Transaction,
  batch: MergePayload & {
    readonly reference: ListingReference;
    readonly after: string;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<string | null> {
  const reference = sql.ref(batch.reference);
  await touches(trx, 'listings');
  const { rows } = await sql<{ id: string }>`
    with batch as materialized (
      select id from listings where ${reference} = ${batch.sourceId} and id > ${batch.after}
      order by id limit ${batch.limit} for update skip locked
    ), moved as (
      update listings set ${reference} = ${batch.targetId}, updated_at = ${batch.now}, version = version + 1,
        edited_version = coalesce(edited_version, version)
      where id in (select id from batch)
    )
    select id from batch order by id`.execute(trx);
  return rows.at(-1)?.id ?? null;
}

/**
 * Re-scans the moved range so that PostgreSQL marks its index entries dead. The foreign-key checks of the final
 * delete then skip them.
 */
export async function rescanMoved(
  db: Database,
  batch: MergePayload & {
    readonly reference: ListingReference;
    readonly after: string;
    readonly until: string;
  },
): Promise<void> {
  await sql`
    select id from listings where ${sql.ref(batch.reference)} = ${batch.sourceId} and id > ${batch.after} and id <= ${batch.until}
    order by id limit 1`.execute(db);
}

/** A concurrent write of a listing can still refer to the source; then the job is retried. */
export async function removeSource(
  trx: Transaction,
  { kind, sourceId, targetId }: MergePayload,
): Promise<void> {
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

/** Moves the next listings of a subcategory to its top category, and returns the last one; null if none is left. */
export async function moveSubcategoryBatch(
  trx: Transaction,
  batch: {
    readonly subcategoryId: string;
    readonly after: string;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<string | null> {
  await touches(trx, 'listings');
  const { rows } = await sql<{ last: string | null }>`
    with batch as materialized (
      select id from listings where subcategory_id = ${batch.subcategoryId} and id > ${batch.after}
      order by id limit ${batch.limit} for no key update
    ), moved as (
      update listings l set category_id = c.parent_id, updated_at = ${batch.now}, version = version + 1,
        edited_version = coalesce(l.edited_version, l.version)
      from categories c
      where c.id = ${batch.subcategoryId} and l.category_id <> c.parent_id and l.id in (select id from batch)
    )
    select max(id) as last from batch`.execute(trx);
  return rows[0]?.last ?? null;
}
