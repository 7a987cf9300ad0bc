/** Recipients of events: personal events go only to webhooks of that user, and an API key receives only what it can read. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/platform/actor.ts';
import { DAY_MS, addMs, MINUTE_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendMessage, startConversation } from '../messaging/scene.ts';
import { createWebhook, forgetDeliveries, logsOf, prepareWebhookTests, sendParcel } from './setup.ts';

const PASSWORD = 'Tr4ctor-unit-in-Gdansk';

let t: TestApp;
/** Receivers for a webhook of the team and for a webhook of one member. */
let ofTeam: Receiver;
let ofPerson: Receiver;

beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  [ofTeam, ofPerson] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  await Promise.all([ofTeam.close(), ofPerson.close()]);
  await t.close();
});
afterEach(async () => {
  await forgetDeliveries(t);
  await t.db.updateTable('webhooks').set({ status: 'disabled' }).execute();
  for (const receiver of [ofTeam, ofPerson]) {
    receiver.requests.length = 0;
    receiver.usually(200);
  }
});

const deliverDue = (): Promise<number> => t.app.modules.webhooks.deliverDue();
const sinceYesterday = (): { since: string } => ({ since: addMs(t.clock.now(), -DAY_MS).toISOString() });
const textOf = (receiver: Receiver): string => receiver.requests.map((request) => request.body).join('\n');
const typesOf = (receiver: Receiver): string[] =>
  receiver.requests.map((request) => JSON.parse(request.body).type as string).toSorted();
const replay = (as: { token: string }, id: string, options = {}) =>
  t.post(`/v1/webhooks/${id}/replay`, { ...sinceYesterday(), ...options }, { as });

/** Has another seller reply to an inquiry of this buyer. */
async function replyToBuyer(buyer: TestUser, response: string): Promise<void> {
  const other = await createSeller(t);
  const started = await startConversation(t, buyer, await createListing(t, other), 'How much is it?');
  const sent = await sendMessage(t, other, started.body.data.conversation.id, response);
  expect(sent.status).toBe(201);
}

async function askSeller(seller: TestSeller, question: string): Promise<void> {
  const started = await startConversation(t, await createBuyer(t), await createListing(t, seller), question);
  expect(started.status).toBe(201);
}

async function verify(user: TestUser): Promise<void> {
  await t.db.updateTable('users').set({ email_verified: false }).where('id', '=', user.userId).execute();
  await t.post('/v1/auth/resend-verification', { email: user.email });
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to }) => to === user.email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  expect((await t.post('/v1/auth/verify-email', { email: user.email, code })).status).toBe(200);
}

async function createKey(seller: TestSeller, ...scopes: Scope[]): Promise<{ token: string }> {
  return { token: await createApiKey(t, seller.userId, scopes) };
}

describe('what a member of a team does as a person', () => {
  it('reaches the webhooks of that member, and none of the others', async () => {
    const owner = await createSeller(t, { plan: 'enterprise' });
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const [owners, managers] = [
      await createWebhook(t, owner, ofTeam.url),
      await createWebhook(t, manager, ofPerson.url),
    ];
    await replyToBuyer(manager, 'For you 9,000.');
    await verify(manager);
    await askSeller(owner, 'Is the trailer there?');
    await deliverDue();
    expect(textOf(ofPerson)).toContain('For you 9,000.');
    expect(typesOf(ofPerson)).toContain('user.verified');
    expect(textOf(ofTeam)).not.toContain('9,000');
    expect(typesOf(ofTeam)).not.toContain('user.verified');
    // Events of the seller reach both receivers.
    for (const receiver of [ofTeam, ofPerson]) expect(textOf(receiver)).toContain('Is the trailer there?');

    // For the colleague, the log neither lists nor counts these entries.
    const ownEntries = await logsOf(t, manager, managers.id);
    const visibleEntries = await logsOf(t, owner, managers.id);
    expect(ownEntries.length).toBe(visibleEntries.length + 2);
    expect(visibleEntries.map((entry) => entry.event_type)).not.toContain('user.verified');
    const counted = await t.get(`/v1/webhooks/${managers.id}/logs`, { as: owner });
    expect(counted.body.data.pagination.total).toBe(visibleEntries.length);
    const entry = ownEntries.find((candidate) => candidate.event_type === 'user.verified');
    const path = `/v1/webhooks/${managers.id}/logs/${entry.id}/retry`;
    expect((await t.post(path, undefined, { as: owner })).status).toBe(404);
    expect((await t.post(path, undefined, { as: manager })).status).toBe(200);

    // A replay requested by a colleague omits it too.
    for (const hook of [owners, managers]) {
      await forgetDeliveries(t);
      for (const receiver of [ofTeam, ofPerson]) receiver.requests.length = 0;
      expect((await replay(owner, hook.id, { includeDelivered: true })).status).toBe(200);
      await deliverDue();
      const text = textOf(ofTeam) + textOf(ofPerson);
      expect(text).toContain('Is the trailer there?');
      expect(text).not.toContain('9,000');
      expect(text).not.toContain('user.verified');
    }
  });

  it('is not replayed from before the member joined', async () => {
    const joining = await createBuyer(t);
    await replyToBuyer(joining, 'Nobody else needs to know.');
    const owner = await createSeller(t, { plan: 'enterprise' });
    t.clock.advance(MINUTE_MS);
    await t.db
      .insertInto('team_members')
      .values({
        id: `mem_${joining.userId.slice(4)}`,
        seller_id: owner.sellerId,
        user_id: joining.userId,
        role: 'MANAGER',
        created_at: t.clock.now(),
      })
      .execute();
    await t.db.updateTable('users').set({ role: 'SELLER' }).where('id', '=', joining.userId).execute();
    const hooks = [
      await createWebhook(t, owner, ofTeam.url),
      await createWebhook(t, joining, ofPerson.url),
    ] as const;
    for (const as of [owner, joining])
      for (const hook of hooks) expect((await replay(as, hook.id)).body.data.replayed).toBe(0);
    await replyToBuyer(joining, 'Of today.');
    await deliverDue();
    expect([textOf(ofTeam).includes('Of today.'), textOf(ofPerson).includes('Of today.')]).toEqual([
      false,
      true,
    ]);
  });

  it('goes nowhere once a colleague has chosen the address, also what waits to be tried again', async () => {
    const owner = await createSeller(t, { plan: 'enterprise' });
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const hook = await createWebhook(t, manager, ofPerson.url);
    ofPerson.usually(500);
    await replyToBuyer(manager, 'Between us.');
    await sendParcel(t, owner);
    await deliverDue();
    expect(textOf(ofPerson)).toContain('Between us.');
    const changed = await t.patch(`/v1/webhooks/${hook.id}`, { url: ofTeam.url }, { as: owner });
    expect(changed.status).toBe(200);
    t.clock.advance(MINUTE_MS);
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual(['parcel.sent']);
    const remaining = await t.db
      .selectFrom('webhook_deliveries')
      .select('state')
      .where('person_id', '=', manager.userId)
      .execute();
    expect(remaining).toEqual([{ state: 'undelivered' }]);
    const entry = (await logsOf(t, manager, hook.id)).find(
      (candidate) => candidate.event_type === 'message.received',
    );
    const retry = await t.post(`/v1/webhooks/${hook.id}/logs/${entry.id}/retry`, undefined, { as: manager });
    expect(retry.status).toBe(404);
    await replyToBuyer(manager, 'Still between us.');
    await deliverDue();
    expect(textOf(ofTeam)).not.toContain('between us');
  });

  it('goes nowhere once the member has left, also after a webhook of theirs has been handed over', async () => {
    const owner = await createSeller(t, { plan: 'enterprise' });
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const hook = await createWebhook(t, manager, ofTeam.url);
    ofTeam.usually(500);
    await replyToBuyer(manager, 'While a member.');
    await deliverDue();
    const { members } = (await t.get('/api/seller/team', { as: owner })).body.data;
    const { id } = members.find((member: { userId: string }) => member.userId === manager.userId);
    expect((await t.del(`/api/seller/team/${id}`, { as: owner })).status).toBe(204);
    ofTeam.requests.length = 0;
    await replyToBuyer(manager, 'As nobody’s member.');
    await sendParcel(t, owner);
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual([]);
    const self = members.find((member: { userId: string }) => member.userId === owner.userId);
    const body = { memberId: self.id };
    expect((await t.post(`/v1/webhooks/${hook.id}/hand-over`, body, { as: owner })).status).toBe(200);
    await replyToBuyer(manager, 'As nobody’s member.');
    await replyToBuyer(owner, 'For the owner alone.');
    await sendParcel(t, owner);
    t.clock.advance(2 * DAY_MS);
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual(['parcel.sent']);
  });
});

describe('a webhook made with an API key', () => {
  it('gets the events that the key’s scopes allow, and names the rest', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const bare = await createKey(seller, 'webhooks:manage');
    const reader = await createKey(seller, 'webhooks:manage', 'messages:read');
    const events = ['message.received', 'parcel.sent', 'listing.created'];
    const created = await t.post('/v1/webhooks', { url: ofTeam.url, events }, { as: bare });
    expect(created.body.data.webhook).toMatchObject({
      events,
      withheldEvents: ['listing.created', 'message.received'],
    });
    const all = await t.post('/v1/webhooks', { url: ofPerson.url, events: ['*'] }, { as: reader });
    const { withheldEvents } = all.body.data.webhook;
    expect(withheldEvents).toEqual(
      expect.arrayContaining(['listing.created', 'invoice.paid', 'user.created']),
    );
    expect(withheldEvents).not.toContain('message.received');
    await askSeller(seller, 'Is it for sale?');
    await sendParcel(t, seller);
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual(['parcel.sent']);
    expect(typesOf(ofPerson)).toEqual([
      'conversation.created',
      'inquiry.created',
      'message.received',
      'parcel.sent',
    ]);
  });

  it('gets no more by a replay or a retry', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const hook = await createWebhook(t, seller, ofPerson.url, ['message.received', 'parcel.sent']);
    ofPerson.usually(500);
    await askSeller(seller, 'Any rust?');
    await sendParcel(t, seller);
    await deliverDue();
    const logs = await logsOf(t, seller, hook.id);
    const key = await createKey(seller, 'webhooks:manage');
    const moved = await t.patch(`/v1/webhooks/${hook.id}`, { url: ofTeam.url }, { as: key });
    expect(moved.body.data.webhook.withheldEvents).toEqual(['message.received']);
    const entry = logs.find((candidate) => candidate.event_type === 'message.received');
    const path = `/v1/webhooks/${hook.id}/logs/${entry.id}/retry`;
    expect((await t.post(path, undefined, { as: key })).body.error.code).toBe('INVALID_STATE');
    // The automatic second attempt is due at the old URL.
    t.clock.advance(MINUTE_MS);
    await deliverDue();
    expect((await replay(key, hook.id, { includeDelivered: true })).status).toBe(200);
    await deliverDue();
    expect(new Set(typesOf(ofTeam))).toEqual(new Set(['parcel.sent']));
  });

  it('shows no more in the log of a webhook that a person has made, but for samples', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const hook = await createWebhook(t, seller, ofTeam.url, ['message.received']);
    ofTeam.usually((response, request) => response.end(`thanks for ${request.body}`));
    await askSeller(seller, 'Any rust?');
    await deliverDue();
    const [entry] = await logsOf(t, seller, hook.id);
    const read = async (as: { token: string }, id = entry.id) => {
      const response = await t.get(`/v1/webhooks/${hook.id}/logs/${id}`, { as });
      expect(response.status).toBe(200);
      return response;
    };
    const bare = await createKey(seller, 'webhooks:manage');
    const hidden = await read(bare);
    expect(hidden.text).not.toContain('Any rust?');
    expect(hidden.body.data.log).toMatchObject({
      status: 'delivered',
      request: { headers: { 'webhook-id': entry.event_id }, body: null },
      response: { body: null },
    });
    for (const as of [seller, await createKey(seller, 'webhooks:manage', 'messages:read')]) {
      const { request, response } = (await read(as)).body.data.log;
      expect(request.body).toContain('Any rust?');
      expect(response.body).toContain('thanks for');
    }
    const tested = await t.post(`/v1/webhooks/${hook.id}/test`, {}, { as: bare });
    expect((await read(bare, tested.body.data.delivery.id)).body.data.log.request.body).toContain(
      '"test":true',
    );
  });

  it('is not widened by who changes something else, only by who chooses the events', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const bare = await createKey(seller, 'webhooks:manage');
    const hook = await createWebhook(t, bare, ofTeam.url, ['message.received']);
    const readWithheld = async (): Promise<unknown> =>
      (await t.get(`/v1/webhooks/${hook.id}`, { as: seller })).body.data.webhook.withheldEvents;
    const change = (body: unknown, as: { token: string }) =>
      t.patch(`/v1/webhooks/${hook.id}`, body as object, { as });
    await change({ status: 'disabled' }, seller);
    await change({ status: 'active', url: `${ofTeam.url}/2` }, seller);
    expect(await readWithheld()).toEqual(['message.received']);
    await change({ url: ofTeam.url }, await createKey(seller, 'webhooks:manage', 'messages:read'));
    expect(await readWithheld()).toEqual(['message.received']);
    await change({ events: ['message.received'] }, seller);
    expect(await readWithheld()).toBeUndefined();
    await change({ status: 'active' }, bare);
    expect(await readWithheld()).toBeUndefined();
    await change({ events: ['message.received', 'parcel.sent'] }, bare);
    expect(await readWithheld()).toEqual(['message.received']);
  });
});

describe('user.created', () => {
  const register = async (email: string, name = 'Piotr Invited'): Promise<void> => {
    const response = await t.post('/api/auth/register', { email, password: PASSWORD, name, role: 'BUYER' });
    expect([response.status, response.body.error]).toEqual([201, undefined]);
  };

  it('goes only to the teams that have invited the person, also by replay', async () => {
    const inviters = [
      await createSeller(t, { plan: 'enterprise' }),
      await createSeller(t, { plan: 'enterprise' }),
    ];
    const [revoked, expired, accepted, other] = [
      await createSeller(t, { plan: 'enterprise' }),
      await createSeller(t, { plan: 'enterprise' }),
      await createSeller(t, { plan: 'enterprise' }),
      await createSeller(t, { plan: 'enterprise' }),
    ];
    const email = 'Piotr.Invited@Example.org';
    for (const seller of [...inviters, revoked, expired, accepted]) {
      const invited = await t.post('/api/seller/team/invitations', { email, role: 'AGENT' }, { as: seller });
      expect(invited.status).toBe(201);
      if (seller === revoked) {
        const { id } = invited.body.data.invitation;
        expect((await t.del(`/api/seller/team/invitations/${id}`, { as: seller })).status).toBe(204);
      }
    }
    await t.db
      .updateTable('team_invitations')
      .set({ expires_at: t.clock.now() })
      .where('seller_id', '=', expired.sellerId)
      .execute();
    // Accepted by a user who has changed their address since.
    await t.db
      .updateTable('team_invitations')
      .set({ accepted_at: t.clock.now() })
      .where('seller_id', '=', accepted.sellerId)
      .execute();
    // An invitation for another address.
    const otherInvitation = { email: 'else@example.org', role: 'AGENT' };
    expect((await t.post('/api/seller/team/invitations', otherInvitation, { as: other })).status).toBe(201);
    const first = await createWebhook(t, inviters[0]!, ofTeam.url, ['user.created']);
    await createWebhook(t, inviters[1]!, ofTeam.url);
    for (const seller of [revoked, expired, accepted, other]) await createWebhook(t, seller, ofPerson.url);
    await register(email.toLowerCase());
    await register('nobody.asked@example.org', 'Nobody Asked');
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual(['user.created', 'user.created']);
    expect(JSON.parse(ofTeam.requests[0]!.body).data.user).toMatchObject({ email: email.toLowerCase() });
    expect(ofPerson.requests).toEqual([]);
    expect(await logsOf(t, inviters[0]!, first.id)).toHaveLength(1);
    expect((await replay(inviters[0]!, first.id, { includeDelivered: true })).body.data.replayed).toBe(1);
  });

  it('goes to the webhooks of administrators, as does user.verified, and nothing of sellers does', async () => {
    const admin = await createAdmin(t);
    const response = await t.post('/api/webhooks', { url: ofTeam.url, events: ['*'] }, { as: admin });
    expect(response.status).toBe(201);
    const { id } = response.body.data.webhook;
    const seller = await createSeller(t);
    await askSeller(seller, 'Not for administrators.');
    await register('somebody.new@example.org', 'Somebody New');
    await verify(seller);
    // Actions of an administrator as a buyer are personal events.
    await replyToBuyer(admin, 'For the administrator.');
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual(['message.received', 'user.created', 'user.verified']);
    expect(textOf(ofTeam)).not.toContain('Not for administrators.');
    for (const path of ['/v1/webhooks', '/api/seller/webhooks'])
      expect((await t.get(path, { as: admin })).body.data.webhooks).toMatchObject([{ id }]);
    expect((await replay(admin, id, { includeDelivered: true })).body.data.replayed).toBe(3);

    // A replay by another administrator contains only events for all administrators, not the personal ones.
    await deliverDue();
    ofTeam.requests.length = 0;
    const options = { ...sinceYesterday(), includeDelivered: true };
    const byColleague = await t.post(`/api/admin/webhooks/${id}/replay`, options, {
      as: await createAdmin(t),
    });
    expect(byColleague.body.data.replayed).toBe(2);
    await deliverDue();
    expect(typesOf(ofTeam)).toEqual(['user.created', 'user.verified']);

    // Other administrators and sellers get 404.
    for (const stranger of [await createAdmin(t), seller])
      expect((await t.get(`/v1/webhooks/${id}`, { as: stranger })).status).toBe(404);

    // A former administrator receives no further events.
    ofTeam.requests.length = 0;
    await t.db.updateTable('users').set({ role: 'BUYER' }).where('id', '=', admin.userId).execute();
    await register('another.new@example.org', 'Another New');
    await replyToBuyer(admin, 'For nobody.');
    await deliverDue();
    expect(ofTeam.requests).toEqual([]);
  });

  it('an administrator has at most 20 webhooks, also when they are made at once', async () => {
    const admin = await createAdmin(t);
    const make = () => t.post('/api/webhooks', { url: ofTeam.url, events: ['user.created'] }, { as: admin });
    for (let count = 1; count <= 18; count++) expect((await make()).status).toBe(201);
    // Send fewer requests than there are database connections, so that none waits for one.
    const responses = await Promise.all([make(), make(), make(), make()]);
    const codes: string[] = responses.map(({ status, body }) => (status === 201 ? 'made' : body.error.code));
    expect(codes.toSorted()).toEqual(['PLAN_LIMIT_EXCEEDED', 'PLAN_LIMIT_EXCEEDED', 'made', 'made']);
  });

  it('notifies the administrator whose webhook is disabled', async () => {
    const admin = await createAdmin(t);
    const response = await t.post(
      '/api/webhooks',
      { url: ofTeam.url, events: ['user.created'] },
      { as: admin },
    );
    const { id } = response.body.data.webhook;
    ofTeam.usually(500);
    await register('third.new@example.org', 'Third New');
    for (let i = 0; i < 6; i++) {
      await deliverDue();
      t.clock.advance(2 * DAY_MS);
    }
    const hook = await t.db.selectFrom('webhooks').select('status').where('id', '=', id).executeTakeFirst();
    expect(hook).toEqual({ status: 'disabled' });
    const jobs = await t.db
      .selectFrom('jobs')
      .select('payload')
      .where('name', '=', 'test.take-notice')
      .execute();
    expect(
      jobs.filter(({ payload }) => {
        const { userId, type } = payload as { userId: string; type: string };
        return userId === admin.userId && type === 'webhook_disabled';
      }),
    ).toHaveLength(1);
    await inTransaction(t.db, (trx) =>
      trx.deleteFrom('jobs').where('name', '=', 'test.take-notice').execute(),
    );
  });
});
