import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestListing,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, formOf, sendMessage, startConversation } from '../messaging/scene.ts';
import { createWebhook, type TestWebhook } from '../webhooks/setup.ts';

let t: TestApp;
let receiver: Receiver;
let admin: TestUser;
let seller: TestSeller;
let agent: TestUser;
let buyer: TestUser;
let listing: TestListing;
let conversationId: string;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

beforeEach(async () => {
  admin = await createAdmin(t);
  seller = await createSeller(t, { companyName: 'Hansa Trucks' });
  agent = await createTeamMember(t, seller.sellerId, 'MANAGER');
  buyer = await createBuyer(t);
  listing = await createListing(t, seller);
  conversationId = (await startConversation(t, buyer, listing)).body.data.conversation.id;
});

const suspend = async (user = seller): Promise<void> => {
  const response = await t.post(
    `/api/admin/users/${user.userId}/suspend`,
    { reason: 'Forged papers.' },
    { as: admin },
  );
  expect(response.status).toBe(200);
};
const reinstate = async (): Promise<void> => {
  const response = await t.post(`/api/admin/users/${seller.userId}/reinstate`, undefined, { as: admin });
  expect(response.status).toBe(200);
};

describe('the conversations of a suspended seller', () => {
  const countMessages = async (): Promise<number> =>
    (await t.get(`${CONVERSATIONS}/${conversationId}`, { as: buyer })).body.data.messages.length;

  it('409: are closed to new messages from both sides, with the reason, and open when it is reinstated', async () => {
    const other = await createSeller(t);
    const elsewhere = await startConversation(t, buyer, await createListing(t, other));
    await suspend();
    const file = { name: 'a.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4') };
    const refused = [
      await sendMessage(t, buyer, conversationId, 'Hello?'),
      await sendMessage(t, agent, conversationId, 'Yes?'),
      await startConversation(t, buyer, listing, 'Hello again?'),
      await t.post('/api/messages', { threadId: conversationId, content: 'Hello?' }, { as: buyer }),
      await t.call('POST', `${CONVERSATIONS}/${conversationId}`, { as: buyer, ...formOf({}, file) }),
    ];
    expect(refused.map((response) => [response.status, response.body.error])).toEqual(
      refused.map(() => [
        409,
        {
          code: 'INVALID_STATE',
          message:
            'The seller is suspended. Its conversations are closed to new messages until it is reinstated.',
        },
      ]),
    );
    expect(await countMessages()).toBe(1);
    expect((await sendMessage(t, buyer, elsewhere.body.data.conversation.id, 'Hello')).status).toBe(201);

    await reinstate();
    expect((await sendMessage(t, agent, conversationId, 'Here we are.')).status).toBe(201);
    expect(await countMessages()).toBe(2);
  });

  it('stay open while another owner is active', async () => {
    const partner = await createTeamMember(t, seller.sellerId, 'OWNER');
    await suspend();
    expect((await sendMessage(t, buyer, conversationId, 'Hello?')).status).toBe(201);
    expect((await sendMessage(t, partner, conversationId, 'Yes.')).status).toBe(201);
  });
});

describe('the webhooks of a suspended seller', () => {
  let key: { readonly token: string };
  let webhook: TestWebhook;

  beforeEach(async () => {
    receiver = await startReceiver();
    await t.db.deleteFrom('webhook_deliveries').execute();
    key = {
      token: await createApiKey(t, agent.userId, ['webhooks:manage', 'messages:read', 'listings:read']),
    };
    webhook = await createWebhook(t, key, receiver.url, ['message.received', 'listing.unpublished']);
    return () => receiver.close();
  });

  const deliver = (): Promise<number> => t.app.modules.webhooks.deliverDue();
  const contents = (): string[] =>
    receiver.requests.map((request) => JSON.parse(request.body).data.message?.content ?? 'unpublished');
  const call = (path: string, body: unknown = {}) =>
    t.post(`/v1/webhooks/${webhook.id}/${path}`, body, { as: key });

  it('send nothing, neither what waited nor what happens, and what waited is held', async () => {
    receiver.usually(500);
    await sendMessage(t, buyer, conversationId, 'tried before');
    expect(await deliver()).toBe(1);
    receiver.usually(200);
    await sendMessage(t, buyer, conversationId, 'waiting');
    await suspend();
    t.clock.advance(2 * MINUTE_MS);
    expect([await deliver(), receiver.requests.length]).toEqual([0, 1]);
    const rows = await t.db
      .selectFrom('webhook_deliveries')
      .select(['state', 'due_at'])
      .where('webhook_id', '=', webhook.id)
      .execute();
    expect(rows).toEqual([
      { state: 'undelivered', due_at: null },
      { state: 'undelivered', due_at: null },
    ]);
    expect((await t.get(`/v1/webhooks/${webhook.id}`, { as: key })).body.data.webhook.status).toBe('active');
  });

  it('409: retry, replay and test', async () => {
    receiver.usually(500);
    await sendMessage(t, buyer, conversationId, 'first');
    await deliver();
    const logs = await t.get(`/v1/webhooks/${webhook.id}/logs`, { as: key });
    await suspend();
    const refused = [
      await call(`logs/${logs.body.data.logs[0].id}/retry`),
      await call('replay', { since: new Date(t.clock.now().getTime() - DAY_MS).toISOString() }),
      await call('test'),
    ];
    expect(refused.map((response) => [response.status, response.body.error.message])).toEqual(
      refused.map(() => [409, 'The seller is suspended. Its webhooks send nothing until it is reinstated.']),
    );
    expect(receiver.requests).toHaveLength(1);
  });

  it('are not sent what a transaction queued beside the suspension, nor is it retried', async () => {
    await sendMessage(t, buyer, conversationId, 'slipped in');
    // Simulates a delivery whose commit follows the step of the suspension that holds pending deliveries.
    await t.db
      .updateTable('sellers')
      .set({ status: 'suspended' })
      .where('id', '=', seller.sellerId)
      .execute();
    expect(await deliver()).toBe(0);
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', seller.userId).execute();
    await reinstate();
    expect([await deliver(), contents()]).toEqual([0, []]);
  });

  it('an attempt under way at the suspension ends undelivered and is not tried again', async () => {
    await sendMessage(t, buyer, conversationId, 'under way');
    receiver.usually((response) => void suspend().then(() => response.writeHead(500).end()));
    expect(await deliver()).toBe(1);
    const [row] = await t.db
      .selectFrom('webhook_deliveries')
      .select(['state', 'due_at', 'attempts'])
      .where('webhook_id', '=', webhook.id)
      .execute();
    expect(row).toEqual({ state: 'undelivered', due_at: null, attempts: 1 });
  });

  it('send new events when it is reinstated; a replay brings what was missed; those of others never paused', async () => {
    const other = await createSeller(t);
    const otherConversation = await startConversation(t, buyer, await createListing(t, other));
    await createWebhook(t, other, `${receiver.url}/theirs`, ['message.received']);
    await sendMessage(t, buyer, conversationId, 'waiting');
    const before = new Date(t.clock.now().getTime() - MINUTE_MS).toISOString();
    await suspend();
    await sendMessage(t, buyer, otherConversation.body.data.conversation.id, 'to another');
    await deliver();
    expect(contents()).toEqual(['to another']);
    await reinstate();
    await deliver();
    expect(contents()).toEqual(['to another']);
    await sendMessage(t, buyer, conversationId, 'after');
    await deliver();
    expect(contents()).toEqual(['to another', 'after']);
    await call('replay', { since: before });
    await deliver();
    expect(contents().toSorted()).toEqual(
      ['Is it still available?', 'after', 'to another', 'unpublished', 'waiting'].toSorted(),
    );
  });
});

describe('emails about a suspension', () => {
  const SUBJECT = 'Your account is suspended: you cannot sign in, and your API keys do not work';
  const mailsTo = (user: TestUser) => t.mailbox.filter((mail) => mail.to === user.email);

  it('notify the suspended owner and the rest of the team, with the reason, and again at the end', async () => {
    await t.drainJobs();
    t.mailbox.length = 0;
    await suspend();
    await t.drainJobs();
    expect(mailsTo(seller).map((mail) => mail.subject)).toEqual([SUBJECT]);
    expect(mailsTo(seller)[0]?.text).toContain('Reason: Forged papers.');
    const agentMail = mailsTo(agent).find(
      (mail) => mail.subject === 'Your company is suspended on Fifthwheel',
    );
    expect(agentMail?.text).toContain('suspended Hansa Trucks');
    expect(agentMail?.text).toContain('Reason: Forged papers.');
    expect(mailsTo(buyer)).toEqual([]);

    t.mailbox.length = 0;
    await reinstate();
    await t.drainJobs();
    expect(mailsTo(seller).map((mail) => mail.subject)).toEqual(
      expect.arrayContaining([
        'Your Fifthwheel account is active again',
        'Your company is active again on Fifthwheel',
      ]),
    );
    expect(mailsTo(agent).map((mail) => mail.subject)).toContain(
      'Your company is active again on Fifthwheel',
    );
  });

  it('inform a single member only about their own account', async () => {
    await t.drainJobs();
    t.mailbox.length = 0;
    await suspend({ ...seller, ...agent });
    await t.drainJobs();
    expect(mailsTo(agent).map((mail) => mail.subject)).toEqual([SUBJECT]);
    expect(mailsTo(seller)).toEqual([]);
    expect((await sendMessage(t, buyer, conversationId, 'Hello?')).status).toBe(201);
  });
});

describe('a suspension with an end', () => {
  const endOfSuspensions = async (): Promise<void> => {
    await t.app.runner.scheduleRecurring();
    await t.db
      .updateTable('jobs')
      .set({ run_at: t.clock.now() })
      .where('name', '=', 'admin.end-suspensions')
      .execute();
    await t.drainJobs();
  };
  const inDays = (days: number): string => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString();
  const suspendUntil = (until: string) =>
    t.post(
      `/api/admin/users/${seller.userId}/suspend`,
      { code: 'insulting', reason: 'Insults.', until },
      { as: admin },
    );
  const read = async () => (await t.get(`/api/admin/users/${seller.userId}`, { as: admin })).body.data.user;

  it('is announced with its end and ends automatically: account, company and listings return, with audit entries', async () => {
    const until = inDays(7);
    expect((await suspendUntil(until)).status).toBe(200);
    expect((await read()).suspendedUntil).toBe(until);
    await endOfSuspensions();
    expect((await read()).status).toBe('suspended');
    const mail = t.mailbox.findLast(({ to, text }) => to === seller.email && text.includes('/decisions/'));
    // The email gives times in the time zone of the marketplace, with its name.
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' });
    const time = clock.format(new Date(until));
    expect(mail?.text).toMatch(
      new RegExp(`This ends automatically on \\d+ [A-Z][a-z]+ \\d{4} at ${time} (?:CET|CEST)\\.`),
    );
    expect(mail?.text).toContain('The law: the rights of other people');

    t.clock.advance(7 * DAY_MS);
    admin = await createAdmin(t);
    await endOfSuspensions();
    expect(await read()).toMatchObject({
      status: 'active',
      suspendedReason: null,
      suspendedUntil: null,
      seller: { status: 'active' },
    });
    const { status } = await t.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', listing.listingId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('ACTIVE');
    const { entries } = (await t.get(`/api/admin/audit-log?subjectId=${seller.userId}`, { as: admin })).body
      .data;
    expect(entries[0]).toMatchObject({ action: 'user.reinstated', actor: { kind: 'system' } });
  });

  it('continues where an administrator has suspended again, without an end', async () => {
    await suspendUntil(inDays(1));
    await reinstate();
    await suspend();
    t.clock.advance(2 * DAY_MS);
    admin = await createAdmin(t);
    await endOfSuspensions();
    expect(await read()).toMatchObject({ status: 'suspended', suspendedUntil: null });
  });

  it('422 with an end in the past; nothing is suspended', async () => {
    expect(fieldsOf(await suspendUntil(inDays(-1)))).toEqual(['until']);
    expect((await read()).status).toBe('active');
  });
});
