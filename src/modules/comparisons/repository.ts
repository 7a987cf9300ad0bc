import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { accounts } from '../auth/index.ts';
import { fields } from '../listings/index.ts';
import type { VehicleClass } from '../taxonomy/index.ts';
import type { ComparisonTable } from './tables.ts';
import './tables.ts';

export type ComparisonRow = Pick<
  ComparisonTable,
  'id' | 'name' | 'share_version' | 'created_at' | 'updated_at'
> & {
  readonly user_id: string;
  readonly listing_ids: readonly string[];
};

const COLUMNS = sql`
  c.id, c.user_id, c.name, c.share_version, c.created_at, c.updated_at,
  (select array_agg(cl.listing_id order by cl.position) from comparison_listings cl where cl.comparison_id = c.id)
    as listing_ids`;

export async function listComparisons(db: Queryable, userId: string, page: Page): Promise<ComparisonRow[]> {
  const { rows } = await sql<ComparisonRow>`
    select ${COLUMNS} from comparisons c where c.user_id = ${userId}
    order by c.updated_at desc, c.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export function countComparisons(db: Queryable, userId: string): Promise<number> {
  return countRows(db.selectFrom('comparisons').where('user_id', '=', userId));
}

export async function findComparison(
  db: Queryable,
  where: { readonly id: string; readonly userId: string | null },
): Promise<ComparisonRow | undefined> {
  const { rows } = await sql<ComparisonRow>`
    select ${COLUMNS} from comparisons c
    where c.id = ${where.id} and (${where.userId}::text is null or c.user_id = ${where.userId})`.execute(db);
  return rows[0];
}

export async function insertComparison(
  trx: Transaction,
  comparison: { id: string; userId: string; name: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('comparisons')
    .values({
      id: comparison.id,
      user_id: comparison.userId,
      name: comparison.name,
      share_version: null,
      created_at: comparison.at,
      updated_at: comparison.at,
    })
    .execute();
}

/** Locks the comparison, so that two changes of its listings do not mix; false when it is not the user's. */
export async function touchComparison(
  trx: Transaction,
  userId: string,
  id: string,
  changes: { name?: string | undefined; at: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('comparisons')
    .set({ name: changes.name, updated_at: changes.at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface ChosenListing {
  readonly id: string;
  readonly title: string;
}

/** Returns the IDs that a buyer can see or that the comparison already contains. */
export async function findChoosable(
  trx: Transaction,
  ids: readonly string[],
  comparisonId: string | null,
): Promise<ReadonlyMap<string, ChosenListing>> {
  const { rows } = await sql<ChosenListing>`
    select l.id, l.title from listings l
    where l.id = any(${[...ids]}::text[]) and l.status in ('ACTIVE', 'SOLD', 'EXPIRED')
    union
    select cl.listing_id, cl.title from comparison_listings cl
    where cl.comparison_id = ${comparisonId} and cl.listing_id = any(${[...ids]}::text[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function replaceListings(
  trx: Transaction,
  comparisonId: string,
  listings: readonly ChosenListing[],
): Promise<void> {
  await trx.deleteFrom('comparison_listings').where('comparison_id', '=', comparisonId).execute();
  await trx
    .insertInto('comparison_listings')
    .values(
      listings.map((listing, position) => ({
        comparison_id: comparisonId,
        position,
        listing_id: listing.id,
        title: listing.title,
      })),
    )
    .execute();
}

export async function deleteComparison(db: Queryable, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('comparisons')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Shares the comparison. Returns the version that valid links carry: the current one, or else a new one. */
export async function share(db: Queryable, userId: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ share_version: number }>`
    update comparisons set share_counter = case when share_version is null then share_counter + 1 else share_counter end,
      share_version = coalesce(share_version, share_counter + 1)
    where id = ${id} and user_id = ${userId} returning share_version`.execute(db);
  return rows[0]?.share_version;
}

export async function unshare(db: Queryable, userId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('comparisons')
    .set({ share_version: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Current state of a listing in a comparison; only ID and title if it has been purged. */
export interface ComparedRow extends Readonly<Record<string, unknown>> {
  readonly compared_id: string;
  readonly compared_title: string;
  readonly slug: string | null;
  readonly status: string | null;
  readonly thumbnail: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vat_deductible: boolean | null;
  readonly class: VehicleClass | null;
}

const REFERENCES = new Set(['category_id', 'subcategory_id', 'brand_id']);
const FIELD_COLUMNS = sql.join(
  fields
    .filter((field) => field.group !== 'private' && !REFERENCES.has(field.column))
    .map((field) => sql.ref(`l.${field.column}`)),
);

export async function listCompared(db: Queryable, comparisonId: string): Promise<readonly ComparedRow[]> {
  return findCompared(
    db,
    sql`select listing_id, title, position from comparison_listings where comparison_id = ${comparisonId}`,
  );
}

/** Returns the listings that a buyer can see, in the order of the IDs. */
export async function listPublic(db: Queryable, ids: readonly string[]): Promise<readonly ComparedRow[]> {
  return findCompared(
    db,
    sql`
      select listings.id as listing_id, title, position
      from unnest(${[...ids]}::text[]) with ordinality as asked (id, position) join listings using (id)
      where status in ('ACTIVE', 'SOLD', 'EXPIRED')`,
  );
}

async function findCompared(db: Queryable, chosen: RawBuilder<unknown>): Promise<readonly ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select cl.listing_id as compared_id, coalesce(l.title, cl.title) as compared_title, l.slug, l.status, l.thumbnail,
      category.class, category.slug as category_id, subcategory.slug as subcategory_id, brand.slug as brand_id,
      ${FIELD_COLUMNS}
    from (${chosen}) cl
    left join listings l on l.id = cl.listing_id
    left join categories category on category.id = l.category_id
    left join categories subcategory on subcategory.id = l.subcategory_id
    left join brands brand on brand.id = l.brand_id
    order by cl.position`.execute(db);
  return rows;
}

/** The currency in which a user reads prices. */
export async function getCurrency(db: Queryable, userId: string): Promise<string> {
  const user = await db
    .selectFrom(accounts.as('users'))
    .select('currency')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.currency;
}
