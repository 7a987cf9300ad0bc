import type { ListingIndex } from '@fifthwheel/search';

/** An index of the live listings as the application runs it: filled from the database, and kept equal to it. */
export interface MarketIndex extends ListingIndex {
  /** Rises with every change; answers cached under the current number are fresh. Null where that cannot be told. */
  readonly generation: number | null;
  /** Why nothing can be searched for yet; null when it can. */
  notReady(): string | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Follows the change log to its end. */
  catchUp(): Promise<void>;
  /** Packed summaries of live listings by the end of their ids: none where summaries are not in memory. */
  summariesEnding(letters: string): Promise<readonly Uint8Array[]>;
  /** By when an answer that begins now is due, on the machine's own clock. */
  dueMs(): number;
  /** All that `work` asks is answered by then, or refused; else each question has as long. */
  inTime<T>(work: () => Promise<T>, dueMs?: number): Promise<T>;
  /**
   * Waits, up to a limit, until the index includes what the account whose request this is has committed in this process. In a
   * cluster each question waits by itself.
   */
  includeOwnWrites(withinMs?: number): Promise<void>;
}
