/** A query, an aggregation or a whole request in OpenSearch's query language. */
export type Json = { readonly [name: string]: unknown };

export const MATCH_ALL: Json = { match_all: {} };
export const MATCH_NONE: Json = { match_none: {} };

/** Matches listings, and not the index's own bookkeeping documents. */
export const LISTINGS: Json = { term: { kind: 'listing' } };
/** Matches the document with the index's position in the change log. */
export const POSITION: Json = { term: { kind: 'position' } };

export const allOf = (queries: readonly Json[]): Json => ({ bool: { filter: queries } });
export const anyOf = (queries: readonly Json[]): Json =>
  queries.length === 0 ? MATCH_NONE : { bool: { should: queries, minimum_should_match: 1 } };
export const noneOf = (queries: readonly Json[]): Json => ({ bool: { must_not: queries } });
export const terms = (field: string, values: readonly string[]): Json => ({ terms: { [field]: values } });
