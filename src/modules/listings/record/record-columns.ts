import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import { type ColumnType, type ServerColumn, serverColumnTypes } from './fields/server-columns.ts';
import type { ValueSpec } from './fields/spec.ts';
import { fields, type ListingRecord } from './fields.ts';
import type { References } from './completion.ts';
import { emptyRecord } from './record.ts';
import type { ListingRow } from '../tables.ts';

/** Fields that a body names by slug and the table by id. */
const referenceNames = ['category', 'subcategory', 'brand'] as const;
export type ReferenceName = (typeof referenceNames)[number];
export type ListingReferences = Pick<ListingRecord, ReferenceName>;

/** The field columns of a row, with compounds as objects, since rows are written as JSON. */
export type FieldColumns = Omit<ListingRow, ServerColumn | 'category_id' | 'subcategory_id' | 'brand_id'>;

const ownFields = fields.filter((field) => !referenceNames.some((name) => name === field.name));

/** Names of the field columns without the three references. */
export const fieldColumns: readonly string[] = ownFields.map((field) => field.column);

export const referenceColumns: readonly string[] = ['category_id', 'subcategory_id', 'brand_id'];

export const columnTypes: Readonly<Record<string, ColumnType>> = {
  ...Object.fromEntries(fields.map((field) => [field.column, columnTypeOf(field)])),
  ...serverColumnTypes,
};

export function columnTypeOf(spec: ValueSpec): ColumnType {
  switch (spec.kind) {
    case 'text':
    case 'enum':
    case 'yearMonth':
    case 'date':
      return 'text';
    case 'integer':
    case 'boolean':
      return spec.kind;
    case 'decimal':
      return spec.scale === undefined ? 'double precision' : 'numeric';
    case 'textList':
      return 'text[]';
    case 'object':
    case 'objectList':
    case 'objectMap':
      return 'jsonb';
  }
}

// Copies of a template with every key: many times faster than adding key after key.
const emptyColumns: Readonly<Record<string, unknown>> = Object.fromEntries(
  ownFields.map((field) => [field.column, field.kind === 'textList' ? [] : null]),
);

/** The row with the columns of a record that has passed its checks, which guarantee the column types. */
export function rowWithColumns(
  row: ListingRow,
  { record, references }: { readonly record: ListingRecord; readonly references: References },
): ListingRow {
  const { category, subcategory, brand } = references;
  if (category === null) throw new Error('a record without category was accepted');
  const ids = {
    category_id: category.id,
    subcategory_id: subcategory?.id ?? null,
    brand_id: brand?.id ?? null,
  };
  return fillColumns({ ...row, ...ids }, record);
}

export function columnsOf(record: ListingRecord): FieldColumns {
  return fillColumns({ ...emptyColumns } as FieldColumns, record);
}

/** Into columns that have all the keys, whatever their values. */
function fillColumns<Columns extends FieldColumns>(columns: Columns, record: ListingRecord): Columns {
  const values: Record<string, unknown> = columns;
  for (const field of ownFields) values[field.column] = record[field.name];
  return columns;
}

/** The record of a table row; decimals may be text where no driver of ours has parsed them. */
export function recordFromColumns(
  row: Readonly<Record<string, unknown>>,
  references: ListingReferences,
): ListingRecord {
  const record: Record<string, unknown> = { ...emptyRecord(), ...references };
  for (const field of ownFields) {
    const value = row[field.column] ?? null;
    if (value !== null)
      record[field.name] = field.kind === 'decimal' && typeof value === 'string' ? Number(value) : value;
  }
  return record as ListingRecord;
}

export function recordOf(row: ListingRow, taxonomy: TaxonomySnapshot): ListingRecord {
  const slugOf = (id: string | null) => (id === null ? null : (taxonomy.category(id)?.slug ?? null));
  return recordFromColumns(row, {
    category: slugOf(row.category_id),
    subcategory: slugOf(row.subcategory_id),
    brand: row.brand_id === null ? null : (taxonomy.brand(row.brand_id)?.slug ?? null),
  });
}
