/**
 * Copies of what administrators of a sandbox may change and a reset must restore although it is not demo data:
 * categories, brands, features and plans. They come from migrations and the taxonomy seed, so they are copied when
 * the sandbox begins and restored from there.
 */
import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Ordered so that each table may refer to those before it. */
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
  const { rows } = await sql<{ newest: string; kept: string | null }>`
    select (select max(name) from schema_migrations) as newest, (select max(migration) from sandbox_origin) as kept`.execute(
    trx,
  );
  const [state] = rows;
  if (state === undefined || state.newest === state.kept) return;
  await sql`delete from sandbox_origin`.execute(trx);
  for (const table of ORIGIN_TABLES) {
    await sql`
      insert into sandbox_origin (table_name, rows, migration)
      select ${table}, coalesce(jsonb_agg(t), '[]'), ${state.newest} from ${sql.table(table)} t`.execute(trx);
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
export async function releaseStoredFiles(trx: Transaction): Promise<void> {
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
