import { type Catalogue, KEY_SEPARATOR } from '../store/catalogue.ts';
import { PRICE_EDGES } from '../store/currency.ts';
import { type Dictionary, NO_VALUE } from '../store/dictionary.ts';
import type { FacetCounts } from './facet-counting.ts';
import { FIELD, type Field } from '../store/fields.ts';
import {
  type Dimension,
  DIMENSION_OF_FACET,
  isNumberDimension,
  isUniformFacet,
  facetRanges,
  MILEAGE_RANGES,
  valueOfKey,
  type UniformFacet,
  type ValueDimension,
  valueKey,
} from '../dimensions.ts';
import type {
  ModelCount,
  NamedCount,
  NumberCount,
  NumberRange,
  NumberRangeCount,
  SearchFacets,
  SearchQuery,
  SlugCount,
  ValueCount,
} from '../types.ts';

// Turns counts into the rows of a facet: most frequent first, selected values always included.

export const FACET_VALUES_MAX = 100;
export function addFacetRows(
  facets: SearchFacets,
  counter: FacetCounts,
  catalogue: Catalogue,
  query: SearchQuery,
): void {
  const rows = new FacetRows(counter, catalogue, query.facetValuesMax ?? FACET_VALUES_MAX);
  const { name } = counter;
  if (isUniformFacet(name)) {
    Object.assign(facets, { [name]: rows.dimension(name, DIMENSION_OF_FACET[name], query) });
    return;
  }
  switch (name) {
    case 'categories':
      facets.categories = rows.slugs(
        FIELD.category,
        query.categories?.filter((slug) => !isOnlySubcategory(catalogue, slug)),
      );
      return;
    case 'subcategories':
      facets.subcategories = rows.slugs(FIELD.subcategory, selectedSubcategories(catalogue, query));
      return;
    case 'models':
      facets.models = rows.models();
      return;
    case 'features':
      facets.features = rows.features();
      return;
    case 'mileage_ranges':
      facets.mileage_ranges = rows.mileages(query);
      return;
    case 'brands':
      facets.brands = rows.slugs(FIELD.brand, query.brands);
      return;
    case 'locations':
      facets.locations = rows.of(FIELD.country, query.countries, (country, count) => ({ country, count }));
      return;
    case 'years': {
      const selected =
        query.minYear !== undefined && query.minYear === query.maxYear ? [String(query.minYear)] : [];
      facets.years = rows
        .of(FIELD.year, selected, (year, count) => ({ year: Number(year), count }))
        .sort((a, b) => b.year - a.year);
      return;
    }
    case 'price_ranges':
      facets.price_ranges = rangeRows(counter, query);
      return;
  }
}

function selectedSubcategories(
  catalogue: Catalogue,
  { categories = [], subcategories = [] }: SearchQuery,
): readonly string[] {
  return [...subcategories, ...categories.filter((slug) => isOnlySubcategory(catalogue, slug))];
}

// Whether the slug is only a subcategory's; the facet does not list those.
function isOnlySubcategory(catalogue: Catalogue, slug: string): boolean {
  return (
    catalogue.field(FIELD.subcategory).liveOf(slug) > 0 && catalogue.field(FIELD.category).liveOf(slug) === 0
  );
}

class FacetRows {
  readonly #counts: Uint32Array;
  readonly #catalogue: Catalogue;
  readonly #most: number;

  constructor({ counts }: FacetCounts, catalogue: Catalogue, most: number) {
    this.#counts = counts;
    this.#catalogue = catalogue;
    this.#most = most;
  }

  slugs(field: Field, selected: readonly string[] | undefined): SlugCount[] {
    const dictionary = this.#catalogue.field(field);
    return this.of(field, selected, (slug, count, ordinal) => ({
      slug,
      name: ordinal === NO_VALUE ? slug : dictionary.label(ordinal),
      count,
    }));
  }

  values(name: ValueDimension, selected: readonly string[] | undefined): ValueCount[] {
    return this.of(
      FIELD[name],
      selected?.map((value) => valueKey(name, value)),
      (key, count) => ({ value: valueOfKey(name, key), count }),
    );
  }

  models(): ModelCount[] {
    const dictionary = this.#catalogue.field(FIELD.brandModel);
    return this.#rows(dictionary, undefined, (_key, count, ordinal) => ({
      value: dictionary.label(ordinal),
      brand: this.#catalogue.brandOf(ordinal),
      count,
    }));
  }

  /** Selected features are among the rows, because every document of the results has them. */
  features(): NamedCount[] {
    const { features } = this.#catalogue;
    return this.#rows(features, undefined, (value, count, ordinal) => ({
      value,
      name: features.label(ordinal).split(KEY_SEPARATOR)[0] || value,
      count,
    }));
  }

  mileages({ minMileage, maxMileage }: SearchQuery): NumberRangeCount[] {
    const { ends } = MILEAGE_RANGES;
    const counts = [...this.#counts].map((count, range) => [ends[range] ?? Infinity, count] as const);
    const isBounded = minMileage !== undefined || maxMileage !== undefined;
    return rangesOf(counts, ends, isBounded ? { min: minMileage, max: maxMileage } : undefined);
  }

  /** Returns the rows of a facet that counts a dimension. */
  dimension(facet: UniformFacet, name: Dimension, { values, ranges }: SearchQuery): readonly object[] {
    if (!isNumberDimension(name)) return this.values(name, values?.[name]);
    const { ends } = facetRanges(name) ?? {};
    if (ends !== undefined) return this.ranges(FIELD[name], ends, ranges?.[name]);
    return this.of(FIELD[name], onlyNumber(ranges?.[name]), (number, count) =>
      numberCount(facet, Number(number), count),
    ).sort(byNumber(facet));
  }

  ranges(field: Field, ends: readonly number[], selected: NumberRange | undefined): NumberRangeCount[] {
    const dictionary = this.#catalogue.field(field);
    const counts = [...this.#counts].map(
      (count, ordinal) => [Number(dictionary.value(ordinal)), count] as const,
    );
    return rangesOf(counts.slice(NO_VALUE + 1), ends, selected);
  }

  of<Row>(
    field: Field,
    selected: readonly string[] | undefined,
    makeRow: (value: string, count: number, ordinal: number) => Row,
  ): Row[] {
    return this.#rows(this.#catalogue.field(field), selected, makeRow);
  }

  #rows<Row>(
    dictionary: Dictionary,
    selected: readonly string[] | undefined,
    makeRow: (value: string, count: number, ordinal: number) => Row,
  ): Row[] {
    const counts = this.#counts;
    const most = this.#most;
    const chosen = selected?.length ? new Set(selected) : null;
    const order = dictionary.inOrder();
    // Sorts most frequent first, then by value, encoded as numbers, which sort faster than rows.
    const keys = new Float64Array(order.length);
    let length = 0;
    for (let place = 0; place < order.length; place++) {
      const count = counts[order[place] as number] ?? 0;
      if (count > 0) keys[length++] = count * order.length + (order.length - 1 - place);
    }
    const sorted = keys.subarray(0, length).sort();
    const rows: Row[] = [];
    for (let index = 0; index < length; index++) {
      const key = sorted[length - 1 - index] as number;
      const ordinal = order[order.length - 1 - (key % order.length)] as number;
      const value = dictionary.value(ordinal);
      if (index < most || chosen?.has(value))
        rows.push(makeRow(value, Math.floor(key / order.length), ordinal));
    }
    if (chosen !== null) {
      for (const value of [...chosen].toSorted()) {
        const ordinal = dictionary.find(value);
        if (ordinal === NO_VALUE || !counts[ordinal]) rows.push(makeRow(value, 0, ordinal));
      }
    }
    return rows;
  }
}

export const numberCount = (facet: UniformFacet, number: number, count: number): NumberCount<string> => ({
  [facet]: number,
  count,
});

export const byNumber =
  (facet: UniformFacet) =>
  (a: NumberCount<string>, b: NumberCount<string>): number =>
    (a[facet] ?? 0) - (b[facet] ?? 0);

/** Sums up the counts by range, because few distinct numbers occur. */
export function rangesOf(
  counts: readonly (readonly [number: number, count: number])[],
  ends: readonly number[],
  selected: NumberRange | undefined,
): NumberRangeCount[] {
  const sums = new Uint32Array(ends.length + 1);
  for (const [number, count] of counts) {
    const end = ends.findIndex((last) => number <= last);
    const index = end === -1 ? ends.length : end;
    sums[index] = (sums[index] as number) + count;
  }
  return Array.from(sums, (count, index) => ({
    min: index === 0 ? 0 : (ends[index - 1] as number) + 1,
    max: ends[index] ?? null,
    count,
  })).filter(
    ({ min, max, count }) =>
      count > 0 || (selected !== undefined && (selected.min ?? 0) === min && (selected.max ?? null) === max),
  );
}

/** Returns the only number that a range allows, if there is exactly one. */
export function onlyNumber(range: NumberRange | undefined): string[] {
  return range?.min !== undefined && range.min === range.max ? [String(range.min)] : [];
}

function rangeRows(
  { counts }: FacetCounts,
  query: SearchQuery,
): { min: number; max: number | null; count: number }[] {
  const isBounded = query.minPrice !== undefined || query.maxPrice !== undefined;
  return PRICE_EDGES.map((min, index) => ({
    min,
    max: PRICE_EDGES[index + 1] ?? null,
    count: counts[index + 1] ?? 0,
  })).filter(
    ({ min, max, count }) =>
      count > 0 || (isBounded && (query.minPrice ?? 0) === min && (query.maxPrice ?? null) === max),
  );
}
