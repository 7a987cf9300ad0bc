/** Rules for the OpenAPI documents as a whole. test/fuzz checks that responses match them. */
import { Type } from 'typebox';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicEvents } from '../../src/modules/webhooks/event-names.ts';
import { openApiDocumentInSteps } from '../../src/platform/http/openapi/document.ts';
import { Components } from '../../src/platform/http/openapi/components.ts';
import { NamedObject } from '../../src/platform/http/schemas.ts';
import {
  DOCUMENT_NAMES,
  documentOf,
  type Node,
  type OpenApi,
  operationsOf,
  resolve,
  securityOf,
  type Response,
} from '../support/openapi.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { countTicksUntil } from '../support/ticks.ts';

const BYTES_MAX = 590_000;

let t: TestApp;
let documents: ReadonlyMap<string, OpenApi>;
beforeAll(async () => {
  t = await createTestApp();
  documents = new Map(DOCUMENT_NAMES.map((name) => [name, documentOf(t.app, name)]));
});
afterAll(() => t.close());

const get = (name: string): OpenApi => {
  const found = documents.get(name);
  if (found === undefined) throw new Error(`there is no document ${name}`);
  return found;
};

function* nodesOf(node: unknown, place = '#'): Generator<{ node: Record<string, unknown>; place: string }> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { node: node as Record<string, unknown>, place };
  for (const [name, child] of Object.entries(node)) yield* nodesOf(child, `${place}/${name}`);
}

interface Nested {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Nested>>;
  readonly items?: Nested;
  readonly anyOf?: readonly Nested[];
  readonly additionalProperties?: unknown;
  readonly enum?: readonly unknown[];
}

it.each(['api', 'admin', 'aliases'])(
  '%s: the form that tries an operation begins without headers',
  (name) => {
    const document = get(name);
    for (const { operation } of operationsOf(document)) {
      const headers = (operation.parameters ?? [])
        .map((parameter) => resolve(document, parameter as { $ref?: string; in?: string; schema?: object }))
        .filter((parameter) => parameter.in === 'header');
      for (const header of headers)
        for (const node of [header, header.schema ?? {}])
          for (const keyword of ['example', 'examples', 'default']) expect(node).not.toHaveProperty(keyword);
    }
  },
);

/** Returns the type names that generators derive: schemas by name, inline schemas by path. */
function generatedNames(document: OpenApi): string[] {
  const operations = operationsOf(document).map(
    ({ operation }) => `${pascal(operation.operationId)}Response`,
  );
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    name,
    ...namesWithin(schema as Nested, name),
  ]);
  return [...operations, ...schemas, ...Object.keys(document.components['responses'] ?? {})];
}

function namesWithin(node: Nested, name: string): string[] {
  const below = (child: Nested, path: string): string[] => {
    if (child.$ref !== undefined) return [];
    const isType = child.enum ?? child.properties ?? asSchema(child.additionalProperties);
    return [...(isType === undefined ? [] : [path]), ...namesWithin(child, path)];
  };
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([property, child]) =>
      below(child, `${name}${pascal(property)}`),
    ),
    ...(node.items === undefined ? [] : below(node.items, `${name}Item`)),
    ...(node.anyOf ?? []).flatMap((child) => below(child, name)).filter((path) => path !== name),
  ];
}

function asSchema(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

describe('the documents', () => {
  it('are made a piece at a time, with turns for everything else', async () => {
    const { routes, platform } = t.app;
    let turns = 0;
    for (const name of DOCUMENT_NAMES) {
      const making = openApiDocumentInSteps(name, routes, platform.events.catalogue);
      turns += await countTicksUntil(making);
      expect(JSON.parse(JSON.stringify(await making)), name).toEqual(documents.get(name));
    }
    expect(turns).toBeGreaterThan(routes.length / 10);
  });

  it('hold every endpoint once: programs’, administrators’, and further paths', () => {
    const described = [...documents.values()].flatMap((document) =>
      operationsOf(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`),
    );
    const rows = t.app.routes.map((row) => `${row.method} ${row.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(rows.toSorted());
    const ofAdministrators = operationsOf(get('api')).filter(({ path }) => path.startsWith('/admin'));
    expect(ofAdministrators).toEqual([]);
  });

  it('are of schemas that are well formed, which the server does not look at again', () => {
    const ajv = new Ajv({ strict: false });
    for (const { method, path, query, body } of t.app.routes)
      for (const schema of [query, body])
        if (schema !== undefined) expect(ajv.validateSchema(schema), `${method} ${path}`).toBe(true);
  });

  it('are served where they say', async () => {
    for (const path of ['/openapi.json', '/openapi.admin.json', '/openapi.aliases.json']) {
      const response = await t.get(path);
      expect([path, response.status, response.headers['content-type']]).toEqual([
        path,
        200,
        'application/json; charset=utf-8',
      ]);
      expect(Buffer.byteLength(response.text)).toBeLessThan(BYTES_MAX);
    }
  });

  it('name each operation once, as resource and verb', () => {
    for (const document of documents.values()) {
      const ids = operationsOf(document).map(({ operation }) => operation.operationId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/.test(id))).toEqual([]);
    }
    const ids = operationsOf(get('api')).map(({ operation }) => operation.operationId);
    expect(ids).toContain('listings.create');
    expect(ids).toContain('webhooks.list');
  });

  it('describe every tag, in the order of the story', () => {
    for (const document of documents.values()) {
      const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags));
      const described = document.tags.map(({ name }) => name);
      expect([...used].filter((tag) => !described.includes(tag))).toEqual([]);
      expect(document.tags.filter(({ description }) => description === '')).toEqual([]);
    }
    const order = get('api').tags.map(({ name }) => name);
    const story = ['Auth', 'Own listings', 'Search', 'Messages', 'Webhooks'];
    expect(order.filter((name) => story.includes(name))).toEqual(story);
  });

  it('refer to every JSON body and every JSON response by name', () => {
    const inline: string[] = [];
    for (const document of documents.values()) {
      for (const { operation } of operationsOf(document)) {
        const responses = Object.values(operation.responses).map((response) => resolve(document, response));
        const contents = [operation.requestBody, ...responses].flatMap((part) =>
          Object.entries(part?.content ?? {}),
        );
        for (const [mediaType, { schema }] of contents) {
          const isFile = schema !== undefined && 'additionalProperties' in schema;
          if (mediaType === 'application/json' && !isFile && schema?.$ref === undefined)
            inline.push(`${operation.operationId} ${mediaType}`);
        }
      }
    }
    expect(inline).toEqual([]);
  });

  it('describe shared parameters of a path and shared responses once', () => {
    for (const { paths } of documents.values()) {
      for (const [path, { parameters = [], ...methods }] of Object.entries(paths)) {
        const parameterLists = Object.values(methods).map((operation) =>
          (operation.parameters ?? []).map((parameter) => JSON.stringify(parameter)),
        );
        const common =
          parameterLists.length < 2
            ? []
            : parameterLists[0]?.filter((parameter) =>
                parameterLists.every((list) => list.includes(parameter)),
              );
        expect([path, common]).toEqual([path, []]);
        const ofPath = parameters.map((parameter) => JSON.stringify(parameter));
        expect([path, ofPath.filter((parameter) => parameterLists.flat().includes(parameter))]).toEqual([
          path,
          [],
        ]);
      }
      const answers = Object.values(paths)
        .flatMap(({ parameters: _common, ...methods }) => Object.values(methods))
        .flatMap(({ responses }) => Object.values(responses))
        .filter(({ $ref, content = {} }) => $ref === undefined && Object.keys(content).length === 1)
        .filter(({ content = {} }) => Object.values(content)[0]?.schema?.$ref !== undefined)
        .map((response) => JSON.stringify(response));
      expect(answers.filter((response, i) => answers.indexOf(response) !== i)).toEqual([]);
    }
    const listing = get('api').paths['/seller/listings/{id}'];
    expect(listing?.parameters).toContainEqual({ $ref: '#/components/parameters/ListingId' });
    const { $ref = '' } = get('api').paths['/seller/listings/{id}/publish']?.post?.responses['200'] ?? {};
    expect($ref).toBe('#/components/responses/OwnListingETagResult');
  });

  it('describe every parameter', () => {
    for (const document of documents.values()) {
      const bare = operationsOf(document).flatMap(({ operation }) =>
        (operation.parameters ?? [])
          .map((parameter) => resolve(document, parameter))
          .filter(({ description }) => description === undefined || description === '')
          .map(({ name }) => `${operation.operationId} ${name}`),
      );
      expect(bare).toEqual([]);
    }
  });

  it('have the rate limit headers on every error and every response without a body, and state that all responses have them', () => {
    for (const document of documents.values()) {
      const responses = Object.entries(document.components['responses'] ?? {});
      const bare = responses.filter(([name, response]) => {
        if (name === 'Delivered' || name === 'NotDelivered' || name.endsWith('Result')) return false;
        const { headers = {} } = response as Response;
        return ['Limit', 'Remaining', 'Reset'].some((part) => headers[`X-RateLimit-${part}`] === undefined);
      });
      expect(bare.map(([name]) => name)).toEqual([]);
      const headers = document.components['headers'] as Record<string, { description: string }>;
      for (const name of ['RateLimit', 'RateRemaining', 'RateReset'])
        expect(headers[name]?.description).toContain('In every response.');
    }
  });

  it('have named schemas and described parameters by the hundreds, none of them bare', () => {
    const document = get('api');
    expect(Object.keys(document.components.schemas).length).toBeGreaterThan(350);
    const parameters = operationsOf(document).flatMap(({ operation }) =>
      (operation.parameters ?? []).map((reference) => resolve(document, reference)),
    );
    const described = parameters.filter(({ description = '' }) => description !== '');
    expect(described.length).toBe(parameters.length);
    expect(described.length).toBeGreaterThan(500);
    expect(described.filter((parameter) => parameter.in === 'header').length).toBeGreaterThan(200);
  });

  it('have no two schemas that generators would give one name', () => {
    for (const document of documents.values()) {
      const names = new Map<string, number>();
      for (const name of generatedNames(document)) {
        const key = name.toLowerCase();
        names.set(key, (names.get(key) ?? 0) + 1);
      }
      expect([...names].filter(([, count]) => count > 1)).toEqual([]);
    }
  });

  it('have no null among the values of an enumeration', () => {
    for (const document of documents.values()) {
      const places = [...nodesOf(document)]
        .filter(({ node, place }) => !place.includes('/example') && Array.isArray(node['enum']))
        .filter(({ node }) => (node['enum'] as unknown[]).includes(null));
      expect(places.map(({ place }) => place)).toEqual([]);
    }
  });

  it('have no reference that leads nowhere, and no keyword that only the server knows', () => {
    for (const document of documents.values()) {
      for (const { node, place } of nodesOf(document)) {
        if (place.includes('/example')) continue;
        if (typeof node['$ref'] === 'string') resolve(document, node as { $ref: string });
        const serverKeywords = Object.keys(node).filter((key) =>
          /^(errorMessage|documentedAs|~.*)$/.test(key),
        );
        expect([place, serverKeywords]).toEqual([place, []]);
      }
    }
  });

  it('have every event as a webhook, distinguished by its type', () => {
    const { webhooks = {}, components } = get('api');
    const types = publicEvents(t.app.platform.events.catalogue).map(({ type }) => type);
    expect(Object.keys(webhooks).toSorted()).toEqual(['*', ...types].toSorted());
    const union = components.schemas['Event'] as unknown as { discriminator: { mapping: object } };
    expect(Object.keys(union.discriminator.mapping).toSorted()).toEqual([...types].toSorted());
  });

  it('have tags of operations that no webhook has: generators make one class of each tag', () => {
    const { paths, webhooks = {} } = get('api');
    const operations = Object.values(paths)
      .flatMap(({ parameters: _common, ...methods }) => Object.values(methods))
      .flatMap(({ tags }) => tags);
    const ofWebhooks = Object.values(webhooks).flatMap(({ post }) => post.tags);
    expect(ofWebhooks.filter((tag) => operations.includes(tag))).toEqual([]);
  });

  it('have no two fields in a schema, whatever its branches, that differ in their style alone', () => {
    const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
    for (const document of documents.values()) {
      for (const [name, schema] of Object.entries(document.components.schemas)) {
        const branches = ((schema as Nested).anyOf ?? []).map((branch) => resolve(document, branch as Node));
        const fields = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)));
        const names = [...fields].map(plain);
        expect([name, names.filter((field, i) => names.indexOf(field) !== i)]).toEqual([name, []]);
      }
    }
  });

  it('name the key header only where keys are taken', () => {
    const api = get('api');
    const takesKeys = (id: string): boolean => {
      const { operation } = operationsOf(api).find((entry) => entry.operation.operationId === id)!;
      return securityOf(api, operation).some((scheme) => 'apiKey' in scheme);
    };
    expect(takesKeys('listings.create')).toBe(true);
    expect(takesKeys('apiKeys.create')).toBe(false);
    expect(takesKeys('search.run')).toBe(true);
    expect(JSON.stringify(get('admin').paths)).not.toContain('"apiKey"');
  });

  it('have closed lists as enumerations', () => {
    const document = get('api');
    const search = document.paths['/search']?.['get'];
    const values = (name: string): readonly unknown[] | undefined => {
      const schema = search?.parameters?.find((parameter) => parameter.name === name)?.schema;
      return (schema?.items ?? schema)?.enum;
    };
    expect(values('fuel_type')).toContain('diesel');
    expect(values('facets')).toContain('brands');
    expect(values('sort')).toContain('distance');
    expect(document.components.schemas['FuelType']?.enum).toContain('diesel');
    expect(document.components.schemas['EventName']?.enum).toContain('listing.sold');
    const delimiter = document.components.schemas['ImportDelimiter'];
    expect(delimiter?.enum).toContain('semicolon');
  });
});

describe('what the server rejects', () => {
  const schemas = (): Readonly<Record<string, Node>> => get('api').components.schemas;

  it('in a listing is documented in the limits of its fields: required members, decimals, country codes', () => {
    const { properties = {} } = schemas()['ListingFields'] as Node;
    const { leasing, availability, tyres, location, priceNet } = properties;
    expect(leasing?.required).toEqual(['monthly']);
    expect(leasing?.properties?.['monthly']).toMatchObject({ type: 'number', multipleOf: 0.01 });
    expect(availability?.required).toEqual(['type']);
    expect(tyres?.items?.required).toEqual(['axle']);
    expect(priceNet).toMatchObject({ multipleOf: 0.01 });
    expect(JSON.stringify(location?.properties?.['country'])).toContain('"#/components/schemas/CountryCode"');
  });

  it('in a registration is documented as a condition: sellers name their company', () => {
    expect(schemas()['AuthRegisterRequest']).toMatchObject({
      if: { properties: { role: { const: 'SELLER' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { dependentRequired: { role: ['companyName'] } },
    });
  });

  it('in an account is documented as a condition: a restriction has an address, and coordinates are complete', () => {
    const { properties = {} } = schemas()['AccountSecurityUpdateRequest'] as Node;
    expect(properties['ipRestriction']).toMatchObject({
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { addresses: { minItems: 1 } } },
    });
    expect(schemas()['SellerProfileUpdateRequest']).toMatchObject({
      dependentRequired: { lat: ['lng'], lng: ['lat'] },
    });
  });

  it('in a new password, an address and a day is documented in their formats', () => {
    const [reset, change, webhook] = ['AuthResetPassword', 'AuthChangePassword', 'WebhooksCreate'].map(
      (name) => (schemas()[`${name}Request`] as Node).properties,
    );
    const reference = { $ref: '#/components/schemas/NewPassword' };
    expect(reset?.['password']).toMatchObject(reference);
    expect(change?.['newPassword']).toMatchObject(reference);
    expect(schemas()['NewPassword']).toMatchObject({ format: 'password', minLength: 8 });
    expect(webhook?.['url']).toMatchObject({ format: 'uri' });
    const { properties = {} } = schemas()['ListingFields'] as Node;
    expect(JSON.stringify(properties['availability'])).toContain('"format":"date","pattern"');
  });

  it('for a file is its absence, its size or its number', () => {
    const add = operationsOf(get('api')).find(({ operation }) => operation.operationId === 'documents.add');
    const documents = add?.operation.requestBody?.content?.['multipart/form-data']?.schema as Node;
    expect(documents.required).toEqual(['documents']);
    expect(documents.properties?.['documents']).toMatchObject({ minItems: 1, maxItems: 5 });
    expect(documents.properties?.['documents']?.description).toMatch(/At most \d+ MB/);
    const { requestBody } = get('api').paths['/seller/bulk-import/inspect']?.post ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  });

  it('in a text is NUL, and in a search unknown list entries', () => {
    const search = get('api').paths['/search']?.['get'];
    const parameter = (name: string): unknown =>
      search?.parameters
        ?.map((reference) => resolve(get('api'), reference))
        .find((candidate) => candidate.name === name)?.schema;
    expect(parameter('q')).toMatchObject({ pattern: '^[^\\x00]*$', maxLength: 200 });
    expect(parameter('country')).toMatchObject({ items: { $ref: '#/components/schemas/CountryCode' } });
    expect(parameter('page')).toMatchObject({ minimum: 1, maximum: 10_000 });
    expect(parameter('limit')).toMatchObject({ minimum: 1, maximum: 100 });
  });
});

describe('a name', () => {
  it('is for one schema', () => {
    const components = new Components();
    components.schema(NamedObject('Truck', { id: Type.String() }), 'answered');
    components.schema(NamedObject('Truck', { id: Type.String() }), 'answered');
    expect(() => components.schema(NamedObject('Truck', { id: Type.Integer() }), 'answered')).toThrow(
      'two different schemas have the name Truck',
    );
  });
});
