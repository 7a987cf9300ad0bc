import { fields, appliesTo, type FieldRow } from './fields.ts';
import type { MemberSpec, ValueSpec } from './fields/spec.ts';
import { bodyPath } from './listing-body.ts';
import type { AttributeView, VehicleClass } from '../../taxonomy/index.ts';

interface ImportColumn {
  readonly column: string;
  /** Path of the value in a listing body, such as `location.city`. */
  readonly path: string;
  readonly spec: ValueSpec;
  readonly description: string;
}

/** Columns of the Fifthwheel CSV format that contain listing fields, in the order of the catalog. */
export const importColumns: readonly ImportColumn[] = fields.flatMap((field) => {
  const path = bodyPath(field);
  const members = field.kind === 'object' ? Object.entries<MemberSpec>(field.members) : [];
  const columns: ImportColumn[] = members.flatMap(([name, spec]) =>
    spec.importColumn === undefined
      ? []
      : [{ column: spec.importColumn, path: `${path}.${name}`, spec, description: spec.description }],
  );
  if (field.importColumn !== undefined) {
    columns.push({ column: field.importColumn, path, spec: field, description: field.description });
  }
  if (field.name === 'powerKw') {
    columns.push({
      column: 'power_hp',
      path: 'powerHp',
      spec: { kind: 'integer', min: 1, max: 1631, unit: 'hp' },
      description: 'Engine power in horsepower, read when power_kw is empty.',
    });
  }
  return columns;
});

/** Fields of the listings of a class, for forms and documentation. */
export function attributesOf(vehicleClass: VehicleClass): readonly AttributeView[] {
  return fields.filter((field) => appliesTo(field, vehicleClass)).map(attributeOf);
}

function attributeOf(field: FieldRow): AttributeView {
  const range = field.kind === 'integer' || field.kind === 'decimal' ? field : null;
  const values = 'values' in field && field.values !== undefined ? field.values.map(String) : null;
  return {
    name: bodyPath(field),
    group: field.group,
    visibility: field.visibility ?? 'public',
    ownerParts: ownerParts(field),
    type: field.kind,
    code: field.kind === 'text' ? (field.code ?? null) : null,
    unit: range?.unit ?? null,
    values,
    min: range?.min ?? null,
    max: range?.max ?? null,
    description: field.description,
    required: false,
  };
}

function ownerParts(field: FieldRow): string[] {
  const members = field.kind === 'object' ? Object.entries<MemberSpec>(field.members) : [];
  return members.flatMap(([name, { visibility }]) => (visibility === 'owner' ? [name] : []));
}
