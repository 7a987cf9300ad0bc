/** Six-digit codes sent to an address or a number: at most one per account, in a separate table for each kind. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

type CodeTable = 'verification_codes' | 'email_changes' | 'phone_codes';

interface IssuedCode {
  readonly userId: string;
  readonly hash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
  /** Start of the window in which issued codes count. */
  readonly windowStart: Date;
  readonly issuedMax: number;
  /** The column that only this table has. */
  readonly own: { readonly column: 'created_at' | 'email' | 'phone'; readonly value: Date | string };
}

/** Replaces the account's code by a new one; false when too many were issued in the window. */
export async function replaceCode(trx: Transaction, table: CodeTable, code: IssuedCode): Promise<boolean> {
  const ownColumn = sql.ref(code.own.column);
  const result = await sql`
    insert into ${sql.table(table)} as c (user_id, ${ownColumn}, code_hash, tries, expires_at, issued, issued_since)
    values (${code.userId}, ${code.own.value}, ${code.hash}, 0, ${code.expiresAt}, 1, ${code.now})
    on conflict (user_id) do update set
      ${ownColumn} = excluded.${ownColumn}, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at,
      issued = case when c.issued_since <= ${code.windowStart} then 1 else c.issued + 1 end,
      issued_since = case when c.issued_since <= ${code.windowStart} then excluded.issued_since else c.issued_since end
    where c.issued < ${code.issuedMax} or c.issued_since <= ${code.windowStart}`.execute(trx);
  return result.numAffectedRows === 1n;
}

/** Uses one attempt for the account's live code; undefined if there is no code or no attempt left. */
export async function consumeAttemptOf<Table extends 'email_changes' | 'phone_codes'>(
  db: Database,
  table: Table,
  attempt: { readonly userId: string; readonly triesMax: number; readonly now: Date },
): Promise<Selectable<Tables[Table]> | undefined> {
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${sql.table(table)} set tries = tries + 1
    where user_id = ${attempt.userId} and tries < ${attempt.triesMax} and expires_at > ${attempt.now}
    returning *`.execute(db);
  return rows[0];
}
