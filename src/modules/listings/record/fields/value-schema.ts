import { Type, type TSchema } from 'typebox';
import type { Documented } from '../../../../platform/http/schemas.ts';
import { YEAR_MONTH } from '../../../../platform/http/request/formats.ts';
import type { MemberSpec, Members, ValueSpec } from './spec.ts';

/** written: a body, where null clears and either case will do. stored: what the server answers. */
export type SchemaSide = 'written' | 'stored';

const KEY_LENGTH_MAX = 20;
const WORD_LENGTH_MAX = 100;

/** The JSON Schema of one value. Nullable types are lists of two, which validators report on better than on alternatives. */
export function valueSchema(
  spec: ValueSpec & { name?: string; description?: string },
  side: SchemaSide,
): TSchema {
  const schema = bareSchema(spec, side);
  const unit = 'unit' in spec && spec.unit !== undefined ? ` Unit: ${spec.unit}.` : '';
  const description = spec.description === undefined ? {} : { description: spec.description + unit };
  const title = spec.kind === 'enum' ? enumName(spec.name) : {};
  if (side === 'stored') return Type.Unsafe({ ...schema, ...description, ...title });
  if (spec.kind === 'enum') return writtenEnum(schema, { ...description, ...title });
  const hint = hintOf(spec);
  const message = hint === undefined ? {} : { errorMessage: `must be ${hint}` };
  return Type.Unsafe({ ...schema, type: [schema.type, 'null'], ...message, ...description });
}

/**
 * A closed list is documented as one and takes what people call its values too: a text is read as one of them, or refused, with
 * the whole record.
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
          errorMessage: `must be one of ${(schema['enum'] as readonly unknown[]).join(', ')}`,
        };
  return Type.Unsafe({ ...taken, ...documentedAs([{ ...schema, ...about }, { type: 'null' }]) });
}

/** A closed list is described once, under the name of its field: `FuelType`. */
function enumName(field: string | undefined): { title?: string } {
  return field === undefined ? {} : { title: field.charAt(0).toUpperCase() + field.slice(1) };
}

function documentedAs(anyOf: readonly Record<string, unknown>[]): Documented {
  return {
    documentedAs: {
      type: undefined,
      enum: undefined,
      maxLength: undefined,
      anyOf,
    },
  };
}

function hintOf(spec: ValueSpec): string | undefined {
  if (spec.kind === 'yearMonth') return 'a month written YYYY-MM';
  return spec.kind === 'text' ? spec.patternHint : undefined;
}

function bareSchema(spec: ValueSpec, side: SchemaSide): Record<string, unknown> & { type: string } {
  switch (spec.kind) {
    case 'text':
      return {
        type: 'string',
        ...(spec.minLength === undefined ? {} : { minLength: spec.minLength }),
        maxLength: spec.maxLength,
        ...(spec.pattern === undefined
          ? {}
          : { pattern: side === 'written' ? inEitherCase(spec) : spec.pattern }),
      };
    case 'integer':
    case 'decimal':
      return { type: spec.kind === 'integer' ? 'integer' : 'number', minimum: spec.min, maximum: spec.max };
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
        items: {
          type: 'string',
          ...(spec.values === undefined ? { maxLength: spec.maxLength } : { enum: spec.values }),
          ...(spec.pattern === undefined ? {} : { pattern: spec.pattern }),
        },
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
          errorMessage: 'is not an ISO 639-1 code',
        },
        additionalProperties: memberSchema(spec.members, side),
      };
  }
}

/** Required members are required of the stored value only: a body that merges into one may leave them out. */
function memberSchema(members: Members, side: SchemaSide): Record<string, unknown> & { type: string } {
  const entries = Object.entries<MemberSpec>(members);
  const required =
    side === 'stored' ? entries.filter(([, m]) => m.required === true).map(([name]) => name) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, valueSchema(member, side)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function inEitherCase(spec: ValueSpec & { kind: 'text' }): string {
  const pattern = spec.pattern ?? '';
  if (spec.fold === undefined) return pattern;
  return pattern.replace(/\[([^[\]]*)\]/g, (_class, inside: string) => {
    const letters = inside.replace(/[0-9](?:-[0-9])?/g, '');
    return `[${inside}${spec.fold === 'upper' ? letters.toLowerCase() : letters.toUpperCase()}]`;
  });
}
