import type { Cells, RawRow } from '../reading/raw-row.ts';

/** A value in a seller's files and its meaning; null: the value is ignored. */
export interface MappedValue {
  /** Normalized column name of the file. */
  readonly column: string;
  readonly written: string;
  readonly meant: string | null;
}

/** Replaces mapped values of a row by their meanings. */
export type ValueReader = (row: RawRow) => RawRow;

export function valueReader(values: readonly MappedValue[] | undefined): ValueReader {
  if (values === undefined || values.length === 0) return (row) => row;
  const meanings = new Map<string, Map<string, string | null>>();
  for (const { column, written, meant } of values) {
    const ofColumn = meanings.get(column) ?? new Map<string, string | null>();
    meanings.set(column, ofColumn.set(valueKey(written), meant));
  }
  const read = (column: string, text: string | undefined): string | undefined => {
    const ofColumn = meanings.get(column);
    return ofColumn === undefined || text === undefined ? text : meaningOf(text, ofColumn);
  };
  return (row) => {
    const cells: Cells = {
      get: (column) => read(column, row.cells.get(column)),
      has: (column) => row.cells.has(column),
      entries: () =>
        new Map(
          [...row.cells.entries()].map(([column, text]) => [column, read(column, text) ?? '']),
        ).entries(),
    };
    return { ...row, cells };
  };
}

/** Values are compared without case and surrounding white space. */
export function valueKey(written: string): string {
  return written.trim().toLowerCase();
}

/** Returns the meaning of the whole cell, else of each entry of a list; undefined: the cell is ignored. */
function meaningOf(text: string, meanings: ReadonlyMap<string, string | null>): string | undefined {
  const whole = meanings.get(valueKey(text));
  if (whole !== undefined) return whole ?? undefined;
  if (!text.includes('|')) return text;
  return text
    .split('|')
    .map((part) => {
      const meaning = meanings.get(valueKey(part));
      return meaning === undefined ? part : (meaning ?? '');
    })
    .join('|');
}
