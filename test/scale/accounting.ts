import pg from 'pg';

export interface Touched {
  readonly statement: string;
  readonly calls: number;
  readonly rows: number;
  readonly buffers: number;
}

/**
 * Normalizes a statement, because whether PostgreSQL or the driver replaces a value by a placeholder depends on which saw
 * it first.
 */
export function withoutValues(statement: string): string {
  return statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/\*.*?\*\//g, '')
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\?(?: ?, ?\?)+ ?/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Collects what the statements of a database touch between two calls of `take`. */
export class Accounting {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  connect(): Promise<unknown> {
    return this.#client.connect();
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async take(): Promise<Touched[]> {
    const { rows } = await this.#client.query<Record<keyof Touched, string>>(`
      select query as statement, sum(calls) as calls, sum(rows) as rows,
        sum(shared_blks_hit + shared_blks_read) as buffers
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%' and query not like 'explain %'
      group by query`);
    await this.#client.query(
      `select pg_stat_statements_reset(0::oid, (select oid from pg_database where datname = current_database()), 0::bigint, false)`,
    );
    const touched = new Map<string, Touched>();
    for (const row of rows) {
      const statement = withoutValues(row.statement);
      const { calls = 0, rows: known = 0, buffers = 0 } = touched.get(statement) ?? {};
      touched.set(statement, {
        statement,
        calls: calls + Number(row.calls),
        rows: known + Number(row.rows),
        buffers: buffers + Number(row.buffers),
      });
    }
    return [...touched.values()];
  }

  /** Returns the tables that a statement scans sequentially although any index would be preferred. */
  async walks(statement: string, values: readonly unknown[]): Promise<readonly string[]> {
    if (!/^\s*(?:with|select|update|delete|insert)\b/i.test(statement)) return [];
    await this.#client.query('set enable_seqscan = off');
    const { rows } = await this.#client.query<Record<'QUERY PLAN', string>>(`explain ${statement}`, [
      ...values,
    ]);
    return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  }

  /** Returns the IDs that a query finds. */
  async some(statement: string, values: readonly unknown[]): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ id: string }>(statement, [...values]);
    return rows.map(({ id }) => id);
  }

  async run(statement: string): Promise<void> {
    await this.#client.query(statement);
  }
}
