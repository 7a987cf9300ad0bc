/**
 * Prepares statements once per connection, because planning often costs more than the work.
 *
 * Simple statements qualify after frequent use. Mark other statements whose plan suits any values at their beginning:
 * sql`${prepared} select … where id = ${id}`. The text of a marked statement must not depend on values, including the
 * length of parameter lists (use `= any(${ids})`), because the connection keeps every text. It must name its columns: a
 * plan of `select *` fails once the table has a new one.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

const MARK = '/* prepared */';

export const prepared = sql.raw<never>(MARK);

/**
 * The mark may come after the first keyword, where query builders put what belongs to the front, or after another
 * mark.
 */
const MARK_WITHIN = 60;

/** Number of uses after which a text is prepared. */
const OFTEN = 8;
/** Limit for unmarked statements of a pool. Each takes 20 to 100 KB in every connection that has used it. */
const KEPT_MAX = 300;
const TEXTS_COUNTED = 2000;
const PLANNED = /^\s*(?:\/\* \w+ \*\/\s*)*(?:select|insert|update|delete)\b/i;
/**
 * Generic plans go wrong where values matter: ranges, limits, lists of unknown length, and joins on top of such
 * guesses. Inserts and look-ups by key have one good plan.
 */
const DEPENDS_ON_VALUES =
  /\b(?:with|join|lateral|between|any|in|exists|union|group|limit|like|generate_series)\b|[<>]/i;
/** Columns of a table; the result columns of a function are named by the statement itself. */
const ALL_COLUMNS = /(?:\bselect|\breturning|\.)\s*\*(?!\s+from\s+(?:jsonb_to_recordset|unnest)\b)/i;

/** Texts that the connections of one pool have run, and the names of their prepared statements. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #timesAsked = new LRUCache<string, number>({ max: TEXTS_COUNTED });
  #kept = 0;

  /** Undefined if the connection should not prepare the statement. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (!text.slice(0, MARK_WITHIN).includes(MARK)) {
      if (!this.#isAskedOften(text)) return undefined;
      this.#kept++;
    }
    const name = `fw_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
    this.#names.set(text, name);
    return name;
  }

  #isAskedOften(text: string): boolean {
    if (this.#kept >= KEPT_MAX) return false;
    const times = (this.#timesAsked.get(text) ?? 0) + 1;
    this.#timesAsked.set(text, times);
    if (times !== OFTEN || !PLANNED.test(text)) return false;
    return !DEPENDS_ON_VALUES.test(text) && !ALL_COLUMNS.test(text);
  }
}
