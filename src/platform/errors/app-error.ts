import { ERROR_CATALOGUE, type ErrorCode } from './catalogue.ts';
import { joined, type Message, t } from './sentence.ts';

export interface ErrorDetail {
  readonly field: string;
  readonly message: Message;
  /** For a conflict: the other listing. */
  readonly listingId?: string;
  /** For an exhausted quota: the limit of the plan and the current use. */
  readonly limit?: number;
  readonly used?: number;
}

/** Clients read no more, and each costs work; the rest is reported once these are fixed. */
export const PROBLEMS_MAX = 100;
const FIELD_SHOWN_MAX = 200;

/** The first problem of each field, of at most `PROBLEMS_MAX` fields. */
export function firstOfEachField(problems: Iterable<ErrorDetail>): ErrorDetail[] {
  const byField = new Map<string, ErrorDetail>();
  for (const { field, message } of problems) {
    const shortened = field.slice(0, FIELD_SHOWN_MAX);
    if (!byField.has(shortened)) byField.set(shortened, { field: shortened, message });
    if (byField.size >= PROBLEMS_MAX) break;
  }
  return [...byField.values()];
}

interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** VALIDATION_ERROR is 400 for path and query parameters, otherwise 422; BAD_REQUEST is 431 for too many headers. */
  readonly status?: number;
}

/** An error for the client: a code from the catalogue and a sentence. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The message, for readers of other languages. */
  readonly sentence: Message;

  constructor(code: ErrorCode, message: Message, extras: ErrorExtras = {}) {
    super(String(message), { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = extras.status ?? ERROR_CATALOGUE[code].status;
    this.details = extras.details;
    this.headers = extras.headers ?? {};
    this.sentence = message;
  }
}

/** Returns a problem as a sentence; a problem that ends with a question mark already is a sentence. */
export function asSentence(problem: Message): Message {
  return String(problem).endsWith('?') ? problem : t('{problem}.', { problem });
}

/** The problems of all fields in one sentence. */
export function inOneSentence(details: readonly ErrorDetail[]): Message {
  return asSentence(
    joined(
      details.map(({ field, message }) => t('{field} {message}', { field, message })),
      '; ',
    ),
  );
}

export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', t(`There is no such ${what}.`));
}

/** Returns the result of a lookup, or throws 404 without one. */
export function found<T>(what: string, value: T | undefined | false): T {
  if (value === undefined || value === false) throw notFound(what);
  return value;
}

/** The owner of an empty company deletes it by joining a team; requests of that account may still be in progress. */
export function companyDeleted(): AppError {
  return forbidden(t('Your company was deleted when you left it. Sign in again.'));
}

export const forbidden = (message: Message): AppError => new AppError('FORBIDDEN', message);
export const invalidState = (message: Message): AppError => new AppError('INVALID_STATE', message);
export const alreadyExists = (message: Message): AppError => new AppError('ALREADY_EXISTS', message);
export const overPlanLimit = (message: Message): AppError => new AppError('PLAN_LIMIT_EXCEEDED', message);

/** 503 for a request that the client can repeat after the given number of seconds. */
export function unavailable(message: Message, retryAfterSeconds: number, cause?: unknown): AppError {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new AppError('SERVICE_UNAVAILABLE', message, { headers, cause });
}

/** 422 for a body whose fields are well-formed but cannot be accepted. */
export function invalidFields(problems: readonly ErrorDetail[]): AppError {
  const details = problems.slice(0, PROBLEMS_MAX);
  const first = details[0];
  const message =
    details.length === 1 && first !== undefined
      ? t('{field}: {message}', { field: first.field, message: first.message })
      : problems.length > PROBLEMS_MAX
        ? t('More than {count} fields are invalid.', { count: details.length })
        : t('{count} fields are invalid.', { count: details.length });
  return new AppError('VALIDATION_ERROR', message, { details });
}

export function invalidField(field: string, message: Message): AppError {
  return invalidFields([{ field, message }]);
}
