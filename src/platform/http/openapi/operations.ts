import type { TSchema } from 'typebox';
import { RATE_CLASSES } from '../limits/rate-limits.ts';
import type { AnyRouteRow, RateClass } from '../route.ts';
import { accessText } from './access-text.ts';
import type { Components } from './components.ts';
import { errorResponses, ownErrors } from './errors.ts';
import { errorHeaders, noContentHeaders, successHeaders } from './headers.ts';
import { capital, type Json, pascal, ref } from './json.ts';
import { fileTypes } from '../reply/file-type.ts';
import { hasTag, acceptsIdempotencyKey } from '../request/request-headers.ts';
import { headerParameters, pathParameters, queryParameters } from './parameters.ts';

type Declared = AnyRouteRow['responses'][number];

export function operationOf(row: AnyRouteRow, components: Components): Json {
  const parameters = [
    ...pathParameters(row, components),
    ...queryParameters(row.query, components),
    ...headerParameters(row),
  ];
  return {
    operationId: row.operationId,
    tags: [row.tag],
    summary: row.summary,
    description: describe(row),
    ...securityOf(row),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(row, components),
    responses: {
      ...successResponses(row, components),
      ...notModified(row, components),
      ...errorResponses(row),
    },
  };
}

/** Credentials of operations that list none. */
export const USUAL_SECURITY: readonly Json[] = [{ bearer: [] }, { apiKey: [] }];

function securityOf(row: AnyRouteRow): Json {
  if (row.access.kind === 'public')
    return { security: [{}, { bearer: [] }, ...(acceptsIdempotencyKey(row) ? [{ apiKey: [] }] : [])] };
  const isUsual = acceptsIdempotencyKey(row) || (row.access.kind === 'user' && row.access.anyKey === true);
  return isUsual ? {} : { security: [{ bearer: [] }] };
}

/** The rate limits of most operations are described once, at the top. */
const USUAL_LIMITS: readonly RateClass[] = ['general', 'seller'];
export const USUAL_LIMITS_TEXT = `Default rate limits: ${USUAL_LIMITS.map(limitText).join(', ')}.`;

function limitText(rateClass: RateClass): string {
  const { requests, windowSeconds } = RATE_CLASSES[rateClass];
  return `${requests}/${windowSeconds === 60 ? '' : `${windowSeconds / 60} `}min (${rateClass})`;
}

function describe(row: AnyRouteRow): string {
  const codes = ownErrors(row);
  const lines = [
    row.description,
    `Access: ${accessText(row)}.${USUAL_LIMITS.includes(row.rateLimit) ? '' : ` Rate limit: ${limitText(row.rateLimit)}.`}`,
    codes.length === 0 ? undefined : `Specific errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  ];
  return lines.filter((line) => line !== undefined).join('\n\n');
}

function requestBody(row: AnyRouteRow, components: Components): Json {
  if (row.body === undefined && row.upload === undefined) return {};
  const name = `${pascal(row.operationId)}Request`;
  const content: Json = {};
  // JSON carries no file.
  if (row.body !== undefined && row.upload?.needed !== 'always') {
    const schema = components.named(name, withoutFile(row), 'sent');
    content['application/json'] = { schema };
  }
  if (row.upload !== undefined)
    content['multipart/form-data'] = {
      // Inlined: OpenAPI Generator creates no models for schemas that only forms refer to, but imports them.
      schema: formSchema(row, components),
    };
  return { requestBody: { required: row.bodyOptional !== true, content } };
}

/** Fields that replace a file are required without a file. */
function withoutFile(row: AnyRouteRow): TSchema | Json {
  const { needed } = row.upload ?? {};
  const body = row.body as unknown as Json;
  if (typeof needed !== 'object') return body;
  return { ...body, required: [...((body['required'] as string[] | undefined) ?? []), needed.or] };
}

function formSchema(row: AnyRouteRow, components: Components): Json {
  const { properties = {}, required = [] } =
    row.body === undefined
      ? {}
      : (components.schema({ ...(row.body as unknown as Json), title: undefined }, 'sent') as {
          properties?: Json;
          required?: string[];
        });
  const { fields = [], single, filesMax = 1, fileBytesMax = 0, needed } = row.upload ?? {};
  const [field = 'file', ...others] = fields.filter((name) => name !== single);
  const file = { type: 'string', format: 'binary' };
  const description = [
    `At most ${fileBytesMax / 1024 / 1024} MB${filesMax > 1 ? ' each' : ''}`,
    ...(row.upload === undefined || row.upload.types === null
      ? []
      : [`of the type ${row.upload.types.join(', ')}`]),
    ...(others.length === 0 ? [] : [`also taken as ${others.map((other) => `\`${other}\``).join(', ')}`]),
  ];
  const text = `${description.join('; ')}.`;
  return {
    type: 'object',
    properties: {
      ...properties,
      [field]:
        filesMax > 1
          ? { type: 'array', minItems: 1, maxItems: filesMax, items: file, description: text }
          : { ...file, description: text },
      ...(single === undefined
        ? {}
        : { [single]: { ...file, description: `One file, in place of \`${field}\`.` } }),
    },
    ...(needed !== 'always' && required.length === 0
      ? {}
      : { required: [...required, ...(needed === 'always' ? [field] : [])] }),
    ...(typeof needed === 'object' ? eitherOf(field, needed.or) : {}),
  };
}

/** One of the two and not both. Generators pass over conditions, and make two models of a choice. */
function eitherOf(one: string, other: string): Json {
  // Linters want `required` next to the properties, and generators do not support `false` as a schema.
  const lacks = (name: string): Json => ({ properties: { [name]: { not: {} } } });
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: lacks(other), then: { not: lacks(one) }, else: lacks(one) };
}

function successResponses(row: AnyRouteRow, components: Components): Json {
  return Object.fromEntries(
    Object.entries(row.responses).map(([status, declared]) => {
      if (declared === null)
        return [status, components.response('NoContent', 'No content.', noContentHeaders())];
      const headers = successHeaders(row, status);
      const isBare = Object.keys(headers).length === 0;
      const content = contentOf(row, Number(status), declared, components);
      return [status, { description: 'Done.', ...(isBare ? {} : { headers }), content }];
    }),
  );
}

function contentOf(
  row: AnyRouteRow,
  status: number,
  declared: NonNullable<Declared>,
  components: Components,
): Json {
  const otherContents = (row.otherFormats ?? []).map((other) => [other, { schema: bytes(other) }] as const);
  if (isMediaType(declared)) {
    const types = fileTypes(declared.contentType).map((type) => [type, { schema: bytes(type) }] as const);
    return Object.fromEntries([...types, ...otherContents]) as Json;
  }
  const hasMessage = row.withMessage?.includes(status) === true;
  const schema =
    declared === 'message' ? ref('schemas', 'Done') : envelope(row, declared, hasMessage, components);
  return { 'application/json': { schema }, ...Object.fromEntries(otherContents) };
}

function bytes(contentType: string): Json {
  if (contentType === 'application/json') return { type: 'object', additionalProperties: true };
  return contentType.startsWith('text/') || contentType.endsWith('xml')
    ? { type: 'string' }
    : { type: 'string', format: 'binary' };
}

/** Names the envelope after its content, because generators use `…Response` for the responses of operations. */
function envelope(row: AnyRouteRow, data: TSchema, hasMessage: boolean, components: Components): Json {
  const reference = components.named(dataName(row, data), data, 'answered');
  const name = String(reference['$ref']).split('/').at(-1) ?? '';
  return components.add(`${name.replace(/Data$/, '')}Answer`, {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean' },
      data: reference,
      ...(hasMessage ? { message: { type: 'string' } } : {}),
      warnings: ref('schemas', 'Warnings'),
    },
  });
}

/** `{webhook: Webhook}` → WebhookData, `{images: Image[]}` → ImagesData, otherwise named after the operation. */
function dataName(row: AnyRouteRow, data: TSchema): string {
  const { properties = {} } = data as { properties?: Record<string, Json> };
  const [only, ...others] = Object.entries(properties);
  if (only !== undefined && others.length === 0) {
    const [property, schema] = only;
    const item = (schema['items'] ?? {}) as Json;
    if (typeof schema['title'] === 'string') return `${schema['title']}Data`;
    if (typeof item['title'] === 'string') return `${capital(property)}Data`;
  }
  return `${pascal(row.operationId)}Data`;
}

/** Whether responses carry an ETag, as set by the pipeline. */
function notModified(row: AnyRouteRow, components: Components): Json {
  if (!hasTag(row)) return {};
  const headers = { ...errorHeaders(304), ETag: ref('headers', 'ETag') };
  const text = 'Not modified since the response in If-None-Match.';
  return { '304': components.response('NotModified', text, headers) };
}

function isMediaType(declared: unknown): declared is { contentType: string } {
  return typeof declared === 'object' && declared !== null && 'contentType' in declared;
}
