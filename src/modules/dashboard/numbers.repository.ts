import { type RawBuilder, sql } from 'kysely';
import { addMs, DAY_MS, dayOf } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { listingStates } from '../listings/index.ts';

/** Listings that are or may soon be visible to buyers. */
export const STATES_TO_IMPROVE = ['ACTIVE', 'DRAFT', 'PAUSED', 'PENDING_REVIEW'] as const;

const STATES_OF_STOCK = listingStates.filter((state) => state !== 'DELETED');

/** Days of a report, both included, as YYYY-MM-DD in UTC. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface TopListing {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly thumbnail: string | null;
  readonly views: number;
  readonly inquiries: number;
  readonly favorites: number;
}

/** Most viewed listings per month, and of all months together; their days are then added up. */
const OF_A_MONTH = 20;
const OF_ALL_MONTHS = 30;

/** Returns the listings with the most views among the most viewed listings of each month. */
export async function readTopListings(
  db: Queryable,
  sellerId: string,
  period: Period,
  limit: number,
): Promise<TopListing[]> {
  const { firstMonth, afterMonths, headEnds } = monthsOf(period);
  const { rows } = await sql<TopListing>`
    with found as materialized (
      select best.listing_id
      from generate_series(date_trunc('month', ${period.from}::date), ${period.to}::date, interval '1 month') m(month)
      cross join lateral (
        select s.listing_id, s.views from listing_months s
        where s.seller_id = ${sellerId} and s.month = m.month::date
          and exists (select from listings l where l.id = s.listing_id and l.status <> 'DELETED')
        order by s.views desc, s.listing_id limit ${OF_A_MONTH}
      ) best
      group by best.listing_id order by sum(best.views) desc, best.listing_id limit ${OF_ALL_MONTHS}
    ), top as (
      select found.listing_id, known.views, known.inquiries
      from found cross join lateral (
        select sum(s.views)::int as views, sum(s.inquiries)::int as inquiries
        from (
          select views, inquiries from listing_months
          where listing_id = found.listing_id and month >= ${firstMonth}::date and month < ${afterMonths}::date
          union all
          select views, inquiries from listing_stats_daily
          where listing_id = found.listing_id and day >= ${period.from}::date and day < ${headEnds}::date
          union all
          select views, inquiries from listing_stats_daily
          where listing_id = found.listing_id and day >= ${afterMonths}::date and day <= ${period.to}::date
        ) s
      ) known
      where known.views is not null
      order by known.views desc, known.inquiries desc, found.listing_id limit ${limit}
    )
    select l.id, l.slug, l.title, l.status, l.thumbnail, top.views, top.inquiries, l.favorites_count as favorites
    from top join listings l on l.id = top.listing_id
    order by top.views desc, top.inquiries desc, l.id`.execute(db);
  return rows;
}

/** The whole months of a period, from `firstMonth` to before `afterMonths`, and the end of the days before them. */
function monthsOf({ from, to }: Period): { firstMonth: string; afterMonths: string; headEnds: string } {
  const first = new Date(`${from}T00:00:00Z`);
  if (first.getUTCDate() > 1) first.setUTCMonth(first.getUTCMonth() + 1, 1);
  const after = addMs(new Date(`${to}T00:00:00Z`), DAY_MS);
  const dayAfter = dayOf(after);
  after.setUTCDate(1);
  // Without a whole month, all days count as before the months, and none as after them.
  if (first >= after) return { firstMonth: dayAfter, afterMonths: dayAfter, headEnds: dayAfter };
  return { firstMonth: dayOf(first), afterMonths: dayOf(after), headEnds: dayOf(first) };
}

export const VEHICLE_SORTS = ['views', 'visitors', 'inquiries', 'favorites', 'title', 'externalId'] as const;
export type VehicleSort = (typeof VEHICLE_SORTS)[number];

/** A vehicle of the stock with its figures of a period; `favorites` is the number added minus the number removed. */
export interface VehicleFigures {
  readonly id: string;
  readonly externalId: string | null;
  readonly vin: string | null;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net. */
  readonly vatDeductible: boolean | null;
  /** Final price; null unless sold. */
  readonly soldPrice: number | null;
  readonly views: number;
  readonly visitors: number;
  readonly inquiries: number;
  readonly favorites: number;
}

export interface VehicleQuery {
  readonly period: Period;
  readonly sort: VehicleSort;
  readonly order: 'asc' | 'desc';
}

/** The current stock, including vehicles without views. Reads only the vehicles of the page. */
export async function readVehicles(
  db: Queryable,
  sellerId: string,
  { period, sort, order }: VehicleQuery,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<VehicleFigures[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const reach = offset + limit;
  const ownListings = sql`from listings l where l.seller_id = ${sellerId} and l.deleted_at is null`;
  const byFigure = sql`
    select v.listing_id as id, 0 as part, coalesce(known.figure, 0) as key from stock_views v
    left join (
      select s.listing_id, ${sumOf(sort, period)} as figure from listing_running_sums s
      where s.seller_id = ${sellerId} and ${isIn(period)} group by s.listing_id
    ) known on known.listing_id = v.listing_id
    where v.seller_id = ${sellerId} and v.status <> 'DELETED'`;
  const byNumber = sql`
    (select l.id, 0 as part, l.external_id as key ${ownListings} and l.external_id is not null
      order by l.external_id ${direction} limit ${reach})
    union all (select l.id, 1, null ${ownListings} and l.external_id is null order by l.id limit ${reach})`;
  const byTitle = sql.join(
    STATES_OF_STOCK.map(
      (state) => sql`(select l.id, 0 as part, l.title as key ${ownListings} and l.status = ${state}
        order by l.title ${direction}, l.id ${direction} limit ${reach})`,
    ),
    sql` union all `,
  );
  const found = sort === 'title' ? byTitle : sort === 'externalId' ? byNumber : byFigure;
  const { rows } = await sql<VehicleFigures>`
    with chosen as materialized (
      select id, row_number() over (order by part, key ${direction}, id ${sort === 'title' ? direction : sql`asc`}) as place
      from (${found}) found order by place limit ${limit} offset ${offset}
    )
    select l.id, l.external_id as "externalId", l.vin, l.slug, l.title, l.status, l.price, l.currency, l.vat_deductible as "vatDeductible", l.sold_price as "soldPrice", ${figuresOf(period)}
    from chosen join listings l on l.id = chosen.id ${sumsOf(period)}
    group by l.id, chosen.place
    order by chosen.place`.execute(db);
  return rows;
}

/** The next vehicles in the order of their stock numbers, those without one last; the first when `after` is null. */
export async function readVehiclesAfter(
  db: Queryable,
  sellerId: string,
  period: Period,
  after: Pick<VehicleFigures, 'id' | 'externalId'> | null,
  limit: number,
): Promise<VehicleFigures[]> {
  const number = after === null ? '' : after.externalId;
  const ownListings = sql`from listings where seller_id = ${sellerId} and deleted_at is null`;
  const numbered =
    number === null
      ? sql``
      : sql`(select id, external_id ${ownListings} and external_id > ${number} order by external_id limit ${limit}) union all`;
  const rest = number === null ? sql`and id > ${after?.id ?? ''}` : sql``;
  const { rows } = await sql<VehicleFigures>`
    with chosen as materialized (
      select id, external_id from (
        ${numbered} (select id, external_id ${ownListings} and external_id is null ${rest} order by id limit ${limit})
      ) l order by external_id nulls last, id limit ${limit}
    )
    select l.id, l.external_id as "externalId", l.vin, l.slug, l.title, l.status, l.price, l.currency, l.vat_deductible as "vatDeductible", l.sold_price as "soldPrice", ${figuresOf(period)}
    from chosen join listings l on l.id = chosen.id ${sumsOf(period)}
    group by l.id order by l.external_id nulls last, l.id`.execute(db);
  return rows;
}

/** A period of a vehicle: the difference of two running sums in each of its months. */
function sumOf(figure: string, { from, to }: Period): RawBuilder<unknown> {
  const sums = sql.ref(`s.${figure}`);
  const upTo = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(${sums}[least(${day}, cardinality(${sums}))], 0)`;
  return sql`sum(${upTo(sql`least(${to}::date - s.month + 1, 31)`)} - ${upTo(sql`greatest(${from}::date - s.month, 0)`)})::int`;
}

const figuresOf = (period: Period): RawBuilder<unknown> =>
  sql.join(
    (['views', 'visitors', 'inquiries', 'favorites'] as const).map(
      (figure) => sql`coalesce(${sumOf(figure, period)}, 0) as ${sql.ref(figure)}`,
    ),
  );

const isIn = ({ from, to }: Period): RawBuilder<unknown> =>
  sql`s.month between date_trunc('month', ${from}::date)::date and ${to}::date`;

const sumsOf = (period: Period): RawBuilder<unknown> =>
  sql`left join listing_running_sums s on s.listing_id = l.id and ${isIn(period)}`;

export interface DayFigures {
  readonly date: string;
  readonly views: number;
  readonly visitors: number;
  readonly inquiries: number;
  readonly favorites: number;
}

/** One listing of the seller, day by day; undefined when it is not theirs. */
export async function readListingDays(
  db: Queryable,
  sellerId: string,
  listingId: string,
  period: Period,
): Promise<{ listing: { id: string; externalId: string | null }; days: DayFigures[] } | undefined> {
  const { rows } = await sql<DayFigures & { id: string; externalId: string | null }>`
    select l.id, l.external_id as "externalId", to_char(d.day, 'YYYY-MM-DD') as date,
      coalesce(s.views, 0) as views, coalesce(s.visitors, 0) as visitors,
      coalesce(s.inquiries, 0) as inquiries, coalesce(s.favorites, 0) as favorites
    from listings l
    cross join generate_series(${period.from}::date, ${period.to}::date, interval '1 day') as d(day)
    left join listing_stats_daily s on s.listing_id = l.id and s.day = d.day::date
    where (l.id = ${listingId} or l.slug = ${listingId}) and l.seller_id = ${sellerId} and l.deleted_at is null
    order by d.day`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { id, externalId } = first;
  return {
    listing: { id, externalId },
    days: rows.map(({ date, views, visitors, inquiries, favorites }) => ({
      date,
      views,
      visitors,
      inquiries,
      favorites,
    })),
  };
}

export interface Answering {
  readonly conversations: number;
  readonly answered: number;
  /** Median time to the first reply; null without replies. */
  readonly medianMinutes: number | null;
}

/** Inquiries that started in the period, and the replies to them. */
export async function readAnswering(db: Queryable, sellerId: string, period: Period): Promise<Answering> {
  const { rows } = await sql<{ conversations: number; answered: number; median: number | null }>`
    select count(*)::int as conversations, count(responded_at)::int as answered,
      round(percentile_cont(0.5) within group (order by response_minutes))::int as median
    from conversations
    where seller_id = ${sellerId} and created_at >= ${period.from}::date and created_at < ${period.to}::date + 1`.execute(
    db,
  );
  const row = rows[0];
  return {
    conversations: row?.conversations ?? 0,
    answered: row?.answered ?? 0,
    medianMinutes: row?.median ?? null,
  };
}

/** Returns live listings with the lowest quality, worst first. Each state has an index by quality. */
export async function readWeakest(db: Queryable, sellerId: string, limit: number) {
  const parts = STATES_TO_IMPROVE.map(
    (state) => sql`(select id, quality_score from listings
      where seller_id = ${sellerId} and deleted_at is null and status = ${state}
      order by quality_score, id limit ${limit})`,
  );
  const { rows } = await sql<{
    id: string;
    slug: string;
    title: string;
    score: number;
    images: number;
  }>`
    with weakest as materialized (
      select id from (${sql.join(parts, sql` union all `)}) found order by quality_score, id limit ${limit}
    )
    select l.id, l.slug, l.title, l.quality_score as score, l.images_count as images
    from weakest join listings l on l.id = weakest.id order by l.quality_score, l.id`.execute(db);
  return rows;
}
