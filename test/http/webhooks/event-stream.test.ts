import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccountEvents } from '../../../src/modules/webhooks/account-events.service.ts';
import { EventStreams } from '../../../src/modules/webhooks/event-streams.ts';
import { canReadStream } from '../../../src/modules/auth/index.ts';
import type { SellerActor } from '../../../src/platform/http/route.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src/platform/clock.ts';
import { HEARTBEAT_FRAME } from '../../../src/platform/live/index.ts';
import { listen } from '../../support/event-stream.ts';
import {
  createApiKey,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { withClockAt } from '../../support/stopped-clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { tractor } from '../listings/bodies.ts';
import { prepareWebhookTests, sendParcels } from './setup.ts';

let t: TestApp;
let base: string;
beforeAll(async () => {
  t = await createTestApp();
  base = await listen(t);
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});

interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly body: { id: string; type: string; created_at: string; data: { listing?: { id: string } } };
}

async function open(headers: Record<string, string>, query = '', types = ['listing.created', 'resync']) {
  const events: StreamedEvent[] = [];
  let look: () => void = () => {};
  const source = new EventSource(`${base}/v1/events/stream${query}`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  });
  for (const type of types)
    source.addEventListener(type, (event) => {
      events.push({ id: event.lastEventId, type, body: JSON.parse(String(event.data)) });
      look();
    });
  const ended = new Promise<void>((resolve) => source.addEventListener('error', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    source.addEventListener('open', () => resolve());
    source.addEventListener('error', (event) => reject(new Error(`refused: ${event.code}`)));
  });
  const waitFor = (count: number) =>
    new Promise<readonly StreamedEvent[]>((resolve) => {
      look = () => events.length >= count && resolve(events);
      look();
    });
  return { told: events, source, waitFor, ended, close: () => source.close() };
}

/** Client of the requests in these tests. */
const TEST_CLIENT = { ip: '127.0.0.1', isSigned: false };

const bearer = (as: { token: string }) => ({ authorization: `Bearer ${as.token}` });
const byKey = (key: string) => ({ 'x-api-key': key });

async function create(as: TestSeller): Promise<string> {
  const created = await t.post(
    '/v1/seller/listings',
    { ...tractor, title: 'MAN TGX for the stream' },
    { as },
  );
  return created.body.data.id;
}

describe('GET /events/stream', () => {
  it('sends events only to keys and users of the account', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    const key = await createApiKey(t, seller.userId, ['listings:read']);
    const [ofKey, ofPerson, ofOther] = [
      await open(byKey(key)),
      await open(bearer(seller)),
      await open(bearer(other)),
    ];
    const id = await create(seller);
    for (const stream of [ofKey, ofPerson]) {
      const [event] = await stream.waitFor(1);
      expect(event).toMatchObject({
        type: 'listing.created',
        body: { type: 'listing.created', data: { listing: { id } } },
      });
      expect(event!.id).toBe(event!.body.id);
      const { body } = await t.get(`/v1/events/${event!.id}`, { as: seller });
      expect(event!.body).toEqual(body.data);
    }
    const otherListing = await create(other);
    expect((await ofOther.waitFor(1)).map(({ body }) => body.data.listing?.id)).toEqual([otherListing]);
    for (const stream of [ofKey, ofPerson, ofOther]) stream.close();
  });

  it('a key sees the kinds of events that it may read, and of these the ones asked for', async () => {
    const seller = await createSeller(t);
    const key = await createApiKey(t, seller.userId, ['messages:read', 'analytics:read']);
    const types = ['listing.created', 'listing.updated'];
    const narrow = await open(byKey(key), '', types);
    const filtered = await open(bearer(seller), '?type=listing.updated', types);
    const all = await open(bearer(seller), '', types);
    const id = await create(seller);
    await t.patch(`/v1/seller/listings/${id}`, { price: 41_000 }, { as: seller });
    expect((await all.waitFor(2)).map(({ type }) => type)).toEqual(['listing.created', 'listing.updated']);
    expect((await filtered.waitFor(1)).map(({ type }) => type)).toEqual(['listing.updated']);
    expect(narrow.told).toEqual([]);
    for (const stream of [narrow, filtered, all]) stream.close();
    expect((await t.get('/v1/events/stream?type=nothing', { as: seller })).body.error.code).toBe(
      'INVALID_FILTER',
    );
  });

  it('ends when the team role changes, because it determines what the member can read', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const member = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const stream = await open(bearer(member));
    await create(seller);
    await stream.waitFor(1);
    await t.db
      .updateTable('team_members')
      .set({ role: 'VIEWER' })
      .where('user_id', '=', member.userId)
      .execute();
    await create(seller);
    await stream.ended;
    expect(stream.told).toHaveLength(1);
    stream.close();
  });

  it('ends immediately for a key whose address is no longer allowed, and continues for a user', async () => {
    const changes = [
      { ipRestriction: { enabled: true, addresses: ['203.0.113.9'] } },
      { requireSignature: true },
    ];
    for (const change of changes) {
      const seller = await createSeller(t);
      const key = await createApiKey(t, seller.userId, ['listings:read']);
      const [ofKey, ofPerson] = [await open(byKey(key)), await open(bearer(seller))];
      const other = await createTestApp({ databaseUrl: t.databaseUrl });
      try {
        expect((await other.put('/api/account/security', change, { as: seller })).status).toBe(200);
        await ofKey.ended;
      } finally {
        await other.close();
      }
      await create(seller);
      await ofPerson.waitFor(1);
      expect(ofKey.told).toEqual([]);
      for (const stream of [ofKey, ofPerson]) stream.close();
    }
  });

  it('stays open for a key under restrictions that allow it', async () => {
    const seller = await createSeller(t);
    const key = await createApiKey(t, seller.userId, ['listings:read']);
    const allowed = { ipRestriction: { enabled: true, addresses: ['127.0.0.0/8'] } };
    const stream = await open(byKey(key));
    expect((await t.put('/api/account/security', allowed, { as: seller })).status).toBe(200);
    await create(seller);
    await stream.waitFor(1);
    stream.close();
    const signed = { ip: '127.0.0.1', isSigned: true };
    const { id } = await t.db
      .selectFrom('api_keys')
      .select('id')
      .where('user_id', '=', seller.userId)
      .executeTakeFirstOrThrow();
    const actor = {
      userId: seller.userId,
      credential: { kind: 'apiKey', keyId: id },
      seller: { sellerId: seller.sellerId, teamRole: 'OWNER' },
    } as unknown as SellerActor;
    await t.put('/api/account/security', { requireSignature: true }, { as: seller });
    expect(await canReadStream(t.db, actor, signed, t.clock.now())).toBe(true);
    expect(await canReadStream(t.db, actor, TEST_CLIENT, t.clock.now())).toBe(false);
  });

  it('ends with its key, its session or its role without waiting for an event', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const member = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const key = await createApiKey(t, seller.userId, ['listings:read']);
    const streams = [await open(byKey(key)), await open(bearer(member)), await open(bearer(seller))];
    const now = t.clock.now();
    await t.db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('user_id', '=', seller.userId)
      .execute();
    await t.db
      .updateTable('team_members')
      .set({ role: 'AGENT' })
      .where('user_id', '=', member.userId)
      .execute();
    await t.db.updateTable('sessions').set({ ended_at: now }).where('user_id', '=', seller.userId).execute();
    await Promise.all(streams.map(({ ended }) => ended));
    for (const stream of streams) stream.close();
  });

  it('ends after 50 to 60 minutes, and continues when the client reconnects', async () => {
    const seller = await createSeller(t);
    const stream = await open(bearer(seller));
    t.clock.advance(49 * MINUTE_MS);
    await create(seller);
    await stream.waitFor(1);
    t.clock.advance(11 * MINUTE_MS);
    const ends = new Promise<void>((resolve) => stream.source.addEventListener('error', () => resolve()));
    await create(seller);
    await ends;
    expect((await stream.waitFor(2)).map(({ type }) => type)).toEqual(['listing.created', 'listing.created']);
    stream.close();
  });

  it('continues after the last event, and says so if that one is no longer stored', async () => {
    const seller = await createSeller(t);
    const first = await open(bearer(seller));
    await create(seller);
    const [firstEvent] = await first.waitFor(1);
    first.close();
    t.clock.advance(MINUTE_MS);
    const missed = [await create(seller), await create(seller)];
    const next = await open({ ...bearer(seller), 'last-event-id': firstEvent!.id });
    expect((await next.waitFor(2)).map(({ body }) => body.data.listing?.id)).toEqual(missed);
    next.close();
    const strange = await open(bearer(seller), '?last_event_id=evt_00000000000000000000000000');
    expect((await strange.waitFor(1)).map(({ type }) => type)).toEqual(['resync']);
    strange.close();
  });

  it('sends each event once, including the first one of the range that is scanned again', async () => {
    const seller = await createSeller(t);
    const stream = await open(bearer(seller));
    const now = t.clock.now().getTime();
    const created: string[] = [];
    for (const ms of [0, 30 * SECOND_MS, 30 * SECOND_MS + 1]) {
      created.push(await withClockAt(t, now + ms, () => create(seller)));
      await stream.waitFor(created.length);
    }
    expect(stream.told.map(({ body }) => body.data.listing?.id)).toEqual(created);
    stream.close();
  });

  it('says that it is there after 20 seconds in which nothing happened, and again after as many', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { body } = await fetch(`${base}/v1/events/stream`, { headers: bearer(await createSeller(t)) });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const findHeartbeatTimers = () => timers.mock.calls.filter(([, ms]) => ms === 20 * SECOND_MS);
    let elapsed = 0;
    for (let heartbeat = 0; heartbeat < 2; heartbeat++) {
      // Streams of earlier tests may still be ending, with timers of their own.
      await expect.poll(() => findHeartbeatTimers().length).toBeGreaterThan(elapsed);
      const due = findHeartbeatTimers().slice(elapsed);
      elapsed += due.length;
      for (const [callback] of due) callback();
      expect((await reader.read()).value).toBe(HEARTBEAT_FRAME);
    }
    timers.mockRestore();
    await reader.cancel();
  });

  it('reports everything that happens immediately, and nothing earlier', async () => {
    prepareWebhookTests(t);
    const seller = await createSeller(t);
    await sendParcels(t, seller, 3);
    const stream = await open(bearer(seller), '', ['parcel.sent']);
    const events = await sendParcels(t, seller, 250);
    const received = await stream.waitFor(250);
    expect(received.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    stream.close();
  });

  it('503 beyond 2000 streams of a process, also while they are being opened', async () => {
    const opening = new EventStreams({
      ...t.app.platform,
      accountEvents: { filterOf: () => ({}), find: () => new Promise(() => {}) } as unknown as AccountEvents,
    });
    const begin = (user: number) =>
      opening.open({ userId: `usr_${user}`, seller: { sellerId: 'sel_1' } } as SellerActor, {
        types: [],
        lastEventId: 'evt_1',
        origin: TEST_CLIENT,
      });
    for (let n = 0; n < 2000; n++) void begin(n % 200);
    expect(opening.size).toBe(2000);
    const refused = begin(200);
    expect(opening.size).toBe(2000);
    await expect(refused).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '30' },
    });
  });

  it('starts with the delay before reconnecting', async () => {
    const { body } = await fetch(`${base}/v1/events/stream`, { headers: bearer(await createSeller(t)) });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('retry: 3000\n\n');
    await reader.cancel();
  });

  it('is for who has a session or key that lives, and still belongs to the seller', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    await createApiKey(t, seller.userId, ['listings:read']);
    const now = t.clock.now();
    const at = (ms: number): Date => new Date(now.getTime() + ms);
    const { id: keyId } = await t.db
      .updateTable('api_keys')
      .set({ expires_at: at(1) })
      .where('user_id', '=', seller.userId)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: sessionId } = await t.db
      .updateTable('sessions')
      .set({ expires_at: at(1) })
      .where('user_id', '=', seller.userId)
      .returning('id')
      .executeTakeFirstOrThrow();
    const as = (credential: object, sellerId = seller.sellerId) =>
      ({
        userId: seller.userId,
        credential,
        seller: { sellerId, teamRole: 'OWNER' },
      }) as unknown as SellerActor;
    const credentials = { key: { kind: 'apiKey', keyId }, session: { kind: 'session', sessionId } };
    const [key, session] = [as(credentials.key), as(credentials.session)];
    for (const credential of Object.values(credentials)) {
      expect(await canReadStream(t.db, as(credential), TEST_CLIENT, now)).toBe(true);
      expect(await canReadStream(t.db, as(credential), TEST_CLIENT, at(1))).toBe(false);
      expect(await canReadStream(t.db, as(credential, other.sellerId), TEST_CLIENT, now)).toBe(false);
    }
    expect(await canReadStream(t.db, as({ kind: 'session', sessionId: 'ses_none' }), TEST_CLIENT, now)).toBe(
      false,
    );
    expect(await canReadStream(t.db, as({ kind: 'apiKey', keyId: 'key_none' }), TEST_CLIENT, now)).toBe(
      false,
    );
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', seller.userId).execute();
    expect(await canReadStream(t.db, session, TEST_CLIENT, now)).toBe(false);
    await t.db.updateTable('users').set({ status: 'active' }).where('id', '=', seller.userId).execute();
    await t.db.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    await t.db.updateTable('api_keys').set({ expires_at: null }).where('id', '=', keyId).execute();
    expect(await canReadStream(t.db, session, TEST_CLIENT, now)).toBe(false);
    expect(await canReadStream(t.db, key, TEST_CLIENT, now)).toBe(true);
    await t.db.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', keyId).execute();
    expect(await canReadStream(t.db, key, TEST_CLIENT, now)).toBe(false);
  });

  it('takes a ticket in place of headers', async () => {
    const seller = await createSeller(t);
    const { ticket } = (await t.post('/v1/notifications/stream-ticket', undefined, { as: seller })).body.data;
    const stream = await open({}, `?ticket=${ticket}`);
    const id = await create(seller);
    expect((await stream.waitFor(1))[0]!.body.data.listing?.id).toBe(id);
    stream.close();
  });

  it('ends, and sends nothing more, once the key is revoked or the member has left', async () => {
    const seller = await createSeller(t);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const key = await createApiKey(t, seller.userId, ['listings:read']);
    const [ofKey, ofAgent] = [await open(byKey(key)), await open(bearer(agent))];
    await t.db
      .updateTable('api_keys')
      .set({ revoked_at: t.clock.now() })
      .where('user_id', '=', seller.userId)
      .execute();
    await t.db.deleteFrom('team_members').where('user_id', '=', agent.userId).execute();
    await create(seller);
    await Promise.all([ofKey.ended, ofAgent.ended]);
    expect([ofKey.told, ofAgent.told]).toEqual([[], []]);
    for (const stream of [ofKey, ofAgent]) stream.close();
  });

  it('401, 403; 429 for an eleventh stream, and a stream that was closed makes room at once', async () => {
    expect((await t.get('/v1/events/stream')).status).toBe(401);
    expect((await t.get('/v1/events/stream', { as: await createBuyer(t) })).status).toBe(403);
    const seller = await createSeller(t);
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(bearer(seller))));
    const refused = await t.get('/v1/events/stream', { as: seller });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    streams[0]!.close();
    await expect
      .poll(async () =>
        open(bearer(seller)).then(
          (stream) => stream.close(),
          () => null,
        ),
      )
      .not.toBeNull();
    for (const stream of streams) stream.close();
  });
});
