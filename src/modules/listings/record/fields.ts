import { snakeCase } from '@fifthwheel/text/snake-case';
import type { VehicleClass } from './enums.ts';
import { commercialFields, coreFields, privateFields } from './fields/general.ts';
import type { FieldEntry, FieldGroup, FieldSpec, ValueOf } from './fields/spec.ts';
import { technicalFields } from './fields/technical.ts';

/**
 * Catalog of listing fields: the single source of body schemas, checks, public groups, table columns and import
 * columns. Columns that only the server sets are in fields/server-columns.ts.
 */
export const catalogue = {
  ...ofGroup('core', coreFields),
  ...ofGroup('commercial', commercialFields),
  ...ofGroup('technical', technicalFields),
  ...ofGroup('private', privateFields),
} satisfies Record<string, FieldSpec>;

function ofGroup<F extends Readonly<Record<string, FieldEntry>>>(group: FieldGroup, entries: F) {
  const grouped = Object.entries(entries).map(([name, entry]) => [name, { ...entry, group }]);
  return Object.fromEntries(grouped) as { readonly [N in keyof F]: F[N] & { readonly group: FieldGroup } };
}

export type Catalogue = typeof catalogue;
export type FieldName = keyof Catalogue;

/** A complete flat record with references as slugs. Missing values are null, or an empty list. */
export type ListingRecord = {
  -readonly [N in FieldName]: Catalogue[N] extends { kind: 'textList' }
    ? ValueOf<Catalogue[N]>
    : ValueOf<Catalogue[N]> | null;
};

export type FieldRow = FieldSpec & {
  readonly name: FieldName;
  readonly column: string;
};

export const fields: readonly FieldRow[] = (Object.keys(catalogue) as FieldName[]).map((name) => {
  const spec: FieldSpec = catalogue[name];
  return { ...spec, name, column: spec.column ?? snakeCase(name) };
});

const byName = new Map<string, FieldRow>(fields.map((field) => [field.name, field]));

export function isFieldName(name: string): name is FieldName {
  return byName.has(name);
}

export function fieldOf(name: FieldName): FieldRow {
  const field = byName.get(name);
  if (field === undefined) throw new Error(`The catalogue has no field ${name}`);
  return field;
}

export function fieldsOfGroup(group: FieldGroup): readonly FieldRow[] {
  return fields.filter((field) => field.group === group);
}

export function appliesTo(field: FieldRow, vehicleClass: VehicleClass): boolean {
  return field.classes.includes(vehicleClass);
}

export function isPresent(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}
