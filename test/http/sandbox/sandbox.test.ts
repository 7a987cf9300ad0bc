import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Signer } from '../../../clients/typescript/src/signing.ts';
import { verifyWebhook } from '../../../clients/typescript/src/webhooks.ts';
import { SIGNING_SECRET_PURPOSE } from '../../../src/modules/auth/keys/api-key-authenticator.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../../src/modules/demo/accounts.ts';
import { readDemoAccess } from '../../../src/modules/demo/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { createAdmin, createApiKey, createListing, createSeller } from '../../support/factories.ts';
import { startReceiver } from '../../support/receiver.ts';
import { create, tractor } from '../listings/bodies.ts';
import { sendFiles } from '../media/support/form.ts';
import { jpeg } from '../media/support/pictures.ts';
import { sandboxKey } from '../../../src/modules/sandbox/index.ts';
import { type CallOptions, createTestApp, type TestApp } from '../../support/test-app.ts';

const DEMO_LISTINGS = 2000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { FIFTHWHEEL_MODE: 'sandbox' } });
  await t.app.runner.scheduleRecurring();
});
afterAll(() => t.close());

/** The key that a sandbox prints for its operator at start-up. */
const withKey = () => ({ headers: { 'x-sandbox-key': sandboxKey(t.app.platform.keys) } });

const advance = (seconds: number) => t.post('/v1/sandbox/clock', { advanceSeconds: seconds }, withKey());

async function createWebhook(url: string, events: readonly string[]) {
  const seller = await createSeller(t);
  const created = await t.post('/v1/webhooks', { url, events }, { as: seller });
  expect(created.status).toBe(201);
  return seller;
}

describe('permissions', () => {
  const endpoints = [
    ['POST', '/v1/sandbox/reset', undefined],
    ['POST', '/v1/sandbox/clock', { advanceSeconds: 1 }],
    ['GET', '/v1/sandbox/mails', undefined],
    ['GET', '/v1/sandbox/webhook-inbox', undefined],
  ] as const;

  it.each(endpoints)('%s %s needs the key or an administrator', async (method, path, body) => {
    const before = t.clock.now().getTime();
    const refusals: [number, CallOptions][] = [
      [401, {}],
      [401, { headers: { 'x-sandbox-key': 'fw_sandbox_guess' } }],
      [401, { headers: { 'x-sandbox-key': t.app.platform.keys.sign('sandbox key', '') } }],
      [401, { headers: { 'x-sandbox-key': '' }, as: await createAdmin(t) }],
      [403, { as: await createSeller(t) }],
    ];
    for (const [status, options] of refusals) {
      const response = await t.call(method, path, { body, ...options });
      expect(response.status).toBe(status);
      expect(response.text).toContain('X-Sandbox-Key');
    }
    expect(t.clock.now().getTime() - before).toBeLessThan(60_000);
  });

  it('an administrator may, and a receiver needs no credential', async () => {
    const admin = await createAdmin(t);
    expect((await t.get('/v1/sandbox/mails', { as: admin })).status).toBe(200);
    expect((await t.post('/v1/sandbox/clock', { advanceSeconds: 0 }, { as: admin })).status).toBe(200);
    expect((await t.post('/v1/sandbox/webhook-inbox/open', {})).status).toBe(200);
  });
});

describe('POST /sandbox/clock', () => {
  it('moves time, and due work is done before the response: a listing expires', async () => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller, { title: 'Volvo FH 500 for a season' });
    await t.db
      .updateTable('listings')
      .set({ expires_at: new Date(t.clock.now().getTime() + 3 * DAY_MS) })
      .where('id', '=', listing.listingId)
      .execute();
    const before = t.clock.now().getTime();
    const advanced = await advance((4 * DAY_MS) / 1000);
    expect(advanced.status).toBe(200);
    expect(new Date(advanced.body.data.now).getTime()).toBeGreaterThanOrEqual(before + 4 * DAY_MS);
    const row = await t.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', listing.listingId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('EXPIRED');
    const results = await t.get('/v1/search?q=volvo+fh+500+season');
    expect(results.body.data.results.map((result: { id: string }) => result.id)).not.toContain(
      listing.listingId,
    );
  });

  it('makes the next attempt of a webhook', async () => {
    const receiver = await startReceiver();
    receiver.usually(500);
    try {
      const seller = await createWebhook(receiver.url, ['listing.created']);
      await create(t, seller);
      await advance(0);
      expect(receiver.requests).toHaveLength(1);
      await advance(59);
      expect(receiver.requests).toHaveLength(1);
      await advance(2);
      expect(receiver.requests).toHaveLength(2);
    } finally {
      await receiver.close();
    }
  });

  it('leaves signatures in real time, so that receivers, requests and clients agree with their own clocks', async () => {
    await advance((40 * DAY_MS) / 1000);
    const receiver = await startReceiver();
    const limited = await createTestApp({
      env: { FIFTHWHEEL_MODE: 'sandbox' },
      databaseUrl: t.databaseUrl,
      rateLimits: true,
    });
    try {
      const seller = await createSeller(t);
      const created = await t.post(
        '/v1/webhooks',
        { url: receiver.url, events: ['listing.created'] },
        { as: seller },
      );
      await create(t, seller);
      await advance(0);
      const [delivered] = receiver.requests;
      const event = await verifyWebhook(
        delivered?.body ?? '',
        delivered?.headers ?? {},
        created.body.data.webhook.secret,
      );
      expect(Math.abs(Date.parse(event.created_at) - t.clock.now().getTime())).toBeLessThan(MINUTE_MS);

      const key = await createApiKey(t, seller.userId, ['listings:read'], 'test');
      const target = '/v1/seller/listings';
      const headers = await new Signer('fws_test').headersFor('GET', target, new Uint8Array());
      expect((await t.get(target, { as: key, headers })).status).toBe(200);

      const { headers: budget } = await limited.get('/v1/categories');
      expect(Math.abs(Number(budget['x-ratelimit-reset']) - Date.now() / 1000)).toBeLessThan(120);
    } finally {
      await limited.close();
      await receiver.close();
    }
  });

  it('a signature cannot be repeated by moving the clock past the time for which it is remembered', async () => {
    const seller = await createSeller(t);
    const key = await createApiKey(t, seller.userId, ['listings:write'], 'test');
    const payload = JSON.stringify(tractor);
    const target = '/v1/seller/listings';
    const signed = {
      as: key,
      payload,
      headers: {
        'content-type': 'application/json',
        ...(await new Signer('fws_test').headersFor('POST', target, Buffer.from(payload))),
      },
    };
    expect((await t.call('POST', target, signed)).status).toBe(201);
    await advance(HOUR_MS / 1000);
    expect((await t.call('POST', target, signed)).body.error.code).toBe('SIGNATURE_REPLAYED');
  });

  it('continues where it was after a restart', async () => {
    await advance(HOUR_MS / 1000);
    const restarted = await createTestApp({
      env: { FIFTHWHEEL_MODE: 'sandbox' },
      databaseUrl: t.databaseUrl,
    });
    try {
      expect(Math.abs(restarted.clock.now().getTime() - t.clock.now().getTime())).toBeLessThan(2000);
    } finally {
      await restarted.close();
    }
  });

  it('422 backwards, and more than a year', async () => {
    for (const advanceSeconds of [-1, 367 * 86_400, 1.5]) {
      const response = await t.post('/v1/sandbox/clock', { advanceSeconds }, withKey());
      expect(response.status).toBe(422);
    }
  });
});

describe('GET /sandbox/mails', () => {
  it('shows the code that a registration sends', async () => {
    const email = 'reads-mail@example.org';
    const registered = await t.post('/v1/auth/register', {
      email,
      password: 'Longhaul24',
      name: 'Rita Reader',
      role: 'BUYER',
    });
    expect(registered.status).toBe(201);
    await advance(0);
    const { body } = await t.get(`/v1/sandbox/mails?to=${email}`, withKey());
    expect(body.data.pagination.total).toBe(1);
    expect(body.data.mails[0].to).toBe(email);
    const code = /\b\d{6}\b/.exec(body.data.mails[0].text)?.[0];
    const token = registered.body.data.accessToken as string;
    const verified = await t.post('/v1/auth/verify-email', { email, code }, { as: token });
    expect(verified.status).toBe(200);
    expect(t.mailbox).toEqual([]);
  });
});

describe('the webhook inbox', () => {
  it('takes what a webhook brings, with the headers that matter', async () => {
    await t.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.http.server.address() as AddressInfo;
    const seller = await createWebhook(`http://127.0.0.1:${port}/v1/sandbox/webhook-inbox/stock`, [
      'listing.created',
    ]);
    await create(t, seller);
    await advance(0);
    const { body } = await t.get('/v1/sandbox/webhook-inbox?name=stock', withKey());
    expect(body.data.deliveries).toHaveLength(1);
    const [delivery] = body.data.deliveries;
    expect(JSON.parse(delivery.body).type).toBe('listing.created');
    expect(delivery.headers['x-service-signature']).toBeTruthy();
    expect((await t.get('/v1/sandbox/webhook-inbox?name=other', withKey())).body.data.deliveries).toEqual([]);
  });
});

describe('POST /sandbox/reset', () => {
  async function readAdminContent() {
    const [brands, plans] = await Promise.all([t.get('/v1/brands'), t.get('/v1/subscriptions/plans')]);
    const names = brands.body.data.brands.map((brand: { slug: string; name: string }) => [
      brand.slug,
      brand.name,
    ]);
    return { names, plans: plans.body.data.plans };
  }

  async function storedFiles(): Promise<string[]> {
    const entries = await readdir(path.join(t.dataDir, 'media'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    // The file private/market identifies the instance that owns the storage.
    return names.filter((name) => name !== 'market');
  }

  async function demoCredentials() {
    const access = await readDemoAccess(t.app.platform.config);
    const { signing_secret: sealed } = await t.db
      .selectFrom('api_keys')
      .select('signing_secret')
      .executeTakeFirstOrThrow();
    return { access, signingSecret: t.app.platform.keys.open(SIGNING_SECRET_PURPOSE, sealed) };
  }

  it('leaves the demo market and nothing else, also in the search', { timeout: 120_000 }, async () => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller, { title: 'Zzyx Qwortel unique' });
    expect((await t.get('/v1/search?q=qwortel')).body.data.results).toHaveLength(1);
    const pictured = await sendFiles(
      t,
      `/v1/seller/listings/${listing.listingId}/images`,
      [{ content: await jpeg() }],
      { as: seller },
    );
    expect(pictured.status).toBe(201);
    expect(await storedFiles()).not.toEqual([]);
    const before = await readAdminContent();
    const admin = await createAdmin(t);
    const changes = [
      await t.post('/v1/admin/brands', { slug: 'qwortel', name: 'Qwortel', classes: ['TR'] }, { as: admin }),
      await t.patch('/v1/admin/brands/man', { name: 'M.A.N.' }, { as: admin }),
      await t.patch('/v1/admin/plans/free', { limits: { activeListings: 1 } }, { as: admin }),
    ];
    expect(changes.map((response) => response.status)).toEqual([201, 200, 200]);
    expect(await readAdminContent()).not.toEqual(before);
    const credentials: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      expect((await t.post('/v1/sandbox/reset', undefined, withKey())).status).toBe(200);
      const { count } = await t.db
        .selectFrom('listings')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(DEMO_LISTINGS);
      expect(await readAdminContent()).toEqual(before);
      expect(await storedFiles()).toEqual([]);
      credentials.push(await demoCredentials());
    }
    expect(credentials[0]).toEqual(credentials[1]);
    expect((await t.get(`/v1/listings/${listing.listingId}`)).status).toBe(404);
    expect((await t.get('/v1/auth/me', { as: seller })).status).toBe(401);
    const all = await t.get('/v1/search?limit=1');
    const live = await t.db
      .selectFrom('listings')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('status', '=', 'ACTIVE')
      .executeTakeFirstOrThrow();
    expect(all.body.data.pagination.total).toBe(live.count);
    const signIn = await t.post('/v1/auth/login', { email: DEMO_EMAILS.seller, password: DEMO_PASSWORD });
    expect(signIn.status).toBe(200);
    const apiKey = (await readDemoAccess(t.app.platform.config))?.apiKey;
    expect(apiKey).toMatch(/^fw_test_/);
    expect((await t.get('/v1/seller/listings?limit=1', { as: apiKey ?? '' })).status).toBe(200);
    expect((await t.get('/v1/sandbox/mails', withKey())).body.data.mails).toEqual([]);
  });

  it('lets recurring work continue', async () => {
    const rows = await t.db.selectFrom('jobs').select('name').where('dedupe_key', '=', 'recurring').execute();
    expect(rows.map((row) => row.name)).toContain('http.purge-idempotency-keys');
  });
});

/** Counts the listener connections of all processes on the database; each process has one. */
async function countListeners(live: TestApp): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'fifthwheel-listener'`.execute(live.db);
  return rows.length;
}

describe('outside sandbox mode', () => {
  it('does not exist, and a sandbox rejects the database', { timeout: 60_000 }, async () => {
    const live = await createTestApp();
    try {
      const responses = await Promise.all([
        live.post('/v1/sandbox/reset'),
        live.post('/v1/sandbox/clock', { advanceSeconds: 1 }),
        live.get('/v1/sandbox/mails'),
        live.get('/v1/sandbox/webhook-inbox'),
        live.post('/v1/sandbox/webhook-inbox/x', {}),
      ]);
      expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404]);
      await createSeller(live);
      await expect(
        createTestApp({ env: { FIFTHWHEEL_MODE: 'sandbox' }, databaseUrl: live.databaseUrl }),
      ).rejects.toThrow(/live instance/);
      // A process that failed to start must not keep a connection.
      await expect.poll(() => countListeners(live)).toBe(1);
    } finally {
      await live.close();
    }
  });
});
