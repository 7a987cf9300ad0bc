import { monotonicMs } from '../../platform/clock.ts';
import type { LogEntry, LogState } from '../listings/index.ts';

/** A transaction that changed more listings is no request of a user who looks at the result, but part of something long. */
const FEW = 100;

/** What one read of the change log has named. */
interface Batch {
  /** Where the log stands once all of it is in the index. */
  readonly state: LogState;
  readonly changedAtMs: number;
  left: number;
}

/**
 * The listings that the change log names and the index does not yet show as they are. What a transaction changed alone, or with
 * few others, comes first: a dealer's edit does not wait for the thousands that an administrator's act has changed. The
 * order does not matter to the result, because each listing is read as it is then.
 */
export class WaitingListings {
  readonly #few = new Set<string>();
  readonly #many = new Set<string>();
  /** The batch that named a listing first. */
  readonly #batchOf = new Map<string, Batch>();
  /** In the order in which they were read. */
  readonly #batches: Batch[] = [];

  get size(): number {
    return this.#batchOf.size;
  }

  /** Whether a listing waits that was changed alone or with few others. */
  get hasFew(): boolean {
    return this.#few.size > 0;
  }

  /** Age in milliseconds of the oldest change that is not in the index; 0 without one. */
  get oldestAgeMs(): number {
    const oldest = this.#batches.find(({ left }) => left > 0);
    return oldest === undefined ? 0 : Math.max(0, monotonicMs() - oldest.changedAtMs);
  }

  /** @param state where the log stands after these entries */
  add(entries: readonly LogEntry[], state: LogState): void {
    const sizes = new Map<string, number>();
    for (const { transaction } of entries) sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1);
    const ageMs = entries.reduce((oldest, entry) => Math.max(oldest, entry.ageMs), 0);
    const batch: Batch = { state, changedAtMs: monotonicMs() - ageMs, left: 0 };
    this.#batches.push(batch);
    for (const { listingId, transaction } of entries) {
      const isOfFew = (sizes.get(transaction) ?? 0) <= FEW;
      if (isOfFew) this.#many.delete(listingId);
      if (isOfFew || !this.#batchOf.has(listingId)) (isOfFew ? this.#few : this.#many).add(listingId);
      if (this.#batchOf.has(listingId)) continue;
      this.#batchOf.set(listingId, batch);
      batch.left++;
    }
  }

  /** The next ones, none of them taken out: that is for `remove`, once they are in the index. */
  next(most: number): string[] {
    const line = this.#few.size > 0 ? this.#few : this.#many;
    const ids: string[] = [];
    for (const id of line) {
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

  /** Where the log stands up to which all of it is in the index; null when that is where it stood at the last call. */
  applied(): LogState | null {
    let state: LogState | null = null;
    while (this.#batches[0]?.left === 0) state = (this.#batches.shift() as Batch).state;
    return state;
  }
}
