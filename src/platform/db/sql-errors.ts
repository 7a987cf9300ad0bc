import { AppError } from '../errors/app-error.ts';

/** The parts of a PostgreSQL error that decisions are made on. */
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

/** 23505; with the name of the constraint when the caller can tell its constraints apart. */
export function isUniqueViolation(error: unknown, constraint?: string): error is SqlError {
  return (
    isSqlError(error) &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** A lost race that may be run again: serialisation failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  return isSqlError(error) && (error.code === '40001' || error.code === '40P01');
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

const READ_TIMEOUT = /^Query read timeout$/;

/** The client gave up waiting for the answer to a query. */
export function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && READ_TIMEOUT.test(error.message);
}

/** The database is unreachable, full, shutting down or too busy: the request may be tried again later. */
export function isUnavailable(error: unknown): boolean {
  if (isSqlError(error)) {
    const sqlClass = error.code.slice(0, 2);
    // 08 connection, 53 resources (connections, disk, memory), 57 operator intervention and statement timeout, 25006 read-only
    return (
      sqlClass === '08' ||
      sqlClass === '53' ||
      sqlClass === '57' ||
      error.code === '25006' ||
      error.code === '55P03'
    );
  }
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && UNAVAILABLE_SOCKET_CODES.has(code)) return true;
  return READ_TIMEOUT.test(error.message) || UNAVAILABLE_MESSAGES.test(error.message);
}

/** The answer to a request when the database refuses or is unreachable; null when the error is our own fault. */
export function databaseRefusal(error: unknown): AppError | null {
  if (isUnavailable(error)) {
    return new AppError(
      'SERVICE_UNAVAILABLE',
      'The server cannot reach its database at the moment. Please try again shortly.',
      {
        headers: { 'retry-after': '5' },
        cause: error,
      },
    );
  }
  // 22021 and 22P05: characters that PostgreSQL cannot store (NUL, lone surrogates) that no schema caught
  if (isSqlError(error) && (error.code === '22021' || error.code === '22P05')) {
    return new AppError('VALIDATION_ERROR', 'A text has characters that cannot be stored.', { cause: error });
  }
  return null;
}
