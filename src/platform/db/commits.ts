/**
 * Counts what this process has committed, by the tables that were written: whoever keeps a copy of data sees whether it
 * may be behind, without asking the database.
 */

const counts = new Map<string, number>();

/** Behind marks, which are comments of one word. */
const READS = /^\s*(?:\/\* \w+ \*\/\s*)*select\b/i;
const WRITES = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Of statements of one text; what functions do that a `select` calls is not looked into. */
export function isRead(text: string): boolean {
  return READS.test(text) || !text.matchAll(WRITES).next().value;
}

/**
 * How many commits of this process may have changed one of the tables by a statement that names it; what triggers and
 * cascades write is counted with the table that set them off.
 */
export function commitsTo(tables: readonly string[]): number {
  let sum = 0;
  for (const table of tables) sum += counts.get(table) ?? 0;
  return sum;
}

/** Follows the statements of one client of a pool, between its taking out and its return. */
export class CommitWatch {
  readonly #written = new Set<string>();
  #isOpen = false;

  /** Before a statement is sent. */
  sending(text: string): void {
    if (READS.test(text)) return;
    if (/^(?:begin|start transaction)\b/i.test(text)) this.#isOpen = true;
    for (const [, table = ''] of text.matchAll(WRITES)) this.#written.add(table.toLowerCase());
  }

  /** After its answer, also one that did not come: then nobody knows whether a commit was one. */
  answered(text: string): void {
    if (text === 'rollback') this.#written.clear();
    if (this.#isOpen && text !== 'commit' && text !== 'rollback') return;
    this.#isOpen = false;
    for (const table of this.#written) counts.set(table, (counts.get(table) ?? 0) + 1);
    this.#written.clear();
  }
}
