import type { CsvFault } from '@fifthwheel/text/csv-reader';
import type { DateOrder } from '../values/dates.ts';

/** One vehicle as it is in the file: texts by column, whatever the format. */
export interface RawRow {
  /** 1 for the first row of data. */
  readonly number: number;
  readonly cells: Cells;
  /** Why it could not be read; `cells` then has what could. */
  readonly fault: CsvFault | null;
}

/** Texts in the order of the file, by the names of their columns. */
export type Cells = Pick<ReadonlyMap<string, string>, 'get' | 'has' | 'entries'>;

/** How a file is read; detected once and kept with the job, so that a repetition reads the same rows. */
export interface FileFormat {
  readonly format: 'csv' | 'xml';
  readonly encoding: string;
  /** Of CSV. */
  readonly delimiter: string;
  /** Of CSV, in the order of the file; of XML none. */
  readonly columns: readonly string[];
  /** The first record of a CSV names the columns. */
  readonly hasHeader: boolean;
  /** Of columns whose dates are not day-first. */
  readonly dateOrders?: DateOrders;
}

/** By the names of columns. */
export type DateOrders = Readonly<Record<string, DateOrder>>;

const TEXT_FORMULA = /^=\s*"((?:[^"]|"")*)"$/;

/** What a cell shows: spreadsheets keep the zeros of `00123` by writing it as the formula `="00123"`. */
export function shownText(cell: string): string {
  const text = cell.charCodeAt(0) === 0x3d ? TEXT_FORMULA.exec(cell.trimEnd())?.[1] : undefined;
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/** A name as headers write it, compared without case, spaces and punctuation around it. */
export function columnName(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.\-/]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '')
    .slice(0, 100);
}

/** Names of columns, each once: a repeated one gets a number, since cells are told apart by name. */
export function distinctColumns(texts: readonly string[]): string[] {
  const written = texts.map((text, index) => columnName(text) || `column_${index + 1}`);
  const taken = new Set(written);
  const counts = new Map<string, number>();
  return written.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    // A file with two columns "price" may have one "price 2" as well.
    while (count > 1 && taken.has(`${name}_${count}`)) count += 1;
    counts.set(name, count);
    const own = count === 1 ? name : `${name}_${count}`;
    taken.add(own);
    return own;
  });
}
