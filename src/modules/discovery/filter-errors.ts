import { AppError, asSentence } from '../../platform/errors/app-error.ts';
import { nearest } from '../../search/index.ts';

const SHOWN_MAX = 64;

export function invalidFilter(name: string, problem: string): AppError {
  return new AppError('INVALID_FILTER', asSentence(`${name} ${problem}`), {
    details: [{ field: name, message: problem }],
  });
}

/** Throws for the first value that is not allowed, with the one that was probably meant. */
export function assertAllowed(
  name: string,
  values: readonly string[] | undefined,
  allowed: readonly string[],
): void {
  const wrong = values?.find((value) => !allowed.includes(value));
  if (wrong !== undefined)
    throw invalidFilter(name, `cannot be "${wrong.slice(0, SHOWN_MAX)}"${meant(wrong, allowed)}`);
}

export function invalidSort(sort: string, allowed: readonly string[]): AppError {
  const problem = `cannot be "${sort.slice(0, SHOWN_MAX)}"${meant(sort, allowed)}`;
  return new AppError('INVALID_SORT', asSentence(`sort ${problem}`), {
    details: [{ field: 'sort', message: problem }],
  });
}

export function unknownLocation(
  parameter: 'city' | 'region',
  name: string,
  offered: string | null,
): AppError {
  const problem = `"${name.slice(0, SHOWN_MAX)}" is not known${offered === null ? '' : `; did you mean "${offered}"?`}`;
  return new AppError('LOCATION_NOT_FOUND', asSentence(`The ${parameter} ${problem}`), {
    details: [{ field: parameter, message: problem }],
  });
}

function meant(value: string, allowed: readonly string[]): string {
  const offered = nearest(value.slice(0, SHOWN_MAX), allowed);
  return offered === undefined
    ? `; it is one of ${allowed.slice(0, 20).join(', ')}`
    : `; did you mean "${offered}"?`;
}
