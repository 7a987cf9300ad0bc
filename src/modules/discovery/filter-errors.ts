import { AppError, inOneSentence } from '../../platform/errors/app-error.ts';
import { nearest } from '@fifthwheel/text/nearest';
import { joined, type Message, t } from '../../platform/errors/sentence.ts';

/** Characters of a wrong value that a message repeats. */
export const SHOWN_MAX = 64;
/** More than there are currencies: a list that is cut short says so. */
const OFFERED_MAX = 30;

export function invalidFilter(name: string, problem: Message): AppError {
  return refusedParameter('INVALID_FILTER', name, problem);
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
    const sentences = this.#refusals.map(({ said }) => said);
    throw new AppError(code, joined(sentences, ' '), {
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
  const shown = name.slice(0, SHOWN_MAX);
  const [sentence, problem] =
    offered === null
      ? [
          t(`The ${parameter} "{name}" is not known.`, { name: shown }),
          t('"{name}" is not known', { name: shown }),
        ]
      : [
          t(`The ${parameter} "{name}" is not known; did you mean "{meant}"?`, {
            name: shown,
            meant: offered,
          }),
          t('"{name}" is not known; did you mean "{meant}"?', { name: shown, meant: offered }),
        ];
  return new AppError('LOCATION_NOT_FOUND', sentence, { details: [{ field: parameter, message: problem }] });
}

function refusedParameter(code: 'INVALID_FILTER' | 'INVALID_SORT', name: string, problem: Message): AppError {
  const details = [{ field: name, message: problem }];
  return new AppError(code, inOneSentence(details), { details });
}

function notAllowed(wrong: string, allowed: readonly string[]): Message {
  const value = wrong.slice(0, SHOWN_MAX);
  const meant = nearest(value, allowed);
  if (meant !== undefined) return t('cannot be "{value}"; did you mean "{meant}"?', { value, meant });
  const more = allowed.length - OFFERED_MAX;
  const values = allowed.slice(0, OFFERED_MAX).join(', ');
  return more > 0
    ? t('cannot be "{value}"; it is one of {values} and {more} more', { value, values, more })
    : t('cannot be "{value}"; it is one of {values}', { value, values });
}
