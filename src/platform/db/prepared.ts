/**
 * Statements that are planned once for each connection instead of each time. Written at the beginning of a statement that
 * is asked often and whose planning would cost more than its work:
 *
 *     sql`${prepared} select … where id = ${id}`
 *
 * Its text must not depend on values, lists of parameters included (`= any(${ids})`), since every text stays with the
 * connection; and it must name its columns, because a plan of `select *` fails once the table has gained one.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';

export const prepared = sql.raw<never>(MARK);

/** The mark may stand behind the first keyword, where query builders put what goes to the front, or behind another mark. */
const MARK_WITHIN = 60;

const ENDS_OF_TRANSACTIONS = new Set(['begin', 'commit']);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `fw_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** The statement, with a name when it is to stay with the connection: if it is marked, or begins or ends a transaction. */
export function namedStatement(text: string): { text: string; name?: string } {
  if (ENDS_OF_TRANSACTIONS.has(text)) return { text, name: `fw_${text}` };
  return text.slice(0, MARK_WITHIN).includes(MARK) ? { text, name: nameOf(text) } : { text };
}

/** Makes the client name the statements that are marked, so that it and the server keep them. */
export function keepPrepared(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: unknown[]) => {
    if (typeof first !== 'string' || !first.slice(0, MARK_WITHIN).includes(MARK))
      return query(first, ...rest);
    const [values, ...others] = rest;
    return query({ ...namedStatement(first), values }, ...others);
  }) as typeof client.query;
}
