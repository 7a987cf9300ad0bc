import { Type, type TSchema } from 'typebox';
import type { ErrorMessage } from '../../../../platform/http/request/schema-check.ts';
import type { Documented } from '../../../../platform/http/schemas.ts';
import { YEAR_MONTH } from '../../../../platform/http/request/formats.ts';
import { nearestWord } from '../words.ts';
import { CODES } from './codes.ts';
import type { MemberSpec, Members, ValueSpec } from './spec.ts';
import { type Message, t } from '../../../../platform/errors/sentence.ts';

/**
 * written: a body, where null clears and letter case does not matter; needed: the same without null. stored: a
 * response. record: a record before it is stored.
 */
type SchemaSide = 'written' | 'needed' | 'stored' | 'record';

const KEY_LENGTH_MAX = 20;
const WORD_LENGTH_MIN = 3;
const WORD_LENGTH_MAX = 100;

/**
 * Returns the JSON Schema of a value. Nullable types are lists of two types, which give better validation messages
 * than alternatives.
 */
export function valueSchema(
  spec: ValueSpec & { name?: string; description?: string },
  side: SchemaSide,
): TSchema {
  const schema = bareSchema(spec, side);
  const unit = 'unit' in spec && spec.unit !== undefined ? ` Unit: ${spec.unit}.` : '';
  const description = spec.description === undefined ? {} : { description: spec.description + unit };
  const title = spec.kind === 'enum' ? enumName(spec.name) : {};
  if (side === 'stored') return Type.Unsafe({ ...schema, ...description, ...title });
  if (side === 'record') return Type.Unsafe({ ...schema, errorMessage: errorMessageOf(spec) });
  if (side === 'needed')
    return Type.Unsafe({ ...schema, ...documentedWritten(spec, {}).documentedAs, ...description, ...title });
  if (spec.kind === 'enum') return writtenEnum(schema, { ...description, ...title });
  const hint = hintOf(spec);
  const message = hint === undefined ? {} : { errorMessage: t(`must be ${hint}`) };
  return Type.Unsafe({
    ...schema,
    type: [schema.type, 'null'],
    ...message,
    ...description,
    ...documentedWritten(spec, description),
  });
}

/** Documents the further conditions of the record check. */
function documentedWritten(spec: ValueSpec, description: object): Documented {
  if (spec.kind === 'decimal' && spec.scale !== undefined)
    return { documentedAs: { multipleOf: 10 ** -spec.scale } };
  const list = closedList(spec);
  if (list !== null) {
    const without = { minLength: undefined, pattern: undefined };
    return documentedAs([{ type: 'string', format: list.format, ...description }, { type: 'null' }], without);
  }
  return {};
}

function closedList(spec: ValueSpec) {
  return spec.kind === 'text' && spec.code !== undefined ? CODES[spec.code].closed : null;
}

/**
 * A closed list is documented as one, but also accepts common names of its values; the check of the whole record
 * resolves or rejects them.
 */
function writtenEnum(
  schema: Record<string, unknown> & { readonly type: string },
  about: Readonly<Record<string, unknown>>,
): TSchema {
  const taken =
    schema.type === 'string'
      ? { type: ['string', 'null'], maxLength: WORD_LENGTH_MAX }
      : {
          ...schema,
          enum: [...(schema['enum'] as readonly unknown[]), null],
          type: [schema.type, 'null'],
          // Without null, which would be listed as an empty word.
          errorMessage: t('must be one of {values}', {
            values: (schema['enum'] as readonly unknown[]).join(', '),
          }),
        };
  return Type.Unsafe({ ...taken, ...documentedAs([{ ...schema, ...about }, { type: 'null' }]) });
}

/** A closed list is described once, under the name of its field: `FuelType`. */
function enumName(field: string | undefined): { title?: string } {
  return field === undefined ? {} : { title: field.charAt(0).toUpperCase() + field.slice(1) };
}

function documentedAs(anyOf: readonly Record<string, unknown>[], without: object = {}): Documented {
  return {
    documentedAs: {
      type: undefined,
      enum: undefined,
      maxLength: undefined,
      description: undefined,
      ...without,
      anyOf,
    },
  };
}

function hintOf(spec: ValueSpec): string | undefined {
  if (spec.kind === 'yearMonth') return 'a month written YYYY-MM';
  return spec.kind === 'text' ? spec.patternHint : undefined;
}

/** Messages for a value that is about to be stored, by keyword if it can be wrong in several ways. */
function errorMessageOf(spec: ValueSpec): ErrorMessage | undefined {
  switch (spec.kind) {
    case 'text': {
      const { minLength = 0, maxLength } = spec;
      const length =
        minLength === maxLength
          ? t('must have {count} characters', { count: maxLength })
          : minLength > 0
            ? t('must have {min} to {max} characters', { min: minLength, max: maxLength })
            : t('must have at most {max} characters', { max: maxLength });
      const list = closedList(spec);
      return {
        minLength: length,
        maxLength: length,
        pattern: t(`must be ${hintOf(spec)}`),
        ...(list === null ? {} : { format: (code: unknown) => list.problemOf(String(code)) }),
      };
    }
    case 'integer':
    case 'decimal': {
      const number = spec.kind === 'integer' ? 'a whole number' : 'a number';
      const { min, max, unit } = spec;
      const range =
        unit === undefined
          ? t(`must be ${number} from {min} to {max}`, { min, max })
          : t(`must be ${number} from {min} to {max} {unit}`, { min, max, unit });
      const scale =
        'scale' in spec ? { multipleOf: t('must have at most {max} decimals', { max: spec.scale }) } : {};
      return { type: range, minimum: range, maximum: range, ...scale };
    }
    case 'enum':
      return (value, field) => oneOf(spec.values, value, field);
    case 'yearMonth':
      return t(`must be ${hintOf(spec)}`);
    case 'date':
      return t('must be a date written YYYY-MM-DD');
    case 'boolean':
    case 'textList':
    case 'object':
    case 'objectList':
    case 'objectMap':
      return undefined;
  }
}

/** Suggests a value for words; class codes are too short for typos. */
function oneOf(allowed: readonly (string | number)[], value: unknown, field: string): Message {
  const isWord = typeof value === 'string' && value.length >= WORD_LENGTH_MIN;
  const suggestion = isWord ? nearestWord(field.replace(/\.\d+/g, ''), value, allowed) : undefined;
  const values = allowed.join(', ');
  return typeof suggestion !== 'string'
    ? t('must be one of {values}', { values })
    : t('must be one of {values}; did you mean "{meant}"?', { values, meant: suggestion });
}

function bareSchema(spec: ValueSpec, side: SchemaSide): Record<string, unknown> & { type: string } {
  switch (spec.kind) {
    case 'text':
      return textSchema(spec, side);
    case 'integer':
      return { type: 'integer', minimum: spec.min, maximum: spec.max };
    case 'decimal':
      return {
        type: 'number',
        minimum: spec.min,
        maximum: spec.max,
        ...(side === 'record' && spec.scale !== undefined ? { multipleOf: 10 ** -spec.scale } : {}),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: typeof spec.values[0] === 'number' ? 'integer' : 'string', enum: spec.values };
    case 'yearMonth':
      return { type: 'string', pattern: YEAR_MONTH.source, maxLength: 7 };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'textList':
      return {
        type: 'array',
        maxItems: spec.maxItems,
        items: itemSchema(spec, side),
      };
    case 'object':
      return memberSchema(spec.members, side);
    case 'objectList':
      return { type: 'array', maxItems: spec.maxItems, items: memberSchema(spec.members, side) };
    case 'objectMap':
      return {
        type: 'object',
        maxProperties: spec.maxItems,
        propertyNames: {
          type: 'string',
          pattern: spec.keyPattern,
          maxLength: KEY_LENGTH_MAX,
          errorMessage: t('is not an ISO 639-1 code'),
        },
        additionalProperties: memberSchema(spec.members, side),
      };
  }
}

function textSchema(spec: ValueSpec & { kind: 'text' }, side: SchemaSide) {
  const list = side === 'record' ? closedList(spec) : null;
  return {
    type: 'string',
    ...(spec.minLength === undefined ? {} : { minLength: spec.minLength }),
    maxLength: spec.maxLength,
    ...(spec.pattern === undefined
      ? {}
      : { pattern: side === 'written' ? inEitherCase(spec) : spec.pattern }),
    ...(list === null ? {} : { format: list.format }),
    ...(side === 'record' ? { printable: true } : {}),
  };
}

function itemSchema(list: ValueSpec & { kind: 'textList' }, side: SchemaSide): object {
  const least = side === 'record' ? { minLength: 1 } : {};
  const item: ValueSpec =
    list.values === undefined ? { ...list, kind: 'text', ...least } : { kind: 'enum', values: list.values };
  return side === 'record' ? valueSchema(item, side) : bareSchema(item, side);
}

/** Members are required only in the stored value: a body that is merged into it may omit them. */
function memberSchema(members: Members, side: SchemaSide): Record<string, unknown> & { type: string } {
  const entries = Object.entries<MemberSpec>(members);
  const required = entries.filter(([, member]) => member.required === true).map(([name]) => name);
  const needed = required.length > 0 ? { required } : {};
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, valueSchema(member, side)])),
    ...(side === 'written' ? documentedMembers(entries, required) : needed),
    // Members stored by an earlier version are not the client's mistake.
    ...(side === 'record' ? { additionalProperties: true } : {}),
  };
}

/** A value object is written as a whole, so its required members are known in advance. */
function documentedMembers(
  entries: readonly (readonly [string, MemberSpec])[],
  required: readonly string[],
): Documented {
  if (required.length === 0) return {};
  const properties = entries.map(([name, member]) => [
    name,
    valueSchema(member, member.required === true ? 'needed' : 'written'),
  ]);
  return { documentedAs: { required, properties: Object.fromEntries(properties) as object } };
}

function inEitherCase(spec: ValueSpec & { kind: 'text' }): string {
  const pattern = spec.pattern ?? '';
  if (spec.fold === undefined) return pattern;
  return pattern.replace(/\[([^[\]]*)\]/g, (_class, inside: string) => {
    const letters = inside.replace(/[0-9](?:-[0-9])?/g, '');
    return `[${inside}${spec.fold === 'upper' ? letters.toLowerCase() : letters.toUpperCase()}]`;
  });
}
