/** The tools of assistants: endpoints of the API under names for assistants, with the schemas of their rows. */
import { SCOPES, type Scope } from '../../platform/actor.ts';
import { wholeOperation } from '../../platform/http/openapi/paths.ts';
import type { AnyRouteRow } from '../../platform/http/route.ts';

export interface ToolRequest {
  readonly method: 'GET' | 'POST';
  /** Includes the query string. */
  readonly url: string;
  readonly body?: object;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly writes: boolean;
  /** One of these scopes is needed; null if none is. */
  readonly scopes: readonly Scope[] | null;
  /** Several if the tool combines responses. Throws a `ToolProblem` if the arguments make no valid request. */
  readonly requests: (args: Arguments) => readonly ToolRequest[];
}

export type Arguments = Readonly<Record<string, unknown>>;

/** A problem of the arguments that is found before any request. */
export class ToolProblem extends Error {}

interface InputSchema {
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

interface Plan {
  readonly name: string;
  readonly operationId: string;
  readonly description: string;
  /** Fields that are not offered. */
  readonly without?: readonly string[];
  readonly writes?: true;
}

const PLANS: readonly Plan[] = [
  {
    name: 'search_market',
    operationId: 'search.run',
    description:
      'Search live listings of commercial vehicles. `q` takes plain words (actros 2020 4x2 under 60k); the filters are exact. Each result has a slug for get_listing.',
  },
  {
    name: 'get_listing',
    operationId: 'publicListings.get',
    description: 'Get all public information about a listing.',
  },
  {
    name: 'similar_listings',
    operationId: 'publicListings.similar',
    description: 'Listings like one that is known.',
  },
  {
    name: 'list_categories',
    operationId: 'categories.list',
    description: 'The categories and subcategories, with the slugs that search_market takes.',
  },
  {
    name: 'list_brands',
    operationId: 'brands.list',
    description: 'The brands, with the slugs that search_market takes.',
  },
  {
    name: 'get_seller',
    operationId: 'sellers.get',
    description: 'The public profile of a seller.',
  },
  {
    name: 'list_own_listings',
    operationId: 'listings.list',
    description: 'The listings of the account, in every state.',
  },
  {
    name: 'get_own_listing',
    operationId: 'listings.get',
    description: 'One listing of the account with all its fields.',
  },
  {
    name: 'list_conversations',
    operationId: 'conversations.list',
    description: 'The conversations of the account, the latest first.',
  },
  {
    name: 'read_conversation',
    operationId: 'conversations.get',
    description: 'One conversation with its messages. What messages say comes from other people.',
  },
  {
    name: 'draft_listing',
    operationId: 'listings.create',
    description: 'Write a draft of a listing. It is not published: its seller does that.',
    without: ['publish'],
    writes: true,
  },
  {
    name: 'answer_message',
    operationId: 'conversations.send',
    description: 'Send a message in a conversation of the account. Its receiver sees it at once.',
    without: ['template_id', 'variables', 'type'],
    writes: true,
  },
];

const COMPARED_MAX = 4;
const SLUG_MAX = 200;

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
}

/** `document`: the API's own OpenAPI document of these routes. */
export function toolsFrom(routes: readonly AnyRouteRow[], document: Json): Tool[] {
  const rows = new Map(routes.filter((row) => row.isAlias !== true).map((row) => [row.operationId, row]));
  return [
    ...PLANS.map((plan) => {
      const row = rows.get(plan.operationId as AnyRouteRow['operationId']);
      if (row === undefined) throw new Error(`no endpoint is called ${plan.operationId}`);
      return toolOf(plan, row, document);
    }),
    compareListings(rows.get('publicListings.get')?.path ?? ''),
  ];
}

function toolOf(plan: Plan, row: AnyRouteRow, document: Json): Tool {
  const template = row.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = wholeOperation(document['paths'] as Json, template, row.method.toLowerCase());
  const parameters = (operation['parameters'] as Json[])
    .map((parameter) => inlined(parameter, document) as unknown as Parameter)
    .filter((parameter) => parameter.in !== 'header');
  const content = (operation['requestBody'] as { content?: Json } | undefined)?.content?.['application/json'];
  const body = content === undefined ? null : merged(inlined((content as Json)['schema'], document) as Json);
  const hidden = new Set(plan.without);
  const fields = Object.entries(body?.properties ?? {}).filter(([name]) => !hidden.has(name));
  const required = [
    ...parameters.filter((parameter) => parameter.required === true).map(({ name }) => name),
    ...(body?.required ?? []).filter((name) => !hidden.has(name)),
  ];
  const inputSchema: InputSchema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parameters.map(({ name, description, schema }) => [
          name,
          { ...(description === undefined ? {} : { description }), ...schema },
        ]),
      ),
      ...Object.fromEntries(fields as [string, object][]),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return {
    name: plan.name,
    description: plan.description,
    inputSchema,
    writes: plan.writes === true,
    scopes: row.access.kind === 'public' ? null : 'scopes' in row.access ? row.access.scopes : SCOPES,
    requests: (args) => {
      refuseUnknown(args, inputSchema);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const url = inPath.reduce(
        (path, { name }) => path.replace(`{${name}}`, segmentOf(name, args[name])),
        template,
      );
      const query = new URLSearchParams(
        inQuery
          .filter(({ name }) => args[name] !== undefined && args[name] !== null)
          .map(({ name }): [string, string] => [name, parameterOf(name, args[name])]),
      );
      const values = Object.fromEntries(fields.map(([name]) => [name, args[name]]));
      return [
        {
          method: row.method as ToolRequest['method'],
          url: query.size === 0 ? url : `${url}?${query.toString()}`,
          ...(body === null ? {} : { body: values }),
        },
      ];
    },
  };
}

function compareListings(path: string): Tool {
  const inputSchema: InputSchema = {
    type: 'object',
    properties: {
      slugs: {
        type: 'array',
        description: 'Slugs or ids of the listings.',
        minItems: 2,
        maxItems: COMPARED_MAX,
        items: { type: 'string', minLength: 1, maxLength: SLUG_MAX },
      },
    },
    required: ['slugs'],
    additionalProperties: false,
  };
  return {
    name: 'compare_listings',
    description: 'Compare two to four listings field by field and show what differs.',
    inputSchema,
    writes: false,
    scopes: null,
    requests: (args) => {
      refuseUnknown(args, inputSchema);
      const { slugs } = args;
      if (!Array.isArray(slugs) || slugs.length < 2 || slugs.length > COMPARED_MAX)
        throw new ToolProblem(`slugs must be a list of 2 to ${COMPARED_MAX} slugs`);
      return slugs.map((slug: unknown) => ({
        method: 'GET',
        url: path.replace(':slug', segmentOf('slugs', slug)),
      }));
    },
  };
}

/** Returns the fields in which the listings differ. */
export function differences(responses: readonly Json[]): Json {
  const names = [...new Set(responses.flatMap((response) => Object.keys(response)))];
  const differing = names
    .map((name) => [name, responses.map((response) => response[name] ?? null)] as const)
    .filter(([, values]) => new Set(values.map((value) => JSON.stringify(value))).size > 1);
  return {
    listings: responses.map(({ slug, title }) => ({ slug, title })),
    differences: Object.fromEntries(differing),
  };
}

function refuseUnknown(args: Arguments, { properties }: InputSchema): void {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw new ToolProblem(`there is no argument ${unknown.slice(0, 100)}`);
}

function parameterOf(name: string, value: unknown): string {
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (values.some((entry) => entry === null || typeof entry === 'object'))
    throw new ToolProblem(`${name} must be text, a number, true or false, or a list of them`);
  return values.join(',');
}

/** Empty, `.` and `..` would be another path; half a character would be no address. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.length > SLUG_MAX || /^\.{0,2}$|\p{Surrogate}/u.test(value))
    throw new ToolProblem(`${name} must be an id`);
  return encodeURIComponent(value);
}

const at = (document: Json, path: readonly string[]): Json =>
  path.reduce<Json>((place, key) => (place[key] ?? {}) as Json, document);

/** Returns a self-contained schema, without references and examples. */
function inlined(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Json;
  if (typeof $ref === 'string') {
    const target = inlined(at(document, $ref.split('/').slice(1)), document) as Json;
    return { ...target, ...(inlined(rest, document) as Json) };
  }
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key, part]) => !(key === 'example' || (key === 'examples' && !isSchema(part))))
      .map(([key, part]) => [key, inlined(part, document)]),
  );
}

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;

/** Returns the fields of an object and of its parts. */
function merged(schema: Json): { properties: Json; required: readonly string[] } {
  const parts = ((schema['allOf'] ?? []) as Json[]).map(merged);
  return {
    properties: Object.assign(
      {},
      ...parts.map(({ properties }) => properties),
      schema['properties'] ?? {},
    ) as Json,
    required: [
      ...parts.flatMap(({ required }) => required),
      ...((schema['required'] ?? []) as readonly string[]),
    ],
  };
}
