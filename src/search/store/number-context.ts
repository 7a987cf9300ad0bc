// What the numbers of a document depend on beside its own columns.
export interface NumberContext {
  rates: RateTable;
  // Years by their ordinal; NaN for none.
  years: Float64Array;
  rankedAtMs: number;
}

export interface RateTable {
  // Changes whenever the rates do.
  version: number;
  // Rates by ordinal of the currency; NaN where there is none.
  byCurrency: Float64Array;
}
