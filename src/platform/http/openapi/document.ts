import { setImmediate } from 'node:timers/promises';
import type { EventDefinition } from '../../events/event.ts';
import { VERSION, PACKAGE_ROOT } from '../../package-root.ts';
import { MOUNTS } from '../mounts.ts';
import type { AnyRouteRow } from '../route.ts';
import { Components } from './components.ts';
import { ERROR_SCHEMAS, errorComponents } from './errors.ts';
import { webhooksOf } from './events.ts';
import { responseHeaderComponents } from './headers.ts';
import { type Json, ref } from './json.ts';
import { operationOf, USUAL_SECURITY, USUAL_LIMITS_TEXT } from './operations.ts';
import { headerComponents, shareParameters } from './parameters.ts';
import { pathsOf, shareResponses } from './paths.ts';
import { tagGroupsOf, tagsOf } from './tags.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Requests and responses recorded in a tour through the demo data, by operation; written by a test. */
const FILE = path.join(PACKAGE_ROOT, 'resources', 'openapi-examples.json');

interface Example {
  readonly body?: unknown;
  readonly form?: unknown;
  /** Responses by status; responses that are not JSON by media type. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

type Content = Record<string, Json & { schema?: { $ref?: string } }>;

/** Adds examples to the operations, in place. Returns the responses that several operations share. */
function addExamples(rows: readonly AnyRouteRow[], operations: readonly Json[]): Json {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Example>>;
  const byName = new Map<string, unknown>();
  const uses = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const example = stored[row.operationId];
    const { requestBody } = operations[i] as { requestBody?: { content: Content } };
    addTo(requestBody?.content['application/json'], example?.body);
    addTo(requestBody?.content['multipart/form-data'], example?.form);
    for (const [key, response] of answersOf(operations[i])) {
      const value = example?.answers?.[key];
      const name = nameOf(response);
      if (name === undefined) addTo(response, value);
      else uses.set(name, (uses.get(name) ?? 0) + 1);
      if (name !== undefined && value !== undefined && !byName.has(name)) byName.set(name, value);
    }
  }
  const shared: Json = {};
  for (const [, response] of operations.flatMap(answersOf)) {
    const name = nameOf(response);
    if (name === undefined || !byName.has(name)) continue;
    if (uses.get(name) === 1) {
      addTo(response, byName.get(name));
      continue;
    }
    const noun = name.replace(/Answer$/, '');
    shared[noun] = { value: byName.get(name) };
    response['examples'] = { demo: ref('examples', noun) };
  }
  return shared;
}

/** With a name: the reference shows no example without one, but values that it makes of the schema. */
function addTo(content: Content[string] | undefined, example: unknown): void {
  if (content !== undefined && example !== undefined) content['examples'] = { demo: { value: example } };
}

/** Content of the successful responses by status; by media type if not JSON. */
function answersOf(operation: Json | undefined): [string, Content[string]][] {
  const responses = (operation?.['responses'] ?? {}) as Record<string, { content?: Content }>;
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, response]): [string, Content[string]] => [
        type === 'application/json' ? status : type.replace(/;.*/, ''),
        response,
      ]),
    );
}

/** Returns the name of the response's schema, if it has one: several operations can share it. */
function nameOf(response: Content[string]): string | undefined {
  return response.schema?.$ref?.split('/').at(-1);
}

/** `api`: for clients; `admin`: for running the marketplace; `aliases`: further paths to the same endpoints. */
export const DOCUMENTS = {
  api: {
    file: 'openapi.json',
    title: 'Fifthwheel',
    text:
      'The API of a commercial-vehicle marketplace. Every path works below each of the three servers. ' +
      'A successful response is `{success: true, data, message?}`, an error `{success: false, error: {code, message, details?}}`. ' +
      'Times are ISO 8601 in UTC. ' +
      'Administrators’ endpoints are in `/openapi.admin.json`, alternative paths in `/openapi.aliases.json`.',
  },
  admin: {
    file: 'openapi.admin.json',
    title: 'Fifthwheel for administrators',
    text: 'Endpoints for running a Fifthwheel marketplace: moderation, accounts, categories, plans, settings, texts and the audit log. All endpoints require the access token of an administrator.',
  },
  aliases: {
    file: 'openapi.aliases.json',
    title: 'Fifthwheel: alternative paths',
    text: 'Alternative paths to the endpoints in `/openapi.json`, conversations in camelCase, and paths that would be ambiguous in that document. New clients should use `/openapi.json`.',
  },
} as const;
export type DocumentName = keyof typeof DOCUMENTS;

function documentOf(row: AnyRouteRow): DocumentName {
  if (row.isAlias === true) return 'aliases';
  return row.access.kind === 'admin' ? 'admin' : 'api';
}

/** Some milliseconds, in a process that has just started. */
const OPERATIONS_AT_A_TIME = 10;

/** One of the OpenAPI 3.1 documents of the routes, in the order of the list. */
export function openApiDocument(
  name: DocumentName,
  routes: readonly AnyRouteRow[],
  events: readonly EventDefinition[],
): Json {
  const making = makeDocument(name, routes, events);
  for (;;) {
    const step = making.next();
    if (step.done === true) return step.value;
  }
}

/** Returns the same document, built in steps so that other work can run in between. */
export async function openApiDocumentInSteps(
  name: DocumentName,
  routes: readonly AnyRouteRow[],
  events: readonly EventDefinition[],
): Promise<Json> {
  const making = makeDocument(name, routes, events);
  let step = making.next();
  for (; step.done !== true; step = making.next()) await setImmediate();
  return step.value;
}

function* makeDocument(
  name: DocumentName,
  routes: readonly AnyRouteRow[],
  events: readonly EventDefinition[],
): Generator<void, Json> {
  const rows = routes.filter((row) => documentOf(row) === name);
  const components = new Components();
  for (const [schema, value] of Object.entries(ERROR_SCHEMAS)) components.add(schema, value as Json);
  components.add('Done', {
    type: 'object',
    required: ['success', 'message'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      warnings: ref('schemas', 'Warnings'),
    },
  });
  components.add('EventName', {
    type: 'string',
    description: 'The name of an event, or `*` for all.',
    enum: ['*', ...events.filter((event) => event.isPublic).map((event) => event.type)],
  });
  const operations: Json[] = [];
  for (const row of rows) {
    operations.push(operationOf(row, components));
    if (operations.length % OPERATIONS_AT_A_TIME === 0) yield;
  }
  const parameters = shareParameters(operations, components.names);
  yield;
  const examples = addExamples(rows, operations);
  yield;
  const webhooks = name === 'api' ? webhooksOf(events, components) : undefined;
  const tags = new Set<string>(rows.map((row) => row.tag));
  if (webhooks !== undefined) tags.add('Webhook events');
  const errors = new Set(
    operations
      .flatMap((operation) => Object.keys(operation['responses'] as Json).map(Number))
      .filter((status) => status >= 400),
  );
  const responses = shareResponses(operations);
  yield;
  const { title, text } = DOCUMENTS[name];
  const body = {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      description: `${text} ${USUAL_LIMITS_TEXT}`,
      contact: { name: 'The operators of this market' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: MOUNTS.map((url) => ({ url })),
    ...(name === 'admin' ? {} : { security: USUAL_SECURITY }),
    tags: tagsOf(tags),
    'x-tagGroups': tagGroupsOf(tags),
    paths: pathsOf(rows, operations),
    ...(webhooks === undefined ? {} : { webhooks }),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token from `POST /auth/login`, or an API key if the operation accepts keys.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
      },
      parameters: {
        ...headerComponents(),
        ...parameters,
      },
      headers: responseHeaderComponents(),
      responses: { ...components.responses, ...responses, ...errorComponents(errors) },
      schemas: components.schemas,
      examples,
    },
  };
  yield;
  return withoutUnused(body);
}

/** Leaves out the components that nothing refers to. */
function withoutUnused(document: Json & { components: Json }): Json {
  const { components, ...rest } = document;
  const used = new Set<string>();
  const collect = (node: unknown): void => {
    for (const [, path = ''] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (used.has(path)) continue;
      used.add(path);
      const [kind = '', name = ''] = path.split('/');
      collect((components[kind] as Json)[name]);
    }
  };
  collect(rest);
  const paths = JSON.stringify(rest['paths']);
  const usedComponents = Object.entries(components).map(([kind, all]) => {
    const entries = Object.entries(all as Json);
    const isKept = (name: string) =>
      kind === 'securitySchemes' ? paths.includes(`{"${name}":[]}`) : used.has(`${kind}/${name}`);
    return [kind, Object.fromEntries(entries.filter(([name]) => isKept(name)))];
  });
  return { ...rest, components: Object.fromEntries(usedComponents) as Json };
}
