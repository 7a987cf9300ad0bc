// Input and output of the engine: plain data without requests, rows or clocks, so that other engines can use
// the same types.

import type {
  FacetName,
  NumberDimension,
  NumberFacet,
  RangeFacet,
  ValueDimension,
  ValueFacet,
} from './dimensions.ts';

export interface NamedSlug {
  slug: string;
  name: string;
}

export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Fields that are not dimensions. A category can be of either level. */
const OWN_VALUE_FIELDS = [
  'category',
  'brand',
  'model',
  'feature',
  'country',
  'region',
  'city',
  'seller',
] as const;
type OwnValueField = (typeof OWN_VALUE_FIELDS)[number];
/** Fields of a listing whose values a condition can name. */
export type ValueField = OwnValueField | ValueDimension;

export const isOwnValueField = (field: ValueField): field is OwnValueField =>
  OWN_VALUE_FIELDS.some((valueField) => valueField === field);

export type RangeField = 'price' | 'year' | 'mileage' | NumberDimension;

export interface ValueCondition {
  readonly field: ValueField;
  readonly values: readonly string[];
}

export interface RangeCondition extends NumberRange {
  readonly range: RangeField;
  /** Currency of a price; default: the base of the rates. */
  readonly currency?: string | undefined;
}

/** A parsed condition: any of some values, a range, a circle, or a combination of conditions. */
export type Condition =
  | ValueCondition
  | RangeCondition
  | { readonly circle: { readonly lat: number; readonly lng: number; readonly radiusKm: number } }
  | { readonly any: readonly Condition[] }
  | { readonly all: readonly Condition[] }
  | { readonly not: Condition }
  /**
   * All of these terms must be in the document's own words: title, make, model, variant, equipment,
   * description.
   */
  | { readonly ownTerms: readonly string[] };

/**
 * The parsed names of a query. They add matches and never remove any: a listing that only contains the words
 * also matches, with half of its score.
 */
export interface NamedWords {
  readonly parsed: Condition;
  /** Null if the words cannot be searched for. */
  readonly literal: Condition | null;
}

/** A live listing. The engine folds and tokenizes texts; codes and slugs are compared as given. */
export interface SearchDocument {
  id: string;
  title: string;
  slug: string;
  description: string;
  brand: NamedSlug | null;
  model: string | null;
  variant: string | null;
  /** The top category; its name and the names in `categoryTexts` are searchable. */
  category: NamedSlug;
  subcategory: NamedSlug | null;
  /**
   * Subcategory that the body suggests, if there is no subcategory. Searches by text find it; lists and
   * counts ignore it.
   */
  body?: string | null;
  /** Names of built-in components as words, such as the cooling unit. */
  parts?: string | null;
  /**
   * Names of category and subcategory in every language. Stored once for all documents with both; the last
   * ones given apply.
   */
  categoryTexts: readonly string[];
  features: readonly string[];
  /**
   * `featureTexts[i]` has the names of `features[i]` in every language, the English one first. Stored once
   * per feature; the last ones given apply.
   */
  featureTexts: readonly (readonly string[])[];
  price: number | null;
  currency: string;
  year: number | null;
  mileage: number | null;
  /** Difference from the median price of similar listings, in tenths of a percent; null if too few are similar. */
  pricePosition?: number | null;
  values: { readonly [D in ValueDimension]?: string | null };
  numbers: { readonly [D in NumberDimension]?: number | null };
  country: string;
  region: string | null;
  city: string | null;
  lat: number | null;
  lng: number | null;
  featured: boolean;
  sellerId: string;
  /** Name by which a query can match the seller. */
  sellerName?: string | null;
  sellerVerified: boolean;
  /** 0 to 1; ranked in whole percent. */
  completeness: number;
  createdAtMs: number;
  publishedAtMs: number;
  views: number;
  hasImages: boolean;
  /** Opaque to the engine; returned with each hit as bytes. */
  summary: Uint8Array | string;
}

/** Display name of a category, and other names and words that find it. */
export interface CategoryNames {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Current names, by the slugs and codes in documents; undefined for an unknown one. */
export interface Names {
  category(slug: string): CategoryNames | undefined;
  /** Returns all names of a feature. */
  feature(code: string): readonly string[] | undefined;
  brand(slug: string): string | undefined;
}

export type SearchChange =
  | { kind: 'put'; document: SearchDocument }
  | { kind: 'remove'; id: string }
  | { kind: 'views'; id: string; views: number };

export const SORT_KEYS = [
  'relevance',
  'price',
  'year',
  'mileage',
  'created_at',
  'views',
  'distance',
  'price_position',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type SortOrder = 'asc' | 'desc';

/** Sort keys whose lowest values come first by default. */
const ASCENDING: ReadonlySet<SortKey> = new Set(['distance', 'price_position']);
/** Returns the order of a sort key if the query does not set one. */
export const defaultOrder = (sort: SortKey): SortOrder => (ASCENDING.has(sort) ? 'asc' : 'desc');

export interface GeoCentre {
  lat: number;
  lng: number;
  /** Without a radius the center only measures distances (for sort 'distance'). */
  radiusKm?: number | undefined;
}

/**
 * A validated query. Lists are alternatives (OR), everything else narrows (AND). An empty list does not
 * filter.
 */
export interface SearchQuery {
  text?: string | undefined;
  /**
   * Matches each document on its own words alone: no spelling tolerance, codes only joined. For saved
   * searches, whose result for a listing must not depend on the rest of the index.
   */
  strictText?: boolean | undefined;
  /** Slugs of top categories or subcategories. */
  categories?: readonly string[] | undefined;
  subcategories?: readonly string[] | undefined;
  brands?: readonly string[] | undefined;
  models?: readonly string[] | undefined;
  countries?: readonly string[] | undefined;
  regions?: readonly string[] | undefined;
  cities?: readonly string[] | undefined;
  /** Codes; unlike other lists, all of them must match. */
  features?: readonly string[] | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  /** Currency of the price bounds and of the price_ranges facet; default: the base of the rates. */
  currency?: string | undefined;
  minYear?: number | undefined;
  maxYear?: number | undefined;
  minMileage?: number | undefined;
  maxMileage?: number | undefined;
  geo?: GeoCentre | undefined;
  sellerId?: string | undefined;
  /** IDs of listings, as alternatives. */
  ids?: readonly string[] | undefined;
  values?: { readonly [D in ValueDimension]?: readonly string[] | undefined } | undefined;
  ranges?: { readonly [D in NumberDimension]?: NumberRange | undefined } | undefined;
  /** Conditions parsed from the text. All must be met; unlike parameters, they narrow every facet. */
  meant?: readonly Condition[] | undefined;
  /** Parsed meaning of the names in the text. */
  named?: NamedWords | undefined;
  /** Codes that must be in the title, model or variant: "480", "1845". All must match. */
  codes?: readonly string[] | undefined;
  /** Whether the last word is a whole one, too. */
  wholeWords?: boolean | undefined;
  /** Top categories whose subcategories the facet lists. Default: all. */
  subcategoriesOf?: readonly string[] | undefined;
  /** Default: none. */
  facets?: readonly FacetName[] | undefined;
  /** Maximum number of values per facet, not counting selected ones. Default 100. */
  facetValuesMax?: number | undefined;
  sort?: SortKey | undefined;
  /** Default: `defaultOrder`. */
  order?: SortOrder | undefined;
  offset?: number | undefined;
  /** Default 20. */
  limit?: number | undefined;
}

export interface SearchHit {
  id: string;
  /** Rounded to four decimals. */
  score: number;
  /** Empty if the engine does not store summaries. */
  summary: Uint8Array;
  /** Kilometers from the center; null without a center or coordinates. */
  distanceKm: number | null;
}

export interface SlugCount extends NamedSlug {
  count: number;
}
export interface ValueCount {
  value: string;
  count: number;
}
/** Row of a facet of codes that have names. */
export interface NamedCount extends ValueCount {
  name: string;
}
export interface ModelCount extends ValueCount {
  /** Slug of the brand. */
  brand: string;
}
export interface YearCount {
  year: number;
  count: number;
}
export interface CountryCount {
  country: string;
  count: number;
}
/** Row of a facet that counts each number, under the name of the facet. */
export type NumberCount<Facet extends string> = { [F in Facet]: number } & { count: number };
/** Half-open: min <= price < max; the last range has no max. */
export interface PriceRangeCount {
  min: number;
  max: number | null;
  count: number;
}

/**
 * Row of a facet of whole numbers: min <= number <= max, so that it can be requested as a filter; the last
 * range has no max.
 */
export interface NumberRangeCount {
  min: number;
  max: number | null;
  count: number;
}

export type SearchFacets = {
  categories?: SlugCount[];
  subcategories?: SlugCount[];
  brands?: SlugCount[];
  models?: ModelCount[];
  price_ranges?: PriceRangeCount[];
  years?: YearCount[];
  mileage_ranges?: NumberRangeCount[];
  features?: NamedCount[];
  locations?: CountryCount[];
} & { [F in NumberFacet]?: NumberCount<F>[] } & { [F in ValueFacet]?: ValueCount[] } & {
  [F in RangeFacet]?: NumberRangeCount[];
};

export interface SearchResult {
  total: number;
  hits: SearchHit[];
  facets: SearchFacets;
  /** Generation of the index at the time of the search. */
  generation: number;
}

export interface BrandSuggestion {
  type: 'brand';
  value: string;
  slug: string;
}
export interface ModelSuggestion {
  type: 'model';
  value: string;
  /** Slug of the brand. */
  brand: string;
}
export type Suggestion = BrandSuggestion | ModelSuggestion;

/** Counts of live documents by slug. */
export interface LiveCounts {
  categories: ReadonlyMap<string, number>;
  subcategories: ReadonlyMap<string, number>;
  brands: ReadonlyMap<string, number>;
}

/** Durations within a search, which the search adds to. */
export interface SearchTiming {
  /** Words, filters and the page. */
  searchMs: number;
  facetsMs: number;
}

/** One unit of `base` buys `rates[currency]` units of `currency`. */
export interface ExchangeRates {
  base: string;
  rates: Readonly<Record<string, number>>;
}
