import type { AnyRouteRow } from '../route.ts';
import { type Json, ref } from './json.ts';

/** The operations by path and method, with what all operations of a path take described once, at the path. */
export function pathsOf(rows: readonly AnyRouteRow[], operations: readonly Json[]): Json {
  const paths = new Map<string, Map<string, Json>>();
  for (const [i, row] of rows.entries()) {
    const path = row.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    const methods = paths.get(path) ?? new Map<string, Json>();
    methods.set(row.method.toLowerCase(), operations[i] ?? {});
    paths.set(path, methods);
  }
  return Object.fromEntries([...paths].map(([path, methods]) => [path, pathItem(methods)]));
}

function pathItem(methods: ReadonlyMap<string, Json>): Json {
  const [first = [], ...otherLists] = [...methods.values()].map(parametersOf);
  const common =
    otherLists.length === 0
      ? []
      : first.filter((parameter) => otherLists.every((list) => has(list, parameter)));
  if (common.length === 0) return Object.fromEntries(methods);
  const operations = [...methods].map(([method, operation]) => {
    const { parameters: _all, ...rest } = operation;
    const ownParameters = parametersOf(operation).filter((parameter) => !has(common, parameter));
    return [method, ownParameters.length === 0 ? rest : { ...rest, parameters: ownParameters }] as const;
  });
  return { parameters: common, ...Object.fromEntries(operations) };
}

function parametersOf(of: Json): readonly Json[] {
  return (of['parameters'] ?? []) as Json[];
}

function has(list: readonly Json[], parameter: Json): boolean {
  const text = JSON.stringify(parameter);
  return list.some((parameter) => JSON.stringify(parameter) === text);
}

/** Returns an operation together with the parameters of its path, so that it is complete on its own. */
export function wholeOperation(paths: Json, path: string, method: string): Json {
  const item = paths[path] as Record<string, Json> | undefined;
  const operation = item?.[method];
  if (item === undefined || operation === undefined) throw new Error(`the document has no ${method} ${path}`);
  return { ...operation, parameters: [...parametersOf(item), ...parametersOf(operation)] };
}

interface Answer {
  readonly headers?: Json;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

/** Describes responses that several operations share only once. Changes `operations` in place. */
export function shareResponses(operations: readonly Json[]): Json {
  const places = operations.flatMap((operation) => {
    const responses = operation['responses'] as Json;
    return Object.keys(responses).map((status) => ({ responses, status }));
  });
  const uses = new Map<string, number>();
  for (const { responses, status } of places) {
    const text = JSON.stringify(responses[status]);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared: Json = {};
  for (const { responses, status } of places) {
    const response = responses[status] as Answer;
    const name = nameOf(response);
    if (name === undefined || uses.get(JSON.stringify(response)) === 1) continue;
    if (shared[name] !== undefined && JSON.stringify(shared[name]) !== JSON.stringify(response)) continue;
    shared[name] = response;
    responses[status] = ref('responses', name);
  }
  return shared;
}

/** `OwnListingETagResult`: after its schema, and the headers besides which it comes. */
function nameOf({ headers = {}, content = {} }: Answer): string | undefined {
  const [media, ...others] = Object.values(content);
  const schema = media?.schema?.$ref?.split('/').at(-1);
  if (schema === undefined || others.length > 0) return undefined;
  return `${schema.replace(/Answer$/, '')}${Object.keys(headers).join('')}Result`;
}
