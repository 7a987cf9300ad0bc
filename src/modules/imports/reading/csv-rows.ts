import { CsvReader, type CsvRecord } from '../../../text/csv-reader.ts';
import type { Cells, FileFormat, RawRow } from './raw-row.ts';

/** The rows of a CSV file, in groups as they arrive. */
export async function* readCsvRows(
  texts: AsyncIterable<string>,
  file: Pick<FileFormat, 'delimiter' | 'columns' | 'hasHeader'>,
): AsyncGenerator<readonly RawRow[]> {
  const reader = new CsvReader(file.delimiter);
  const places = new Map(file.columns.map((column, place) => [column, place]));
  let isHeaderDue = file.hasHeader;
  let number = 0;
  const toRows = (records: readonly CsvRecord[]): RawRow[] => {
    const data = isHeaderDue ? records.slice(1) : records;
    if (records.length > 0) isHeaderDue = false;
    return data.map((record) => toRow(record, ++number, file.columns.length, places));
  };
  for await (const text of texts) {
    const rows = toRows(reader.push(text));
    if (rows.length > 0) yield rows;
  }
  const rest = toRows(reader.end());
  if (rest.length > 0) yield rest;
}

/** Columns behind the last one may be left out; text that no column has a name for means that a separator is wrong. */
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
      ? `has ${cells.length} columns instead of ${columnCount}; check the separators and quotes`
      : null);
  return { number, cells: new RecordCells(places, cells), fault };
}

/** The cells of one record; the names are the same for all of a file and kept once. */
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

/** The first record of a CSV file. */
export async function readFirstRecord(
  texts: AsyncIterable<string>,
  delimiter: string,
): Promise<CsvRecord | null> {
  const reader = new CsvReader(delimiter);
  for await (const text of texts) {
    const [first] = reader.push(text);
    if (first !== undefined) return first;
  }
  return reader.end()[0] ?? null;
}
