import { monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { ChangeLogReader, loggedCommits, type LogLag, type LogState } from '../listings/index.ts';
import { WaitingListings } from './waiting-listings.ts';

/** Listings that wait at most, about 200 bytes each: beyond that, the change log is read once some have been applied. */
const WAITING_MAX = 200_000;
/** Without a successful look into the change log for so long, the index counts as behind: it is polled more often. */
const UNREAD_MS = 10 * SECOND_MS;

/** The change log as an index in memory follows it: what it has read, and what of that is applied. */
export class FollowedLog {
  readonly waiting = new WaitingListings();
  readonly #log: ChangeLogReader;
  /** Up to where all of the log is in the index. */
  #applied: LogState = { position: 0, holes: [] };
  /** When it was last read to its end. */
  #readAtMs = monotonicMs();

  constructor(db: Database) {
    this.#log = new ChangeLogReader(db, 'searches');
  }

  get applied(): LogState {
    return this.#applied;
  }

  /** How far the index is behind, as far as this process knows: from memory, so that whoever asks does not wait. */
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

  /** Reads to the end. Returns up to which commit of this process it was read; null where too many wait already. */
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

  /** Moves the position on as far as nothing before it is waiting. */
  advance(): void {
    this.#applied = this.waiting.applied() ?? this.#applied;
  }
}
