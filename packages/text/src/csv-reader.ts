/**
 * Parses CSV by RFC 4180 as it arrives, with any mix of line ends. A fault costs only its own line: after a
 * quote that never closes, or a field or record beyond the limits, parsing continues at the next line. A
 * quote inside an unquoted field (15" rims) is text.
 */
export interface CsvLimits {
  readonly fieldLengthMax: number;
  readonly recordLengthMax: number;
  readonly columnsMax: number;
}

/** English text that completes "The row …", with `{name}` for each value. */
export interface CsvFault {
  readonly text: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Reason why the row could not be parsed; `cells` then has the cells before the fault. */
  readonly fault: CsvFault | null;
}

export const CSV_LIMITS: CsvLimits = {
  fieldLengthMax: 8 * 1024,
  recordLengthMax: 256 * 1024,
  columnsMax: 1000,
};

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Result of a read that needs more text to decide. */
const MORE = Symbol('more');

export class CsvReader {
  readonly #delimiter: number;
  readonly #limits: CsvLimits;
  #text = '';
  #at = 0;
  #isLast = false;
  /** Whether the rest of an abandoned line is being skipped. */
  #isSkipping = false;

  constructor(delimiter: string, limits: CsvLimits = CSV_LIMITS) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#limits = limits;
  }

  /** Returns the records that are complete so far, without blank lines. */
  push(text: string): CsvRecord[] {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    return this.#readAll();
  }

  end(): CsvRecord[] {
    this.#isLast = true;
    return this.#readAll();
  }

  #readAll(): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.#at < this.#text.length) {
      if (this.#isSkipping && !this.#skipLine(this.#at)) break;
      if (this.#at >= this.#text.length) break;
      const record = this.#readRecord();
      if (record === MORE) break;
      if (record.fault !== null || record.cells.length > 1 || record.cells[0] !== '') records.push(record);
    }
    return records;
  }

  #readRecord(): CsvRecord | typeof MORE {
    const start = this.#at;
    const cells: string[] = [];
    let index = start;
    for (;;) {
      const field = this.#text.charCodeAt(index) === QUOTE ? this.#readQuoted(index) : this.#readPlain(index);
      if (field === MORE) return this.#giveUpIfTooLong(start, cells);
      if ('fault' in field) return this.#giveUp(start, cells, field.fault);
      if (field.value.length > this.#limits.fieldLengthMax)
        return this.#giveUp(start, cells, this.#tooLong());
      cells.push(field.value);
      if (cells.length > this.#limits.columnsMax)
        return this.#giveUp(start, cells, fault('has more than {max} columns', this.#limits.columnsMax));
      if (this.#text.charCodeAt(field.end) !== this.#delimiter) {
        this.#at = this.#afterLineEnd(field.end);
        const hasNul = cells.some((cell) => cell.includes('\0'));
        return { cells, fault: hasNul ? fault('has a NUL character') : null };
      }
      index = field.end + 1;
    }
  }

  #readPlain(start: number): { value: string; end: number } | typeof MORE {
    const text = this.#text;
    for (let index = start; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) {
        // A line feed that follows in the next chunk belongs to this line end.
        if (code === CARRIAGE_RETURN && index + 1 === text.length && !this.#isLast) return MORE;
        return { value: text.slice(start, index), end: index };
      }
    }
    return this.#isLast ? { value: text.slice(start), end: text.length } : MORE;
  }

  #readQuoted(start: number): { value: string; end: number } | { fault: CsvFault } | typeof MORE {
    const text = this.#text;
    let hasEscapes = false;
    for (let index = start + 1; ;) {
      const quote = text.indexOf('"', index);
      const reach = (quote === -1 ? text.length : quote) - start;
      if (reach > 2 * this.#limits.fieldLengthMax) return { fault: this.#tooLong() };
      if (quote === -1)
        return this.#isLast ? { fault: fault('has a quote that is opened and never closed') } : MORE;
      const next = text.charCodeAt(quote + 1);
      if (next === QUOTE) {
        hasEscapes = true;
        index = quote + 2;
        continue;
      }
      if (quote + 1 === text.length && !this.#isLast) return MORE;
      if (next === CARRIAGE_RETURN && quote + 2 === text.length && !this.#isLast) return MORE;
      const isEnd =
        Number.isNaN(next) || next === this.#delimiter || next === LINE_FEED || next === CARRIAGE_RETURN;
      if (!isEnd) return { fault: fault('has text after a closing quote; quotes inside a text are doubled') };
      const value = text.slice(start + 1, quote);
      return { value: hasEscapes ? value.replaceAll('""', '"') : value, end: quote + 1 };
    }
  }

  #tooLong(): CsvFault {
    const { fieldLengthMax } = this.#limits;
    return fault(
      'has a field of more than {max} characters, or a quote that is never closed',
      fieldLengthMax,
    );
  }

  #giveUpIfTooLong(start: number, cells: readonly string[]): CsvRecord | typeof MORE {
    if (this.#text.length - start <= this.#limits.recordLengthMax) return MORE;
    return this.#giveUp(start, cells, fault('has more than {max} characters', this.#limits.recordLengthMax));
  }

  #giveUp(start: number, cells: readonly string[], fault: CsvFault): CsvRecord {
    this.#skipLine(start);
    return { cells: cells.slice(0, this.#limits.columnsMax), fault };
  }

  /** Skips past the next line end. Returns false if it has not arrived yet. */
  #skipLine(start: number): boolean {
    const text = this.#text;
    let end = start;
    while (
      end < text.length &&
      text.charCodeAt(end) !== LINE_FEED &&
      text.charCodeAt(end) !== CARRIAGE_RETURN
    )
      end++;
    const isOpen = end >= text.length || (text.charCodeAt(end) === CARRIAGE_RETURN && end + 1 >= text.length);
    this.#isSkipping = isOpen && !this.#isLast;
    this.#at = this.#isSkipping ? end : this.#afterLineEnd(end);
    return !this.#isSkipping;
  }

  #afterLineEnd(index: number): number {
    const text = this.#text;
    return text.charCodeAt(index) === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED
      ? index + 2
      : index + 1;
  }
}

function fault(text: string, max?: number): CsvFault {
  return { text, values: max === undefined ? {} : { max } };
}

/** Returns all records of a text. */
export function readCsv(text: string, delimiter: string): CsvRecord[] {
  const reader = new CsvReader(delimiter);
  return [...reader.push(text), ...reader.end()];
}

/** Number of records that are compared to find the separator. */
const SAMPLE_RECORDS = 20;

/**
 * Returns the separator that a `sep=` line names. Otherwise returns the one that splits the records after the
 * first into most cells, with as many columns as the first. The last resort is the most frequent one in the
 * first line, outside quotes.
 */
export function sniffDelimiter(head: string, fallback: string): string {
  const named = SEPARATOR_LINE.exec(head)?.[1];
  if (named !== undefined) return named;
  let best = { delimiter: fallback, ...frequencyOf(head, fallback) };
  for (const delimiter of DELIMITERS) {
    const frequency = frequencyOf(head, delimiter);
    const isBetter =
      frequency.below > best.below || (frequency.below === best.below && frequency.first > best.first);
    if (isBetter) best = { delimiter, ...frequency };
  }
  return best.delimiter;
}

function frequencyOf(head: string, delimiter: string): { readonly first: number; readonly below: number } {
  const start = head.trimStart();
  const first = countInFirstLine(start, delimiter);
  if (first === 0) return { first, below: 0 };
  const [header, ...records] = new CsvReader(delimiter).push(`${start}\n`).slice(0, SAMPLE_RECORDS);
  const width = header?.cells.length ?? 1;
  const below = records.reduce((sum, { cells }) => sum + (cells.length > width ? 0 : cells.length - 1), 0);
  return { first, below };
}

/** Ignores text in quotes and brackets, because headers such as `price (EUR, net)` contain commas. */
function countInFirstLine(text: string, delimiter: string): number {
  const [line = ''] = text.replaceAll(/"[^"]*"?/g, '').split(/[\r\n]/, 1);
  return line.replaceAll(/\([^()]*\)/g, '').split(delimiter).length - 1;
}

/** First line of a spreadsheet export that names its separator: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^"\s\w]|\t)"?[;,|\t]*(?:\r|\n|$)/i;

/** Whether the first record only names the separator, whichever separator it was split by. */
export function isSeparatorLine({ cells }: CsvRecord): boolean {
  const [first = '', ...otherCells] = cells;
  const isAlone = otherCells.every((cell) => cell === '');
  return isAlone && (/^sep=[^"\s\w]?$/i.test(first) || /^sep=\t$/i.test(first));
}

export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/** Formats a record according to RFC 4180. */
export function csvLine(cells: readonly string[], delimiter = ','): string {
  const written = cells.map((cell) => (/[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(delimiter)}\r\n`;
}
