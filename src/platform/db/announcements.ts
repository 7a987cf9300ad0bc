/**
 * Wakes other processes after a commit, by NOTIFY on a channel.
 *
 * Not in the transaction itself: PostgreSQL lets transactions that notify commit one at a time, each only when the one
 * before it is on disk, so that all writers of the market would stand in one line. What is announced is gathered and sent
 * by a transaction of its own that waits for no disk. A process that is killed in between announces nothing, so this is
 * for listeners that also look by themselves now and then.
 */
import { sql } from 'kysely';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { afterCommit, type Transaction } from './transaction.ts';

export class Announcements {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #waiting = new Set<string>();
  #sending: Promise<void> | null = null;

  constructor(parts: { db: Database; log: Logger }) {
    this.#db = parts.db;
    this.#log = parts.log;
  }

  /** Says that there is news on the channel, once the transaction has committed. */
  announce(trx: Transaction, channel: string): void {
    afterCommit(trx, () => {
      this.#waiting.add(channel);
      this.#wake();
    });
  }

  /** Resolves when nothing waits to be said. */
  async settle(): Promise<void> {
    await this.#sending;
  }

  #wake(): void {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
      if (this.#waiting.size > 0) this.#wake();
    });
  }

  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      const channels = [...this.#waiting];
      this.#waiting.clear();
      try {
        await sql`
          select set_config('synchronous_commit', 'off', true), pg_notify(channel, '')
          from unnest(${channels}::text[]) as channel`.execute(this.#db);
      } catch (error) {
        this.#log.warn({ err: error, channels }, 'other processes were not told of news');
      }
    }
  }
}
