import type { TSchema } from 'typebox';

/**
 * The prefix style (/messages) shows the very shapes of the versioned style with camelCase names: both the values and
 * their schemas are derived, so that the two cannot drift apart.
 */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [camelCase(key), camelKeys(child)]));
}

interface SchemaNode {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

export function camelSchema(schema: TSchema): TSchema {
  const node = schema as SchemaNode;
  return {
    ...schema,
    ...(node.title === undefined ? {} : { title: `${node.title}InCamelCase` }),
    ...(node.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(node.properties).map(([name, child]) => [camelCase(name), camelSchema(child)]),
          ),
        }),
    ...(node.required === undefined ? {} : { required: node.required.map(camelCase) }),
    ...(node.items === undefined ? {} : { items: camelSchema(node.items) }),
    ...(node.anyOf === undefined ? {} : { anyOf: node.anyOf.map(camelSchema) }),
  };
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
