import { sql } from 'kysely';
import { pageWithTotal } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import './tables.ts';

export function listSettings(db: Queryable) {
  return db.selectFrom('settings').selectAll().execute();
}

/** Writes a value and its history; null removes the stored value, so that the default applies. */
export async function writeSetting(
  trx: Transaction,
  change: {
    readonly name: string;
    readonly value: unknown;
    readonly changedBy: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { name, value, changedBy, now } = change;
  const text = value === null ? null : JSON.stringify(value);
  const before = await trx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (text === null) await trx.deleteFrom('settings').where('name', '=', name).execute();
  else {
    await sql`
      insert into settings (name, value, updated_by, updated_at) values (${name}, ${text}::jsonb, ${changedBy}, ${now})
      on conflict (name) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
      trx,
    );
  }
  await trx
    .insertInto('settings_history')
    .values({
      name,
      before: before === undefined ? null : JSON.stringify(before.value),
      after: text,
      changed_by: changedBy,
      changed_at: now,
    })
    .execute();
}

/** Newest first. */
export function listHistory(db: Queryable, name: string, page: Page) {
  const newest = db.selectFrom('settings_history').selectAll().where('name', '=', name).orderBy('id', 'desc');
  return pageWithTotal(newest, page);
}

export function findHistoryEntry(db: Queryable, name: string, historyId: number) {
  return db
    .selectFrom('settings_history')
    .select('before')
    .where('id', '=', historyId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Currencies of listings, besides the known ones. */
export async function listCurrenciesWithout(db: Queryable, known: readonly string[]) {
  const { rows } = await sql<{ currency: string; listings: number }>`
    select currency, count(*)::integer as listings from listings
    where currency is not null and not (currency = any(${[...known]}::text[])) and deleted_at is null
    group by currency order by currency`.execute(db);
  return rows;
}
