import type { CsvFault } from '@fifthwheel/text/csv-reader';
import type { DateOrder } from '../values/dates.ts';

/** One vehicle of the file as texts by column, independent of the format. */
export interface RawRow {
  /** 1 for the first row of data. */
  readonly number: number;
  readonly cells: Cells;
  /** Reason why the row is malformed; `cells` has the readable part. */
  readonly fault: CsvFault | null;
}

/** Texts by column name, in the order of the file. */
export type Cells = Pick<ReadonlyMap<string, string>, 'get' | 'has' | 'entries'>;

/** Detected format of a file, stored with the import so that a retry reads the same rows. */
export interface FileFormat {
  readonly format: 'csv' | 'xml';
  readonly encoding: string;
  /** Separator of CSV. */
  readonly delimiter: string;
  /** Columns of CSV in their order; none for XML. */
  readonly columns: readonly string[];
  /** The first record of a CSV names the columns. */
  readonly hasHeader: boolean;
  /** Only for columns whose dates are not day-first. */
  readonly dateOrders?: DateOrders;
}

export type DateOrders = Readonly<Record<string, DateOrder>>;

const TEXT_FORMULA = /^=\s*"((?:[^"]|"")*)"$/;

/**
 * Returns the displayed text of a cell: spreadsheets preserve the zeros of `00123` by writing the formula `="00123"`.
 */
export function shownText(cell: string): string {
  const text = cell.charCodeAt(0) === 0x3d ? TEXT_FORMULA.exec(cell.trimEnd())?.[1] : undefined;
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** Normalizes a header name: case, white space and punctuation do not count. */
export function columnName(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.\-/]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '')
    .slice(0, 100);
}

/** Makes column names unique: a repeated one gets a number, because cells are identified by column name. */
export function distinctColumns(texts: readonly string[]): string[] {
  const written = texts.map((text, index) => columnName(text) || `column_${index + 1}`);
  const taken = new Set(written);
  const counts = new Map<string, number>();
  return written.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    // A file with two columns "price" can also have one "price 2".
    while (count > 1 && taken.has(`${name}_${count}`)) count += 1;
    counts.set(name, count);
    const distinct = count === 1 ? name : `${name}_${count}`;
    taken.add(distinct);
    return distinct;
  });
}
