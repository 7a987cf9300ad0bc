import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
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

describe('POST /messages/conversations', () => {
  it('201: begins a conversation with the specified fields', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t, { companyName: 'Nordlicht Trucks' });
    const listing = await createListing(t, seller);
    const response = await startConversation(t, buyer, listing, 'Is it still available?');
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        conversation: {
          id: expect.stringMatching(/^cnv_/),
          listing: { id: listing.listingId, title: listing.title },
          participant: { id: seller.sellerId, name: 'Nordlicht Trucks' },
          created_at: TIMESTAMP,
        },
        message: {
          id: expect.stringMatching(/^msg_/),
          content: 'Is it still available?',
          sent_at: TIMESTAMP,
        },
      },
    });
  });

  it('201: continues an existing conversation, even if the listing was sold meanwhile', async () => {
    const { buyer, listing, conversationId } = await createScene(t);
    await t.db
      .updateTable('listings')
      .set({ status: 'SOLD', sold_at: t.clock.now() })
      .where('id', '=', listing.listingId)
      .execute();
    const secondInquiry = await startConversation(t, buyer, listing, 'And the tyres?');
    expect([secondInquiry.status, secondInquiry.body.data.conversation.id]).toEqual([201, conversationId]);
    const { messages } = (await readConversation(t, buyer, conversationId)).body.data;
    expect(messages.map((message: { content: string }) => message.content)).toEqual([
      'And the tyres?',
      'Is it still available?',
    ]);
  });

  it('201: two first messages at once make one conversation', async () => {
    const buyer = await createBuyer(t);
    const listing = await createListing(t, await createSeller(t));
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => startConversation(t, buyer, listing, `Question ${i}`)),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(201));
    expect(new Set(responses.map((response) => response.body.data.conversation.id)).size).toBe(1);
    const inquiries = await t.db
      .selectFrom('listings')
      .select('inquiries_count')
      .where('id', '=', listing.listingId)
      .executeTakeFirstOrThrow();
    expect(inquiries.inquiries_count).toBe(1);
    const conversation = await t.db
      .selectFrom('conversations')
      .selectAll()
      .where('listing_id', '=', listing.listingId)
      .executeTakeFirstOrThrow();
    expect(conversation).toMatchObject({ last_seq: 8, seller_unread: 8, buyer_unread: 0 });
  });

  it('counts the inquiry in the total and the day, and reports it once', async () => {
    const { listing, conversationId, buyer, seller } = await createScene(t);
    await sendMessage(t, buyer, conversationId, 'One more thing');
    const day = await t.db
      .selectFrom('listing_stats_daily')
      .selectAll()
      .where('listing_id', '=', listing.listingId)
      .execute();
    expect(day).toMatchObject([{ inquiries: 1, day: t.clock.now().toISOString().slice(0, 10) }]);
    const created = (await eventsOf(t, 'inquiry.created')).filter(
      (event) => event.data.inquiry.conversation_id === conversationId,
    );
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({ seller_id: seller.sellerId, user_id: buyer.userId });
  });

  it('422: without a text, naming every field', async () => {
    const { buyer, listing } = await createScene(t);
    const missing = await t.post(CONVERSATIONS, {}, { as: buyer });
    expect(missing.status).toBe(422);
    expect(fieldsOf(missing).toSorted()).toEqual(['listing_id', 'message']);
    for (const message of ['', ' \n ', 'x'.repeat(5001)]) {
      const response = await startConversation(t, buyer, listing, message);
      expect([response.status, response.body.error.details[0].field]).toEqual([422, 'message']);
    }
    expect((await startConversation(t, buyer, listing, '🚛'.repeat(5000))).status).toBe(201);
  });

  it('401: signed out', async () => {
    const response = await t.post(CONVERSATIONS, { listing_id: 'x', message: 'Hi' });
    expect([response.status, response.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('403: about an own listing, by any member of the team', async () => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller);
    for (const member of [seller, await createTeamMember(t, seller.sellerId, 'AGENT')]) {
      const response = await startConversation(t, member, listing);
      expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('404: about a listing that is unknown or was never public, alike', async () => {
    const buyer = await createBuyer(t);
    const draft = await createListing(t, await createSeller(t), { status: 'DRAFT' });
    const ids = ['nonsense', 'lst_00000000000000000000000000', draft.listingId];
    const responses = await Promise.all(
      ids.map((listingId) => t.post(CONVERSATIONS, { listing_id: listingId, message: 'Hi' }, { as: buyer })),
    );
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404]);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
  });

  it.each(['SOLD', 'PAUSED', 'EXPIRED', 'SUSPENDED'] as const)(
    '409: no new one about a listing that is %s',
    async (status) => {
      const listing = await createListing(t, await createSeller(t));
      const changes = status === 'SOLD' ? { status, sold_at: t.clock.now() } : { status };
      await t.db.updateTable('listings').set(changes).where('id', '=', listing.listingId).execute();
      const response = await startConversation(t, await createBuyer(t), listing);
      expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
      expect(response.body.error.message).toContain(status);
    },
  );
});

describe('GET /messages/conversations', () => {
  it('200: shows each side the other, with the specified fields', async () => {
    const { buyer, seller, listing, conversationId, messageId } = await createScene(t);
    expect(messageId).toMatch(/^msg_/);
    const forSeller = (await t.get(CONVERSATIONS, { as: seller })).body.data;
    expect(forSeller).toEqual({
      conversations: [
        {
          id: conversationId,
          listing: {
            id: listing.listingId,
            title: listing.title,
            thumbnail: null,
            price: 45_900,
            currency: 'EUR',
            vat_deductible: null,
            status: 'ACTIVE',
          },
          participant: {
            id: buyer.userId,
            name: buyer.name,
            avatar: null,
            type: 'buyer',
            verified: true,
          },
          last_message: {
            content: 'Is it still available?',
            sender: buyer.userId,
            sent_at: TIMESTAMP,
            read: false,
          },
          unread_count: 1,
          archived: false,
          created_at: TIMESTAMP,
          updated_at: TIMESTAMP,
        },
      ],
      pagination: { page: 1, limit: 20, total: 1 },
      summary: { total: 1, unread: 1 },
    });
    const forBuyer = (await t.get(CONVERSATIONS, { as: buyer })).body.data;
    expect(forBuyer.conversations[0]).toMatchObject({
      participant: { id: seller.sellerId, type: 'seller' },
      unread_count: 0,
    });
    expect(forBuyer.summary).toEqual({ total: 1, unread: 0 });
  });

  it('200: filters by status and role, newest first, and pages without gaps', async () => {
    const seller = await createSeller(t);
    const buyers = await Promise.all(Array.from({ length: 5 }, () => createBuyer(t)));
    const ids: string[] = [];
    for (const buyer of buyers) {
      const listing = await createListing(t, seller);
      ids.unshift((await startConversation(t, buyer, listing)).body.data.conversation.id);
      t.clock.advance(1000);
    }
    const [newest, second, third] = ids;
    await t.put(`${CONVERSATIONS}/${newest}/read`, undefined, { as: seller });
    await t.put(`${CONVERSATIONS}/${second}/archive`, undefined, { as: seller });
    const list = async (query: string): Promise<string[]> => {
      const { conversations, pagination } = (await t.get(`${CONVERSATIONS}?${query}`, { as: seller })).body
        .data;
      if (!query.includes('page')) expect(pagination.total).toBe(conversations.length);
      return conversations.map((conversation: { id: string }) => conversation.id);
    };
    expect(await list('')).toEqual(ids.filter((id) => id !== second));
    expect(await list('status=all')).toEqual(ids);
    expect(await list('status=read')).toEqual([newest]);
    expect(await list('status=unread')).toEqual(ids.slice(1));
    expect(await list('status=archived')).toEqual([second]);
    expect(await list('role=seller')).toEqual(ids.filter((id) => id !== second));
    expect(await list('role=buyer')).toEqual([]);
    expect(await list('status=all&page=2&limit=2')).toEqual([third, ids[3]]);
    expect(await list('status=all&page=4&limit=2')).toEqual([]);
    await sendMessage(t, buyers[0]!, ids[4]!, 'Up again');
    expect((await list('status=all'))[0]).toBe(ids[4]);
    const summary = (await t.get(`${CONVERSATIONS}?status=archived`, { as: seller })).body.data.summary;
    expect(summary).toEqual({ total: 5, unread: 4 });
  });

  it('200: a dealer sees what they sell and what they want to buy in one list', async () => {
    const dealer = await createSeller(t);
    const received = await startConversation(t, await createBuyer(t), await createListing(t, dealer));
    const asking = await startConversation(t, dealer, await createListing(t, await createSeller(t)));
    const types = async (query: string): Promise<[string, string][]> =>
      (await t.get(CONVERSATIONS + query, { as: dealer })).body.data.conversations.map(
        (conversation: { id: string; participant: { type: string } }) => [
          conversation.id,
          conversation.participant.type,
        ],
      );
    const [askedId, askingId] = [received, asking].map((response) => response.body.data.conversation.id);
    expect(new Map(await types(''))).toEqual(
      new Map([
        [askingId, 'seller'],
        [askedId, 'buyer'],
      ]),
    );
    expect(await types('?role=buyer')).toEqual([[askingId, 'seller']]);
    expect(await types('?role=seller')).toEqual([[askedId, 'buyer']]);
  });

  it('200: keeps the title of a listing that is gone', async () => {
    const { buyer, listing } = await createScene(t);
    await t.db.deleteFrom('listings').where('id', '=', listing.listingId).execute();
    const [conversation] = (await t.get(CONVERSATIONS, { as: buyer })).body.data.conversations;
    expect(conversation.listing).toEqual({
      id: listing.listingId,
      title: listing.title,
      thumbnail: null,
      price: null,
      currency: null,
      vat_deductible: null,
      status: 'DELETED',
    });
  });

  it.each([
    ['status=open', 'INVALID_FILTER'],
    ['role=admin', 'INVALID_FILTER'],
    ['colour=red', 'INVALID_FILTER'],
    ['limit=0', 'VALIDATION_ERROR'],
    ['limit=101', 'VALIDATION_ERROR'],
    ['page=0', 'VALIDATION_ERROR'],
    ['page=one', 'VALIDATION_ERROR'],
    ['limit=5&limit=6', 'VALIDATION_ERROR'],
  ])('400: %s', async (query, code) => {
    const response = await t.get(`${CONVERSATIONS}?${query}`, { as: await createBuyer(t) });
    expect([response.status, response.body.error.code]).toEqual([400, code]);
  });
});

describe('GET /messages/conversations/:id', () => {
  it('200: shows the conversation, who is there, and the messages newest first', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await sendMessage(t, seller, conversationId, 'Yes, it is.');
    const { data } = (await readConversation(t, buyer, conversationId)).body;
    expect(data.conversation.participant).toEqual({
      id: seller.sellerId,
      name: expect.any(String),
      avatar: null,
      type: 'seller',
      verified: false,
      online: true,
    });
    expect(data.messages).toEqual([
      {
        id: expect.stringMatching(/^msg_/),
        content: 'Yes, it is.',
        sender_id: seller.userId,
        type: 'text',
        read: false,
        sent_at: TIMESTAMP,
      },
      {
        id: expect.stringMatching(/^msg_/),
        content: 'Is it still available?',
        sender_id: buyer.userId,
        type: 'text',
        read: false,
        sent_at: TIMESTAMP,
      },
    ]);
    expect(data.pagination).toEqual({ page: 1, limit: 50, total: 2, has_more: false });
  });

  it('200: is online for two minutes after the last request', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const isOnline = async (): Promise<boolean> =>
      (await readConversation(t, buyer, conversationId)).body.data.conversation.participant.online;
    expect(await isOnline()).toBe(false);
    await t.get('/v1/messages/unread', { as: seller });
    expect(await isOnline()).toBe(true);
    t.clock.advance(119_000);
    expect(await isOnline()).toBe(true);
    t.clock.advance(2000);
    expect(await isOnline()).toBe(false);
  });

  it('200: pages by number and by time without gaps or repetition', async () => {
    const { buyer, conversationId } = await createScene(t, 'm0');
    for (let i = 1; i < 12; i++) {
      await sendMessage(t, buyer, conversationId, `m${i}`);
    }
    const contents = (data: { messages: { content: string }[] }): string[] =>
      data.messages.map((message) => message.content);
    const first = (await readConversation(t, buyer, conversationId, '?limit=5')).body.data;
    expect(contents(first)).toEqual(['m11', 'm10', 'm9', 'm8', 'm7']);
    expect(first.pagination).toEqual({ page: 1, limit: 5, total: 12, has_more: true });
    const third = (await readConversation(t, buyer, conversationId, '?limit=5&page=3')).body.data;
    expect(contents(third)).toEqual(['m1', 'm0']);
    expect(third.pagination.has_more).toBe(false);
    const collected: string[] = [];
    let before = '';
    for (;;) {
      const { data } = (
        await readConversation(t, buyer, conversationId, `?limit=5${before && `&before=${before}`}`)
      ).body;
      collected.push(...contents(data));
      if (!data.pagination.has_more) break;
      before = data.messages.at(-1).sent_at;
    }
    expect(collected).toEqual(Array.from({ length: 12 }, (_, i) => `m${11 - i}`));
  });

  it('400: an invalid time', async () => {
    const { buyer, conversationId } = await createScene(t);
    const response = await readConversation(t, buyer, conversationId, '?before=yesterday');
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_FILTER']);
  });
});

describe('DELETE /messages/conversations/:id', () => {
  it('204: takes it from the caller only', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await sendMessage(t, seller, conversationId, 'Yes.');
    expect((await t.del(`${CONVERSATIONS}/${conversationId}`, { as: buyer })).status).toBe(204);
    expect((await readConversation(t, buyer, conversationId)).status).toBe(404);
    expect((await sendMessage(t, buyer, conversationId, 'Hello?')).status).toBe(404);
    expect((await t.del(`${CONVERSATIONS}/${conversationId}`, { as: buyer })).status).toBe(404);
    const { data } = (await t.get(`${CONVERSATIONS}?status=all`, { as: buyer })).body;
    expect([data.conversations, data.summary]).toEqual([[], { total: 0, unread: 0 }]);
    expect((await t.get('/v1/messages/unread', { as: buyer })).body.data.unread_count).toBe(0);
    expect((await readConversation(t, seller, conversationId)).body.data.messages).toHaveLength(2);
  });

  it('204: deleted messages stay deleted when the other side writes again', async () => {
    const { buyer, seller, listing, conversationId, messageId } = await createScene(t);
    await sendMessage(t, seller, conversationId, 'Old answer');
    await t.del(`${CONVERSATIONS}/${conversationId}`, { as: buyer });
    await sendMessage(t, seller, conversationId, 'New offer');
    const { data } = (await readConversation(t, buyer, conversationId)).body;
    expect(data.messages.map((message: { content: string }) => message.content)).toEqual(['New offer']);
    expect(data.conversation.unread_count).toBe(1);
    expect(data.pagination.total).toBe(1);
    const markedRead = await t.put(
      `${CONVERSATIONS}/${conversationId}/read`,
      { message_ids: [messageId] },
      { as: buyer },
    );
    expect(markedRead.status).toBe(404);
    await t.del(`${CONVERSATIONS}/${conversationId}`, { as: buyer });
    const secondInquiry = await startConversation(t, buyer, listing, 'I am back');
    expect(secondInquiry.body.data.conversation.id).toBe(conversationId);
    expect((await readConversation(t, buyer, conversationId)).body.data.pagination.total).toBe(1);
    expect((await readConversation(t, seller, conversationId)).body.data.pagination.total).toBe(4);
  });

  it('204: erases messages that both sides have deleted', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await t.del(`${CONVERSATIONS}/${conversationId}`, { as: buyer });
    await sendMessage(t, seller, conversationId, 'Are you there?');
    await t.del(`${CONVERSATIONS}/${conversationId}`, { as: seller });
    const remaining = await t.db
      .selectFrom('messages')
      .select('content')
      .where('conversation_id', '=', conversationId)
      .execute();
    expect(remaining).toEqual([{ content: 'Are you there?' }]);
    await t.del(`${CONVERSATIONS}/${conversationId}`, { as: buyer });
    const rows = await t.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', conversationId)
      .execute();
    expect(rows).toEqual([]);
  });

  it('204: both at once leave nothing', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const responses = await Promise.all(
      [buyer, seller].map((user) => t.del(`${CONVERSATIONS}/${conversationId}`, { as: user })),
    );
    expect(responses.map((response) => response.status)).toEqual([204, 204]);
    const rows = await t.db.selectFrom('messages').where('conversation_id', '=', conversationId).execute();
    expect(rows).toEqual([]);
  });
});

describe('archive', () => {
  it('200: is a mark of one side, set and lifted as often as one likes', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const archive = await t.put(`${CONVERSATIONS}/${conversationId}/archive`, undefined, { as: seller });
    expect([archive.status, archive.body.data]).toEqual([
      200,
      { conversation: { id: conversationId, archived: true } },
    ]);
    const isArchived = async (user: typeof buyer): Promise<boolean> =>
      (await readConversation(t, user, conversationId)).body.data.conversation.archived;
    expect([await isArchived(seller), await isArchived(buyer)]).toEqual([true, false]);
    const back = await t.del(`${CONVERSATIONS}/${conversationId}/archive`, { as: seller });
    expect([back.status, back.body.data.conversation.archived]).toEqual([200, false]);
    expect(await isArchived(seller)).toBe(false);
  });

  const listIds = async (user: TestUser, query: string): Promise<unknown> => {
    const { conversations, pagination } = (await t.get(`${CONVERSATIONS}${query}`, { as: user })).body.data;
    return [pagination.total, conversations.map(({ id }: { id: string }) => id)];
  };

  it('is left when a message arrives, by the side that receives it: whatever is unread is in the list', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const colleague = await createTeamMember(t, seller.sellerId, 'AGENT');
    for (const user of [buyer, seller])
      await t.put(`${CONVERSATIONS}/${conversationId}/archive`, undefined, { as: user });
    await t.put(`${CONVERSATIONS}/${conversationId}/read`, undefined, { as: seller });
    await sendMessage(t, buyer, conversationId, 'Hello?');
    for (const member of [seller, colleague]) {
      expect(await listIds(member, '')).toEqual([1, [conversationId]]);
      expect(await listIds(member, '?status=archived')).toEqual([0, []]);
    }
    expect((await t.get('/v1/messages/unread', { as: seller })).body.data).toEqual({
      unread_count: 1,
      conversations_with_unread: 1,
    });
    // The sender of a message has no unread messages.
    expect(await listIds(buyer, '')).toEqual([0, []]);
    await sendMessage(t, colleague, conversationId, 'Yes, it is.');
    expect(await listIds(buyer, '')).toEqual([1, [conversationId]]);
    expect(await listIds(buyer, '?status=archived')).toEqual([0, []]);
  });

  it.each([
    ['beginning again about the listing', CONVERSATIONS, 'listing_id', 'message'],
    ['the prefix style', '/api/messages', 'listingId', 'content'],
  ])('is left when a message comes by %s', async (_what, path, listingField, contentField) => {
    const { buyer, seller, listing, conversationId } = await createScene(t);
    await t.patch(`/api/messages/${conversationId}/archive`, {}, { as: seller });
    const body = { [listingField]: listing.listingId, [contentField]: 'Still interested' };
    expect((await t.post(path, body, { as: buyer })).status).toBe(201);
    expect(await listIds(seller, '')).toEqual([1, [conversationId]]);
  });

  it('stays when a message is rejected because of a block', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await t.put(`${CONVERSATIONS}/${conversationId}/archive`, undefined, { as: seller });
    await t.post('/v1/messages/blocks', { participant_id: buyer.userId }, { as: seller });
    expect((await sendMessage(t, buyer, conversationId, 'Hello?')).status).toBe(403);
    expect(await listIds(seller, '?status=archived')).toEqual([1, [conversationId]]);
  });
});
