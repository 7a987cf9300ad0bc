import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type OffsetClock, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import '../auth/tables.ts';
import '../listings/tables.ts';
import { keepOrigin, restoreOrigin, releaseStoredFiles } from './reset.repository.ts';
import type { SandboxInboxTable, SandboxMailTable } from './tables.ts';

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

/** Tables that describe the program rather than the market; a reset keeps them. */
const KEPT_TABLES = [
  'schema_migrations',
  'taxonomy_version',
  'sandbox_clock',
  'sandbox_origin',
  'audit_log',
  'audit_person_keys',
  // Its followers learn of the listings that are gone.
  'listing_changes',
  // Files of emptied rows are noted here until they are removed.
  'file_removals',
];

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
    const row = await this.#db.selectFrom('sandbox_clock').selectAll().executeTakeFirstOrThrow();
    if (!row.is_sandbox) await this.#takeOver();
    await inTransaction(this.#db, keepOrigin);
    this.#clock.advance(row.offset_seconds * SECOND_MS);
  }

  /** A reset empties the database, so a sandbox refuses the database of a live market. */
  async #takeOver(): Promise<void> {
    const anyone = await this.#db.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anyone !== undefined)
      throw new Error('this database holds a live market; a sandbox needs one of its own');
    await this.#db.updateTable('sandbox_clock').set({ is_sandbox: true }).execute();
  }

  async advance(seconds: number): Promise<Date> {
    await inTransaction(this.#db, (trx) =>
      sql`update sandbox_clock set offset_seconds = offset_seconds + ${seconds}`.execute(trx),
    );
    this.#clock.advance(seconds * SECOND_MS);
    await this.#ports.runDueWork();
    return this.#clock.now();
  }

  async reset(): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      // TRUNCATE fires no row triggers, so the search and the cached pages are told here.
      await sql`insert into listing_changes (listing_id) select id from listings`.execute(trx);
      await releaseStoredFiles(trx);
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = current_schema() and not (tablename = any(${KEPT_TABLES}::text[]))`.execute(
        trx,
      );
      await sql`truncate ${sql.join(rows.map((row) => sql.table(row.name)))}`.execute(trx);
      await restoreOrigin(trx);
    });
    // The demo market uses the taxonomy as just restored.
    await this.#ports.readAnew();
    await this.#ports.loadDemo();
    await this.#ports.startAnew();
  }

  async mails(to: string | undefined, page: Page) {
    const only = to === undefined ? sql`true` : sql`recipient = ${to}`;
    const { total, rows } = await newest<SandboxMailTable>(this.#db, 'sandbox_mails', only, page);
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
    await this.#db
      .insertInto('sandbox_inbox')
      .values({ name, headers: JSON.stringify(headers), body, received_at: this.#clock.now() })
      .execute();
    await sql`delete from sandbox_inbox where id <= (select max(id) from sandbox_inbox) - ${INBOX_ROWS_MAX}`.execute(
      this.#db,
    );
  }

  async inbox(name: string | undefined, page: Page) {
    const only = name === undefined ? sql`true` : sql`name = ${name}`;
    const { total, rows } = await newest<SandboxInboxTable>(this.#db, 'sandbox_inbox', only, page);
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

/** A page of stored items, newest first, with their total. */
async function newest<Table>(
  db: Database,
  table: 'sandbox_mails' | 'sandbox_inbox',
  only: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<{ total: number; rows: Selectable<Table>[] }> {
  const found = sql`from ${sql.table(table)} where ${only}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${found}`.execute(db);
  const { rows } = await sql<
    Selectable<Table>
  >`select * ${found} order by id desc limit ${limit} offset ${offset}`.execute(db);
  return { total: counted.rows[0]?.count ?? 0, rows };
}
