import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { SETTINGS } from '../../src/modules/settings/index.ts';

/** The subset of JSON Schema that schemas of request bodies use. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly propertyNames?: SchemaNode;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
}

export interface NamedSchema {
  readonly name: string;
  readonly schema: SchemaNode;
}

/** Returns the schemas of all request bodies and of all settings, because requests also set the values of settings. */
export function bodySchemas(routes: readonly AnyRouteRow[]): NamedSchema[] {
  return [
    ...routes.flatMap((row) =>
      row.body === undefined ? [] : [{ name: `${row.method} ${row.path}`, schema: row.body as SchemaNode }],
    ),
    ...Object.entries(SETTINGS).map(([name, { schema }]) => ({
      name: `setting ${name}`,
      schema: schema as SchemaNode,
    })),
  ];
}

/** Yields the schema and every schema within it, each with its path. */
export function* nodesOf(schema: SchemaNode, place: string): Generator<{ node: SchemaNode; place: string }> {
  yield { node: schema, place };
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    yield* nodesOf(child, `${place}.${name}`);
  for (const [name, child] of Object.entries(schema.patternProperties ?? {}))
    yield* nodesOf(child, `${place}.(${name})`);
  if (typeof schema.additionalProperties === 'object')
    yield* nodesOf(schema.additionalProperties, `${place}.*`);
  if (schema.propertyNames !== undefined) yield* nodesOf(schema.propertyNames, `${place} keys`);
  if (schema.items !== undefined) yield* nodesOf(schema.items, `${place}[]`);
  for (const [i, branch] of (schema.anyOf ?? []).entries()) yield* nodesOf(branch, `${place}|${i}`);
}

export function acceptsType(node: SchemaNode, type: string): boolean {
  return node.type === type || (Array.isArray(node.type) && node.type.includes(type));
}
