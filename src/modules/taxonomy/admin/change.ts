import { sql } from 'kysely';
import type { UserActor } from '../../../platform/actor.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { type Taxonomy, TAXONOMY_CHANNEL } from '../taxonomy.ts';

export interface ChangeContext {
  readonly actor: UserActor;
  readonly origin: Origin;
}

export interface ChangeRecord {
  readonly action: string;
  readonly subject: { readonly type: 'category' | 'brand' | 'feature'; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/** One change of the taxonomy: its version rises, every process hears of it, the audit log has it, or nothing of it happens. */
export async function changeTaxonomy<T>(
  parts: { platform: Platform; taxonomy: Taxonomy },
  context: ChangeContext,
  work: (trx: Transaction, now: Date) => Promise<{ result: T; record: ChangeRecord }>,
): Promise<T> {
  const { db, clock, audit } = parts.platform;
  try {
    const result = await inTransaction(db, async (trx) => {
      // One change after another: merges and orders look at several rows.
      await sql`update taxonomy_version set version = version + 1`.execute(trx);
      const outcome = await work(trx, clock.now());
      await sql`select pg_notify(${TAXONOMY_CHANNEL}, '')`.execute(trx);
      await audit.record(trx, { actor: context.actor, origin: context.origin, ...outcome.record });
      return outcome.result;
    });
    await parts.taxonomy.refresh();
    return result;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('ALREADY_EXISTS', 'There is one with this slug, code or name already.');
    throw error;
  }
}

type Kind = 'category' | 'brand';

export async function assertStillThere(
  trx: Transaction,
  kind: Kind,
  ...ids: readonly string[]
): Promise<void> {
  if (!(await isStillThere(trx, kind, ...ids))) throw notFound(kind);
}

/** Found in memory, and there now that it is one's turn to change it: not deleted, not merged away. */
export async function isStillThere(
  trx: Transaction,
  kind: Kind,
  ...ids: readonly string[]
): Promise<boolean> {
  const table = kind === 'brand' ? 'brands' : 'categories';
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where id = any(${ids}::text[]) and merged_into is null`.execute(trx);
  return rows.length === ids.length;
}

export type ListingReference = 'category_id' | 'subcategory_id' | 'brand_id';

/** The live listings that name it go through the search index again. */
export async function reindexListings(
  trx: Transaction,
  reference: ListingReference,
  id: string,
): Promise<void> {
  await sql`insert into listing_changes (listing_id) select id from listings where ${sql.ref(reference)} = ${id} and status = 'ACTIVE'`.execute(
    trx,
  );
  await sql`select pg_notify('listing_changes', '')`.execute(trx);
}

export async function isUsedByListings(
  trx: Transaction,
  references: readonly ListingReference[],
  id: string,
): Promise<boolean> {
  for (const reference of references) {
    const { rows } = await sql`select 1 from listings where ${sql.ref(reference)} = ${id} limit 1`.execute(
      trx,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/** A slug that once led elsewhere names its new owner from now on. */
export async function claimSlug(trx: Transaction, kind: 'category' | 'brand', slug: string): Promise<void> {
  await trx.deleteFrom('taxonomy_redirects').where('kind', '=', kind).where('old_slug', '=', slug).execute();
}

/** An old slug answers with the one that is meant now, also when it was itself the target of another. */
export async function redirectSlug(
  trx: Transaction,
  kind: 'category' | 'brand',
  oldSlug: string,
  targetId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into taxonomy_redirects (kind, old_slug, target_id, created_at) values (${kind}, ${oldSlug}, ${targetId}, ${now})
    on conflict (kind, old_slug) do update set target_id = excluded.target_id`.execute(trx);
}
