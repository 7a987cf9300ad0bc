import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import type { Logger } from '../../platform/log.ts';
import { ChangeLogReader, loggedCommits } from './change-log.ts';
import { ChangeSignal } from './change-signal.ts';

/**
 * Names the listings that have changed, whoever changed them. What this process has committed is known after `settle`;
 * of other processes it hears by NOTIFY, a moment later.
 */
export class ChangeFollower {
  readonly #signal: ChangeSignal;
  readonly #reader: ChangeLogReader;
  readonly #onChange: (listingIds: readonly string[]) => void;
  #seenCommits = -1;
  /** Notifications so far: one that comes during a reading asks for another, since its row may have been too late for it. */
  #calls = 0;
  #reading: Promise<void> | null = null;

  constructor(parts: {
    db: Database;
    listener: PgListener;
    log: Logger;
    onChange: (listingIds: readonly string[]) => void;
  }) {
    this.#signal = new ChangeSignal(parts.listener, () => {
      this.#calls++;
      this.catchUp().catch((error: unknown) =>
        parts.log.warn({ err: error }, 'the changes of listings could not be read'),
      );
    });
    this.#reader = new ChangeLogReader(parts.db, 'pages');
    this.#onChange = parts.onChange;
  }

  async start(): Promise<void> {
    await this.#reader.begin();
    await this.#signal.start();
  }

  stop(): void {
    this.#signal.stop();
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
