import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import { bodyPath } from '../record/listing-body.ts';
import { type FieldRow, fields } from '../record/fields.ts';
import type { ListingRow, RecordedChange } from '../tables.ts';
import type { RowChange } from './row-changes.ts';

type Value = RecordedChange['before'];

/** Kinds with values that are short and tell nothing of people. Of others only the name is kept. */
const KEPT: ReadonlySet<FieldRow['kind']> = new Set([
  'integer',
  'decimal',
  'boolean',
  'enum',
  'yearMonth',
  'date',
]);

const byPath: ReadonlyMap<string, FieldRow> = new Map(fields.map((field) => [bodyPath(field), field]));

/** What differs between two versions, by the names of a body. */
export function recordedChanges(
  { before, after, changedFields }: RowChange,
  taxonomy: TaxonomySnapshot,
): readonly RecordedChange[] {
  const isMoved = before?.status !== after.status;
  const names = new Set([...(isMoved ? ['status'] : []), ...(before === null ? [] : changedFields)]);
  return [...names].map((field) => ({
    field,
    before: before === null ? null : valueOf(before, field, taxonomy),
    after: valueOf(after, field, taxonomy),
  }));
}

function valueOf(row: ListingRow, name: string, taxonomy: TaxonomySnapshot): Value {
  switch (name) {
    case 'status':
      return row.status;
    case 'featured':
      return row.featured;
    case 'images':
      return row.images_count;
    case 'category':
      return taxonomy.shownCategory(row.category_id)?.slug ?? null;
    case 'subcategory':
      return row.subcategory_id === null ? null : (taxonomy.shownCategory(row.subcategory_id)?.slug ?? null);
    case 'brand':
      return row.brand_id === null ? null : (taxonomy.shownBrand(row.brand_id)?.slug ?? null);
  }
  const field = byPath.get(name);
  if (field === undefined || !KEPT.has(field.kind)) return null;
  return ((row as Readonly<Record<string, unknown>>)[field.column] ?? null) as Value;
}
