import { monotonicMs } from '../../platform/clock.ts';
import type { LogEntry, LogState } from '../listings/index.ts';

/**
 * Limit for a transaction that counts as small. A larger one is part of long work, not a request whose user waits for the result.
 */
const FEW = 100;

/** The entries of one read of the change log. */
interface Batch {
  /** Position of the log once the whole batch is in the index. */
  readonly state: LogState;
  readonly changedAtMs: number;
  left: number;
}

/**
 * Listings that the change log names and whose changes are not in the index yet. Listings changed by a small transaction come first,
 * so that a dealer's edit does not wait behind thousands of listings that an administrator has changed. The order does not affect the
 * result, because each listing is read in its current state.
 */
export class WaitingListings {
  readonly #few = new Set<string>();
  readonly #many = new Set<string>();
  /** First batch that names a listing. */
  readonly #batchOf = new Map<string, Batch>();
  /** Batches in the order in which they were read. */
  readonly #batches: Batch[] = [];

  get size(): number {
    return this.#batchOf.size;
  }

  /** Whether a listing of a small transaction waits. */
  get hasFew(): boolean {
    return this.#few.size > 0;
  }

  /** Age in milliseconds of the oldest change that is not in the index; 0 without one. */
  get oldestAgeMs(): number {
    const oldest = this.#batches.find(({ left }) => left > 0);
    return oldest === undefined ? 0 : Math.max(0, monotonicMs() - oldest.changedAtMs);
  }

  /** @param state position of the log after these entries */
  add(entries: readonly LogEntry[], state: LogState): void {
    const sizes = new Map<string, number>();
    for (const { transaction } of entries) sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1);
    const ageMs = entries.reduce((oldest, entry) => Math.max(oldest, entry.ageMs), 0);
    const batch: Batch = { state, changedAtMs: monotonicMs() - ageMs, left: 0 };
    this.#batches.push(batch);
    for (const { listingId, transaction } of entries) {
      const isSmall = (sizes.get(transaction) ?? 0) <= FEW;
      if (isSmall) this.#many.delete(listingId);
      if (isSmall || !this.#batchOf.has(listingId)) (isSmall ? this.#few : this.#many).add(listingId);
      if (this.#batchOf.has(listingId)) continue;
      this.#batchOf.set(listingId, batch);
      batch.left++;
    }
  }

  /** Returns the next listings without removing them. Call `remove` once they are in the index. */
  next(most: number): string[] {
    const queue = this.#few.size > 0 ? this.#few : this.#many;
    const ids: string[] = [];
    for (const id of queue) {
      if (ids.length === most) break;
      ids.push(id);
    }
    return ids;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#few.delete(id);
      this.#many.delete(id);
      const batch = this.#batchOf.get(id);
      if (batch !== undefined) batch.left--;
      this.#batchOf.delete(id);
    }
  }

  /** Returns the position up to which the index includes the whole log; null if it has not changed since the last call. */
  applied(): LogState | null {
    let state: LogState | null = null;
    while (this.#batches[0]?.left === 0) state = (this.#batches.shift() as Batch).state;
    return state;
  }
}
