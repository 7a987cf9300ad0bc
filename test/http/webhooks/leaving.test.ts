/**
 * API keys and webhooks of a member who leaves. They belong to the seller: the keys end at once, and a webhook pauses until
 * an owner hands it over.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TeamRole } from '../../../src/platform/actor.ts';
import {
  createAdmin,
  createApiKey,
  createSeller,
  createTeamMember,
  TEST_PASSWORD,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import {
  createWebhook,
  forgetDeliveries,
  noticesOf,
  prepareWebhookTests,
  sendParcel,
  type TestWebhook,
} from './setup.ts';

let t: TestApp;
let receiver: Receiver;
let owner: TestSeller;
let manager: TestUser;
let hook: TestWebhook;
beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});
beforeEach(async () => {
  await forgetDeliveries(t);
  receiver.requests.length = 0;
  owner = await createSeller(t, { plan: 'enterprise' });
  manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
  hook = await createWebhook(t, manager, receiver.url);
});

const deliverDue = () => t.app.modules.webhooks.deliverDue();
const read = async (as: { token: string } = owner) =>
  (await t.get(`/v1/webhooks/${hook.id}`, { as })).body.data.webhook;

async function memberIdOf(user: TestUser): Promise<string> {
  const { members } = (await t.get('/api/seller/team', { as: owner })).body.data;
  return members.find(({ userId }: { userId: string }) => userId === user.userId).id;
}

async function handOver(to: TestUser, as: { token: string } = owner) {
  return t.post(`/v1/webhooks/${hook.id}/hand-over`, { memberId: await memberIdOf(to) }, { as });
}

/** Returns how many of two events arrive: one that is pending while the member leaves, and one that happens later. */
async function arriveAround(leave: () => Promise<unknown>): Promise<number> {
  await sendParcel(t, owner, 'prc_before');
  await leave();
  await sendParcel(t, owner, 'prc_after');
  await deliverDue();
  return receiver.requests.length;
}

const changeRole = async (role: TeamRole) =>
  t.patch(`/api/seller/team/${await memberIdOf(manager)}`, { role }, { as: owner });

const WAYS_TO_LEAVE: readonly [name: string, leave: () => Promise<{ status: number }>][] = [
  ['is removed', async () => t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as: owner })],
  ['leaves', async () => t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as: manager })],
  [
    'erases the account',
    () => t.call('DELETE', '/api/auth/me', { as: manager, body: { password: TEST_PASSWORD } }),
  ],
  ['becomes an agent', () => changeRole('AGENT')],
  ['becomes a viewer', () => changeRole('VIEWER')],
];

describe.each(WAYS_TO_LEAVE)('a webhook of a member who %s', (_name, leave) => {
  it('sends nothing more, neither what waits nor what happens later, until an owner hands it over', async () => {
    expect(await arriveAround(async () => expect((await leave()).status).toBeLessThan(300))).toBe(0);
    expect(await read()).toMatchObject({
      status: 'disabled',
      disabledReason: 'member_left',
      keeper: null,
      maker: { userId: manager.userId },
    });
    expect(await noticesOf(t, owner.userId, 'webhook_left')).toMatchObject([
      { data: { webhookId: hook.id } },
    ]);

    const other = await createTeamMember(t, owner.sellerId, 'MANAGER');
    for (const as of [owner, other]) {
      for (const body of [{ status: 'active' }, { url: `${receiver.url}/2` }, { events: ['parcel.sent'] }])
        expect((await t.patch(`/v1/webhooks/${hook.id}`, body, { as })).status).toBe(409);
      expect((await t.post(`/v1/webhooks/${hook.id}/test`, {}, { as })).status).toBe(409);
      const since = new Date(t.clock.now().getTime() - 60_000).toISOString();
      expect((await t.post(`/v1/webhooks/${hook.id}/replay`, { since }, { as })).status).toBe(409);
    }
    expect((await handOver(other, other)).status).toBe(403);

    const handOverResponse = await handOver(other);
    expect([handOverResponse.status, handOverResponse.body.data.webhook]).toMatchObject([
      200,
      { status: 'active', keeper: { userId: other.userId }, maker: { userId: manager.userId } },
    ]);
    await sendParcel(t, owner, 'prc_handed_over');
    await deliverDue();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).data.parcel.id)).toEqual(['prc_handed_over']);
  });
});

describe('a webhook', () => {
  it('pauses while its keeper is suspended, and continues afterwards with new events alone', async () => {
    const admin = await createAdmin(t);
    const suspend = () =>
      t.post(`/api/admin/users/${manager.userId}/suspend`, { reason: 'Spam' }, { as: admin });
    expect(await arriveAround(async () => expect((await suspend()).status).toBeLessThan(300))).toBe(0);
    expect((await t.post(`/v1/webhooks/${hook.id}/test`, {}, { as: owner })).status).toBe(409);
    const reinstated = await t.post(`/api/admin/users/${manager.userId}/reinstate`, {}, { as: admin });
    expect(reinstated.status).toBeLessThan(300);
    await sendParcel(t, owner, 'prc_again');
    await deliverDue();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).data.parcel.id)).toEqual(['prc_again']);
  });

  it('pauses through the membership itself, whichever code removes the row', async () => {
    await sendParcel(t, owner);
    await t.db.deleteFrom('team_members').where('user_id', '=', manager.userId).execute();
    await deliverDue();
    expect(receiver.requests).toEqual([]);
    expect(await read()).toMatchObject({ disabledReason: 'member_left', keeper: null });
  });

  it('stays when another member leaves, also one who has chosen its events', async () => {
    const other = await createTeamMember(t, owner.sellerId, 'MANAGER');
    await t.patch(`/v1/webhooks/${hook.id}`, { events: ['parcel.sent'] }, { as: other });
    await t.del(`/api/seller/team/${await memberIdOf(other)}`, { as: owner });
    expect(await read()).toMatchObject({ status: 'active', keeper: { userId: manager.userId } });
  });

  it('is kept by the member who chose the address last', async () => {
    const other = await createTeamMember(t, owner.sellerId, 'MANAGER');
    await t.patch(`/v1/webhooks/${hook.id}`, { url: `${receiver.url}/2` }, { as: other });
    const by = { userId: other.userId };
    expect(await read()).toMatchObject({ maker: by, keeper: by });
    await t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as: owner });
    expect(await read()).toMatchObject({ status: 'active', keeper: by });
  });

  it('does not continue by itself when the member comes back', async () => {
    await t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as: owner });
    await t.db
      .insertInto('team_members')
      .values({
        id: `mem_${manager.userId.slice(4)}`,
        seller_id: owner.sellerId,
        user_id: manager.userId,
        role: 'MANAGER',
        created_at: t.clock.now(),
      })
      .execute();
    expect(await arriveAround(async () => {})).toBe(0);
  });

  it('stays paused when it is handed over if an administrator has paused it', async () => {
    const admin = await createAdmin(t);
    await t.patch(`/api/admin/webhooks/${hook.id}`, { status: 'disabled' }, { as: admin });
    await t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as: owner });
    const { body } = await handOver(owner);
    expect(body.data.webhook).toMatchObject({ status: 'disabled', disabledReason: 'administrator' });
  });

  it('is handed over by owners alone, to owners and managers of the same team alone', async () => {
    const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
    const stranger = await createSeller(t);
    expect((await handOver(owner, manager)).status).toBe(403);
    expect(fieldsOf(await handOver(agent))).toEqual(['memberId']);
    const { members } = (await t.get('/api/seller/team', { as: stranger })).body.data;
    const ofOthers = { memberId: members[0].id };
    const path = `/v1/webhooks/${hook.id}/hand-over`;
    expect(fieldsOf(await t.post(path, ofOthers, { as: owner }))).toEqual(['memberId']);
    expect((await t.post(path, ofOthers, { as: stranger })).status).toBe(404);
    expect((await handOver(owner)).status).toBe(200);
  });

  it('still counts against the plan, and can be deleted, without a responsible member', async () => {
    const countUsed = async () =>
      (await t.get('/api/subscriptions', { as: owner })).body.data.usage.webhooks.used as number;
    expect(await countUsed()).toBe(1);
    await t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as: owner });
    expect(await countUsed()).toBe(1);
    expect((await t.del(`/v1/webhooks/${hook.id}`, { as: owner })).status).toBe(204);
    expect(await countUsed()).toBe(0);
  });
});

describe('API keys of a team', () => {
  const verify = (key: string) => t.get('/v1/auth/verify', { as: key });

  it.each(['owner', 'member'] as const)('die at once when the member goes, by the %s', async (by) => {
    const [managerKey, ownerKey] = [
      await createApiKey(t, manager.userId, ['messages:read']),
      await createApiKey(t, owner.userId, ['messages:read']),
    ];
    const as = by === 'owner' ? owner : manager;
    expect((await t.del(`/api/seller/team/${await memberIdOf(manager)}`, { as })).status).toBe(204);
    const refused = await verify(managerKey);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect((await verify(ownerKey)).status).toBe(200);
  });

  it('are all listed for the owner, with their makers, and revoked one by one', async () => {
    const other = await createSeller(t);
    const key = await createApiKey(t, manager.userId, ['messages:read']);
    await createApiKey(t, owner.userId, ['listings:read']);
    await createApiKey(t, other.userId, ['listings:read']);
    const list = await t.get('/api/seller/team/api-keys', { as: owner });
    const { apiKeys, pagination } = list.body.data;
    expect(pagination.total).toBe(2);
    expect(apiKeys.map(({ maker }: { maker: { userId: string } }) => maker.userId)).toEqual(
      expect.arrayContaining([owner.userId, manager.userId]),
    );
    const { id } = apiKeys.find(
      ({ maker }: { maker: { userId: string } }) => maker.userId === manager.userId,
    );
    const path = `/api/seller/team/api-keys/${id}`;
    expect((await t.del(path, { as: other })).status).toBe(404);
    expect((await t.del(path, { as: manager })).status).toBe(403);
    expect((await t.del(path, { as: key })).status).toBe(403);
    expect((await t.del(path, { as: owner })).status).toBe(204);
    expect((await verify(key)).status).toBe(401);
    expect((await t.del(path, { as: owner })).status).toBe(404);
    expect((await t.get('/api/seller/team/api-keys', { as: manager })).status).toBe(403);
  });

  it('stay with a member whose role changes: a key never may more than its member', async () => {
    const key = await createApiKey(t, manager.userId, ['webhooks:manage']);
    await changeRole('AGENT');
    expect((await verify(key)).status).toBe(200);
    const body = { url: receiver.url, events: ['*'] };
    expect((await t.post('/v1/webhooks', body, { as: key })).status).toBe(403);
  });
});

describe('at the same moment', () => {
  it('as a member is removed, nothing that is handed over to that member or made by them stays theirs', async () => {
    const other = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const id = await memberIdOf(other);
    const responses = await Promise.all([
      t.post(`/v1/webhooks/${hook.id}/hand-over`, { memberId: id }, { as: owner }),
      t.patch(`/v1/webhooks/${hook.id}`, { url: `${receiver.url}/2` }, { as: other }),
      t.post('/v1/webhooks', { url: `${receiver.url}/3`, events: ['*'] }, { as: other }),
      t.del(`/api/seller/team/${id}`, { as: owner }),
    ]);
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(responses.at(-1)?.status).toBe(204);
    const { webhooks } = (await t.get('/v1/webhooks', { as: owner })).body.data;
    for (const { keeper } of webhooks) expect([undefined, manager.userId]).toContain(keeper?.userId);
  });
});
