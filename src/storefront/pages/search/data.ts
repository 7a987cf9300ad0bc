/** Data of a search page. */
import type { ValueFacet } from '../../../modules/discovery/index.ts';
import type { CardListing } from '../../ui/vehicle-card.tsx';
import type { SearchQuery } from './parameters.ts';

export interface SearchAnswer {
  readonly results: readonly CardListing[];
  readonly pagination: { readonly page: number; readonly total: number; readonly total_pages: number };
  readonly facets: {
    readonly categories?: readonly Counted[];
    readonly brands?: readonly Counted[];
    readonly years?: readonly { readonly year: number; readonly count: number }[];
    readonly locations?: readonly { readonly country: string; readonly count: number }[];
  } & { readonly [F in ValueFacet]?: readonly ValueCount[] };
  readonly interpreted?: Readonly<Record<string, unknown>>;
}

export interface Counted {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** A page for a category or a make within it, which search engines list. */
export interface Landing {
  readonly category: { readonly slug: string; readonly name: string };
  readonly subcategory?: { readonly slug: string; readonly name: string };
  readonly brand?: { readonly slug: string; readonly name: string };
  readonly children: readonly Counted[];
}

/** A bound that is left out of the search. */
export interface RefusedBound {
  readonly text: string;
  readonly problem: string;
}

export interface SearchPageData {
  readonly query: SearchQuery;
  /** By the name of the parameter. */
  readonly refused: Readonly<Record<string, RefusedBound>>;
  readonly answer: SearchAnswer;
  readonly landing: Landing | null;
  /** Subcategories of the category, if any. */
  readonly types: readonly Counted[];
  /** If nothing is found: the same search without one of its filters, most results first. */
  readonly wider: readonly { readonly chip: Chip; readonly total: number }[];
}

export interface Chip {
  readonly label: string;
  readonly rest: SearchQuery;
}

export interface Chipped {
  readonly query: SearchQuery;
  readonly types: readonly NamedSlug[];
  readonly answer: {
    readonly facets: {
      readonly categories?: readonly NamedSlug[] | undefined;
      readonly brands?: readonly NamedSlug[] | undefined;
    };
  };
}

export interface NamedSlug {
  readonly slug: string;
  readonly name: string;
}
