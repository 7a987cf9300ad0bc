import type { Platform } from '../../../platform/module.ts';
import { ChangeLogReader, loggedCommits } from './change-log.repository.ts';
import { ChangeSignal } from './change-signal.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { isUnavailable } from '../../../platform/db/sql-errors.ts';

/** Time during which reads do not wait for the database again after a failure. */
const RETRY_AFTER_MS = 30_000;

/**
 * Makes reads from memory wait until the commits of this process are included. While the database is unavailable,
 * they are served from memory: slightly stale data is better than an error.
 */
class OwnCommits {
  #seen = -1;
  #failed = { commits: -1, untilMs: 0 };

  /** Records that memory includes everything up to this value of `loggedCommits`. */
  record(commits: number): void {
    this.#seen = commits;
  }

  /** @param catchUp reads the change log, and records how far it got */
  async await(catchUp: () => Promise<void>): Promise<void> {
    const commits = loggedCommits();
    if (this.#seen === commits) return;
    // A later commit shows that the database is available again.
    if (this.#failed.commits === commits && monotonicMs() < this.#failed.untilMs) return;
    try {
      await catchUp();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#failed = { commits, untilMs: monotonicMs() + RETRY_AFTER_MS };
    }
  }
}

/**
 * Reports changed listings. Changes by this process are reported once `settle` resolves; changes by other processes
 * after a NOTIFY, a moment later.
 */
export class ChangeFollower {
  readonly #signal: ChangeSignal;
  readonly #reader: ChangeLogReader;
  readonly #listeners: ((listingIds: readonly string[]) => void)[] = [];
  readonly #ownCommits = new OwnCommits();
  #seenCommits = -1;
  /**
   * Counts notifications: one that arrives during a read requires another read, because its row may have come too
   * late.
   */
  #calls = 0;
  #reading: Promise<void> | null = null;

  constructor(parts: Pick<Platform, 'db' | 'listener' | 'log'>) {
    this.#signal = new ChangeSignal(parts.listener, () => {
      this.#calls++;
      this.catchUp().catch((error: unknown) =>
        parts.log.warn({ err: error }, 'the changes of listings could not be read'),
      );
    });
    this.#reader = new ChangeLogReader(parts.db, 'pages');
  }

  onChange(listener: (listingIds: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async start(): Promise<void> {
    await this.#reader.begin();
    await this.#signal.start();
  }

  stop(): void {
    this.#signal.stop();
  }

  /**
   * Waits until everything that this process committed before the call has been reported, if the database is
   * available.
   */
  settle(): Promise<void> {
    const commits = loggedCommits();
    return this.#ownCommits.await(async () => {
      while (this.#seenCommits < commits) await this.catchUp();
    });
  }

  /** Runs one read at a time. A call during a read joins the next one if it still needs it. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    for (;;) {
      const commits = loggedCommits();
      const calls = this.#calls;
      const { listingIds, isFull } = await this.#reader.read();
      if (listingIds.length > 0) for (const listener of this.#listeners) listener(listingIds);
      if (isFull || calls !== this.#calls) continue;
      this.#seenCommits = commits;
      this.#ownCommits.record(commits);
      return;
    }
  }
}
