/**
 * The same market in PostgreSQL's own search: one flat table with a text vector and the usual indexes. It serves the
 * filters, the seven disjunctive facets and a page; for questions without words its counts must be those of the server.
 */
import type pg from 'pg';
import type { QueryParameters } from './queries.ts';

const SCHEMA = 'bench_peer';

export async function fillPeer(client: pg.Client, rates: Readonly<Record<string, number>>): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
  await client.query(`create schema ${SCHEMA}`);
  await client.query(
    `create unlogged table ${SCHEMA}.vehicles as
     select l.id, c.slug as category, sc.slug as subcategory, b.slug as brand,
       round((l.price / coalesce(($1::jsonb ->> l.currency)::numeric, 1))::numeric, 6) as price_eur,
       l.year, l.mileage, l.fuel_type, l.transmission, l.country, l.published_at,
       setweight(to_tsvector('simple', l.title), 'A') || setweight(to_tsvector('simple', coalesce(b.name, '') || ' ' || coalesce(l.model, '')), 'B')
         || setweight(to_tsvector('simple', coalesce(l.description, '')), 'D') as words
     from listings l left join categories c on c.id = l.category_id left join categories sc on sc.id = l.subcategory_id
       left join brands b on b.id = l.brand_id
     where l.status = 'ACTIVE'`,
    [JSON.stringify(rates)],
  );
  await client.query(`create index on ${SCHEMA}.vehicles using gin (words)`);
  for (const columns of ['brand, price_eur', 'category, year', 'price_eur', 'country', 'published_at desc'])
    await client.query(`create index on ${SCHEMA}.vehicles (${columns})`);
  await client.query(`vacuum analyze ${SCHEMA}.vehicles`);
}

export async function dropPeer(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
}

const PRICE_EDGES = [0, 5000, 10_000, 20_000, 35_000, 50_000, 75_000, 100_000, 150_000, 250_000];

/** Column of each facet, and the name of the facet that a condition belongs to. */
const FACETS: Readonly<Record<string, string>> = {
  categories: 'category',
  brands: 'brand',
  price_ranges: `width_bucket(price_eur, array[${PRICE_EDGES.join(',')}]::numeric[])`,
  years: 'year',
  fuel_types: 'fuel_type',
  transmissions: 'transmission',
  locations: 'country',
};

interface Condition {
  readonly facet: string | null;
  readonly sql: string;
  readonly value: unknown;
}

function conditionsOf(query: QueryParameters): Condition[] {
  const list = (text: string): string[] => text.split(',');
  const readers: Readonly<Record<string, (value: string) => Condition>> = {
    q: (value) => ({ facet: null, sql: `words @@ plainto_tsquery('simple', ?)`, value }),
    category: (value) => ({ facet: 'categories', sql: '(category = any(?) or subcategory = any(?))', value: list(value) }),
    brand: (value) => ({ facet: 'brands', sql: 'brand = any(?)', value: list(value) }),
    min_price: (value) => ({ facet: 'price_ranges', sql: 'price_eur >= ?', value: Number(value) }),
    max_price: (value) => ({ facet: 'price_ranges', sql: 'price_eur <= ?', value: Number(value) }),
    min_year: (value) => ({ facet: 'years', sql: 'year >= ?', value: Number(value) }),
    max_mileage: (value) => ({ facet: null, sql: 'mileage <= ?', value: Number(value) }),
    fuel_type: (value) => ({ facet: 'fuel_types', sql: 'fuel_type = any(?)', value: list(value) }),
    country: (value) => ({ facet: 'locations', sql: 'country = any(?)', value: list(value) }),
  }; // prettier-ignore
  return Object.entries(query).flatMap(([name, value]) => {
    const reader = readers[name];
    return reader === undefined ? [] : [reader(value)];
  });
}

export interface PeerResult {
  readonly total: number;
  /** Facet → value → count. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** One round trip: everything in one statement. */
export async function queryPeer(client: pg.Client, query: QueryParameters): Promise<PeerResult> {
  const conditions = conditionsOf(query);
  const values = conditions.map(({ value }) => value);
  const texts = conditions.map(({ facet, sql }, at) => ({ facet, sql: sql.replaceAll('?', `$${at + 1}`) }));
  const all = (left: readonly { sql: string }[]): string =>
    left.length === 0 ? 'true' : left.map(({ sql }) => sql).join(' and ');
  const shared = all(texts.filter(({ facet }) => facet === null));
  const ownTexts = texts.filter(({ facet }) => facet !== null);
  const counts = Object.entries(FACETS).map(
    ([name, column]) =>
      `select '${name}' as facet, ${column}::text as value, count(*)::int as count from base where ${all(ownTexts.filter(({ facet }) => facet !== name))} group by 2`,
  );
  const rank =
    query['q'] === undefined
      ? 'published_at'
      : `ts_rank(words, plainto_tsquery('simple', $${conditions.findIndex(({ sql }) => sql.startsWith('words')) + 1}))`;
  const { rows } = await client.query<{ facet: string; value: string | null; count: number }>(
    `with base as materialized (
       select id, category, subcategory, brand, price_eur, year, mileage, fuel_type, transmission, country from ${SCHEMA}.vehicles where ${shared}
     ), page as (
       select id from ${SCHEMA}.vehicles where ${all(texts)} order by ${rank} desc, id limit 20
     )
     ${counts.join(' union all ')}
     union all select 'total', null, count(*)::int from base where ${all(ownTexts)}
     union all select 'page', id, 0 from page`,
    values,
  ); // prettier-ignore
  const facets: Record<string, Record<string, number>> = {};
  let total = 0;
  for (const { facet, value, count } of rows) {
    if (facet === 'total') total = count;
    else if (facet !== 'page' && value !== null) (facets[facet] ??= {})[rangeOr(facet, value)] = count;
  }
  return { total, facets };
}

/** A price range is named by its lower edge. */
function rangeOr(facet: string, value: string): string {
  return facet === 'price_ranges' ? String(PRICE_EDGES[Number(value) - 1] ?? 'none') : value;
}
