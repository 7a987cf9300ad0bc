import { type OffsetClock, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { Service } from '../../platform/service.ts';
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

/** Functions of other modules that resets and time steps of a sandbox need. */
export interface SandboxPorts {
  /** Loads the demo data into empty tables. */
  readonly loadDemo: () => Promise<void>;
  /** Runs everything that is due by the moved clock: jobs and deliveries. */
  readonly runDueWork: () => Promise<void>;
  /** Reloads everything that is kept in memory. */
  readonly reloadCaches: () => Promise<void>;
  /** Removes unreferenced files and reschedules recurring jobs. */
  readonly restartWork: () => Promise<void>;
}

const INBOX_ROWS_MAX = 1000;

interface SandboxServiceParts {
  readonly db: Database;
  readonly clock: OffsetClock;
  readonly ports: SandboxPorts;
}

export class SandboxService extends Service<SandboxServiceParts> {
  /** After a restart, the clock continues from its moved time, so that time never runs backwards. */
  async start(): Promise<void> {
    const { offsetSeconds, isSandbox } = await getClock(this.parts.db);
    if (!isSandbox && !(await takeOver(this.parts.db)))
      throw new Error('this database belongs to a live instance; a sandbox needs a separate database');
    await inTransaction(this.parts.db, keepOrigin);
    this.parts.clock.advance(offsetSeconds * SECOND_MS);
  }

  async advance(seconds: number): Promise<Date> {
    await advanceClock(this.parts.db, seconds);
    this.parts.clock.advance(seconds * SECOND_MS);
    await this.parts.ports.runDueWork();
    return this.parts.clock.now();
  }

  async reset(): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      await emptyTables(trx);
      await restoreOrigin(trx);
    });
    // The demo data uses the taxonomy that has just been restored.
    await this.parts.ports.reloadCaches();
    await this.parts.ports.loadDemo();
    await this.parts.ports.restartWork();
  }

  async mails(to: string | undefined, page: Page) {
    const { total, rows } = await pageMails(this.parts.db, to, page);
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
    const row = { name, headers: JSON.stringify(headers), body, received_at: this.parts.clock.now() };
    await addToInbox(this.parts.db, row, INBOX_ROWS_MAX);
  }

  async inbox(name: string | undefined, page: Page) {
    const { total, rows } = await pageInbox(this.parts.db, name, page);
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
