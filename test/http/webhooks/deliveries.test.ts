import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Dispatcher } from '../../../src/modules/webhooks/dispatcher.ts';
import { DAY_MS, HOUR_MS, addMs, MINUTE_MS } from '../../../src/platform/clock.ts';
import { createSeller, createTeamMember, type TestSeller } from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { withClockAt } from '../../support/stopped-clock.ts';
import { type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  logsOf,
  noticesOf,
  prepareWebhookTests,
  sendParcel,
  sendParcels,
  type TestWebhook,
} from './setup.ts';

let t: TestApp;
let receiver: Receiver;
let seller: TestSeller;
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
afterEach(async () => {
  await forgetDeliveries(t);
  receiver.requests.length = 0;
  receiver.script();
  receiver.usually(200);
});

async function begin(events?: readonly string[]): Promise<void> {
  seller = await createKeyedSeller(t);
  hook = await createWebhook(t, seller, receiver.url, events);
}

const deliverDue = (): Promise<number> => t.app.modules.webhooks.deliverDue();

describe('GET /webhooks/:id/logs', () => {
  it('200: has an entry for each attempt, newest first', async () => {
    await begin();
    receiver.script(500, 200);
    const event = await sendParcel(t, seller);
    await deliverDue();
    const failedAt = t.clock.now();
    t.clock.advance(MINUTE_MS);
    await deliverDue();
    const logs = await logsOf(t, seller, hook.id);
    expect(logs).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        event_id: event.id,
        event_type: 'parcel.sent',
        status: 'delivered',
        response_code: 200,
        response_time_ms: expect.any(Number),
        delivered_at: expect.any(String),
        created_at: expect.any(String),
      },
      {
        id: expect.stringMatching(/^dlv_/),
        event_id: event.id,
        event_type: 'parcel.sent',
        status: 'failed',
        response_code: 500,
        response_time_ms: expect.any(Number),
        error: 'http_status',
        retry_count: 0,
        next_retry: expect.any(String),
        created_at: expect.any(String),
      },
    ]);
    const wait = Date.parse(logs[1].next_retry) - Date.parse(logs[1].created_at);
    expect(wait).toBe(MINUTE_MS);
    expect(Date.parse(logs[1].created_at)).toBeLessThanOrEqual(failedAt.getTime());
  });

  it('200: filters by status and event_type, page by page', async () => {
    await begin();
    receiver.script(500, 500);
    await sendParcels(t, seller, 5);
    await deliverDue();
    await t.post(`/v1/webhooks/${hook.id}/test`, { event_type: 'parcel.lost' }, { as: seller });
    expect(await logsOf(t, seller, hook.id, '&status=failed')).toHaveLength(2);
    expect(await logsOf(t, seller, hook.id, '&status=delivered&event_type=parcel.sent')).toHaveLength(3);
    expect(await logsOf(t, seller, hook.id, '&event_type=parcel.lost')).toHaveLength(1);
    const all = (await logsOf(t, seller, hook.id)).map((entry) => entry.id);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        t.get(`/api/seller/webhooks/${hook.id}/logs?limit=2&page=${page}`, { as: seller }),
      ),
    );
    expect(pages.flatMap((page) => page.body.data.logs.map((entry: { id: string }) => entry.id))).toEqual(
      all,
    );
    expect(pages[2]?.body.data.pagination).toEqual({
      page: 3,
      limit: 2,
      total: 6,
      totalPages: 3,
      hasMore: false,
      totalIsCapped: false,
      nextCursor: expect.any(String),
    });
    const byCursor: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await t.get(
        `/api/seller/webhooks/${hook.id}/logs?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`,
        { as: seller },
      );
      byCursor.push(...body.data.logs.map((entry: { id: string }) => entry.id));
      cursor = body.data.pagination.nextCursor;
    }
    expect(byCursor).toEqual(all);
    // Entries are sorted by time, and by ID only if the time is equal.
    const first = all[0];
    await sql`update webhook_attempts set created_at = created_at - interval '1 hour' where id = ${first}`.execute(
      t.db,
    );
    const ids = async (query: string) =>
      (await t.get(`/v1/webhooks/${hook.id}/logs?${query}`, { as: seller })).body.data.logs.map(
        (entry: { id: string }) => entry.id,
      );
    expect(await ids('limit=100')).toEqual([...all.slice(1), first]);
    expect(await ids('limit=2')).toEqual(all.slice(1, 3));
    await sql`update webhook_attempts set created_at = now() where webhook_id = ${hook.id}`.execute(t.db);
    const newestId = all.toSorted((a, b) => (a < b ? 1 : -1));
    expect([await ids('limit=100'), await ids('limit=2')]).toEqual([newestId, newestId.slice(0, 2)]);
  });

  it('400: an invalid filter', async () => {
    await begin();
    const queries = [
      'status=pending',
      'type=parcel.sent',
      'status=failed&status=delivered',
      'event_type=parcel.lots',
      'event_type=*',
    ];
    for (const query of queries) {
      const response = await t.get(`/v1/webhooks/${hook.id}/logs?${query}`, { as: seller });
      expect([query, response.status, response.body.error.code]).toEqual([query, 400, 'INVALID_FILTER']);
    }
  });
});

describe('POST /webhooks/:id/logs/:logId/retry', () => {
  const retry = (logId: string, webhookId = hook.id) =>
    t.post(`/v1/webhooks/${webhookId}/logs/${logId}/retry`, undefined, { as: seller });

  it('200: makes the next attempt now, in place of the automatic one', async () => {
    await begin();
    receiver.script(500, 500, 200);
    await sendParcel(t, seller);
    await deliverDue();
    const [failed] = await logsOf(t, seller, hook.id);
    const response = await retry(failed.id);
    expect(response.status).toBe(200);
    expect(response.body.data.delivery).toEqual({
      event_id: failed.event_id,
      event_type: 'parcel.sent',
      status: 'pending',
      next_retry: expect.any(String),
      log_id: expect.stringMatching(/^dlv_/),
    });
    expect((await logsOf(t, seller, hook.id))[0].next_retry).toBe(response.body.data.delivery.next_retry);
    await deliverDue();
    const [second] = await logsOf(t, seller, hook.id);
    expect(second).toMatchObject({
      id: response.body.data.delivery.log_id,
      status: 'failed',
      retry_count: 1,
    });
    expect(Date.parse(second.next_retry) - Date.parse(second.created_at)).toBe(5 * MINUTE_MS);
    t.clock.advance(MINUTE_MS);
    expect(await deliverDue()).toBe(0);
    t.clock.advance(4 * MINUTE_MS);
    expect(await deliverDue()).toBe(1);
    expect(new Set(receiver.requests.map((request) => request.body)).size).toBe(1);
  });

  it('200: leaves the waiting attempts of other events, and of other webhooks, where they are', async () => {
    await begin();
    const other = await createWebhook(t, seller, receiver.url);
    receiver.usually(500);
    const [one, two] = [await sendParcel(t, seller), await sendParcel(t, seller)];
    await deliverDue();
    const readRetryTimes = async () =>
      Object.fromEntries(
        [...(await logsOf(t, seller, hook.id)), ...(await logsOf(t, seller, other.id))].map((entry) => [
          entry.id,
          entry.next_retry,
        ]),
      );
    const before = await readRetryTimes();
    const entry = (await logsOf(t, seller, hook.id)).find(({ event_id: id }) => id === one.id);
    const { next_retry: now } = (await retry(entry.id)).body.data.delivery;
    expect(Object.keys(before)).toHaveLength(4);
    expect(await readRetryTimes()).toEqual({ ...before, [entry.id]: now });
    expect(await deliverDue()).toBe(1);
    expect(receiver.requests.filter(({ body }) => body.includes(two.id))).toHaveLength(2);
  });

  it('200: two at once are two attempts', async () => {
    await begin();
    receiver.script(500);
    await sendParcel(t, seller);
    await deliverDue();
    const [failed] = await logsOf(t, seller, hook.id);
    const responses = await Promise.all([retry(failed.id), retry(failed.id)]);
    expect(responses.map((response) => response.status)).toEqual([200, 200]);
    await deliverDue();
    const logs = await logsOf(t, seller, hook.id);
    expect(logs.map((entry) => entry.status)).toEqual(['delivered', 'delivered', 'failed']);
    const promised = new Set(responses.map(({ body }) => body.data.delivery.log_id));
    expect(new Set(logs.slice(0, 2).map((entry) => entry.id))).toEqual(promised);
  });

  it('200: also for delivered events; a failure changes nothing', async () => {
    await begin();
    await sendParcel(t, seller);
    await deliverDue();
    receiver.usually(500);
    const [delivered] = await logsOf(t, seller, hook.id);
    for (let i = 0; i < 7; i++) {
      await retry(delivered.id);
      await deliverDue();
    }
    const [last] = await logsOf(t, seller, hook.id);
    expect(last).toMatchObject({ status: 'failed', next_retry: null });
    t.clock.advance(2 * DAY_MS);
    expect(await deliverDue()).toBe(0);
    expect((await t.get(`/v1/webhooks/${hook.id}`, { as: seller })).body.data.webhook.status).toBe('active');
  });

  it("404: another webhook's log entry, and none", async () => {
    await begin();
    const other = await createWebhook(t, seller, receiver.url, ['parcel.lost']);
    await sendParcel(t, seller);
    await deliverDue();
    const [entry] = await logsOf(t, seller, hook.id);
    const responses = await Promise.all([
      retry(entry.id, other.id),
      retry('dlv_00000000000000000000000000'),
      retry('nothing'),
    ]);
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404]);
    expect(await deliverDue()).toBe(0);
  });

  it('409: of a disabled webhook', async () => {
    await begin();
    await sendParcel(t, seller);
    await deliverDue();
    const [entry] = await logsOf(t, seller, hook.id);
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'disabled' }, { as: seller });
    const response = await retry(entry.id);
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(await deliverDue()).toBe(0);
  });

  it('403: a viewer', async () => {
    await begin();
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    const path = `/v1/webhooks/${hook.id}/logs/dlv_00000000000000000000000000/retry`;
    expect((await t.post(path, undefined, { as: viewer })).status).toBe(403);
  });
});

describe('POST /webhooks/:id/test', () => {
  const test = (body?: unknown) => t.post(`/v1/webhooks/${hook.id}/test`, body, { as: seller });

  it('200: sends the sample of the type', async () => {
    await begin(['parcel.sent']);
    const response = await test({ event_type: 'parcel.lost' });
    expect(response.status).toBe(200);
    expect(response.body.data.delivery).toMatchObject({
      event_type: 'parcel.lost',
      status: 'delivered',
      response_code: 200,
    });
    expect(JSON.parse(receiver.requests[0]!.body)).toEqual({
      id: response.body.data.delivery.event_id,
      type: 'parcel.lost',
      created_at: expect.any(String),
      test: true,
      data: { parcel: { id: 'prc_2' } },
    });
    expect(await logsOf(t, seller, hook.id)).toEqual([response.body.data.delivery]);
  });

  it('200: chooses the first that the webhook subscribes to', async () => {
    await begin(['parcel.lost', 'parcel.sent']);
    for (const body of [undefined, {}])
      expect((await test(body)).body.data.delivery.event_type).toBe('parcel.lost');
    await begin(['*']);
    const [first] = t.app.platform.events.catalogue.filter((definition) => definition.isPublic);
    expect((await test()).body.data.delivery.event_type).toBe(first?.type);
  });

  it('200: reports a failure and does not retry', async () => {
    await begin();
    receiver.usually(503);
    const response = await test();
    expect(response.body.data.delivery).toMatchObject({
      status: 'failed',
      response_code: 503,
      error: 'http_status',
      retry_count: 0,
      next_retry: null,
    });
    for (let i = 0; i < 7; i++) await test();
    t.clock.advance(2 * DAY_MS);
    expect(await deliverDue()).toBe(0);
    expect((await t.get(`/v1/webhooks/${hook.id}`, { as: seller })).body.data.webhook.status).toBe('active');
  });

  it('429: a silent receiver holds two tests of its seller, and none of others', async () => {
    await begin();
    receiver.usually('hang');
    const held = [test(), test()];
    await receiver.received(2);
    const refused = await test();
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMITED',
      '10',
    ]);
    const other = await createSeller(t);
    const elsewhere = await startReceiver();
    const created = await t.post('/v1/webhooks', { url: elsewhere.url, events: ['*'] }, { as: other });
    const ofOther = await t.post(`/v1/webhooks/${created.body.data.webhook.id}/test`, undefined, {
      as: other,
    });
    expect(ofOther.body.data.delivery.status).toBe('delivered');
    await elsewhere.close();
    for (const response of await Promise.all(held)) expect(response.body.data.delivery.error).toBe('timeout');
    receiver.usually(200);
    expect((await test()).body.data.delivery.status).toBe('delivered');
  });

  it('503: 64 tests of all sellers are under way, until one of them ends', async () => {
    const ofSeller = async (as: TestSeller) => {
      const { id } = await createWebhook(t, as, receiver.url);
      return () => t.post(`/v1/webhooks/${id}/test`, undefined, { as });
    };
    const asks = [];
    for (let number = 0; number < 33; number++) asks.push(await ofSeller(await createKeyedSeller(t)));
    const next = asks.pop()!;
    const ends: (() => void)[] = [];
    const attempt = vi
      .spyOn(Dispatcher.prototype, 'attempt')
      .mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(null))));
    try {
      const held: Promise<TestResponse>[] = [];
      // Two at a time: with more requests than database connections, some would time out.
      for (const ask of asks) {
        held.push(ask(), ask());
        await expect.poll(() => ends.length).toBe(held.length);
      }
      expect(held).toHaveLength(64);
      const refused = await next();
      expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        '10',
      ]);
      ends[0]!();
      await Promise.race(held);
      const taken = next();
      await expect.poll(() => ends.length).toBe(65);
      for (const end of ends) end();
      await Promise.all([...held, taken]);
    } finally {
      for (const end of ends) end();
      attempt.mockRestore();
    }
    expect((await next()).body.data.delivery.status).toBe('delivered');
  });

  it('200: works while the webhook is disabled', async () => {
    await begin();
    await t.put(`/v1/webhooks/${hook.id}`, { status: 'disabled' }, { as: seller });
    expect((await test()).body.data.delivery.status).toBe('delivered');
  });

  it('422: an unknown type', async () => {
    await begin();
    for (const [event_type, message] of [
      ['parcel.lots', '"parcel.lots" is not the name of an event; did you mean "parcel.lost"?'],
      ['parcel.weighed', expect.stringContaining('is not the name of an event')],
      ['*', expect.stringContaining('is not the name of an event')],
      [7, 'must be text'],
    ] as const) {
      const response = await test({ event_type });
      expect([response.status, response.body.error.details]).toEqual([
        422,
        [{ field: 'event_type', message }],
      ]);
    }
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('POST /webhooks/:id/replay', () => {
  const replay = (body: unknown) => t.post(`/v1/webhooks/${hook.id}/replay`, body, { as: seller });

  it('200: sends undelivered events since then, with the same IDs and bytes', async () => {
    await begin(['parcel.sent']);
    const before = await sendParcel(t, seller, 'prc_before');
    await deliverDue();
    t.clock.advance(HOUR_MS);
    const since = t.clock.now().toISOString();
    await sendParcel(t, seller, 'prc_delivered');
    await deliverDue();
    receiver.usually(500);
    await sendParcel(t, seller, 'prc_failed');
    await deliverDue();
    const failedBody = receiver.requests.at(-1)?.body;
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'disabled' }, { as: seller });
    await sendParcel(t, seller, 'prc_while_disabled');
    receiver.usually(200);
    receiver.requests.length = 0;
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'active' }, { as: seller });
    t.clock.advance(2 * DAY_MS);
    expect(await deliverDue()).toBe(0);

    expect((await replay({ since })).body.data).toEqual({ replayed: 2, hasMore: false });
    await deliverDue();
    const parcels = () =>
      receiver.requests.map((request) => String(JSON.parse(request.body).data.parcel.id)).toSorted();
    expect(parcels()).toEqual(['prc_failed', 'prc_while_disabled']);
    expect(receiver.requests.map((request) => request.body)).toContain(failedBody);

    expect((await replay({ since })).body.data.replayed).toBe(0);
    receiver.requests.length = 0;
    expect((await replay({ since, includeDelivered: true })).body.data.replayed).toBe(3);
    await deliverDue();
    expect(parcels()).toEqual(['prc_delivered', 'prc_failed', 'prc_while_disabled']);
    expect(receiver.requests.map((request) => request.headers['webhook-id'])).not.toContain(before.id);
  });

  it('200: gives each event six attempts', async () => {
    await begin();
    receiver.usually(500);
    await sendParcel(t, seller);
    const since = addMs(t.clock.now(), -MINUTE_MS).toISOString();
    for (let i = 0; i < 6; i++) {
      await deliverDue();
      t.clock.advance(DAY_MS);
    }
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'active' }, { as: seller });
    expect((await replay({ since })).body.data.replayed).toBe(1);
    await deliverDue();
    expect((await logsOf(t, seller, hook.id))[0]).toMatchObject({ status: 'failed', retry_count: 0 });
    expect(await noticesOf(t, seller.userId)).toHaveLength(1);
  });

  it('200: only the events that are named, and none after `until`', async () => {
    await begin();
    const set = (status: string) => t.patch(`/v1/webhooks/${hook.id}`, { status }, { as: seller });
    await set('disabled');
    const since = t.clock.now().toISOString();
    await sendParcel(t, seller, 'prc_early');
    t.clock.advance(HOUR_MS);
    const until = t.clock.now().toISOString();
    t.clock.advance(HOUR_MS);
    await sendParcel(t, seller, 'prc_late');
    await set('active');
    receiver.requests.length = 0;
    expect((await replay({ since, events: ['listing.sold'] })).body.data.replayed).toBe(0);
    expect((await replay({ since, until, events: ['parcel.sent'] })).body.data.replayed).toBe(1);
    await deliverDue();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).data.parcel.id)).toEqual(['prc_early']);
    const unknown = await replay({ since, events: ['listing.solt'] });
    expect([unknown.status, unknown.body.error.details[0].field]).toEqual([422, 'events']);
    const backwards = await replay({ since: until, until: since });
    expect([backwards.status, backwards.body.error.details[0].field]).toEqual([422, 'until']);
  });

  it('200: from the very moment of `since` to that of `until`', async () => {
    await begin(['parcel.sent']);
    const { createdAt } = await sendParcel(t, seller);
    await deliverDue();
    const at = (ms: number) => addMs(createdAt, ms).toISOString();
    const between = async (since: number, until: number) =>
      (await replay({ since: at(since), until: at(until), includeDelivered: true })).body.data.replayed;
    expect(await between(-1000, -1)).toBe(0);
    expect(await between(1, 1000)).toBe(0);
    expect(await between(0, 0)).toBe(1);
    const now = t.clock.now().getTime();
    const statusOf = async (ms: number) =>
      withClockAt(t, now, async () => (await replay({ since: new Date(now + ms).toISOString() })).status);
    expect([await statusOf(1), await statusOf(0)]).toEqual([422, 200]);
    expect([await statusOf(-30 * DAY_MS - 1), await statusOf(-30 * DAY_MS)]).toEqual([422, 200]);
  });

  it('200: at most 10,000 at a time, the oldest first, and says that there are more', async () => {
    await begin(['parcel.sent']);
    const from = t.clock.now();
    await sql`
      insert into events (id, type, data, seller_id, created_at)
      select 'evt_MANY' || lpad(n::text, 22, '0'), 'parcel.sent', '{"parcel":{"id":"prc_1","weight":1}}',
        ${seller.sellerId}, ${from}::timestamptz + n * interval '1 ms'
      from generate_series(1, 10001) n`.execute(t.db);
    t.clock.advance(MINUTE_MS);
    const since = addMs(from, -1).toISOString();
    expect((await replay({ since })).body.data).toEqual({ replayed: 10_000, hasMore: true });
    const last = await t.db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.max('event_id').as('id'))
      .where('webhook_id', '=', hook.id)
      .executeTakeFirstOrThrow();
    expect(last.id).toBe(`evt_MANY${'10000'.padStart(22, '0')}`);
    expect((await replay({ since })).body.data).toEqual({ replayed: 1, hasMore: false });
    await sql`delete from events where id like 'evt_MANY%'`.execute(t.db);
  });

  it("200: only this seller's events", async () => {
    await begin();
    const other = await createSeller(t);
    await sendParcel(t, other);
    const since = addMs(t.clock.now(), -MINUTE_MS).toISOString();
    expect((await replay({ since })).body.data.replayed).toBe(0);
  });

  it('422: no time, one to come, one too long ago', async () => {
    await begin();
    const now = t.clock.now();
    for (const since of [
      undefined,
      'yesterday',
      addMs(now, HOUR_MS).toISOString(),
      addMs(now, -31 * DAY_MS).toISOString(),
    ]) {
      const response = await replay({ since });
      expect([since, response.status, response.body.error.details[0].field]).toEqual([since, 422, 'since']);
    }
  });

  it('409: of a disabled webhook', async () => {
    await begin();
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'disabled' }, { as: seller });
    const response = await replay({ since: addMs(t.clock.now(), -HOUR_MS).toISOString() });
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });
});
