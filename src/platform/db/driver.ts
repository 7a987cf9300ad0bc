/**
 * Kysely's driver for the pool. Pipelines the statements of a transaction: each is sent without waiting for earlier
 * results, so a statement whose result is not awaited (`defer`) costs no round trip, and neither does `begin`.
 */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { recordCommit } from './commits.ts';
import type { StatementNames } from './prepared.ts';
import { DatabaseUnavailableError, isReadTimeout, markDatabaseError } from './sql-errors.ts';
import { NETWORK_GRACE_MS, statementTimeoutMs } from './statement-timeout.ts';
import { currentWriter } from './write-slots.ts';

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

export class PipelineDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;
  readonly #isAway: () => boolean;

  /** @param isAway whether the database is known to be unreachable: then no request waits for a connection */
  constructor(pool: pg.Pool, names: StatementNames, isAway: () => boolean) {
    this.#pool = pool;
    this.#names = names;
    this.#isAway = isAway;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelineConnection> {
    if (this.#isAway()) throw new DatabaseUnavailableError();
    try {
      return new PipelineConnection(await this.#pool.connect(), this.#names);
    } catch (error) {
      throw markDatabaseError(error);
    }
  }

  async beginTransaction(connection: PipelineConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings);
  }

  commitTransaction(connection: PipelineConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PipelineConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PipelineConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

export class PipelineConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isInTransaction = false;
  /** By the transaction so far. */
  readonly #touched = new Set<string>();
  /** First error of the transaction; later errors only report that the transaction has failed. */
  #failure: Error | null = null;
  /** Error of a response that timed out. Anything sent next would wait behind that response. */
  #silence: Error | null = null;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    this.#isInTransaction = true;
    this.#failure = null;
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    this.#send(`begin ${modes.join(' ')}`).catch(() => {});
  }

  async commit(): Promise<void> {
    // A value that could not be written was never sent, and the server would commit without it.
    if (this.#failure !== null) throw this.#failure;
    try {
      await this.#send('commit');
      // PostgreSQL responds to the commit of a failed transaction with a rollback.
      if (this.#failure !== null) throw this.#failure;
      this.#isInTransaction = false;
    } finally {
      // Without a response the outcome of the commit is unknown, so it counts.
      recordCommit(this.#touched, currentWriter());
      this.#touched.clear();
    }
  }

  async rollback(): Promise<void> {
    this.#touched.clear();
    await this.#send('rollback');
    this.#isInTransaction = false;
  }

  release(): void {
    this.#client.release(this.#silence ?? undefined);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters);
    return WRITES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  /** If it fails, the next awaited statement or the commit fails. */
  defer({ sql, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    const result = this.#send(sql, parameters);
    result.catch(() => {});
    return result;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('results are not streamed');
  }

  /** Makes the commit of this transaction count as a change of the table. */
  touch(table: string): void {
    this.#touched.add(table);
  }

  /** Uses a callback, which is called immediately if a value cannot be written, before anything else is sent. */
  #send(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        markDatabaseError(error);
        this.#failure ??= error;
        if (isReadTimeout(error)) this.#silence ??= error;
        reject(this.#isInTransaction ? this.#failure : error);
      };
      if (this.#silence !== null) return fail(this.#silence);
      this.#client.query(configOf(text, this.#names.nameOf(text), values), (error: Error | null, result) => {
        if (error === null) resolve(result);
        else fail(error);
      });
    });
  }
}

function configOf(text: string, name: string | undefined, values: readonly unknown[]): pg.QueryConfig {
  const allowedMs = statementTimeoutMs();
  return {
    text,
    ...(name === undefined ? {} : { name }),
    // Without values, uses the simple protocol, which accepts several statements in one text, as in migrations.
    ...(values.length > 0 ? { values: [...values] } : {}),
    // Known to the driver, not to its types.
    ...(allowedMs === undefined ? {} : { query_timeout: allowedMs + NETWORK_GRACE_MS }),
  };
}
