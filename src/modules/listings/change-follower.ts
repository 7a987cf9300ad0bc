import { SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import type { Logger } from '../../platform/log.ts';
import { ChangeLogReader, loggedCommits } from './change-log.ts';

const CHANNEL = 'listing_changes';
/** In case a notification was lost with its connection. */
const POLL_MS = 5 * SECOND_MS;
/** How long a change of another process waits for others to come with it. */
const WAKE_MS = 50;

/**
 * Names the listings that have changed, whoever changed them. What this process has committed is known after `settle`;
 * of other processes it hears by NOTIFY, a moment later.
 */
export class ChangeFollower {
  readonly #listener: PgListener;
  readonly #log: Logger;
  readonly #reader: ChangeLogReader;
  readonly #onChange: (listingIds: readonly string[]) => void;
  #seenCommits = -1;
  /** Notifications so far: one that comes during a reading asks for another, since its row may have been too late for it. */
  #calls = 0;
  #reading: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #waking: NodeJS.Timeout | undefined;

  constructor(parts: {
    db: Database;
    listener: PgListener;
    log: Logger;
    onChange: (listingIds: readonly string[]) => void;
  }) {
    this.#listener = parts.listener;
    this.#log = parts.log;
    this.#reader = new ChangeLogReader(parts.db, 'pages');
    this.#onChange = parts.onChange;
  }

  async start(): Promise<void> {
    await this.#reader.begin();
    const wake = (): void => {
      this.#calls++;
      this.catchUp().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the changes of listings could not be read'),
      );
    };
    const wakeSoon = (): void => {
      this.#waking ??= setTimeout(() => {
        this.#waking = undefined;
        wake();
      }, WAKE_MS).unref();
    };
    await this.#listener.subscribe(CHANNEL, { onMessage: wakeSoon, onReconnect: wake });
    this.#timer = setInterval(wake, POLL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#waking);
  }

  /** Waits until what this process has committed before the call is known. */
  async settle(): Promise<void> {
    while (this.#seenCommits !== loggedCommits()) await this.catchUp();
  }

  /** One reading at a time: whoever comes while one runs takes part in the next if it still needs it. */
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
      if (listingIds.length > 0) this.#onChange(listingIds);
      if (isFull || calls !== this.#calls) continue;
      this.#seenCommits = commits;
      return;
    }
  }
}
