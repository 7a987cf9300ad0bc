import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import { listingStates, PLACES_OF_CHUNK } from '../listings/index.ts';

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

/** Returns the listings with the most views in the period. */
export async function readTopListings(
  db: Queryable,
  sellerId: string,
  period: Period,
  limit: number,
): Promise<TopListing[]> {
  const { rows } = await sql<TopListing>`
    with ${figuresOfStock(sellerId, period)}, top as materialized (
      select listing_id, f.views, f.inquiries from figures f join stock using (listing_id)
      where f.views > 0 or f.inquiries > 0
      order by f.views desc, f.inquiries desc, listing_id limit ${limit}
    )
    select l.id, l.slug, l.title, l.status, l.thumbnail, top.views, top.inquiries, l.favorites_count as favorites
    from top join listings l on l.id = top.listing_id
    order by top.views desc, top.inquiries desc, l.id`.execute(db);
  return rows;
}

const FIGURES = ['views', 'visitors', 'inquiries', 'favorites'] as const;

/**
 * Two common table expressions: `stock` with the vehicles of a seller, and `figures` with their statistics in the period. These are
 * the totals of its last day less those of the day before it, for thousands of vehicles per row, and the pending deltas.
 */
function figuresOfStock(sellerId: string, { from, to }: Period): RawBuilder<unknown> {
  const each = (column: (figure: RawBuilder<unknown>, before: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(FIGURES.map((figure) => column(sql.ref(figure), sql.ref(`${figure}_before`))));
  const figures = each((figure) => figure);
  const lastRow = (until: RawBuilder<unknown>) => sql`(
    select ${figures} from stock_figures
    where seller_id = ${sellerId} and chunk = c.chunk and day ${until} order by day desc limit 1)`;
  return sql`stock as materialized (
      select listing_id, place from listing_texts where seller_id = ${sellerId} and status <> 'DELETED'
    ), figures as materialized (
      select listing_id, ${each((figure) => sql`sum(${figure})::int as ${figure}`)}
      from (
        select stock.listing_id, ${each((figure, before) => sql`t.${figure} - coalesce(t.${before}, 0) as ${figure}`)}
        from (
          select c.chunk, generate_series(1, c.places) as number,
            ${each((figure, before) => sql`unnest(until.${figure}) as ${figure}, unnest(before.${figure}) as ${before}`)}
          from (
            select place / ${PLACES_OF_CHUNK} as chunk, max(place % ${PLACES_OF_CHUNK}) + 1 as places from stock group by 1
          ) c
          join lateral ${lastRow(sql`<= ${to}::date`)} until on true
          left join lateral ${lastRow(sql`< ${from}::date`)} before on true
        ) t
        join stock on stock.place = t.chunk * ${PLACES_OF_CHUNK} + t.number - 1
        union all
        select listing_id, ${figures} from seller_day_changes
        where seller_id = ${sellerId} and day between ${from}::date and ${to}::date
      ) known
      group by listing_id
    )`;
}

const FIGURES_OF_VEHICLE = sql.join(
  FIGURES.map((figure) => sql`coalesce(f.${sql.ref(figure)}, 0) as ${sql.ref(figure)}`),
);

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

/** The current stock, including vehicles without views. Reads only the listings of the page. */
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
    select listing_id as id, 0 as part, coalesce(f.${sql.ref(sort)}, 0) as key
    from stock left join figures f using (listing_id)`;
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
    with ${figuresOfStock(sellerId, period)}, chosen as materialized (
      select id, row_number() over (order by part, key ${direction}, id ${sort === 'title' ? direction : sql`asc`}) as place
      from (${found}) found order by place limit ${limit} offset ${offset}
    )
    select l.id, l.external_id as "externalId", l.vin, l.slug, l.title, l.status, l.price, l.currency, l.vat_deductible as "vatDeductible", l.sold_price as "soldPrice", ${FIGURES_OF_VEHICLE}
    from chosen join listings l on l.id = chosen.id left join figures f on f.listing_id = l.id
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
    with ${figuresOfStock(sellerId, period)}, chosen as materialized (
      select id, external_id from (
        ${numbered} (select id, external_id ${ownListings} and external_id is null ${rest} order by id limit ${limit})
      ) l order by external_id nulls last, id limit ${limit}
    )
    select l.id, l.external_id as "externalId", l.vin, l.slug, l.title, l.status, l.price, l.currency, l.vat_deductible as "vatDeductible", l.sold_price as "soldPrice", ${FIGURES_OF_VEHICLE}
    from chosen join listings l on l.id = chosen.id left join figures f on f.listing_id = l.id
    order by l.external_id nulls last, l.id`.execute(db);
  return rows;
}

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
