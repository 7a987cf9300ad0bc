import { DIMENSIONS, type Dimension } from '../dimensions.ts';

/** The columns that hold an ordinal of a dictionary, by number: blocks keep them in arrays. Those of dimensions are in their rows. */
const OWN_FIELDS = {
  category: 0,
  subcategory: 1,
  brand: 2,
  year: 3,
  country: 6,
  // Category and subcategory together, which stand for their names in all languages.
  categoryNames: 10,
  model: 11,
  region: 12,
  city: 13,
  seller: 14,
  // The rest is not looked up by value: brand and model together (for suggestions) and the currency of the price.
  brandModel: 15,
  currency: 16,
  // Combinations of facet fields (tuples.ts).
  kindTuple: 17,
  makeTuple: 18,
  // Of documents without a subcategory: the one that their body says.
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

/** Columns of numbers that are bounded or sorted by. */
export const NUMBER = { price: 0, year: 1, mileage: 2, createdAt: 3, boost: 4, lat: 5 } as const;
export type NumberField = (typeof NUMBER)[keyof typeof NUMBER];
export const NUMBER_COUNT = 6;

/** What the numbers of a document depend on beside its own columns. */
export interface NumberContext {
  rates: RateTable;
  /** Years by their ordinal; NaN for none. */
  years: Float64Array;
  rankedAtMs: number;
}

export interface RateTable {
  /** Changes whenever the rates do. */
  version: number;
  /** Rates by ordinal of the currency; NaN where there is none. */
  byCurrency: Float64Array;
}
