/**
 * Counts the commits of this process by the tables they wrote, so that whoever keeps a copy of data can tell without
 * a query whether the copy may be stale.
 */

const counts = new Map<string, number>();

/** Statements may begin with marks, which are one-word comments. */
const READS = /^\s*(?:\/\* \w+ \*\/\s*)*select\b/i;
const WRITES = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Of statements of one text; what functions do that a `select` calls is not looked into. */
export function isRead(text: string): boolean {
  return READS.test(text) || !text.matchAll(WRITES).next().value;
}

/**
 * How many commits of this process may have changed one of the tables. What triggers and cascades write counts for
 * the table that set them off.
 */
export function commitsTo(tables: readonly string[]): number {
  let sum = 0;
  for (const table of tables) sum += counts.get(table) ?? 0;
  return sum;
}

/** Follows the statements of one pool client from checkout to release. */
export class CommitWatch {
  readonly #written = new Set<string>();
  #isOpen = false;

  /** To be called before a statement is sent. */
  sending(text: string): void {
    if (READS.test(text)) return;
    if (/^(?:begin|start transaction)\b/i.test(text)) this.#isOpen = true;
    for (const [, table = ''] of text.matchAll(WRITES)) this.#written.add(table.toLowerCase());
  }

  /** To be called after its answer. When no answer came, nobody knows whether a commit happened, so it counts. */
  answered(text: string): void {
    if (text === 'rollback') this.#written.clear();
    if (this.#isOpen && text !== 'commit' && text !== 'rollback') return;
    this.#isOpen = false;
    for (const table of this.#written) counts.set(table, (counts.get(table) ?? 0) + 1);
    this.#written.clear();
  }
}
