import secureJson from 'secure-json-parse';
import type { TSchema } from 'typebox';
import { AppError, type ErrorDetail, PROBLEMS_MAX } from '../../errors/app-error.ts';
import { isStorableText } from './formats.ts';
import { type Message, t } from '../../errors/sentence.ts';

const DEPTH_MAX = 32;
/** A hundred listings with every field have about half as many. */
const KEYS_MAX = 20_000;
/** Limit for lists and objects together. */
const VALUES_MAX = 50_000;

/**
 * Parses a request body. Throws BAD_REQUEST for anything that is not JSON and PAYLOAD_TOO_LARGE for too many keys or
 * values. Prototype keys are rejected.
 */
export function parseJson(raw: Buffer): unknown {
  requireBoundedShape(raw);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    // RFC 8259, 8.1: no byte order mark. The parser below would overlook it.
    if (text.startsWith('\ufeff')) throw new SyntaxError('a byte order mark');
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    const message = isForbiddenName(error)
      ? 'No field of the body may be named "__proto__", or "prototype" within "constructor".'
      : 'The body is not valid JSON.';
    throw new AppError('BAD_REQUEST', message, { cause: error });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Counts keys, values and levels in the bytes, before anything is parsed: an object of 100,000 distinct keys takes the
 * parser, and whatever walks through it afterwards, a hundred times as long as this count. In valid JSON a colon outside
 * a string follows a key, and a comma or an opening bracket precedes a value; for anything else the parser decides.
 */
function requireBoundedShape(raw: Buffer): void {
  let keys = 0;
  let values = 0;
  let depth = 0;
  for (let i = 0; i < raw.length; i++) {
    const byte = raw[i];
    if (byte === QUOTE) i = endOfString(raw, i);
    else if (byte === COLON) keys++;
    else if (byte === COMMA) values++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++;
      if (++depth > DEPTH_MAX)
        throw new AppError('BAD_REQUEST', `The body is nested deeper than ${DEPTH_MAX} levels.`);
    }
    if (keys > KEYS_MAX || values > VALUES_MAX)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `The body has more than ${KEYS_MAX} fields or ${VALUES_MAX} values. Send less in one request.`,
      );
  }
}

/** The index of the closing quote. */
function endOfString(raw: Buffer, start: number): number {
  for (let i = start + 1; i < raw.length; i++) {
    if (raw[i] === BACKSLASH) i++;
    else if (raw[i] === QUOTE) return i;
  }
  return raw.length;
}

/** The parser has no other way to detect it. */
function isForbiddenName(error: unknown): boolean {
  return error instanceof SyntaxError && error.message === 'Object contains forbidden prototype property';
}

/** Finds texts that the database cannot store, at any depth; stops at `PROBLEMS_MAX`. */
export function findUnstorableTexts(value: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  collectUnstorable(value, '', found);
  return found;
}

function collectUnstorable(value: unknown, path: string, found: ErrorDetail[]): void {
  if (found.length >= PROBLEMS_MAX) return;
  if (typeof value === 'string') {
    if (!isStorableText(value))
      found.push({ field: path || 'body', message: t('contains characters that cannot be stored') });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (found.length >= PROBLEMS_MAX) return;
    if (!isStorableText(key))
      found.push({ field: path || 'body', message: t('has a field whose name cannot be stored') });
    else collectUnstorable(child, childPath(path, key), found);
  }
}

export interface KnownFields {
  readonly value: unknown;
  /** Dotted names of fields that the schema does not know; the first hundred. */
  readonly ignored: readonly string[];
  /** Values larger than the schema allows; in `value` each is replaced by null, or by its index within a list. */
  readonly oversized: readonly ErrorDetail[];
}

interface Copying {
  readonly ignored: string[];
  readonly oversized: ErrorDetail[];
}

/**
 * Copies the part of a value that the schema knows. Clients may send back what they have read, so unknown and read-only fields
 * are dropped and reported instead of rejected. A value that exceeds its bound is reported and left out, so that all later steps,
 * above all the alternatives of a schema, work on values of bounded size.
 */
export function keepKnown(schema: TSchema, value: unknown): KnownFields {
  const copying: Copying = { ignored: [], oversized: [] };
  return { value: copyKnown(schema, value, '', copying), ...copying };
}

function copyKnown(schema: TSchema, value: unknown, path: string, copying: Copying): unknown {
  if (typeof value === 'string') {
    const lengthMax = largest(branchesFor(schema, 'string'), (branch) => branch.maxLength);
    // A character has at most two units; the exact count is left to the check of the schema.
    return value.length > 2 * lengthMax
      ? leaveOut(path, t('must have at most {max} characters', { max: lengthMax }), copying)
      : value;
  }
  if (Array.isArray(value)) return copyList(schema, value, path, copying);
  return isPlainObject(value) ? copyObject(schema, value, path, copying) : value;
}

function copyList(schema: TSchema, list: readonly unknown[], path: string, copying: Copying): unknown {
  const branches = branchesFor(schema, 'array');
  const entriesMax = largest(branches, (branch) => branch.maxItems);
  if (list.length > entriesMax)
    return leaveOut(path, t('must have at most {max} entries', { max: entriesMax }), copying);
  const items = branches.find((branch) => branch.items !== undefined)?.items;
  if (items === undefined) return list;
  return list.map((item, i) => {
    const copy = copyKnown(items, item, childPath(path, String(i)), copying);
    // Distinct, so that omitted entries do not count as duplicates.
    return copy === null && item !== null ? i : copy;
  });
}

function copyObject(
  schema: TSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  copying: Copying,
): unknown {
  const branch = objectBranchFor(branchesFor(schema, 'object'), value);
  if (branch === undefined) return value;
  const { properties = {}, additionalProperties, maxProperties = Infinity } = branch;
  const entries = Object.entries(value);
  if (entries.length > maxProperties)
    return leaveOut(path, t('must have at most {max} entries', { max: maxProperties }), copying);
  const isClosed = branch.properties !== undefined && additionalProperties === undefined;
  const otherSchema = isPlainObject(additionalProperties) ? (additionalProperties as TSchema) : undefined;
  const known: Record<string, unknown> = {};
  for (const [key, child] of entries) {
    const childSchema = Object.hasOwn(properties, key) ? properties[key] : otherSchema;
    if (childSchema !== undefined) known[key] = copyKnown(childSchema, child, childPath(path, key), copying);
    else if (!isClosed) known[key] = child;
    else if (copying.ignored.length < PROBLEMS_MAX) copying.ignored.push(childPath(path, key));
  }
  return known;
}

function leaveOut(path: string, message: Message, { oversized }: Copying): null {
  if (oversized.length < PROBLEMS_MAX) oversized.push({ field: path || 'body', message });
  return null;
}

function childPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** The alternatives of a schema that values of the type can fit. */
function branchesFor(schema: TSchema, type: string): readonly SchemaNode[] {
  const node = schema as SchemaNode;
  if (node.anyOf !== undefined) return node.anyOf.flatMap((branch) => branchesFor(branch, type));
  const types = typeof node.type === 'string' ? [node.type] : node.type;
  return types === undefined || types.includes(type) ? [node] : [];
}

/** Names of the fields that the schema knows in the object at a dotted path. */
export function knownNamesAt(schema: TSchema, path: string): string[] {
  let schemas: readonly TSchema[] = [schema];
  for (const part of path === '' ? [] : path.split('.')) {
    schemas = schemas.flatMap((parent) => [
      ...branchesFor(parent, 'array').flatMap(({ items }) => items ?? []),
      ...branchesFor(parent, 'object').flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, part) ? (properties[part] ?? []) : [],
      ),
    ]);
  }
  return schemas.flatMap((each) =>
    branchesFor(each, 'object').flatMap(({ properties = {} }) => Object.keys(properties)),
  );
}

function largest(
  branches: readonly SchemaNode[],
  boundOf: (branch: SchemaNode) => number | undefined,
): number {
  // If no branch accepts the type of the value, report the type.
  if (branches.length === 0) return Infinity;
  return Math.max(...branches.map((branch) => boundOf(branch) ?? Infinity));
}

/** Picks the object schema that knows most fields of the value. */
function objectBranchFor(
  branches: readonly SchemaNode[],
  value: Readonly<Record<string, unknown>>,
): SchemaNode | undefined {
  if (branches.length < 2) return branches[0];
  return branches.toSorted((a, b) => countKnown(b, value) - countKnown(a, value))[0];
}

function countKnown(branch: SchemaNode, value: Readonly<Record<string, unknown>>): number {
  return Object.keys(branch.properties ?? {}).filter((key) => Object.hasOwn(value, key)).length;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
