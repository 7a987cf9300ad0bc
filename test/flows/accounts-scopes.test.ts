/** Every endpoint with API keys. The cases are generated from the routes, so that no endpoint can be forgotten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/platform/actor.ts';
import { scopesOf } from '../../src/platform/http/access/authorise.ts';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import {
  createAdmin,
  createSeller,
  type TestSeller,
  type TestUser,
  TEST_PASSWORD,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { errorOf } from '../http/auth/support.ts';

let t: TestApp;
let seller: TestSeller;
let admin: TestUser;
let all: string;

const lacking = new Map<string, string>();
async function keyWithout(scopes: readonly Scope[]): Promise<string> {
  const name = scopes.join();
  const otherScopes = SCOPES.filter((other) => !scopes.includes(other));
  const key = lacking.get(name) ?? (await newKey(seller, otherScopes));
  lacking.set(name, key);
  return key;
}

async function newKey(person: TestUser, scopes: readonly Scope[]): Promise<string> {
  const response = await t.post(
    '/api/account/api-keys',
    { name: 'x', scopes, password: TEST_PASSWORD },
    { as: person },
  );
  return response.body.data.apiKey.key;
}

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  admin = await createAdmin(t);
  all = await newKey(seller, SCOPES);
});
afterAll(() => t.close());

const takesAnyKey = (row: AnyRouteRow): boolean => row.access.kind === 'user' && row.access.anyKey === true;
/** The response never ends; the tests of streams open it with a key. */
const isStream = ({ responses }: AnyRouteRow): boolean =>
  Object.values(responses).some(
    (response) =>
      response !== null &&
      typeof response === 'object' &&
      'contentType' in response &&
      response.contentType === 'text/event-stream',
  );
const urlOf = (row: AnyRouteRow): string => `/api${row.path.replaceAll(/:[A-Za-z]+/g, 'x')}`;
const privateRows = (): readonly AnyRouteRow[] => t.app.routes.filter((row) => row.access.kind !== 'public');

describe('an API key', () => {
  it('without the scope gets the list of sufficient scopes', async () => {
    for (const row of privateRows()) {
      const scopes = scopesOf(row.access);
      if (scopes.length === 0) continue;
      const response = await t.call(row.method, urlOf(row), { as: await keyWithout(scopes) });
      expect([row.method, row.path, ...errorOf(response)]).toEqual([
        row.method,
        row.path,
        403,
        'INSUFFICIENT_SCOPE',
      ]);
      expect(response.headers['x-accepted-scopes']).toBe(scopes.join(', '));
      for (const scope of scopes) expect(response.body.error.message).toContain(scope);
    }
  });

  it('is rejected where only a person may be, whatever its scopes', async () => {
    const adminKey = await newKey(admin, SCOPES);
    for (const row of privateRows()) {
      if (scopesOf(row.access).length > 0 || takesAnyKey(row)) continue;
      const key = row.access.kind === 'admin' ? adminKey : all;
      const response = await t.call(row.method, urlOf(row), { as: key });
      expect([row.method, row.path, ...errorOf(response)]).toEqual([
        row.method,
        row.path,
        403,
        'INSUFFICIENT_SCOPE',
      ]);
    }
  });

  it('is accepted with one of the scopes', async () => {
    const writer = await newKey(seller, ['listings:write']);
    for (const url of ['/api/seller/bulk-import', '/api/seller/bulk-import/presets'])
      expect((await t.get(url, { as: writer })).status).toBe(200);
    for (const url of ['/api/seller/listings', '/api/seller/bulk-import/export'])
      expect(errorOf(await t.get(url, { as: writer }))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const correspondent = await newKey(seller, ['messages:write']);
    expect((await t.get('/v1/messages/templates', { as: correspondent })).status).toBe(200);
  });

  it('passes the check with the scope', async () => {
    for (const row of privateRows()) {
      if (scopesOf(row.access).length === 0 || row.method !== 'GET' || isStream(row)) continue;
      const response = await t.call(row.method, urlOf(row), { as: all });
      expect([row.path, response.body?.error?.code]).not.toEqual([row.path, 'INSUFFICIENT_SCOPE']);
      expect([row.path, response.status < 500]).toEqual([row.path, true]);
    }
  });
});

it('without any credential every private endpoint is UNAUTHORIZED', async () => {
  expect(privateRows().length).toBeGreaterThan(10);
  for (const row of privateRows()) {
    const response = await t.call(row.method, urlOf(row));
    expect([row.method, row.path, ...errorOf(response)]).toEqual([row.method, row.path, 401, 'UNAUTHORIZED']);
  }
});
