/** Finds changes of the OpenAPI document that break clients of the older one. docs/conventions.md has the rules in prose. */
import {
  expanded,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  resolve,
  securityOf,
} from './openapi.ts';

interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  const operations = new Map(
    operationsOf(after).map((current) => [`${current.method} ${current.path}`, current.operation]),
  );
  return operationsOf(before).flatMap(({ path, method, operation }) => {
    const name = `${method.toUpperCase()} ${path}`;
    const current = operations.get(`${method} ${path}`);
    if (current === undefined) return [`${name} is gone`];
    return [
      ...(current.operationId === operation.operationId ? [] : [`${name} is called ${current.operationId}`]),
      ...parameterChanges(before, operation, after, current),
      ...bodyChanges(before, operation, after, current),
      ...responseChanges(before, operation, after, current),
      ...securityOf(before, operation)
        .map((scheme) => Object.keys(scheme).join(' and '))
        .filter(
          (scheme) =>
            !securityOf(after, current).some(
              (requirement) => Object.keys(requirement).join(' and ') === scheme,
            ),
        )
        .map((scheme) => `no longer takes ${scheme === '' ? 'anonymous requests' : scheme}`),
    ].map((change) => (change.startsWith(name) ? change : `${name}: ${change}`));
  });
}

function parameterChanges(before: OpenApi, older: Operation, after: OpenApi, newer: Operation): string[] {
  const key = (parameter: Parameter): string => `${parameter.in} parameter ${parameter.name}`;
  const parametersOf = (document: OpenApi, operation: Operation): Parameter[] =>
    (operation.parameters ?? []).map(
      (parameter) => expanded(document, resolve(document, parameter)) as Parameter,
    );
  const known = new Map(parametersOf(before, older).map((parameter) => [key(parameter), parameter]));
  const current = new Map(parametersOf(after, newer).map((parameter) => [key(parameter), parameter]));
  const removed = [...known.keys()].filter((name) => !current.has(name)).map((name) => `${name} is gone`);
  const changed = [...current].flatMap(([name, parameter]) => {
    const earlier = known.get(name);
    if (parameter.required === true && earlier?.required !== true) return [`${name} is required`];
    return earlier === undefined
      ? []
      : findNarrowed(earlier.schema as Shape, parameter.schema as Shape, name);
  });
  return [...removed, ...changed];
}

function bodyChanges(before: OpenApi, older: Operation, after: OpenApi, newer: Operation): string[] {
  const earlier = older.requestBody;
  const current = newer.requestBody;
  if (current?.required === true && earlier?.required !== true) return ['a body is required'];
  return Object.entries(earlier?.content ?? {}).flatMap(([mediaType, { schema }]) => {
    const now = current?.content[mediaType];
    if (now === undefined) return [`no longer takes ${mediaType}`];
    return findNarrowed(shapeOf(before, schema), shapeOf(after, now.schema), 'body');
  });
}

function responseChanges(before: OpenApi, older: Operation, after: OpenApi, newer: Operation): string[] {
  return Object.entries(older.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) => {
      const current = newer.responses[status];
      if (current === undefined) return [`no longer answers ${status}`];
      const now = resolve(after, current).content ?? {};
      return Object.entries(resolve(before, response).content ?? {}).flatMap(([mediaType, { schema }]) => {
        if (now[mediaType] === undefined) return [`no longer answers ${mediaType}`];
        return findRemoved(shapeOf(before, schema), shapeOf(after, now[mediaType]?.schema), 'answer');
      });
    });
}

/** Resolves the schema and merges the parts of its `allOf`. */
function shapeOf(document: OpenApi, schema: unknown): Shape {
  const shape = expanded(document, schema ?? {}) as Shape;
  if (shape.allOf === undefined) return shape;
  return {
    type: 'object',
    properties: Object.assign({}, ...shape.allOf.map((part) => part.properties ?? {})) as Record<
      string,
      Shape
    >,
    required: shape.allOf.flatMap((part) => part.required ?? []),
  };
}

const typesOf = ({ type }: Shape): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems'] as const;
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems'] as const;

/** Rewrites a union of one schema and null as a nullable schema, because both are equivalent. */
function mergeNullable(shape: Shape): Shape {
  const [only, ...otherBranches] = (shape.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only === undefined || otherBranches.length > 0 || shape.anyOf?.length !== 2) return shape;
  const values = only.enum === undefined ? {} : { enum: [...only.enum, null] };
  return { ...only, type: [...typesOf(only), 'null'], ...values };
}

/** Returns values and fields that requests could send before and no longer can. */
function findNarrowed(older: Shape, newer: Shape, place: string): string[] {
  const [before, after] = [mergeNullable(older), mergeNullable(newer)];
  const changes: string[] = [];
  const types = typesOf(after);
  const removedTypes = typesOf(before).filter((type) => types.length > 0 && !types.includes(type));
  if (removedTypes.length > 0 && !(removedTypes[0] === 'integer' && types.includes('number')))
    changes.push(`${place} no longer takes ${removedTypes.join(', ')}`);
  if (after.enum !== undefined) {
    const missing = before.enum?.filter((value) => !after.enum?.includes(value)) ?? ['any value'];
    if (missing.length > 0) changes.push(`${place} no longer takes ${missing.map(String).join(', ')}`);
  }
  for (const bound of LOWER_BOUNDS)
    if ((after[bound] ?? -Infinity) > (before[bound] ?? -Infinity))
      changes.push(`${place} has a higher ${bound}`);
  for (const bound of UPPER_BOUNDS)
    if ((after[bound] ?? Infinity) < (before[bound] ?? Infinity))
      changes.push(`${place} has a lower ${bound}`);
  const required = new Set(before.required);
  for (const name of after.required ?? [])
    if (!required.has(name)) changes.push(`${place}.${name} is required`);
  for (const [name, shape] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name];
    if (now !== undefined) changes.push(...findNarrowed(shape, now, `${place}.${name}`));
    else if (after.properties !== undefined) changes.push(`${place}.${name} is gone`);
  }
  if (before.items !== undefined && after.items !== undefined)
    changes.push(...findNarrowed(before.items, after.items, `${place}[]`));
  return changes;
}

/** Returns what responses had before and no longer have. Further fields and further values of enums do not break clients. */
function findRemoved(older: Shape, newer: Shape, place: string): string[] {
  const [before, after] = [mergeNullable(older), mergeNullable(newer)];
  if (after.oneOf !== undefined && before.oneOf === undefined)
    return [...new Set(after.oneOf.flatMap((form) => findRemoved(older, form, place)))];
  const changes: string[] = [];
  const known = typesOf(before);
  const further = typesOf(after).filter((type) => known.length > 0 && !known.includes(type));
  if (further.length > 0 && !(further[0] === 'integer' && known.includes('number')))
    changes.push(`${place} may be ${further.join(', ')}`);
  const required = new Set(after.required);
  for (const [name, shape] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name];
    if (now === undefined) changes.push(`${place}.${name} is gone`);
    else changes.push(...findRemoved(shape, now, `${place}.${name}`));
    if (now !== undefined && before.required?.includes(name) === true && !required.has(name))
      changes.push(`${place}.${name} may be missing`);
  }
  if (before.items !== undefined) {
    if (after.items === undefined) changes.push(`${place} is no list`);
    else changes.push(...findRemoved(before.items, after.items, `${place}[]`));
  }
  // The new schema keeps one of the previous branches.
  if (
    after.anyOf === undefined &&
    before.anyOf?.some((branch) => findRemoved(branch, after, place).length === 0)
  )
    return changes;
  const branches = after.anyOf ?? [];
  for (const [i, branch] of (before.anyOf ?? []).entries()) {
    const now = branches[i];
    if (now === undefined) changes.push(`${place} has another form`);
    else changes.push(...findRemoved(branch, now, place));
  }
  return changes;
}
