import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { countTotal, type Total } from '../../platform/db/count-up-to.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import type { ReviewState } from './tables.ts';
import './tables.ts';

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>;
type NewReview = Insertable<Tables['reviews']>;

/** Selects reviews with the names of both sides. */
function reviews(db: Queryable) {
  return db
    .selectFrom('reviews as r')
    .innerJoin(accounts.as('u'), 'u.id', 'r.author_id')
    .innerJoin(companies.as('s'), 's.id', 'r.seller_id')
    .selectAll('r')
    .select([
      'u.name as author_name',
      'u.status as author_status',
      's.slug as seller_slug',
      's.company_name',
    ]);
}

export function findReview(db: Queryable, id: string) {
  return reviews(db).where('r.id', '=', id).executeTakeFirst();
}

export async function getReview(db: Queryable, id: string): Promise<ReviewRow> {
  return reviews(db).where('r.id', '=', id).executeTakeFirstOrThrow();
}

/** Owner of a review to lock: its author, its seller, or null for administrators. */
type ReviewOwner = { readonly authorId: string } | { readonly sellerId: string } | null;

export async function lockReview(
  trx: Transaction,
  id: string,
  owner: ReviewOwner,
): Promise<ReviewRow | undefined> {
  // A review changes the rating of its seller, whose row precedes it in the lock order.
  await trx
    .selectFrom(companies.as('s'))
    .innerJoin('reviews as r', 'r.seller_id', 's.id')
    .select('s.id')
    .where('r.id', '=', id)
    .forNoKeyUpdate('s')
    .execute();
  let query = reviews(trx).where('r.id', '=', id);
  if (owner !== null) {
    query =
      'authorId' in owner
        ? query.where('r.author_id', '=', owner.authorId)
        : query.where('r.seller_id', '=', owner.sellerId).where('r.status', '=', 'published');
  }
  return query.forNoKeyUpdate('r').executeTakeFirst();
}

interface ReviewFilter {
  readonly sellerId?: string;
  readonly authorId?: string;
  readonly sellerSlug?: string | undefined;
  readonly status?: ReviewState;
  readonly replied?: boolean | undefined;
  /** The administrators' queue is oldest first. */
  readonly oldestFirst?: boolean;
}

export async function listReviews(
  db: Queryable,
  filter: ReviewFilter,
  page: Page,
): Promise<{ rows: ReviewRow[] } & Total> {
  const direction = filter.oldestFirst === true ? 'asc' : 'desc';
  // An index finds the page; only its reviews are joined with names.
  const found = await db
    .selectFrom('reviews as r')
    .select('r.id')
    .where((eb) => eb.and(conditions(filter)))
    .orderBy('r.created_at', direction)
    .orderBy('r.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const rows = await reviews(db)
    .where('r.id', 'in', [...found.map(({ id }) => id), ''])
    .orderBy('r.created_at', direction)
    .orderBy('r.id', direction)
    .execute();
  const counted = sql`select from reviews r where ${sql.join([sql`true`, ...conditions(filter)], sql` and `)}`;
  return { rows, ...(await countTotal(db, counted)) };
}

function conditions(filter: ReviewFilter) {
  return [
    ...(filter.sellerId === undefined ? [] : [sql<boolean>`r.seller_id = ${filter.sellerId}`]),
    ...(filter.authorId === undefined ? [] : [sql<boolean>`r.author_id = ${filter.authorId}`]),
    ...(filter.sellerSlug === undefined
      ? []
      : [sql<boolean>`r.seller_id = (select s.id from ${companies} s where s.slug = ${filter.sellerSlug})`]),
    ...(filter.status === undefined ? [] : [sql<boolean>`r.status = ${filter.status}`]),
    ...(filter.replied === undefined
      ? []
      : [filter.replied ? sql<boolean>`r.reply is not null` : sql<boolean>`r.reply is null`]),
  ];
}

export async function insertReview(trx: Transaction, review: NewReview): Promise<void> {
  await trx.insertInto('reviews').values(review).execute();
}

export async function updateReview(
  trx: Transaction,
  id: string,
  changes: Updateable<Tables['reviews']>,
): Promise<void> {
  await trx.updateTable('reviews').set(changes).where('id', '=', id).execute();
}

export async function deleteReview(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('reviews').where('id', '=', id).execute();
}

/** Whether the buyer has written to the seller and received a response. */
export async function haveConversed(db: Queryable, buyerId: string, sellerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('seller_id', '=', sellerId)
    .where('responded_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts by stars, from one to five. */
export type Histogram = readonly [number, number, number, number, number];

export async function readHistogram(db: Queryable, sellerId: string): Promise<Histogram> {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'published')
    .groupBy('rating')
    .execute();
  const countOf = (stars: number): number => rows.find((row) => row.rating === stars)?.count ?? 0;
  return [countOf(1), countOf(2), countOf(3), countOf(4), countOf(5)];
}
