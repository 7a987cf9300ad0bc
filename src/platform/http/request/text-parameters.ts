import type { TSchema } from 'typebox';
import { AppError, type ErrorDetail } from '../../errors/app-error.ts';
import { isStorableText } from './formats.ts';
import { parseJson } from './json-body.ts';
import { type Message, t } from '../../errors/sentence.ts';

interface ParameterSchema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly items?: ParameterSchema;
  readonly anyOf?: readonly ParameterSchema[];
}

export interface TextParameters {
  readonly values: Record<string, unknown>;
  readonly unknown: readonly string[];
  readonly problems: readonly ErrorDetail[];
}

/** Numbers as JSON writes them. JavaScript also reads 0x10, Infinity and " 5" as numbers, but those are mistakes. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const NUMBER_LENGTH_MAX = 64;
/** For parameters of URLs. Fields of forms have the bounds of their schemas, and that of the form's reader. */
const TEXT_MAX = 4096;
const LIST_MAX = 100;

/**
 * Converts the texts of a query string to the types in the schema. Lists are written with commas. Any other repeated
 * parameter is an error, because it is ambiguous. An empty parameter counts as absent, except for lists, which are then
 * empty, and for required ones, which keep the empty text.
 */
export function readTextParameters(
  schema: TSchema,
  texts: Readonly<Record<string, unknown>>,
): TextParameters {
  return readAll(schema, texts, (property, text) => readOne(property, text, TEXT_MAX));
}

/** Reads the fields of a form in the same way. An object is JSON in one field, or a field `name[key]` for each entry. */
export function readForm(schema: TSchema, fields: Readonly<Record<string, unknown>>): TextParameters {
  const { plain, entries } = gatherEntries(schema, fields);
  return readAll(schema, { ...plain, ...entries }, (property, text) => {
    if (typeOf(property) === 'object') return readObject(text);
    return readOne(property, text, Infinity);
  });
}

function readAll(
  schema: TSchema,
  texts: Readonly<Record<string, unknown>>,
  read: (property: ParameterSchema, text: unknown) => ReadResult,
): TextParameters {
  const { properties = {}, required = [] } = schema as ParameterSchema;
  const values: Record<string, unknown> = {};
  const unknown: string[] = [];
  const problems: ErrorDetail[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) {
      unknown.push(name);
      continue;
    }
    if (text === '' && typeOf(property) !== 'array' && !required.includes(name)) continue;
    const result = read(property, text);
    if ('problem' in result) problems.push({ field: name, message: result.problem });
    else if (result.value !== undefined) values[name] = result.value;
  }
  return { values, unknown, problems };
}

/** `variables[city]`: an entry of an object that the schema knows. */
const ENTRY = /^([^[\]]+)\[([^[\]]+)\]$/;

function gatherEntries(
  schema: TSchema,
  fields: Readonly<Record<string, unknown>>,
): { plain: Record<string, unknown>; entries: Record<string, Map<string, unknown>> } {
  const { properties = {} } = schema as ParameterSchema;
  const plain: Record<string, unknown> = {};
  const entries: Record<string, Map<string, unknown>> = {};
  for (const [name, text] of Object.entries(fields)) {
    const [, object = '', key = ''] = ENTRY.exec(name) ?? [];
    const property = Object.hasOwn(properties, object) ? properties[object] : undefined;
    if (property === undefined || typeOf(property) !== 'object') plain[name] = text;
    else {
      const known = (entries[object] ??= new Map());
      known.set(key, text);
    }
  }
  return { plain, entries };
}

function readObject(written: unknown): ReadResult {
  if (written instanceof Map) return { value: Object.fromEntries(written as Map<string, unknown>) };
  if (Array.isArray(written)) return { problem: t('must be given only once') };
  try {
    // A part of the type application/json has been parsed already.
    const value = typeof written === 'string' ? parseJson(Buffer.from(written)) : written;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return { problem: t('must be an object as JSON, or a field for each entry, such as name[key]') };
}

function typeOf(schema: ParameterSchema): string | undefined {
  return schema.type ?? schema.anyOf?.find((branch) => branch.type !== undefined)?.type;
}

type ReadResult = { value: unknown } | { problem: Message };

function readOne(schema: ParameterSchema, text: unknown, lengthMax: number): ReadResult {
  const type = typeOf(schema);
  if (type === 'array') return readList(schema, text, lengthMax);
  if (Array.isArray(text)) return { problem: t('must be given only once') };
  if (typeof text !== 'string') return { problem: t('must be text') };
  if (text.length > lengthMax)
    return { problem: t('must have at most {max} characters', { max: lengthMax }) };
  if (!isStorableText(text)) return { problem: t('contains characters that cannot be stored') };
  return readScalar(type, text);
}

function readList(schema: ParameterSchema, text: unknown, lengthMax: number): ReadResult {
  const texts = Array.isArray(text) ? (text as unknown[]) : [text];
  const parts = texts.flatMap((text) => String(text).split(','));
  const items: unknown[] = [];
  for (const part of parts) {
    const trimmed = String(part).trim();
    if (trimmed === '') continue;
    const item = readOne(schema.items ?? {}, trimmed, lengthMax);
    if ('problem' in item) return item;
    if (item.value !== undefined) items.push(item.value);
  }
  return items.length > LIST_MAX
    ? { problem: t('must have at most {max} entries', { max: LIST_MAX }) }
    : { value: items };
}

function readScalar(type: string | undefined, text: string): ReadResult {
  switch (type) {
    case 'integer':
    case 'number':
      if (text === '') return { value: undefined };
      if (text.length > NUMBER_LENGTH_MAX || !NUMBER.test(text) || !Number.isFinite(Number(text)))
        return {
          problem:
            type === 'integer' ? t('must be a whole number') : t('must be a number, such as 1250 or 1250.50'),
        };
      return { value: Number(text) + 0 };
    case 'boolean':
      if (text === '') return { value: undefined };
      if (text === 'true' || text === '1') return { value: true };
      if (text === 'false' || text === '0') return { value: false };
      return { problem: t('must be true or false') };
    case undefined:
    default:
      return { value: text };
  }
}
