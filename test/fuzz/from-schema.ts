import fc, { type Arbitrary } from 'fast-check';

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const TEXT_MAX = 60;
const LIST_MAX = 3;

const OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  email: ['fuzz@example.org', 'x@x', 'a'.repeat(70) + '@example.org'],
  'date-time': ['2026-01-31T12:00:00Z', '9999-12-31T23:59:59.999999999+23:59', '0001-01-01T00:00:00Z'],
  date: ['2026-01-31', '0001-01-01', '9999-12-31'],
  uri: ['https://dealer.example/hook', 'http://127.0.0.1:1/x', 'https://[::1]/'],
  password: ['Longhaul24', 'x'],
};

/** Texts that are known to break programs. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  '__proto__',
  'constructor',
  '%00',
  '\u0000',
  '\ud800',
  '../..',
  "' or 1=1 --",
];

/** Generates values that mostly match the schema; a higher `wildness` makes more of them invalid. */
export function valueOf(schema: Schema, wildness: number): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100 - wildness, arbitrary: matchingValues(schema, wildness) },
    { weight: wildness, arbitrary: fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 2 })) },
  );
}

function matchingValues(schema: Schema, wildness: number): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.allOf !== undefined) return record(mergeParts(schema.allOf), wildness);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => matchingValues(branch, wildness)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer(bounds(schema));
    case 'number':
      return fc.integer(bounds(schema)).map((whole) => whole + (schema.multipleOf === 0.01 ? 0.25 : 0));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = Math.min(schema.minItems ?? 0, LIST_MAX);
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? LIST_MAX, LIST_MAX));
      return fc.array(valueOf(schema.items ?? {}, wildness), { minLength, maxLength });
    }
    case 'object':
      return record(schema, wildness);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function mergeParts(parts: readonly Schema[]): Schema {
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, Schema>,
    required: parts.flatMap((part) => part.required ?? []),
  };
}

function text(schema: Schema): Arbitrary<string> {
  const known = schema.format === undefined ? undefined : OF_FORMAT[schema.format];
  const minLength = Math.min(schema.minLength ?? 0, TEXT_MAX);
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? TEXT_MAX, TEXT_MAX));
  const anyText = fc.string({ unit: 'grapheme', minLength, maxLength });
  if (schema.pattern !== undefined)
    return fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), anyText, fc.constantFrom(...NASTY));
  return known === undefined
    ? fc.oneof(anyText, fc.constantFrom(...NASTY))
    : fc.oneof(fc.constantFrom(...known), anyText);
}

function bounds(schema: Schema): { min: number; max: number } {
  const min = Math.max(Math.ceil(schema.minimum ?? -1000), -2_000_000_000);
  const max = Math.min(Math.floor(schema.maximum ?? 1_000_000), 2_000_000_000);
  return { min, max: Math.max(min, max) };
}

function record(schema: Schema, wildness: number): Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(properties.map(([name, child]) => [name, valueOf(child, wildness)]));
  const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false;
  // Optional fields are omitted at random. Wilder records also get fields that clients must not set.
  return fc
    .record(fields, { requiredKeys: Object.keys(fields).filter(isRequired) })
    .chain((value) =>
      fc.boolean().map((extra) => (extra && wildness > 20 ? { ...value, role: 'ADMIN', id: 'x' } : value)),
    );
}
