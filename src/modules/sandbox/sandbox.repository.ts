import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { touches, type Transaction } from '../../platform/db/transaction.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { SandboxInboxTable, SandboxMailTable } from './tables.ts';

/**
 * Tables without demo data that administrators of a sandbox may change and a reset must restore. Their rows come from
 * migrations and the taxonomy seed, so they are copied when the sandbox starts. Ordered so that each refers only to
 * tables before it.
 */
export const ORIGIN_TABLES = [
  'plans',
  'categories',
  'brands',
  'brand_models',
  'features',
  'taxonomy_redirects',
] as const;

/** Takes the copies, once per state of the schema. */
export async function keepOrigin(trx: Transaction): Promise<void> {
  const { rows } = await sql<{ applied: string; kept: string | null }>`
    select (select md5(string_agg(name, ',' order by name)) from schema_migrations) as applied,
           (select max(migration) from sandbox_origin) as kept`.execute(trx);
  const [state] = rows;
  if (state === undefined || state.applied === state.kept) return;
  await sql`delete from sandbox_origin`.execute(trx);
  for (const table of ORIGIN_TABLES) {
    await sql`
      insert into sandbox_origin (table_name, rows, migration)
      select ${table}, coalesce(jsonb_agg(t), '[]'), ${state.applied} from ${sql.table(table)} t`.execute(
      trx,
    );
  }
}

/** Fills the emptied tables from the copies. */
export async function restoreOrigin(trx: Transaction): Promise<void> {
  for (const table of ORIGIN_TABLES) {
    await sql`
      insert into ${sql.table(table)}
      select r.* from sandbox_origin o, jsonb_populate_recordset(null::${sql.table(table)}, o.rows) r
      where o.table_name = ${table}`.execute(trx);
  }
}

/** Notes every referenced file for removal, so that the media sweep removes it from the storage. */
async function releaseStoredFiles(trx: Transaction): Promise<void> {
  await sql`
    insert into file_removals (key, remove_after)
    select distinct key, '-infinity'::timestamptz from (
      select rendition ->> 'key' as key from listing_images, jsonb_array_elements(renditions) rendition
      union all select substring(logo from '/(media/logos/[^/]+/[^/]+)$') from sellers
      union all select storage_key from message_attachments
      union all select storage_key from seller_documents
      union all select storage_key from imports
      union all select value from imports, jsonb_each_text(archived_pictures)
      union all select source ->> 'key' from import_pictures, jsonb_array_elements(sources) source
    ) named
    where key is not null
    on conflict (key) do update set remove_after = excluded.remove_after`.execute(trx);
}

/** Stores emails instead of sending them; clients read them at GET /sandbox/mails. */
export function sandboxMailer(db: Database, clock: Clock): Mailer {
  return {
    async send(mail) {
      await db
        .insertInto('sandbox_mails')
        .values({
          recipient: mail.to,
          subject: mail.subject,
          body_text: mail.text,
          body_html: mail.html ?? null,
          sent_at: clock.now(),
        })
        .execute();
    },
  };
}

export async function getClock(db: Database): Promise<{ offsetSeconds: number; isSandbox: boolean }> {
  const row = await db.selectFrom('sandbox_clock').selectAll().executeTakeFirstOrThrow();
  return { offsetSeconds: row.offset_seconds, isSandbox: row.is_sandbox };
}

/** Marks the database as a sandbox. Returns false for the database of a live instance, which a reset would empty. */
export async function takeOver(db: Database): Promise<boolean> {
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone !== undefined) return false;
  await db.updateTable('sandbox_clock').set({ is_sandbox: true }).execute();
  return true;
}

export async function advanceClock(db: Database, seconds: number): Promise<void> {
  await sql`update sandbox_clock set offset_seconds = offset_seconds + ${seconds}`.execute(db);
}

/** Tables that describe the program and not its data; a reset keeps them. */
const KEPT_TABLES = [
  'schema_migrations',
  'taxonomy_version',
  'sandbox_clock',
  'sandbox_origin',
  'audit_log',
  'audit_person_keys',
  // Followers of the log see the deleted listings.
  'listing_changes',
  // Files of emptied rows are noted here until they are removed.
  'file_removals',
];

export async function emptyTables(trx: Transaction): Promise<void> {
  // TRUNCATE fires no row triggers, so notify the search index and the cached pages here.
  await touches(trx, 'listing_changes');
  await sql`insert into listing_changes (listing_id) select id from listings`.execute(trx);
  await releaseStoredFiles(trx);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and not (tablename = any(${KEPT_TABLES}::text[]))`.execute(trx);
  await sql`truncate ${sql.join(rows.map((row) => sql.table(row.name)))}`.execute(trx);
}

export function pageMails(db: Database, to: string | undefined, page: Page) {
  const matchesRecipient = to === undefined ? sql`true` : sql`recipient = ${to}`;
  return newest<SandboxMailTable>(db, 'sandbox_mails', matchesRecipient, page);
}

export function pageInbox(db: Database, name: string | undefined, page: Page) {
  const matchesName = name === undefined ? sql`true` : sql`name = ${name}`;
  return newest<SandboxInboxTable>(db, 'sandbox_inbox', matchesName, page);
}

/** Deletes the oldest when there are more than `rowsMax`. */
export async function addToInbox(
  db: Database,
  row: Insertable<SandboxInboxTable>,
  rowsMax: number,
): Promise<void> {
  await db.insertInto('sandbox_inbox').values(row).execute();
  await sql`delete from sandbox_inbox where id <= (select max(id) from sandbox_inbox) - ${rowsMax}`.execute(
    db,
  );
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
