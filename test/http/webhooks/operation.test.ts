import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, addMs, MINUTE_MS, SECOND_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { inquiryResponded, messageReceived } from '../../../src/modules/messaging/index.ts';
import { DELIVERIES_CHANNEL } from '../../../src/modules/webhooks/deliveries.repository.ts';
import { webhookHealth } from '../../../src/modules/webhooks/index.ts';
import { purgeDeliveries } from '../../../src/modules/webhooks/retention.repository.ts';
import { createBuyer, type TestSeller } from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  logsOf,
  parcelLost,
  prepareWebhookTests,
  sendParcel,
  sendParcels,
} from './setup.ts';

let t: TestApp;
let receiver: Receiver;

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
  receiver.usually(200);
  await forgetDeliveries(t);
  await t.db.deleteFrom('webhooks').execute();
});

const deliverDue = (): Promise<number> => t.app.modules.webhooks.deliverDue();
const purge = (): Promise<void> => purgeDeliveries(t.db, t.clock.now(), new AbortController().signal);

async function counts(seller: TestSeller): Promise<Record<string, number>> {
  const ids = t.db.selectFrom('webhooks').select('id').where('seller_id', '=', seller.sellerId);
  const count = async (
    table: 'webhook_attempts' | 'webhook_deliveries' | 'webhook_payloads',
  ): Promise<number> => {
    const rows =
      table === 'webhook_payloads'
        ? t.db.selectFrom(table).select('event_id')
        : t.db.selectFrom(table).select('event_id').where('webhook_id', 'in', ids);
    return (await rows.execute()).length;
  };
  return {
    attempts: await count('webhook_attempts'),
    deliveries: await count('webhook_deliveries'),
    payloads: await count('webhook_payloads'),
  };
}

describe('retention', () => {
  it('keeps 30 days, and pending deliveries', async () => {
    const seller = await createKeyedSeller(t);
    await createWebhook(t, seller, receiver.url);
    await sendParcels(t, seller, 3);
    await deliverDue();
    t.clock.advance(29 * DAY_MS);
    receiver.usually(500);
    await sendParcel(t, seller);
    await deliverDue();
    await purge();
    expect(await counts(seller)).toEqual({ attempts: 4, deliveries: 4, payloads: 4 });
    t.clock.advance(2 * DAY_MS);
    await purge();
    expect(await counts(seller)).toEqual({ attempts: 1, deliveries: 1, payloads: 1 });
  });

  it('removes all of a deleted webhook, but no payload that another needs', async () => {
    const seller = await createKeyedSeller(t);
    const [deleted, remaining] = [
      await createWebhook(t, seller, receiver.url),
      await createWebhook(t, seller, receiver.url, ['parcel.sent']),
    ];
    await sendParcels(t, seller, 3);
    await deliverDue();
    await t.post(`/v1/webhooks/${deleted.id}/test`, {}, { as: seller });
    await purge();
    expect(await counts(seller)).toMatchObject({ attempts: 7, deliveries: 7 });
    await t.del(`/v1/webhooks/${deleted.id}`, { as: seller });
    await purge();
    expect(await counts(seller)).toMatchObject({ attempts: 3, deliveries: 3 });
    const rows = await t.db
      .selectFrom('webhooks')
      .select('id')
      .where('seller_id', '=', seller.sellerId)
      .execute();
    expect(rows).toEqual([{ id: remaining.id }]);
    const orphans = await t.db
      .selectFrom('webhook_payloads as p')
      .leftJoin('webhook_deliveries as d', 'd.event_id', 'p.event_id')
      .select('p.event_id')
      .where('d.event_id', 'is', null)
      .where('p.created_at', '>', addMs(t.clock.now(), -HOUR_MS))
      .execute();
    expect(orphans).toEqual([]);
  });
});

describe('the erasure of an account', () => {
  it('ends the webhooks of its seller at once', async () => {
    const seller = await createKeyedSeller(t);
    const { id } = await createWebhook(t, seller, receiver.url);
    await sendParcel(t, seller);
    await inTransaction(t.db, (trx) =>
      eraseSection(t.app.modules.webhooks.personalData, trx, seller, t.clock.now()),
    );
    expect(await deliverDue()).toBe(0);
    expect((await t.get(`/v1/webhooks/${id}`, { as: seller })).status).toBe(404);
    expect(await exportSection(t.app.modules.webhooks.personalData, t.db, seller)).toEqual([]);
  });

  it("deletes the receivers' responses to that account's events only", async () => {
    const seller = await createKeyedSeller(t);
    const buyer = await createBuyer(t);
    const { id } = await createWebhook(t, seller, receiver.url);
    await inTransaction(t.db, (trx) =>
      t.app.platform.events.emitMany(
        trx,
        parcelLost,
        [buyer, seller].map(({ userId }) => ({
          data: { parcel: { id: userId } },
          audience: { sellerId: seller.sellerId, userId },
        })),
      ),
    );
    await deliverDue();
    await inTransaction(t.db, (trx) =>
      eraseSection(t.app.modules.webhooks.personalData, trx, { ...buyer, sellerId: null }, t.clock.now()),
    );
    const rows = await t.db
      .selectFrom('webhook_attempts')
      .select(['response_headers', 'response_body'])
      .where('webhook_id', '=', id)
      .execute();
    const erased = rows.filter((row) => row.response_headers === null && row.response_body === null);
    const unerased = rows.filter((row) => row.response_headers !== null && row.response_body !== null);
    expect([erased.length, unerased.length]).toEqual([1, 1]);
  });

  it('exports only the webhooks of the seller', async () => {
    const [seller, other] = [await createKeyedSeller(t), await createKeyedSeller(t)];
    await createWebhook(t, other, receiver.url);
    const deleted = await createWebhook(t, seller, receiver.url);
    await t.del(`/v1/webhooks/${deleted.id}`, { as: seller });
    const [one, two] = [
      await createWebhook(t, seller, receiver.url),
      await createWebhook(t, seller, receiver.url),
    ];
    await sql`update webhooks set updated_at = updated_at where id = ${one.id}`.execute(t.db);
    const { personalData } = t.app.modules.webhooks;
    expect(await exportSection(personalData, t.db, seller)).toMatchObject([
      { id: one.id, url: receiver.url },
      { id: two.id },
    ]);
    expect(await exportSection(personalData, t.db, { ...seller, sellerId: null })).toEqual([]);
  });

  it('removes only pending deliveries about the person', async () => {
    const seller = await createKeyedSeller(t);
    const buyer = await createBuyer(t);
    await createWebhook(t, seller, receiver.url);
    const [about, other] = [buyer.userId, seller.userId].map((userId) => ({
      data: { parcel: { id: userId } },
      audience: { sellerId: seller.sellerId, userId },
    }));
    await inTransaction(t.db, async (trx) => {
      await t.app.platform.events.emitMany(trx, parcelLost, [about!, other!]);
      await eraseSection(
        t.app.modules.webhooks.personalData,
        trx,
        { ...buyer, sellerId: null },
        t.clock.now(),
      );
    });
    receiver.requests.length = 0;
    await deliverDue();
    expect(receiver.requests.map((request) => JSON.parse(request.body).data.parcel.id)).toEqual([
      seller.userId,
    ]);
    const payloads = await t.db.selectFrom('webhook_payloads').select('body').execute();
    expect(payloads.some(({ body }) => body.includes(buyer.userId))).toBe(false);
  });
});

describe('the erasure of a user who wrote messages', () => {
  it('removes their words from the events of all recipients', async () => {
    const seller = await createKeyedSeller(t);
    const [erased, other] = [await createBuyer(t), await createBuyer(t)];
    const listing = { id: 'lst_1', title: 'A truck' };
    const at = t.clock.now().toISOString();
    const messageOf = (userId: string) => ({
      id: `msg_${userId}`,
      content: `words of ${userId}`,
      sent_at: at,
    });
    await inTransaction(t.db, async (trx) => {
      const { events } = t.app.platform;
      for (const { userId } of [erased, other]) {
        const message = {
          ...messageOf(userId),
          conversation_id: 'cnv_1',
          type: 'text' as const,
          attachments: [],
          sender: { id: userId, name: 'Ana' },
          listing,
        };
        await events.emit(trx, messageReceived, { message }, { sellerId: seller.sellerId });
        const inquiry = {
          conversation_id: 'cnv_1',
          listing,
          seller_id: seller.sellerId,
          buyer: { id: 'usr_1', name: 'Jan' },
          message: { ...messageOf(userId), sender_id: userId },
          response_minutes: 1,
          created_at: at,
          responded_at: at,
        };
        await events.emit(trx, inquiryResponded, { inquiry }, { sellerId: seller.sellerId });
      }
      await eraseSection(
        t.app.modules.webhooks.personalData,
        trx,
        { ...erased, sellerId: null },
        t.clock.now(),
      );
    });
    const remainingEvents = JSON.stringify(await t.db.selectFrom('events').select('data').execute());
    expect(remainingEvents).not.toContain(erased.userId);
    expect(remainingEvents.split(`words of ${other.userId}`)).toHaveLength(3);
  });
});

it('an event wakes the workers of all processes only if a webhook subscribes to it', async () => {
  const { listener, pgNotifier } = t.app.platform;
  let woken = 0;
  let markers = 0;
  await listener.subscribe(DELIVERIES_CHANNEL, { onMessage: () => woken++ });
  await listener.subscribe('marker', { onMessage: () => markers++ });
  // Database notifications arrive in commit order.
  const countWakeUps = async (): Promise<number> => {
    await pgNotifier.settle();
    const before = markers;
    await sql`select pg_notify('marker', '')`.execute(t.db);
    await expect.poll(() => markers).toBe(before + 1);
    return woken;
  };
  const seller = await createKeyedSeller(t);
  await createWebhook(t, seller, receiver.url, ['parcel.lost']);
  await sendParcel(t, seller);
  expect(await countWakeUps()).toBe(0);
  await createWebhook(t, seller, receiver.url, ['parcel.sent']);
  await sendParcel(t, seller);
  expect(await countWakeUps()).toBe(1);
  expect(await deliverDue()).toBe(1);
});

describe('health', () => {
  it('counts webhooks, pending deliveries and the outcomes of a day', async () => {
    const seller = await createKeyedSeller(t);
    const { id } = await createWebhook(t, seller, receiver.url);
    const disabledHook = await createWebhook(t, seller, receiver.url);
    await t.patch(`/v1/webhooks/${disabledHook.id}`, { status: 'disabled' }, { as: seller });
    await sendParcels(t, seller, 2);
    await deliverDue();
    receiver.usually(500);
    await sendParcel(t, seller);
    await deliverDue();
    t.clock.advance(MINUTE_MS + HOUR_MS);
    expect(await webhookHealth(t.db, t.clock.now())).toEqual({
      active: 1,
      disabled: 1,
      pending: 1,
      oldestDueSeconds: expect.closeTo(HOUR_MS / SECOND_MS, -2),
      lastDay: { delivered: 2, failed: 1 },
      failing: [{ id, sellerId: seller.sellerId, url: receiver.url, status: 'active', failed: 1 }],
      paused: [],
    });
    t.clock.advance(2 * DAY_MS);
    const later2 = await webhookHealth(t.db, t.clock.now());
    expect([later2.lastDay, later2.failing]).toEqual([{ delivered: 0, failed: 0 }, []]);
  });

  it('names those first that fail most, and those of the same by their ids; and what was paused last', async () => {
    const seller = await createKeyedSeller(t);
    await sql`update subscriptions set plan_id = (select id from plans where slug = 'enterprise')
      where seller_id = ${seller.sellerId}`.execute(t.db);
    receiver.usually(500);
    const [one, two, three] = [
      await createWebhook(t, seller, receiver.url, ['parcel.sent']),
      await createWebhook(t, seller, receiver.url, ['parcel.sent']),
      await createWebhook(t, seller, receiver.url),
    ];
    await sendParcel(t, seller);
    await inTransaction(t.db, (trx) =>
      t.app.platform.events.emit(trx, parcelLost, { parcel: { id: 'p' } }, { sellerId: seller.sellerId }),
    );
    await deliverDue();
    const now = t.clock.now();
    const { failing } = await webhookHealth(t.db, now);
    expect(failing.map(({ id, failed }) => [id, failed])).toEqual([
      [three.id, 2],
      [one.id, 1],
      [two.id, 1],
    ]);
    const { created_at: last } = await t.db
      .selectFrom('webhook_attempts')
      .select('created_at')
      .where('webhook_id', '=', three.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const atEnd = await webhookHealth(t.db, addMs(last, DAY_MS));
    expect(atEnd.failing.length).toBeGreaterThanOrEqual(1);
    expect(atEnd.lastDay.failed).toBeGreaterThanOrEqual(1);
    expect((await webhookHealth(t.db, addMs(last, DAY_MS + 1))).lastDay.failed).toBe(0);
    const pause = (id: string, ms: number) =>
      t.db
        .updateTable('webhooks')
        .set({ disabled_reason: 'administrator', disabled_at: addMs(now, ms), status: 'disabled' })
        .where('id', '=', id)
        .execute();
    await pause(three.id, -1);
    await pause(one.id, 0);
    await pause(two.id, 0);
    const health = await webhookHealth(t.db, addMs(now, HOUR_MS));
    expect(health.paused.map(({ id }) => id)).toEqual([two.id, one.id, three.id]);
    // Deliveries held for an inactive webhook are not late.
    expect(health.oldestDueSeconds).toBe(0);
  });

  it('leaves out webhooks that were deleted', async () => {
    const seller = await createKeyedSeller(t);
    receiver.usually(500);
    const deleted = await createWebhook(t, seller, receiver.url);
    const remaining = await createWebhook(t, seller, receiver.url);
    await sendParcel(t, seller);
    await deliverDue();
    const listFailing = async (): Promise<string[]> =>
      (await webhookHealth(t.db, t.clock.now())).failing.map(({ id }) => id).toSorted();
    expect(await listFailing()).toEqual([deleted.id, remaining.id].toSorted());
    await t.del(`/v1/webhooks/${deleted.id}`, { as: seller });
    expect(await listFailing()).toEqual([remaining.id]);
    expect((await webhookHealth(t.db, t.clock.now())).active).toBe(1);
  });

  it('distinguishes a late worker from a hanging receiver', async () => {
    const [slow, quick] = [await createKeyedSeller(t), await createKeyedSeller(t)];
    const readMetrics = async (): Promise<readonly (number | undefined)[]> => {
      const { text } = await t.get('/metrics');
      return ['oldest_due', 'receiver_backlog'].map((name) => {
        const value = new RegExp(`^fifthwheel_webhook_${name}_seconds (.*)$`, 'm').exec(text)?.[1];
        return value === undefined ? undefined : Math.round(Number(value));
      });
    };
    const slowHook = await createWebhook(t, slow, receiver.url);
    await createWebhook(t, quick, receiver.url);
    await sendParcel(t, slow);
    await sendParcel(t, slow);
    await deliverDue();
    expect(await readMetrics()).toEqual([0, 0]);
    // Two deliveries have been due for an hour; the first one is being attempted.
    const dueAt = t.clock.now();
    await t.db
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', due_at: dueAt })
      .where('webhook_id', '=', slowHook.id)
      .execute();
    t.clock.advance(HOUR_MS);
    await sql`update webhook_deliveries set lease_until = ${new Date(t.clock.now().getTime() + 60_000)}
      where (webhook_id, event_id) in
        (select webhook_id, event_id from webhook_deliveries where webhook_id = ${slowHook.id} order by event_id limit 1)`.execute(
      t.db,
    );
    expect(await readMetrics()).toEqual([0, 3600]);
    // Between two attempts: the last one has just ended.
    await t.db
      .updateTable('webhook_deliveries')
      .set({ lease_until: null })
      .where('webhook_id', '=', slowHook.id)
      .execute();
    await t.db
      .updateTable('webhook_attempts')
      .set({ created_at: new Date(t.clock.now().getTime() - 2000) })
      .where('webhook_id', '=', slowHook.id)
      .execute();
    expect(await readMetrics()).toEqual([2, 3600]);
    // No delivery is being attempted, so the workers are late.
    await sendParcel(t, quick);
    t.clock.advance(10 * MINUTE_MS);
    expect((await readMetrics())[0]).toBe(602);
    expect((await webhookHealth(t.db, t.clock.now())).oldestDueSeconds).toBe(602);
    await t.db
      .updateTable('webhook_deliveries')
      .set({ state: 'delivered', due_at: null })
      .where('due_at', 'is not', null)
      .execute();
  });

  it('shows in the metrics', async () => {
    const seller = await createKeyedSeller(t);
    const { id } = await createWebhook(t, seller, receiver.url);
    await sendParcel(t, seller);
    t.clock.advance(HOUR_MS);
    const waiting = (await t.get('/metrics')).text;
    expect(waiting).toMatch(/fifthwheel_webhook_oldest_due_seconds 36\d\d/);
    await deliverDue();
    const text = (await t.get('/metrics')).text;
    expect(text).toMatch(/fifthwheel_webhook_attempts_total\{outcome="delivered"\} [1-9]/);
    expect(text).toMatch(/fifthwheel_webhook_oldest_due_seconds 0/);
    expect(text).toMatch(/fifthwheel_webhook_attempt_seconds_count [1-9]/);
    expect(await logsOf(t, seller, id)).toHaveLength(1);
  });
});
