import type { Catalog } from './catalog.ts';
import { PRICE_EDGES } from './currency.ts';
import { NO_VALUE } from './dictionary.ts';
import type { FacetCounts } from './facet-counting.ts';
import { FIELD, type Field } from './fields.ts';
import type { SearchFacets, SearchQuery, SlugCount } from './types.ts';

// Turns counts into the rows of a facet: most first, the values selected always among them.

const FACET_VALUES_MAX = 100;

export function addFacetRows(
  facets: SearchFacets,
  counter: FacetCounts,
  catalog: Catalog,
  query: SearchQuery,
): void {
  const most = query.facetValuesMax ?? FACET_VALUES_MAX;
  switch (counter.name) {
    case 'categories': {
      const selected = (query.categories ?? []).filter((slug) => !isOnlySubcategory(catalog, slug));
      facets.categories = slugRows(counter, catalog, FIELD.category, selected, most);
      return;
    }
    case 'brands':
      facets.brands = slugRows(counter, catalog, FIELD.brand, query.brands ?? [], most);
      return;
    case 'fuel_types':
      facets.fuel_types = valueRows(counter, catalog, FIELD.fuelType, query.fuelTypes, most);
      return;
    case 'transmissions':
      facets.transmissions = valueRows(counter, catalog, FIELD.transmission, query.transmissions, most);
      return;
    case 'locations':
      facets.locations = valueRows(counter, catalog, FIELD.country, query.countries, most).map(
        ({ value, count }) => ({
          country: value,
          count,
        }),
      );
      return;
    case 'years': {
      const selected =
        query.minYear !== undefined && query.minYear === query.maxYear ? [String(query.minYear)] : [];
      facets.years = valueRows(counter, catalog, FIELD.year, selected, most)
        .map(({ value, count }) => ({ year: Number(value), count }))
        .toSorted((a, b) => b.year - a.year);
      return;
    }
    case 'price_ranges':
      facets.price_ranges = rangeRows(counter, query);
      return;
  }
}

// A slug of the lower level is no category of the facet.
function isOnlySubcategory(catalog: Catalog, slug: string): boolean {
  return (
    catalog.field(FIELD.subcategory).liveOf(slug) > 0 && catalog.field(FIELD.category).liveOf(slug) === 0
  );
}

function slugRows(
  counter: FacetCounts,
  catalog: Catalog,
  field: Field,
  selected: readonly string[],
  most: number,
): SlugCount[] {
  const dictionary = catalog.field(field);
  return valueRows(counter, catalog, field, selected, most).map(({ value, count }) => {
    const ordinal = dictionary.find(value);
    return { slug: value, name: ordinal === NO_VALUE ? value : dictionary.label(ordinal), count };
  });
}

function valueRows(
  counter: FacetCounts,
  catalog: Catalog,
  field: Field,
  selected: readonly string[] | undefined,
  most: number,
): { value: string; count: number }[] {
  const dictionary = catalog.field(field);
  const chosen = new Set(selected ?? []);
  const rows: { value: string; count: number }[] = [...chosen]
    .filter(
      (value) => (counter.counts[dictionary.find(value)] ?? 0) === 0 || dictionary.find(value) === NO_VALUE,
    )
    .map((value) => ({ value, count: 0 }));
  for (let ordinal = 1; ordinal < counter.counts.length; ordinal++) {
    const count = counter.counts[ordinal] as number;
    if (count > 0) rows.push({ value: dictionary.value(ordinal), count });
  }
  rows.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return rows.filter(({ value }, at) => at < most || chosen.has(value));
}

function rangeRows(
  { counts }: FacetCounts,
  query: SearchQuery,
): { min: number; max: number | null; count: number }[] {
  const isBounded = query.minPrice !== undefined || query.maxPrice !== undefined;
  return PRICE_EDGES.map((min, at) => ({
    min,
    max: PRICE_EDGES[at + 1] ?? null,
    count: counts[at + 1] ?? 0,
  })).filter(
    ({ min, max, count }) =>
      count > 0 || (isBounded && (query.minPrice ?? 0) === min && (query.maxPrice ?? null) === max),
  );
}
