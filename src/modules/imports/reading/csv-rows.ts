import { CsvReader, type CsvRecord, isSeparatorLine } from '@fifthwheel/text/csv-reader';
import { type Cells, type FileFormat, type RawRow, shownText } from './raw-row.ts';

export async function* readCsvRows(
  texts: AsyncIterable<string>,
  file: Pick<FileFormat, 'delimiter' | 'columns' | 'hasHeader'>,
): AsyncGenerator<readonly RawRow[]> {
  const places = new Map(file.columns.map((column, place) => [column, place]));
  let isHeaderDue = file.hasHeader;
  let number = 0;
  for await (const records of readRecords(texts, file.delimiter)) {
    const data = isHeaderDue ? records.slice(1) : records;
    isHeaderDue = false;
    if (data.length > 0) yield data.map((record) => toRow(record, ++number, file.columns.length, places));
  }
}

/**
 * Yields records that contain text: neither blank rows, as spreadsheets leave them, nor a line that declares the
 * separator.
 */
async function* readRecords(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly CsvRecord[]> {
  const reader = new CsvReader(delimiter);
  let isFirst = true;
  const withText = (records: readonly CsvRecord[]): readonly CsvRecord[] => {
    const [first] = records;
    const isNamed = isFirst && first !== undefined && isSeparatorLine(first);
    if (first !== undefined) isFirst = false;
    return (isNamed ? records.slice(1) : records)
      .map((record) => ({ ...record, cells: record.cells.map(shownText) }))
      .filter(({ cells, fault }) => fault !== null || cells.some((cell) => cell.trim() !== ''));
  };
  for await (const text of texts) {
    const records = withText(reader.push(text));
    if (records.length > 0) yield records;
  }
  const rest = withText(reader.end());
  if (rest.length > 0) yield rest;
}

/** Missing trailing cells are empty. Text beyond the last column means that a separator is wrong. */
function toRow(
  record: CsvRecord,
  number: number,
  columnCount: number,
  places: ReadonlyMap<string, number>,
): RawRow {
  const { cells } = record;
  const hasSurplus = cells.some((cell, place) => place >= columnCount && cell !== '');
  const fault =
    record.fault ??
    (hasSurplus
      ? {
          text: 'has {count} columns instead of {expected}; check the separators and quotes',
          values: { count: cells.length, expected: columnCount },
        }
      : null);
  return { number, cells: new RecordCells(places, cells), fault };
}

/** Cells of one record. All records of a file share the column names. */
class RecordCells implements Cells {
  readonly #places: ReadonlyMap<string, number>;
  readonly #texts: readonly string[];

  constructor(places: ReadonlyMap<string, number>, texts: readonly string[]) {
    this.#places = places;
    this.#texts = texts;
  }

  get(column: string): string | undefined {
    const place = this.#places.get(column);
    return place === undefined ? undefined : (this.#texts[place] ?? '');
  }

  has(column: string): boolean {
    return this.#places.has(column);
  }

  *entries(): MapIterator<[string, string]> {
    for (const [column, place] of this.#places) yield [column, this.#texts[place] ?? ''];
  }
}

export async function readFirstRecords(
  texts: AsyncIterable<string>,
  delimiter: string,
  count: number,
): Promise<readonly CsvRecord[]> {
  const first: CsvRecord[] = [];
  for await (const records of readRecords(texts, delimiter)) {
    first.push(...records.slice(0, count - first.length));
    if (first.length >= count) break;
  }
  return first;
}

/**
 * Returns the names of a header. An unquoted `price (EUR, net)` counts as one name, although the comma separates
 * cells, if the number of names then equals the number of cells in the next row.
 */
export function headerCells(
  header: CsvRecord,
  below: CsvRecord | undefined,
  delimiter: string,
): readonly string[] {
  const { cells } = header;
  if (below === undefined || below.cells.length >= cells.length) return cells;
  const joined: string[] = [];
  let isOpen = false;
  for (const cell of cells) {
    if (isOpen) joined.push(`${joined.pop() ?? ''}${delimiter}${cell}`);
    else joined.push(cell);
    const name = joined.at(-1) ?? '';
    isOpen = name.split('(').length > name.split(')').length;
  }
  return joined.length === below.cells.length ? joined : cells;
}
