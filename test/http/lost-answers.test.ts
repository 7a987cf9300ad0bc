import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSellerWithAddress as createSeller,
  TEST_PASSWORD,
  type TestUser,
} from '../support/factories.ts';
import { type TestResponse, type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { createSubscriber } from './billing/support.ts';
import { tractor } from './listings/bodies.ts';
import { form } from './media/support/form.ts';
import { jpeg } from './media/support/pictures.ts';
import { createScene, type Scene } from './messaging/scene.ts';
import { insertConversation } from './sellers/talk.ts';

/**
 * Each request of this file leaves the state of a crash after its commit: the effect and the key, but no response,
 * because storing a response has no effect here.
 */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
  await sql`create function lose_answer() returns trigger language plpgsql as 'begin return null; end'`.execute(
    t.db,
  );
  await sql`
    create trigger lose_answer before update of status on idempotency_keys
    for each row execute function lose_answer()`.execute(t.db);
});
afterAll(() => t.close());

interface Request {
  readonly as?: TestUser;
  readonly url: string;
  readonly body?: unknown;
  readonly form?: { readonly payload: Buffer; readonly headers: Record<string, string> };
}

let keys = 0;
const newKey = (): string => `lost-${++keys}`;

function send({ as, url, body, form: sent }: Request, key: string): Promise<TestResponse> {
  const options: CallOptions = {
    ...(as === undefined ? {} : { as }),
    ...(sent === undefined ? { body } : { payload: sent.payload }),
    headers: { ...sent?.headers, 'idempotency-key': key },
  };
  return t.call('POST', url, options);
}

/** Sends the request again one minute later, when the server no longer waits for the first response. */
async function sendAgain(request: Request, key: string): Promise<TestResponse> {
  await sql`update idempotency_keys set created_at = created_at - interval '1 minute' where key = ${key}`.execute(
    t.db,
  );
  return send(request, key);
}

async function listingOf(as: { readonly sellerId: string }): Promise<string> {
  return (await createListing(t, as)).listingId;
}

async function ofSeller(make: (seller: Scene['seller']) => Promise<Omit<Request, 'as'>>): Promise<Request> {
  const as = await createSeller(t, { plan: 'premium' });
  return { as, ...(await make(as)) };
}

async function ofAdmin(url: string, body: unknown): Promise<Request> {
  return { as: await createAdmin(t), url, body };
}

async function newApiKey(as: TestUser): Promise<string> {
  const body = { name: 'ERP', scopes: ['listings:read'], password: TEST_PASSWORD };
  return (await t.post('/api/account/api-keys', body, { as })).body.data.apiKey.id;
}

async function newReview(): Promise<{ seller: Scene['seller']; id: string }> {
  const [seller, buyer] = [await createSeller(t), await createBuyer(t)];
  await insertConversation(t, buyer, seller);
  const body = { rating: 4, text: 'As described, papers in order.' };
  const { body: review } = await t.post(`/api/sellers/${seller.slug}/reviews`, body, { as: buyer });
  return { seller, id: review.data.id };
}

async function images(below: string): Promise<Request> {
  return ofSeller(async (seller) => ({
    url: `/api${below}/${await listingOf(seller)}/images`,
    form: form([{ content: await jpeg() }, { content: await jpeg() }]),
  }));
}

/** Includes the VAT basis: without it the first response has a warning, which a later read of the listing lacks. */
const TRACTOR = { ...tractor, vatDeductible: false };

const duplicate = (below: string): Promise<Request> =>
  ofSeller(async (seller) => {
    const id = await listingOf(seller);
    await t.db.updateTable('listings').set({ vat_deductible: false }).where('id', '=', id).execute();
    return { url: `/api${below}/${id}/duplicate` };
  });

const webhook = (url: string): Promise<Request> =>
  ofSeller(async () => ({
    url,
    body: { url: 'https://erp.example/hooks', events: ['message.received'] },
  }));

const template = { name: 'Greeting', content: 'Hello {{name}}' };

/** One request per endpoint that creates a resource. */
const REQUESTS: Readonly<Record<string, () => Promise<Request>>> = {
  '/auth/register': async () => ({
    url: '/api/auth/register',
    body: {
      email: 'lost@buyers.example',
      password: TEST_PASSWORD,
      name: 'Lost Buyer',
      role: 'BUYER',
      acceptTerms: true,
    },
  }),
  '/account/api-keys': async () => ({
    as: await createBuyer(t),
    url: '/api/account/api-keys',
    body: { name: 'ERP', scopes: ['listings:read'], password: TEST_PASSWORD },
  }),
  '/account/api-keys/:id/regenerate': async () => {
    const as = await createBuyer(t);
    const url = `/api/account/api-keys/${await newApiKey(as)}/regenerate`;
    return { as, url, body: { password: TEST_PASSWORD } };
  },
  '/account/become-seller': async () => ({
    as: await createBuyer(t),
    url: '/api/account/become-seller',
    body: { companyName: 'Lost Trucks', country: 'DE' },
  }),
  '/account/documents': () =>
    ofSeller(async () => ({
      url: '/api/account/documents',
      form: form([
        { content: await jpeg(), field: 'documents' },
        { content: await jpeg(), field: 'documents', filename: 'register.jpg' },
      ]),
    })),
  '/seller/team/invitations': () =>
    ofSeller(async (as) => {
      const url = '/api/seller/team/invitations';
      const invite = (email: string) => ({ email, role: 'AGENT' });
      await t.post(url, invite('earlier@dealers.example'), { as });
      return { url, body: invite('agent@dealers.example') };
    }),
  '/listings': () => ofSeller(async () => ({ url: '/v1/listings', body: TRACTOR })),
  '/seller/listings/batch': () =>
    ofSeller(async () => ({
      url: '/api/seller/listings/batch',
      body: {
        operations: [
          { op: 'create', listing: tractor },
          { op: 'create', listing: { title: 'x' } },
        ],
      },
    })),
  '/seller/listings': () => ofSeller(async () => ({ url: '/api/seller/listings', body: TRACTOR })),
  '/listings/:slug/duplicate': () => duplicate('/listings'),
  '/seller/listings/:id/duplicate': () => duplicate('/seller/listings'),
  '/listings/:id/images': () => images('/listings'),
  '/seller/listings/:id/images': () => images('/seller/listings'),
  '/seller/bulk-import': () =>
    ofSeller(async () => ({
      url: '/api/seller/bulk-import',
      body: { url: 'https://feed.example.org/stock.csv' },
    })),
  '/comparisons': async () => {
    const seller = await createSeller(t);
    const listingIds = [await listingOf(seller), await listingOf(seller)];
    return { as: await createBuyer(t), url: '/api/comparisons', body: { listingIds } };
  },
  '/comparisons/:id/share': async () => {
    const seller = await createSeller(t);
    const as = await createBuyer(t);
    const body = { listingIds: [await listingOf(seller), await listingOf(seller)] };
    const { id } = (await t.post('/api/comparisons', body, { as })).body.data.comparison;
    return { as, url: `/api/comparisons/${id}/share` };
  },
  '/favorites': async () => ({
    as: await createBuyer(t),
    url: '/api/favorites',
    body: { listingId: await listingOf(await createSeller(t)) },
  }),
  '/account/views': async () => ({
    as: await createBuyer(t),
    url: '/api/account/views',
    body: { area: 'listings', name: 'Drafts', query: 'status=DRAFT' },
  }),
  '/search/saved': async () => ({
    as: await createBuyer(t),
    url: '/v1/search/saved',
    body: { name: 'Tractors', query: { brand: 'man' } },
  }),
  '/messages': async () => ({
    as: await createBuyer(t),
    url: '/api/messages',
    body: { listingId: await listingOf(await createSeller(t)), content: 'Is it still available?' },
  }),
  '/messages/conversations': async () => ({
    as: await createBuyer(t),
    url: '/v1/messages/conversations',
    body: { listing_id: await listingOf(await createSeller(t)), message: 'Is it still available?' },
  }),
  '/messages/conversations/:id': async () => {
    const { buyer, conversationId } = await createScene(t);
    return { as: buyer, url: `/v1/messages/conversations/${conversationId}`, body: { content: 'Hello?' } };
  },
  '/messages/:messageId/report': async () => {
    const { seller, messageId } = await createScene(t);
    return { as: seller, url: `/v1/messages/${messageId}/report`, body: { reason: 'spam' } };
  },
  '/messages/blocks': async () => {
    const { buyer, seller } = await createScene(t);
    return { as: buyer, url: '/v1/messages/blocks', body: { participant_id: seller.sellerId } };
  },
  '/messages/templates': async () => ({
    as: await createBuyer(t),
    url: '/v1/messages/templates',
    body: template,
  }),
  '/seller/message-templates': () =>
    ofSeller(async () => ({ url: '/api/seller/message-templates', body: template })),
  '/sellers/:slug/reviews': async () => {
    const [seller, as] = [await createSeller(t), await createBuyer(t)];
    await insertConversation(t, as, seller);
    const body = { rating: 4, text: 'As described, papers in order.' };
    return { as, url: `/api/sellers/${seller.slug}/reviews`, body };
  },
  '/listings/:slug/report': async () => {
    const { slug } = await createListing(t, await createSeller(t));
    return { as: await createBuyer(t), url: `/api/listings/${slug}/report`, body: { reason: 'sold' } };
  },
  '/listings/:slug/guest-report': async () => {
    const { slug } = await createListing(t, await createSeller(t));
    const body = { reason: 'fraud', details: 'The truck stands in my yard.', email: 'lost@guests.example' };
    return { url: `/api/listings/${slug}/guest-report`, body };
  },
  '/reviews/:id/report': async () => {
    const { id } = await newReview();
    return { as: await createBuyer(t), url: `/api/reviews/${id}/report`, body: { reason: 'fraud' } };
  },
  '/seller/reviews/:id/reply': async () => {
    const { seller, id } = await newReview();
    return { as: seller, url: `/api/seller/reviews/${id}/reply`, body: { text: 'Thank you.' } };
  },
  '/subscriptions': async () => ({
    as: await createSeller(t),
    url: '/api/subscriptions',
    body: { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
  }),
  '/admin/payments/:id/refunds': async () => {
    const { sellerId } = await createSubscriber(t, 'starter');
    const payment = await t.db
      .selectFrom('payments')
      .select('id')
      .where('seller_id', '=', sellerId)
      .executeTakeFirstOrThrow();
    return ofAdmin(`/api/admin/payments/${payment.id}/refunds`, { reason: 'Paid twice.' });
  },
  '/admin/coupons': () => ofAdmin('/api/admin/coupons', { code: 'LOST', name: 'Lost', percent: 5 }),
  '/webhooks': () => webhook('/v1/webhooks'),
  '/seller/webhooks': () => webhook('/api/seller/webhooks'),
  '/admin/categories': () => ofAdmin('/api/admin/categories', { name: 'Lost and found' }),
  '/admin/brands': () => ofAdmin('/api/admin/brands', { name: 'Lost Motors' }),
  '/admin/settings/exchangeRates/import': () =>
    ofAdmin('/api/admin/settings/exchangeRates/import', { csv: 'USD,1.25\n', asOf: '2026-11-20' }),
};

/** Endpoints whose response contains a secret that cannot be read again. */
const SHOWN_ONCE = ['/account/api-keys', '/account/api-keys/:id/regenerate'];

describe('a creating request, repeated after a crash lost its response', () => {
  it('is known for every endpoint that creates', () => {
    const posts = t.app.routes.filter((row) => row.method === 'POST');
    const creating = posts.filter((row) => '201' in row.responses).map((row) => row.path);
    expect(creating.filter((path) => !Object.hasOwn(REQUESTS, path))).toEqual([]);
    const repeatable = posts.filter((row) => row.answerAgain !== undefined).map((row) => row.path);
    expect(Object.keys(REQUESTS).toSorted()).toEqual(repeatable.toSorted());
  });

  it.each(Object.keys(REQUESTS).filter((path) => !SHOWN_ONCE.includes(path)))(
    'POST %s gets the same answer, read again',
    async (path) => {
      const request = await REQUESTS[path]!();
      const key = newKey();
      const lost = await send(request, key);
      expect(path.endsWith('/batch') ? [200] : [201, 202]).toContain(lost.status);
      const repeated = await sendAgain(request, key);
      expect([repeated.status, repeated.body]).toEqual([lost.status, lost.body]);
      expect(repeated.headers['idempotency-replayed']).toBe('true');
      expect([repeated.headers['location'], repeated.headers['etag']]).toEqual([
        lost.headers['location'],
        lost.headers['etag'],
      ]);
    },
  );

  it.each(SHOWN_ONCE)('POST %s gets the key without its value, and how to get another', async (path) => {
    const request = await REQUESTS[path]!();
    const key = newKey();
    const lost = await send(request, key);
    const { key: value, signingSecret, ...listedKey } = lost.body.data.apiKey;
    const repeated = await sendAgain(request, key);
    expect(repeated.status).toBe(200);
    expect(repeated.body.data).toEqual({ apiKey: listedKey });
    expect(repeated.body.message).toMatch(/regenerate/i);
    expect(repeated.text).not.toContain(value);
    expect(repeated.text).not.toContain(signingSecret);
  });

  it('gets the resource as it is now, or learns that it is gone', async () => {
    const request = await REQUESTS['/search/saved']!();
    const key = newKey();
    const { id } = (await send(request, key)).body.data;
    const url = `/v1/search/saved/${id}`;
    await t.patch(url, { name: 'Renamed' }, { as: request.as! });
    expect((await sendAgain(request, key)).body.data).toMatchObject({ id, name: 'Renamed' });
    await t.del(url, { as: request.as! });
    const repeated = await send(request, key);
    expect([repeated.status, repeated.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await t.get('/v1/search/saved', { as: request.as! })).body.data.pagination.total).toBe(0);
  });

  it('is rejected for a different request', async () => {
    const request = await REQUESTS['/search/saved']!();
    const key = newKey();
    await send(request, key);
    const other = await sendAgain({ ...request, body: { name: 'Other', query: {} } }, key);
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('a shared link that was withdrawn since is not renewed', async () => {
    const request = await REQUESTS['/comparisons/:id/share']!();
    const key = newKey();
    const { token } = (await send(request, key)).body.data;
    await t.del(request.url, { as: request.as! });
    expect((await sendAgain(request, key)).status).toBe(404);
    expect((await t.get(`/api/comparisons/shared/${token}`)).status).toBe(404);
  });
});

/**
 * After IDEMPOTENCY_CONFLICT, the request of a client took effect but its response is lost. By endpoint, the path from
 * which the client reads the outcome.
 */
const OUTCOME_AT: Readonly<Record<string, string>> = {
  '/listings/:slug/': '/seller/listings/:id',
  '/seller/listings/:id/': '/seller/listings/:id',
  '/admin/settings/': '/admin/settings/:name/history',
  '/subscriptions/': '/subscriptions',
  '/admin/categories/:id/': '/categories/:slug',
  '/admin/brands/:id/': '/brands/:slug',
  '/seller/webhooks/:id/': '/seller/webhooks/:id',
  '/webhooks/:id/': '/webhooks/:id',
  '/admin/webhooks/:id/': '/admin/webhooks',
  '/seller/team/invitations/': '/seller/team',
  '/admin/reports/:id/': '/admin/reports/:id',
  '/admin/reviews/:id/': '/admin/reviews',
  '/admin/objections/:id/': '/admin/objections',
  '/decisions/:token/': '/decisions/:token',
  '/admin/users/:id/': '/admin/users/:id',
  '/admin/traders/:id/': '/admin/traders',
  '/admin/verifications/:id/': '/admin/verifications',
  '/admin/listings/:id/': '/admin/listings/:id',
  '/admin/listings/bulk': '/admin/listings',
  '/admin/jobs/:id/': '/admin/jobs',
  '/admin/mails/:id/': '/admin/mails',
  '/seller/bulk-import/:id/': '/seller/bulk-import/:id',
  '/admin/info-pages/:slug/:language/': '/admin/info-pages/:slug/:language/versions',
  '/auth/verify-email': '/auth/me',
  '/account/email/confirm': '/auth/me',
  '/account/phone/confirm': '/auth/me',
};

/** Endpoints without a path for their outcome, and the reason. */
const WITHOUT_OUTCOME: Readonly<Record<string, string>> = {
  '/notifications/stream-ticket': 'another ticket is asked for',
  '/subscriptions/preview': 'writes nothing and runs again',
  '/seller/bulk-import/inspect': 'writes nothing and runs again',
  '/search/saved/preview': 'writes nothing and runs again',
  '/search/saved/:id/seen': 'seen again, nothing changes',
  '/search/alerts': 'another mail is sent, with a new link',
  '/search/alerts/:token/confirm':
    'confirming again changes nothing; a moved alert is among the saved searches',
  '/messages/conversations/:id/messages/:messageId/translation': 'the translation is stored and read again',
  '/favorites/merge': 'adding again changes nothing',
  '/admin/search/preview': 'writes nothing and runs again',
  '/admin/audit-log/verify': 'writes nothing and runs again',
  '/auth/login': 'the tokens are lost: sign in again',
  '/auth/refresh': 'the tokens are lost: sign in again',
  '/auth/logout': 'the session is over',
  '/auth/resend-verification': 'the mail is on its way',
  '/account/email': 'the mail is on its way',
  '/account/phone': 'the message is on its way',
  '/auth/forgot-password': 'the mail is on its way',
  '/auth/reset-password': 'sign in with the new password',
  '/auth/change-password': 'sign in with the new password',
};

describe('a request that creates nothing, repeated after a crash lost its response', () => {
  it('has a place that reports its outcome, or a reason why none is needed', () => {
    const { routes } = t.app;
    const posts = routes.filter((row) => row.method === 'POST' && row.answerAgain === undefined);
    const placeOf = (path: string): string | undefined =>
      Object.entries(OUTCOME_AT).find(([start]) => path.startsWith(start))?.[1];
    const unexplained = posts
      .map(({ path }) => path)
      .filter((path) => !Object.hasOwn(WITHOUT_OUTCOME, path) && placeOf(path) === undefined);
    expect(unexplained).toEqual([]);
    const readable = new Set(routes.filter((row) => row.method === 'GET').map((row) => row.path));
    expect(Object.values(OUTCOME_AT).filter((path) => !readable.has(path))).toEqual([]);
  });

  interface Case {
    readonly name: string;
    readonly make: () => Promise<{ request: Request; outcome: () => Promise<unknown>; is: unknown }>;
  }

  const ofListing = (action: string, status: string, from: 'ACTIVE' | 'DRAFT', body?: unknown): Case => ({
    name: `${action} of a listing`,
    make: async () => {
      const as = await createSeller(t, { plan: 'premium' });
      const { listingId } = await createListing(t, as, { status: from });
      return {
        request: { as, url: `/api/seller/listings/${listingId}/${action}`, body },
        outcome: async () => (await t.get(`/api/seller/listings/${listingId}`, { as })).body.data.status,
        is: status,
      };
    },
  });

  const CASES: readonly Case[] = [
    ofListing('publish', 'ACTIVE', 'DRAFT'),
    ofListing('unpublish', 'PAUSED', 'ACTIVE'),
    ofListing('sold', 'SOLD', 'ACTIVE', {}),
    {
      name: 'verifying a seller',
      make: async () => {
        const as = await createAdmin(t);
        const seller = await createSeller(t);
        return {
          request: { as, url: `/api/admin/users/${seller.userId}/verify-seller`, body: { verified: true } },
          outcome: async () =>
            (await t.get(`/api/admin/users/${seller.userId}`, { as })).body.data.user.seller.verified,
          is: true,
        };
      },
    },
    {
      name: 'a new signing secret',
      make: async () => {
        const { as, url, body } = await webhook('/v1/webhooks');
        const { id, secret } = (await t.post(url, body, { as: as! })).body.data.webhook;
        expect(secret).toMatch(/^whsec_/);
        const readSecret = async () =>
          (await t.db.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirstOrThrow())
            .secret;
        const before = await readSecret();
        return {
          request: { as: as!, url: `${url}/${id}/rotate-secret` },
          outcome: async () => !(await readSecret()).equals(before),
          is: true,
        };
      },
    },
  ];

  it.each(CASES)(
    '$name: 409 says that it took effect, once, and the outcome can be read',
    async ({ make }) => {
      const { request, outcome, is: expected } = await make();
      const key = newKey();
      expect((await send(request, key)).status).toBe(200);
      const listEventIds = () => t.db.selectFrom('events').select('id').orderBy('id').execute();
      const before = await listEventIds();
      const repeated = await sendAgain(request, key);
      expect([repeated.status, repeated.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      expect(repeated.body.error.message).toContain('took effect');
      expect(await outcome()).toEqual(expected);
      expect(await listEventIds()).toEqual(before);
    },
  );
});
