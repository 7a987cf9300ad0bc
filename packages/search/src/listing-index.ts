import type { KnownValues } from './reading/known.ts';
import type { LiveCounts, SearchQuery, SearchResult, SearchTiming, Suggestion } from './types.ts';

/** The door to the live listings: what every engine answers, wherever it holds them. */
export interface ListingIndex {
  /** On what the index holds: at least what the account that asks has written in this process, unless that takes too long. */
  search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult>;
  /** Completes what somebody types to brands and models with live listings, best first. */
  suggest(typed: string, limit: number): Promise<Suggestion[]>;
  liveCounts(): Promise<LiveCounts>;
  /**
   * Reads words by what is on the market. `work` must have no effects: an engine that has to ask for what it is asked calls
   * it again with the answers.
   */
  read<T>(work: (known: KnownValues) => T): Promise<T>;
  /** What words are read by, with all models. Anything but its models may be asked of it in `read` only. */
  known(): Promise<KnownValues>;
}
