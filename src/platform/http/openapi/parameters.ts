import type { TSchema } from 'typebox';
import { SLUG_PATTERN } from '../request/formats.ts';
import { REQUEST_HEADERS } from '../request/request-headers.ts';
import type { AnyRouteRow } from '../route.ts';
import type { Components } from './components.ts';
import { capital, type Json, ref } from './json.ts';

/** Tokens of links, such as `inv_` and base64url, or a payload and its signature. */
const TOKEN: Json = { type: 'string', pattern: '^[A-Za-z0-9._-]+$' };
const SLUG: Json = { type: 'string', pattern: SLUG_PATTERN };
/** Pattern of IDs. It also matches slugs and fixed sibling segments: `GET /search/saved/preview` is a GET of an ID. */
const ID: Json = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' };

/** Description of the parameter after a path segment; by default, the ID of the segment's singular. */
const AFTER_SEGMENT: Readonly<Record<string, string>> = {
  'api-keys/id': 'ID of the API key.',
  'bulk-import/id': 'ID of the import.',
  'categories/id': 'ID or slug of the category.',
  'brands/id': 'ID or slug of the brand.',
  'categories/slug': 'Slug of the category; a previous slug works too.',
  'brands/slug': 'Slug of the brand; a previous slug works too.',
  'sellers/slug': 'Slug or ID of the seller.',
  'listings/slug': 'Slug or ID of the listing.',
  'saved/id': 'ID of the saved search.',
  'message-templates/id': 'ID of the message template.',
  'team/memberId': 'ID of the member.',
  'invitations/token': 'Token from the invitation email.',
  'shared/token': 'Token of the shared link.',
  'blocks/participantId': 'ID of the participant.',
  'features/code': 'Code of the equipment.',
  'settings/name': 'Name of the setting.',
  'translations/language': 'Language, ISO 639-1.',
  'by-external-id/externalId': 'Stock number of the listing.',
  'mappings/preset': 'Name of the import format.',
  'decisions/token': 'Token from the email.',
  'logs/logId': 'ID of the log entry.',
  'info-pages/slug': 'Slug of the page.',
  'info-pages/language': 'Language of the page, ISO 639-1.',
  'versions/version': 'Number of the version.',
  'yearly-figures/year': 'Year of the report.',
  'objections/id': 'ID of the appeal.',
  'mails/id': 'ID of the email.',
  'traders/id': 'ID of the seller.',
  'verifications/id': 'ID of the seller.',
  'webhook-inbox/name': 'A name of your choice that identifies the receiver.',
  'plans/id': 'ID or slug of the plan.',
};

export function pathParameters(row: AnyRouteRow, components: Components): Json[] {
  const segments = row.path.split('/');
  return segments.flatMap((segment, i) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    const before = segments.slice(0, i).findLast((segment) => !segment.startsWith(':')) ?? '';
    const description = AFTER_SEGMENT[`${before}/${name}`] ?? `ID of the ${nounOf(before, name)}.`;
    const declared = row.params?.[name];
    const schema = declared === undefined ? formOf(name, description) : components.schema(declared, 'sent');
    return [{ name, in: 'path', required: true, description, schema }];
  });
}

/** Form of the usual path parameters. A row declares any other form. */
function formOf(name: string, description: string): Json {
  const isSlug = name === 'slug' && !/\bID\b/.test(description);
  return isSlug ? SLUG : name === 'token' ? TOKEN : ID;
}

/** `webhooks/:id` → webhook, `logs/:logId` → log. */
function nounOf(segment: string, name: string): string {
  if (name !== 'id') return name.replace(/Id$/, '');
  return segment.replace(/ies$/, 'y').replace(/s$/, '');
}

export function queryParameters(schema: TSchema | undefined, components: Components): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rendered } = components.schema(property, 'sent');
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      ...(rendered['type'] === 'array' ? { style: 'form', explode: false } : {}),
      schema: rendered,
    };
  });
}

const component = (name: string): string => name.replaceAll('-', '');

export function headerParameters(row: AnyRouteRow): Json[] {
  const ownHeaders = (row.headers ?? []).map(({ name, description, schema }) => ({
    name,
    in: 'header',
    description,
    schema,
  }));
  return [
    ...REQUEST_HEADERS.filter((header) => header.isTakenBy(row)).map(({ name }) =>
      ref('parameters', component(name)),
    ),
    ...ownHeaders,
  ];
}

export function headerComponents(): Json {
  return Object.fromEntries(
    REQUEST_HEADERS.map(({ name, description, schema }) => [
      component(name),
      { name, in: 'header', description, schema },
    ]),
  );
}

const SHARED_FROM = 2;

/**
 * Parameters that several operations take alike are described once. `operations` are changed in place. `schemaNames`: a
 * generator for Go makes a type of each component, of whatever kind.
 */
export function shareParameters(operations: readonly Json[], schemaNames: ReadonlySet<string>): Json {
  const uses = new Map<string, number>();
  const lists = operations.map((operation) => (operation['parameters'] ?? []) as Json[]);
  for (const parameter of lists.flat()) {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared: Json = {};
  for (const list of lists) {
    for (const [i, parameter] of list.entries()) {
      const text = JSON.stringify(parameter);
      if (parameter['$ref'] !== undefined || (uses.get(text) ?? 0) < SHARED_FROM) continue;
      const plain = componentOf(parameter);
      const name = schemaNames.has(plain) ? `${plain}Parameter` : plain;
      if (shared[name] !== undefined && JSON.stringify(shared[name]) !== text) continue;
      shared[name] = parameter;
      list[i] = ref('parameters', name);
    }
  }
  return shared;
}

/** `Page`, `ListingId`: what a path parameter names is in its description. */
function componentOf(parameter: Json): string {
  const name = String(parameter['name']);
  if (parameter['in'] !== 'path')
    return capital(name).replaceAll(/_(\w)/g, (_all, c: string) => c.toUpperCase());
  const words = String(parameter['description'])
    .replaceAll(/[^A-Za-z ]/g, '')
    .split(' ');
  return words
    .filter((word) => !['of', 'the', 'or'].includes(word))
    .map((word) => (word === 'ID' ? 'Id' : capital(word)))
    .reverse()
    .join('');
}
