import {
  DIMENSION_OF_FACET,
  type ExchangeRates,
  FACET_ABOVE,
  type FacetName,
  type FacetRanges,
  isNumberDimension,
  isPartFacet,
  isUniformFacet,
  facetRanges,
  MILEAGE_RANGES,
  type PartFacet,
  type SearchFacets,
  type SearchQuery,
  valueOfKey,
  type SlugCount,
  type UniformFacet,
  valueKey,
} from '@fifthwheel/search';
import {
  byNumber,
  FACET_VALUES_MAX,
  KEY_SEPARATOR,
  numberCount,
  onlyNumber,
  PRICE_EDGES,
  priceEdgesInBase,
  rangesOf,
  rateOf,
} from '@fifthwheel/search/matching';
import type { Aggregation } from './index-queries.ts';
import { DIMENSION_FIELDS } from './fields.ts';
import { currenciesOf, leastAmount } from './prices.ts';
import { allOf, type Json, terms } from './query-types.ts';

/** More values than any facet has. With all values from every shard, counts are exact. */
const VALUES_MAX = 20_000;

const OWN_FIELDS: Readonly<Record<Exclude<FacetName, UniformFacet | 'price_ranges'>, string>> = {
  categories: 'category',
  subcategories: 'subcategory',
  brands: 'brand',
  models: 'brand_model',
  mileage_ranges: 'mileage',
  features: 'features',
  years: 'year',
  locations: 'country',
};

const fieldOf = (name: Exclude<FacetName, 'price_ranges'>): string =>
  isUniformFacet(name) ? DIMENSION_FIELDS[DIMENSION_OF_FACET[name]] : OWN_FIELDS[name];

/** Builds an aggregation of all values of a field with their counts. */
export const countsBy = (field: string): Json => ({
  terms: { field, size: VALUES_MAX, shard_size: VALUES_MAX },
});

/** Counts whole numbers by range, under the number of the range. */
function countsByRange(field: string, { ends }: FacetRanges): Json {
  const begins = [0, ...ends.map((end) => end + 1)];
  const ranges = begins.map((from, index) => ({ key: String(index), from, to: begins[index + 1] }));
  return { range: { field, ranges } };
}

/** Returns the counts as `rangesOf` takes them: with a number of each range. */
const numbersIn = (counts: ReadonlyMap<string, number>, { ends }: FacetRanges) =>
  [...counts].map(([range, count]) => [ends[Number(range)] ?? Infinity, count] as const);

function rangesOfFacet(name: FacetName): FacetRanges | undefined {
  if (name === 'mileage_ranges') return MILEAGE_RANGES;
  const dimension = isUniformFacet(name) ? DIMENSION_OF_FACET[name] : undefined;
  return dimension !== undefined && isNumberDimension(dimension) ? facetRanges(dimension) : undefined;
}

export function countsIn(aggregation: Aggregation | undefined): Map<string, number> {
  return new Map((aggregation?.buckets ?? []).map(({ key, doc_count }) => [String(key), doc_count]));
}

/** Returns the conditions that narrow a facet to the parts of a selection. */
function partConditions(name: PartFacet, { brands, subcategoriesOf }: SearchQuery): Json[] {
  const [field, selected] = name === 'models' ? ['brand', brands] : ['category', subcategoriesOf];
  return selected?.length ? [terms(field, selected)] : [];
}

/** Name of the aggregation for facets without own conditions, if other facets have some. */
const OTHERS = 'others';
/** Separates the name of a facet from that of one of its counts. */
const OF = '/';

/**
 * Counts each facet over the matches of all conditions but its own. Facets without conditions share one
 * filter, because each filter tests its conditions on every listing, and prices take a test per currency. If
 * no facet has conditions, no filter is used: the cluster then counts whole segments without looking at
 * listings.
 */
export function facetAggregations(
  wanted: readonly FacetName[],
  ownConditions: ReadonlyMap<FacetName, readonly Json[]>,
  query: SearchQuery,
  exchange: ExchangeRates,
): Json {
  const counts = (name: FacetName): Json => {
    if (name === 'price_ranges') return priceCounts(query, exchange);
    const ranges = rangesOfFacet(name);
    const field = fieldOf(name);
    return { values: ranges === undefined ? countsBy(field) : countsByRange(field, ranges) };
  };
  const othersOf = (name: FacetName | null): Json[] =>
    [...ownConditions].filter(([other]) => other !== name).flatMap(([, queries]) => queries);
  const allBut = (name: FacetName | null): Json =>
    name !== null && isPartFacet(name)
      ? allOf([...othersOf(FACET_ABOVE[name]), ...partConditions(name, query)])
      : allOf(othersOf(name));
  const isApart = (name: FacetName): boolean =>
    isPartFacet(name)
      ? ownConditions.has(FACET_ABOVE[name]) || partConditions(name, query).length > 0
      : ownConditions.has(name);
  const sharedCounts = Object.fromEntries(
    wanted
      .filter((name) => !isApart(name))
      .flatMap((name) => Object.entries(counts(name)).map(([part, count]) => [name + OF + part, count])),
  );
  if (ownConditions.size === 0 && !wanted.some(isApart)) return sharedCounts;
  return {
    ...Object.fromEntries(
      wanted.filter(isApart).map((name) => [name, { filter: allBut(name), aggs: counts(name) }]),
    ),
    ...(Object.keys(sharedCounts).length === 0
      ? {}
      : { [OTHERS]: { filter: allBut(null), aggs: sharedCounts } }),
  };
}

type Counts = Readonly<Record<string, Aggregation>>;

/** Returns the counts of one facet, under their own names. */
function countsOf(name: FacetName, aggregations: Counts): Counts {
  const known = aggregations[name];
  if (known !== undefined) return known as unknown as Counts;
  const sharedCounts = (aggregations[OTHERS] ?? aggregations) as Counts;
  return Object.fromEntries(
    Object.entries(sharedCounts)
      .filter(([key]) => key.startsWith(name + OF))
      .map(([key, counts]) => [key.slice(name.length + OF.length), counts]),
  );
}

/** Counts prices by range, with the edges converted to each currency. */
function priceCounts({ currency }: SearchQuery, exchange: ExchangeRates): Json {
  const edges = [...priceEdgesInBase(exchange, currency ?? exchange.base)];
  if (edges.some((edge) => Number.isNaN(edge))) return {};
  return Object.fromEntries(
    currenciesOf(exchange).map((code) => {
      const amounts = edges.map((edge) => leastAmount(edge, rateOf(exchange, code)));
      const ranges = amounts.map((from, index) => ({ key: String(index), from, to: amounts[index + 1] }));
      return [
        code,
        { filter: { term: { currency: code } }, aggs: { ranges: { range: { field: 'price', ranges } } } },
      ];
    }),
  );
}

export interface FacetNames {
  /** Returns the display name of a category or brand. */
  nameOf(kind: 'category' | 'brand', slug: string): string;
  /** Returns the display name of a model, by its brand and key. */
  modelOf(brandModel: string): string;
  /** Whether the slug is only a subcategory's. */
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
    const slugs = (kind: 'category' | 'brand', selected: readonly string[] | undefined): SlugCount[] =>
      rows(selected).map(([slug, count]) => ({ slug, name: names.nameOf(kind, slug), count }));
    if (name === 'categories')
      facets.categories = slugs(
        'category',
        query.categories?.filter((slug) => !names.isOnlySubcategory(slug)),
      );
    else if (name === 'subcategories')
      facets.subcategories = slugs('category', [
        ...(query.subcategories ?? []),
        ...(query.categories ?? []).filter((slug) => names.isOnlySubcategory(slug)),
      ]);
    else if (name === 'models')
      facets.models = rows(undefined).map(([key, count]) => ({
        value: names.modelOf(key),
        brand: key.slice(0, key.indexOf(KEY_SEPARATOR)),
        count,
      }));
    else if (name === 'features')
      facets.features = rows(undefined).map(([value, count]) => ({ value, name: value, count }));
    else if (name === 'mileage_ranges')
      facets.mileage_ranges = rangesOf(
        numbersIn(countsIn(counted['values']), MILEAGE_RANGES),
        MILEAGE_RANGES.ends,
        (query.minMileage ?? query.maxMileage) === undefined
          ? undefined
          : { min: query.minMileage, max: query.maxMileage },
      );
    else if (name === 'brands') facets.brands = slugs('brand', query.brands);
    else if (name === 'locations')
      facets.locations = rows(query.countries).map(([country, count]) => ({ country, count }));
    else if (name === 'years')
      facets.years = rows(yearsSelected(query))
        .map(toYear)
        .sort((a, b) => b.year - a.year);
    else if (isUniformFacet(name))
      Object.assign(facets, { [name]: dimensionRows(name, countsIn(counted['values']), query, most) });
    else facets.price_ranges = priceRows(counted, query);
  }
  return facets;
}

/** Returns the rows of a facet that counts a dimension. */
function dimensionRows(
  facet: UniformFacet,
  counts: ReadonlyMap<string, number>,
  { values, ranges }: SearchQuery,
  most: number,
): readonly object[] {
  const name = DIMENSION_OF_FACET[facet];
  if (!isNumberDimension(name)) {
    const selected = values?.[name]?.map((value) => valueKey(name, value));
    return rowsOf(counts, selected, most).map(([key, count]) => ({ value: valueOfKey(name, key), count }));
  }
  const facetRange = facetRanges(name);
  if (facetRange !== undefined)
    return rangesOf(numbersIn(counts, facetRange), facetRange.ends, ranges?.[name]);
  return rowsOf(counts, onlyNumber(ranges?.[name]), most)
    .map(([number, count]) => numberCount(facet, Number(number), count))
    .sort(byNumber(facet));
}

const toYear = ([year, count]: readonly [string, number]) => ({ year: Number(year), count });

function yearsSelected({ minYear, maxYear }: SearchQuery): string[] {
  return minYear !== undefined && minYear === maxYear ? [String(minYear)] : [];
}

/**
 * Returns the most frequent values first, then sorted by value. Selected values are always included, at the
 * end if no listing has them.
 */
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
  return PRICE_EDGES.map((min, index) => ({
    min,
    max: PRICE_EDGES[index + 1] ?? null,
    count: counts[index] ?? 0,
  })).filter(
    ({ min, max, count }) =>
      count > 0 || (isBounded && (minPrice ?? 0) === min && (maxPrice ?? null) === max),
  );
}
