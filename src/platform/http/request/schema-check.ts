import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { passwordProblem } from '../../crypto/password-rule.ts';
import { type ErrorDetail, firstOfEachField } from '../../errors/app-error.ts';
import { nearest } from '../../../text/nearest.ts';
import { errorsOf } from './compiled-schema.ts';

/**
 * The problems of a value, one per field, in sentences for a person; empty when it fits. Values are those that `keepKnown`
 * returns: of bounded size, without unknown fields.
 */
export function checkSchema(schema: TSchema, value: unknown): ErrorDetail[] {
  const errors = errorsOf(schema, value);
  return errors.length === 0 ? [] : firstOfEachField(toDetails(errors));
}

function* toDetails(errors: readonly ErrorObject[]): Generator<ErrorDetail> {
  for (const error of told(errors)) {
    // The errors inside if/then say themselves what is wrong, and so does that of a key's schema.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    yield { field: fieldOf(error), message: sentence(error) };
  }
}

/**
 * Every branch of a union reports errors; the union's own error is enough. In a union of null and one other branch,
 * that branch's errors are better when the value has its type. The errors of the branches come right before that of their
 * union, so one pass is enough.
 */
function told(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept.push(error);
      continue;
    }
    let from = kept.length;
    while (from > 0 && isWithin(kept[from - 1], error)) from--;
    const inside = kept.splice(from);
    const branch = branchBesideNull(error.schema as readonly UnionBranch[]);
    const path = `${error.schemaPath}/${branch}/`;
    const ofBranch = inside.filter((other) => other.schemaPath.startsWith(path));
    const isOfType =
      branch !== -1 &&
      !ofBranch.some((other) => other.keyword === 'type' && other.instancePath === error.instancePath);
    kept.push(...(isOfType ? ofBranch : [error]));
  }
  return kept;
}

function isWithin(error: ErrorObject | undefined, union: ErrorObject): boolean {
  if (error === undefined || !error.schemaPath.startsWith(`${union.schemaPath}/`)) return false;
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

/** The index of the only branch that is not null; -1 when there are several. */
function branchBesideNull(branches: readonly UnionBranch[]): number {
  const others = branches.filter((branch) => branch.type !== 'null');
  return others.length === 1 && others.length < branches.length
    ? branches.findIndex((branch) => branch.type !== 'null')
    : -1;
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  // Of a field that is missing or too much, or whose name is wrong, the path is that of the object.
  const name = missingProperty ?? additionalProperty ?? error.propertyName;
  if (name !== undefined) path.push(name);
  return path.join('.') || 'body';
}

type Sentence = (error: ErrorObject & { readonly params: Readonly<Record<string, unknown>> }) => string;

const atLeast =
  (unit: string): Sentence =>
  ({ schema }) =>
    schema === 1 ? 'must not be empty' : `must have at least ${String(schema)} ${unit}`;
const atMost =
  (unit: string): Sentence =>
  ({ schema }) =>
    `must have at most ${String(schema)} ${unit}`;
const bound =
  (relation: string): Sentence =>
  ({ schema }) =>
    `must be ${relation} ${String(schema)}`;

/** What is wrong by keyword. Every keyword that a schema of ours uses is here; a test holds it against all of them. */
export const SENTENCES: Readonly<Record<string, Sentence>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  type: ({ schema }) => `must be ${typeNames(schema)}`,
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  minimum: bound('at least'),
  maximum: bound('at most'),
  exclusiveMinimum: bound('more than'),
  exclusiveMaximum: bound('less than'),
  minItems: atLeast('entries'),
  maxItems: atMost('entries'),
  minProperties: atLeast('entries'),
  maxProperties: atMost('entries'),
  uniqueItems: () => 'must not contain duplicates',
  multipleOf: ({ schema }) =>
    schema === 0.01 ? 'must have at most two decimals' : `must be a multiple of ${String(schema)}`,
  enum: (error) => `must be one of ${(error.schema as unknown[]).join(', ')}${meant(error)}`,
  const: ({ schema }) => `must be ${String(schema)}`,
  anyOf: ({ schema }) => unionSentence(schema as readonly UnionBranch[]),
  oneOf: ({ schema }) => unionSentence(schema as readonly UnionBranch[]),
  format: ({ schema, data }) => formatSentence(String(schema), data),
  pattern: () => 'has a format that is not allowed',
  printable: () => 'must not contain control characters or broken Unicode',
};

/** In `errorMessage` of a schema: what is said of a value instead, or of the value by keyword. */
export type ErrorMessage =
  string | ((value: unknown, field: string) => string) | Readonly<Record<string, string>>;

function sentence(error: ErrorObject): string {
  const { errorMessage: own = {} } = error.parentSchema as { readonly errorMessage?: ErrorMessage };
  if (error.keyword !== 'required') {
    if (typeof own === 'string') return own;
    if (typeof own === 'function') return own(error.data, fieldOf(error));
  }
  const ofKeyword = typeof own === 'object' ? own[error.keyword] : undefined;
  return ofKeyword ?? SENTENCES[error.keyword]?.(error) ?? 'is invalid';
}

/** "Did you mean" for a value close to an allowed one. */
function meant({ data, schema }: ErrorObject): string {
  if (typeof data !== 'string') return '';
  const offered = nearest(data, (schema as unknown[]).map(String));
  return offered === undefined ? '' : `; did you mean "${offered}"?`;
}

interface UnionBranch {
  readonly const?: unknown;
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

function unionSentence(branches: readonly UnionBranch[]): string {
  const constants = branches.flatMap((branch) =>
    branch.const !== undefined ? [branch.const] : (branch.enum ?? []),
  );
  if (constants.length > 0) return `must be one of ${constants.map(String).join(', ')}`;
  return `must be ${typeNames(branches.map((branch) => branch.type ?? 'of another form'))}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function typeNames(type: unknown): string {
  return (Array.isArray(type) ? type : [type])
    .map((name) => TYPE_NAMES[String(name)] ?? String(name))
    .join(' or ');
}

function formatSentence(format: string, value: unknown): string {
  if (format === 'password') return passwordProblem(String(value)) ?? 'cannot be used as a password';
  return FORMAT_SENTENCES[format] ?? `must be a valid ${format}`;
}

const FORMAT_SENTENCES: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  phone: 'must be a phone number with country code, such as +4940123456',
  country: 'must be a two-letter country code (ISO 3166-1), such as DE',
  currency: 'must be a three-letter currency code (ISO 4217), such as EUR',
  language: 'must be a language code, such as en or de',
  date: 'must be a date, such as 2026-01-31',
  'date-time': 'must be a timestamp (ISO 8601), such as 2026-01-31T12:00:00Z',
  'year-month': 'must be a month, such as 2026-01',
  name: 'must be one line of 2 to 100 characters',
  'http-url': 'must be an http or https address',
  text: 'has characters that cannot be stored',
};
