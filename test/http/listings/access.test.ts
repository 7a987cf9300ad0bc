import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/platform/actor.ts';
import {
  createApiKey,
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { collectNotices, publish, tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium' });
});

afterAll(() => t.close());

type RequiredAccess = 'read' | 'write' | 'delete';

/** Every endpoint for owners of a listing, and the kind of access that it needs. */
const endpoints: readonly [method: string, suffix: string, need: RequiredAccess][] = [
  ['GET', '', 'read'],
  ['PUT', '', 'write'],
  ['PATCH', '', 'write'],
  ['POST', '/publish', 'write'],
  ['POST', '/unpublish', 'write'],
  ['POST', '/sold', 'write'],
  ['POST', '/renew', 'write'],
  ['POST', '/feature', 'write'],
  ['POST', '/unfeature', 'write'],
  ['POST', '/duplicate', 'write'],
  ['POST', '/withdraw', 'write'],
  ['POST', '/reopen', 'write'],
  ['DELETE', '', 'delete'],
];

const bodyOf = (method: string) => (method === 'PUT' || method === 'PATCH' ? { body: tractor } : {});

describe.each(endpoints)('%s /seller/listings/:id%s', (method, suffix, need) => {
  it('401 without and 403 for the wrong role', async () => {
    const { id } = await publish(t, seller);
    const url = `/api/seller/listings/${id}${suffix}`;
    expect((await t.call(method, url, bodyOf(method))).status).toBe(401);
    for (const as of [await createBuyer(t), await createAdmin(t)]) {
      const response = await t.call(method, url, { as, ...bodyOf(method) });
      expect(response.status).toBe(403);
      expect(response.body.error.code).toBe('FORBIDDEN');
    }
  });

  it('is open to the team roles that may', async () => {
    const least = { read: 'VIEWER', write: 'AGENT', delete: 'MANAGER' }[need];
    const roles = ['VIEWER', 'AGENT', 'MANAGER'] as const;
    for (const role of roles) {
      const { id } = await publish(t, seller);
      const as = await createTeamMember(t, seller.sellerId, role);
      const response = await t.call(method, `/api/seller/listings/${id}${suffix}`, { as, ...bodyOf(method) });
      const isAllowed =
        roles.findIndex((candidate) => candidate === role) >=
        roles.findIndex((candidate) => candidate === least);
      expect([role, response.status === 403]).toEqual([role, !isAllowed]);
    }
  });

  it('takes an API key with its scope only', async () => {
    const scopes: readonly Scope[] = ['listings:read', 'listings:write', 'listings:delete'];
    for (const scope of scopes) {
      const { id } = await publish(t, seller);
      const key = await createApiKey(t, seller.userId, [scope]);
      const response = await t.call(method, `/api/seller/listings/${id}${suffix}`, {
        headers: { 'x-api-key': key },
        ...bodyOf(method),
      });
      if (scope === `listings:${need}`) expect(response.status).not.toBe(403);
      else {
        expect(response.body.error.code).toBe('INSUFFICIENT_SCOPE');
        expect(response.headers['x-accepted-scopes']).toBe(`listings:${need}`);
      }
    }
  });
});

it('an API key creates as source api', async () => {
  const key = await createApiKey(t, seller.userId, ['listings:write']);
  const response = await t.post('/v1/listings', tractor, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(201);
  expect(response.body.data.source).toBe('api');
});

it('GET /categories/:slug shows the fields of its listings', async () => {
  const response = await t.get('/api/categories/semi-trailers');
  const names = response.body.data.attributes.map((attribute: { name: string }) => attribute.name);
  expect(names).toEqual(expect.arrayContaining(['title', 'axles', 'kingpin', 'location.country']));
  expect(names).not.toContain('mileage');
  expect(
    response.body.data.attributes.find((attribute: { name: string }) => attribute.name === 'axles'),
  ).toMatchObject({ type: 'integer', min: 1, max: 12, group: 'technical' });
});
