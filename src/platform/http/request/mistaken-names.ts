import type { TSchema } from 'typebox';
import { nearest } from '@fifthwheel/text/nearest';
import { AppError, type ErrorDetail, inOneSentence, invalidFields } from '../../errors/app-error.ts';
import { groupBy } from '../../group-by.ts';
import { knownNamesAt } from './json-body.ts';
import { t } from '../../errors/sentence.ts';

/** Each unknown field is compared with the missing and the known ones of its object, so this bounds the work. */
const COMPARED_MAX = 100;
/** A body with more unknown fields is usually a resource that was read and is sent back. */
const SHOWN_MAX = 10;
/** A message with more details than this only counts them. */
const SPELLED_OUT_MAX = 4;
const NAME_SHOWN_MAX = 64;

/**
 * Adds the unknown fields to an error about missing ones, because they may be these under another name: `{message}` where
 * `content` is required. Each names the field that it resembles, or those that its object requires.
 */
export function withMistakenNames(
  error: unknown,
  schema: TSchema | undefined,
  unknown: readonly string[],
): unknown {
  if (unknown.length === 0 || !(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') return error;
  const problems = error.details ?? [];
  const missing = byObject(
    problems.filter(({ message }) => String(message).includes('is required')).map(({ field }) => field),
  );
  if (missing.size === 0) return error;
  const hints = [...byObject(unknown.slice(0, COMPARED_MAX))].flatMap(([path, names]) => {
    const required = missing.get(path);
    if (required === undefined) return [];
    const known = schema === undefined ? [] : knownNamesAt(schema, path);
    return names.map((name) => hintFor(name, path, required, known));
  });
  if (hints.length === 0) return error;
  const likeliest = hints.toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely)).slice(0, SHOWN_MAX);
  const details = [...problems, ...likeliest.map(({ detail }) => detail)];
  return details.length > SPELLED_OUT_MAX
    ? invalidFields(details)
    : new AppError('VALIDATION_ERROR', inOneSentence(details), { details, status: error.status });
}

interface Hint {
  readonly detail: ErrorDetail;
  readonly isLikely: boolean;
}

function hintFor(name: string, path: string, required: readonly string[], known: readonly string[]): Hint {
  const suggestion = resembling(name, required) ?? nearest(name, known);
  return {
    isLikely: suggestion !== undefined,
    detail: {
      field: `${path === '' ? '' : `${path}.`}${name.slice(0, NAME_SHOWN_MAX)}`,
      message:
        suggestion === undefined
          ? t('is not a known field; required here: {fields}', { fields: required.join(', ') })
          : t('is not a known field; did you mean "{meant}"?', { meant: suggestion }),
    },
  };
}

/** The name that is spelled much the same, or has a word in common: `buyerEmail` and `email`. */
function resembling(name: string, names: readonly string[]): string | undefined {
  const words = wordsOf(name);
  return nearest(name, names) ?? names.find((other) => wordsOf(other).some((word) => words.includes(word)));
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, NAME_SHOWN_MAX)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Last parts of dotted names, by the path of the object that they belong to. */
function byObject(fields: readonly string[]): Map<string, string[]> {
  const ofObjects = groupBy(fields, (field) => field.slice(0, Math.max(0, field.lastIndexOf('.'))));
  return new Map(
    [...ofObjects].map(([path, names]) => [path, names.map((name) => name.slice(name.lastIndexOf('.') + 1))]),
  );
}
