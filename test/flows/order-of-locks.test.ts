/**
 * Transactions lock rows in one order (docs/decisions/0004), and none locks a referenced row FOR UPDATE. So no two writes
 * of a dealer, or of others to a dealer, wait for each other.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  TEST_PASSWORD,
  type TestListing,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { hashToken, newToken } from '../../src/platform/crypto/tokens.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { type TestResponse, createTestApp, type TestApp } from '../support/test-app.ts';

/** Tables with one row per dealer, or with few rows that many transactions lock, in the order in which they are locked. */
const ORDER = ['users', 'sellers', 'subscriptions', 'listings', 'import_pictures', 'imports'];

/** Records the statements and deadlocks of this process's connections. */
class LockWatch {
  readonly deadlocks: string[] = [];
  readonly problems = new Set<string>();
  readonly #locked = new Map<unknown, string[]>();

  start(): void {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the client that it belongs to
    const query = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown;
    const onStatement = (client: unknown, text: string): void => this.#note(client, text);
    const { deadlocks } = this;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
      const [config, callback] = args;
      const text = typeof config === 'string' ? config : (config as { text: string }).text;
      onStatement(this, text);
      if (typeof callback !== 'function') return query.apply(this, args) as never;
      const done = (error: (Error & { code?: string }) | null, result: unknown): void => {
        if (error?.code === '40P01') deadlocks.push(text);
        (callback as (error: unknown, result: unknown) => void)(error, result);
      };
      return query.call(this, config, done) as never;
    });
  }

  #note(client: unknown, text: string): void {
    if (/^\s*(?:commit|rollback)\b/i.test(text)) this.#locked.delete(client);
    if (/^\s*begin\b/i.test(text)) this.#locked.set(client, []);
    // A statement outside a transaction holds no locks when it starts.
    const locked = this.#locked.get(client) ?? [];
    for (const table of lockedTables(text)) {
      if (/\bfor update(?! skip locked)/i.test(text))
        this.problems.add(`${table} is locked as if it were deleted: ${text}`);
      const later = locked.find((other) => ORDER.indexOf(other) > ORDER.indexOf(table));
      if (!locked.includes(table) && later !== undefined)
        this.problems.add(`${table} is locked after ${later}: ${text}`);
      locked.push(table);
    }
  }
}

function lockedTables(text: string): string[] {
  const updated = Array.from(
    text.matchAll(/\bupdate\s+"?(\w+)"?(?:\s+(?:as\s+)?"?\w+"?)?\s+set\b/gi),
    ([, table]) => table ?? '',
  );
  const selected = /\bfor (?:no key )?update(?! skip locked)/i.test(text)
    ? Array.from(text.matchAll(/\bfrom\s+"?(\w+)"?/gi), ([, table]) => table ?? '').slice(0, 1)
    : [];
  return [...selected, ...updated].filter((table) => ORDER.includes(table));
}

let t: TestApp;
let dealer: TestSeller;
let buyer: TestUser;
let admin: TestUser;
let agent: TestUser;
let stock: readonly TestListing[];
let webhookId: string;
let templateId: string;
let conversationId: string;
let reviewId: string;
let agentId: string;
const watch = new LockWatch();
let number = 0;

const TRACTOR = {
  category: 'tractor-units',
  brand: 'man',
  model: 'TGX',
  year: 2020,
  price: 45_900,
  currency: 'EUR',
  mileage: 1,
};
const CSV = 'externalId;category;brand;model;year;price\n';
const pathOf = (index: number): string => `/api/seller/listings/${stock[index]?.listingId}`;
const asDealer = () => ({ as: dealer });

/** Writes that touch the rows of one dealer: first the dealer's own, by endpoint, then those of others. Each is repeatable. */
const WRITES: Readonly<Record<string, () => Promise<TestResponse>>> = {
  'POST /seller/listings': () =>
    t.post('/api/seller/listings', { ...TRACTOR, publish: true, externalId: `own ${++number}` }, asDealer()),
  'PUT /seller/listings/:id': () => t.put(pathOf(0), { ...TRACTOR, price: 40_000 + ++number }, asDealer()),
  'PATCH /seller/listings/:id': () => t.patch(pathOf(1), { price: 40_000 + ++number }, asDealer()),
  'DELETE /seller/listings/:id': async () => {
    const { listingId } = await createListing(t, dealer, { status: 'DRAFT' });
    return t.del(`/api/seller/listings/${listingId}`, asDealer());
  },
  'POST /seller/listings/:id/duplicate': () => t.post(`${pathOf(0)}/duplicate`, undefined, asDealer()),
  'POST /seller/listings/:id/publish': () => t.post(`${pathOf(2)}/publish`, undefined, asDealer()),
  'POST /seller/listings/:id/unpublish': () => t.post(`${pathOf(2)}/unpublish`, undefined, asDealer()),
  'POST /seller/listings/:id/renew': () => t.post(`${pathOf(2)}/renew`, undefined, asDealer()),
  'POST /seller/listings/:id/feature': () => t.post(`${pathOf(1)}/feature`, {}, asDealer()),
  'POST /seller/listings/:id/unfeature': () => t.post(`${pathOf(1)}/unfeature`, undefined, asDealer()),
  'POST /seller/listings/:id/sold': () => t.post(`${pathOf(3)}/sold`, {}, asDealer()),
  'POST /seller/listings/:id/reopen': () => t.post(`${pathOf(3)}/reopen`, undefined, asDealer()),
  'PUT /seller/listings/by-external-id/:externalId': () =>
    t.put('/api/seller/listings/by-external-id/own', { ...TRACTOR, price: ++number }, asDealer()),
  'POST /seller/listings/batch': () => {
    const operations = stock
      .toReversed()
      .map(({ listingId }) => ({ op: 'changePrice', id: listingId, percent: 1 }));
    return t.post('/api/seller/listings/batch', { operations }, asDealer());
  },
  'PATCH /seller/listings/:id/images': () => t.patch(`${pathOf(0)}/images`, { order: [] }, asDealer()),
  'PUT /seller/profile': () => t.put('/api/seller/profile', { about: `Since ${++number}` }, asDealer()),
  'DELETE /seller/profile/logo': () => t.del('/api/seller/profile/logo', asDealer()),
  'POST /seller/team/invitations': () =>
    t.post(
      '/api/seller/team/invitations',
      { email: `guest${++number}@example.org`, role: 'AGENT' },
      asDealer(),
    ),
  'DELETE /seller/team/invitations/:id': async () => {
    const email = `guest${++number}@example.org`;
    const { body } = await t.post('/api/seller/team/invitations', { email, role: 'AGENT' }, asDealer());
    return t.del(`/api/seller/team/invitations/${body.data?.invitation.id}`, asDealer());
  },
  'POST /seller/team/invitations/:token/accept': async () => {
    const guest = await createSeller(t);
    const token = newToken('fwi_');
    const now = t.clock.now();
    await t.db
      .insertInto('team_invitations')
      .values({
        id: newId('ivt', now),
        seller_id: dealer.sellerId,
        email: guest.email,
        role: 'AGENT',
        token_hash: hashToken(token),
        invited_by: dealer.userId,
        created_at: now,
        expires_at: new Date(now.getTime() + DAY_MS),
        accepted_at: null,
        revoked_at: null,
      })
      .execute();
    const joined = await t.post(
      `/api/seller/team/invitations/${token}/accept`,
      { leaveCompany: true },
      { as: guest },
    );
    await t.del(`/api/seller/team/${await memberId(guest.userId)}`, asDealer());
    return joined;
  },
  'PATCH /seller/team/:memberId': () =>
    t.patch(`/api/seller/team/${agentId}`, { role: ++number % 2 === 0 ? 'AGENT' : 'VIEWER' }, asDealer()),
  'DELETE /seller/team/:memberId': async () => {
    const { userId } = await createTeamMember(t, dealer.sellerId, 'AGENT');
    return t.del(`/api/seller/team/${await memberId(userId)}`, asDealer());
  },
  'POST /webhooks': () =>
    t.post('/api/webhooks', { url: `https://dealer.example/${++number}`, events: ['*'] }, asDealer()),
  'PATCH /webhooks/:id': () =>
    t.patch(`/api/webhooks/${webhookId}`, { url: `https://dealer.example/a${++number}` }, asDealer()),
  'POST /webhooks/:id/rotate-secret': () =>
    t.post(`/api/webhooks/${webhookId}/rotate-secret`, undefined, asDealer()),
  'POST /webhooks/:id/hand-over': async () => {
    const { userId } = await createTeamMember(t, dealer.sellerId, ++number % 2 === 0 ? 'OWNER' : 'MANAGER');
    const member = await memberId(userId);
    const response = await t.post(`/api/webhooks/${webhookId}/hand-over`, { memberId: member }, asDealer());
    await t.del(`/api/seller/team/${member}`, asDealer());
    await t.post(
      `/api/webhooks/${webhookId}/hand-over`,
      { memberId: await memberId(dealer.userId) },
      asDealer(),
    );
    return response;
  },
  'DELETE /seller/team/api-keys/:id': async () => {
    const name = `Team key ${++number}`;
    const request = { name, scopes: ['listings:read'], password: TEST_PASSWORD };
    const { body } = await t.post('/api/account/api-keys', request, asDealer());
    return t.del(`/api/seller/team/api-keys/${body.data?.id ?? body.data?.apiKey?.id}`, asDealer());
  },
  'POST /seller/message-templates': () =>
    t.post('/api/seller/message-templates', { name: `Reply ${++number}`, content: 'Hello' }, asDealer()),
  'PUT /seller/message-templates/:id': () =>
    t.put(`/api/seller/message-templates/${templateId}`, { content: `Hello ${++number}` }, asDealer()),
  'PUT /seller/reviews/:id/reply': () =>
    t.put(`/api/seller/reviews/${reviewId}/reply`, { text: `Thank you ${++number}` }, asDealer()),
  'POST /subscriptions/cancel': () => t.post('/api/subscriptions/cancel', {}, asDealer()),
  'POST /subscriptions/resume': () => t.post('/api/subscriptions/resume', {}, asDealer()),
  'PATCH /subscriptions': () => t.patch('/api/subscriptions', { planId: 'business' }, asDealer()),
  'POST /seller/bulk-import': async () => {
    const rows = stock.map((_, i) => `imported ${i};tractor-units;man;TGX;2020;${40_000 + ++number}\n`);
    const response = await t.post('/api/seller/bulk-import', undefined, {
      ...asDealer(),
      ...form('stock.csv', CSV + rows.join('')),
    });
    await t.drainJobs({ mayFail: 'any' });
    return response;
  },
  'the owner changes the security of the account': () =>
    t.put('/api/account/security', { requireSignature: false, password: TEST_PASSWORD }, asDealer()),
  'the owner makes an API key': () =>
    t.post(
      '/api/account/api-keys',
      { name: `Key ${++number}`, scopes: ['listings:read'], password: TEST_PASSWORD },
      asDealer(),
    ),
  'the owner changes the profile of the account': () =>
    t.put('/api/auth/me', { name: `Owner ${++number}` }, asDealer()),
  'the owner answers a buyer': () =>
    t.post(`/api/messages/conversations/${conversationId}`, { content: `Yes ${++number}` }, asDealer()),
  'a colleague edits a listing': () => t.patch(pathOf(3), { price: 40_000 + ++number }, { as: agent }),
  'a buyer writes about a listing': async () => {
    const message = 'Is it still there?';
    return t.post(
      '/api/messages/conversations',
      { listing_id: stock[1]?.listingId, message },
      { as: await createBuyer(t) },
    );
  },
  'a buyer saves a listing': () =>
    t.post('/api/favorites', { listingId: stock[0]?.listingId }, { as: buyer }),
  'a buyer no longer wants it': () => t.del(`/api/favorites/${stock[0]?.listingId}`, { as: buyer }),
  'a buyer edits a review': () =>
    t.put(`/api/reviews/${reviewId}`, { rating: 1 + (++number % 5), text: 'Good lorries.' }, { as: buyer }),
  'an administrator verifies the seller': () =>
    t.post(
      `/api/admin/users/${dealer.userId}/verify-seller`,
      { verified: ++number % 2 === 0 },
      { as: admin },
    ),
  'a member erases their account': async () => {
    const member = await createTeamMember(t, dealer.sellerId, 'AGENT');
    return t.call('DELETE', '/api/auth/me', { as: member, body: { password: TEST_PASSWORD } });
  },
};

/** Writes of a dealer that are not paired, with the reason. */
const APART: Readonly<Record<string, string>> = {
  'POST /seller/listings/:id/withdraw': 'locks what unpublish locks',
  'POST /seller/listings/:id/images':
    'locks what the order of pictures and a publication lock, after decoding a picture',
  'DELETE /seller/listings/:id/images/:imageId': 'locks what the order of pictures locks',
  'PUT /seller/profile/logo': 'locks what removing the logo locks, after decoding a picture',
  'POST /account/documents': 'locks the company alone',
  'DELETE /account/documents/:id': 'locks nothing but the document',
  'PUT /webhooks/:id': 'the same handler as PATCH',
  'DELETE /webhooks/:id': 'locks what its change locks',
  'POST /webhooks/:id/logs/:logId/retry': 'locks what the delivery locks',
  'POST /webhooks/:id/test': 'sends a request and locks nothing',
  'POST /webhooks/:id/replay': 'locks the webhook alone',
  'POST /seller/reviews/:id/reply': 'locks what its change locks',
  'DELETE /seller/message-templates/:id': 'locks the template alone',
  'POST /seller/bulk-import/inspect': 'writes nothing',
  'PUT /seller/bulk-import/mappings/:preset': 'locks nothing but the mapping',
  'DELETE /seller/bulk-import/mappings/:preset': 'locks nothing but the mapping',
  'PUT /seller/bulk-import/pull': 'locks nothing but the pull',
  'DELETE /seller/bulk-import/pull': 'locks nothing but the pull',
  'POST /seller/bulk-import/:id/cancel': 'locks the import alone',
  'POST /subscriptions': 'locks what a change of the plan locks',
  'POST /subscriptions/preview': 'writes nothing',
};

async function memberId(userId: string): Promise<string> {
  const { id } = await t.db
    .selectFrom('team_members')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}

function form(filename: string, content: string) {
  const boundary = 'edge';
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  };
}

const TIMEOUT_MS = 300_000;

beforeAll(async () => {
  watch.start();
  t = await createTestApp();
  const { settings } = t.app.modules;
  await inTransaction(t.db, (trx) => settings.change(trx, 'messaging.messagesPerMinute', 1000, null));
  await settings.reload();
  dealer = await createSeller(t, { plan: 'enterprise' });
  buyer = await createBuyer(t);
  admin = await createAdmin(t);
  agent = await createTeamMember(t, dealer.sellerId, 'AGENT');
  agentId = await memberId(agent.userId);
  stock = await Promise.all(Array.from({ length: 5 }, () => createListing(t, dealer)));
  webhookId = (
    await t.post('/api/webhooks', { url: 'https://dealer.example/hook', events: ['*'] }, { as: dealer })
  ).body.data.webhook.id;
  templateId = (
    await t.post('/api/seller/message-templates', { name: 'Reply', content: 'Hello' }, { as: dealer })
  ).body.data.template.id;
  const inquiry = { listing_id: stock[4]?.listingId, message: 'Is it still there?' };
  conversationId = (await t.post('/api/messages/conversations', inquiry, { as: buyer })).body.data
    .conversation.id;
  await t.post(`/api/messages/conversations/${conversationId}`, { content: 'Yes' }, { as: dealer });
  reviewId = (
    await t.post(`/api/sellers/${dealer.slug}/reviews`, { rating: 5, text: 'Good lorries.' }, { as: buyer })
  ).body.data.id;
  await t.post(`/api/seller/reviews/${reviewId}/reply`, { text: 'Thank you.' }, { as: dealer });
}, TIMEOUT_MS);
afterAll(async () => {
  vi.restoreAllMocks();
  await t.close();
});

it('has every write of a dealer among those that are paired, or says why not', () => {
  const sellerWrites = t.app.routes
    .filter((row) => row.access.kind === 'seller' && row.method !== 'GET' && row.isAlias !== true)
    .map(({ method, path }) => `${method} ${path}`);
  expect(sellerWrites.filter((name) => !(name in WRITES) && !(name in APART))).toEqual([]);
});

it('each write locks rows in the order of the table, and none as if it deleted what others refer to', async () => {
  const refused: string[] = [];
  for (const [name, write] of Object.entries(WRITES)) {
    const { status, text } = await write();
    if (status >= 400 && status !== 409) refused.push(`${name}: ${status} ${text}`);
  }
  await t.drainJobs({ mayFail: 'any' });
  expect(refused).toEqual([]);
  expect([...watch.problems]).toEqual([]);
}, 60_000);

it(
  'every pair of writes side by side ends without a deadlock, a server error or a timeout of a lock',
  async () => {
    const problems: string[] = [];
    const names = Object.keys(WRITES);
    for (const [index, first] of names.entries()) {
      // Resets the daily limit of invitations.
      await sql`delete from daily_mails`.execute(t.db);
      for (const second of names.slice(index)) {
        const responses = await Promise.all([WRITES[first]?.(), WRITES[second]?.()]);
        for (const response of responses)
          if (response === undefined || response.status >= 500 || response.status === 429)
            problems.push(`${first} beside ${second}: ${response?.status} ${response?.text}`);
      }
    }
    expect(problems).toEqual([]);
    expect(watch.deadlocks).toEqual([]);
  },
  TIMEOUT_MS,
);
