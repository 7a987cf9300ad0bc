/**
 * Statements that are planned once for each connection instead of each time, since planning often costs more than the work.
 * That happens to plain ones that are asked again and again. Others, whose plan has been looked at and is good whatever the
 * values, are marked at their beginning:
 *
 *     sql`${prepared} select … where id = ${id}`
 *
 * The text of a marked one must not depend on values, lists of parameters included (`= any(${ids})`), since every text
 * stays with the connection; and it must name its columns, because a plan of `select *` fails once the table has gained one.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

const MARK = '/* prepared */';

export const prepared = sql.raw<never>(MARK);

/** The mark may stand behind the first keyword, where query builders put what goes to the front, or behind another mark. */
const MARK_WITHIN = 60;

const ENDS_OF_TRANSACTIONS = new Set(['begin', 'commit']);

/** A text that has been asked so often by this process will be asked more. */
const OFTEN = 8;
/** Of texts that were not marked. Each takes some 20 to 100 KB of every connection that has asked it. */
const KEPT_MAX = 300;
const TEXTS_COUNTED = 2000;
const PLANNED = /^\s*(?:\/\* \w+ \*\/\s*)*(?:select|insert|update|delete)\b/i;
/**
 * Plans that are made for any values go wrong where the values matter: ranges, limits, lists whose length the planner must
 * guess, and joins on top of such guesses. What only inserts, or asks for something by its key, has one good plan.
 */
const DEPENDS_ON_VALUES =
  /\b(?:with|join|lateral|between|any|in|exists|union|group|limit|like|generate_series)\b|[<>]/i;
/** Of a table; those of a function are what the statement itself says. */
const ALL_COLUMNS = /(?:\bselect|\breturning|\.)\s*\*(?!\s+from\s+(?:jsonb_to_recordset|unnest)\b)/i;

const names = new Map<string, string>();
const timesAsked = new LRUCache<string, number>({ max: TEXTS_COUNTED });
let kept = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (!text.slice(0, MARK_WITHIN).includes(MARK)) {
    if (!isAskedOften(text)) return undefined;
    kept++;
  }
  const name = `fw_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

function isAskedOften(text: string): boolean {
  if (kept >= KEPT_MAX) return false;
  const times = (timesAsked.get(text) ?? 0) + 1;
  timesAsked.set(text, times);
  if (times !== OFTEN || !PLANNED.test(text)) return false;
  return !DEPENDS_ON_VALUES.test(text) && !ALL_COLUMNS.test(text);
}

/** The statement, with a name when it is to stay with the connection; also what begins or ends a transaction. */
export function namedStatement(text: string): { text: string; name?: string } {
  const name = ENDS_OF_TRANSACTIONS.has(text) ? `fw_${text}` : nameOf(text);
  return name === undefined ? { text } : { text, name };
}
