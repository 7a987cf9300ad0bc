/** Data of a search page. */
import type { SearchFacets } from '../../../modules/discovery/index.ts';
import type { PriceBasis } from '../../prices/choice.ts';
import type { CardListing } from '../../cards/card-listing.ts';
import type { Reading, SearchQuery } from './parameters.ts';

export interface SearchAnswer {
  readonly results: readonly CardListing[];
  readonly pagination: { readonly page: number; readonly total: number; readonly total_pages: number };
  readonly facets: SearchFacets;
  /** What the words mean, as parameters, and what was made of the others. */
  readonly interpreted?: Readonly<Record<string, unknown>> & {
    readonly readings?: readonly Reading[];
    readonly left_out?: readonly string[];
    /** A place that was left out, and how far from it the first result is. */
    readonly nearest?: { readonly place: string; readonly distance: number | null };
    readonly did_you_mean?: readonly { readonly typed: string; readonly meant: string }[];
    readonly unknown_number?: string;
  };
}

export interface Counted {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

/** A model of a make as pages name it. */
export interface Model {
  readonly slug: string;
  readonly name: string;
  /** Names that have the same slug, as dealers wrote them. */
  readonly names: readonly string[];
  readonly count: number;
}

/** A page for a category, a make within it or a model of that, which search engines list. */
export interface Landing {
  readonly category: { readonly slug: string; readonly name: string };
  readonly subcategory?: { readonly slug: string; readonly name: string };
  readonly brand?: { readonly slug: string; readonly name: string };
  readonly model?: Model;
  readonly children: readonly Counted[];
}

/** The dealer whose page shows a search within his stock. */
export interface Dealer {
  readonly id: string;
  readonly slug: string;
}

/** A bound that is left out of the search. */
export interface RefusedBound {
  readonly text: string;
  readonly problem: string;
}

export interface SearchPageData {
  readonly query: SearchQuery;
  /** The same search with what its words mean as filters, and the category of the page. */
  readonly filters: SearchQuery;
  /** By the name of the parameter. */
  readonly refused: Readonly<Record<string, RefusedBound>>;
  readonly answer: SearchAnswer;
  readonly basis: PriceBasis;
  readonly landing: Landing | null;
  /** Of a page of one dealer; not among the filters, as it cannot be removed. */
  readonly dealer: Dealer | null;
  readonly names: FilterNames;
  /** The address names a dealer that does not exist. */
  readonly isUnknownSeller: boolean;
  /** If nothing is found: the same search without one or two of its filters, most results first. */
  readonly wider: readonly { readonly chip: Chip; readonly total: number }[];
  /** If nothing is found: some results of the search that is widest. */
  readonly near: readonly CardListing[];
}

export interface Chip {
  readonly label: string;
  readonly rest: SearchQuery;
}

/** Names of chosen values that the texts do not have, by parameter and value. */
export type FilterNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Chipped {
  readonly filters: SearchQuery;
  readonly names: FilterNames;
}
