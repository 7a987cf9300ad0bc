import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { DAY_MS, HOUR_MS, MINUTE_MS, monotonicMs, SECOND_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { envelopeOf } from '../../src/modules/webhooks/envelope.repository.ts';
import { defineEvent } from '../../src/platform/events/event.ts';
import { VERSION } from '../../src/platform/package-root.ts';
import { createBuyer, createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { type Reaction, type Receiver, startReceiver } from '../support/receiver.ts';
import { withClockAt } from '../support/stopped-clock.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  logsOf,
  noticesOf,
  parcelLost,
  parcelWeighed,
  prepareWebhookTests,
  sendParcel,
  sendParcels,
  type TestWebhook,
} from '../http/webhooks/setup.ts';

const personNamed = defineEvent({
  type: 'person.named',
  scope: 'webhooks:manage',
  when: 'A person has a name.',
  data: Type.Object({ name: Type.String() }),
  sample: { name: 'Ana' },
});

let t: TestApp;
let receiver: Receiver;
let seller: TestSeller;
let hook: TestWebhook;

beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  t.app.platform.events.define([personNamed]);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});
beforeEach(async () => {
  seller = await createKeyedSeller(t);
  hook = await createWebhook(t, seller, receiver.url);
});
afterEach(async () => {
  await forgetDeliveries(t);
  receiver.requests.length = 0;
  receiver.script();
  receiver.usually(200);
});

const deliverDue = (): Promise<number> => t.app.modules.webhooks.deliverDue();
const status = async (id = hook.id): Promise<string> =>
  (await t.get(`/v1/webhooks/${id}`, { as: seller })).body.data.webhook.status;
const setStatus = (value: string) => t.patch(`/v1/webhooks/${hook.id}`, { status: value }, { as: seller });

describe('an event', () => {
  it('arrives as the envelope, with the specified headers and no others of ours', async () => {
    const event = await sendParcel(t, seller);
    await deliverDue();
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request!.body).toBe(
      `{"id":"${event.id}","type":"parcel.sent","created_at":"${event.createdAt.toISOString()}","data":{"parcel":{"id":"prc_9","weight":1}}}`,
    );
    expect(request!.body).toBe(envelopeOf(event).toString());
    const { host: _host, ...headers } = request!.headers;
    expect(headers).toEqual({
      connection: 'keep-alive',
      'content-length': String(request!.body.length),
      'content-type': 'application/json',
      'user-agent': `Fifthwheel-Webhooks/${VERSION}`,
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      'webhook-id': event.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('keeps characters beyond ASCII in bytes and signatures', async () => {
    await sendParcel(t, seller, 'Škoda € "\\ \u2028 🚚');
    await deliverDue();
    const [request] = receiver.requests;
    expect(JSON.parse(request!.body).data.parcel.id).toBe('Škoda € "\\ \u2028 🚚');
    expect(await verify(hook.secret, request!.body, String(request!.headers['x-service-signature']))).toBe(
      true,
    );
    const headers = request!.headers as Record<string, string>;
    expect(new Webhook(hook.secret).verify(request!.body, headers)).toMatchObject({ type: 'parcel.sent' });
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const rotated = await t.post(`/v1/webhooks/${hook.id}/rotate-secret`, undefined, { as: seller });
    const { secret } = rotated.body.data.webhook;
    await sendParcel(t, seller);
    await deliverDue();
    const [request] = receiver.requests;
    const headers = request!.headers as Record<string, string>;
    expect(await verify(secret, request!.body, headers['x-service-signature']!)).toBe(true);
    expect(await verify(hook.secret, request!.body, headers['x-service-signature']!)).toBe(false);
    for (const key of [secret, hook.secret])
      expect(new Webhook(key).verify(request!.body, headers)).toBeDefined();
    t.clock.advance(DAY_MS + SECOND_MS);
    await sendParcel(t, seller);
    await deliverDue();
    expect(receiver.requests.at(-1)?.headers['webhook-signature']).not.toContain(' ');
  });

  it('is signed with the new secret alone from the very end of that day', async () => {
    const now = t.clock.now().getTime();
    await withClockAt(t, now, () =>
      t.post(`/v1/webhooks/${hook.id}/rotate-secret`, undefined, { as: seller }),
    );
    for (const [ms, count] of [
      [DAY_MS - 1, 2],
      [DAY_MS, 1],
    ] as const) {
      await sendParcel(t, seller);
      await withClockAt(t, now + ms, deliverDue);
      expect(String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(count);
    }
  });

  it('goes to the webhooks of its seller that subscribe to it', async () => {
    const other = await createSeller(t);
    const [narrow, foreign] = [await startReceiver(), await startReceiver()];
    await createWebhook(t, seller, narrow.url, ['parcel.lost']);
    await createWebhook(t, other, foreign.url);
    await sendParcel(t, seller);
    await inTransaction(t.db, (trx) =>
      t.app.platform.events.emit(trx, parcelLost, { parcel: { id: 'p' } }, { sellerId: seller.sellerId }),
    );
    await deliverDue();
    expect(receiver.requests).toHaveLength(2);
    expect(narrow.requests.map((request) => JSON.parse(request.body).type)).toEqual(['parcel.lost']);
    expect(foreign.requests).toEqual([]);
    const ids = new Set(
      [...receiver.requests, ...narrow.requests].map((request) => request.headers['webhook-id']),
    );
    expect(ids.size).toBe(2);
    await Promise.all([narrow.close(), foreign.close()]);
  });

  it('goes to the webhooks that its user has created', async () => {
    const member = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const buyer = await createBuyer(t);
    await inTransaction(t.db, async (trx) => {
      for (const { userId } of [member, buyer, seller])
        await t.app.platform.events.emit(trx, personNamed, { name: userId }, { userId });
    });
    await deliverDue();
    expect(receiver.requests.map((request) => JSON.parse(request.body).data.name)).toEqual([seller.userId]);
  });

  it('is sent only if it commits, and never when it is a signal between modules', async () => {
    const { events } = t.app.platform;
    await inTransaction(t.db, async (trx) => {
      await events.emit(trx, parcelLost, { parcel: { id: 'p' } }, { sellerId: seller.sellerId });
      throw new Error('taken back');
    }).catch(() => {});
    await inTransaction(t.db, (trx) =>
      events.emit(trx, parcelWeighed, { id: 'p' }, { sellerId: seller.sellerId }),
    );
    expect(await deliverDue()).toBe(0);
  });
});

describe('the schedule', () => {
  const delays = [0, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, DAY_MS];

  it('makes six attempts with the same bytes, then disables the webhook and notifies its owner once', async () => {
    receiver.usually(500);
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    await sendParcel(t, seller);
    const begunMs = monotonicMs();
    for (const [i, delay] of delays.entries()) {
      if (delay > 0) {
        t.clock.advance(delay - MINUTE_MS / 2);
        expect([i, await deliverDue()]).toEqual([i, 0]);
        t.clock.advance(MINUTE_MS / 2);
      }
      expect([i, await status(), await deliverDue()]).toEqual([i, 'active', 1]);
    }
    expect(new Set(receiver.requests.map((request) => request.body)).size).toBe(1);
    expect(new Set(receiver.requests.map((request) => request.headers['x-service-signature'])).size).toBe(1);
    expect(new Set(receiver.requests.map((request) => request.headers['webhook-id'])).size).toBe(1);
    const logs = await logsOf(t, seller, hook.id);
    expect(logs.map((entry) => entry.retry_count)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(logs[0].next_retry).toBeNull();
    // Allow for the real time that passed while the test ran, but no more.
    const ranOnMs = monotonicMs() - begunMs;
    for (const [i, entry] of logs.slice(1).entries()) {
      const started = Date.parse(logs[i].created_at) - logs[i].response_time_ms;
      const lateMs = started - Date.parse(entry.next_retry);
      expect([i, lateMs >= -1, lateMs <= ranOnMs]).toEqual([i, true, true]);
    }
    expect(await status()).toBe('disabled');
    for (const { userId } of [seller, manager]) {
      const notices = await noticesOf(t, userId);
      expect(notices).toHaveLength(1);
      expect(notices[0]).toMatchObject({
        type: 'webhook_disabled',
        data: { webhookId: hook.id, url: receiver.url, error: 'http_status', responseCode: 500 },
      });
    }
    expect(await noticesOf(t, agent.userId)).toEqual([]);
  });

  it('sends nothing to a disabled webhook, and only new events once it is active again', async () => {
    receiver.usually(500);
    await sendParcels(t, seller, 3);
    for (const delay of delays) {
      t.clock.advance(delay);
      await deliverDue();
    }
    expect(await status()).toBe('disabled');
    expect(
      (await logsOf(t, seller, hook.id)).filter((entry) => entry.next_retry > t.clock.now().toISOString()),
    ).toEqual([]);
    receiver.requests.length = 0;
    receiver.usually(200);
    await sendParcels(t, seller, 100);
    t.clock.advance(2 * DAY_MS);
    expect(await deliverDue()).toBe(0);
    await setStatus('active');
    t.clock.advance(2 * DAY_MS);
    expect(await deliverDue()).toBe(0);
    const event = await sendParcel(t, seller);
    await deliverDue();
    expect(receiver.requests.map((request) => request.headers['webhook-id'])).toEqual([event.id]);
    expect(await noticesOf(t, seller.userId)).toHaveLength(1);
  });

  it('counts failures per delivery, and also delivers at the sixth attempt', async () => {
    const tries = new Map<string, number>();
    receiver.usually((response, request) => {
      const { id } = JSON.parse(request.body).data.parcel;
      tries.set(id, (tries.get(id) ?? 0) + 1);
      const failures = id === 'prc_0' ? 5 : 1;
      response.writeHead(tries.get(id)! > failures ? 200 : 500).end();
    });
    const [stubborn] = await sendParcels(t, seller, 8);
    for (const delay of delays) {
      t.clock.advance(delay);
      await deliverDue();
    }
    const logs = await logsOf(t, seller, hook.id);
    expect(logs.filter((entry) => entry.status === 'failed')).toHaveLength(5 + 7);
    const attempts = logs.filter((entry) => entry.event_id === stubborn!.id);
    expect(attempts.map((entry) => entry.status)).toEqual([
      'delivered',
      ...Array.from({ length: 5 }, () => 'failed'),
    ]);
    expect(await status()).toBe('active');
  });

  it.each(['999999999', '-1', 'Wed, 21 Oct 2099 07:28:00 GMT', 'soon'])(
    'does not heed Retry-After: %s',
    async (value) => {
      receiver.script((response) => response.writeHead(429, { 'retry-after': value }).end());
      await sendParcel(t, seller);
      await deliverDue();
      const [entry] = await logsOf(t, seller, hook.id);
      expect(Date.parse(entry.next_retry) - Date.parse(entry.created_at)).toBe(MINUTE_MS);
    },
  );
});

describe('an attempt', () => {
  it.each([200, 201, 202, 204, 299])('with status %i is delivered', async (code) => {
    receiver.script(code);
    await sendParcel(t, seller);
    await deliverDue();
    expect((await logsOf(t, seller, hook.id))[0]).toMatchObject({ status: 'delivered', response_code: code });
  });

  it.each([300, 304, 400, 404, 410, 429, 500, 503])('with status %i fails', async (code) => {
    receiver.script(code);
    await sendParcel(t, seller);
    await deliverDue();
    expect((await logsOf(t, seller, hook.id))[0]).toMatchObject({
      status: 'failed',
      response_code: code,
      error: 'http_status',
    });
  });

  it.each([301, 302, 307, 308])('with redirect %i fails, and the redirect is not followed', async (code) => {
    const elsewhere = await startReceiver();
    receiver.script((response) => response.writeHead(code, { location: elsewhere.url }).end());
    await sendParcel(t, seller);
    await deliverDue();
    expect((await logsOf(t, seller, hook.id))[0]).toMatchObject({ status: 'failed', response_code: code });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  // Only reactions that never end get a short deadline; otherwise it could expire before the receiver reacts.
  const short = { limits: { totalMs: 200 } };
  it.each<[string, Reaction, string, typeof short | undefined]>([
    ['silence', 'hang', 'timeout', short],
    ['a trickle', (response) => void setInterval(() => response.write('x'), 20).unref(), 'timeout', short],
    ['a reset', (response) => void response.socket?.resetAndDestroy(), 'connection_reset', undefined],
    ['nothing', (response) => void response.socket?.end(), 'connection_reset', undefined],
  ])('is failed after %s', async (_name, reaction, error, outbound) => {
    receiver.script(reaction);
    await sendParcel(t, seller);
    await t.app.modules.webhooks.createDispatcher(outbound).deliverDue();
    const [entry] = await logsOf(t, seller, hook.id);
    expect(entry).toMatchObject({ status: 'failed', error, response_code: null });
  });

  it('with an endless response is judged by its status', async () => {
    receiver.script((response) => {
      response.writeHead(200);
      const writeMore = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', writeMore);
      writeMore();
    });
    await sendParcel(t, seller);
    await deliverDue();
    expect((await logsOf(t, seller, hook.id))[0]).toMatchObject({ status: 'delivered', response_code: 200 });
  });

  it('to an unreachable server fails', async () => {
    const closedReceiver = await startReceiver();
    await t.patch(`/v1/webhooks/${hook.id}`, { url: closedReceiver.url }, { as: seller });
    await closedReceiver.close();
    await sendParcel(t, seller);
    await deliverDue();
    expect((await logsOf(t, seller, hook.id))[0]).toMatchObject({
      status: 'failed',
      error: 'connection_refused',
    });
  });
});

describe('a change during an attempt', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['deleting', () => t.del(`/v1/webhooks/${hook.id}`, { as: seller })],
    ['disabling', () => setStatus('disabled')],
  ])('lets the attempt finish and prevents further ones: %s', async (_name, change) => {
    let finish = (): void => {};
    receiver.script((response) => {
      finish = () => response.writeHead(500).end();
    });
    await sendParcel(t, seller);
    const delivering = deliverDue();
    await receiver.received(1);
    await change();
    finish();
    await delivering;
    t.clock.advance(2 * DAY_MS);
    expect(await deliverDue()).toBe(0);
    expect(receiver.requests).toHaveLength(1);
  });

  it('of the URL takes effect with the next attempt', async () => {
    const other = await startReceiver();
    let finish = (): void => {};
    receiver.script((response) => {
      finish = () => response.writeHead(500).end();
    });
    await sendParcel(t, seller);
    const delivering = deliverDue();
    await receiver.received(1);
    await t.patch(`/v1/webhooks/${hook.id}`, { url: other.url }, { as: seller });
    finish();
    await delivering;
    t.clock.advance(MINUTE_MS);
    await deliverDue();
    expect([receiver.requests.length, other.requests.length]).toEqual([1, 1]);
    await other.close();
  });
});
