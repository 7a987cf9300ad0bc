import secureJson from 'secure-json-parse';
import type { TSchema } from 'typebox';
import { AppError, type ErrorDetail } from '../errors/app-error.ts';
import { isStorableText } from './formats.ts';

const DEPTH_MAX = 32;

/** Parses a request body; throws BAD_REQUEST for anything that is not JSON. Prototype keys are refused. */
export function parseJson(raw: Buffer): unknown {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    // RFC 8259, 8.1: no byte order mark. The parser below would overlook it.
    if (text.startsWith('\ufeff')) throw new SyntaxError('a byte order mark');
    value = secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'The body is not valid JSON.', { cause: error });
  }
  if (depthExceeds(value, DEPTH_MAX))
    throw new AppError('BAD_REQUEST', `The body is nested deeper than ${DEPTH_MAX} levels.`);
  return value;
}

function depthExceeds(value: unknown, depthMax: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depthMax === 0) return true;
  for (const child of Object.values(value)) {
    if (depthExceeds(child, depthMax - 1)) return true;
  }
  return false;
}

/** Finds texts that the database cannot store, at any depth. */
export function findUnstorableTexts(value: unknown, path = ''): ErrorDetail[] {
  if (typeof value === 'string') {
    return isStorableText(value)
      ? []
      : [{ field: path || 'body', message: 'has characters that cannot be stored' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const childPath = path === '' ? key : `${path}.${key}`;
    if (!isStorableText(key))
      return [{ field: path || 'body', message: 'has a field whose name cannot be stored' }];
    return findUnstorableTexts(child, childPath);
  });
}

export interface Known {
  readonly value: unknown;
  /** Dotted names of the fields that the schema does not know. */
  readonly ignored: readonly string[];
}

/**
 * Copies the part of a value that the schema knows. Clients may send back what they read, so unknown and read-only
 * fields are dropped and named rather than refused.
 */
export function keepKnown(schema: TSchema, value: unknown, path = ''): Known {
  const node = schema as SchemaNode;
  const branch = node.anyOf === undefined ? node : branchFor(node.anyOf, value);
  if (Array.isArray(value) && branch?.items !== undefined) {
    const items = value.map((item: unknown, i) => keepKnown(branch.items as TSchema, item, `${path}[${i}]`));
    return { value: items.map((item) => item.value), ignored: items.flatMap((item) => item.ignored) };
  }
  if (
    !isPlainObject(value) ||
    branch?.properties === undefined ||
    branch.additionalProperties !== undefined
  ) {
    return { value, ignored: [] };
  }
  const kept: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    const childSchema = Object.hasOwn(branch.properties, key) ? branch.properties[key] : undefined;
    if (childSchema === undefined) {
      ignored.push(childPath);
      continue;
    }
    const known = keepKnown(childSchema, child, childPath);
    kept[key] = known.value;
    ignored.push(...known.ignored);
  }
  return { value: kept, ignored };
}

interface SchemaNode {
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

function branchFor(branches: readonly SchemaNode[], value: unknown): SchemaNode | undefined {
  if (Array.isArray(value)) return branches.find((branch) => branch.items !== undefined);
  if (!isPlainObject(value)) return undefined;
  const objects = branches.filter((branch) => branch.properties !== undefined);
  // Of several object schemas, the one that knows most of the value's fields is meant.
  return objects.toSorted((a, b) => countKnown(b, value) - countKnown(a, value))[0];
}

function countKnown(branch: SchemaNode, value: Record<string, unknown>): number {
  return Object.keys(value).filter(
    (key) => branch.properties !== undefined && Object.hasOwn(branch.properties, key),
  ).length;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
