import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene, sendMessage, startConversation } from '../messaging/scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

interface ShownMessage {
  readonly body: string;
  readonly data: { readonly preview?: string; readonly conversationId: string };
}

/** Returns the message notifications that the user sees, oldest first. */
async function listShown(user: TestUser): Promise<ShownMessage[]> {
  const { notifications } = (await t.get('/api/notifications', { as: user })).body.data;
  return (notifications as (ShownMessage & { type: string })[])
    .filter(({ type }) => type === 'message')
    .reverse();
}

const listPreviews = async (user: TestUser) =>
  (await listShown(user)).map(({ data }) => data.preview ?? null);

/** Returns the message previews that the user's stream could still replay. */
async function listReplayable(user: TestUser): Promise<(string | null)[]> {
  const { rows } = await sql<{ preview: string | null }>`
    select data -> 'notification' -> 'data' ->> 'preview' as preview from (
      select seq, channel, type, data::jsonb from live_events
      union all select 1000000 + id, channel, type, data::jsonb from live_outbox
    ) e
    where channel = ${user.userId} and type = 'notification' order by seq`.execute(t.db);
  return rows.map(({ preview }) => preview);
}

const remove = async (user: TestUser, id: string) =>
  expect((await t.del(`${CONVERSATIONS}/${id}`, { as: user })).status).toBe(204);

describe('the texts in notices of messages', () => {
  it('go for the side that deletes the conversation, and for the other when it does so too', async () => {
    const { buyer, seller, conversationId } = await createScene(t, 'Meet me at gate 7');
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    await startConversation(t, buyer, await createListing(t, seller), 'And this one?');
    await sendMessage(t, seller, conversationId, 'Gate 7, at noon');
    await t.drainJobs();
    expect(await listPreviews(buyer)).toEqual(['Gate 7, at noon']);
    expect(await listPreviews(seller)).toEqual(['Meet me at gate 7', 'And this one?']);
    expect(await listPreviews(agent)).toEqual(['And this one?']);

    await remove(buyer, conversationId);
    const [remaining] = await listShown(buyer);
    expect(remaining?.data).toMatchObject({ conversationId, title: expect.any(String) });
    expect(remaining?.data).not.toHaveProperty('preview');
    expect(remaining?.body).not.toContain('Gate 7');
    expect(await listReplayable(buyer)).toEqual([]);
    expect(await listPreviews(seller)).toEqual(['Meet me at gate 7', 'And this one?']);
    expect(await listReplayable(seller)).toEqual(['Meet me at gate 7', 'And this one?']);

    await remove(seller, conversationId);
    expect(await listPreviews(seller)).toEqual([null, 'And this one?']);
    expect(await listReplayable(seller)).toEqual(['And this one?']);
    expect(await listPreviews(agent)).toEqual(['And this one?']);
    expect(await listReplayable(agent)).toEqual(['And this one?']);
  });

  it('go for the whole team, with those who have left it', async () => {
    const [buyer, seller] = [await createBuyer(t), await createSeller(t)];
    const [agent, leaving] = [
      await createTeamMember(t, seller.sellerId, 'AGENT'),
      await createTeamMember(t, seller.sellerId, 'AGENT'),
    ];
    const started = await startConversation(t, buyer, await createListing(t, seller), 'Call 0171 5550100');
    const { id: conversationId } = started.body.data.conversation;
    await t.drainJobs();
    for (const member of [agent, leaving]) expect(await listPreviews(member)).toEqual(['Call 0171 5550100']);
    const { members } = (await t.get('/api/seller/team', { as: seller })).body.data;
    const { id: memberId } = members.find(({ userId }: { userId: string }) => userId === leaving.userId);
    expect((await t.del(`/api/seller/team/${memberId}`, { as: seller })).status).toBe(204);

    await remove(agent, conversationId);
    for (const member of [agent, leaving]) {
      expect(await listPreviews(member)).toEqual([null]);
      expect(await listReplayable(member)).toEqual([]);
    }
    expect(await listPreviews(seller)).toEqual([null]);
  });

  it('do not come after the deletion when their delivery has waited', async () => {
    const { seller, conversationId } = await createScene(t, 'Not yet told');
    await remove(seller, conversationId);
    await t.drainJobs();
    expect(await listPreviews(seller)).toEqual([null]);
    expect(await listReplayable(seller)).toEqual([null]);
  });

  it('do not come after the deletion when they were being delivered', async () => {
    const { buyer, seller, conversationId } = await createScene(t, 'Told before');
    await t.drainJobs();
    await startConversation(t, buyer, await createListing(t, seller), 'Just being told');
    const { conversations } = (await t.get(CONVERSATIONS, { as: seller })).body.data;
    const { id: second } = conversations.find(({ id }: { id: string }) => id !== conversationId);
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      return rows[0]?.count;
    };
    const both = await t.db.transaction().execute(async (trx) => {
      await sql`select from notification_counts where user_id = ${seller.userId} for update`.execute(trx);
      const delivery = t.drainJobs();
      await expect.poll(countWaiting).toBe(1);
      const removal = remove(seller, second);
      await Promise.race([removal, expect.poll(countWaiting).toBe(2)]);
      return [delivery, removal];
    });
    await Promise.all(both);
    expect(await listPreviews(seller)).toEqual(['Told before', null]);
    expect(await listReplayable(seller)).toEqual(['Told before']);
  });
});
