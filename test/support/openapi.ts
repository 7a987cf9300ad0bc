import type { App } from '../../src/app/app.ts';
import { type DocumentName, DOCUMENTS, openApiDocument } from '../../src/platform/http/openapi/document.ts';

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Node;
}

/** The parts of a schema that tests read. */
export interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly allOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

export interface Content {
  readonly schema?: Node;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { $ref?: string; value?: unknown }>>;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { $ref?: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

export type SecurityRequirement = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** `parameters` apply to all operations of the path. */
export type PathItem = Readonly<Partial<Record<Method, Operation>>> & {
  readonly parameters?: readonly Parameter[];
};

export interface OpenApi {
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, { post: Operation }>>;
  readonly tags: readonly { name: string; description: string }[];
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Node>>;
  };
}

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** Returns a document as clients receive it. */
export function documentOf(app: App, name: DocumentName): OpenApi {
  const document = openApiDocument(name, app.routes, app.platform.events.catalogue);
  return JSON.parse(JSON.stringify(document)) as OpenApi;
}

/** Returns the security requirements of an operation: its own, or the default of the document. */
export const securityOf = (document: OpenApi, operation: Operation): readonly SecurityRequirement[] =>
  operation.security ?? document.security ?? [];

/** Resolves a reference; returns other nodes unchanged. */
export function resolve<T extends { $ref?: string }>(document: OpenApi, node: T): T {
  if (node.$ref === undefined) return node;
  const path = node.$ref.slice(2).split('/');
  const target = path.reduce<unknown>(
    (parent, name) => (parent as Record<string, unknown> | undefined)?.[name],
    document,
  );
  if (target === undefined) throw new Error(`${node.$ref} leads nowhere`);
  return resolve(document, target as T);
}

/** Replaces all references in a node by their targets. The node must not be recursive. */
export function expanded(document: OpenApi, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((child) => expanded(document, child));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) return expanded(document, resolve(document, node as { $ref: string }));
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, expanded(document, child)]));
}

/** Returns all operations with their parameters, including those of the path. */
export function operationsOf(document: OpenApi): { path: string; method: Method; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, { parameters: common = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method as Method,
      operation: { ...operation, parameters: [...common, ...(operation.parameters ?? [])] },
    })),
  );
}
