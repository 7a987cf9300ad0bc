/**
 * Writes any number of rows in one statement: column by column as arrays, and only columns with a value, because most
 * of about 160 are empty. An update names the version that it is based on, so a row that was changed concurrently is
 * not touched.
 */
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { defer } from '../../../platform/db/deferred.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { touches, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ListingRow } from '../tables.ts';
import { columnTypes, fieldColumns, referenceColumns } from '../record/record-columns.ts';
import { t } from '../../../platform/errors/sentence.ts';

type Column = keyof ListingRow;

const identity = ['id', 'seller_id', 'slug', 'created_at'] as const satisfies readonly Column[];
const matched = ['id', 'seller_id', 'version'] as const satisfies readonly Column[];

/** Columns that transitions write. */
const stateColumns = [
  'status',
  'version',
  'edited_version',
  'updated_at',
  'source',
  'import_id',
  'row_hash',
  'rejection',
  'suspension',
  'featured',
  'featured_until',
  'paused_by_plan',
  'changed_since_approval',
  'submitted_at',
  'published_at',
  'renewed_at',
  'expires_at',
  'sold_at',
  'sold_price',
  'sold_conversation_id',
  'deleted_at',
] as const satisfies readonly Column[];

/** Columns besides the fields that edits write. */
const derivedColumns = [
  'quality_score',
  'previous_price',
  'price_reduced_at',
] as const satisfies readonly Column[];

const recordColumns: readonly string[] = [
  ...stateColumns,
  ...derivedColumns,
  ...referenceColumns,
  ...fieldColumns,
];
const columnSets: Readonly<Record<'state' | 'record' | 'images', readonly string[]>> = {
  state: stateColumns,
  record: recordColumns,
  images: ['version', 'edited_version', 'updated_at', 'thumbnail', 'images_count', 'quality_score'],
};
const insertColumns: readonly string[] = [...identity, ...recordColumns];

/** A locked row as stored, and its new state. */
export interface RowUpdate {
  readonly before: ListingRow;
  readonly after: ListingRow;
}

type Values = Readonly<Record<string, unknown>>;

export async function insertRows(trx: Transaction, rows: readonly ListingRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Columns that no row sets get the table's defaults.
  const columns = insertColumns.filter((column) => rows.some((row: Values) => isPresent(row[column])));
  await touches(trx, 'listings');
  await sql`
    insert into listings (${names(columns)})
    select ${values(columns)} from ${unnested(rows, columns)}`.execute(trx);
}

/**
 * Writes only columns that differ in some row. The next statements can be pipelined; awaiting the returned function
 * confirms that all rows were as they had been read.
 */
export async function updateRows(
  trx: Transaction,
  updates: readonly RowUpdate[],
  written: keyof typeof columnSets,
): Promise<() => Promise<void>> {
  if (updates.length === 0) return async () => {};
  const differing = columnSets[written].filter((column) =>
    updates.some(({ before, after }) => !isSame((before as Values)[column], (after as Values)[column])),
  );
  const columns = new Set<string>([...matched, ...differing]);
  const rows = updates.map(({ after }) => after);
  const assignments = sql.raw(
    ['version', ...differing.filter((column) => column !== 'version')]
      .map((column) => `${column} = ${valueOf(column)}`)
      .join(', '),
  );
  await touches(trx, 'listings');
  const { result } = await defer(
    trx,
    sql`
    update listings l set ${assignments} from ${unnested(rows, [...columns])}
    where l.id = t.id and l.seller_id = t.seller_id and l.version = t.version - 1`,
  );
  return async () => {
    const { rowCount } = await result;
    if (rowCount !== rows.length)
      throw new AppError(
        'VERSION_CONFLICT',
        t('The listing was changed by someone else in the meantime. Read it again before you change it.'),
      );
  };
}

function isPresent(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}

function isSame(before: unknown, after: unknown): boolean {
  return before === after || (typeof after === 'object' && isDeepStrictEqual(before, after));
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.join(', '));
}

function values(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map(valueOf).join(', '));
}

/** Lists travel as text, because an array of arrays would have to be rectangular. */
function valueOf(column: string): string {
  return columnTypes[column] === 'text[]' ? `t.${column}::text[]` : `t.${column}`;
}

function unnested(rows: readonly ListingRow[], columns: readonly string[]): RawBuilder<unknown> {
  const arrays = columns.map((column) => {
    const type = columnTypes[column];
    if (type === undefined) throw new Error(`the type of the column ${column} is not known`);
    const elements = rows.map((row: Values) => elementOf(row[column], type));
    return sql`${`{${elements.join(',')}}`}::${sql.raw(type === 'text[]' ? 'text' : type)}[]`;
  });
  return sql`unnest(${sql.join(arrays)}) as t(${names(columns)})`;
}

/** An array element in PostgreSQL syntax; the driver would quote and escape every element, even numbers. */
function elementOf(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return quoted(value.toISOString());
  if (value instanceof Buffer) return quoted(`\\x${value.toString('hex')}`);
  if (type === 'text[]') return quoted(`{${(value as readonly string[]).map(quoted).join(',')}}`);
  return quoted(typeof value === 'string' && type !== 'jsonb' ? value : JSON.stringify(value));
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

interface PriceEntry {
  readonly listingId: string;
  readonly at: Date;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
}

export async function addPrices(trx: Transaction, entries: readonly PriceEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ listingId }) => listingId);
  const times = entries.map(({ at }) => at.toISOString());
  const prices = entries.map(({ price }) => price);
  const currencies = entries.map(({ currency }) => currency);
  const deductible = entries.map(({ vatDeductible }) => vatDeductible);
  await defer(
    trx,
    sql`
    ${prepared} insert into listing_price_history (listing_id, at, price, currency, vat_deductible)
    select * from unnest(${ids}::text[], ${times}::timestamptz[], ${prices}::numeric[], ${currencies}::text[], ${deductible}::boolean[])
    on conflict (listing_id, at) do update
      set price = excluded.price, currency = excluded.currency, vat_deductible = excluded.vat_deductible`,
  );
}

export interface RowHash {
  readonly listingId: string;
  readonly rowHash: Buffer;
}

/** Makes the next import of the same rows skip them. Not part of the listing: neither version nor page changes. */
export async function storeRowHashes(
  trx: Transaction,
  sellerId: string,
  rows: readonly RowHash[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ listingId }) => listingId);
  const hashes = rows.map(({ rowHash }) => rowHash);
  await touches(trx, 'listings');
  await sql`
    update listings l set row_hash = t.hash
    from unnest(${ids}::text[], ${hashes}::bytea[]) as t(id, hash)
    where l.id = t.id and l.seller_id = ${sellerId} and l.row_hash is distinct from t.hash`.execute(trx);
}

/** Makes the next import of the same row process it. */
export async function clearRowHash(trx: Transaction, sellerId: string, listingId: string): Promise<void> {
  await touches(trx, 'listings');
  await trx
    .updateTable('listings')
    .set({ row_hash: null })
    .where('id', '=', listingId)
    .where('seller_id', '=', sellerId)
    .where('row_hash', 'is not', null)
    .execute();
}
