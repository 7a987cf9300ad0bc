/**
 * Sends requests generated from our own OpenAPI document to the running application. Every response must have a status
 * and a body that the document describes, and none may be a 5xx. FUZZ_RUNS sets the requests per operation; a failure
 * prints the seed (FUZZ_SEED repeats it).
 */
import { Ajv, type ValidateFunction } from 'ajv';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScene } from '../http/messaging/scene.ts';
import { createAdmin, createBuyer, createSeller } from '../support/factories.ts';
import { type TestResponse, createTestApp, type TestApp } from '../support/test-app.ts';
import {
  DOCUMENT_NAMES,
  documentOf,
  expanded,
  type OpenApi,
  type Operation,
  operationsOf,
  resolve,
} from '../support/openapi.ts';
import { type Schema, valueOf } from './from-schema.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4);
const SEED = process.env['FUZZ_SEED'];

interface Request {
  readonly who: number;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Streams, which never end, and operations that would remove the account or session of all other requests. */
const EXCLUDED_OPERATIONS = new Set([
  'notifications.stream',
  'events.stream',
  'account.erase',
  'auth.logout',
]);

let t: TestApp;
let documents: readonly OpenApi[];
let ids: string[];
const tokens: (string | null)[] = [null];
const validators = new Map<string, ValidateFunction | null>();

beforeAll(async () => {
  t = await createTestApp();
  documents = DOCUMENT_NAMES.map((name) => documentOf(t.app, name));
  const scene = await createScene(t);
  const seller = await createSeller(t, { plan: 'enterprise' });
  tokens.push(scene.buyer.token, scene.seller.token, seller.token, (await createBuyer(t)).token);
  tokens.push((await createAdmin(t)).token);
  ids = [
    scene.listing.listingId,
    scene.listing.slug,
    scene.conversationId,
    scene.messageId,
    scene.seller.slug,
    scene.buyer.userId,
    'tractor-units',
    'man',
    'en',
    'exchangeRates',
  ];
});
afterAll(() => t.close());

function requestsOf(document: OpenApi, operation: Operation): Arbitrary<Request> {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  const anything = fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  );
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => [parameter.name, anything] as const);
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [parameter.name, valueOf(schemaIn(document, parameter.schema), 15)] as const);
  const body = operation.requestBody?.content['application/json']?.schema;
  const schema = body === undefined ? undefined : schemaIn(document, body);
  return fc.record({
    who: fc.nat(tokens.length - 1),
    path: fc.record(Object.fromEntries(path)),
    query: fc.record(Object.fromEntries(query), { requiredKeys: [] }),
    body: schema === undefined ? fc.constant(undefined) : fc.oneof(valueOf(schema, 2), valueOf(schema, 30)),
    headers: fc.record(
      {
        'accept-language': fc.constantFrom('de', '*;q=0', 'xx-invalid-;;', ''),
        'if-match': fc.constantFrom('"1"', '*', 'junk', '""'),
        'if-none-match': fc.constantFrom('*', '"x"', 'W/'),
        'idempotency-key': fc.constantFrom('fuzz', '0', 'k'.repeat(300)),
        'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
        'last-event-id': fc.constantFrom('1', 'x'),
        'x-request-id': fc.constantFrom('fuzz-1', '<script>'),
      },
      { requiredKeys: [] },
    ),
  });
}

const schemaIn = (document: OpenApi, node: unknown): Schema => expanded(document, node) as Schema;

async function send(method: string, path: string, request: Request): Promise<TestResponse> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => segmentOf(request.path[name]));
  const query = Object.entries(request.query).map(([name, value]) => `${name}=${encode(textOf(value))}`);
  const token = tokens[request.who] ?? null;
  return t.call(method.toUpperCase(), `/v1${target}${query.length === 0 ? '' : `?${query.join('&')}`}`, {
    ...(token === null ? {} : { as: token }),
    ...(request.body === undefined ? {} : { body: request.body }),
    headers: request.headers,
  });
}

/** A segment of dots alone would resolve to another path. */
const segmentOf = (text = 'x'): string => (/^\.{1,2}$/.test(text) ? 'x' : encode(text));
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(',')
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');

const mediaTypeOf = (contentType: string): string => contentType.split(';')[0] ?? contentType;

/** Statuses that any request can get; the document describes them once, not per operation. */
const COMMON_STATUSES = new Set([413, 415, 429]);

/** Throws if the document does not describe the response. */
function check(document: OpenApi, operation: Operation, result: TestResponse): void {
  if (result.status === 429) return;
  expect(result.status, result.text.slice(0, 500)).toBeLessThan(500);
  const response =
    operation.responses[String(result.status)] ??
    (COMMON_STATUSES.has(result.status) ? operation.responses['default'] : undefined);
  const declared = response === undefined ? undefined : resolve(document, response);
  expect(declared, `${result.status} is not declared: ${result.text.slice(0, 300)}`).toBeDefined();
  const mediaTypes = Object.keys(declared?.content ?? {}).map(mediaTypeOf);
  const contentType = result.headers['content-type'];
  if (contentType !== undefined && !mediaTypes.includes('*/*'))
    expect(mediaTypes, operation.operationId).toContain(mediaTypeOf(String(contentType)));
  if (result.body === null || mediaTypeOf(String(contentType)) !== 'application/json') return;
  // All error responses have the same schema.
  const key =
    result.status >= 400
      ? 'refusal'
      : `${operation.operationId} ${result.status} ${documents.indexOf(document)}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    const schema = declared?.content?.['application/json']?.schema;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    validate = schema === undefined ? null : ajv.compile({ ...schema, components: document.components });
    validators.set(key, validate);
  }
  if (validate === null || validate(result.body) === true) return;
  throw new Error(
    `not as declared: ${JSON.stringify(validate.errors?.slice(0, 3))} in ${result.text.slice(0, 500)}`,
  );
}

describe('requests made from the document', () => {
  it('are answered as it says', { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    let operations = 0;
    const statuses = new Map<number, number>();
    for (const document of documents) {
      for (const { path, method, operation } of operationsOf(document)) {
        if (EXCLUDED_OPERATIONS.has(operation.operationId)) continue;
        operations++;
        const property = fc.asyncProperty(requestsOf(document, operation), async (request) => {
          const response = await send(method, path, request);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          check(document, operation, response);
        });
        const result = await fc.check(property, {
          numRuns: RUNS,
          ...(SEED === undefined ? {} : { seed: Number(SEED) }),
        });
        if (result.failed)
          failures.push(
            `${method.toUpperCase()} ${path} (FUZZ_SEED=${result.seed}): ${String(result.errorInstance).slice(0, 600)}\n  ${JSON.stringify(result.counterexample).slice(0, 600)}`,
          );
      }
    }
    expect(failures, failures.join('\n')).toEqual([]);
    expect(operations).toBeGreaterThan(200);
    expect(statuses.get(200)).toBeGreaterThan(0);
  });
});
