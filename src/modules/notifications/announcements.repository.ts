import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { type PageOfRows, ROWS_OF_PAGE } from '../../platform/db/page-by-time.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { hasPresentBasis } from '../listings/index.ts';
import { noticeRowOf } from './notice-types.ts';
import type { AnnouncementReason } from './tables.ts';
import './tables.ts';

/** A user and a listing to notify of. Each pair occurs once per call. */
export interface Candidate {
  readonly userId: string;
  readonly listingId: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net. */
  readonly vatDeductible: boolean | null;
  /** For a price drop: the price, in this currency and with this basis, that the user had seen before any announcement. */
  readonly seenPrice: number | null;
}

export interface AnnouncementRules {
  readonly reason: AnnouncementReason;
  /** Type of the notification. */
  readonly type: NoticeType;
  readonly now: Date;
  /** An announcement for the same reason after this instant holds the next one back. */
  readonly since: Date;
  /** A smaller price drop is not announced. */
  readonly least: MinimumDrop;
}

export interface MinimumDrop {
  readonly percent: number;
  /** By currency; a currency without a rate has the percentage only. */
  readonly amounts: Readonly<Record<string, number>>;
}

export interface ClaimRow {
  readonly user_id: string;
  readonly listing_id: string;
  /** Lowest price that the user knew before. */
  readonly previous: number | null;
  /** Null: held back. */
  readonly claimed: string | null;
  /** The last announcement for this reason, if there was one before. */
  readonly last_at: Date | null;
}

/**
 * Records that these users are notified of a listing, unless they were notified for the same reason within the day, or
 * ever that it is new. Returns a row for each user to notify. A drop is measured from the lowest price that the user
 * has seen or was notified of. So small cuts add up, and a rise followed by an equal fall does not count. Compares only
 * prices of one currency and basis. A notification shown only in the app (because that kind of email is off) does not
 * hold back an email of another kind.
 */
export async function claimAnnouncements(
  trx: Transaction,
  candidates: readonly Candidate[],
  { reason, type, now, since, least }: AnnouncementRules,
): Promise<ClaimRow[]> {
  if (candidates.length === 0) return [];
  const column = (name: keyof Candidate) => sql`${candidates.map((candidate) => candidate[name])}`;
  const { rows } = await sql<ClaimRow>`
    with candidate as (
      select c.*, coalesce(p.email, ${noticeRowOf(type).defaults.email}::boolean) as by_mail
      from unnest(${column('userId')}::text[], ${column('listingId')}::text[], ${column('price')}::numeric[],
        ${column('currency')}::text[], ${column('vatDeductible')}::boolean[], ${column('seenPrice')}::numeric[])
        as c(user_id, listing_id, price, currency, vat_deductible, seen)
      left join notification_preferences p on p.user_id = c.user_id and p.type = ${type}
    ), known as (
      select c.*, least(c.seen, told.price) as previous, told.last_at
      from candidate c cross join lateral (
        select min(a.price) filter (where a.currency = c.currency and ${isComparable}) as price, max(a.at) filter (where a.reason = ${reason}) as last_at
        from announcements a
        where a.listing_id = c.listing_id and a.user_id = c.user_id and (a.by_mail or not c.by_mail)
      ) told
    ), news as (
      select * from known where ${reason}::text <> 'price_drop' or ${isNotable(least)}
    ), claimed as (
      insert into announcements as a (listing_id, user_id, reason, at, price, currency, vat_deductible, by_mail)
      select listing_id, user_id, ${reason}, ${now}, price, currency, vat_deductible is true, by_mail from news order by user_id, listing_id
      on conflict (listing_id, user_id, reason) do update
      set at = excluded.at, price = excluded.price, currency = excluded.currency,
        vat_deductible = excluded.vat_deductible, by_mail = excluded.by_mail
      where (a.at <= ${since} and a.reason <> 'new_match') or (excluded.by_mail and not a.by_mail)
      returning listing_id, user_id
    )
    select n.user_id, n.listing_id, n.previous::float8 as previous, c.user_id as claimed, n.last_at
    from news n left join claimed c on c.user_id = n.user_id and c.listing_id = n.listing_id`.execute(trx);
  return rows;
}

/** Whether the price of the announcement `a` has the basis of the candidate `c`. */
const isComparable = hasPresentBasis(sql`a.vat_deductible`, sql`c.vat_deductible`);

/** Compares the columns `previous`, `price` and `currency`. */
function isNotable({ percent, amounts }: MinimumDrop): RawBuilder<boolean> {
  return sql`(price < previous and (
    previous - price >= previous * ${percent}::numeric / 100
    or previous - price >= (${JSON.stringify(amounts)}::jsonb ->> currency)::numeric))`;
}

/** Whether a user was notified of at least this many listings since an instant. */
export function wasNotifiedOfMany(
  userId: RawBuilder<string>,
  { since, many }: { readonly since: Date; readonly many: number },
): RawBuilder<boolean> {
  return sql`(select count(*) >= ${many}::integer from (
    select from announcements where user_id = ${userId} and at > ${since} limit ${many}) recent)`;
}

export async function exportAnnouncements(db: Queryable, userId: string, after: string): Promise<PageOfRows> {
  const { rows } = await sql<{ key: string }>`
    select listing_id || ' ' || reason as key, listing_id as "listingId", reason, at, price, currency,
      vat_deductible as "vatDeductible"
    from announcements where user_id = ${userId} and (listing_id || ' ' || reason) > ${after}
    order by listing_id || ' ' || reason limit ${ROWS_OF_PAGE}`.execute(db);
  const last = rows.length === ROWS_OF_PAGE ? rows.at(-1) : undefined;
  return { rows: rows.map(({ key: _key, ...row }) => row), next: last?.key ?? null };
}

/** Deletes a batch of a user's announcements. Returns their number. */
export async function deleteAnnouncements(trx: Transaction, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from announcements where ctid = any(array(
      select ctid from announcements where user_id = ${userId} limit ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
