/** Data of a search page. */
import type { SearchFacets } from '../../../modules/discovery/index.ts';
import type { PriceBasis } from '../../prices/choice.ts';
import type { CardListing } from '../../cards/card-listing.ts';
import type { Reading, SearchQuery } from './parameters.ts';

export interface SearchAnswer {
  readonly results: readonly CardListing[];
  readonly pagination: { readonly page: number; readonly total: number; readonly total_pages: number };
  readonly facets: SearchFacets;
  /** The parsed query: its meaning as parameters, and the terms that were corrected or left out. */
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

/** A model of a make, as landing pages show it. */
export interface Model {
  readonly slug: string;
  readonly name: string;
  /** Spellings by dealers that have this slug. */
  readonly names: readonly string[];
  readonly count: number;
}

/** A page that search engines list: for a category, a subcategory, a make within a category, or one of its models. */
export interface Landing {
  readonly category: { readonly slug: string; readonly name: string };
  readonly subcategory?: { readonly slug: string; readonly name: string };
  readonly brand?: { readonly slug: string; readonly name: string };
  readonly model?: Model;
  readonly children: readonly Counted[];
}

/** The dealer whose page shows a search of the dealer's stock. */
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
  /** The search with the meaning of its query terms as filters, and with the category of the page. */
  readonly filters: SearchQuery;
  /** Rejected bounds by parameter name. */
  readonly refused: Readonly<Record<string, RefusedBound>>;
  readonly answer: SearchAnswer;
  readonly basis: PriceBasis;
  readonly landing: Landing | null;
  /** The dealer of a dealer page. It is not one of the filters, because users cannot remove it. */
  readonly dealer: Dealer | null;
  readonly names: FilterNames;
  /** Options of the inspection filter: months from now, and the resulting month such as `202711`. */
  readonly inspections: readonly { readonly months: number; readonly month: string }[];
  /** Whether the URL names a dealer that does not exist. */
  readonly isUnknownSeller: boolean;
  /** Without results: the search without one or two of its filters, those with most results first. */
  readonly wider: readonly { readonly chip: Chip; readonly total: number }[];
  /** Without results: some results of the wider search that has most of them. */
  readonly near: readonly CardListing[];
}

export interface Chip {
  readonly label: string;
  readonly rest: SearchQuery;
}

/** Names of selected values that are not in the message catalog, by parameter and value. */
export type FilterNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Chipped {
  readonly filters: SearchQuery;
  readonly names: FilterNames;
}
