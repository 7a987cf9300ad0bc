import { mapped, type Message, t } from '../../platform/errors/sentence.ts';

/**
 * Problem codes of rows. error: the row was rejected. warning: it was accepted without the named value, or with less
 * than it requested.
 */
export const PROBLEM_CODES = {
  REQUIRED: 'A value is missing that the row or publishing needs.',
  INVALID_ENUM: 'A word that matches none of the allowed values.',
  INVALID_NUMBER: 'Not a number, or not a whole one.',
  INVALID_DATE: 'Not a month or day.',
  INVALID_VALUE: 'A value that is refused for another reason; see the message.',
  OUT_OF_RANGE: 'Below or above what the field may hold.',
  UNKNOWN_BRAND: 'No brand is known by that name.',
  UNKNOWN_CATEGORY: 'No category is known by that name.',
  UNKNOWN_FEATURE: 'No feature is known by that name; it is left out.',
  UNKNOWN_COLUMN: 'A column that the preset does not know; it is left out.',
  DUPLICATE_KEY: 'Another row of the file, or another listing, has this stock number or VIN.',
  INVALID_VIN: 'Not a vehicle identification number, or one whose check digit is wrong.',
  INVALID_STATE: 'The listing is in a state that does not allow what the row asks for.',
  IMAGE_FETCH_FAILED: 'A picture could not be fetched or read; the listing is imported without it.',
  LISTING_LIMIT_EXCEEDED: 'The plan has no room for another active listing; the row is kept as a draft.',
  PLAN_LIMIT_EXCEEDED: 'The plan has no room for another draft; the row was rejected.',
  MALFORMED_ROW: 'The row cannot be parsed.',
  REMOVAL_SKIPPED: 'Nothing was taken off the market: a row without a readable key could be any listing.',
  MASS_REMOVAL: 'More than half of the listings would be paused; the import itself needs confirmMassRemoval.',
  QUESTIONABLE: 'An unlikely value, or one that vehicles of this class do not have; the latter is dropped.',
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
