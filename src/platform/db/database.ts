import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isTracing, recordSpan } from '../tracing.ts';
import { CommitWatch } from './commits.ts';
import { keepPrepared } from './prepared.ts';
import { isReadTimeout } from './sql-errors.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** A pool whose waits are bounded: a caller gets an error, never a hang, when the database is slow or away. */
export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly applicationName: string;
  /** How long one statement may run; background work on many rows asks for more. */
  readonly statementTimeoutMs?: number;
  readonly onError: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 2000;
/** With the pause after it below the five seconds in which a request has its answer. */
const STATEMENT_TIMEOUT_MS = 4500;
/** After the statement's own time is over: then it is not the statement that is slow, but the network that is silent. */
const SILENCE_MS = 400;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const DATE_OID = 1082;

/**
 * Counters and money arrive as numbers: bigint columns stay far below 2^53, and numeric(14,2) has an exact shortest
 * decimal text as a double. A `date` stays the text that it is, since a Date would move with the time zone.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8_OID || oid === NUMERIC_OID) return Number;
  if (oid === DATE_OID) return (value: string) => value;
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}

export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser } as pg.CustomTypesConfig,
  });
  pool.on('error', options.onError);
  // A connection that is lost between two statements of a transaction has no query to tell: without this the process ends.
  pool.on('connect', (client) => {
    client.on('error', options.onError);
    keepPrepared(client);
  });
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  const dialect = new PostgresDialect({ pool: withoutSilentClients(pool) });
  return new Kysely<Tables>(isTracing() ? { dialect, log: traceStatement } : { dialect });
}

const patience = new AsyncLocalStorage<number>();

/** Statements of `work` are waited for as long as PostgreSQL has been told to let them run. */
export function withPatience<T>(statementTimeoutMs: number, work: () => Promise<T>): Promise<T> {
  return patience.run(statementTimeoutMs, work);
}

/**
 * A client whose query had no answer in time is still waiting for it: whatever is sent next, the rollback to begin with,
 * would wait behind it. So it takes no more, and is closed instead of going back to the pool.
 */
function withoutSilentClients(pool: pg.Pool): PostgresPool {
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const watch = new CommitWatch();
      let silence: Error | null = null;
      // Cursors, the other overload of `query`, are not used: the dialect is given none.
      const query = async (text: string, parameters: unknown[]): Promise<unknown> => {
        if (silence !== null) throw silence;
        watch.sending(text);
        try {
          const patienceMs = patience.getStore();
          if (patienceMs === undefined) return await client.query(text, parameters);
          // Known to the driver, not to its types.
          const query_timeout = patienceMs + SILENCE_MS;
          return await client.query({ text, values: parameters, query_timeout } as pg.QueryConfig);
        } catch (error) {
          if (isReadTimeout(error)) silence = error;
          throw error;
        } finally {
          watch.answered(text);
        }
      };
      return {
        query: query as PostgresPoolClient['query'],
        release: () => client.release(silence ?? undefined),
      };
    },
  };
}

const STATEMENT_TEXT_MAX = 1000;

/** The text of a statement has places for its values, and none of them. */
function traceStatement(event: LogEvent): void {
  const { sql } = event.query;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, STATEMENT_TEXT_MAX) };
  const name =
    /^\s*(?:with|select|insert|update|delete)\b/i.exec(sql)?.[0].trim().toLowerCase() ?? 'statement';
  recordSpan(name, attributes, event.queryDurationMillis, event.level === 'error' ? event.error : undefined);
}
