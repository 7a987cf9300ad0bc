import { createHash } from 'node:crypto';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../clock.ts';
import type { Logger } from '../log.ts';

const NOTED_FROM_MS = 50;
const LOGGED_FROM_MS = SECOND_MS;
const KEPT_MS = 5 * MINUTE_MS;
const KEPT_MAX = 200;
const SHOWN_MAX = 10;
const TEXT_MAX = 1000;

const MARKS = /\/\*[^*/]*\*\//g;
const VERB = /^\s*(with|select|insert|update|delete)\b/i;
const TABLE = /\b(?:insert\s+into|update|delete\s+from|from|join)\s+(?:only\s+)?"?([a-z_]{3,})"?/gi;
/** Words after those keywords that are not tables. */
const NO_TABLES = new Set(['unnest', 'select', 'lateral', 'rows', 'set', 'skip', 'only']);

/** Names a statement by verb, table and a few digits of its hash: short enough for a label, and the same in every process. */
export function nameOfStatement(text: string): string {
  const plain = text.replaceAll(MARKS, ' ');
  const verb = VERB.exec(plain)?.[1]?.toLowerCase() ?? 'other';
  const tables = [...plain.matchAll(TABLE)].map(([, table = '']) => table.toLowerCase());
  const table = tables.find((name) => !NO_TABLES.has(name)) ?? 'nothing';
  return `${verb} ${table} ${createHash('sha256').update(text).digest('hex').slice(0, 6)}`;
}

/** Remembers the statements that took longest in the last minutes. Their texts have placeholders, never values. */
export class SlowStatements {
  readonly #log: Logger;
  readonly #kept = new Map<string, { ms: number; at: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  record(text: string, ms: number): void {
    if (ms < NOTED_FROM_MS) return;
    const now = monotonicMs();
    const name = nameOfStatement(text);
    const known = this.#kept.get(name);
    if (known === undefined || known.ms <= ms || known.at < now - KEPT_MS) {
      this.#kept.delete(name);
      this.#kept.set(name, { ms, at: now });
    }
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    if (ms >= LOGGED_FROM_MS)
      this.#log.warn(
        { statement: name, text: text.slice(0, TEXT_MAX), ms: Math.round(ms) },
        'a slow statement',
      );
  }

  /** Names and seconds, the slowest first. */
  slowest(): (readonly [name: string, seconds: number])[] {
    const since = monotonicMs() - KEPT_MS;
    for (const [name, { at }] of this.#kept) if (at < since) this.#kept.delete(name);
    return [...this.#kept]
      .toSorted(([, a], [, b]) => b.ms - a.ms)
      .slice(0, SHOWN_MAX)
      .map(([name, { ms }]) => [name, ms / SECOND_MS] as const);
  }
}
