import type { AttributeView, VehicleClass } from '../../taxonomy/index.ts';
import { appliesTo, fields, type FieldRow } from './fields.ts';
import { bodyPath } from './listing-body.ts';

/** The fields that listings of a class have, for forms and documentation. */
export function attributesOf(vehicleClass: VehicleClass): readonly AttributeView[] {
  return fields.filter((field) => appliesTo(field, vehicleClass)).map(attributeOf);
}

function attributeOf(field: FieldRow): AttributeView {
  const range = field.kind === 'integer' || field.kind === 'decimal' ? field : null;
  const values = 'values' in field && field.values !== undefined ? field.values.map(String) : null;
  return {
    name: bodyPath(field),
    group: field.group,
    type: field.kind,
    unit: range?.unit ?? null,
    values,
    min: range?.min ?? null,
    max: range?.max ?? null,
    description: field.description,
  };
}
