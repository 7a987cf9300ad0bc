import type { Static, TObject, TProperties } from 'typebox';

/** The name in SQL: `createdAt` is `created_at`. */
type ColumnName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Name;

/** Instants are rendered as text. */
type ColumnValue<Value> = Value | (string extends Value ? Date : never);

type Columns<View> = {
  readonly [Name in keyof View as Name extends string ? ColumnName<Name> : never]: ColumnValue<View[Name]>;
};

/**
 * Builds the properties of a view from the columns of a row, with instants as ISO 8601. Columns that the schema does not name are
 * left out. `others` are properties that are not columns or differ from their column; if one is absent, the column applies.
 */
export function fromRow<P extends TProperties, Others extends Partial<Static<TObject<P>>> = object>(
  schema: TObject<P>,
  row: Columns<Omit<Static<TObject<P>>, keyof Others>>,
  others?: Others,
): Static<TObject<P>> {
  const view: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value: unknown =
      others !== undefined && name in others
        ? others[name as keyof Others]
        : (row as Record<string, unknown>)[columnName(name)];
    if (value !== undefined) view[name] = value instanceof Date ? value.toISOString() : value;
  }
  return view as Static<TObject<P>>;
}

function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
