/** A query, an aggregation or a whole request in the cluster's own language. */
export type Json = { readonly [name: string]: unknown };

export const MATCH_ALL: Json = { match_all: {} };
export const MATCH_NONE: Json = { match_none: {} };

/** Everything but what the index keeps about itself. */
export const LISTINGS: Json = { term: { kind: 'listing' } };
/** Up to where the change log is in the index. */
export const POSITION: Json = { term: { kind: 'position' } };

export const allOf = (queries: readonly Json[]): Json => ({ bool: { filter: queries } });
export const anyOf = (queries: readonly Json[]): Json =>
  queries.length === 0 ? MATCH_NONE : { bool: { should: queries, minimum_should_match: 1 } };
export const noneOf = (queries: readonly Json[]): Json => ({ bool: { must_not: queries } });
export const terms = (field: string, values: readonly string[]): Json => ({ terms: { [field]: values } });
