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
 * The properties of a view from the columns of a row, instants as ISO 8601; what the schema does not name stays inside. `others`
 * are the properties that are no columns, or say something else than the column: one of them that is left out is the column.
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
