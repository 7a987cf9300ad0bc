import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene, readConversation, sendMessage } from './scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);

describe('the prefix style', () => {
  it('GET /messages: the same conversations in camelCase', async () => {
    const { buyer, seller, listing, conversationId } = await createScene(t);
    const { data } = (await t.get('/api/messages', { as: seller })).body;
    expect(data).toEqual({
      threads: [
        {
          id: conversationId,
          listing: {
            id: listing.listingId,
            title: listing.title,
            thumbnail: null,
            price: 45_900,
            currency: 'EUR',
            vatDeductible: null,
            status: 'ACTIVE',
          },
          participant: { id: buyer.userId, name: buyer.name, avatar: null, type: 'buyer', verified: true },
          lastMessage: {
            content: 'Is it still available?',
            sender: buyer.userId,
            sentAt: TIMESTAMP,
            read: false,
          },
          unreadCount: 1,
          archived: false,
          createdAt: TIMESTAMP,
          updatedAt: TIMESTAMP,
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
      summary: { total: 1, unread: 1 },
    });
  });

  it('GET /messages/:threadId: the same messages', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    await sendMessage(t, seller, conversationId, 'Yes.');
    await t.put(`${CONVERSATIONS}/${conversationId}/read`, undefined, { as: buyer });
    const { data } = (await t.get(`/api/messages/${conversationId}?limit=1`, { as: buyer })).body;
    expect(data.thread).toMatchObject({ id: conversationId, participant: { online: true } });
    expect(data.messages).toEqual([
      {
        id: expect.any(String),
        content: 'Yes.',
        senderId: seller.userId,
        type: 'text',
        read: true,
        readAt: TIMESTAMP,
        sentAt: TIMESTAMP,
      },
    ]);
    expect(data.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2, hasMore: true });
  });

  it('POST /messages: into a thread, or about a listing', async () => {
    const { buyer, seller, listing, conversationId } = await createScene(t);
    const into = await t.post('/api/messages', { threadId: conversationId, content: 'Yes.' }, { as: seller });
    expect([into.status, into.body.data]).toEqual([
      201,
      {
        threadId: conversationId,
        message: { id: expect.any(String), content: 'Yes.', type: 'text', sentAt: TIMESTAMP },
      },
    ]);
    const about = await t.post(
      '/api/messages',
      { listingId: listing.listingId, content: 'Fine.' },
      { as: buyer },
    );
    expect([about.status, about.body.data.threadId]).toEqual([201, conversationId]);
    expect((await readConversation(t, buyer, conversationId)).body.data.messages).toHaveLength(3);
  });

  it('422: neither or both, or no content', async () => {
    const buyer = await createBuyer(t);
    for (const body of [
      { content: 'x' },
      { content: 'x', threadId: 'cnv_1', listingId: 'lst_1' },
      { threadId: 'cnv_1' },
      { listingId: 'lst_1', content: ' ' },
    ])
      expect((await t.post('/api/messages', body, { as: buyer })).status).toBe(422);
  });

  it('PATCH /messages/:threadId/archive: archives, and takes out again', async () => {
    const { buyer, conversationId } = await createScene(t);
    const patch = async (body?: unknown): Promise<unknown> => {
      const response = await t.patch(`/api/messages/${conversationId}/archive`, body, { as: buyer });
      expect(response.status).toBe(200);
      return response.body.data.thread;
    };
    expect(await patch()).toEqual({ id: conversationId, archived: true });
    expect((await t.get('/api/messages?status=archived', { as: buyer })).body.data.threads).toHaveLength(1);
    expect(await patch({ archived: false })).toEqual({ id: conversationId, archived: false });
    expect((await t.get('/api/messages', { as: buyer })).body.data.threads).toHaveLength(1);
  });

  it('GET /messages/unread: the names of the requested style', async () => {
    const { seller, conversationId, buyer } = await createScene(t);
    await t.post(`/v1/messages/conversations/${conversationId}`, { content: 'Still there?' }, { as: buyer });
    for (const mount of ['/api/v1', '/v1'])
      expect((await t.get(`${mount}/messages/unread`, { as: seller })).body.data).toEqual({
        unread_count: 2,
        conversations_with_unread: 1,
      });
    expect((await t.get('/api/messages/unread', { as: seller })).body.data).toEqual({
      unreadCount: 2,
      conversationsWithUnread: 1,
    });
  });
});
