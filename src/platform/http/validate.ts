import type { TSchema } from 'typebox';
import { AppError, type ErrorDetail, invalidFields } from '../errors/app-error.ts';
import { nearest } from '../text/nearest.ts';
import { findUnstorableTexts, keepKnown } from './json-body.ts';
import { checkSchema } from './schema-check.ts';
import { readTextParameters } from './text-parameters.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A list or search: its parameters other than page and limit are filters. */
export function isFiltered(schema: TSchema): boolean {
  return Object.hasOwn((schema as ObjectSchema).properties ?? {}, 'page');
}

const PAGING = new Set(['page', 'limit']);
const SORTING = new Set(['sort', 'order']);

export function validateQuery(
  schema: TSchema,
  texts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parameters = readTextParameters(schema, texts);
  const names = Object.keys((schema as ObjectSchema).properties ?? {});
  if (isFiltered(schema)) {
    for (const name of parameters.unknown) throw unknownParameter(name, names);
  }
  const problems = [...parameters.problems, ...checkSchema(schema, parameters.values)].filter(isFirstOfField);
  if (problems.length > 0) throw asQueryError(problems, isFiltered(schema));
  return parameters.values;
}

function unknownParameter(name: string, names: readonly string[]): AppError {
  const meant = nearest(name, names);
  const shown = name.slice(0, 64);
  const message =
    meant === undefined
      ? `There is no parameter "${shown}".`
      : `There is no parameter "${shown}"; did you mean "${meant}"?`;
  return new AppError('INVALID_FILTER', message, { details: [{ field: shown, message: 'is unknown' }] });
}

function isFirstOfField(problem: ErrorDetail, index: number, all: readonly ErrorDetail[]): boolean {
  return all.findIndex((other) => other.field === problem.field) === index;
}

function asQueryError(details: readonly ErrorDetail[], filtered: boolean): AppError {
  const message = details.map((detail) => `${detail.field} ${detail.message}`).join('; ');
  const parameterOf = (detail: ErrorDetail): string => detail.field.split('.')[0] ?? detail.field;
  if (!filtered || details.some((detail) => PAGING.has(parameterOf(detail)))) {
    return new AppError('VALIDATION_ERROR', `${message}.`, { details, status: 400 });
  }
  const code = details.every((detail) => SORTING.has(parameterOf(detail)))
    ? 'INVALID_SORT'
    : 'INVALID_FILTER';
  return new AppError(code, `${message}.`, { details });
}

/** What the schema knows of a body, and the names of what it does not. All problems are reported at once. */
export function validateBody(schema: TSchema, body: unknown): { value: unknown; ignored: readonly string[] } {
  const known = keepKnown(schema, body);
  const problems = [...checkSchema(schema, known.value), ...findUnstorableTexts(known.value)].filter(
    isFirstOfField,
  );
  if (problems.length > 0) throw invalidFields(problems);
  return known;
}

/** A form's texts as the types that the schema gives them, checked like a JSON body. A field left empty is not given. */
export function validateForm(
  schema: TSchema,
  fields: Readonly<Record<string, unknown>>,
): { value: unknown; ignored: readonly string[] } {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
  const parameters = readTextParameters(schema, filled);
  if (parameters.problems.length > 0) {
    const checked = checkSchema(schema, parameters.values);
    throw invalidFields([...parameters.problems, ...checked].filter(isFirstOfField));
  }
  const { value } = validateBody(schema, parameters.values);
  return { value, ignored: parameters.unknown };
}
