import { fields } from '../../../modules/listings/index.ts';

/** Units of the listing's fields, by name. */
export function unitsOfFields(): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap((field) =>
      'unit' in field && typeof field.unit === 'string' ? [[field.name as string, field.unit] as const] : [],
    ),
  );
}
