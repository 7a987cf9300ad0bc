/**
 * Counts the commits of this process by the tables they wrote, so that whoever keeps a copy of data can tell without
 * a query whether the copy may be stale.
 */

const counts = new Map<string, number>();

/** Statements may begin with marks, which are one-word comments. */
const READS = /^\s*(?:\/\* \w+ \*\/\s*)*select\b/i;
const WRITES = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Those that a statement names; what triggers, cascades and functions write counts for the table that set them off. */
export function tablesWrittenBy(text: string): readonly string[] {
  if (READS.test(text)) return [];
  return Array.from(text.matchAll(WRITES), ([, table = '']) => table.toLowerCase());
}

export function noteCommit(tables: Iterable<string>): void {
  for (const table of tables) counts.set(table, (counts.get(table) ?? 0) + 1);
}

/** How many commits of this process may have changed one of the tables. */
export function commitsTo(tables: readonly string[]): number {
  return tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0);
}
