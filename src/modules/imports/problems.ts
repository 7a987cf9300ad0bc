import { mapped, type Message, t } from '../../platform/errors/sentence.ts';

/**
 * Problem codes of rows. error: the row was rejected. warning: it was accepted without the named value, or with less
 * than it requested.
 */
export const PROBLEM_CODES = {
  REQUIRED: 'A value that the row or publishing requires is missing.',
  INVALID_ENUM: 'The value is not one of the allowed values.',
  INVALID_NUMBER: 'The value is not a number, or not a whole number.',
  INVALID_DATE: 'The value is not a date or a month.',
  INVALID_VALUE: 'The value is rejected for another reason; see the message.',
  OUT_OF_RANGE: 'The value is below or above the range of the field.',
  UNKNOWN_BRAND: 'No brand has this name.',
  UNKNOWN_CATEGORY: 'No category has this name.',
  UNKNOWN_FEATURE: 'No feature has this name; it is left out.',
  UNKNOWN_COLUMN: 'The preset has no such column; it is left out.',
  DUPLICATE_KEY: 'Another row of the file, or another listing, has this stock number or VIN.',
  INVALID_VIN: 'The value is not a vehicle identification number, or its check digit is wrong.',
  INVALID_STATE: 'The state of the listing does not allow the requested change.',
  IMAGE_FETCH_FAILED: 'An image could not be fetched or read; the listing is imported without it.',
  LISTING_LIMIT_EXCEEDED: 'The plan does not allow another live listing; the listing is saved as a draft.',
  PLAN_LIMIT_EXCEEDED: 'The plan does not allow another draft; the row was rejected.',
  MALFORMED_ROW: 'The row cannot be parsed.',
  REMOVAL_SKIPPED: 'No listing was paused, because a row without a readable key could belong to any of them.',
  MASS_REMOVAL: 'More than half of the listings would be paused; the import itself needs confirmMassRemoval.',
  QUESTIONABLE:
    'The value is unlikely, or the field does not apply to vehicles of this class and is dropped.',
} as const;
export type ProblemCode = keyof typeof PROBLEM_CODES;
export type Severity = 'error' | 'warning';

export interface RowProblem {
  readonly column: string | null;
  /** Path of the field in the body: `location.city`. */
  readonly field: string | null;
  /** Value in the file, shortened. */
  readonly value: string | null;
  readonly severity: Severity;
  readonly code: ProblemCode;
  readonly message: Message;
  readonly suggestion: string | null;
}

const VALUE_LENGTH_MAX = 200;

export function problem(
  severity: Severity,
  code: ProblemCode,
  message: Message,
  where: Partial<Pick<RowProblem, 'column' | 'field' | 'value' | 'suggestion'>> = {},
): RowProblem {
  const { column = null, field = null, value = null, suggestion = null } = where;
  return {
    column,
    field,
    value: value === null ? null : excerpt(value),
    severity,
    code,
    message: mapped(message, storable),
    suggestion,
  };
}

export function ofColumn(column: string, message: Message): Message {
  return t('{column}: {message}', { column, message });
}

function excerpt(value: string): string {
  return storable(value).slice(0, VALUE_LENGTH_MAX).toWellFormed();
}

/** Replaces characters that PostgreSQL cannot store, for reports about rows that contain them. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** For an optional value: the row is accepted without it. */
export function asWarning(error: RowProblem): RowProblem {
  return { ...error, severity: 'warning' };
}

export function isRefused(problems: readonly RowProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Ends an import with a message for its starter; a retry would not help. */
export class ImportFailure extends Error {
  readonly code: string;
  readonly sentence: Message;

  constructor(code: string, message: Message, options: { cause?: unknown } = {}) {
    super(String(message), options);
    this.sentence = message;
    this.name = 'ImportFailure';
    this.code = code;
  }
}

type FileProblemCode =
  | 'EMPTY_FILE'
  | 'UNREADABLE_TEXT'
  | 'MALFORMED_XML'
  | 'FORBIDDEN_XML'
  | 'MALFORMED_ZIP'
  | 'MISSING_COLUMNS'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'TOO_LARGE';

/** The file as a whole is unreadable. */
export class FileProblem extends ImportFailure {
  constructor(code: FileProblemCode, message: Message, options: { cause?: unknown } = {}) {
    super(code, message, options);
    this.name = 'FileProblem';
  }
}
