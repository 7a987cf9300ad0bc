import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, addMs } from '../../../src/platform/clock.ts';
import { createBuyer, createListing, createSeller, createTeamMember } from '../../support/factories.ts';
import { type TestResponse, createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import {
  CONVERSATIONS,
  createScene,
  eventsOf,
  readConversation,
  sendMessage,
  startConversation,
} from './scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe('POST /messages/conversations/:id', () => {
  it('201: sends a text, a quick reply by its type', async () => {
    const { seller, conversationId } = await createScene(t);
    const response = await t.post(
      `${CONVERSATIONS}/${conversationId}`,
      { content: 'Yes!', type: 'quick_reply' },
      { as: seller },
    );
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        message: {
          id: expect.stringMatching(/^msg_/),
          content: 'Yes!',
          type: 'quick_reply',
          sent_at: TIMESTAMP,
        },
      },
    ]);
  });

  it('notifies only the recipient, with the specified payload', async () => {
    const { buyer, seller, listing, conversationId, messageId } = await createScene(t);
    await sendMessage(t, seller, conversationId, 'Yes.');
    const received = (await eventsOf(t, 'message.received')).filter(
      (event) => event.data.message.conversation_id === conversationId,
    );
    expect(received.map((event) => [event.seller_id, event.user_id])).toEqual([
      [seller.sellerId, null],
      [null, buyer.userId],
    ]);
    expect(received[0].data).toEqual({
      message: {
        id: messageId,
        conversation_id: conversationId,
        content: 'Is it still available?',
        type: 'text',
        attachments: [],
        sender: { id: buyer.userId, name: buyer.name },
        listing: { id: listing.listingId, title: listing.title, external_id: null },
        sent_at: TIMESTAMP,
      },
    });
  });

  it('reports the first reply once, with its response time, which becomes the seller’s statistic', async () => {
    const { seller, conversationId } = await createScene(t);
    t.clock.advance(42 * 60_000);
    await sendMessage(t, seller, conversationId, 'Yes.');
    t.clock.advance(60 * 60_000);
    await sendMessage(t, seller, conversationId, 'Still interested?');
    const responded = (await eventsOf(t, 'inquiry.responded')).filter(
      (event) => event.data.inquiry.conversation_id === conversationId,
    );
    expect(responded.map((event) => event.data.inquiry.response_minutes)).toEqual([42]);
    await t.drainJobs();
    const figure = async (): Promise<number | null> =>
      (
        await t.db
          .selectFrom('sellers')
          .select('response_time_minutes')
          .where('id', '=', seller.sellerId)
          .executeTakeFirstOrThrow()
      ).response_time_minutes;
    expect(await figure()).toBe(42);
    t.clock.advance(91 * 24 * 3_600_000);
    await t.app.runner.scheduleRecurring();
    t.clock.advance(25 * 3_600_000);
    await t.drainJobs();
    expect(await figure()).toBeNull();
  });

  it('warns the reader, not the sender, and lets everything through', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await sendMessage(t, buyer, conversationId, 'Please pay 2000 EUR in advance by Western Union');
    await sendMessage(t, buyer, conversationId, 'or write to jan@example.com');
    const warnings = async (user: typeof buyer): Promise<(string | undefined)[]> =>
      (await readConversation(t, user, conversationId)).body.data.messages.map(
        (message: { warning?: string }) => message.warning,
      );
    expect(await warnings(seller)).toEqual(['contact_data', 'payment_risk', undefined]);
    expect(await warnings(buyer)).toEqual([undefined, undefined, undefined]);
  });

  it('422: empty, too long, of a type that needs a file, or of no type there is', async () => {
    const { buyer, conversationId } = await createScene(t);
    const fields = async (body: unknown): Promise<string[]> => {
      const response = await t.post(`${CONVERSATIONS}/${conversationId}`, body, { as: buyer });
      expect(response.status).toBe(422);
      return fieldsOf(response);
    };
    expect(await fields({})).toEqual(['content']);
    expect(await fields({ content: '  ' })).toEqual(['content']);
    expect(await fields({ content: 'x'.repeat(5001) })).toEqual(['content']);
    expect(await fields({ content: 'a\u0000b' })).toEqual(['content']);
    expect(await fields({ content: 'x', type: 'image' })).toEqual(['attachment']);
    expect(await fields({ content: 'x', type: 'video' })).toEqual(['type']);
    expect(await fields({ content: 1, type: 2 })).toEqual(['content', 'type']);
  });

  it('404: for accounts that are not participants, as for an unknown conversation', async () => {
    const { listing, conversationId } = await createScene(t);
    const outsiders = [await createBuyer(t), await createSeller(t)];
    await startConversation(t, outsiders[0]!, listing);
    for (const other of outsiders) {
      const responses: TestResponse[] = [];
      for (const id of [conversationId, 'cnv_00000000000000000000000000', 'nonsense']) {
        const path = `${CONVERSATIONS}/${id}`;
        responses.push(
          await readConversation(t, other, id),
          await sendMessage(t, other, id, 'Hi'),
          await t.put(`${path}/read`, undefined, { as: other }),
          await t.put(`${path}/archive`, undefined, { as: other }),
          await t.del(`${path}/archive`, { as: other }),
          await t.del(path, { as: other }),
          await t.get(`/api/messages/${id}`, { as: other }),
          await t.patch(`/api/messages/${id}/archive`, {}, { as: other }),
          await t.post('/api/messages', { threadId: id, content: 'Hi' }, { as: other }),
        );
      }
      expect(responses.map((response) => response.status)).toEqual(responses.map(() => 404));
      expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    }
  });

  it('409: to a deleted account', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await t.db.updateTable('users').set({ status: 'erased' }).where('id', '=', buyer.userId).execute();
    const response = await sendMessage(t, seller, conversationId, 'Hello?');
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('numbers messages that are sent at once, and counts each as unread once', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const colleague = await createTeamMember(t, seller.sellerId, 'AGENT');
    await Promise.all(
      [buyer, seller, colleague].flatMap((sender) =>
        Array.from({ length: 6 }, (_, i) => sendMessage(t, sender, conversationId, `${i}`)),
      ),
    );
    const rows = await t.db
      .selectFrom('messages')
      .select(['seq', 'sent_at'])
      .where('conversation_id', '=', conversationId)
      .orderBy('seq')
      .execute();
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1));
    const times = rows.map((row) => row.sent_at.getTime());
    expect(new Set(times).size).toBe(19);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const countUnread = async (user: typeof buyer): Promise<number> =>
      (await t.get('/v1/messages/unread', { as: user })).body.data.unread_count;
    expect([await countUnread(seller), await countUnread(colleague), await countUnread(buyer)]).toEqual([
      7, 7, 12,
    ]);
  });
});

describe('PUT /messages/conversations/:id/read', () => {
  it('200: marks all once, sets read_at and sends an event', async () => {
    const { buyer, seller, conversationId, messageId } = await createScene(t);
    const markRead = () => t.put(`${CONVERSATIONS}/${conversationId}/read`, undefined, { as: seller });
    const responses = await Promise.all([markRead(), markRead(), markRead()]);
    expect(responses.map((response) => response.body.data.marked).toSorted((a, b) => a - b)).toEqual([
      0, 0, 1,
    ]);
    expect(responses.every((response) => response.body.data.unread_count === 0)).toBe(true);
    const [message] = (await readConversation(t, buyer, conversationId)).body.data.messages;
    expect(message).toMatchObject({ read: true, read_at: TIMESTAMP });
    const readEvents = (await eventsOf(t, 'message.read')).filter(
      (event) => event.data.conversation_id === conversationId,
    );
    expect(readEvents.map((event) => event.data)).toEqual([
      {
        conversation_id: conversationId,
        message_ids: [messageId],
        reader: { id: seller.userId, type: 'seller' },
        read_at: message.read_at,
      },
    ]);
    expect(readEvents[0]).toMatchObject({ seller_id: seller.sellerId, user_id: buyer.userId });
  });

  it('200: marks the given ones; own messages are nothing to mark', async () => {
    const { buyer, seller, conversationId, messageId } = await createScene(t);
    const second = (await sendMessage(t, buyer, conversationId, 'two')).body.data.message.id;
    const read = (user: typeof buyer, message_ids: string[]) =>
      t.put(`${CONVERSATIONS}/${conversationId}/read`, { message_ids }, { as: user });
    expect((await read(seller, [second])).body.data).toEqual({ marked: 1, unread_count: 1 });
    expect((await read(seller, [second, messageId])).body.data).toEqual({ marked: 1, unread_count: 0 });
    expect((await read(buyer, [messageId])).body.data).toEqual({ marked: 0, unread_count: 0 });
  });

  it('keeps the count exact while messages come in', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        i % 4 === 3
          ? t.put(`${CONVERSATIONS}/${conversationId}/read`, undefined, { as: seller })
          : sendMessage(t, buyer, conversationId, `${i}`),
      ),
    );
    const unread = await t.db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .where('read_at', 'is', null)
      .execute();
    const { data } = (await readConversation(t, seller, conversationId)).body;
    expect(data.conversation.unread_count).toBe(unread.length);
  });

  it('404: a message of another conversation, and nothing is marked', async () => {
    const ownScene = await createScene(t);
    const other = await startConversation(t, ownScene.buyer, await createListing(t, ownScene.seller));
    const foreignId = other.body.data.message.id;
    for (const id of [foreignId, 'msg_00000000000000000000000000', 'x']) {
      const response = await t.put(
        `${CONVERSATIONS}/${ownScene.conversationId}/read`,
        { message_ids: [ownScene.messageId, id] },
        { as: ownScene.seller },
      );
      expect([response.status, response.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await t.get('/v1/messages/unread', { as: ownScene.seller })).body.data).toEqual({
      unread_count: 2,
      conversations_with_unread: 2,
    });
  });

  it('422: a list that is empty or no list', async () => {
    const { seller, conversationId } = await createScene(t);
    for (const message_ids of [[], 'all', [1]]) {
      const response = await t.put(
        `${CONVERSATIONS}/${conversationId}/read`,
        { message_ids },
        { as: seller },
      );
      expect(response.status).toBe(422);
    }
  });
});

describe('limits', () => {
  it('429: more messages a minute than the setting allows, exactly', async () => {
    const { buyer, conversationId } = await createScene(t);
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, i) => sendMessage(t, buyer, conversationId, `${i}`)),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    const refused = responses.find((response) => response.status === 429);
    expect(refused?.body.error.code).toBe('RATE_LIMITED');
    const wait = Number(refused?.headers['retry-after']);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    // The headers describe the exhausted limit, not that of requests.
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0' });
    expect(Number(refused?.headers['x-ratelimit-reset']) - t.clock.now().getTime() / 1000).toBeGreaterThan(
      wait - 3,
    );
    t.clock.advance(wait * 1000);
    expect((await sendMessage(t, buyer, conversationId, 'again')).status).toBe(201);
  });

  it('429: more conversations a day than the setting allows', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const listings = await Promise.all(Array.from({ length: 3 }, () => createListing(t, seller)));
    await withSetting('messaging.newConversationsPerDay', 2, async (limited) => {
      const responses: TestResponse[] = [];
      for (const listing of listings) responses.push(await startConversation(limited, buyer, listing));
      expect(responses.map((response) => response.status)).toEqual([201, 201, 429]);
      expect(Number(responses[2]?.headers['retry-after'])).toBeGreaterThan(86_000);
      expect((await startConversation(limited, buyer, listings[0]!)).status).toBe(201);
      await t.db
        .updateTable('conversations')
        .set({ created_at: addMs(t.clock.now(), -DAY_MS) })
        .where('buyer_id', '=', buyer.userId)
        .execute();
      expect((await startConversation(limited, buyer, listings[2]!)).status).toBe(201);
    });
  });

  it('403: an unverified address, when the setting asks for a verified one', async () => {
    const buyer = await createBuyer(t, { emailVerified: false });
    const listing = await createListing(t, await createSeller(t));
    const started = await startConversation(t, buyer, listing);
    expect(started.status).toBe(201);
    await withSetting('auth.requireVerifiedEmail', true, async (strict) => {
      const { conversation } = started.body.data;
      for (const response of [
        await startConversation(strict, buyer, listing),
        await sendMessage(strict, buyer, conversation.id, 'Hello?'),
      ]) {
        expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
        expect(response.body.error.message).toMatch(/verified/);
      }
      expect((await readConversation(strict, buyer, conversation.id)).status).toBe(200);
    });
  });
});

/** Starts another process on the same database, which has loaded the setting. */
async function withSetting(
  name: string,
  value: unknown,
  work: (other: TestApp) => Promise<void>,
): Promise<void> {
  await t.db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value), updated_by: null, updated_at: t.clock.now() })
    .execute();
  const other = await createTestApp({ databaseUrl: t.databaseUrl });
  other.clock.advance(t.clock.now().getTime() - other.clock.now().getTime());
  try {
    await work(other);
  } finally {
    await other.close();
    await t.db.deleteFrom('settings').where('name', '=', name).execute();
  }
}
