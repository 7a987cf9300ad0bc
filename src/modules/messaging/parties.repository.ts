import type { AccountStatus } from '../../platform/actor.ts';
import { sql } from 'kysely';
import { addMs, DAY_MS, dayOf } from '../../platform/clock.ts';
import type { ListingState } from '../listings/index.ts';
import { touches, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { accounts, findUser } from '../auth/index.ts';
import { memberships, companies, setResponseTimes } from '../companies/index.ts';
import type { Shareable } from './sides.ts';

/** Members who reply to messages; viewers are not notified. */
export async function listTeamToNotify(db: Queryable, sellerId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom(memberships.as('t'))
    .innerJoin(accounts.as('u'), 'u.id', 't.user_id')
    .select('t.user_id')
    .where('t.seller_id', '=', sellerId)
    .where('t.role', '<>', 'VIEWER')
    .where('u.status', '=', 'active')
    .orderBy('t.user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

export interface InquiredListing {
  readonly id: string;
  readonly title: string;
  readonly status: ListingState;
  readonly seller_id: string;
  readonly seller_status: AccountStatus;
  readonly published_at: Date | null;
}

export function findInquiredListing(db: Queryable, listingId: string): Promise<InquiredListing | undefined> {
  return db
    .selectFrom('listings as l')
    .innerJoin(companies.as('s'), 's.id', 'l.seller_id')
    .select(['l.id', 'l.title', 'l.status', 'l.seller_id', 's.status as seller_status', 'l.published_at'])
    .where('l.id', '=', listingId)
    .$narrowType<{ title: string }>()
    .executeTakeFirst();
}

/** The contact data that the account holder shares; null where missing. */
export async function findContact(
  db: Queryable,
  userId: string,
  shared: readonly Shareable[],
): Promise<{ email?: string | null; phone?: string | null }> {
  const user = await findUser(db, userId);
  if (user === undefined) throw new Error(`The account ${userId} is missing`);
  const { email, phone } = user;
  return {
    ...(shared.includes('email') ? { email } : {}),
    ...(shared.includes('phone') ? { phone } : {}),
  };
}

/** Counts one more inquiry about a listing, in its total and for the day (UTC). */
export async function countInquiry(trx: Transaction, listingId: string, at: Date): Promise<void> {
  await touches(trx, 'listings');
  await sql`
    with counted as (
      update listings set inquiries_count = inquiries_count + 1 where id = ${listingId} returning id
    )
    insert into listing_stats_daily (listing_id, day, inquiries)
    select id, ${dayOf(at)}::date, 1 from counted
    on conflict (listing_id, day) do update set inquiries = listing_stats_daily.inquiries + 1`.execute(trx);
}

/** Older replies do not count towards a seller's response time. */
const RESPONSE_WINDOW_MS = 90 * DAY_MS;

export async function updateResponseTimes(
  trx: Transaction,
  sellerIds: readonly string[],
  now: Date,
): Promise<void> {
  await setResponseTimes(
    trx,
    sql`
      select wanted.id, round(percentile_cont(0.5) within group (order by c.response_minutes))::integer as minutes
      from unnest(${[...sellerIds]}::text[]) as wanted(id)
      left join conversations c on c.seller_id = wanted.id and c.responded_at > ${addMs(now, -RESPONSE_WINDOW_MS)}
      group by wanted.id`,
  );
}
