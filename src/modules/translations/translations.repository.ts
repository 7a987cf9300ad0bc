import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

export function listTexts(db: Queryable, language: string) {
  return db.selectFrom('translations').select(['key', 'text']).where('language', '=', language).execute();
}

/** The edited texts of all languages whose keys begin with one of the areas. */
export function listTextsBelow(db: Queryable, areas: readonly string[]) {
  return db
    .selectFrom('translations')
    .select(['language', 'key', 'text'])
    .where((where) => where.or(areas.map((area) => where('key', 'like', `${area}.%`))))
    .execute();
}

export function listLanguages(db: Queryable) {
  return db.selectFrom('translations').select('language').distinct().execute();
}

export async function writeText(
  trx: Transaction,
  entry: { key: string; language: string; text: string | null; updatedBy: string; now: Date },
): Promise<void> {
  const { key, language, text, updatedBy, now } = entry;
  if (text === null) {
    await trx.deleteFrom('translations').where('key', '=', key).where('language', '=', language).execute();
    return;
  }
  await sql`
    insert into translations (key, language, text, updated_by, updated_at) values (${key}, ${language}, ${text}, ${updatedBy}, ${now})
    on conflict (key, language) do update set text = excluded.text, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    trx,
  );
}
