import type { TSchema } from 'typebox';
import { ERROR_CATALOGUE, type ErrorCode } from '../errors/catalogue.ts';
import { VERSION } from '../package-root.ts';
import { MOUNTS } from './mounts.ts';
import { RATE_CLASSES } from './limits/rate-limits.ts';
import { impliedErrors } from './reply/reply-check.ts';
import type { AnyRouteRow } from './route.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the routes, in the order of the list. */
export function openApiDocument(routes: readonly AnyRouteRow[]): Json {
  const paths: Record<string, Json> = {};
  for (const row of routes) {
    const path = row.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fifthwheel',
      version: VERSION,
      description:
        'The API of a commercial-vehicle marketplace. Every path answers below each of the three servers alike. ' +
        'Success is `{success: true, data, message?}`, failure `{success: false, error: {code, message, details?}}`.',
    },
    servers: MOUNTS.map((url) => ({ url })),
    tags: [...new Set(routes.map((row) => row.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token from login, or an API key.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
        message: { type: 'string' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

function operation(row: AnyRouteRow): Json {
  const parameters = [...pathParameters(row.path), ...queryParameters(row.query)];
  return {
    operationId: operationId(row),
    tags: [row.tag],
    summary: row.summary,
    description: describe(row),
    ...(row.access.kind === 'public'
      ? { security: [{}, { bearer: [] }, { apiKey: [] }] }
      : { security: [{ bearer: [] }, { apiKey: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(row),
    responses: { ...successResponses(row), ...notModified(row), ...errorResponses(row) },
  };
}

/** `GET /listings/:slug/similar` → `getListingsBySlugSimilar`; stable, and unique since method and path are. */
function operationId(row: AnyRouteRow): string {
  const words = row.path.split('/').filter((part) => part !== '');
  const name = words
    .map((word) =>
      word.startsWith(':') ? `By${capital(word.slice(1))}` : word.split(/[-.]/).map(capital).join(''),
    )
    .join('');
  return row.method.toLowerCase() + name;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function describe(row: AnyRouteRow): string {
  const { requests, windowSeconds } = RATE_CLASSES[row.rateLimit];
  const lines = [
    row.description,
    `Access: ${accessText(row)}.`,
    `Rate limit: ${requests} requests per ${windowSeconds / 60} minutes (${row.rateLimit}).`,
  ];
  return lines.filter((line) => line !== undefined).join('\n\n');
}

export function accessText(row: AnyRouteRow): string {
  switch (row.access.kind) {
    case 'public':
      return 'public';
    case 'admin':
      return 'role ADMIN';
    case 'seller':
      return `role SELLER, team role ${row.access.teamRole}${row.access.orAdmin === true ? ', or role ADMIN' : ''}${keyText(row.access.scopes)}`;
    case 'user':
      return row.access.anyKey === true ? 'any API key' : `signed in${keyText(row.access.scopes)}`;
  }
}

function keyText(scopes: readonly string[]): string {
  return scopes.length === 0 ? ', access token only' : `; API keys with ${scopes.join(' or ')}`;
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(schema: TSchema | undefined): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
    ...(property['description'] === undefined ? {} : { description: property['description'] }),
    ...(property['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }));
}

function requestBody(row: AnyRouteRow): Json {
  if (row.body === undefined && row.upload === undefined) return {};
  const content: Json = {};
  if (row.body !== undefined) content['application/json'] = { schema: row.body };
  if (row.upload !== undefined) content['multipart/form-data'] = { schema: formSchema(row) };
  return { requestBody: { required: row.bodyOptional !== true, content } };
}

function formSchema(row: AnyRouteRow): Json {
  const { properties = {}, required = [] } = (row.body ?? {}) as { properties?: Json; required?: string[] };
  const files = (row.upload?.fields ?? []).map(
    (field) => [field, { type: 'array', items: { type: 'string', format: 'binary' } }] as const,
  );
  return { type: 'object', properties: { ...properties, ...Object.fromEntries(files) }, required };
}

function successResponses(row: AnyRouteRow): Json {
  return Object.fromEntries(
    Object.entries(row.responses).map(([status, declared]) => {
      if (declared === null) return [status, { description: 'Done; no content.' }];
      if (declared === 'message') return [status, json('Done.', envelope(undefined))];
      if (isMediaType(declared))
        return [status, { description: row.summary, content: contentOf(declared.contentType, {}, row) }];
      const content = contentOf('application/json', { schema: envelope(declared) }, row);
      return [status, { description: row.summary, content }];
    }),
  );
}

/** Whether answers carry an ETag, as the pipeline sets it. */
function notModified(row: AnyRouteRow): Json {
  const hasTag = row.method === 'GET' && (row.cache.kind === 'public' || row.versioned === true);
  return hasTag ? { '304': { description: 'Unchanged since the answer that If-None-Match names.' } } : {};
}

function isMediaType(declared: unknown): declared is { contentType: string } {
  return typeof declared === 'object' && declared !== null && 'contentType' in declared;
}

function envelope(data: TSchema | undefined): Json {
  return {
    type: 'object',
    required: data === undefined ? ['success', 'message'] : ['success', 'data'],
    properties: {
      success: { const: true },
      ...(data === undefined ? {} : { data }),
      message: { type: 'string' },
    },
  };
}

function contentOf(contentType: string, described: Json, row: AnyRouteRow): Json {
  const others = (row.otherFormats ?? []).map((other) => [other, {}] as const);
  return { [contentType]: described, ...Object.fromEntries(others) };
}

function json(description: string, schema: unknown): Json {
  return { description, content: { 'application/json': { schema } } };
}

function errorResponses(row: AnyRouteRow): Json {
  const codes = [...new Set<ErrorCode>([...row.errors, ...impliedErrors(row)])];
  const statusesOf = (code: ErrorCode): readonly number[] =>
    code === 'VALIDATION_ERROR' ? validationStatuses(row) : [ERROR_CATALOGUE[code].status];
  const statuses = [...new Set(codes.flatMap(statusesOf))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const names = codes.filter((code) => statusesOf(code).includes(status)).join(', ');
      return [String(status), json(names, { $ref: '#/components/schemas/Error' })];
    }),
  );
}

/**
 * VALIDATION_ERROR is 400 for parameters and 422 for bodies, and for a step without a body that finds the record
 * invalid.
 */
function validationStatuses(row: AnyRouteRow): readonly number[] {
  const isSent = row.body !== undefined || row.upload !== undefined;
  const isStep = row.method !== 'GET' && row.query === undefined;
  return [...(row.query === undefined ? [] : [400]), ...(isSent || isStep ? [422] : [])];
}
