/**
 * Requests resources of one account as another account that may call the endpoint. Each response must equal that for a
 * missing resource, to the byte, and nothing may change. Every route with a parameter that is neither public nor for
 * administrators is in the table, or gives the reason for its absence.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_HEADERS, formBytes, PDF } from '../http/auth/support.ts';
import { createScene, type Scene } from '../http/messaging/scene.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestUser,
  TEST_PASSWORD,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let scene: Scene;
const strangers: TestUser[] = [];
/** IDs of the owner's resources by path prefix. */
const owned: Record<string, string> = {};

const TITLE = { title: 'A stranger writes this', category: 'trailers' };
const FEED = { url: 'https://dealer.example/hook', events: ['*'] };

/** Within the retention of 30 days. */
const SINCE = new Date(Date.now() - 60_000).toISOString();

/** Bodies that pass validation. */
const BODIES: Readonly<Record<string, unknown>> = {
  'PUT /seller/listings/:id': TITLE,
  'PATCH /seller/listings/:id': { title: TITLE.title },
  'POST /seller/listings/:id/sold': {},
  'POST /seller/listings/:id/feature': { days: 7 },
  'PUT /listings/:slug': TITLE,
  'PATCH /listings/:slug': { title: TITLE.title },
  'POST /listings/:slug/sold': {},
  'POST /listings/:slug/feature': { days: 7 },
  'PATCH /search/saved/:id': { name: 'stolen' },
  'POST /account/api-keys/:id/regenerate': { password: TEST_PASSWORD },
  'PUT /webhooks/:id': FEED,
  'PATCH /webhooks/:id': FEED,
  'PUT /seller/webhooks/:id': FEED,
  'PATCH /seller/webhooks/:id': FEED,
  'POST /webhooks/:id/test': {},
  'POST /seller/webhooks/:id/test': {},
  'POST /webhooks/:id/replay': { since: SINCE },
  'POST /seller/webhooks/:id/replay': { since: SINCE },
  'POST /webhooks/:id/hand-over': { memberId: 'mem_0' },
  'POST /seller/webhooks/:id/hand-over': { memberId: 'mem_0' },
  'POST /messages/conversations/:id': { content: 'I was never here' },
  'PUT /messages/conversations/:id/read': {},
  'PATCH /messages/:threadId/archive': {},
  'POST /messages/:messageId/report': { reason: 'spam' },
  'PUT /seller/message-templates/:id': { name: 'stolen', content: 'x' },
  'PUT /comparisons/:id': { name: 'stolen' },
  'PATCH /seller/team/:memberId': { role: 'VIEWER' },
  'PUT /reviews/:id': { rating: 1, text: 'A stranger writes this.' },
  'POST /seller/reviews/:id/reply': { text: 'A stranger writes this.' },
  'PUT /seller/reviews/:id/reply': { text: 'A stranger writes this.' },
};

/** Routes whose parameter names a resource without an owner, or that another test covers; the value is the reason. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'POST /sellers/:slug/reviews': 'a seller is public',
  'DELETE /favorites/:listingId': 'the listing is public, the favorite always the own one',
  'PATCH /favorites/:listingId': 'the listing is public, the favorite always the own one',
  'POST /listings/:slug/report': 'live listings are for everybody to report',
  'POST /reviews/:id/report': 'published reviews are for everybody to report',
  'POST /seller/team/invitations/:token/accept': 'the token is the right: test/http/team/team.test.ts',
  'GET /subscriptions/invoices/:id': 'test/http/billing/invoices.test.ts',
  'GET /subscriptions/invoices/:id/pdf': 'test/http/billing/invoices.test.ts',
  'PUT /seller/listings/by-external-id/:externalId':
    'numbers are their seller’s own: test/http/listings/stock.test.ts',
  'GET /events/:id': 'test/http/webhooks/account-events.test.ts',
  'PATCH /seller/listings/:id/images': 'multipart or ids of pictures: test/http/media/listing-images.test.ts',
  'POST /seller/listings/:id/images': 'test/http/media/listing-images.test.ts',
  'DELETE /seller/listings/:id/images/:imageId': 'test/http/media/listing-images.test.ts',
  'PATCH /listings/:id/images': 'test/http/media/listing-images.test.ts',
  'POST /listings/:id/images': 'test/http/media/listing-images.test.ts',
  'DELETE /listings/:id/images/:imageId': 'test/http/media/listing-images.test.ts',
  'DELETE /messages/blocks/:participantId':
    'only the own blocks are looked at: test/http/messaging/safety.test.ts',
  'GET /messages/conversations/:id/translations': 'test/http/machine-translation/translation.test.ts',
  'POST /messages/conversations/:id/messages/:messageId/translation':
    'test/http/machine-translation/translation.test.ts',
  'PATCH /notifications/:id/read': 'test/http/notifications/notifications.test.ts',
  'PUT /reviews/:id': 'test/http/sellers/reviews.test.ts',
  'DELETE /reviews/:id': 'test/http/sellers/reviews.test.ts',
  'POST /seller/reviews/:id/reply': 'test/http/sellers/reviews.test.ts',
  'PUT /seller/reviews/:id/reply': 'test/http/sellers/reviews.test.ts',
  'PUT /seller/bulk-import/mappings/:preset': 'names a format; the mapping is always the own one',
  'DELETE /seller/bulk-import/mappings/:preset': 'names a format; the mapping is always the own one',
  'GET /seller/bulk-import/:id': 'test/http/imports/endpoints.test.ts',
  'GET /seller/bulk-import/:id/errors': 'test/http/imports/endpoints.test.ts',
  'GET /seller/bulk-import/:id/problem-groups': 'test/http/imports/mapping.test.ts',
  'POST /seller/bulk-import/:id/cancel': 'test/http/imports/endpoints.test.ts',
};

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  const { seller, buyer } = scene;
  strangers.push(await createSeller(t, { plan: 'enterprise' }), await createBuyer(t));
  const idOf = async (path: string, body: unknown, as: TestUser, name: string): Promise<string> => {
    const response = await t.post(path, body, { as });
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`);
    return (response.body.data[name] ?? response.body.data).id;
  };
  const webhook = await idOf(
    '/api/webhooks',
    { url: 'http://127.0.0.1:9999/hook', events: ['*'] },
    seller,
    'webhook',
  );
  const member = await createTeamMember(t, seller.sellerId, 'AGENT');
  const membership = await t.db
    .selectFrom('team_members')
    .select('id')
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  Object.assign(owned, {
    '/seller/listings/': scene.listing.listingId,
    '/listings/': scene.listing.listingId,
    '/auth/sessions/': buyer.sessionId,
    '/account/api-keys/': await idOf(
      '/api/account/api-keys',
      { name: 'k', scopes: ['listings:read'], password: TEST_PASSWORD },
      buyer,
      'apiKey',
    ),
    '/account/documents/': await documentOf(seller),
    '/search/saved/': await idOf('/api/search/saved', { name: 's', query: { q: 'man' } }, buyer, 'search'),
    '/webhooks/': webhook,
    '/seller/webhooks/': webhook,
    '/messages/conversations/': scene.conversationId,
    '/messages/': scene.conversationId,
    '/seller/message-templates/': await idOf(
      '/api/messages/templates',
      { name: 't', content: 'x' },
      seller,
      'template',
    ),
    '/seller/team/invitations/': await idOf(
      '/api/seller/team/invitations',
      { email: 'new@example.org', role: 'VIEWER' },
      await addOwner(seller),
      'invitation',
    ),
    '/seller/team/api-keys/': await idOf(
      '/api/account/api-keys',
      { name: 'k', scopes: ['listings:read'], password: TEST_PASSWORD },
      await addOwner(seller),
      'apiKey',
    ),
    '/seller/team/': membership.id,
    '/comparisons/': await comparison(buyer),
    '/account/views/': await savedView(buyer),
  });
});
afterAll(() => t.close());

async function documentOf(seller: TestUser): Promise<string> {
  const file = { name: 'a.pdf', type: 'application/pdf', content: PDF };
  const response = await t.call('POST', '/api/account/documents', {
    as: seller,
    payload: formBytes([{ name: 'documents', file }]),
    headers: FORM_HEADERS,
  });
  if (response.status !== 201) throw new Error(response.text);
  return response.body.data.documents[0].id;
}

/** The free plan has one seat. */
async function addOwner(seller: Scene['seller']): Promise<TestUser> {
  const plan = await t.db
    .selectFrom('plans')
    .select('id')
    .where('slug', '=', 'enterprise')
    .executeTakeFirstOrThrow();
  await t.db
    .updateTable('subscriptions')
    .set({ plan_id: plan.id })
    .where('seller_id', '=', seller.sellerId)
    .execute();
  return seller;
}

async function savedView(buyer: TestUser): Promise<string> {
  const body = { area: 'listings', name: 'Drafts', query: 'status=DRAFT' };
  const response = await t.post('/api/account/views', body, { as: buyer });
  if (response.status !== 201) throw new Error(response.text);
  return response.body.data.id;
}

async function comparison(buyer: TestUser): Promise<string> {
  const other = await createListing(t, scene.seller);
  const listingIds = [scene.listing.listingId, other.listingId];
  const response = await t.post('/api/comparisons', { listingIds }, { as: buyer });
  if (response.status !== 201) throw new Error(response.text);
  return (response.body.data.comparison ?? response.body.data).id;
}

/** Returns the ID for the longest path prefix in the table. */
function findOwnedId(path: string): string | undefined {
  const beginning = Object.keys(owned)
    .filter((prefix) => path.startsWith(prefix) && path.slice(prefix.length).startsWith(':'))
    .toSorted((a, b) => b.length - a.length)[0];
  return path.startsWith('/messages/:messageId') ? scene.messageId : beginning && owned[beginning];
}

const TABLES = [
  'listings',
  'sessions',
  'api_keys',
  'saved_searches',
  'webhooks',
  'messages',
  'message_templates',
  'team_members',
  'seller_documents',
] as const;

describe('objects of other accounts', () => {
  it('is answered like one that does not exist, and does not change', async () => {
    const rows = t.app.routes.filter(
      (row) => row.path.includes(':') && row.access.kind !== 'public' && row.access.kind !== 'admin',
    );
    const state = async () =>
      Promise.all(
        TABLES.map(async (table) =>
          JSON.stringify(await t.db.selectFrom(table).selectAll().orderBy('id').execute()),
        ),
      );
    const before = await state();
    const wrong: string[] = [];
    let requested = 0;
    for (const row of rows) {
      const name = `${row.method} ${row.path}`;
      if (Object.hasOwn(EXCLUDED, name)) continue;
      const id = findOwnedId(row.path);
      if (id === undefined) {
        wrong.push(`${name} is not in the table`);
        continue;
      }
      const body = BODIES[name];
      const url = (first: string): string =>
        `/v1${row.path.replace(/:[A-Za-z]+/, first).replaceAll(/:[A-Za-z]+/g, 'dlv_00000000000000000000000000')}`;
      for (const stranger of row.access.kind === 'seller' ? strangers.slice(0, 1) : strangers) {
        const options = { as: stranger, ...(body === undefined ? {} : { body }) };
        const foreign = await t.call(row.method, url(id), options);
        const unknown = await t.call(row.method, url(`${id.slice(0, 4)}00000000000000000000000000`), options);
        requested++;
        if (foreign.status !== 404 || foreign.text !== unknown.text)
          wrong.push(
            `${name}: ${foreign.status} ${foreign.text.slice(0, 150)} | ${unknown.status} ${unknown.text.slice(0, 100)}`,
          );
      }
    }
    expect(wrong, wrong.join('\n')).toEqual([]);
    expect(requested).toBeGreaterThan(60);
    expect(await state()).toEqual(before);
  });
});
