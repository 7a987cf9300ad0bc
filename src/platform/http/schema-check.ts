import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { passwordProblem } from '../crypto/password-rule.ts';
import type { ErrorDetail } from '../errors/app-error.ts';
import { nearest } from '../../text/nearest.ts';
import { FORMATS } from './formats.ts';

/**
 * Schemas are compiled at their first use and kept: most processes never need most of them. Unknown properties pass;
 * `dropUnknown` removes them beforehand.
 */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, coerceTypes: false, formats: FORMATS });
const compiled = new WeakMap<TSchema, ValidateFunction>();

const DETAILS_MAX = 100;

/** The problems of a value, one per field, in sentences for a person; empty when it fits. */
export function checkSchema(schema: TSchema, value: unknown): ErrorDetail[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value) === true) return [];
  return toDetails(validate.errors ?? []);
}

function toDetails(errors: readonly ErrorObject[]): ErrorDetail[] {
  const byField = new Map<string, string>();
  for (const error of told(errors)) {
    // The errors inside if/then say themselves what is wrong.
    if (error.keyword === 'if') continue;
    const field = fieldOf(error);
    if (!byField.has(field)) byField.set(field, sentence(error));
    if (byField.size >= DETAILS_MAX) break;
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

/**
 * Every branch of a union reports errors; the union's own error is enough. In a union of null and one other branch,
 * that branch's errors are better when the value has its type.
 */
function told(errors: readonly ErrorObject[]): ErrorObject[] {
  return errors
    .filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')
    .reduce(
      (left, union) => {
        const isWithin = (error: ErrorObject, path: string): boolean =>
          error.schemaPath.startsWith(path) && error.instancePath.startsWith(union.instancePath);
        const branch = branchBesideNull(union.schema as readonly UnionBranch[]);
        const path = `${union.schemaPath}/${branch}/`;
        const isOfType =
          branch !== -1 &&
          !left.some(
            (error) =>
              error.keyword === 'type' &&
              error.instancePath === union.instancePath &&
              error.schemaPath === `${path}type`,
          );
        return left.filter((error) => {
          if (isOfType && isWithin(error, path)) return true;
          return error === union ? !isOfType : !isWithin(error, `${union.schemaPath}/`);
        });
      },
      [...errors],
    );
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
  if (error.keyword === 'required') path.push(String(error.params['missingProperty']));
  return path.join('.') || 'body';
}

function sentence(error: ErrorObject): string {
  const own = (error.parentSchema as { errorMessage?: unknown } | undefined)?.errorMessage;
  if (typeof own === 'string' && error.keyword !== 'required') return own;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${typeNames(params['type'])}`;
    case 'minLength':
      return Number(params['limit']) === 1
        ? 'must not be empty'
        : `must have at least ${String(params['limit'])} characters`;
    case 'maxLength':
      return `must have at most ${String(params['limit'])} characters`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'exclusiveMinimum':
      return `must be more than ${String(params['limit'])}`;
    case 'exclusiveMaximum':
      return `must be less than ${String(params['limit'])}`;
    case 'minItems':
      return Number(params['limit']) === 1
        ? 'must not be empty'
        : `must have at least ${String(params['limit'])} entries`;
    case 'maxItems':
      return `must have at most ${String(params['limit'])} entries`;
    case 'uniqueItems':
      return 'must not have an entry twice';
    case 'multipleOf':
      return Number(params['multipleOf']) === 0.01
        ? 'must have at most two decimals'
        : `must be a multiple of ${String(params['multipleOf'])}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}${meant(error)}`;
    case 'const':
      return `must be ${String(params['allowedValue'])}`;
    case 'anyOf':
    case 'oneOf':
      return unionSentence(error.schema as readonly UnionBranch[]);
    case 'format':
      return formatSentence(String(params['format']), error.data);
    case 'pattern':
      return 'has characters or a form that is not allowed';
    default:
      return error.message ?? 'is invalid';
  }
}

/** "Did you mean" for a value close to an allowed one. */
function meant({ data, params }: ErrorObject): string {
  if (typeof data !== 'string') return '';
  const offered = nearest(data, (params as { allowedValues: unknown[] }).allowedValues.map(String));
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
  phone: 'must be a phone number with country code, as in +4940123456',
  country: 'must be a two-letter country code (ISO 3166-1), as in DE',
  currency: 'must be a three-letter currency code (ISO 4217), as in EUR',
  language: 'must be a language code, as in en or de',
  date: 'must be a date, as in 2026-01-31',
  'date-time': 'must be a timestamp (ISO 8601), as in 2026-01-31T12:00:00Z',
  'year-month': 'must be a month, as in 2026-01',
  name: 'must be one line of 2 to 100 characters',
  'http-url': 'must be an http or https address',
  text: 'has characters that cannot be stored',
};
