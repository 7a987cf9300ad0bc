import { sql } from 'kysely';
import { dayOf } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { TranslatedText } from './services.ts';
import './tables.ts';

export function findStored(
  db: Database,
  digest: Buffer,
  language: string,
): Promise<TranslatedText | undefined> {
  return db
    .selectFrom('machine_translations')
    .select(['content', 'source_language as sourceLanguage'])
    .where('digest', '=', digest)
    .where('language', '=', language)
    .executeTakeFirst();
}

export async function store(
  db: Database,
  key: { readonly digest: Buffer; readonly language: string },
  { content, sourceLanguage }: TranslatedText,
  now: Date,
): Promise<void> {
  await db
    .insertInto('machine_translations')
    .values({ ...key, content, source_language: sourceLanguage, created_at: now })
    .onConflict((conflict) => conflict.columns(['digest', 'language']).doNothing())
    .execute();
}

/** Deletes the translations made before `before`, then the oldest beyond `keptMax`. */
export async function purgeStored(db: Database, before: Date, keptMax: number): Promise<void> {
  await db.deleteFrom('machine_translations').where('created_at', '<', before).execute();
  await sql`
    delete from machine_translations where (digest, language) in (
      select digest, language from machine_translations order by created_at desc offset ${keptMax})`.execute(
    db,
  );
}

/** Adds characters to a day's spending, unless it would exceed the limit. Returns whether it was added. */
export async function spend(
  trx: Transaction,
  { spender, max }: { readonly spender: string; readonly max: number },
  characters: number,
  now: Date,
): Promise<boolean> {
  if (characters > max) return false;
  const { rows } = await sql`
    insert into translation_spending (day, spender, characters) values (${dayOf(now)}::date, ${spender}, ${characters})
    on conflict (day, spender) do update set characters = translation_spending.characters + excluded.characters
      where translation_spending.characters + excluded.characters <= ${max}
    returning characters`.execute(trx);
  return rows.length > 0;
}

/** Gives back what was added on that day. */
export async function giveBack(
  trx: Transaction,
  spender: string,
  characters: number,
  then: Date,
): Promise<void> {
  await sql`
    update translation_spending set characters = greatest(0, characters - ${characters})
    where day = ${dayOf(then)}::date and spender = ${spender}`.execute(trx);
}

export async function purgeSpending(db: Database, now: Date): Promise<void> {
  await sql`delete from translation_spending where day < ${dayOf(now)}::date - 1`.execute(db);
}
