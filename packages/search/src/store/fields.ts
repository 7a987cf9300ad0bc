import { DIMENSIONS, type Dimension } from '../dimensions.ts';

/**
 * Columns with dictionary ordinals, by number; blocks keep them in arrays. The columns of dimensions are
 * declared in their rows.
 */
const OWN_FIELDS = {
  category: 0,
  subcategory: 1,
  brand: 2,
  year: 3,
  country: 6,
  // The pair of category and subcategory, with its names in all languages.
  categoryNames: 10,
  model: 11,
  region: 12,
  city: 13,
  seller: 14,
  // The following columns are not looked up by value: the pair of brand and model (for suggestions) and the
  // currency.
  brandModel: 15,
  currency: 16,
  // Combinations of facet fields (tuples.ts).
  kindTuple: 17,
  makeTuple: 18,
  // Subcategory that the body suggests, for documents without a subcategory.
  body: 31,
} as const;

export const FIELD = { ...OWN_FIELDS, ...dimensionFields() } as const;
export type Field = (typeof FIELD)[keyof typeof FIELD];
export const FIELD_COUNT = Object.keys(FIELD).length;
export const LOOKED_UP_FIELDS = 15;

function dimensionFields() {
  return Object.fromEntries(Object.entries(DIMENSIONS).map(([name, { field }]) => [name, field])) as {
    [D in Dimension]: (typeof DIMENSIONS)[D]['field'];
  };
}

/** Number columns for bounds and sorting. */
export const NUMBER = {
  price: 0,
  year: 1,
  mileage: 2,
  createdAt: 3,
  boost: 4,
  lat: 5,
  pricePosition: 6,
} as const;
export type NumberField = (typeof NUMBER)[keyof typeof NUMBER];
export const NUMBER_COUNT = 7;

/** The data outside a document's columns on which its numbers depend. */
export interface NumberContext {
  rates: RateTable;
  /** Years by ordinal; NaN for none. */
  years: Float64Array;
  rankedAtMs: number;
}

export interface RateTable {
  /** Changes whenever the rates change. */
  version: number;
  /** Rates by ordinal of the currency; NaN without a rate. */
  byCurrency: Float64Array;
}
