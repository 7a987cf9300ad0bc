import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type Row = Readonly<Record<string, unknown>>;

/** One statement each, so that its queue of foreign keys to check stays short. */
const STATEMENT_ROWS = 50_000;
const CHUNK_CHARACTERS = 64 * 1024;
const ROWS_AT_A_TIME = 200;

/** Writes rows by COPY. Returns their number. */
export class Copy {
  readonly #client: pg.Client;
  readonly #onTable: (table: string, rows: number) => void;

  constructor(client: pg.Client, onTable: (table: string, rows: number) => void) {
    this.#client = client;
    this.#onTable = onTable;
  }

  /** Uses the columns of the first row by default; columns missing from a row are null. */
  async rows(table: string, rows: Iterable<Row>, given?: readonly string[]): Promise<void> {
    const iterator = rows[Symbol.iterator]();
    let written = 0;
    let next = iterator.next();
    const columns = given ?? Object.keys(next.value ?? {});
    const encoders = await this.#encoders(table, columns);
    const names = columns.map((column) => `"${column}"`).join(', ');
    while (next.done !== true) {
      const batch = function* (): Generator<Row> {
        for (let count = 0; count < STATEMENT_ROWS && next.done !== true; count += 1) {
          written += 1;
          yield next.value;
          next = iterator.next();
        }
      };
      await pipeline(
        Readable.from(lines(batch(), encoders)),
        this.#client.query(from(`copy ${table} (${names}) from stdin`)),
      );
    }
    this.#onTable(table, written);
  }

  async #encoders(table: string, columns: readonly string[]): Promise<(readonly [string, Encode])[]> {
    const { rows } = await this.#client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attnum > 0`,
      [table],
    );
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    return columns.map((column) => [column, encoderOf(types.get(column) ?? 'text')] as const);
  }
}

type Encode = (value: unknown) => string;

function encoderOf(type: string): Encode {
  if (type === 'json' || type === 'jsonb') return (value) => escaped(JSON.stringify(value));
  if (type.endsWith('[]')) return (value) => escaped(arrayText(value as readonly unknown[]));
  return (value) => {
    if (value instanceof Date) return value.toISOString();
    if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
    return typeof value === 'string' ? escaped(value) : String(value);
  };
}

function arrayText(items: readonly unknown[]): string {
  return `{${items.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  return /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found) : text;
}

/** Yields the rows in COPY's text format, in batches, so that a server in the same process can run in between. */
async function* lines(
  rows: Iterable<Row>,
  encoders: readonly (readonly [string, Encode])[],
): AsyncGenerator<string> {
  let chunk = '';
  let count = 0;
  for (const row of rows) {
    if (Object.keys(row).length > encoders.length)
      throw new Error(`a row has columns that the first lacks: ${Object.keys(row).join(', ')}`);
    let separator = '';
    for (const [column, encode] of encoders) {
      const value = row[column];
      chunk += separator + (value === null || value === undefined ? '\\N' : encode(value));
      separator = '\t';
    }
    chunk += '\n';
    count += 1;
    if (chunk.length > CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
    }
    if (count % ROWS_AT_A_TIME === 0) await setImmediate();
  }
  if (chunk !== '') yield chunk;
}
