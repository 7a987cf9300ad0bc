import { sql } from 'kysely';
import { type Queryable, touches, type Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

/** Columns that contain addresses of public files, because lists read them. */
export const ADDRESS_COLUMNS = [
  ['listings', 'thumbnail'],
  ['sellers', 'logo'],
  ['users', 'avatar'],
] as const;

/** BASE_URL of the stored addresses; undefined before the first start. */
export async function findRecordedBaseUrl(db: Queryable): Promise<string | undefined> {
  const row = await db.selectFrom('public_address').select('base_url').executeTakeFirst();
  return row?.base_url;
}

export async function recordBaseUrl(db: Queryable, baseUrl: string): Promise<void> {
  await sql`
    insert into public_address (base_url) values (${baseUrl})
    on conflict (is_only) do update set base_url = excluded.base_url`.execute(db);
}

/** Rewrites the addresses in the next rows by ID, and returns the last ID; null at the end of the table. */
export async function rebaseSome(
  trx: Transaction,
  [table, column]: (typeof ADDRESS_COLUMNS)[number],
  { base, after, limit }: { readonly base: string; readonly after: string; readonly limit: number },
): Promise<string | null> {
  const stored = sql.ref(column);
  if (table === 'listings' || table === 'sellers') await touches(trx, table);
  const { rows } = await sql<{ last: string | null; seen: number }>`
    with looked_at as (
      select id from ${sql.table(table)} where id > ${after} order by id limit ${limit}
    ), changed as (
      update ${sql.table(table)} set ${stored} = ${base} || substring(${stored} from '/media/(.+)$')
      where id in (select id from looked_at) and ${stored} like '%/media/%' and not starts_with(${stored}, ${base})
    )
    select max(id) as last, count(*)::integer as seen from looked_at`.execute(trx);
  const [found] = rows;
  return found === undefined || found.seen < limit ? null : found.last;
}
