import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { StreamGuard } from '../../../src/modules/notifications/index.ts';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { withClockAt } from '../../support/stopped-clock.ts';
import { LiveHub } from '../../../src/platform/live/index.ts';
import { createBuyer, createListing, createTeamMember, type TestUser } from '../../support/factories.ts';
import { listen, openStream, type StreamClient } from '../../support/event-stream.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene, sendMessage, startConversation } from '../messaging/scene.ts';

let t: TestApp;
let base: string;
const open: StreamClient[] = [];

beforeAll(async () => {
  t = await createTestApp();
  base = await listen(t);
});
afterAll(() => t.close());
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

async function stream(user: TestUser, lastEventId?: string, origin = base): Promise<StreamClient> {
  const client = await openStream(origin, user, lastEventId);
  open.push(client);
  return client;
}

/** Starts another process on the same database, with the same time. */
async function anotherProcess(): Promise<TestApp> {
  const other = await createTestApp({ databaseUrl: t.databaseUrl });
  other.clock.advance(t.clock.now().getTime() - other.clock.now().getTime());
  return other;
}

const contents = (events: readonly { data: { message: { content: string } } }[]): string[] =>
  events.map((event) => event.data.message.content);

/** Returns the texts of messages that a stream of the channel could still replay. */
async function listReplayable(channel: string): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select data -> 'message' ->> 'content' as content from live_events
    where channel = ${channel} and type = 'message' order by seq`.execute(t.db);
  return rows.map((row) => row.content);
}

it('a deleted message is replayed only to the other participant, and to none if both have deleted it', async () => {
  const scene = await createScene(t, 'Meet me at gate 7');
  const other = await createListing(t, scene.seller);
  await startConversation(t, scene.buyer, other, 'And this one?');
  await sendMessage(t, scene.seller, scene.conversationId, 'Gate 7, at noon');
  const { buyer, seller } = scene;
  const all = ['Meet me at gate 7', 'And this one?', 'Gate 7, at noon'];
  await expect.poll(() => listReplayable(seller.sellerId)).toEqual(all);
  expect(await listReplayable(buyer.userId)).toEqual(all);

  const remove = (user: TestUser) => t.del(`${CONVERSATIONS}/${scene.conversationId}`, { as: user });
  expect((await remove(buyer)).status).toBeLessThan(300);
  expect(await listReplayable(buyer.userId)).toEqual(['And this one?']);
  expect(await listReplayable(seller.sellerId)).toEqual(all);
  expect((await remove(seller)).status).toBeLessThan(300);
  expect(await listReplayable(seller.sellerId)).toEqual(['And this one?']);
  expect(await listReplayable(buyer.userId)).toEqual(['And this one?']);
});

describe('GET /notifications/stream', () => {
  it('is an event stream that nothing buffers or keeps', async () => {
    const user = await createBuyer(t);
    const abort = new AbortController();
    const response = await fetch(`${base}/api/v1/notifications/stream`, {
      headers: { authorization: `Bearer ${user.token}` },
      signal: abort.signal,
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'x-ratelimit-limit': '120',
    });
    abort.abort();
    const head = await fetch(`${base}/api/notifications/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(head.status).toBe(200);
  });

  it('sends messages and read marks to both sides, once and in order', async () => {
    const { buyer, seller, conversationId, messageId } = await createScene(t);
    const colleague = await createTeamMember(t, seller.sellerId, 'VIEWER');
    const [forBuyer, forSeller, forColleague, forStranger] = await Promise.all([
      stream(buyer),
      stream(seller),
      stream(colleague),
      stream(await createBuyer(t)),
    ]);
    for (let i = 0; i < 5; i++) await sendMessage(t, i % 2 === 0 ? seller : buyer, conversationId, `m${i}`);
    await t.put(`${CONVERSATIONS}/${conversationId}/read`, { message_ids: [messageId] }, { as: seller });
    for (const client of [forBuyer, forSeller, forColleague]) {
      const [read] = await client.waitFor('read');
      expect(read?.data).toMatchObject({
        conversation_id: conversationId,
        message_ids: [messageId],
        reader: { type: 'seller' },
      });
      const messages = await client.waitFor('message', 5);
      expect(contents(messages)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
      expect(messages[0]?.data.message).toMatchObject({
        sender_id: seller.userId,
        type: 'text',
        read: false,
      });
    }
    expect(forStranger.told).toEqual([]);
  });

  it('reports new and read notifications', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const client = await stream(buyer);
    await sendMessage(t, seller, conversationId, 'Yes.');
    await t.drainJobs();
    const [notification] = await client.waitFor('notification');
    expect(notification?.data).toMatchObject({
      unreadCount: 1,
      notification: { type: 'message', read: false },
    });
    await t.patch('/api/notifications/read-all', undefined, { as: buyer });
    const [read] = await client.waitFor('notification_read');
    expect(read?.data).toEqual({ id: null, unreadCount: 0 });
  });

  it('reports who goes online and offline, including new partners', async () => {
    const { buyer, seller, listing } = await createScene(t);
    const client = await stream(seller);
    const newcomer = await createBuyer(t);
    await startConversation(t, newcomer, listing);
    const about = async (user: TestUser, count: number): Promise<boolean[]> => {
      await expect
        .poll(
          () =>
            client.told.filter(
              (event) => event.data.participant_id === user.userId && event.type === 'presence',
            ).length,
        )
        .toBe(count);
      return client.told
        .filter((event) => event.type === 'presence' && event.data.participant_id === user.userId)
        .map((event) => event.data.online);
    };
    expect(await about(buyer, 1)).toEqual([true]);
    expect(await about(newcomer, 1)).toEqual([true]);
    t.clock.advance(3 * 60_000);
    await t.app.modules.messaging.sweepPresence();
    expect(await about(buyer, 2)).toEqual([true, false]);
    await t.get('/v1/messages/unread', { as: newcomer });
    expect(await about(newcomer, 3)).toEqual([true, false, true]);
  });

  it('429: more than ten at once by one user', async () => {
    const user = await createBuyer(t);
    const clients = await Promise.all(Array.from({ length: 10 }, () => stream(user)));
    const refused = await fetch(`${base}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    const size = t.app.modules.live.hub.size;
    clients[0]?.close();
    await expect.poll(() => t.app.modules.live.hub.size).toBe(size - 1);
    await stream(user);
  });

  it('503: more than a process has room for, until one ends', async () => {
    const { eventStore, sequencer } = t.app.modules.live;
    const hub = new LiveHub({ ...t.app.platform, eventStore, sequencer, streamsMax: 2 });
    const holderOf = (userId: string) => ({ userId, sessionId: `ses_${userId}`, sellerId: null });
    const first = await hub.open(holderOf('usr_a'), ['usr_a'], null);
    await hub.open(holderOf('usr_b'), ['usr_b'], null);
    const openThird = () => hub.open(holderOf('usr_c'), ['usr_c'], null);
    await expect(openThird()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '30' },
    });
    first.readable.destroy();
    await expect.poll(() => hub.size).toBe(1);
    await openThird();
    hub.closeAll();
  });
});

describe('heartbeats', () => {
  it('reach every stream once a round, not all at the same moment', async () => {
    const { eventStore, sequencer } = t.app.modules.live;
    const hub = new LiveHub({ ...t.app.platform, eventStore, sequencer });
    const beatCounts = [0, 0, 0];
    for (const i of beatCounts.keys()) {
      const userId = `usr_beat${i}`;
      const stream = await hub.open({ userId, sessionId: `ses_${i}`, sellerId: null }, [userId], null);
      stream.readable.on('data', (chunk: Buffer) => {
        if (chunk.toString() === ':\n\n') beatCounts[i] = (beatCounts[i] ?? 0) + 1;
      });
    }
    const beatOnce = async (): Promise<number> => {
      hub.beat();
      await new Promise((resolve) => setImmediate(resolve));
      return beatCounts.reduce((sum, count) => sum + count, 0);
    };
    expect([await beatOnce(), await beatOnce(), await beatOnce(), await beatOnce()]).toEqual([1, 2, 3, 3]);
    for (let i = 4; i < 200; i++) hub.beat();
    expect(await beatOnce()).toBe(4);
    expect(beatCounts).toEqual([2, 1, 1]);
    hub.closeAll();
  });
});

describe('a stream that continues', () => {
  it('after its last event, with nothing lost and nothing twice', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const first = await stream(seller);
    await sendMessage(t, buyer, conversationId, 'one');
    const [one] = await first.waitFor('message');
    first.close();
    for (const text of ['two', 'three']) await sendMessage(t, buyer, conversationId, text);
    const second = await stream(seller, one?.id);
    await sendMessage(t, buyer, conversationId, 'four');
    expect(contents(await second.waitFor('message', 3))).toEqual(['two', 'three', 'four']);
    expect(second.told.filter((event) => event.type === 'resync')).toEqual([]);
  });

  it('says so when more was missed than is kept, or when its position is of elsewhere', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const first = await stream(buyer);
    await sendMessage(t, seller, conversationId, 'one');
    const [one] = await first.waitFor('message');
    for (const text of ['two', 'three']) await sendMessage(t, seller, conversationId, text);
    await first.waitFor('message', 3);
    const seq = Number(one?.id.split('.')[0]);
    await t.db
      .deleteFrom('live_events')
      .where('channel', '=', buyer.userId)
      .where('seq', '=', seq + 1)
      .execute();
    const second = await stream(buyer, String(seq));
    expect(contents(await second.waitFor('message'))).toEqual(['three']);
    expect(second.told.map((event) => event.type).filter((type) => type !== 'presence')).toEqual([
      'resync',
      'message',
    ]);
    await (await stream(buyer, '999999')).waitFor('resync');
  });

  it('continues after a quiet day, when its numbers are forgotten', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const first = await stream(buyer);
    await sendMessage(t, seller, conversationId, 'one');
    const [one] = await first.waitFor('message');
    first.close();
    for (const table of ['live_events', 'live_channels'] as const)
      await t.db.deleteFrom(table).where('channel', '=', buyer.userId).execute();
    const second = await stream(buyer, one?.id);
    await second.waitFor('resync');
    await sendMessage(t, seller, conversationId, 'two');
    const [two] = await second.waitFor('message');
    expect(Number(two?.id)).toBeGreaterThan(Number(one?.id));
    const third = await stream(buyer, '0');
    expect(contents(await third.waitFor('message'))).toEqual(['two']);
    for (const client of [second, third])
      expect(client.told.filter(({ type }) => type === 'resync')).toHaveLength(client === second ? 1 : 0);
  });

  it('is notified of writes of another process', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const client = await stream(buyer);
    const other = await anotherProcess();
    try {
      await Promise.all(
        [t, other].flatMap((app) =>
          Array.from({ length: 5 }, (_, i) => sendMessage(app, seller, conversationId, `${i}`)),
        ),
      );
      const messages = await client.waitFor('message', 10);
      const inOrder = await t.db
        .selectFrom('messages')
        .select('id')
        .where('conversation_id', '=', conversationId)
        .where('seq', '>', 1)
        .orderBy('seq')
        .execute();
      expect(messages.map((event) => event.data.message.id)).toEqual(inOrder.map((row) => row.id));
    } finally {
      await other.close();
    }
  });

  it('through a restart of the server', async () => {
    const { buyer, seller, conversationId } = await createScene(t);
    const first = await anotherProcess();
    const address = await listen(first);
    const client = await stream(buyer, undefined, address);
    await sendMessage(t, seller, conversationId, 'before');
    await client.waitFor('message');
    await first.close();
    await sendMessage(t, seller, conversationId, 'meanwhile');
    const second = await anotherProcess();
    try {
      await listen(second, Number(new URL(address).port));
      await client.waitFor('message', 2);
      await sendMessage(t, seller, conversationId, 'after');
      expect(contents(await client.waitFor('message', 3))).toEqual(['before', 'meanwhile', 'after']);
    } finally {
      client.close();
      await second.close();
    }
  });
});

describe('a stream ends', () => {
  it('when the session that opened it ends', async () => {
    const user = await createBuyer(t);
    const client = await stream(user);
    await t.db
      .updateTable('sessions')
      .set({ ended_at: t.clock.now(), end_reason: 'logout' })
      .where('id', '=', user.sessionId)
      .execute();
    await client.ended;
  });

  it('when the account is suspended', async () => {
    const user = await createBuyer(t);
    const client = await stream(user);
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.userId).execute();
    await client.ended;
  });

  it('after an hour at most, not before 50 minutes', async () => {
    const { hub } = t.app.modules.live;
    const user = await createBuyer(t);
    const now = t.clock.now();
    const opened = await hub.open(
      { userId: user.userId, sessionId: user.sessionId, sellerId: null },
      [user.userId],
      null,
    );
    const guard = new StreamGuard({ ...t.app.platform, hub });
    opened.readable.resume();
    await withClockAt(t, now.getTime() + 50 * MINUTE_MS, () => guard.check());
    expect(opened.readable.readableEnded).toBe(false);
    await withClockAt(t, now.getTime() + 60 * MINUTE_MS, () => guard.check((stream) => stream === opened));
    await expect.poll(() => opened.readable.readableEnded).toBe(true);
  });

  it('when the team membership ends, and sends nothing afterwards', async () => {
    const { seller, buyer, conversationId } = await createScene(t);
    const member = await createTeamMember(t, seller.sellerId, 'AGENT');
    const client = await stream(member);
    await t.db.deleteFrom('team_members').where('user_id', '=', member.userId).execute();
    await client.ended;
    client.close();
    const reconnected = await stream(member);
    await sendMessage(t, buyer, conversationId, 'secret');
    await inTransaction(t.db, (trx) =>
      t.app.modules.live.eventStore.append(trx, 'notification', [{ channel: member.userId, data: {} }]),
    );
    await reconnected.waitFor('notification');
    expect(reconnected.told.filter((event) => event.type === 'message')).toEqual([]);
  });
});

it('a stream stays open when it is the session, account or membership of others that ends', async () => {
  const { seller, buyer, conversationId } = await createScene(t);
  const [colleague, leaving, stranger] = [
    await createTeamMember(t, seller.sellerId, 'AGENT'),
    await createTeamMember(t, seller.sellerId, 'AGENT'),
    await createBuyer(t),
  ];
  const stayingStreams = [await stream(seller), await stream(colleague), await stream(buyer)];
  const closed: StreamClient[] = [];
  for (const client of stayingStreams) void client.ended.then(() => closed.push(client));
  const endingStreams = [await stream(leaving), await stream(stranger)];
  await t.db.deleteFrom('team_members').where('user_id', '=', leaving.userId).execute();
  await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', stranger.userId).execute();
  await Promise.all(endingStreams.map((client) => client.ended));
  for (const client of endingStreams) client.close();
  await sendMessage(t, buyer, conversationId, 'Still there?');
  for (const client of stayingStreams)
    expect(contents(await client.waitFor('message'))).toEqual(['Still there?']);
  expect(closed).toEqual([]);
});

describe('POST /notifications/stream-ticket', () => {
  const ticketOf = async (user: TestUser): Promise<string> =>
    (await t.post('/api/notifications/stream-ticket', undefined, { as: user })).body.data.ticket;
  const openWith = (ticket: string, parameters = '') =>
    fetch(`${base}/api/notifications/stream?ticket=${ticket}${parameters}`);

  it('opens one stream of a plain EventSource, and no second', async () => {
    const buyer = await createBuyer(t);
    const response = await t.post('/v1/notifications/stream-ticket', undefined, { as: buyer });
    expect(response.status).toBe(200);
    const { ticket, expiresAt } = response.body.data;
    expect(Date.parse(expiresAt) - t.clock.now().getTime()).toBeLessThanOrEqual(30_000);
    const responses = await Promise.all(Array.from({ length: 5 }, () => openWith(ticket)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    for (const { body } of responses) await body?.cancel();
  });

  it('continues after the last event that came', async () => {
    const scene = await createScene(t);
    const first = await stream(scene.buyer);
    await sendMessage(t, scene.seller, scene.conversationId, 'One');
    const [one] = await first.waitFor('message');
    first.close();
    await sendMessage(t, scene.seller, scene.conversationId, 'Two');
    const source = await openWith(await ticketOf(scene.buyer), `&last_event_id=${one!.id}`);
    const reader = source.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('"Two"')) text += (await reader.read()).value ?? '';
    expect(text).not.toContain('"One"');
    await reader.cancel();
  });

  it('401 for an expired one, for that of an ended session, and for none; 403 for keys', async () => {
    const buyer = await createBuyer(t);
    const oldTicket = await ticketOf(buyer);
    t.clock.advance(31_000);
    const expired = await openWith(oldTicket);
    expect([expired.status, ((await expired.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      'INVALID_TOKEN',
    ]);
    const ended = await ticketOf(buyer);
    await t.post('/api/auth/logout', undefined, { as: buyer });
    expect((await openWith(ended)).status).toBe(401);
    expect((await openWith('fwt_nothing')).status).toBe(401);
    expect((await t.post('/api/notifications/stream-ticket')).status).toBe(401);
    expect((await t.get('/api/notifications?ticket=fwt_nothing')).status).toBe(401);
  });
});
