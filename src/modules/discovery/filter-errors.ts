import { AppError, asSentence } from '../../platform/errors/app-error.ts';
import { nearest } from '../../text/nearest.ts';

/** Characters of a wrong value that a message repeats. */
export const SHOWN_MAX = 64;
/** More than there are currencies: a list that is cut short says so. */
const OFFERED_MAX = 30;

export function invalidFilter(name: string, problem: string): AppError {
  return new AppError('INVALID_FILTER', asSentence(`${name} ${problem}`), {
    details: [{ field: name, message: problem }],
  });
}

/** Gathers what is wrong with the parameters of a search, so that all of it is told at once. */
export class FilterProblems {
  readonly #refusals: AppError[] = [];

  /** What the work makes; undefined where it refuses a parameter. */
  try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#keep(error);
      return undefined;
    }
  }

  add(refusal: AppError): void {
    this.#refusals.push(refusal);
  }

  addAll(others: FilterProblems): void {
    this.#refusals.push(...others.#refusals);
  }

  /** One refusal as it is; of several the code that they share, else INVALID_FILTER. */
  assertNone(): void {
    const [first, ...others] = this.#refusals;
    if (first === undefined) return;
    if (others.length === 0) throw first;
    const code = others.every((other) => other.code === first.code) ? first.code : 'INVALID_FILTER';
    const sentences = this.#refusals.flatMap((refusal) => refusal.sentences ?? [refusal.message]);
    throw new AppError(code, sentences.join(' '), {
      sentences,
      details: this.#refusals.flatMap((refusal) => refusal.details ?? []),
    });
  }

  #keep(error: unknown): void {
    if (!(error instanceof AppError)) throw error;
    this.#refusals.push(error);
  }
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
  if (offered !== undefined) return `; did you mean "${offered}"?`;
  const more = allowed.length - OFFERED_MAX;
  const listed = allowed.slice(0, OFFERED_MAX).join(', ');
  return `; it is one of ${listed}${more > 0 ? ` and ${more} more` : ''}`;
}
