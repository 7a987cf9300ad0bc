/** The columns that hold an ordinal of a dictionary, by number: blocks keep them in arrays. */
export const FIELD = {
  category: 0,
  subcategory: 1,
  brand: 2,
  year: 3,
  fuelType: 4,
  transmission: 5,
  country: 6,
  driveType: 7,
  euroStandard: 8,
  condition: 9,
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
  // Traits, which are looked for by reading their column.
  powerHp: 19,
  grossWeightKg: 20,
  payloadKg: 21,
  operatingWeightKg: 22,
  operatingHours: 23,
  seats: 24,
  axles: 25,
  cab: 26,
  color: 27,
  axleMake: 28,
  coolingMake: 29,
  postalCode: 30,
  // Of documents without a subcategory: the one that their body says.
  body: 31,
  pictures: 32,
  vat: 33,
  priced: 34,
} as const;
export type Field = (typeof FIELD)[keyof typeof FIELD];
export const FIELD_COUNT = 35;
export const LOOKED_UP_FIELDS = 15;

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
