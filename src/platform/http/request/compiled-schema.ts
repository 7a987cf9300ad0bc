/** Compiles schemas at their first use and keeps them: most processes never need most of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { FORMATS, isPrintable } from './formats.ts';

const ajv = new Ajv({
  // Ajv's meta-schema takes longer to compile than any schema here; a test checks the schemas instead.
  meta: false,
  validateSchema: false,
  allErrors: true,
  strict: false,
  verbose: true,
  coerceTypes: false,
  formats: FORMATS,
  code: { optimize: false },
});
// Ajv divides, so 19.99 would not be a multiple of 0.01.
ajv.removeKeyword('multipleOf');
ajv.addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (factor: number, value: number) => isMultiple(value, factor),
});
// A text that cannot be shown is not also called too long.
ajv.addKeyword({
  keyword: 'printable',
  type: 'string',
  schemaType: 'boolean',
  before: 'maxLength',
  validate: (_: boolean, text: string) => isPrintable(text),
});

function isMultiple(value: number, factor: number): boolean {
  if (Number.isInteger(factor)) return value % factor === 0;
  const decimals = -Math.log10(factor);
  if (!Number.isInteger(decimals))
    throw new Error(`multipleOf ${factor} is neither whole nor a decimal place`);
  return Number(value.toFixed(decimals)) === value;
}

/** A schema with many fields takes as long to compile as a dozen requests: its fields are compiled some at a time. */
const FIELDS_AT_A_TIME = 16;

interface Part {
  readonly schema: Readonly<Record<string, unknown>>;
  /** A value without any of these has nothing to check here; null: it always has. */
  readonly fields: readonly string[] | null;
  validate: ValidateFunction | null;
}

const known = new WeakMap<TSchema, readonly Part[]>();

/** Problems of a value, in the order of the schema. */
export function errorsOf(schema: TSchema, value: unknown): ErrorObject[] {
  const errors: ErrorObject[] = [];
  for (const part of partsOf(schema)) {
    if (part.fields !== null && !hasAny(value, part.fields)) continue;
    const validate = compiled(part);
    if (validate(value) !== true) errors.push(...(validate.errors ?? []));
  }
  return errors;
}

/** Compiles the schemas before they are needed and yields to other work in between. Returns the number of parts. */
export async function compileInSteps(schemas: Iterable<TSchema>): Promise<number> {
  let parts = 0;
  for (const schema of schemas)
    for (const part of partsOf(schema)) {
      if (part.validate !== null) continue;
      await nextTurn();
      compiled(part);
      parts += 1;
    }
  return parts;
}

function compiled(part: Part): ValidateFunction {
  part.validate ??= ajv.compile(part.schema);
  return part.validate;
}

function partsOf(schema: TSchema): readonly Part[] {
  let parts = known.get(schema);
  if (parts === undefined) known.set(schema, (parts = split(closed(schema) as Part['schema'])));
  return parts;
}

/** First everything but the fields, then the fields: the order in which Ajv checks them. */
function split(schema: Part['schema']): Part[] {
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, unknown>>);
  if (fields.length <= FIELDS_AT_A_TIME) return [{ schema, fields: null, validate: null }];
  const names = Object.fromEntries(fields.map(([name]) => [name, {}]));
  const parts: Part[] = [{ schema: { ...schema, properties: names }, fields: null, validate: null }];
  for (let start = 0; start < fields.length; start += FIELDS_AT_A_TIME) {
    const batch = fields.slice(start, start + FIELDS_AT_A_TIME);
    parts.push({
      schema: { properties: Object.fromEntries(batch) },
      fields: batch.map(([name]) => name),
      validate: null,
    });
  }
  return parts;
}

function hasAny(value: unknown, fields: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && fields.some((field) => Object.hasOwn(value, field));
}

/** JSON Schema lets every object have more fields than it names. Here none passes that no schema has checked. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => [
      keyword,
      KEPT.has(keyword)
        ? value
        : BY_NAME.has(keyword)
          ? Object.fromEntries(Object.entries(value as object).map(([name, child]) => [name, closed(child)]))
          : closed(value),
    ]),
  );
  const hasFields = copy['properties'] !== undefined || copy['patternProperties'] !== undefined;
  if (hasFields && copy['additionalProperties'] === undefined) copy['additionalProperties'] = false;
  return copy;
}

/** Keywords whose values are not schemas, or are conditions on properties that are described in full elsewhere. */
const KEPT = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'required',
  'type',
  'errorMessage',
  'if',
  'then',
  'else',
  'documentedAs',
]);
/** Keywords whose value maps arbitrary names to schemas. */
const BY_NAME = new Set(['properties', 'patternProperties']);
