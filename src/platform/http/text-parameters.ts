import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../errors/app-error.ts';
import { isStorableText } from './formats.ts';

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

/** Plain decimals only. Nobody means 0x10, 1e309 or " 5" in a URL, though JavaScript reads them as numbers. */
const DECIMAL = /^-?\d{1,15}(\.\d{1,9})?$/;
const TEXT_MAX = 4096;
const LIST_MAX = 100;

/**
 * Reads the texts of a query string or form as the types in the schema. Lists are written with commas. Any other
 * repeated parameter is an error, since nobody could tell which one counts. Forms send fields that were left empty:
 * those count as absent, except for lists, which are then empty, and for required fields, which keep the empty text.
 */
export function readTextParameters(
  schema: TSchema,
  texts: Readonly<Record<string, unknown>>,
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
    if (text === '' && property.type !== 'array' && !required.includes(name)) continue;
    const result = readOne(property, text);
    if ('problem' in result) problems.push({ field: name, message: result.problem });
    else if (result.value !== undefined) values[name] = result.value;
  }
  return { values, unknown, problems };
}

type ReadResult = { value: unknown } | { problem: string };

function readOne(schema: ParameterSchema, text: unknown): ReadResult {
  const type = schema.type ?? schema.anyOf?.find((branch) => branch.type !== undefined)?.type;
  if (type === 'array') return readList(schema, text);
  if (Array.isArray(text)) return { problem: 'must be given only once' };
  if (typeof text !== 'string') return { problem: 'must be a text' };
  if (text.length > TEXT_MAX) return { problem: `must have at most ${TEXT_MAX} characters` };
  if (!isStorableText(text)) return { problem: 'has characters that cannot be stored' };
  return readScalar(type, text);
}

function readList(schema: ParameterSchema, text: unknown): ReadResult {
  const texts = Array.isArray(text) ? (text as unknown[]) : [text];
  const parts = texts.flatMap((one) => String(one).split(','));
  const items: unknown[] = [];
  for (const part of parts) {
    const trimmed = String(part).trim();
    if (trimmed === '') continue;
    const item = readOne(schema.items ?? {}, trimmed);
    if ('problem' in item) return item;
    if (item.value !== undefined) items.push(item.value);
  }
  return items.length > LIST_MAX ? { problem: `must have at most ${LIST_MAX} entries` } : { value: items };
}

function readScalar(type: string | undefined, text: string): ReadResult {
  switch (type) {
    case 'integer':
    case 'number':
      if (text === '') return { value: undefined };
      if (!DECIMAL.test(text))
        return {
          problem: type === 'integer' ? 'must be a whole number' : 'must be a number, as in 1250 or 1250.50',
        };
      return { value: Number(text) + 0 };
    case 'boolean':
      if (text === '') return { value: undefined };
      if (text === 'true' || text === '1') return { value: true };
      if (text === 'false' || text === '0') return { value: false };
      return { problem: 'must be true or false' };
    case undefined:
    default:
      return { value: text };
  }
}
