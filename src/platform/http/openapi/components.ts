import type { TSchema } from 'typebox';
import { type Json, ref } from './json.ts';
import { COUNTRY_CODES } from '../../countries.ts';

/** Any text without NUL, which PostgreSQL cannot store. */
const STORABLE = '^[^\\x00]*$';
/** The same, with at least one character other than white space. */
const NOT_BLANK = '^[^\\x00]*[^\\s\\x00][^\\x00]*$';

/** Standard keywords for the formats in formats.ts, which generic tools do not know. */
const SENT: Readonly<Record<string, Json>> = {
  email: { format: 'email', maxLength: 254 },
  phone: { pattern: '^\\+[1-9][0-9]{6,14}$', maxLength: 32 },
  currency: { pattern: '^[A-Z]{3}$' },
  language: { pattern: '^[a-z]{2}(-[A-Z]{2})?$' },
  // Has a pattern, because tools ignore formats in some places.
  date: { format: 'date', pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' },
  'date-time': { format: 'date-time' },
  'year-month': { pattern: '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$' },
  'http-url': { format: 'uri', pattern: '^https?://[^\\s\\x00-\\x20]+$', maxLength: 2048 },
  name: {
    minLength: 2,
    maxLength: 100,
    pattern: '^[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F]$',
  },
  password: {
    format: 'password',
    minLength: 8,
    maxLength: 256,
    pattern: '^[^\\x00]*([A-Z][^\\x00]*[0-9]|[0-9][^\\x00]*[A-Z])[^\\x00]*$',
  },
  text: { pattern: STORABLE },
};

const KNOWN_EVERYWHERE = new Set(['email', 'date', 'date-time', 'binary', 'uri']);

/** Schema of a string in responses. */
function responseString({ format, ...rest }: Json): Json {
  return typeof format === 'string' && KNOWN_EVERYWHERE.has(format) ? { ...rest, format } : rest;
}

/** Schema of a string in requests. */
function requestString({ format, ...rest }: Json): Json {
  const keywords = typeof format === 'string' ? (SENT[format] ?? {}) : {};
  const pattern = rest['pattern'] === '\\S' ? NOT_BLANK : (rest['pattern'] ?? keywords['pattern']);
  const isFree = pattern === undefined && keywords['format'] === undefined && rest['enum'] === undefined;
  const maxLength = rest['maxLength'] ?? keywords['maxLength'];
  return {
    ...keywords,
    ...rest,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isFree ? { pattern: STORABLE } : pattern === undefined ? {} : { pattern }),
  };
}

const COUNTRY_CODE: Json = {
  type: 'string',
  description: 'ISO 3166-1 alpha-2.',
  enum: [...COUNTRY_CODES].toSorted(),
};

/** Direction of a schema: bodies and parameters describe accepted input, responses describe output. */
export type Side = 'sent' | 'answered';

/** Keywords for the server only, which the document leaves out. */
const OWN_KEYWORDS = new Set(['errorMessage', 'title', 'documentedAs']);
/** Keywords whose value maps names to schemas. */
const BY_NAME = new Set(['properties', 'patternProperties']);
/** Bounds matter to senders only. In responses, no client needs them, and they would take a tenth of the document. */
const BOUNDS = new Set([
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
]);
/** Formats that become named schemas, because their pattern is longer than a reference. */
const NAMED_FORMATS: Readonly<Record<string, string>> = { name: 'DisplayName', password: 'NewPassword' };
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired', 'type']);

/** Collects the named schemas of a document and refers to them. */
export class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #responses = new Map<string, Json>();

  get schemas(): Json {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#schemas.keys());
  }

  get responses(): Json {
    return Object.fromEntries(this.#responses);
  }

  /** Adds a response without a body that several operations share. Returns a reference to it. */
  response(name: string, description: string, headers: Json): Json {
    const response = { description, ...(Object.keys(headers).length === 0 ? {} : { headers }) };
    const known = this.#responses.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response))
      throw new Error(`two different responses have the name ${name}`);
    this.#responses.set(name, response);
    return ref('responses', name);
  }

  /** Returns the schema for the document: a reference if it has a name. */
  schema(source: TSchema | Json, side: Side): Json {
    const { title } = source as { title?: unknown };
    const rendered = this.#render(source as Json, side);
    return typeof title === 'string' ? this.add(title, rendered) : rendered;
  }

  /** Always returns a reference, under the given name if the schema has none. */
  named(name: string, source: TSchema | Json, side: Side): Json {
    const rendered = this.schema(source, side);
    return typeof rendered['$ref'] === 'string' ? rendered : this.add(name, rendered);
  }

  add(name: string, schema: Json): Json {
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas have the name ${name}`);
    this.#schemas.set(name, schema);
    return ref('schemas', name);
  }

  #render(node: Json, side: Side): Json {
    const documented = { ...node, ...(node['documentedAs'] as Json | undefined) };
    if (isMap(documented)) return this.#render(asMap(documented), side);
    const { format } = documented;
    if (typeof format === 'string') {
      const named = this.#format(format, side);
      if (named !== null) return withDescription(named, documented);
    }
    const out: Json = {};
    for (const [keyword, value] of Object.entries(documented)) {
      if (keyword.startsWith('~') || OWN_KEYWORDS.has(keyword) || value === undefined) continue;
      if (side === 'answered' && BOUNDS.has(keyword)) continue;
      out[keyword] = this.#keyword(keyword, value, side);
    }
    if (out['anyOf'] !== undefined) return asNullable(out);
    if (hasNull(out['enum'])) return asNullable(splitNullableEnum(out));
    if (typeof out['const'] === 'boolean') {
      out['type'] = 'boolean';
      // Java generators render a constant as a string.
      if (side === 'answered') delete out['const'];
    }
    const isText = out['type'] === 'string' || (Array.isArray(out['type']) && out['type'][0] === 'string');
    if (!isText || out['const'] !== undefined) return out;
    return side === 'sent' ? requestString(out) : responseString(out);
  }

  /** Returns a reference to a format with a named schema; null for other formats. */
  #format(format: string, side: Side): Json | null {
    if (format === 'country') return this.add('CountryCode', COUNTRY_CODE);
    const name = side === 'sent' ? NAMED_FORMATS[format] : undefined;
    return name === undefined ? null : this.add(name, requestString({ type: 'string', format }));
  }

  #keyword(keyword: string, value: unknown, side: Side): unknown {
    if (VALUES.has(keyword) || typeof value !== 'object' || value === null) return value;
    if (BY_NAME.has(keyword))
      return Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, this.schema(child as Json, side)]),
      );
    // A condition on properties that are described in full elsewhere.
    if (keyword === 'if' || keyword === 'then' || keyword === 'else') return value;
    if (Array.isArray(value)) return value.map((child) => this.schema(child as Json, side));
    return this.schema(value as Json, side);
  }
}

const EVERY_KEY = '^.*$';

function isMap(node: Json): boolean {
  return Object.hasOwn((node['patternProperties'] ?? {}) as object, EVERY_KEY);
}

/** Converts a record of the schema library to the keyword that generators support. */
function asMap({ patternProperties, ...rest }: Json): Json {
  return { ...rest, additionalProperties: (patternProperties as Json)[EVERY_KEY] };
}

function withDescription(reference: Json, { description }: Json): Json {
  return description === undefined ? reference : { ...reference, description };
}

function hasNull(values: unknown): boolean {
  return Array.isArray(values) && values.includes(null);
}

/** Splits an enum that contains null into a union of the other values and null. */
function splitNullableEnum({ description, type, enum: values, ...rest }: Json): Json {
  const [plain] = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null') as unknown[];
  const withoutNull = { ...rest, type: plain, enum: (values as unknown[]).filter((value) => value !== null) };
  return { anyOf: [withoutNull, { type: 'null' }], ...(description === undefined ? {} : { description }) };
}

/** Simplifies a union of null and one plain type to a nullable type. */
function asNullable(union: Json): Json {
  const { anyOf, ...rest } = union;
  const branches = anyOf as Json[];
  const [only, ...others] = branches.filter((branch) => branch['type'] !== 'null');
  if (only === undefined || others.length > 0 || branches.length === 1) return union;
  // A constant or enum must not contain null, which Go generators cannot render.
  if (typeof only['type'] !== 'string' || only['const'] !== undefined || only['enum'] !== undefined)
    return union;
  return { ...only, ...rest, type: [only['type'], 'null'] };
}
