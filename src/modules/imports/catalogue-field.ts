import { fieldOf as rowOf, type FieldRow, isFieldName } from '../listings/index.ts';

/** The catalogue row of a field that a preset names in its table. */
export function fieldOf(name: string): FieldRow {
  if (!isFieldName(name)) throw new Error(`The catalogue has no field ${name}`);
  return rowOf(name);
}
