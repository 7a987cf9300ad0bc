import { AppError, inOneSentence } from '../../platform/errors/app-error.ts';
import { nearest } from '@fifthwheel/text/nearest';
import { joined, type Message, t } from '../../platform/errors/sentence.ts';

/** Characters of a wrong value that an error message quotes. */
export const SHOWN_MAX = 64;
/** Values that an error message lists; enough for all currencies. If there are more, the message gives their number. */
const OFFERED_MAX = 30;

export function invalidFilter(name: string, problem: Message): AppError {
  return refusedParameter('INVALID_FILTER', name, problem);
}

/** Collects the errors in the parameters of a search, so that one response reports them all. */
export class FilterProblems {
  readonly #errors: AppError[] = [];

  /** Returns the result of `work`; undefined if it rejects a parameter. */
  try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#collect(error);
      return undefined;
    }
  }

  add(error: AppError): void {
    this.#errors.push(error);
  }

  addAll(problems: FilterProblems): void {
    this.#errors.push(...problems.#errors);
  }

  /** Throws a single error as it is. Combines several under the code that they share, or under INVALID_FILTER. */
  assertNone(): void {
    const [first, ...rest] = this.#errors;
    if (first === undefined) return;
    if (rest.length === 0) throw first;
    const code = rest.every((error) => error.code === first.code) ? first.code : 'INVALID_FILTER';
    const sentences = this.#errors.map(({ sentence: said }) => said);
    throw new AppError(code, joined(sentences, ' '), {
      details: this.#errors.flatMap((error) => error.details ?? []),
    });
  }

  #collect(error: unknown): void {
    if (!(error instanceof AppError)) throw error;
    this.#errors.push(error);
  }
}

/** Throws for the first value that is not allowed, and suggests the nearest allowed value. */
export function assertAllowed(
  name: string,
  values: readonly string[] | undefined,
  allowed: readonly string[],
): void {
  const wrong = values?.find((value) => !allowed.includes(value));
  if (wrong !== undefined) throw invalidFilter(name, notAllowed(wrong, allowed));
}

export function invalidSort(sort: string, allowed: readonly string[]): AppError {
  return refusedParameter('INVALID_SORT', 'sort', notAllowed(sort, allowed));
}

export function unknownLocation(
  parameter: 'city' | 'region',
  name: string,
  offered: string | null,
): AppError {
  const quoted = name.slice(0, SHOWN_MAX);
  const [sentence, problem] =
    offered === null
      ? [
          t(`The ${parameter} "{name}" is not known.`, { name: quoted }),
          t('"{name}" is not known', { name: quoted }),
        ]
      : [
          t(`The ${parameter} "{name}" is not known; did you mean "{meant}"?`, {
            name: quoted,
            meant: offered,
          }),
          t('"{name}" is not known; did you mean "{meant}"?', { name: quoted, meant: offered }),
        ];
  return new AppError('LOCATION_NOT_FOUND', sentence, { details: [{ field: parameter, message: problem }] });
}

function refusedParameter(code: 'INVALID_FILTER' | 'INVALID_SORT', name: string, problem: Message): AppError {
  const details = [{ field: name, message: problem }];
  return new AppError(code, inOneSentence(details), { details });
}

function notAllowed(wrong: string, allowed: readonly string[]): Message {
  const value = wrong.slice(0, SHOWN_MAX);
  const suggestion = nearest(value, allowed);
  if (suggestion !== undefined)
    return t('cannot be "{value}"; did you mean "{meant}"?', { value, meant: suggestion });
  const moreCount = allowed.length - OFFERED_MAX;
  const values = allowed.slice(0, OFFERED_MAX).join(', ');
  return moreCount > 0
    ? t('cannot be "{value}"; it is one of {values} and {more} more', { value, values, more: moreCount })
    : t('cannot be "{value}"; it is one of {values}', { value, values });
}
