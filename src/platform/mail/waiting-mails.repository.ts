import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/** Jobs whose payload is one email, or a list of emails. */
interface JobNames {
  readonly one: string;
  readonly many: string;
}

export async function dropMailsAbout(
  trx: Transaction,
  names: JobNames,
  subjects: readonly string[],
): Promise<void> {
  const ids = sql`${[...subjects]}::text[]`;
  await sql`
    with dropped as (delete from jobs where name = ${names.one} and payload -> 'about' ?| ${ids} returning payload ->> 'id' as id)
    delete from mails where id in (select id from dropped)`.execute(trx);
  await dropOfMany(trx, names.many, sql<boolean>`coalesce(mail -> 'about' ?| ${ids}, false)`);
}

/**
 * Drops an account's emails and returns the folded addresses of their recipients. This includes emails claimed by a worker,
 * because that worker may be dead, and another one would send them later.
 */
export async function dropMailsOf(
  trx: Transaction,
  names: JobNames,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; recipient: string }>`
    delete from mails where lower(recipient) = ${email} or user_id = ${userId}
    returning id, lower(recipient) as recipient`.execute(trx);
  const ids = sql`${rows.map(({ id }) => id)}::text[]`;
  await sql`
    delete from jobs where name = ${names.one} and (lower(payload ->> 'to') = ${email} or payload ->> 'id' = any(${ids}))`.execute(
    trx,
  );
  await dropOfMany(
    trx,
    names.many,
    sql<boolean>`(lower(mail ->> 'to') = ${email} or coalesce(mail ->> 'id' = any(${ids}), false))`,
  );
  return [...new Set(rows.map(({ recipient }) => recipient))];
}

async function dropOfMany(trx: Transaction, name: string, isDropped: RawBuilder<boolean>): Promise<void> {
  await sql`
    delete from mails where id in (
      select mail ->> 'id' from jobs, jsonb_array_elements(payload -> 'mails') as mail
      where name = ${name} and ${isDropped})`.execute(trx);
  await sql`
    update jobs set payload = jsonb_set(payload, '{mails}', (
      select coalesce(jsonb_agg(mail), '[]') from jsonb_array_elements(payload -> 'mails') as mail
      where not ${isDropped}))
    where name = ${name} and exists (
      select from jsonb_array_elements(payload -> 'mails') as mail where ${isDropped})`.execute(trx);
}
