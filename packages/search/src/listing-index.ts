import type { KnownValues } from './reading/known.ts';
import type { LiveCounts, SearchQuery, SearchResult, SearchTiming, Suggestion } from './types.ts';

/** The interface of every search engine for live listings, wherever it stores them. */
export interface ListingIndex {
  /**
   * Searches the index. The result includes at least what the caller's account has written in this process,
   * unless waiting for it takes too long.
   */
  search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult>;
  /** Completes typed text to brands and models with live listings, best first. */
  suggest(typed: string, limit: number): Promise<Suggestion[]>;
  liveCounts(): Promise<LiveCounts>;
  /**
   * Parses text by the values on the marketplace. `work` must have no side effects: an engine that loads
   * values remotely runs it again with the results.
   */
  read<T>(work: (known: KnownValues) => T): Promise<T>;
  /**
   * Values by which text is parsed, including all models. Other values than models must be queried in `read`.
   */
  known(): Promise<KnownValues>;
}
