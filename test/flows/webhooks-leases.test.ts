/** Leases and lanes of delivery workers: what a worker claims next, and which worker owns a delivery. */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMs, MINUTE_MS, SECOND_MS } from '../../src/platform/clock.ts';
import {
  claimDue,
  type ClaimedDelivery,
  releaseClaim,
  renewLeases,
  withholdDelivery,
} from '../../src/modules/webhooks/claims.repository.ts';
import type { TestSeller } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  prepareWebhookTests,
  sendParcel,
  sendParcels,
} from '../http/webhooks/setup.ts';

/** Slightly longer than the response time from which a target counts as slow. */
const SLOW_MS = 2050;

let t: TestApp;
let receiver: Receiver;
let seller: TestSeller;

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
  seller = await createKeyedSeller(t);
  await createWebhook(t, seller, receiver.url);
});
afterEach(async () => {
  await forgetDeliveries(t);
  receiver.requests.length = 0;
  receiver.script();
});

describe('a target that was slow once', () => {
  it('gets later deliveries from the same worker, and counts as fast again after a fast response', async () => {
    const worker = t.app.modules.webhooks.createDispatcher();
    receiver.script((response) => void setTimeout(() => response.writeHead(200).end(), SLOW_MS));
    await sendParcel(t, seller);
    expect(await worker.deliverDue()).toBe(1);
    await sendParcel(t, seller);
    expect(await worker.deliverDue()).toBe(1);
    expect(receiver.requests).toHaveLength(2);
    await sendParcels(t, seller, 8);
    expect(await worker.deliverDue()).toBe(8);
  });
});

it('a webhook has four attempts under way at most, and all four where there is more to send', async () => {
  // Answers only when four are open, however slowly they come. A fifth would have time to come too.
  let open: ServerResponse[] = [];
  receiver.usually((response) => {
    open.push(response);
    if (open.length < 4) return;
    const four = open;
    open = [];
    setTimeout(() => four.forEach((each) => each.writeHead(200).end()), 20);
  });
  await sendParcels(t, seller, 12);
  expect(await t.app.modules.webhooks.createDispatcher().deliverDue()).toBe(12);
  expect([receiver.requests.length, receiver.openMax]).toEqual([12, 4]);
  receiver.usually(200);
});

const claim = async (leaseUntil: Date, now = t.clock.now()): Promise<readonly ClaimedDelivery[]> => {
  const { claimed } = await claimDue(t.db, {
    now,
    leaseUntil,
    fast: { free: 10, roomDefault: 10, room: {} },
    slow: { free: 0, roomDefault: 1, room: {} },
    slowWebhooks: [],
  });
  return claimed;
};

it('a delivery is claimed from the moment at which it is due, and again from that at which its lease ends', async () => {
  await sendParcel(t, seller);
  const due = addMs(t.clock.now(), MINUTE_MS);
  await t.db.updateTable('webhook_deliveries').set({ due_at: due }).execute();
  const until = addMs(due, MINUTE_MS);
  const counts: number[] = [];
  for (const now of [addMs(due, -1), due, addMs(until, -1), until])
    counts.push((await claim(until, now)).length);
  expect(counts).toEqual([0, 1, 0, 1]);
});

it('a worker finds jobs of another process within a second', async () => {
  const worker = t.app.modules.webhooks.createDispatcher();
  worker.start();
  // A delivery that the worker finds when it starts.
  await sendParcel(t, seller);
  await receiver.received(1);
  await sendParcel(t, seller);
  await receiver.received(2);
  await worker.stop(5 * SECOND_MS);
});

describe('renewing leases', () => {
  const leases = async (): Promise<Record<string, number | undefined>> => {
    const rows = await t.db.selectFrom('webhook_deliveries').select(['event_id', 'lease_until']).execute();
    return Object.fromEntries(rows.map((row) => [row.event_id, row.lease_until?.getTime()]));
  };

  it('prolongs the own ones, and none that another worker has taken over or that has ended', async () => {
    const events = await sendParcels(t, seller, 3);
    const [heldId, takenId, endedId] = events.map(({ id }) => id) as [string, string, string];
    const first = await claim(addMs(t.clock.now(), MINUTE_MS));
    expect(first).toHaveLength(3);
    // One lease has expired and another worker has claimed its delivery; another delivery has a recorded outcome.
    t.clock.advance(MINUTE_MS / 2);
    await t.db
      .updateTable('webhook_deliveries')
      .set({ lease_until: t.clock.now() })
      .where('event_id', '=', takenId)
      .execute();
    const othersUntil = addMs(t.clock.now(), 2 * MINUTE_MS);
    expect((await claim(othersUntil)).map(({ eventId }) => eventId)).toEqual([takenId]);
    await t.db
      .updateTable('webhook_deliveries')
      .set({ lease_until: null, state: 'delivered', due_at: null })
      .where('event_id', '=', endedId)
      .execute();
    const renewedUntil = addMs(t.clock.now(), 9 * MINUTE_MS);
    await renewLeases(t.db, first, renewedUntil);
    expect(await leases()).toEqual({
      [heldId]: renewedUntil.getTime(),
      [takenId]: othersUntil.getTime(),
      [endedId]: undefined,
    });
  });

  it('leaves omitted fields alone', async () => {
    await sendParcels(t, seller, 2);
    const until = addMs(t.clock.now(), MINUTE_MS);
    const [renewed, other] = await claim(until);
    const renewedUntil = addMs(until, MINUTE_MS);
    await renewLeases(t.db, [renewed!], renewedUntil);
    expect(await leases()).toEqual({
      [renewed!.eventId]: renewedUntil.getTime(),
      [other!.eventId]: until.getTime(),
    });
  });

  it('gives an attempt that is under way a whole lease again, before another worker may have it', async () => {
    const lease = 3 * SECOND_MS;
    const second = await createTestApp({
      databaseUrl: t.databaseUrl,
      env: { WEBHOOK_LEASE_SECONDS: String(lease / SECOND_MS) },
    });
    prepareWebhookTests(second);
    receiver.script('hang');
    const { id } = await sendParcel(second, seller);
    const stored = async () => {
      const { lease_until: until, claims } = await t.db
        .selectFrom('webhook_deliveries')
        .select(['lease_until', 'claims'])
        .where('event_id', '=', id)
        .executeTakeFirstOrThrow();
      return { until: until?.getTime() ?? 0, claims };
    };
    const worker = second.app.modules.webhooks.createDispatcher();
    worker.start();
    await receiver.received(1);
    const first = await stored();
    expect(first.claims).toBe(1);
    await expect.poll(stored).not.toEqual(first);
    const renewed = await stored();
    await worker.stop(0);
    await second.close();
    expect(renewed.claims).toBe(1);
    expect(renewed.until).toBeGreaterThan(first.until);
    expect(renewed.until).toBeLessThan(first.until + lease);
  });
});

describe('a claim', () => {
  const states = async () => {
    const rows = await t.db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'state', 'due_at', 'lease_until', 'retries_wanted', 'claims'])
      .execute();
    return Object.fromEntries(
      rows.map((row) => [
        row.event_id,
        [row.state, row.due_at === null, row.lease_until === null, row.retries_wanted, row.claims],
      ]),
    );
  };

  it('is available to all workers once released, to none while withheld, and does not affect others', async () => {
    await sendParcels(t, seller, 3);
    const [back, withheld, other] = await claim(addMs(t.clock.now(), MINUTE_MS));
    await releaseClaim(t.db, back!);
    await withholdDelivery(t.db, withheld!);
    expect(await states()).toEqual({
      [back!.eventId]: ['pending', false, true, 0, 1],
      [withheld!.eventId]: ['undelivered', true, true, 0, 1],
      [other!.eventId]: ['pending', false, false, 0, 1],
    });
    const reclaimed = await claim(addMs(t.clock.now(), MINUTE_MS));
    expect(reclaimed.map(({ eventId }) => eventId)).toEqual([back!.eventId]);
    // The earlier claim no longer has any effect.
    await withholdDelivery(t.db, back!);
    expect((await states())[back!.eventId]).toEqual(['pending', false, false, 0, 2]);
  });
});

describe('a claim whose outcome is written', () => {
  it('neither gives the delivery back nor ends it otherwise, and touches no other', async () => {
    const events = await sendParcels(t, seller, 2);
    const claimed = await claim(addMs(t.clock.now(), MINUTE_MS));
    const firstClaim = claimed.find(({ eventId }) => eventId === events[0]!.id)!;
    const stored = () =>
      t.db
        .selectFrom('webhook_deliveries')
        .select(['event_id', 'state', 'due_at', 'lease_until'])
        .orderBy('event_id')
        .execute();
    await t.db
      .updateTable('webhook_deliveries')
      .set({ lease_until: null })
      .where('event_id', '=', firstClaim.eventId)
      .execute();
    const before = await stored();
    expect(before.map(({ state, lease_until: lease }) => [state, lease === null])).toEqual([
      ['pending', true],
      ['pending', false],
    ]);
    await releaseClaim(t.db, firstClaim);
    await withholdDelivery(t.db, firstClaim);
    expect(await stored()).toEqual(before);
  });
});
