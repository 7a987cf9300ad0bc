/**
 * Wakes other processes after a commit, by NOTIFY on a channel. NOTIFY in the transaction itself would be slow:
 * PostgreSQL lets transactions that notify commit one at a time, each after the previous one is on disk, so all writers
 * would queue. Notifications are collected and sent by a separate transaction that does not wait for the disk. A
 * process killed in between sends none, so listeners must also poll now and then.
 */
import { sql } from 'kysely';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { afterCommit, type Transaction } from './transaction.ts';
import { Service } from '../service.ts';

export class PgNotifier extends Service<{ db: Database; log: Logger }> {
  /** Pending payloads by channel. */
  readonly #waiting = new Map<string, Set<string>>();
  #sending: Promise<void> | null = null;

  /** Notifies the channel once the transaction has committed. Equal payloads are sent once. */
  notify(trx: Transaction, channel: string, text = ''): void {
    afterCommit(trx, () => {
      this.#waiting.set(channel, (this.#waiting.get(channel) ?? new Set()).add(text));
      this.#wake();
    });
  }

  /** Resolves when every notification so far has been sent. */
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
      const notifications = [...this.#waiting].flatMap(([channel, texts]) =>
        [...texts].map((text) => [channel, text] as const),
      );
      const channels = notifications.map(([channel]) => channel);
      const texts = notifications.map(([, text]) => text);
      this.#waiting.clear();
      try {
        await sql`
          select set_config('synchronous_commit', 'off', true), pg_notify(channel, told)
          from unnest(${channels}::text[], ${texts}::text[]) as t(channel, told)`.execute(this.parts.db);
      } catch (error) {
        this.parts.log.warn(
          { err: error, channels: [...new Set(channels)] },
          'other processes could not be notified',
        );
      }
    }
  }
}
