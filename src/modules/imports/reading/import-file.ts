import { sniffDelimiter } from '@fifthwheel/text/csv-reader';
import { type ImportOptions, delimiterOf } from '../options.ts';
import { type Preset, bindPreset, columnsRead, columnsOfDates, hasKnownCell } from '../presets/preset.ts';
import { headerCells, readCsvRows, readFirstRecords } from './csv-rows.ts';
import {
  confirmedEncoding,
  declaredEncoding,
  decodeText,
  likelyEncoding,
  surveyBytes,
  UNREADABLE,
} from './encoding.ts';
import { FileProblem } from '../problems.ts';
import { REPORT_COLUMNS } from '../presets/shared-rules.ts';
import { type DateOrder, provenOrder } from '../values/dates.ts';
import { type DateOrders, distinctColumns, type FileFormat, type RawRow } from './raw-row.ts';
import { ownCells, readXmlRows, truckradarCells } from './xml-rows.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';

/** Opens a file at its beginning; can be called repeatedly. */
export type OpenFile = () => AsyncIterable<Buffer>;

interface RowLimit {
  readonly plan: string;
  readonly rows: number;
}

export interface Inspection {
  readonly format: FileFormat;
  readonly rows: number;
}

/**
 * Detects how a file is to be read, and reads it to the end once, so that an unreadable file is rejected before
 * anything is written.
 */
export async function inspectFile(
  open: OpenFile,
  preset: Preset,
  options: ImportOptions,
  limit: RowLimit,
): Promise<Inspection> {
  const format = await formatOf(open, preset, options, refuseUnknownHeader);
  const { rows, dateOrders } = await surveyRows(open, format, preset, limit);
  if (rows === 0) throw new FileProblem('EMPTY_FILE', t('The file has no rows.'));
  const isDayFirst = Object.keys(dateOrders).length === 0;
  return { format: isDayFirst ? format : { ...format, dateOrders }, rows };
}

/** Detected format and first rows; no column has to be known. */
export interface FileHead {
  readonly format: FileFormat;
  readonly rows: readonly RawRow[];
}

const HEAD_ROWS = 20;

export async function inspectHead(open: OpenFile, preset: Preset, options: ImportOptions): Promise<FileHead> {
  const format = await formatOf(open, preset, options, () => {});
  const rows: RawRow[] = [];
  for await (const group of readRows(open, format, preset)) {
    rows.push(...group.slice(0, HEAD_ROWS - rows.length));
    if (rows.length >= HEAD_ROWS) break;
  }
  return { format, rows };
}

/** Called with a header that names no column of the preset. */
type OnUnknownHeader = (preset: Preset, cells: readonly string[], named: readonly string[]) => void;

async function formatOf(
  open: OpenFile,
  preset: Preset,
  options: ImportOptions,
  onUnknownHeader: OnUnknownHeader,
): Promise<FileFormat> {
  const encoding = await encodingOf(open, options);
  const head = await headOf(open, encoding);
  const kind = options.format === 'csv' || options.format === 'xml' ? options.format : kindOf(head);
  if (!preset.formats.includes(kind)) {
    throw new FileProblem(
      'MISSING_COLUMNS',
      t('The preset {preset} reads {formats}; this is {format}.', {
        preset: preset.name,
        formats: preset.formats.join(' and ').toUpperCase(),
        format: kind.toUpperCase(),
      }),
    );
  }
  return kind === 'xml'
    ? { format: 'xml', encoding, delimiter: '', columns: [], hasHeader: false }
    : csvFormat({ open, encoding, head }, preset, options, onUnknownHeader);
}

/** Yields the rows of an inspected file in groups. */
export async function* readRows(
  open: OpenFile,
  format: FileFormat,
  preset: Preset,
): AsyncGenerator<readonly RawRow[]> {
  const texts = decodeText(open(), format.encoding);
  const rows =
    format.format === 'csv'
      ? readCsvRows(texts, format)
      : readXmlRows(texts, preset.name === 'truckradar_xml' ? truckradarCells : ownCells);
  for await (const group of rows) yield group.map(checkedText);
}

/** Rejects rows with a replacement character, because a damaged text would replace an intact one. */
function checkedText(row: RawRow): RawRow {
  if (row.fault !== null) return row;
  for (const [, text] of row.cells.entries())
    if (text.includes(UNREADABLE))
      return {
        ...row,
        fault: { text: 'has a character that cannot be read: "{text}"', values: { text: excerpt(text) } },
      };
  return row;
}

const EXCERPT_LENGTH = 20;

function excerpt(text: string): string {
  const at = text.indexOf(UNREADABLE);
  return text.slice(Math.max(0, at - EXCERPT_LENGTH), at + EXCERPT_LENGTH).toWellFormed();
}

async function encodingOf(open: OpenFile, options: ImportOptions): Promise<string> {
  const bytes = await surveyBytes(open());
  const { encoding } = options;
  if (encoding !== undefined && encoding !== 'auto') {
    if (encoding === 'utf-8' && bytes.utf8Lines < bytes.otherLines)
      throw new FileProblem(
        'UNREADABLE_TEXT',
        t('The file is not valid {encoding}; name its encoding.', { encoding }),
      );
    return encoding;
  }
  const declared = options.format === 'csv' ? null : declaredEncoding(await firstBytes(open));
  return declared === null ? likelyEncoding(bytes) : confirmedEncoding(declared, bytes);
}

async function firstBytes(open: OpenFile): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of open()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= DECLARATION_LENGTH) break;
  }
  return head;
}

const DECLARATION_LENGTH = 1024;

const HEAD_LENGTH = 64 * 1024;

async function headOf(open: OpenFile, encoding: string): Promise<string> {
  let head = '';
  for await (const text of decodeText(open(), encoding)) {
    head += text;
    if (head.length >= HEAD_LENGTH) break;
  }
  if (head.trim() === '') throw new FileProblem('EMPTY_FILE', t('The file is empty.'));
  return head;
}

function kindOf(head: string): 'csv' | 'xml' {
  return head.trimStart().startsWith('<') ? 'xml' : 'csv';
}

async function csvFormat(
  file: { readonly open: OpenFile; readonly encoding: string; readonly head: string },
  preset: Preset,
  options: ImportOptions,
  onUnknownHeader: OnUnknownHeader,
): Promise<FileFormat> {
  const { open, encoding, head } = file;
  const delimiter = delimiterOf(options) ?? sniffDelimiter(head, preset.defaults.delimiter);
  const [first, below] = await readFirstRecords(decodeText(open(), encoding), delimiter, 2);
  if (first === undefined) throw new FileProblem('EMPTY_FILE', t('The file has no rows.'));
  if (first.fault !== null)
    throw new FileProblem('TOO_MANY_COLUMNS', t(`The first row ${first.fault.text}.`, first.fault.values));
  const header = headerCells(first, below, delimiter);
  const named = distinctColumns(header);
  const knownCount = named.length - bindPreset(preset, named).unknownColumns.length;
  // The Fifthwheel format has a header; other systems often omit it.
  const hasHeader = options.hasHeader ?? (preset.name === 'own' || knownCount >= Math.min(3, named.length));
  if (hasHeader && knownCount === 0) onUnknownHeader(preset, header, named);
  const columns = hasHeader
    ? named
    : positional([...preset.positions, ...REPORT_COLUMNS], first.cells.length);
  return { format: 'csv', encoding, delimiter, columns, hasHeader };
}

const refuseUnknownHeader: OnUnknownHeader = (preset, cells, named) => {
  throw new FileProblem('MISSING_COLUMNS', unknownHeader(preset, cells, named));
};

const GUESSES_SHOWN = 20;

/** Explains the header: its names, their probable meaning, and the expected names. */
function unknownHeader(preset: Preset, cells: readonly string[], named: readonly string[]): Message {
  const guesses = columnsRead(preset, named.slice(0, GUESSES_SHOWN)).flatMap(({ suggestion }, index) =>
    suggestion === null ? [] : [`"${(cells[index] ?? '').trim().slice(0, 40)}" is perhaps ${suggestion}`],
  );
  const values = {
    preset: preset.name,
    cell: (cells[0] ?? '').slice(0, 40),
    columns: preset.positions.join(', '),
  };
  return guesses.length === 0
    ? t(
        'The first row names none of the columns of the preset {preset}; it begins with "{cell}". Expected are {columns}.',
        values,
      )
    : t(
        'The first row names none of the columns of the preset {preset}; it begins with "{cell}". {guesses}. Expected are {columns}.',
        { ...values, guesses: guesses.join(', ') },
      );
}

function positional(names: readonly string[], count: number): string[] {
  return Array.from({ length: Math.max(count, names.length) }, (_, i) => names[i] ?? `column_${i + 1}`);
}

/** Counts the rows, and finds date columns that cannot be read day-first. */
async function surveyRows(
  open: OpenFile,
  format: FileFormat,
  preset: Preset,
  limit: RowLimit,
): Promise<{ readonly rows: number; readonly dateOrders: DateOrders }> {
  const dateColumns = columnsOfDates(preset);
  const dateOrders: Record<string, DateOrder> = {};
  let count = 0;
  // The header of CSV has been checked already.
  let isOfPreset = format.format === 'csv';
  for await (const rows of readRows(open, format, preset)) {
    isOfPreset ||= rows.some((row) => hasKnownCell(preset, row));
    count += rows.length;
    for (const { cells } of rows)
      for (const column of dateColumns) {
        const proven = provenOrder(cells.get(column) ?? '');
        const known = dateOrders[column];
        if (proven !== null) dateOrders[column] = known === undefined || known === proven ? proven : 'mixed';
      }
    if (count > limit.rows) {
      const message = t('The file has more than {max} rows, the maximum per import of the plan {plan}.', {
        max: limit.rows,
        plan: limit.plan,
      });
      throw new FileProblem('TOO_MANY_ROWS', message);
    }
  }
  if (count > 0 && !isOfPreset)
    throw new FileProblem(
      'MISSING_COLUMNS',
      t('No element is a field of the preset {preset}.', { preset: preset.name }),
    );
  const notDayFirst = Object.entries(dateOrders).filter(([, order]) => order !== 'day-first');
  return { rows: count, dateOrders: Object.fromEntries(notDayFirst) };
}
