import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
} from '../../support/factories.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene, readConversation, sendMessage, startConversation } from './scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('POST /messages/:messageId/report', () => {
  it('201: reaches the administrators with the surrounding messages', async () => {
    const { buyer, seller, conversationId, messageId } = await createScene(t, 'Pay me in bitcoin');
    await sendMessage(t, seller, conversationId, 'No.');
    const response = await t.post(
      `/v1/messages/${messageId}/report`,
      { reason: 'fraud', details: 'Wants bitcoin' },
      { as: seller },
    );
    expect([response.status, response.body.data.report]).toEqual([
      201,
      {
        id: expect.stringMatching(/^rpt_/),
        message_id: messageId,
        reason: 'fraud',
        details: 'Wants bitcoin',
        status: 'open',
        created_at: expect.any(String),
      },
    ]);
    const row = await t.db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', response.body.data.report.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      kind: 'message',
      subject_id: messageId,
      reporter_id: seller.userId,
      reported_user_id: buyer.userId,
      details: 'Wants bitcoin',
      context: {
        conversationId,
        messages: [
          { content: 'Pay me in bitcoin', isReported: true, warning: 'payment_risk' },
          { content: 'No.', isReported: false },
        ],
      },
    });
  });

  it('422: without a reason that there is', async () => {
    const { seller, messageId } = await createScene(t);
    for (const body of [{}, { reason: 'dull' }, { reason: 'spam', details: 'x'.repeat(2001) }])
      expect((await t.post(`/v1/messages/${messageId}/report`, body, { as: seller })).status).toBe(422);
  });

  it('403: an own message; 404: one of others, alike to an unknown one; 409: twice', async () => {
    const { buyer, seller, messageId } = await createScene(t);
    const report = (id: string, user: typeof buyer) =>
      t.post(`/v1/messages/${id}/report`, { reason: 'spam' }, { as: user });
    expect((await report(messageId, buyer)).body.error.code).toBe('FORBIDDEN');
    const stranger = await createBuyer(t);
    const hidden = [
      await report(messageId, stranger),
      await report('msg_00000000000000000000000000', stranger),
      await report('x', stranger),
    ];
    expect(hidden.map((response) => response.status)).toEqual([404, 404, 404]);
    expect(new Set(hidden.map((response) => response.text)).size).toBe(1);
    const responses = await Promise.all([report(messageId, seller), report(messageId, seller)]);
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe('blocks', () => {
  it('stop messages in both directions, for the whole team, until they are lifted', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const colleague = await createTeamMember(t, seller.sellerId, 'AGENT');
    const blocked = await t.post('/v1/messages/blocks', { participant_id: seller.sellerId }, { as: buyer });
    expect([blocked.status, blocked.body.data.block.participant]).toEqual([
      201,
      { id: seller.sellerId, name: expect.any(String), type: 'seller' },
    ]);
    for (const sender of [seller, colleague, buyer]) {
      const response = await sendMessage(t, sender, conversationId, 'Hello');
      expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const other = await startConversation(t, buyer, await createListing(t, seller));
    expect(other.status).toBe(403);
    expect((await readConversation(t, seller, conversationId)).status).toBe(200);
    expect((await t.get('/v1/messages/blocks', { as: buyer })).body.data.blocks).toHaveLength(1);
    expect((await t.get('/v1/messages/blocks', { as: seller })).body.data.blocks).toEqual([]);
    expect((await t.del(`/v1/messages/blocks/${seller.sellerId}`, { as: buyer })).status).toBe(204);
    expect((await sendMessage(t, seller, conversationId, 'Hello')).status).toBe(201);
    expect((await t.del(`/v1/messages/blocks/${seller.sellerId}`, { as: buyer })).status).toBe(404);
  });

  it('apply to the whole team of a seller', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const colleague = await createTeamMember(t, seller.sellerId, 'AGENT');
    await t.post('/v1/messages/blocks', { participant_id: buyer.userId }, { as: colleague });
    expect((await sendMessage(t, buyer, conversationId, 'Hello')).status).toBe(403);
    expect((await t.get('/v1/messages/blocks', { as: seller })).body.data.blocks[0].participant).toEqual({
      id: buyer.userId,
      name: buyer.name,
      type: 'buyer',
    });
  });

  it('404: an account without a conversation', async () => {
    const { buyer } = await createScene(t);
    const [stranger, dealer] = [await createBuyer(t), await createSeller(t)];
    for (const id of [stranger.userId, dealer.sellerId, 'usr_00000000000000000000000000', 'x', buyer.userId])
      expect((await t.post('/v1/messages/blocks', { participant_id: id }, { as: buyer })).status).toBe(404);
  });
});

describe('permissions for messages', () => {
  const calls = (
    conversationId: string,
    messageId: string,
  ): [string, string, unknown, 'read' | 'write' | 'either'][] => [
    ['GET', CONVERSATIONS, undefined, 'read'],
    ['GET', `${CONVERSATIONS}/${conversationId}`, undefined, 'read'],
    ['GET', '/v1/messages/unread', undefined, 'read'],
    ['GET', '/v1/messages/templates', undefined, 'either'],
    ['GET', '/v1/messages/blocks', undefined, 'read'],
    ['GET', '/api/messages', undefined, 'read'],
    ['GET', `/api/messages/${conversationId}`, undefined, 'read'],
    ['POST', `${CONVERSATIONS}/${conversationId}`, { content: 'Hi' }, 'write'],
    ['POST', '/api/messages', { threadId: conversationId, content: 'Hi' }, 'write'],
    ['PUT', `${CONVERSATIONS}/${conversationId}/read`, {}, 'write'],
    ['PUT', `${CONVERSATIONS}/${conversationId}/archive`, undefined, 'write'],
    ['DELETE', `${CONVERSATIONS}/${conversationId}/archive`, undefined, 'write'],
    ['PATCH', `/api/messages/${conversationId}/archive`, {}, 'write'],
    ['POST', `/v1/messages/${messageId}/report`, { reason: 'spam' }, 'write'],
    ['DELETE', `${CONVERSATIONS}/${conversationId}`, undefined, 'write'],
  ];

  it.each(['OWNER', 'MANAGER', 'AGENT', 'VIEWER'] as const)('the team role %s', async (role) => {
    const { seller, conversationId, messageId } = await createScene(t);
    const member = role === 'OWNER' ? seller : await createTeamMember(t, seller.sellerId, role);
    for (const [method, url, body, kind] of calls(conversationId, messageId)) {
      const response = await t.call(method, url, { as: member, body });
      const expected = kind === 'write' && role === 'VIEWER' ? [403] : [200, 201, 204];
      expect(expected, `${method} ${url}: ${response.text}`).toContain(response.status);
    }
  });

  it('401 without credentials', async () => {
    const { conversationId, messageId } = await createScene(t);
    for (const [method, url, body] of calls(conversationId, messageId)) {
      const response = await t.call(method, url, { body });
      expect([response.status, response.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it.each([
    ['messages:read', 'read'],
    ['messages:write', 'write'],
    ['listings:read', 'none'],
  ] as const)('an API key with %s', async (scope, allowed) => {
    const { seller, conversationId, messageId } = await createScene(t);
    const key = await createApiKey(t, seller.userId, [scope]);
    for (const [method, url, body, kind] of calls(conversationId, messageId)) {
      const response = await t.call(method, url, { as: key, body });
      if (kind === allowed || (kind === 'either' && allowed !== 'none'))
        expect([200, 201, 204], `${method} ${url}`).toContain(response.status);
      else {
        const accepted = kind === 'either' ? 'messages:read, messages:write' : `messages:${kind}`;
        expect([response.status, response.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
        expect(response.headers['x-accepted-scopes']).toBe(accepted);
      }
    }
  });
});

describe('a person who leaves', () => {
  it('takes their words along; the other side keeps its own', async () => {
    const canary = 'canary-4711';
    const { buyer, seller, conversationId, messageId } = await createScene(t, `I am ${canary}`);
    await sendMessage(t, seller, conversationId, 'Welcome');
    await t.post(`/v1/messages/${messageId}/report`, { reason: 'other' }, { as: seller });
    const person = { userId: buyer.userId, email: buyer.email, sellerId: null };
    const { messaging } = t.app.modules;
    const exported = JSON.stringify(await exportSection(messaging.personalData, t.db, person));
    expect(exported).toContain(canary);
    expect(exported).not.toContain('Welcome');
    await inTransaction(t.db, (trx) => eraseSection(messaging.personalData, trx, person, t.clock.now()));
    const { messages } = (await readConversation(t, seller, conversationId)).body.data;
    expect(messages.map((message: { content: string }) => message.content)).toEqual([
      'Welcome',
      'This message was removed together with the account of its author.',
    ]);
    expect((await readConversation(t, buyer, conversationId)).status).toBe(404);
    for (const table of ['messages', 'reports', 'live_outbox', 'live_events', 'conversations'] as const) {
      const rows = await t.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(canary);
    }
  });

  it('leaves with a seller that ends; what the buyer had deleted is erased', async () => {
    const { buyer, seller, listing, conversationId } = await createScene(t, 'kept by the buyer');
    const other = await createBuyer(t);
    const second = await startConversation(t, other, listing);
    await t.del(`${CONVERSATIONS}/${second.body.data.conversation.id}`, { as: other });
    await sendMessage(t, seller, conversationId, 'by the seller');
    const person = { userId: seller.userId, email: seller.email, sellerId: seller.sellerId };
    const { messaging } = t.app.modules;
    await inTransaction(t.db, (trx) => eraseSection(messaging.personalData, trx, person, t.clock.now()));
    expect((await t.get(`${CONVERSATIONS}?status=all`, { as: seller })).body.data.conversations).toEqual([]);
    const remaining = await t.db
      .selectFrom('conversations')
      .select('id')
      .where('seller_id', '=', seller.sellerId)
      .execute();
    expect(remaining).toEqual([{ id: conversationId }]);
    const { messages } = (await readConversation(t, buyer, conversationId)).body.data;
    expect(messages.map((message: { content: string }) => message.content)).toEqual([
      'This message was removed together with the account of its author.',
      'kept by the buyer',
    ]);
  });
});
