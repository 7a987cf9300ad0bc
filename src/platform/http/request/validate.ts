import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import {
  AppError,
  type ErrorDetail,
  firstOfEachField,
  inOneSentence,
  invalidFields,
  notFound,
  PROBLEMS_MAX,
} from '../../errors/app-error.ts';
import { nearest } from '@fifthwheel/text/nearest';
import { findUnstorableTexts, keepKnown } from './json-body.ts';
import { checkSchema } from './schema-check.ts';
import { readForm, readTextParameters } from './text-parameters.ts';
import { joined, type Message, t } from '../../errors/sentence.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
}

/** For lists and searches: every parameter but page and limit is a filter. */
function isFiltered(schema: TSchema): boolean {
  return Object.hasOwn((schema as ObjectSchema).properties ?? {}, 'page');
}

const PAGING = new Set(['page', 'limit']);
const SORTING = new Set(['sort', 'order']);
const UNKNOWN_MAX = 10;

export function validateQuery(
  schema: TSchema,
  texts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parameters = readTextParameters(schema, texts);
  const refusesUnknown = isFiltered(schema) || (schema as ObjectSchema).additionalProperties === false;
  const names = Object.keys((schema as ObjectSchema).properties ?? {});
  const unknown = refusesUnknown ? parameters.unknown.slice(0, UNKNOWN_MAX) : [];
  // Entries of a comma list are reported under the parameter's name; the URL shows no index.
  const problems = firstOfEachField(
    [...parameters.problems, ...checkSchema(schema, parameters.values)].map((problem) => ({
      ...problem,
      field: topField(problem),
    })),
  );
  if (unknown.length > 0) throw unknownParameters(unknown, names, problems);
  if (problems.length > 0) throw asQueryError(problems, isFiltered(schema));
  return parameters.values;
}

const LANGUAGE_PARAMETERS = new Set(['lang', 'language', 'locale', 'hl']);

/** Rejects a language parameter that the endpoint does not have, because clients would assume that it works. */
export function rejectLanguage(schema: TSchema | undefined, texts: Readonly<Record<string, unknown>>): void {
  const known = (schema as ObjectSchema | undefined)?.properties ?? {};
  const name = Object.keys(texts).find(
    (each) => LANGUAGE_PARAMETERS.has(each) && !Object.hasOwn(known, each),
  );
  if (name === undefined) return;
  throw new AppError(
    'BAD_REQUEST',
    t('There is no parameter "{name}": the language is that of Accept-Language.', { name }),
    {
      details: [{ field: name, message: t('is unknown; send Accept-Language') }],
    },
  );
}

function unknownParameters(
  unknown: readonly string[],
  names: readonly string[],
  others: readonly ErrorDetail[],
): AppError {
  const sentences: Message[] = unknown.map((name) => {
    const suggestion = nearest(name, names) ?? names.find((known) => isEndOf(name, known));
    const shortened = name.slice(0, 64);
    return suggestion === undefined
      ? t('There is no parameter "{name}".', { name: shortened })
      : t('There is no parameter "{name}"; did you mean "{meant}"?', { name: shortened, meant: suggestion });
  });
  if (others.length > 0) sentences.push(inOneSentence(others));
  const details = unknown.map((name) => ({ field: name.slice(0, 64), message: t('is unknown') }));
  return new AppError('INVALID_FILTER', joined(sentences, ' '), {
    details: [...details, ...others],
  });
}

const END_LENGTH_MIN = 4;

/** "year" for min_year, "type" for fuel_type. */
function isEndOf(name: string, known: string): boolean {
  return name.length >= END_LENGTH_MIN && known.toLowerCase().endsWith(name.toLowerCase());
}

function asQueryError(details: readonly ErrorDetail[], filtered: boolean): AppError {
  const message = inOneSentence(details);
  if (!filtered || details.some((detail) => PAGING.has(detail.field))) {
    return new AppError('VALIDATION_ERROR', message, { details, status: 400 });
  }
  const code = details.every((detail) => SORTING.has(detail.field)) ? 'INVALID_SORT' : 'INVALID_FILTER';
  return new AppError(code, message, { details });
}

export interface CheckedBody {
  /** The part of the body that the schema knows. */
  readonly value: unknown;
  /** The names of all other fields. */
  readonly ignored: readonly string[];
  readonly problems: readonly ErrorDetail[];
}

export function checkBody(schema: TSchema, body: unknown): CheckedBody {
  const { value, ignored, oversized } = keepKnown(schema, body);
  const unfit = [...oversized, ...checkSchema(schema, value)];
  const problems = firstOfEachField([...unfit, ...findUnstorableTexts(withoutFields(value, unfit))]);
  return { value, ignored, problems };
}

function withoutFields(value: unknown, problems: readonly ErrorDetail[]): unknown {
  const refused = new Set(problems.map(topField));
  if (refused.has('body')) return undefined;
  const accepted = Object.entries(value as Record<string, unknown>).filter(([name]) => !refused.has(name));
  return Object.fromEntries(accepted);
}

/** Reads a form as the types in the schema and checks it like a JSON body. An empty field counts as absent. */
export function checkForm(schema: TSchema, fields: Readonly<Record<string, unknown>>): CheckedBody {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
  const parameters = readForm(schema, filled);
  const { value, problems } = checkBody(schema, parameters.values);
  return {
    value,
    ignored: parameters.unknown,
    problems: firstOfEachField([...parameters.problems, ...problems]),
  };
}

/**
 * The one error with all problems of a body: those of its schema, and what the module's own rules (`others`) object
 * to in the fields that fit it.
 */
export async function allProblems(
  { value, problems }: CheckedBody,
  others: (validPart: Readonly<Record<string, unknown>>) => Promise<readonly ErrorDetail[]>,
): Promise<AppError> {
  // If the body is not an object, it is the problem itself; above the bound, it is unknown which fields are valid.
  if (problems.length >= PROBLEMS_MAX || problems.some(({ field }) => field === 'body'))
    return invalidFields(problems);
  const refused = new Set(problems.map(topField));
  const found = await others(withoutFields(value, problems) as Record<string, unknown>);
  return invalidFields([...problems, ...found.filter((problem) => !refused.has(topField(problem)))]);
}

function topField({ field }: ErrorDetail): string {
  return field.split('.')[0] ?? field;
}

const IGNORED_NAMES_MAX = 20;

/** The value of `X-Ignored-Fields`. Names come from the client, so characters that are not safe in a header are replaced. */
export function ignoredHeader(names: readonly string[]): string {
  return names
    .slice(0, IGNORED_NAMES_MAX)
    .map((name) => name.slice(0, 64).replaceAll(/[^A-Za-z0-9_.[\]-]/g, '?'))
    .join(', ');
}

const PARAM_LENGTH_MAX = 200;

export function readParams(request: FastifyRequest): Record<string, string> {
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params)) {
    if (value.length > PARAM_LENGTH_MAX || value.includes('\u0000')) throw notFound('resource');
  }
  return params;
}
