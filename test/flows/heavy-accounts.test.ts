/** Accounts with a large amount of data: the request only marks and closes the account, and jobs do the rest in batches. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListingWriter } from '../../src/modules/listings/writing/listing-writer.ts';
import { createAdmin, createBuyer, createListing, createSeller } from '../support/factories.ts';
import { multiply } from '../support/multiply.ts';
import { tablesWith } from '../support/table-texts.ts';
import type { TestSeller, TestUser } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { buyerForm, errorOf, newPerson, PASSWORD, sellerForm } from '../http/auth/support.ts';
import { sendMessage, startConversation } from '../http/messaging/scene.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

async function count(table: string, condition: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where ${sql.raw(condition)}`.execute(t.db);
  return rows[0]?.n ?? 0;
}

/** Kills a job between two of its batches. */
async function killBetweenBatches(name: string): Promise<void> {
  const job = await t.db
    .selectFrom('jobs')
    .select(['id', 'attempts'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const runner = t.app.runner;
  const stolen = sql`update jobs set attempts = attempts + 1 where id = ${job.id} and locked_until is not null`;
  const running = runner.drain({ roundsMax: 1 }).catch(() => {});
  for (let n = 0; n < 200; n++) {
    const { numAffectedRows = 0n } = await stolen.execute(t.db);
    if (numAffectedRows > 0n) break;
  }
  await running;
  await t.db
    .updateTable('jobs')
    .set({ locked_until: null, locked_by: null, attempts: 1 })
    .where('id', '=', job.id)
    .execute();
}

describe('suspending a dealer with a large stock', () => {
  let dealer: TestSeller;
  beforeEach(async () => {
    dealer = await createSeller(t, { plan: 'enterprise' });
    await multiply(t, await createListing(t, dealer), 1300);
    t.mailbox.length = 0;
  });
  const states = (status: string) =>
    count('listings', `seller_id = '${dealer.sellerId}' and status = '${status}'`);
  const decide = (action: 'suspend' | 'reinstate') =>
    t.post(`/api/admin/users/${dealer.userId}/${action}`, { reason: 'Fraud.' }, { as: admin });

  it('takes one batch down immediately and the rest by a job, which resumes after a kill, without notifications per listing', async () => {
    expect((await decide('suspend')).status).toBe(200);
    expect(await states('SUSPENDED')).toBe(500);
    await killBetweenBatches('admin.follow-seller-status');
    await t.drainJobs();
    expect(await states('SUSPENDED')).toBe(1301);
    expect(await count('notifications', `user_id = '${dealer.userId}' and type = 'listing_suspended'`)).toBe(
      0,
    );
    expect(t.mailbox.filter(({ to }) => to === dealer.email)).toHaveLength(1);
    expect((await decide('reinstate')).status).toBe(200);
    await t.drainJobs();
    expect(await states('ACTIVE')).toBe(1301);
    const subjects = t.mailbox.filter(({ to }) => to === dealer.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !/^Your (Fifthwheel )?account/.test(subject))).toHaveLength(1);
  });

  it('writes fifty records at a time, down and up again', async () => {
    const write = vi.spyOn(ListingWriter.prototype, 'write');
    for (const action of ['suspend', 'reinstate'] as const) {
      await decide(action);
      await t.drainJobs();
    }
    const written = write.mock.calls.map(([, changes]) => changes.length);
    write.mockRestore();
    expect(written.reduce((sum, records) => sum + records)).toBe(2 * 1301);
    expect(Math.max(...written)).toBe(50);
  });

  it('a reinstatement before the rest is down ends with everything up', async () => {
    await decide('suspend');
    await decide('reinstate');
    await t.drainJobs();
    expect([await states('ACTIVE'), await states('SUSPENDED')]).toEqual([1301, 0]);
  });

  it('holds pending deliveries of its webhooks, in batches too', async () => {
    const hook = await t.post(
      '/api/seller/webhooks',
      { url: 'https://example.org/hook', events: ['*'] },
      { as: dealer },
    );
    const id: string = hook.body.data.webhook.id;
    await sql`
      with stored as (
        insert into webhook_payloads (event_id, event_type, body, created_at)
        select 'evt_' || lpad(n::text, 26, '0'), 'listing.updated', 'x', now() from generate_series(1, 2500) n returning *)
      insert into webhook_deliveries (webhook_id, event_id, state, due_at, created_at)
      select ${id}, event_id, 'pending', now(), ${t.clock.now()}::timestamptz - interval '1 minute' from stored`.execute(
      t.db,
    );
    await decide('suspend');
    const waiting = () => count('webhook_deliveries', `webhook_id = '${id}' and due_at is not null`);
    expect(await waiting()).toBe(1500);
    await t.drainJobs();
    expect(await waiting()).toBe(0);
  });
});

describe('erasing an account with a great deal of data', () => {
  const erase = (person: { token: string }) =>
    t.call('DELETE', '/api/auth/me', { as: person, body: { password: PASSWORD } });
  const waiting = () => count('jobs', `name = 'auth.erase-account'`);
  const signals = (userId: string) => count('events', `type = 'user.erased' and user_id = '${userId}'`);

  it('closes a dealer and takes listings offline immediately, and erases the rest by a job that resumes after a kill', async () => {
    const form = sellerForm({ companyName: 'Zephyrine Nutzfahrzeuge', email: 'zephyrine@heavy.example' });
    const dealer = await newPerson(t, form);
    const { id: sellerId, slug } = (await t.get('/api/auth/me', { as: dealer })).body.data.seller;
    const listing = await createListing(t, { sellerId }, { title: 'Zephyrine tipper' });
    const listingId = listing.listingId;
    await multiply(t, listing, 1300);
    const customer = await createBuyer(t);
    await t.post('/v1/favorites', { listingId }, { as: customer });
    const conversation = await startConversation(t, customer, listing, 'Is it there?');
    const conversationId: string = conversation.body.data.conversation.id;
    await sendMessage(t, dealer as never, conversationId, 'Zephyrine says yes.');
    await t.drainJobs();
    // Enough favorites, notifications and messages for several batches.
    await sql`
      insert into favorites (id, user_id, listing_id, title, created_at)
      select 'fav_' || substr(md5(l.id), 1, 26), ${customer.userId}, l.id, l.title, l.created_at
      from listings l where l.seller_id = ${sellerId} and l.id <> ${listingId}`.execute(t.db);
    await sql`
      insert into notifications (id, user_id, type, data, link, dedupe_key, in_app, created_at, about)
      select 'ntf_' || substr(md5(n::text), 1, 26), ${customer.userId}, 'price_drop', '{"title": "Zephyrine tipper"}', null,
        'heavy ' || n, true, ${t.clock.now()}, jsonb_build_object(${sellerId}::text, '["title"]'::jsonb)
      from generate_series(1, 1200) n`.execute(t.db);
    await sql`
      insert into messages (id, conversation_id, seq, sender_side, sender_id, type, content, sent_at)
      select 'msg_' || substr(md5(n::text), 1, 26), ${conversationId}, 10 + n, 'seller', ${dealer.userId}, 'text',
        'Zephyrine again ' || n, ${t.clock.now()}::timestamptz + n * interval '1 second'
      from generate_series(1, 1200) n`.execute(t.db);
    const last = await sql<{ slug: string; id: string }>`
      select slug, id from listings where seller_id = ${sellerId} order by created_at, id limit 1`.execute(
      t.db,
    );

    expect((await erase(dealer)).status).toBe(204);
    expect([await waiting(), await signals(dealer.userId)]).toEqual([1, 0]);
    expect(errorOf(await t.get('/api/auth/me', { as: dealer }))).toEqual([401, 'INVALID_TOKEN']);
    expect((await t.get(`/api/sellers/${slug}`)).status).toBe(404);
    expect(await count('listings', `seller_id = '${sellerId}' and status = 'ACTIVE'`)).toBeGreaterThan(700);
    for (const { slug: listingSlug, id } of last.rows)
      for (const name of [listingSlug, id]) expect((await t.get(`/api/listings/${name}`)).status).toBe(404);
    // The query is not the name, because failed queries are stored for administrators.
    expect((await t.get('/api/search?q=tipper')).body.data.pagination.total).toBe(0);
    expect(await tablesWith(t, 'zephyrine@heavy.example')).toEqual([]);
    const named = await tablesWith(t, 'Zephyrine Nutzfahrzeuge');
    expect(named).not.toContain('sellers');
    expect(named).not.toEqual([]);

    await killBetweenBatches('auth.erase-account');
    const { rows: left } = await sql<{ payload: unknown }>`
      select payload from jobs where name = 'auth.erase-account'`.execute(t.db);
    expect(JSON.stringify(left)).not.toContain('heavy.example');
    await t.drainJobs();
    expect(await tablesWith(t, 'zephyrine')).toEqual([]);
    expect([await waiting(), await signals(dealer.userId)]).toEqual([0, 1]);
    expect(await count('listings', `seller_id = '${sellerId}' and status <> 'DELETED'`)).toBe(0);
    // The customer's data stays.
    expect(await count('favorites', `user_id = '${customer.userId}'`)).toBe(1301);
    expect(await count('notifications', `user_id = '${customer.userId}'`)).toBeGreaterThanOrEqual(1200);
    expect(await count('messages', `sender_id = '${customer.userId}' and content = 'Is it there?'`)).toBe(1);
    const { body } = await t.get('/api/admin/audit-log/verify', { as: admin });
    expect(body.data).toMatchObject({ valid: true });
  });

  it('leaves a new account with the same address untouched after erasing a buyer', async () => {
    const form = buyerForm({ email: 'ygritte@heavy.example', name: 'Ygritte Heavy' });
    const buyer = await newPerson(t, form);
    const seller = await createSeller(t, { plan: 'enterprise' });
    const listing = await createListing(t, seller);
    await multiply(t, listing, 1300);
    await sql`
      insert into favorites (id, user_id, listing_id, title, created_at)
      select 'fav_' || substr(md5('b' || l.id), 1, 26), ${buyer.userId}, l.id, l.title, l.created_at
      from listings l where l.seller_id = ${seller.sellerId}`.execute(t.db);
    await sql`
      insert into conversations (id, listing_id, listing_title, buyer_id, seller_id, last_seq, created_at, updated_at)
      select 'cnv_' || substr(md5(l.id), 1, 26), l.id, l.title, ${buyer.userId}, l.seller_id, 1, l.created_at, l.created_at
      from listings l where l.seller_id = ${seller.sellerId}`.execute(t.db);
    await sql`update listings set favorites_count = 1 where seller_id = ${seller.sellerId}`.execute(t.db);
    expect((await erase(buyer)).status).toBe(204);
    expect(await waiting()).toBe(1);
    expect((await t.post('/api/auth/register', form)).status).toBe(201);
    const invited = await t.post(
      '/v1/seller/team/invitations',
      { email: 'ygritte@heavy.example', role: 'AGENT' },
      { as: seller },
    );
    expect(invited.status).toBe(201);
    t.mailbox.length = 0;
    await t.drainJobs();
    expect(t.mailbox.filter(({ to }) => to === 'ygritte@heavy.example').length).toBeGreaterThanOrEqual(2);
    expect(await count('team_invitations', `email = 'ygritte@heavy.example'`)).toBe(1);
    expect(await count('favorites', `user_id = '${buyer.userId}'`)).toBe(0);
    expect(await count('listings', `seller_id = '${seller.sellerId}' and favorites_count > 0`)).toBe(0);
    const present = `buyer_id = '${buyer.userId}' and buyer_deleted_at is null`;
    expect(await count('conversations', present)).toBe(0);
    expect([await waiting(), await signals(buyer.userId)]).toEqual([0, 1]);
  });

  it('needs no job for other users', async () => {
    const seller = await newPerson(t, sellerForm());
    const { id: sellerId } = (await t.get('/api/auth/me', { as: seller })).body.data.seller;
    await createListing(t, { sellerId });
    expect((await erase(seller)).status).toBe(204);
    expect([await waiting(), await signals(seller.userId)]).toEqual([0, 1]);
  });
});
