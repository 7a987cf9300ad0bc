import { AppError, companyDeleted, unavailable } from '../errors/app-error.ts';
import { rateLimited } from '../errors/rate-limited.ts';
import { systemErrorCode } from '../errors/system-error.ts';
import { RUNNING_MAX, TooManyWritesError } from './write-slots.ts';
import { t } from '../errors/sentence.ts';

/** Properties of a PostgreSQL error that the code evaluates. */
export interface SqlError extends Error {
  readonly code: string;
  readonly constraint?: string;
}

/** SQLSTATE codes by their class: socket errors such as EPIPE also have five capitals. */
const SQLSTATE = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

export function isSqlError(error: unknown): error is SqlError {
  return (
    error instanceof Error &&
    typeof (error as { code?: unknown }).code === 'string' &&
    SQLSTATE.test((error as SqlError).code)
  );
}

/** Whether the error is 23505, of this constraint if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): error is SqlError {
  return (
    isSqlError(error) &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** Whether the error is 23503: a row refers to a missing row, or a deleted row is still referenced. */
export function isForeignKeyViolation(error: unknown): error is SqlError {
  return isSqlError(error) && error.code === '23503';
}

/** A lost race that may be run again: serialisation failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  return isSqlError(error) && (error.code === '40001' || error.code === '40P01');
}

/** 55P03: another transaction held the lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return isSqlError(error) && error.code === '55P03';
}

const databaseErrors = new WeakSet<object>();

/**
 * Marks an error as one of the database connection. Socket error codes do not identify the peer: connections to
 * clients, mail servers and search clusters fail with the same codes.
 */
export function markDatabaseError<E>(error: E): E {
  if (error instanceof Error) databaseErrors.add(error);
  return error;
}

const UNAVAILABLE_SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed/i;

const POOL_TIMEOUT = /^timeout exceeded when trying to connect$/;
const READ_TIMEOUT = /^Query read timeout$/;

/** Whether the client timed out while waiting for the result of a query. */
export function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && READ_TIMEOUT.test(error.message);
}

function hasSocketCode(error: unknown): error is Error & { readonly code: string } {
  const code = systemErrorCode(error);
  return code !== undefined && UNAVAILABLE_SOCKET_CODES.has(code);
}

/** The database is known to be unreachable, so that no connection was tried. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super('the database is unreachable');
    this.name = 'DatabaseUnavailableError';
  }
}

/** The database is unreachable, full, shutting down or too busy: the request may be tried again later. */
export function isUnavailable(error: unknown): boolean {
  if (isSqlError(error)) {
    const sqlClass = error.code.slice(0, 2);
    // 08 connection, 53 resources (connections, disk, memory), 57 operator intervention and statement timeout, 25006 read-only
    return sqlClass === '08' || sqlClass === '53' || sqlClass === '57' || error.code === '25006';
  }
  if (error instanceof DatabaseUnavailableError || hasSocketCode(error)) return true;
  return (
    error instanceof Error && (READ_TIMEOUT.test(error.message) || UNAVAILABLE_MESSAGES.test(error.message))
  );
}

/** The statement ran for too long, or no connection became free: the database is there, and has too much to do. */
function isOverloaded(error: unknown): boolean {
  if (isSqlError(error)) return error.code === '57014';
  return error instanceof Error && POOL_TIMEOUT.test(error.message);
}

/** Excludes the deletion of a seller to which rows still refer: that error is a bug of this program. */
const INSERT_FOR_MISSING_SELLER = /^insert or update .*_seller_id_fkey$/;

/** Time after which a client should retry if another write holds the lock that it needs. */
const BUSY_WAIT_SECONDS = 1;
const AWAY_WAIT_SECONDS = 5;

/** Returns the error for a request if the database rejects it or is unreachable; null if the error is a bug of this program. */
export function databaseError(error: unknown): AppError | null {
  if (error instanceof TooManyWritesError)
    return rateLimited(
      t(
        'Too many changes of this account are being saved at the same time. Send fewer in parallel, and try again in a second.',
      ),
      { limit: RUNNING_MAX, waitSeconds: BUSY_WAIT_SECONDS },
    );
  if (isLockTimeout(error) || isRetryable(error))
    return rateLimited(t('Another change to the same data is still being saved. Try again in a second.'), {
      limit: 1,
      waitSeconds: BUSY_WAIT_SECONDS,
    });
  if (isOverloaded(error))
    return unavailable(
      t('The server is overloaded at the moment. Try again in a few seconds.'),
      AWAY_WAIT_SECONDS,
      error,
    );
  if (isUnavailable(error) && (!hasSocketCode(error) || databaseErrors.has(error)))
    return unavailable(
      t('The server cannot reach its database at the moment. Try again in a few seconds.'),
      AWAY_WAIT_SECONDS,
      error,
    );
  // 22021 and 22P05: characters that PostgreSQL cannot store (NUL, lone surrogates) that no schema caught
  if (isSqlError(error) && (error.code === '22021' || error.code === '22P05')) {
    return new AppError('VALIDATION_ERROR', t('A text contains characters that cannot be stored.'), {
      cause: error,
    });
  }
  if (isForeignKeyViolation(error) && INSERT_FOR_MISSING_SELLER.test(`${error.message} ${error.constraint}`))
    return companyDeleted();
  return null;
}
