import { sql } from 'kysely';
import type { UserActor } from '../../../platform/actor.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, noteCreated, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ListingReference } from '../reindex.repository.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { raiseTaxonomyVersion } from '../taxonomy.repository.ts';

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

/**
 * Makes one change of the taxonomy in a transaction with its audit entry and the new version, then refreshes the copy in
 * memory. Throws ALREADY_EXISTS for a slug, code or name that is taken.
 */
export async function changeTaxonomy<T>(
  parts: { platform: Platform; taxonomy: Taxonomy },
  context: ChangeContext,
  work: (trx: Transaction, now: Date) => Promise<{ result: T; record: ChangeRecord }>,
): Promise<T> {
  const { db, clock, audit } = parts.platform;
  try {
    const result = await inTransaction(db, async (trx) => {
      // First, for its lock: merging and reordering look at several rows.
      await raiseTaxonomyVersion(trx);
      const outcome = await work(trx, clock.now());
      noteCreated(trx, outcome.record.subject.id);
      await audit.record(trx, { actor: context.actor, origin: context.origin, ...outcome.record });
      return outcome.result;
    });
    await parts.taxonomy.refresh();
    return result;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('ALREADY_EXISTS', 'Another one already has this slug, code or name.');
    throw error;
  }
}

type Kind = 'category' | 'brand';

/** Throws NOT_FOUND unless all of them can still be changed. */
export async function assertStillThere(
  trx: Transaction,
  kind: Kind,
  ...ids: readonly string[]
): Promise<void> {
  if (!(await isStillThere(trx, kind, ...ids))) throw notFound(kind);
}

/** Whether what was found in memory is still there now that the lock is held: neither deleted nor merged away. */
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

/** Drops redirects from a slug, which now belongs to a new owner. */
export async function claimSlug(trx: Transaction, kind: 'category' | 'brand', slug: string): Promise<void> {
  await trx.deleteFrom('taxonomy_redirects').where('kind', '=', kind).where('old_slug', '=', slug).execute();
}

/** Redirects an old slug to the current one, along with the slugs that redirected to the old one. */
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
