import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import { type ColumnType, type ServerColumn, serverColumnTypes } from './fields/server-columns.ts';
import type { ValueSpec } from './fields/spec.ts';
import { fields, type ListingRecord } from './fields.ts';
import type { References } from './completion.ts';
import { emptyRecord } from './record.ts';
import type { ListingRow } from '../tables.ts';

/** Fields that a body contains as a slug and the table as an ID. */
const referenceNames = ['category', 'subcategory', 'brand'] as const;
type ReferenceName = (typeof referenceNames)[number];
type ListingReferences = Pick<ListingRecord, ReferenceName>;

/** Field columns of a row, with compounds as objects, because rows are written as JSON. */
export type FieldColumns = Omit<ListingRow, ServerColumn | 'category_id' | 'subcategory_id' | 'brand_id'>;

const ownFields = fields.filter((field) => !referenceNames.some((name) => name === field.name));

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

// Copying a template with every key is many times faster than adding the keys one by one.
const emptyColumns: Readonly<Record<string, unknown>> = Object.fromEntries(
  ownFields.map((field) => [field.column, field.kind === 'textList' ? [] : null]),
);

/** Returns the row with the columns of a checked record; the checks guarantee the column types. */
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

/** Fills an object that already has all the keys. */
function fillColumns<Columns extends FieldColumns>(columns: Columns, record: ListingRecord): Columns {
  const values: Record<string, unknown> = columns;
  for (const field of ownFields) values[field.column] = record[field.name];
  return columns;
}

/** Returns the record of a table row; decimals can be text if they bypassed the driver's parsers. */
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
