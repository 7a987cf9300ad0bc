import { type OffsetClock, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import {
  addToInbox,
  advanceClock,
  emptyTables,
  getClock,
  keepOrigin,
  pageInbox,
  pageMails,
  restoreOrigin,
  takeOver,
} from './sandbox.repository.ts';

/** What the sandbox resets and steps in the rest of the program. */
export interface SandboxPorts {
  /** Loads the demo market into empty tables. */
  readonly loadDemo: () => Promise<void>;
  /** Runs everything that is due by the moved clock: jobs and deliveries. */
  readonly runDueWork: () => Promise<void>;
  /** Reloads everything that is kept in memory. */
  readonly readAnew: () => Promise<void>;
  /** Removes unreferenced files and reschedules recurring jobs. */
  readonly startAnew: () => Promise<void>;
}

const INBOX_ROWS_MAX = 1000;

export class SandboxService {
  readonly #db: Database;
  readonly #clock: OffsetClock;
  readonly #ports: SandboxPorts;

  constructor(parts: { db: Database; clock: OffsetClock; ports: SandboxPorts }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#ports = parts.ports;
  }

  /** After a restart the clock continues from where it was moved to: time never runs backwards. */
  async start(): Promise<void> {
    const { offsetSeconds, isSandbox } = await getClock(this.#db);
    if (!isSandbox && !(await takeOver(this.#db)))
      throw new Error('this database holds a live market; a sandbox needs one of its own');
    await inTransaction(this.#db, keepOrigin);
    this.#clock.advance(offsetSeconds * SECOND_MS);
  }

  async advance(seconds: number): Promise<Date> {
    await advanceClock(this.#db, seconds);
    this.#clock.advance(seconds * SECOND_MS);
    await this.#ports.runDueWork();
    return this.#clock.now();
  }

  async reset(): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      await emptyTables(trx);
      await restoreOrigin(trx);
    });
    // The demo market uses the taxonomy as just restored.
    await this.#ports.readAnew();
    await this.#ports.loadDemo();
    await this.#ports.startAnew();
  }

  async mails(to: string | undefined, page: Page) {
    const { total, rows } = await pageMails(this.#db, to, page);
    return {
      total,
      rows: rows.map((row) => ({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: row.body_text,
        html: row.body_html,
        sentAt: row.sent_at.toISOString(),
      })),
    };
  }

  /** Stores a received webhook; the oldest are deleted when there are too many. */
  async receive(name: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
    const row = { name, headers: JSON.stringify(headers), body, received_at: this.#clock.now() };
    await addToInbox(this.#db, row, INBOX_ROWS_MAX);
  }

  async inbox(name: string | undefined, page: Page) {
    const { total, rows } = await pageInbox(this.#db, name, page);
    return {
      total,
      rows: rows.map((row) => ({
        id: row.id,
        name: row.name,
        headers: row.headers as Record<string, string>,
        body: row.body,
        receivedAt: row.received_at.toISOString(),
      })),
    };
  }
}
