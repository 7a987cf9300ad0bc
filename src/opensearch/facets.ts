import type { ExchangeRates, FacetName, SearchFacets, SearchQuery, SlugCount } from '../search/index.ts';
import { codeOf, FACET_VALUES_MAX, onlyNumber, RANGE_ENDS, rangesOf } from '../search/facets/facet-rows.ts';
import { PRICE_EDGES, priceEdgesInBase, rateOf } from '../search/store/currency.ts';
import { placeKey } from '../text/fold.ts';
import type { Aggregation } from './asking.ts';
import { NUMBER_FIELD_NAMES, VALUE_FIELD_NAMES } from './fields.ts';
import { currenciesOf, leastAmount } from './prices.ts';
import { allOf, type Json } from './query-types.ts';

/** More values than any facet has: with all of them from every shard, counts are exact. */
const VALUES_MAX = 20_000;

const FIELDS: Readonly<Record<Exclude<FacetName, 'price_ranges'>, string>> = {
  categories: 'category',
  brands: 'brand',
  years: 'year',
  fuel_types: 'fuel_type',
  transmissions: 'transmission',
  locations: 'country',
  axles: NUMBER_FIELD_NAMES.axles,
  cabs: VALUE_FIELD_NAMES.cab,
  colors: VALUE_FIELD_NAMES.color,
  power_ranges: NUMBER_FIELD_NAMES.powerHp,
  gross_weight_ranges: NUMBER_FIELD_NAMES.grossWeightKg,
};

/** All values of a field with their counts. */
export const countsBy = (field: string): Json => ({
  terms: { field, size: VALUES_MAX, shard_size: VALUES_MAX },
});

export function countsIn(aggregation: Aggregation | undefined): Map<string, number> {
  return new Map((aggregation?.buckets ?? []).map(({ key, doc_count }) => [String(key), doc_count]));
}

/** Where the facets are that have no condition of their own, if others have. */
const OTHERS = 'others';
/** Parts the name of a facet from that of one of its counts. */
const OF = '/';

/**
 * Counts each facet over what all conditions but its own leave of what the query finds. Those that have none share one
 * filter: a condition is tested for each listing and each filter that holds it, and prices take a test for each currency.
 * Where no facet has any, they stand in no filter: the cluster then counts whole segments without looking at listings.
 */
export function facetAggregations(
  wanted: readonly FacetName[],
  own: ReadonlyMap<FacetName, readonly Json[]>,
  query: SearchQuery,
  exchange: ExchangeRates,
): Json {
  const counts = (name: FacetName): Json =>
    name === 'price_ranges' ? priceCounts(query, exchange) : { values: countsBy(FIELDS[name]) };
  const allBut = (name: FacetName | null): Json =>
    allOf([...own].filter(([other]) => other !== name).flatMap(([, queries]) => queries));
  const others = Object.fromEntries(
    wanted
      .filter((name) => !own.has(name))
      .flatMap((name) => Object.entries(counts(name)).map(([part, count]) => [name + OF + part, count])),
  );
  if (own.size === 0) return others;
  return {
    ...Object.fromEntries(
      wanted
        .filter((name) => own.has(name))
        .map((name) => [name, { filter: allBut(name), aggs: counts(name) }]),
    ),
    ...(Object.keys(others).length === 0 ? {} : { [OTHERS]: { filter: allBut(null), aggs: others } }),
  };
}

type Counts = Readonly<Record<string, Aggregation>>;

/** The counts of one facet, by their own names. */
function countsOf(name: FacetName, aggregations: Counts): Counts {
  const known = aggregations[name];
  if (known !== undefined) return known as unknown as Counts;
  const others = (aggregations[OTHERS] ?? aggregations) as Counts;
  return Object.fromEntries(
    Object.entries(others)
      .filter(([one]) => one.startsWith(name + OF))
      .map(([one, counts]) => [one.slice(name.length + OF.length), counts]),
  );
}

/** The edges, converted to each currency. */
function priceCounts({ currency }: SearchQuery, exchange: ExchangeRates): Json {
  const edges = [...priceEdgesInBase(exchange, currency ?? exchange.base)];
  if (edges.some((edge) => Number.isNaN(edge))) return {};
  return Object.fromEntries(
    currenciesOf(exchange).map((one) => {
      const amounts = edges.map((edge) => leastAmount(edge, rateOf(exchange, one)));
      const ranges = amounts.map((from, at) => ({ key: String(at), from, to: amounts[at + 1] }));
      return [
        one,
        { filter: { term: { currency: one } }, aggs: { ranges: { range: { field: 'price', ranges } } } },
      ];
    }),
  );
}

export interface FacetNames {
  /** What a category or brand is shown as. */
  nameOf(kind: 'category' | 'brand', slug: string): string;
  /** Whether a slug is one of the lower level alone. */
  isOnlySubcategory(slug: string): boolean;
}

export function facetsIn(
  wanted: readonly FacetName[],
  aggregations: Readonly<Record<string, Aggregation>>,
  query: SearchQuery,
  names: FacetNames,
): SearchFacets {
  const facets: SearchFacets = {};
  const most = query.facetValuesMax ?? FACET_VALUES_MAX;
  for (const name of wanted) {
    const counted = countsOf(name, aggregations);
    const rows = (selected: readonly string[] | undefined) =>
      rowsOf(countsIn(counted['values']), selected, most);
    const codes = (selected: readonly string[] | undefined) =>
      rows(selected?.map(placeKey)).map(([key, count]) => ({ value: codeOf(key), count }));
    const ranges = (trait: keyof typeof RANGE_ENDS) => {
      const counts = countsIn(counted['values']);
      return rangesOf(
        [...counts].map(([number, count]) => [Number(number), count] as const),
        RANGE_ENDS[trait],
        query.ranges?.[trait],
      );
    };
    const slugs = (kind: 'category' | 'brand', selected: readonly string[] | undefined): SlugCount[] =>
      rows(selected).map(([slug, count]) => ({ slug, name: names.nameOf(kind, slug), count }));
    if (name === 'categories')
      facets.categories = slugs(
        'category',
        query.categories?.filter((slug) => !names.isOnlySubcategory(slug)),
      );
    else if (name === 'brands') facets.brands = slugs('brand', query.brands);
    else if (name === 'fuel_types')
      facets.fuel_types = rows(query.fuelTypes).map(([value, count]) => ({ value, count }));
    else if (name === 'transmissions')
      facets.transmissions = rows(query.transmissions).map(([value, count]) => ({ value, count }));
    else if (name === 'locations')
      facets.locations = rows(query.countries).map(([country, count]) => ({ country, count }));
    else if (name === 'years')
      facets.years = rows(yearsSelected(query))
        .map(toYear)
        .sort((a, b) => b.year - a.year);
    else if (name === 'axles')
      facets.axles = rows(onlyNumber(query.ranges?.axles))
        .map(([axles, count]) => ({ axles: Number(axles), count }))
        .sort((a, b) => a.axles - b.axles);
    else if (name === 'cabs') facets.cabs = codes(query.traits?.cab);
    else if (name === 'colors') facets.colors = codes(query.traits?.color);
    else if (name === 'power_ranges') facets.power_ranges = ranges('powerHp');
    else if (name === 'gross_weight_ranges') facets.gross_weight_ranges = ranges('grossWeightKg');
    else facets.price_ranges = priceRows(counted, query);
  }
  return facets;
}

const toYear = ([year, count]: readonly [string, number]) => ({ year: Number(year), count });

function yearsSelected({ minYear, maxYear }: SearchQuery): string[] {
  return minYear !== undefined && minYear === maxYear ? [String(minYear)] : [];
}

/** Most first and then by value; what is selected always among them, at the end where nothing has it. */
function rowsOf(
  counts: ReadonlyMap<string, number>,
  selected: readonly string[] | undefined,
  most: number,
): [string, number][] {
  const chosen = new Set(selected);
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const empty = [...chosen].filter((value) => !counts.has(value)).toSorted();
  return [
    ...sorted.filter(([value], at) => at < most || chosen.has(value)),
    ...empty.map((value): [string, number] => [value, 0]),
  ];
}

function priceRows(counted: Counts, query: SearchQuery) {
  const counts = PRICE_EDGES.map(() => 0);
  for (const currency of Object.values(counted)) {
    const { ranges } = currency as { ranges?: Aggregation };
    for (const { key, doc_count } of ranges?.buckets ?? [])
      counts[Number(key)] = (counts[Number(key)] ?? 0) + doc_count;
  }
  const { minPrice, maxPrice } = query;
  const isBounded = minPrice !== undefined || maxPrice !== undefined;
  return PRICE_EDGES.map((min, at) => ({
    min,
    max: PRICE_EDGES[at + 1] ?? null,
    count: counts[at] ?? 0,
  })).filter(
    ({ min, max, count }) =>
      count > 0 || (isBounded && (minPrice ?? 0) === min && (maxPrice ?? null) === max),
  );
}
