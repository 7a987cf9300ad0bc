/**
 * The examples of the OpenAPI documents: a tour through the demo market makes each request and keeps what was sent and
 * answered. EXAMPLES=write writes them to resources/openapi-examples.json; otherwise the tour shows that the kept ones are
 * still taken, and that their answers have the form of today's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { ensureDemo } from '../../src/modules/demo/index.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { DOCUMENT_NAMES, documentOf, operationsOf, resolve, type Response } from '../support/openapi.ts';
import { type Answer, createTestApp, type TestApp } from '../support/test-app.ts';

const FILE = path.join(PACKAGE_ROOT, 'resources', 'openapi-examples.json');
const ITEMS_MAX = 1;
/** What a document must not show, even of a market that is gone. */
const SECRETS = new Set(['accessToken', 'refreshToken', 'key', 'signingSecret', 'secret', 'token']);

type Who = 'nobody' | 'buyer' | 'seller' | 'admin' | 'newcomer';
interface Step {
  readonly id: string;
  readonly who: Who;
  readonly path: string;
  readonly body?: unknown;
}
interface Example {
  readonly body?: unknown;
  readonly answer?: unknown;
}

let t: TestApp;
const tokens = new Map<Who, string>();
beforeAll(async () => {
  t = await createTestApp();
  await ensureDemo(t.app.modules.demo, { logins: true });
  for (const who of ['buyer', 'seller', 'admin'] as const) {
    const answer = await t.post('/v1/auth/login', { email: DEMO_EMAILS[who], password: DEMO_PASSWORD });
    tokens.set(who, String(answer.body.data.accessToken));
  }
}, 120_000);
afterAll(() => t.close());

const read = async (who: Who, url: string): Promise<Answer['body']> => {
  const token = tokens.get(who);
  const answer = await t.get(`/v1${url}`, token === undefined ? {} : { as: token });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer.body.data;
};

const TRUCK = {
  title: 'MAN TGX 18.510 4x2 BLS, first hand',
  category: 'tractor-units',
  subcategory: 'standard-tractor-units',
  brand: 'man',
  model: 'TGX',
  year: 2021,
  mileage: 398_000,
  price: 61_900,
  currency: 'EUR',
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  location: { country: 'DE', city: 'Hamburg' },
};

/** The tour, in parts: each may need what those before it have made. */
const PARTS: readonly (() => Promise<readonly Step[]>)[] = [
  async () => {
    const { results } = await read('nobody', '/search?q=actros&limit=2');
    const [first, second] = results;
    const listing = await read('nobody', `/listings/${first.slug}`);
    return [
      step('search.run', 'nobody', '/search?q=actros+2020+under+90k&limit=1'),
      step('search.suggest', 'nobody', '/search/suggestions?q=act'),
      step('publicListings.list', 'nobody', '/listings?limit=1'),
      step('publicListings.get', 'nobody', `/listings/${first.slug}`),
      step('publicListings.similar', 'nobody', `/listings/${first.slug}/similar`),
      step('sellers.get', 'nobody', `/sellers/${listing['seller'].slug}`),
      step('sellers.listListings', 'nobody', `/sellers/${listing['seller'].slug}/listings?limit=1`),
      step('sellers.listReviews', 'nobody', `/sellers/${listing['seller'].slug}/reviews?limit=1`),
      step('categories.list', 'nobody', '/categories'),
      step('categories.get', 'nobody', '/categories/tractor-units'),
      step('brands.list', 'nobody', '/brands'),
      step('brands.get', 'nobody', '/brands/man'),
      step('features.list', 'nobody', '/features'),
      step('currencies.list', 'nobody', '/currencies'),
      step('plans.list', 'nobody', '/subscriptions/plans'),
      step('favorites.add', 'buyer', '/favorites', { listingId: first.id }),
      step('favorites.list', 'buyer', '/favorites?limit=1'),
      step('comparisons.create', 'buyer', '/comparisons', {
        listingIds: [first.id, second.id],
        name: 'Two Actros',
      }),
      step('comparisons.list', 'buyer', '/comparisons?limit=1'),
      step('savedSearches.preview', 'buyer', '/search/saved/preview', { query: { brand: 'man' } }),
      step('savedSearches.create', 'buyer', '/search/saved', {
        name: 'MAN tractors to 60,000 €',
        query: { brand: 'man', category: 'tractor-units', max_price: 60_000 },
        alerts: true,
        alert_frequency: 'daily',
      }),
      step('savedSearches.list', 'buyer', '/search/saved?limit=1'),
    ];
  },
  async () => [
    step('auth.register', 'nobody', '/auth/register', {
      email: 'dana@dealer.example',
      password: 'Longhaul24',
      name: 'Dana Dealer',
      role: 'SELLER',
      companyName: 'Dana Trucks',
      country: 'DE',
    }),
    step('auth.login', 'nobody', '/auth/login', { email: 'dana@dealer.example', password: 'Longhaul24' }),
    step('auth.forgotPassword', 'nobody', '/auth/forgot-password', { email: 'dana@dealer.example' }),
    step('account.get', 'seller', '/auth/me'),
    step('account.update', 'buyer', '/auth/me', { language: 'de', currency: 'EUR' }),
    step('sessions.list', 'seller', '/auth/sessions?limit=1'),
    step('apiKeys.create', 'seller', '/account/api-keys', {
      name: 'Stock system',
      scopes: ['listings:read', 'listings:write'],
      password: DEMO_PASSWORD,
    }),
    step('apiKeys.list', 'seller', '/account/api-keys?limit=1'),
    step('accountSecurity.get', 'seller', '/account/security'),
  ],
  async () => [
    step('listings.create', 'seller', '/seller/listings', { ...TRUCK, publish: true }),
    step('listings.list', 'seller', '/seller/listings?limit=1'),
    step('dashboard.get', 'seller', '/seller/dashboard'),
    step('sellerProfile.get', 'seller', '/seller/profile'),
    step('sellerProfile.update', 'seller', '/seller/profile', { about: 'Trucks from one hand since 1987.' }),
    step('team.get', 'seller', '/seller/team'),
    step('team.invite', 'seller', '/seller/team/invitations', {
      email: 'alex@dealer.example',
      role: 'AGENT',
    }),
    step('subscription.get', 'seller', '/subscriptions'),
    step('subscription.preview', 'seller', '/subscriptions/preview', {
      planId: 'professional',
      billingCycle: 'yearly',
    }),
    step('invoices.list', 'seller', '/subscriptions/invoices?limit=1'),
    step('imports.list', 'seller', '/seller/bulk-import?limit=1'),
    step('imports.listPresets', 'seller', '/seller/bulk-import/presets'),
    step('receivedReviews.list', 'seller', '/seller/reviews?limit=1'),
    step('messageTemplates.create', 'seller', '/seller/message-templates', {
      name: 'Still for sale',
      category: 'first answer',
      content: 'Hello {{name}}, the vehicle is still for sale. When would you like to see it?',
    }),
    step('messageTemplates.list', 'seller', '/seller/message-templates'),
    step('webhooks.create', 'seller', '/webhooks', {
      url: 'https://dealer.example/hooks/fifthwheel',
      events: ['listing.sold', 'inquiry.created'],
    }),
    step('webhooks.list', 'seller', '/webhooks?limit=1'),
  ],
  async () => {
    const { listings } = await read('seller', '/seller/listings?limit=1&q=first%20hand');
    const { webhooks } = await read('seller', '/webhooks?limit=1');
    const [listing] = listings;
    const { comparisons } = await read('buyer', '/comparisons');
    const searches = await read('buyer', '/search/saved');
    const conversations = await read('buyer', '/messages/conversations?limit=1');
    const [conversation] = conversations['conversations'];
    return [
      step('listings.get', 'seller', `/seller/listings/${listing.id}`),
      step('listings.update', 'seller', `/seller/listings/${listing.id}`, { price: 59_900 }),
      step('listingImages.list', 'seller', `/seller/listings/${listing.id}/images`),
      step('listings.markSold', 'seller', `/seller/listings/${listing.id}/sold`, { soldPrice: 58_500 }),
      step('webhooks.get', 'seller', `/webhooks/${webhooks[0].id}`),
      step('webhooks.update', 'seller', `/webhooks/${webhooks[0].id}`, { events: ['*'] }),
      step('webhooks.rotateSecret', 'seller', `/webhooks/${webhooks[0].id}/rotate-secret`),
      step('webhooks.listLogs', 'seller', `/webhooks/${webhooks[0].id}/logs?limit=1`),
      step('comparisons.get', 'buyer', `/comparisons/${comparisons[0].id}`),
      step('comparisons.share', 'buyer', `/comparisons/${comparisons[0].id}/share`),
      step('savedSearches.get', 'buyer', `/search/saved/${searches.saved_searches[0].id}`),
      step('conversations.list', 'buyer', '/messages/conversations?limit=1'),
      step('conversations.start', 'buyer', '/messages/conversations', {
        listing_id: conversation.listing.id,
        message: 'Is the truck still for sale? I could come on Friday.',
      }),
      step('conversations.get', 'buyer', `/messages/conversations/${conversation.id}?limit=1`),
      step('conversations.send', 'buyer', `/messages/conversations/${conversation.id}`, {
        content: 'What would you take for it?',
      }),
      step('conversations.markRead', 'buyer', `/messages/conversations/${conversation.id}/read`),
      step('conversations.archive', 'buyer', `/messages/conversations/${conversation.id}/archive`),
      step('messages.countUnread', 'buyer', '/messages/unread'),
      step('notifications.list', 'seller', '/notifications?limit=1'),
      step('notifications.countUnread', 'seller', '/notifications/unread-count'),
      step('notifications.getPreferences', 'seller', '/notifications/preferences'),
      step('notifications.setPreferences', 'seller', '/notifications/preferences', {
        preferences: { message: { email: false } },
      }),
      step('reviews.list', 'buyer', '/reviews?limit=1'),
    ];
  },
  async () => {
    const { users } = await read('admin', '/admin/users?role=BUYER&limit=1');
    const { listings } = await read('admin', '/admin/listings?limit=1&status=ACTIVE');
    return [
      step('admin.dashboard.get', 'admin', '/admin/dashboard'),
      step('admin.users.list', 'admin', '/admin/users?limit=1'),
      step('admin.users.get', 'admin', `/admin/users/${users[0].id}`),
      step('admin.listings.list', 'admin', '/admin/listings?limit=1'),
      step('admin.listings.suspend', 'admin', `/admin/listings/${listings[0].id}/suspend`, {
        reason: 'The pictures show another vehicle.',
      }),
      step('admin.listings.restore', 'admin', `/admin/listings/${listings[0].id}/restore`),
      step('admin.reports.list', 'admin', '/admin/reports?limit=1'),
      step('admin.reviews.list', 'admin', '/admin/reviews?limit=1'),
      step('admin.plans.list', 'admin', '/admin/plans'),
      step('admin.settings.list', 'admin', '/admin/settings'),
      step('admin.auditLog.list', 'admin', '/admin/audit-log?limit=1'),
      step('admin.auditLog.head', 'admin', '/admin/audit-log/head'),
      step('admin.categories.list', 'admin', '/admin/categories'),
      step('admin.brands.list', 'admin', '/admin/brands'),
      step('admin.features.list', 'admin', '/admin/features'),
      step('admin.translations.list', 'admin', '/admin/translations'),
    ];
  },
];

function step(id: string, who: Who, url: string, body?: unknown): Step {
  return { id, who, path: url, ...(body === undefined ? {} : { body }) };
}

/** One entry of each list, and no secrets. */
function shown(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && SECRETS.has(name)) return `${value.slice(0, 8)}…`;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => shown(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shown(child, key)]));
}

it('the tour is answered, and every example fits the document', { timeout: 180_000 }, async () => {
  const documents = DOCUMENT_NAMES.map((name) => documentOf(t.app, name));
  const methods = new Map(
    documents.flatMap((document) =>
      operationsOf(document).map(({ method, operation }) => [
        operation.operationId,
        { method, operation, document },
      ]),
    ),
  );
  const made: Record<string, Example> = {};
  const misfits: string[] = [];
  for (const part of PARTS) {
    for (const { id, who, path: url, body } of await part()) {
      const found = methods.get(id);
      if (found === undefined) throw new Error(`there is no operation ${id}`);
      const token = tokens.get(who);
      const answer = await t.call(found.method.toUpperCase(), `/v1${url}`, {
        ...(token === undefined ? {} : { as: token }),
        ...(body === undefined ? {} : { body }),
      });
      if (answer.status >= 300) misfits.push(`${id}: ${answer.status} ${answer.text.slice(0, 300)}`);
      made[id] = { ...(body === undefined ? {} : { body }), answer: shown(answer.body) };
    }
  }
  if (process.env['EXAMPLES'] === 'write') writeFileSync(FILE, `${JSON.stringify(made, null, 1)}\n`);
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
  expect(Object.keys(kept).toSorted()).toEqual(Object.keys(made).toSorted());
  for (const [id, { body, answer }] of Object.entries(kept)) {
    const found = methods.get(id);
    if (found === undefined) throw new Error(`there is no operation ${id}`);
    const { operation, document } = found;
    const success =
      operation.responses['201'] ??
      Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const response = success === undefined ? undefined : resolve<Response>(document, success);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const [what, value, schema] of [
      ['body', body, operation.requestBody?.content['application/json']?.schema],
      ['answer', answer, response?.content?.['application/json']?.schema],
    ] as const) {
      if (value === undefined || schema === undefined) continue;
      const validate = ajv.compile({ ...schema, components: document.components });
      if (validate(value) !== true)
        misfits.push(`${id} ${what}: ${JSON.stringify(validate.errors?.slice(0, 2))}`);
    }
  }
  expect(misfits).toEqual([]);
});
