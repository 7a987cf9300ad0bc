import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { AlertReason } from './tables.ts';
import './tables.ts';

export type SavedSearchRow = NonNullable<Awaited<ReturnType<typeof findOwn>>>;

export function findOwn(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function listOwn(
  db: Queryable,
  userId: string,
  page: Page,
): Promise<{ rows: SavedSearchRow[]; total: number }> {
  const { count } = await db
    .selectFrom('saved_searches')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: count };
}

/** Those that want alerts, of people who may have them. */
export function listAlerting(db: Queryable) {
  return db
    .selectFrom('saved_searches as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.query'])
    .where('s.alerts', '=', true)
    .where('u.status', '=', 'active')
    .execute();
}

export interface Match {
  readonly searchId: string;
  readonly listingId: string;
  readonly sellerId: string;
}

/** Rows for matches that were not told before; answers how many. Nobody is told of their own listings. */
export async function addAlerts(
  trx: Transaction,
  matches: readonly Match[],
  { reason, now }: { readonly reason: AlertReason; readonly now: Date },
): Promise<number> {
  const searchIds = matches.map((match) => match.searchId);
  const listingIds = matches.map((match) => match.listingId);
  const sellerIds = matches.map((match) => match.sellerId);
  // Rows in one order everywhere: two jobs that match the same searches do not wait for each other in a circle.
  const { numAffectedRows } = await sql`
    insert into saved_search_alerts (search_id, listing_id, reason, created_at)
    select s.id, m.listing_id, ${reason}, ${now}
    from unnest(${searchIds}::text[], ${listingIds}::text[], ${sellerIds}::text[]) as m(search_id, listing_id, seller_id)
    join saved_searches s on s.id = m.search_id and s.alerts
    where not exists (select from team_members t where t.user_id = s.user_id and t.seller_id = m.seller_id)
    order by s.id, m.listing_id
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export interface DueSearch {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
}

/** Searches with something to tell whose time has come: an instant one at once, the others a day or week after the last time. */
export async function lockDue(trx: Transaction, now: Date, limit: number): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select s.id, s.user_id, s.name from saved_searches s
    where s.alerts
      and exists (select from saved_search_alerts a where a.search_id = s.id and a.sent_at is null)
      and (s.alert_frequency = 'instant'
        or coalesce(s.last_alert_at, s.created_at)
          <= ${now}::timestamptz - case s.alert_frequency when 'daily' then interval '1 day' else interval '7 days' end)
    order by s.id limit ${limit}
    for update of s skip locked`.execute(trx);
  return rows;
}

export interface UnsentAlert {
  readonly listing_id: string;
  readonly reason: AlertReason;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly price: number | null;
  readonly previous_price: number | null;
  readonly currency: string | null;
}

/** Marks them sent and returns them: committed together with the notice that tells of them. */
export async function takeUnsent(trx: Transaction, searchId: string, now: Date): Promise<UnsentAlert[]> {
  const { rows } = await sql<UnsentAlert>`
    update saved_search_alerts a set sent_at = ${now} from listings l
    where a.search_id = ${searchId} and a.sent_at is null and l.id = a.listing_id
    returning a.listing_id, a.reason, l.slug, l.title, l.status, l.price, l.previous_price, l.currency`.execute(
    trx,
  );
  return rows;
}
