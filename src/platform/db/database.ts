import {
  type Dialect,
  type Driver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import { isTracing, recordSpan } from '../tracing.ts';
import { PipelineDriver } from './driver.ts';
import { StatementNames } from './prepared.ts';
import type { SlowStatements } from './slow-statements.ts';
import { NETWORK_GRACE_MS } from './statement-timeout.ts';
import type { Database, Tables } from './tables.ts';

export type { Database } from './tables.ts';

/** A pool with bounded waits: if the database is slow or unavailable, callers get an error instead of hanging. */
export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly applicationName: string;
  /** The longest time for one statement, with its waits for locks; for a program that does not serve requests. */
  readonly statementTimeoutMs?: number;
  readonly onError: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 2000;
/** Together with the pause after it, below the five seconds within which every request gets a response. */
const STATEMENT_TIMEOUT_MS = 4500;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/**
 * The longest wait for a lock. Longer than the second after which PostgreSQL looks for deadlocks: those are run again, so they must not
 * end as a timeout first.
 */
const LOCK_TIMEOUT_MS = 2000;

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

const VALUE_TYPES = { getTypeParser } as pg.CustomTypesConfig;

/** Known to the driver, not to its types. */
const PIPELINED = { pipeline: true };

export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + NETWORK_GRACE_MS,
    ...(options.statementTimeoutMs === undefined ? { lock_timeout: LOCK_TIMEOUT_MS } : {}),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: VALUE_TYPES,
    ...PIPELINED,
  });
  pool.on('error', options.onError);
  // When a connection is lost between two statements of a transaction, no query reports it; without this handler the
  // process would end.
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
}

export interface DatabaseOptions {
  readonly slowStatements?: SlowStatements;
  /** Whether the database is known to be unreachable; then statements fail immediately. */
  readonly isAway?: () => boolean;
}

export function createDatabase(
  pool: pg.Pool,
  { slowStatements, isAway = () => false }: DatabaseOptions = {},
): Database {
  const isTraced = isTracing();
  const log = (event: LogEvent): void => {
    if (isTraced) traceStatement(event);
    slowStatements?.record(event.query.sql, event.queryDurationMillis);
  };
  const driver = new PipelineDriver(pool, new StatementNames(), isAway);
  return new Kysely<Tables>({ dialect: dialectOf(driver), log });
}

function dialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

const STATEMENT_TEXT_MAX = 1000;

/** Statement texts contain placeholders, never values. */
function traceStatement(event: LogEvent): void {
  const { sql } = event.query;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, STATEMENT_TEXT_MAX) };
  const name =
    /^\s*(?:with|select|insert|update|delete)\b/i.exec(sql)?.[0].trim().toLowerCase() ?? 'statement';
  recordSpan(name, attributes, event.queryDurationMillis, event.level === 'error' ? event.error : undefined);
}

export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
