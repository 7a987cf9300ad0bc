import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApiKey,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { fieldsOf, type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import { createWebhook, prepareWebhookTests } from './setup.ts';

let t: TestApp;
let seller: TestSeller;
const url = 'https://hooks.dealer.example/fifthwheel';

beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  seller = await createSeller(t, { plan: 'enterprise' });
});
afterAll(() => t.close());

const AUTHOR = { userId: expect.stringMatching(/^usr_/), name: expect.any(String) };
const CREATED = {
  id: expect.stringMatching(/^whk_[0-9A-Z]{26}$/),
  url,
  events: ['parcel.sent', 'parcel.lost'],
  status: 'active',
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  maker: AUTHOR,
  keeper: AUTHOR,
};

const DISABLED = { status: 'disabled', disabledReason: 'owner' };

describe.each(['/api/seller/webhooks', '/v1/webhooks'])('%s', (path) => {
  it('201: creates, and shows the secret this once', async () => {
    const owner = await createSeller(t);
    const events = ['parcel.sent', 'parcel.lost'];
    const response = await t.post(path, { url, events }, { as: owner });
    expect(response.status).toBe(201);
    const { secret, ...rest } = response.body.data.webhook;
    expect(rest).toEqual(CREATED);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    for (const read of [
      await t.get(path, { as: owner }),
      await t.get(`/v1/webhooks/${rest.id}`, { as: owner }),
    ]) {
      expect(read.status).toBe(200);
      expect(read.text).not.toContain('secret');
      expect(read.text).not.toContain(secret);
    }
  });

  it('200: lists the newest first, page by page', async () => {
    const owner = await createSeller(t, { plan: 'premium' });
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await createWebhook(t, owner, `${url}/${i}`)).id);
    const first = await t.get(`${path}?limit=2`, { as: owner });
    expect(first.body.data.pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3, hasMore: true });
    const last = await t.get(`${path}?limit=2&page=3`, { as: owner });
    expect(last.body.data.pagination.hasMore).toBe(false);
    const all = await t.get(path, { as: owner });
    expect(all.body.data.webhooks.map((webhook: { id: string }) => webhook.id)).toEqual(ids);
    expect(last.body.data.webhooks.map((webhook: { id: string }) => webhook.id)).toEqual(ids.slice(4));
    await sql`update webhooks set created_at = created_at - interval '1 hour' where id = ${ids[0]}`.execute(
      t.db,
    );
    const reordered = (await t.get(path, { as: owner })).body.data.webhooks;
    expect(reordered.map((webhook: { id: string }) => webhook.id)).toEqual([...ids.slice(1), ids[0]]);
    await sql`update webhooks set created_at = now() where seller_id = ${owner.sellerId}`.execute(t.db);
    const alike = (await t.get(path, { as: owner })).body.data.webhooks;
    expect(alike.map((webhook: { id: string }) => webhook.id)).toEqual(ids);
  });

  it('200: changes the given fields and leaves the rest', async () => {
    const { id } = await createWebhook(t, seller, url, ['parcel.sent', 'parcel.lost']);
    for (const [method, body, changed] of [
      ['PATCH', { url: `${url}/2` }, { url: `${url}/2` }],
      ['PUT', { events: ['*'], status: 'disabled' }, { url: `${url}/2`, events: ['*'], ...DISABLED }],
      ['PATCH', {}, { url: `${url}/2`, events: ['*'], ...DISABLED }],
      ['PUT', { status: 'active' }, { url: `${url}/2`, events: ['*'] }],
    ] as const) {
      const response = await t.call(method, `${path}/${id}`, { as: seller, body });
      expect([response.status, response.body.data.webhook]).toEqual([200, { ...CREATED, ...changed }]);
    }
  });

  it('200: ignores fields that are only readable, and says so', async () => {
    const { id } = await createWebhook(t, seller, url, ['parcel.sent', 'parcel.lost']);
    const body = { id: 'whk_x', secret: 'whsec_mine', sellerId: 'sel_x', createdAt: 'never', events: ['*'] };
    const response = await t.patch(`${path}/${id}`, body, { as: seller });
    expect(response.body.data.webhook).toEqual({ ...CREATED, id, events: ['*'] });
    expect(response.headers['x-ignored-fields']).toBe('id, secret, sellerId, createdAt');
  });

  it('200: rotates the secret', async () => {
    const { id, secret } = await createWebhook(t, seller, url);
    const response = await t.post(`${path}/${id}/rotate-secret`, undefined, { as: seller });
    expect(response.status).toBe(200);
    expect(response.body.data.webhook.secret).toMatch(/^whsec_/);
    expect(response.body.data.webhook.secret).not.toBe(secret);
  });

  it('204: deletes', async () => {
    const { id } = await createWebhook(t, seller, url);
    const response = await t.del(`${path}/${id}`, { as: seller });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await t.get(`/v1/webhooks/${id}`, { as: seller })).status).toBe(404);
    expect((await t.del(`${path}/${id}`, { as: seller })).status).toBe(404);
    expect((await t.get(path, { as: seller })).text).not.toContain(id);
  });

  it('422: names every field that is wrong', async () => {
    const response = await t.post(path, {}, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response)).toEqual(['url', 'events']);
    const both = await t.post(path, { url: 'ftp://x.example', events: ['nothing.known'] }, { as: seller });
    expect(fieldsOf(both)).toEqual(['url', 'events']);
  });

  it('422: names a bad address beside events of a wrong form, and the other way round', async () => {
    const fields = (response: TestResponse) => fieldsOf(response).toSorted();
    expect(fields(await t.post(path, { url: 'ftp://x.example', events: [] }, { as: seller }))).toEqual([
      'events',
      'url',
    ]);
    const { id } = await createWebhook(t, seller, url);
    const body = { events: ['nothing.known'], status: 'paused' };
    expect(fields(await t.patch(`${path}/${id}`, body, { as: seller }))).toEqual(['events', 'status']);
    await t.del(`${path}/${id}`, { as: seller });
  });

  it.each([
    [[], 'must not be empty'],
    ['*', 'must be a list'],
    [['parcel.sent', 'parcel.sent'], 'must not contain duplicates'],
    [['parcel.snet'], '"parcel.snet" is not the name of an event; did you mean "parcel.sent"?'],
    [['parcel.weighed'], expect.stringContaining('is not the name of an event')],
    [['PARCEL.SENT'], expect.stringContaining('did you mean "parcel.sent"?')],
    [
      ['x'.repeat(99)],
      `"${'x'.repeat(64)}" is not the name of an event; /openapi.json lists them under webhooks`,
    ],
    [[7], 'must be text'],
  ])('422: events %j', async (events, message) => {
    const response = await t.post(path, { url, events }, { as: seller });
    expect(response.status).toBe(422);
    expect(response.body.error.details[0].message).toEqual(message);
  });

  it.each([
    'https://market.example/api/listings',
    'https://u:p@dealer.example/',
    'http://dealer.example:22',
    7,
    '',
  ])('422: url %j', async (bad) => {
    expect((await t.post(path, { url: bad, events: ['*'] }, { as: seller })).status).toBe(422);
    const { id } = await createWebhook(t, seller, url);
    expect((await t.patch(`${path}/${id}`, { url: bad }, { as: seller })).status).toBe(422);
    await t.del(`${path}/${id}`, { as: seller });
  });

  it('422: an unknown status', async () => {
    const { id } = await createWebhook(t, seller, url);
    for (const status of ['paused', 'ACTIVE', null])
      expect((await t.put(`${path}/${id}`, { status }, { as: seller })).status).toBe(422);
    await t.del(`${path}/${id}`, { as: seller });
  });

  it('400: invalid parameters', async () => {
    expect((await t.get(`${path}?limit=101`, { as: seller })).body.error.code).toBe('VALIDATION_ERROR');
    expect((await t.get(`${path}?state=active`, { as: seller })).body.error.code).toBe('INVALID_FILTER');
  });

  it('401: without credentials', async () => {
    for (const response of [await t.get(path), await t.post(path, { url, events: ['*'] })])
      expect([response.status, response.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('403: buyers, agents that write, keys without the scope', async () => {
    const buyer = await createBuyer(t);
    expect((await t.get(path, { as: buyer })).body.error.code).toBe('FORBIDDEN');
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    expect((await t.get(path, { as: viewer })).status).toBe(200);
    for (const member of [agent, viewer])
      expect((await t.post(path, { url, events: ['*'] }, { as: member })).body.error.code).toBe('FORBIDDEN');
    expect((await t.post(path, { url, events: ['*'] }, { as: manager })).status).toBe(201);
    const key = await createApiKey(t, seller.userId, ['listings:write']);
    const refused = await t.get(path, { as: key });
    expect([refused.status, refused.body.error.code, refused.headers['x-accepted-scopes']]).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
      'webhooks:manage',
    ]);
  });

  it('200: a key with the scope', async () => {
    const key = await createApiKey(t, seller.userId, ['webhooks:manage']);
    const response = await t.post(path, { url, events: ['*'] }, { as: key });
    expect(response.status).toBe(201);
    const { id } = response.body.data.webhook;
    expect((await t.get(`/v1/webhooks/${id}`, { as: key })).status).toBe(200);
    expect((await t.del(`${path}/${id}`, { as: key })).status).toBe(204);
  });

  it("404: another seller's webhook is like none", async () => {
    const other = await createSeller(t);
    const { id } = await createWebhook(t, other, url);
    const unknown = 'whk_00000000000000000000000000';
    for (const [method, tail, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'disabled' }],
      ['PUT', '', { status: 'disabled' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', undefined],
      ['POST', '/test', {}],
      ['POST', '/replay', { since: t.clock.now().toISOString() }],
      ['GET', '/logs', undefined],
      ['POST', '/logs/dlv_00000000000000000000000000/retry', undefined],
    ] as const) {
      const [foreign, missing, malformed] = await Promise.all(
        [id, unknown, 'x'].map((webhookId) =>
          t.call(method, `${path}/${webhookId}${tail}`, { as: seller, body }),
        ),
      );
      expect([method, tail, foreign!.status]).toEqual([method, tail, 404]);
      expect([missing!.text, malformed!.text]).toEqual([foreign!.text, foreign!.text]);
    }
    expect((await t.get(`/v1/webhooks/${id}`, { as: other })).body.data.webhook.status).toBe('active');
  });
});

describe('the plan', () => {
  it('403: allows no more than so many, also when they come at once', async () => {
    const owner = await createSeller(t);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => t.post('/v1/webhooks', { url, events: ['*'] }, { as: owner })),
    );
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 403, 403, 403, 403, 403, 403,
    ]);
    expect(responses.find((response) => response.status === 403)?.body.error.code).toBe(
      'PLAN_LIMIT_EXCEEDED',
    );
    const [first] = responses.filter((response) => response.status === 201);
    await t.del(`/v1/webhooks/${first?.body.data.webhook.id}`, { as: owner });
    expect((await t.post('/v1/webhooks', { url, events: ['*'] }, { as: owner })).status).toBe(201);
  });
});

describe('the secret', () => {
  it('is sealed in the database, and gone with the webhook', async () => {
    const { id, secret } = await createWebhook(t, seller, url);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const readSecret = async () =>
      (await t.db.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirstOrThrow())
        .secret;
    const sealed = await readSecret();
    expect(sealed.includes(Buffer.from(secret))).toBe(false);
    expect(sealed.includes(key)).toBe(false);
    await t.del(`/v1/webhooks/${id}`, { as: seller });
    expect((await readSecret()).length).toBe(0);
  });
});

describe('the audit log', () => {
  it('has every change, and no secret', async () => {
    const owner = await createSeller(t);
    const { id, secret } = await createWebhook(t, owner, url);
    await t.patch(`/v1/webhooks/${id}`, { status: 'disabled' }, { as: owner });
    const rotated = await t.post(`/v1/webhooks/${id}/rotate-secret`, undefined, { as: owner });
    await t.del(`/v1/webhooks/${id}`, { as: owner });
    const entries = await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.secret_rotated',
      'webhook.deleted',
    ]);
    const [, changed] = await t.app.platform.audit.open(t.db, entries);
    expect(changed).toMatchObject({
      actor_id: owner.userId,
      before: { status: 'active' },
      after: { status: 'disabled' },
      ip: '127.0.0.1',
    });
    const text = JSON.stringify(entries);
    for (const value of [secret, rotated.body.data.webhook.secret]) expect(text).not.toContain(value);
  });
});
