import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { passwordProblem } from '../../crypto/password-rule.ts';
import { type ErrorDetail, firstOfEachField } from '../../errors/app-error.ts';
import { nearest } from '@fifthwheel/text/nearest';
import { errorsOf } from './compiled-schema.ts';
import { type Message, Sentence, t } from '../../errors/sentence.ts';

/**
 * The problems of a value, one per field, in sentences for a person; empty when it fits. Values are those that `keepKnown`
 * returns: of bounded size, without unknown fields.
 */
export function checkSchema(schema: TSchema, value: unknown): ErrorDetail[] {
  const errors = errorsOf(schema, value);
  return errors.length === 0 ? [] : firstOfEachField(toDetails(errors));
}

function* toDetails(errors: readonly ErrorObject[]): Generator<ErrorDetail> {
  for (const error of reportableErrors(errors)) {
    // The errors inside if/then and of a key's schema are specific enough.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    yield { field: fieldOf(error), message: sentence(error) };
  }
}

/**
 * Every branch of a union reports errors; the union's own error is enough. In a union of null and one other branch,
 * that branch's errors are better when the value has its type. The errors of the branches come right before that of their
 * union, so one pass is enough.
 */
function reportableErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const reported: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      reported.push(error);
      continue;
    }
    let from = reported.length;
    while (from > 0 && isWithin(reported[from - 1], error)) from--;
    const inside = reported.splice(from);
    const branch = branchBesideNull(error.schema as readonly UnionBranch[]);
    const path = `${error.schemaPath}/${branch}/`;
    const ofBranch = inside.filter((other) => other.schemaPath.startsWith(path));
    const isOfType =
      branch !== -1 &&
      !ofBranch.some((other) => other.keyword === 'type' && other.instancePath === error.instancePath);
    reported.push(...(isOfType ? ofBranch : [error]));
  }
  return reported;
}

function isWithin(error: ErrorObject | undefined, union: ErrorObject): boolean {
  if (error === undefined || !error.schemaPath.startsWith(`${union.schemaPath}/`)) return false;
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

/** The index of the only branch that is not null; -1 when there are several. */
function branchBesideNull(branches: readonly UnionBranch[]): number {
  const otherBranches = branches.filter((branch) => branch.type !== 'null');
  return otherBranches.length === 1 && otherBranches.length < branches.length
    ? branches.findIndex((branch) => branch.type !== 'null')
    : -1;
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  // For a missing, additional or misnamed field, the path is that of the object.
  const name = missingProperty ?? additionalProperty ?? error.propertyName;
  if (name !== undefined) path.push(name);
  return path.join('.') || 'body';
}

type Describe = (error: ErrorObject & { readonly params: Readonly<Record<string, unknown>> }) => Message;

const minLength: Describe = ({ schema: min }) =>
  min === 1 ? t('must not be empty') : t('must have at least {min} characters', { min: String(min) });
const minEntries: Describe = ({ schema: min }) =>
  min === 1 ? t('must not be empty') : t('must have at least {min} entries', { min: String(min) });
const maxEntries: Describe = ({ schema }) => t('must have at most {max} entries', { max: String(schema) });

/** Error messages by keyword. A test checks that every keyword used in our schemas is here. */
export const SENTENCES: Readonly<Record<string, Describe>> = {
  required: () => t('is required'),
  additionalProperties: () => t('is not a known field'),
  type: ({ schema }) => t(`must be ${typeNames(schema)}`),
  minLength,
  maxLength: ({ schema }) => t('must have at most {max} characters', { max: String(schema) }),
  minimum: ({ schema }) => t('must be at least {min}', { min: String(schema) }),
  maximum: ({ schema }) => t('must be at most {max}', { max: String(schema) }),
  exclusiveMinimum: ({ schema }) => t('must be more than {min}', { min: String(schema) }),
  exclusiveMaximum: ({ schema }) => t('must be less than {max}', { max: String(schema) }),
  minItems: minEntries,
  maxItems: maxEntries,
  minProperties: minEntries,
  maxProperties: maxEntries,
  uniqueItems: () => t('must not contain duplicates'),
  multipleOf: ({ schema }) =>
    schema === 0.01
      ? t('must have at most two decimals')
      : t('must be a multiple of {step}', { step: String(schema) }),
  enum: enumSentence,
  const: ({ schema }) => `must be ${String(schema)}`,
  anyOf: ({ schema }) => unionSentence(schema as readonly UnionBranch[]),
  oneOf: ({ schema }) => unionSentence(schema as readonly UnionBranch[]),
  format: ({ schema, data }) => formatSentence(String(schema), data),
  pattern: () => t('has a format that is not allowed'),
  printable: () => t('must not contain control characters or broken Unicode'),
};

/** Value of `errorMessage` in a schema: one message for any problem, or messages by keyword. */
export type ErrorMessage = OfValue | Readonly<Record<string, OfValue>>;
type OfValue = Message | ((value: unknown, field: string) => Message);

function sentence(error: ErrorObject): Message {
  const { errorMessage: own = {} } = error.parentSchema as { readonly errorMessage?: ErrorMessage };
  if (error.keyword !== 'required') {
    if (typeof own === 'string' || own instanceof Sentence) return own;
    if (typeof own === 'function') return own(error.data, fieldOf(error));
  }
  const ofKeyword = isByKeyword(own) ? own[error.keyword] : undefined;
  if (typeof ofKeyword === 'function') return ofKeyword(error.data, fieldOf(error));
  return ofKeyword ?? SENTENCES[error.keyword]?.(error) ?? t('is invalid');
}

/** With "did you mean" for a value close to an allowed one. */
function enumSentence({ data, schema }: ErrorObject): Message {
  const allowed = (schema as unknown[]).map(String);
  const values = allowed.join(', ');
  const suggestion = typeof data === 'string' ? nearest(data, allowed) : undefined;
  return suggestion === undefined
    ? t('must be one of {values}', { values })
    : t('must be one of {values}; did you mean "{meant}"?', { values, meant: suggestion });
}

function isByKeyword(message: ErrorMessage): message is Readonly<Record<string, OfValue>> {
  return typeof message === 'object' && !(message instanceof Sentence);
}

interface UnionBranch {
  readonly const?: unknown;
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

function unionSentence(branches: readonly UnionBranch[]): Message {
  const constants = branches.flatMap((branch) =>
    branch.const !== undefined ? [branch.const] : (branch.enum ?? []),
  );
  if (constants.length > 0) return t('must be one of {values}', { values: constants.map(String).join(', ') });
  return t(`must be ${typeNames(branches.map((branch) => branch.type ?? 'of another form'))}`);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
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

function formatSentence(format: string, value: unknown): Message {
  if (format === 'password') return passwordProblem(String(value)) ?? t('cannot be used as a password');
  return FORMAT_SENTENCES[format] ?? `must be a valid ${format}`;
}

const FORMAT_SENTENCES: Readonly<Record<string, Message>> = {
  email: t('must be an email address'),
  phone: t('must be a phone number with country code, such as +4940123456'),
  country: t('must be a two-letter country code (ISO 3166-1), such as DE'),
  currency: t('must be a three-letter currency code (ISO 4217), such as EUR'),
  language: t('must be a language code, such as en or de'),
  date: t('must be a date, such as 2026-01-31'),
  'date-time': t('must be a timestamp (ISO 8601), such as 2026-01-31T12:00:00Z'),
  'year-month': t('must be a month, such as 2026-01'),
  name: t('must be one line of 2 to 100 characters'),
  'http-url': t('must be an http or https address'),
  text: t('contains characters that cannot be stored'),
};
