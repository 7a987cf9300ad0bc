import { monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { ChangeLogReader, loggedCommits, type LogLag, type LogState } from '../listings/index.ts';
import { WaitingListings } from './waiting-listings.ts';

/** Most listings that wait in memory, about 200 bytes each. Beyond it, reading pauses until some have been applied. */
const WAITING_MAX = 200_000;
/** Time without a successful read of the change log after which the index counts as behind. It is polled more often. */
const UNREAD_MS = 10 * SECOND_MS;

/** The change log as an in-memory index follows it: how far it is read, and how far the changes are applied. */
export class FollowedLog {
  readonly waiting = new WaitingListings();
  readonly #log: ChangeLogReader;
  /** Position up to which the index includes the whole log. */
  #applied: LogState = { position: 0, holes: [] };
  /** Time of the last read that reached the end of the log. */
  #readAtMs = monotonicMs();

  constructor(db: Database) {
    this.#log = new ChangeLogReader(db, 'searches');
  }

  get applied(): LogState {
    return this.#applied;
  }

  /** How far the index is behind, as far as this process knows. Read from memory, so that callers need not wait. */
  get lag(): LogLag {
    const unreadMs = monotonicMs() - this.#readAtMs;
    const behindMs = Math.max(this.waiting.oldestAgeMs, unreadMs > UNREAD_MS ? unreadMs : 0);
    return { positions: this.#log.position - this.#applied.position, seconds: behindMs / SECOND_MS };
  }

  async begin(): Promise<void> {
    await this.#log.begin();
    this.#applied = this.#log.state;
  }

  resume(state: LogState): void {
    this.#log.resume(state);
    this.#applied = state;
  }

  /** Reads to the end. Returns the commit of this process up to which it has read; null if too many listings wait. */
  async read(): Promise<number | null> {
    while (this.waiting.size < WAITING_MAX) {
      const commits = loggedCommits();
      const startedMs = monotonicMs();
      const { entries, isFull } = await this.#log.read();
      this.waiting.add(entries, this.#log.state);
      if (isFull) continue;
      this.#readAtMs = startedMs;
      return commits;
    }
    return null;
  }

  /** Advances the position to just before the first change that still waits. */
  advance(): void {
    this.#applied = this.waiting.applied() ?? this.#applied;
  }
}
