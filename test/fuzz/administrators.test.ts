/**
 * Sends odd bodies to every admin endpoint that writes: replaces each value of a valid body in turn by values of every
 * type and range, within the schema and beyond it. None may cause a 5xx, and a server must start on whatever was stored.
 */
import { DAY_MS } from '../../src/platform/clock.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SETTINGS } from '../../src/modules/settings/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { createSubscriber } from '../http/billing/support.ts';
import { createScene } from '../http/messaging/scene.ts';
import { insertConversation } from '../http/sellers/talk.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createWebhook } from '../http/webhooks/setup.ts';
import { newObjection } from '../support/objection.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.01,
  0.005,
  1.5,
  20,
  365,
  1000,
  1e6,
  1e7,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  5e-324,
];
const TEXTS = [
  '',
  ' ',
  'x',
  'a b',
  'ab-1',
  'a\u0000b',
  '\ud800abc',
  'abc\udfff',
  '\u202eabc',
  'İıſKΟΣ',
  '👩‍👩‍👧‍👦',
  "'; drop table users; --",
  '__proto__',
  'constructor',
  'null',
  '{{x}}',
  '$1 %s \\',
  'en',
  '2026-02-30',
  '9999-12-31',
  '1e308',
  ...[40, 60, 100, 1000, 2000, 5000].map((length) => 'x'.repeat(length)),
];
const OTHER_VALUES = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [{}],
  [null],
  ['x', 'x'],
  [1e308],
  { en: {} },
  { a: [] },
];
const ODD_VALUES: readonly unknown[] = [...NUMBERS, ...TEXTS, ...OTHER_VALUES];
const KEYS = [
  '__proto__',
  'constructor',
  '',
  'EN-GB',
  'xx',
  'a\u0000b',
  '\ud800',
  'toString',
  'x'.repeat(300),
];

/** Yields the body with one value replaced, for each value in it; objects also get unexpected keys. */
function* variantsOf(value: unknown): Generator<unknown> {
  yield* ODD_VALUES;
  if (Array.isArray(value)) {
    for (const variant of value.length === 0 ? ODD_VALUES : variantsOf(value[0]))
      yield [variant, ...value.slice(1)];
    yield Array.from({ length: 600 }, () => value[0] ?? 'x');
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const [name, child] of entries) {
      const { [name]: _removed, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const variant of variantsOf(child)) yield { ...value, [name]: variant };
    }
    for (const key of KEYS) for (const oddValue of ['x', 1, null, {}]) yield withKey(value, key, oddValue);
  }
}

/** Defines the property, because an assignment to `__proto__` would set the prototype instead. */
function withKey(object: object, key: string, value: unknown): object {
  const copy = { ...object };
  Object.defineProperty(copy, key, { value, enumerable: true });
  return copy;
}

interface Case {
  /** Returns the path, with a new subject only if a request that succeeds uses it up: changes of the taxonomy are slow. */
  readonly url: () => Promise<string> | string;
  readonly body: unknown;
  /** True if no variant of the body can succeed. */
  readonly isAlwaysRefused?: boolean;
}

const ofListing = (action: string, status = 'ACTIVE') => {
  let seller: { readonly sellerId: string } | undefined;
  return async () => {
    seller ??= await createSeller(t);
    return `/listings/${(await createListing(t, seller, { status } as never)).listingId}/${action}`;
  };
};

const ofUser = (action: string) => {
  let userId: string | undefined;
  return async () => `/users/${(userId ??= (await createSeller(t)).userId)}${action}`;
};

let counter = 0;
let categoryId: string | undefined;
let brandId: string | undefined;
async function newCategory(): Promise<string> {
  const body = { slug: `fuzz-category-${++counter}`, names: { en: 'Fuzz' }, class: 'TR' };
  return (await t.post('/api/admin/categories', body, { as: admin })).body.data.id;
}

async function newBrand(): Promise<string> {
  const body = { slug: `fuzz-brand-${++counter}`, name: 'Fuzz' };
  return (await t.post('/api/admin/brands', body, { as: admin })).body.data.id;
}

async function newWebhook(): Promise<string> {
  const seller = await createSeller(t, { plan: 'premium' });
  const { id } = await createWebhook(t, seller, 'https://erp.example/hooks');
  return id;
}

async function newReport(): Promise<string> {
  const now = t.clock.now();
  const id = newId('rpt', now);
  const { buyer, seller, messageId } = await createScene(t);
  await t.db
    .insertInto('reports')
    .values({
      id,
      kind: 'message',
      subject_id: messageId,
      reporter_id: seller.userId,
      reported_user_id: buyer.userId,
      reason: 'fraud',
      details: null,
      context: '{}',
      status: 'open',
      decision: null,
      decided_by: null,
      decided_at: null,
      created_at: now,
    })
    .execute();
  return id;
}

let paymentId: string | undefined;
async function newPayment(): Promise<string> {
  const { sellerId } = await createSubscriber(t, 'premium');
  const { id } = await t.db
    .selectFrom('payments')
    .select('id')
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return id;
}

const COUPON = {
  code: 'FUZZY',
  name: 'Fuzz',
  note: 'Made by a test.',
  percent: null,
  amount: { amount: 5, currency: 'EUR' },
  periods: 3,
  planIds: ['starter'],
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2036-01-01T00:00:00.000Z',
  redemptionsMax: 10,
  active: true,
};
let couponId: string | undefined;
async function newCoupon(): Promise<string> {
  const body = { code: 'PLAIN', name: 'Plain', percent: 5 };
  return (await t.post('/api/admin/coupons', body, { as: admin })).body.data.coupon.id;
}

async function newReview(): Promise<string> {
  const [seller, buyer] = [await createSeller(t), await createBuyer(t)];
  await insertConversation(t, buyer, seller);
  const body = { rating: 4, text: 'As described, papers in order.' };
  return (await t.post(`/api/sellers/${seller.slug}/reviews`, body, { as: buyer })).body.data.id;
}

const names = { en: 'Fuzz', de: 'Flaum' };
const CASES: Readonly<Record<string, Case>> = {
  'PATCH /admin/settings': {
    url: () => '/settings',
    body: { settings: { 'listings.moderation': 'auto', 'auth.sessionDaysMax': 365 } },
  },
  'PUT /admin/settings/:name': { url: () => '/settings/listings.soldReopenDays', body: { value: 30 } },
  'POST /admin/settings/:name/rollback': {
    url: () => '/settings/listings.soldReopenDays/rollback',
    body: { historyId: 1 },
    // A variant can name a change of this setting only by chance.
    isAlwaysRefused: true,
  },
  'POST /admin/settings/exchangeRates/import': {
    url: () => '/settings/exchangeRates/import',
    body: { csv: 'USD,1.25\n', asOf: '2026-11-20', replace: false },
  },
  'PATCH /admin/plans/:id': {
    url: () => '/plans/starter',
    body: {
      name: 'Starter',
      price: { amount: 29 },
      yearlyPrice: { amount: 290 },
      limits: {
        activeListings: 15,
        drafts: 2000,
        listingDays: 60,
        importPullMinutes: 1440,
        uploadMegabytesPerDay: 5000,
      },
    },
  },
  'POST /admin/payments/:id/refunds': {
    url: async () => `/payments/${(paymentId ??= await newPayment())}/refunds`,
    body: { amount: 0.01, reason: 'Agreed.' },
  },
  'POST /admin/coupons': { url: () => '/coupons', body: COUPON },
  'PATCH /admin/coupons/:id': {
    url: async () => `/coupons/${(couponId ??= await newCoupon())}`,
    body: { ...COUPON, code: 'FUZZIER' },
  },
  'PUT /admin/users/:id/subscription': { url: ofUser('/subscription'), body: { planId: 'enterprise' } },
  'POST /admin/categories': {
    url: () => '/categories',
    body: {
      slug: 'fuzz-made',
      name: 'Fuzz',
      names,
      parent: null,
      class: 'TR',
      aliases: ['fuzzy'],
      importKeys: ['Fuzz'],
      active: true,
      position: 3,
    },
  },
  'PUT /admin/categories/order': {
    url: () => '/categories/order',
    body: { parent: null, ids: ['cat_00000000000000000000000000'] },
    isAlwaysRefused: true,
  },
  'PATCH /admin/categories/:id': {
    url: async () => `/categories/${(categoryId ??= await newCategory())}`,
    body: {
      name: 'Fuzz',
      names,
      aliases: ['fuzzy'],
      importKeys: ['F'],
      active: true,
      position: 3,
      parentId: null,
    },
  },
  'POST /admin/categories/:id/merge': {
    url: async () => `/categories/${await newCategory()}/merge`,
    body: { into: 'trucks' },
  },
  'POST /admin/brands': {
    url: () => '/brands',
    body: {
      slug: 'fuzz-made',
      name: 'Fuzz',
      logo: 'https://fuzz.example/logo.png',
      classes: ['TR'],
      aliases: ['fuzzy'],
      models: ['F1', { name: 'F2', aliases: ['second'] }],
      active: true,
    },
  },
  'POST /admin/search/preview': {
    url: async () => '/search/preview',
    body: {
      synonyms: [{ word: 'lorry', meaning: 'trucks' }],
      stop_words: ['nice'],
      queries: ['nice lorry'],
    },
  },
  'PATCH /admin/brands/:id': {
    url: async () => `/brands/${(brandId ??= await newBrand())}`,
    body: {
      name: 'Fuzz',
      logo: null,
      classes: ['TR'],
      aliases: ['f'],
      models: [{ name: 'F2', aliases: ['s'] }],
    },
  },
  'POST /admin/brands/:id/merge': {
    url: async () => `/brands/${await newBrand()}/merge`,
    body: { into: 'man' },
  },
  'PUT /admin/features/:code': {
    url: () => '/features/fuzz_feature',
    body: { group: 'driving', names, classes: ['TR', 'TU'], importKeys: ['FUZZ'], active: true },
  },
  'POST /admin/verifications/:id/decide': {
    url: async () => `/verifications/${(await createSeller(t)).sellerId}/decide`,
    body: { verified: false, reason: 'The register entry is missing.' },
  },
  'POST /admin/reports/:id/decide': {
    url: async () => `/reports/${await newReport()}/decide`,
    body: { status: 'resolved', decision: 'Nothing to do.', effect: 'none' },
  },
  'POST /admin/objections/:id/judge': {
    url: async () => `/objections/${await newObjection(t)}/judge`,
    body: { outcome: 'upheld', reason: 'The price was wrong.' },
  },
  'PATCH /admin/webhooks/:id': {
    url: async () => `/webhooks/${await newWebhook()}`,
    body: { status: 'disabled' },
  },
  'POST /admin/webhooks/:id/replay': {
    url: async () => `/webhooks/${await newWebhook()}/replay`,
    body: {
      since: new Date(Date.now() - DAY_MS).toISOString(),
      events: ['*'],
      includeDelivered: true,
    },
  },
  'POST /admin/reviews/:id/decide': {
    url: async () => `/reviews/${await newReview()}/decide`,
    body: { status: 'rejected', reason: 'Not about the seller.' },
  },
  'PATCH /admin/users/:id': {
    url: ofUser(''),
    body: { role: 'SELLER', status: 'active', reason: 'As it was.' },
  },
  'POST /admin/users/:id/suspend': {
    url: async () => `/users/${(await createBuyer(t)).userId}/suspend`,
    body: { reason: 'Only a trial.' },
  },
  'POST /admin/users/:id/view': {
    url: ofUser('/view'),
    body: { reason: 'They see no listings.' },
    isAlwaysRefused: true,
  },
  'POST /admin/users/:id/make-seller': {
    url: async () => `/users/${(await createBuyer(t)).userId}/make-seller`,
    body: { companyName: 'Fuzz Trucks', country: 'DE' },
  },
  'PUT /admin/info-pages/:slug/:language': {
    url: () => '/info-pages/imprint/en',
    body: { title: 'Imprint', body: '# Who we are\n\n{operator}' },
  },
  'POST /admin/info-pages/:slug/:language/publish': {
    url: () => '/info-pages/imprint/en/publish',
    body: { version: 0 },
  },
  'POST /admin/users/:id/verify-seller': { url: ofUser('/verify-seller'), body: { verified: true } },
  'POST /admin/listings/:id/reject': {
    url: ofListing('reject', 'PENDING_REVIEW'),
    body: { code: 'incomplete', reason: 'No pictures.' },
  },
  'POST /admin/listings/:id/suspend': {
    url: ofListing('suspend'),
    body: { code: 'fraud', reason: 'Not there.' },
  },
  'POST /admin/listings/:id/feature': { url: ofListing('feature'), body: { days: 7 } },
  'POST /admin/listings/bulk': {
    url: () => '/listings/bulk',
    body: {
      ids: ['lst_00000000000000000000000000'],
      action: 'feature',
      code: 'fraud',
      reason: 'Not there.',
      days: 7,
    },
  },
  'POST /admin/audit-log/verify': {
    url: () => '/audit-log/verify',
    body: { heads: [{ seq: 1, hash: 'ab'.repeat(32) }] },
  },
  'PUT /admin/translations/:language': {
    url: () => '/translations/de',
    body: { entries: { 'ui.search': 'Suchen', 'category.trucks': 'Lkw' } },
  },
};

interface Outcome {
  readonly faults: string[];
  readonly statuses: Set<number>;
}

async function tryAll(method: string, url: Case['url'], bodies: Iterable<unknown>): Promise<Outcome> {
  const outcome: Outcome = { faults: [], statuses: new Set() };
  let target: string | null = null;
  for (const body of bodies) {
    target ??= `/api/admin${await url()}`;
    const payload = JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await t.call(method, target, { as: admin, payload, headers });
    outcome.statuses.add(status);
    if (status >= 500)
      outcome.faults.push(`${method} ${target} ${payload.slice(0, 300)}: ${text.slice(0, 200)}`);
    // A request that succeeds has consumed its subject: create a new one for the next body.
    if (status < 300) target = null;
  }
  return outcome;
}

it('every body of an administrator is among those tried', () => {
  const adminRoutes = t.app.routes.filter(
    (row) => row.path.startsWith('/admin') && row.method !== 'GET' && row.body !== undefined,
  );
  expect(Object.keys(CASES).toSorted()).toEqual(
    adminRoutes.map((row) => `${row.method} ${row.path}`).toSorted(),
  );
});

it.each(Object.keys(CASES))('%s is never a fault', { timeout: 300_000 }, async (name) => {
  const { url, body, isAlwaysRefused = false } = CASES[name]!;
  const [method = ''] = name.split(' ');
  const { faults, statuses } = await tryAll(method, url, [...variantsOf(body), body]);
  expect(faults).toEqual([]);
  // At least one request must reach the handler.
  if (!isAlwaysRefused) expect([...statuses].some((status) => status >= 200 && status < 300)).toBe(true);
});

it.each(Object.keys(SETTINGS))('the setting %s is never a fault', { timeout: 300_000 }, async (name) => {
  const value: unknown = SETTINGS[name as keyof typeof SETTINGS].default;
  const bodies = [...variantsOf(value), value].map((variant) => ({ value: variant }));
  const { faults, statuses } = await tryAll('PUT', () => `/settings/${name}`, bodies);
  expect(faults).toEqual([]);
  expect(statuses).toContain(200);
});

it('a server starts on all stored data and responds', { timeout: 300_000 }, async () => {
  await t.drainJobs();
  const other = await createTestApp({ databaseUrl: t.databaseUrl });
  try {
    await other.app.health.refresh();
    expect((await other.get('/readyz?verbose')).body.checks).toMatchObject({
      taxonomy: { unusable_names: 0 },
    });
    for (const path of [
      '/readyz',
      '/api/categories',
      '/api/brands',
      '/api/features',
      '/api/search?q=fuzz',
      '/api/currencies',
      '/api/subscriptions/plans',
      '/api/translations/de',
    ])
      expect([path, (await other.get(path)).status]).toEqual([path, 200]);
    for (const path of [
      'settings',
      'categories',
      'brands',
      'features',
      'listings',
      'users',
      'audit-log',
      'dashboard',
    ])
      expect([path, (await other.get(`/api/admin/${path}`, { as: admin })).status]).toEqual([path, 200]);
    const seller = await createSeller(other);
    const listing = await createListing(other, seller);
    const results = await other.get('/api/search?limit=100');
    expect(results.text).toContain(listing.listingId);
    await other.drainJobs();
  } finally {
    await other.close();
  }
});
