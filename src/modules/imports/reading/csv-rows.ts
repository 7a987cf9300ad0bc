import { CsvReader, type CsvRecord } from './csv-reader.ts';
import type { FileFormat, RawRow } from './raw-row.ts';

/** The rows of a CSV file, in groups as they arrive. */
export async function* readCsvRows(
  texts: AsyncIterable<string>,
  file: Pick<FileFormat, 'delimiter' | 'columns' | 'hasHeader'>,
): AsyncGenerator<readonly RawRow[]> {
  const reader = new CsvReader(file.delimiter);
  let isHeaderDue = file.hasHeader;
  let number = 0;
  const toRows = (records: readonly CsvRecord[]): RawRow[] => {
    const data = isHeaderDue ? records.slice(1) : records;
    if (records.length > 0) isHeaderDue = false;
    return data.map((record) => toRow(record, ++number, file.columns));
  };
  for await (const text of texts) {
    const rows = toRows(reader.push(text));
    if (rows.length > 0) yield rows;
  }
  const rest = toRows(reader.end());
  if (rest.length > 0) yield rest;
}

/** Columns behind the last one may be left out; text that no column has a name for means that a separator is wrong. */
function toRow(record: CsvRecord, number: number, columns: readonly string[]): RawRow {
  const cells = new Map<string, string>();
  for (const [index, column] of columns.entries()) cells.set(column, record.cells[index] ?? '');
  const surplus = record.cells.slice(columns.length).filter((cell) => cell !== '').length;
  const fault =
    record.fault ??
    (surplus === 0
      ? null
      : `has ${record.cells.length} columns where there are ${columns.length}; a separator or quote is wrong`);
  return { number, cells, fault };
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
