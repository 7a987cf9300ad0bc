import type pg from 'pg';

/** As the server describes a column of an answer. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type Row = Record<string, unknown>;

/** Makes objects of the rows of one statement. */
export class RowShape {
  static readonly NONE = new RowShape([], { getTypeParser: () => String });

  readonly #columns: readonly (Column & { readonly parse: (text: string) => unknown })[];
  /** Rows begin as copies of it, and so are of one form for the engine. */
  readonly #empty: Row;

  constructor(columns: readonly Column[], types: pg.CustomTypesConfig) {
    this.#columns = columns.map(({ name, dataTypeID }) => ({
      name,
      dataTypeID,
      parse: types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }));
    this.#empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  }

  fits(columns: readonly Column[]): boolean {
    return (
      columns.length === this.#columns.length &&
      this.#columns.every(
        ({ name, dataTypeID }, i) => columns[i]?.name === name && columns[i].dataTypeID === dataTypeID,
      )
    );
  }

  read(texts: readonly (string | null)[]): Row {
    const row = { ...this.#empty };
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i];
      const column = this.#columns[i];
      if (typeof text === 'string' && column !== undefined) row[column.name] = column.parse(text);
    }
    return row;
  }
}
