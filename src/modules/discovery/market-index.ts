import type { ListingIndex } from '@fifthwheel/search';

/** An index of the live listings, which the application fills from the database and keeps in sync with it. */
export interface MarketIndex extends ListingIndex {
  /**
   * Number that increases with every change: responses cached under the current number are fresh. Null if changes cannot be detected.
   */
  readonly generation: number | null;
  /** Returns why searches cannot run yet; null if they can. */
  notReady(): string | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Applies the change log up to its end. */
  catchUp(): Promise<void>;
  /** Returns the packed summaries of live listings whose IDs end like this; none if summaries are not in memory. */
  summariesEnding(letters: string): Promise<readonly Uint8Array[]>;
  /** Returns the deadline of a response that starts now, on the monotonic clock. */
  dueMs(): number;
  /** Runs `work` under one deadline for all its requests to the index. Without it, each request has a separate deadline. */
  inTime<T>(work: () => Promise<T>, dueMs?: number): Promise<T>;
  /**
   * Waits, up to a limit, until the index includes what the account of this request has committed in this process. With a search
   * cluster, each request to the cluster waits separately.
   */
  includeOwnWrites(withinMs?: number): Promise<void>;
}
