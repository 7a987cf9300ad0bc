/** After a person has used the marketplace as buyer, seller and team member, erasure leaves nothing of them in any table. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMs, MINUTE_MS } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Mail } from '../../../src/platform/mail/mailer.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { tablesWith as textsIn } from '../../support/table-texts.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendMessage, startConversation } from '../messaging/scene.ts';
import { newPerson, PASSWORD, sellerForm } from './support.ts';

let t: TestApp;
let admin: TestUser;

let isMailAway = false;
async function send(mail: Mail): Promise<void> {
  if (isMailAway) throw new Error('the mail server is away');
  t.mailbox.push(mail);
}

beforeAll(async () => {
  t = await createTestApp({ mailer: { send } });
  admin = await createAdmin(t);
});
beforeEach(() => {
  isMailAway = false;
});
afterAll(() => t.close());

const tablesWith = (text: string): Promise<string[]> => textsIn(t, text);

const ok = (response: { status: number; text: string }): void => {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
};
const verify = async () => (await t.get('/api/admin/audit-log/verify', { as: admin })).body.data;
const eraseAccount = async (person: { token: string }): Promise<void> =>
  ok(await t.call('DELETE', '/api/auth/me', { as: person, body: { password: PASSWORD } }));

/** Each value is written to at least one place, where the test would find it. */
const VALUES = {
  name: 'Xaver Quorzelmann',
  email: 'xaver.quorzel@lebenslauf.example',
  phone: '4940777111222',
  company: 'Quorzel Nutzfahrzeuge',
  ip: '203.0.113.77',
  asked: 'zzquestion about the gearbox',
  answered: 'zzanswer of the seller',
  templated: 'zztemplate text',
  title: 'zzlisting title',
  described: 'zzlisting description',
  translated: 'zzlisting beschreibung',
  damaged: 'zzlisting damage',
  contacted: 'Zzenobia of the listing',
  reviewed: 'zzreview text',
  reported: 'zzreport details',
  searched: 'zzsearch name',
  replied: 'zzreply to a review',
  allowed: '198.51.100.23',
  hooked: 'hooks.quorzel.example',
  byKey: 'zzsent through an API key',
} as const;

async function simulateActivity(person: TestSeller, other: TestSeller): Promise<void> {
  const ip = VALUES.ip;
  const as = { as: person, ip };
  // Actions as a buyer.
  const otherListing = await createListing(t, other);
  const started = await startConversation(t, person, otherListing, VALUES.asked);
  ok(started);
  const { id: conversationId } = started.body.data.conversation;
  ok(await sendMessage(t, other, conversationId, 'Come and see it.'));
  ok(await t.post(`/v1/messages/${started.body.data.message.id}/report`, { reason: 'spam' }, { as: other }));
  ok(await t.post('/v1/search/saved', { name: VALUES.searched, query: { q: 'man' } }, as));
  const slug = other.slug;
  const review = await t.post(
    `/v1/sellers/${slug}/reviews`,
    { rating: 4, title: 'Good', text: VALUES.reviewed },
    as,
  );
  // Only buyers can write reviews; a dealer who buys cannot.
  expect([201, 403]).toContain(review.status);
  // Actions as a seller.
  const created = await t.post(
    '/v1/seller/listings',
    {
      title: VALUES.title,
      description: VALUES.described,
      translations: { de: { description: VALUES.translated } },
      damageNotes: VALUES.damaged,
      contact: { name: VALUES.contacted },
      category: 'trailers',
      price: 9000,
      currency: 'EUR',
    },
    as,
  );
  ok(created);
  const listing = await createListing(t, person, { title: VALUES.title });
  const customer = await createBuyer(t);
  ok(await t.post('/v1/favorites', { listingId: listing.listingId }, { as: customer }));
  const inquiry = await startConversation(t, customer, listing, 'Is it there?');
  ok(inquiry);
  const theirConversation = inquiry.body.data.conversation.id;
  const response = await sendMessage(t, person, theirConversation, VALUES.answered);
  ok(response);
  ok(
    await t.post(
      `/v1/messages/${response.body.data.message.id}/report`,
      { reason: 'other', details: 'The customer has more to say.' },
      { as: customer },
    ),
  );
  ok(
    await t.post(
      `/v1/messages/${inquiry.body.data.message.id}/report`,
      { reason: 'other', details: VALUES.reported },
      as,
    ),
  );
  const receivedReview = await t.post(
    `/v1/sellers/${person.slug}/reviews`,
    { rating: 5, text: 'Fine.' },
    { as: customer },
  );
  ok(receivedReview);
  ok(
    await t.post(
      `/v1/seller/reviews/${receivedReview.body.data.review?.id ?? receivedReview.body.data.id}/reply`,
      { text: VALUES.replied },
      as,
    ),
  );
  ok(await t.post('/api/account/views', { area: 'listings', name: 'Mine', query: 'q=man' }, as));
  ok(await t.post('/v1/messages/templates', { name: 'greeting', content: VALUES.templated }, as));
  ok(await t.post('/v1/webhooks', { url: `https://${VALUES.hooked}/in`, events: ['*'] }, as));
  ok(
    await t.put(
      '/api/account/security',
      { ipRestriction: { enabled: false, addresses: [VALUES.allowed] } },
      as,
    ),
  );
  ok(
    await t.put('/v1/seller/profile', { companyName: `${VALUES.company} KG`, phone: `+${VALUES.phone}` }, as),
  );
  // Texts that others write about the person.
  ok(
    await t.post(
      `/api/admin/users/${person.userId}/suspend`,
      { reason: `${VALUES.name} was rude` },
      { as: admin },
    ),
  );
  ok(await t.post(`/api/admin/users/${person.userId}/reinstate`, undefined, { as: admin }));
  ok(await t.put(`/api/admin/settings/listings.moderation`, { value: 'auto' }, { as: admin }));
  await t.drainJobs();
}

/** Creates stored idempotent responses of several accounts, and emails that are queued or have failed. */
async function leaveTraces(person: TestSeller, other: TestSeller): Promise<void> {
  let keys = 0;
  const post = async (as: TestUser | string, url: string, body: unknown) => {
    const headers = { 'idempotency-key': `trace-${++keys}` };
    const response = await t.post(url, body, { as, headers });
    ok(response);
    return response.body.data;
  };
  isMailAway = true;
  const { listingId } = await createListing(t, other);
  const inquiry = { listing_id: listingId, message: VALUES.asked };
  const { conversation } = await post(person, '/v1/messages/conversations', inquiry);
  await post(other, `/v1/messages/conversations/${conversation.id}`, { content: 'Not sold yet.' });
  const key = await createApiKey(t, person.userId, ['messages:read', 'messages:write']);
  await post(key, `/v1/messages/conversations/${conversation.id}`, { content: VALUES.byKey });
  await post(other, '/v1/favorites', {
    listingId: (await createListing(t, person, { title: VALUES.title })).listingId,
  });
  await post(admin, `/api/admin/users/${person.userId}/verify-seller`, { verified: true });
  const inviting = await createSeller(t, { plan: 'enterprise' });
  await post(inviting, '/v1/seller/team/invitations', { email: VALUES.email, role: 'VIEWER' });
  await t.drainJobs({ mayFail: ['mail.send'] });
  await t.db
    .updateTable('jobs')
    .set({
      // Emails to others have failed permanently.
      failed_at: sql`case when payload ->> 'to' = ${VALUES.email} then null else ${t.clock.now()}::timestamptz end`,
      // A killed worker leaves its job in this state.
      locked_until: addMs(t.clock.now(), MINUTE_MS),
      locked_by: 'a worker that is gone',
    })
    .where('name', '=', 'mail.send')
    .execute();
}

/** Creates a seller with rows in many tables, which the erasure of another person must not touch. */
async function createBystander(other: TestSeller): Promise<TestSeller> {
  const seller = await createSeller(t, { plan: 'enterprise' });
  const as = { as: seller, headers: { 'idempotency-key': 'bystander' } };
  const listing = await createListing(t, seller, { title: 'A neighbour' });
  const otherListing = await createListing(t, other, { title: 'Of the other' });
  const inquiry = { listing_id: otherListing.listingId, message: 'From a neighbour' };
  ok(await t.post('/v1/messages/conversations', inquiry, as));
  ok(await t.post('/v1/favorites', { listingId: otherListing.listingId }, as));
  ok(await t.post('/v1/search/saved', { name: 'Mine', query: { q: 'man' } }, as));
  ok(await t.post('/api/comparisons', { listingIds: [listing.listingId, otherListing.listingId] }, as));
  ok(await t.post('/v1/messages/templates', { name: 'mine', content: 'Hello' }, as));
  ok(await t.post('/v1/webhooks', { url: 'https://hooks.neighbour.example', events: ['*'] }, as));
  ok(
    await t.post('/v1/seller/team/invitations', { email: 'colleague@neighbour.example', role: 'AGENT' }, as),
  );
  await createApiKey(t, seller.userId, ['listings:read']);
  return seller;
}

/** Returns the rows of every table that refer to the person or the seller. */
async function rowsOf({ userId, sellerId }: TestSeller): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select r::text as text from ${sql.table(name)} as r
      where r::text like ${`%${userId}%`} or r::text like ${`%${sellerId}%`} order by 1`.execute(t.db);
    if (rows.length > 0) found[name] = rows.map(({ text }) => text);
  }
  return found;
}

describe('an erased account', () => {
  it('leaves no personal data of a seller in any table, and the audit log still verifies', async () => {
    const form = sellerForm({
      name: VALUES.name,
      email: VALUES.email,
      phone: `+${VALUES.phone}`,
      companyName: VALUES.company,
    });
    const person = await newPerson(t, form, { 'idempotency-key': 'registering' });
    const { seller } = (await t.get('/api/auth/me', { as: person })).body.data;
    const other = await createSeller(t, { plan: 'enterprise' });
    // The team of another seller invites the person and mentions their name.
    ok(await t.post('/v1/seller/team/invitations', { email: VALUES.email, role: 'AGENT' }, { as: other }));
    await simulateActivity(
      { ...person, name: VALUES.name, sessionId: '', sellerId: seller.id, slug: seller.slug } as never,
      other,
    );
    await t.db
      .insertInto('imports')
      .values({
        id: newId('imp', t.clock.now()),
        seller_id: other.sellerId,
        user_id: other.userId,
        origin: 'upload',
        filename: 'stock.csv',
        url: null,
        status: 'completed',
        preset: 'own',
        mode: 'upsert',
        dry_run: false,
        publish: 'draft',
        options: JSON.stringify({ notifyEmails: [VALUES.email.toUpperCase(), other.email] }),
        created_at: t.clock.now(),
      } as never)
      .execute();
    const signedIn = await t.post(
      '/api/auth/login',
      { email: VALUES.email, password: PASSWORD },
      { ip: VALUES.ip },
    );
    const last = { token: signedIn.body.data.accessToken ?? signedIn.body.data.tokens?.accessToken };
    await leaveTraces(
      { ...last, userId: person.userId, sellerId: seller.id, slug: seller.slug } as never,
      other,
    );
    const opened = [VALUES.name, VALUES.email, VALUES.company, VALUES.asked, VALUES.byKey, VALUES.title];
    for (const value of opened)
      expect([value, await tablesWith(value)]).toEqual([value, expect.arrayContaining(['idempotency_keys'])]);
    for (const value of [VALUES.asked, VALUES.email])
      expect([value, await tablesWith(value)]).toEqual([value, expect.arrayContaining(['jobs'])]);
    // Each value must be present before the erasure; otherwise its absence afterwards would prove nothing.
    const readable = (await t.get('/api/admin/audit-log?limit=100', { as: admin })).text;
    for (const value of [VALUES.ip, VALUES.company, VALUES.allowed, VALUES.hooked, 'was rude'])
      expect([value, readable.includes(value)]).toEqual([value, true]);
    for (const [name, value] of Object.entries(VALUES))
      if (name !== 'reviewed' && name !== 'allowed')
        expect([name, (await tablesWith(value)).length > 0]).toEqual([name, true]);

    const bystander = await createBystander(other);
    const bystanderRows = await rowsOf(bystander);
    expect(Object.keys(bystanderRows).length).toBeGreaterThan(12);
    await eraseAccount(last);
    expect(await rowsOf(bystander)).toEqual(bystanderRows);
    isMailAway = false;
    await t.drainJobs();

    for (const [name, value] of Object.entries(VALUES))
      expect([name, await tablesWith(value)]).toEqual([name, []]);
    expect(await verify()).toMatchObject({ valid: true });
    const log = (await t.get('/api/admin/audit-log?limit=100', { as: admin })).body.data.entries;
    expect(log[0]).toMatchObject({ action: 'user.erased', ip: null });
    expect(log.find((entry: { action: string }) => entry.action === 'seller.renamed')).toMatchObject({
      before: { companyName: { erased: true } },
    });
    // Data of other accounts is kept.
    const options = await t.db
      .selectFrom('imports')
      .select('options')
      .where('seller_id', '=', other.sellerId)
      .execute();
    expect(options).toEqual([{ options: { notifyEmails: [other.email] } }]);
    expect(await tablesWith('Come and see it.')).toContain('messages');
    expect(await tablesWith('Not sold yet.')).toEqual(
      expect.arrayContaining(['idempotency_keys', 'messages']),
    );
    expect(await tablesWith('The customer has more to say.')).toEqual(['reports']);
  });

  it("leaves the team's data, and none of a member's", async () => {
    const owner = await createSeller(t, { plan: 'enterprise', companyName: 'Remaining Trucks' });
    const form = { email: 'wilma.vanish@lebenslauf.example', name: 'Wilma Vanishova' };
    const member = await newPerson(t, {
      ...form,
      role: 'BUYER',
      password: PASSWORD,
      country: 'DE',
    } as never);
    ok(await t.post('/v1/seller/team/invitations', { email: form.email, role: 'MANAGER' }, { as: owner }));
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to, text }) => to === form.email && text.includes('fwi_'));
    const token = /fwi_[\w-]+/.exec(mail?.text ?? '')?.[0];
    ok(await t.post(`/v1/seller/team/invitations/${token}/accept`, undefined, { as: member, ip: VALUES.ip }));
    const customer = await createBuyer(t);
    const started = await startConversation(t, customer, await createListing(t, owner), 'Hello?');
    ok(await sendMessage(t, member as never, started.body.data.conversation.id, 'zzsaid by Wilma'));
    ok(await sendMessage(t, owner, started.body.data.conversation.id, 'Said by the owner'));
    const key = await createApiKey(t, member.userId, ['webhooks:manage']);
    ok(
      await t.post(
        '/v1/webhooks',
        { url: 'https://hooks.remaining.example', events: ['*'] },
        { as: key, ip: VALUES.ip },
      ),
    );
    await t.drainJobs();
    for (const value of [form.email, form.name, 'zzsaid by Wilma', VALUES.ip])
      expect([value, (await tablesWith(value)).length > 0 || value === VALUES.ip]).toEqual([value, true]);
    await eraseAccount(member);
    await t.drainJobs();
    for (const value of [form.email, form.name, 'zzsaid by Wilma', VALUES.ip])
      expect([value, await tablesWith(value)]).toEqual([value, []]);
    for (const text of ['Remaining Trucks', 'Said by the owner', 'hooks.remaining.example'])
      expect([text, (await tablesWith(text)).length > 0]).toEqual([text, true]);
    expect(await verify()).toMatchObject({ valid: true });
  });
});
