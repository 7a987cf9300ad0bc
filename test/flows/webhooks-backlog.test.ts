/** The backlog of one webhook does not delay deliveries of others, and deliveries that are not due add no cost to a claim. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { claimBehindBacklog, claimDue } from '../../src/modules/webhooks/claims.repository.ts';
import { purgeDeliveries } from '../../src/modules/webhooks/retention.repository.ts';
import { holdPending } from '../../src/modules/webhooks/webhooks.repository.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { TestSeller } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  logsOf,
  prepareWebhookTests,
  sendParcel,
} from '../http/webhooks/setup.ts';

let t: TestApp;
let receiver: Receiver;
let busy: TestSeller;
let small: TestSeller;
let busyHook: { id: string };
let smallHook: { id: string };
beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  receiver = await startReceiver();
  busy = await createKeyedSeller(t);
  small = await createKeyedSeller(t);
  busyHook = await createWebhook(t, busy, receiver.url);
  smallHook = await createWebhook(t, small, receiver.url);
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});
beforeEach(() => forgetDeliveries(t));

/** Copies a delivery more often than one claim scans. */
async function copyDelivery(count: number, dueAt: Date): Promise<void> {
  const event = await sendParcel(t, busy);
  await sql`
    insert into webhook_payloads (event_id, event_type, body, created_at)
    select event_id || n, event_type, body, created_at from webhook_payloads, generate_series(1, ${count}) n
    where event_id = ${event.id}`.execute(t.db);
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, state, due_at, created_at)
    select ${busyHook.id}, event_id, 'pending', ${dueAt}, created_at from webhook_payloads
    where event_id like ${`${event.id}_%`}`.execute(t.db);
  await t.db.updateTable('webhook_deliveries').set({ due_at: dueAt }).execute();
}

const request = () => ({
  now: t.clock.now(),
  leaseUntil: addMs(t.clock.now(), MINUTE_MS),
  fast: { free: 20, roomDefault: 4, room: {} },
  slow: { free: 4, roomDefault: 1, room: {} },
  slowWebhooks: [],
});

it('behind a backlog, webhooks are walked to one after another, each as far as it has room', async () => {
  await copyDelivery(300, addMs(t.clock.now(), -HOUR_MS));
  const event = await sendParcel(t, small);
  const first = await claimDue(t.db, request());
  expect(first.isBacklogged).toBe(true);
  expect(first.claimed.map(({ webhookId }) => webhookId)).toEqual(Array(4).fill(busyHook.id));
  const room = { [busyHook.id]: 0 };
  const behind = await claimBehindBacklog(t.db, { ...request(), fast: { ...request().fast, room } }, '');
  expect(behind.claimed.map(({ eventId }) => eventId)).toEqual([event.id]);
  expect(behind.walkOnFrom).toBe('');
});

it('a delivery behind the backlog of another webhook is made with the first attempts', async () => {
  await copyDelivery(300, addMs(t.clock.now(), -HOUR_MS));
  await sendParcel(t, small);
  receiver.requests.length = 0;
  const dispatcher = t.app.modules.webhooks.createDispatcher();
  const done = dispatcher.deliverDue();
  await expect.poll(async () => (await logsOf(t, small, smallHook.id)).length).toBeGreaterThan(0);
  expect(receiver.requests.length).toBeLessThan(150);
  await done;
  expect(receiver.requests).toHaveLength(302);
});

it('deliveries that wait for later are not looked at', async () => {
  await copyDelivery(300, addMs(t.clock.now(), HOUR_MS));
  const { claimed, isBacklogged } = await claimDue(t.db, request());
  expect([claimed, isBacklogged]).toEqual([[], false]);
});

it('behind a backlog a hundred webhooks are walked to at a time, and the rest by the next claim', async () => {
  await copyDelivery(300, addMs(t.clock.now(), -HOUR_MS));
  await sql`
    insert into webhooks (id, seller_id, user_id, url, events, secret, created_at, updated_at)
    select 'whk_MANY' || lpad(n::text, 22, '0'), seller_id, user_id, url, events, secret, created_at, updated_at
    from webhooks, generate_series(1, 120) n where id = ${smallHook.id}`.execute(t.db);
  await sendParcel(t, small);
  const walk = (from: string) =>
    claimBehindBacklog(t.db, { ...request(), fast: { free: 0, roomDefault: 4, room: {} } }, from);
  const ids = await t.db.selectFrom('webhooks').select('id').orderBy('id').execute();
  const first = await walk('');
  expect(first).toEqual({ claimed: [], walkOnFrom: ids[99]!.id });
  expect(await walk(first.walkOnFrom)).toEqual({ claimed: [], walkOnFrom: '' });
  expect((await walk(ids[21]!.id)).walkOnFrom).toBe(ids[121]!.id);
  await forgetDeliveries(t);
  await sql`delete from webhooks where id like 'whk_MANY%'`.execute(t.db);
});

it('holds the deliveries of one webhook that were queued and are not being sent', async () => {
  const at = t.clock.now();
  const [held, later, leased, ended] = [
    await sendParcel(t, busy),
    await sendParcel(t, busy),
    await sendParcel(t, busy),
    await sendParcel(t, busy),
  ];
  const other = await sendParcel(t, small);
  const set = (id: string, changes: object) =>
    t.db.updateTable('webhook_deliveries').set(changes).where('event_id', '=', id).execute();
  for (const { id } of [held, later, leased, ended, other]) await set(id, { created_at: at });
  await set(held.id, { retries_wanted: 1, delivered_at: at });
  await set(later.id, { created_at: addMs(at, 1) });
  await set(leased.id, { lease_until: addMs(at, 1) });
  await set(ended.id, { lease_until: at });
  const attempt = (id: string, eventId: string, webhookId: string, nextRetry: Date) =>
    t.db
      .insertInto('webhook_attempts')
      .values({
        id,
        webhook_id: webhookId,
        event_id: eventId,
        event_type: 'parcel.sent',
        status: 'failed',
        attempt: 1,
        response_code: 500,
        response_time_ms: 1,
        error: 'http_status',
        next_retry: nextRetry,
        created_at: at,
      })
      .execute();
  await attempt('dlv_to_come', held.id, busyHook.id, at);
  await attempt('dlv_made', held.id, busyHook.id, addMs(at, -1));
  await attempt('dlv_later', later.id, busyHook.id, at);
  await attempt('dlv_other', held.id, smallHook.id, at);
  expect(await inTransaction(t.db, (trx) => holdPending(trx, busyHook.id, at, 10))).toBe(2);
  const rows = await t.db.selectFrom('webhook_deliveries').select(['event_id', 'state', 'due_at']).execute();
  expect(Object.fromEntries(rows.map((row) => [row.event_id, [row.state, row.due_at === null]]))).toEqual({
    [held.id]: ['delivered', true],
    [ended.id]: ['undelivered', true],
    [later.id]: ['pending', false],
    [leased.id]: ['pending', false],
    [other.id]: ['pending', false],
  });
  const left = await t.db
    .selectFrom('webhook_attempts')
    .select('id')
    .where('id', 'in', ['dlv_to_come', 'dlv_made', 'dlv_later', 'dlv_other'])
    .where('next_retry', 'is not', null)
    .orderBy('id')
    .execute();
  expect(left.map(({ id }) => id)).toEqual(['dlv_later', 'dlv_made', 'dlv_other']);
});

it('a failed attempt is recorded while another transaction locks the webhook', async () => {
  receiver.script((response) => void response.writeHead(500).end());
  await sendParcel(t, small);
  await inTransaction(t.db, async (trx) => {
    await sql`select from webhooks where id = ${smallHook.id} for no key update`.execute(trx);
    expect(await t.app.modules.webhooks.deliverDue()).toBe(1);
  });
  const [entry] = await logsOf(t, small, smallHook.id);
  expect(entry).toMatchObject({ status: 'failed', response_code: 500 });
  receiver.script();
});

it('all that waits for a webhook is held when it is disabled, however much it is, and nothing of others', async () => {
  await copyDelivery(1500, addMs(t.clock.now(), HOUR_MS));
  const other = await sendParcel(t, small);
  const setStatus = (status: string) => t.put(`/v1/webhooks/${busyHook.id}`, { status }, { as: busy });
  expect((await setStatus('disabled')).status).toBe(200);
  await t.drainJobs();
  const { rows } = await sql<{ webhook_id: string; state: string; waits: boolean; count: number }>`
    select webhook_id, state, due_at is not null as waits, count(*)::int as count from webhook_deliveries
    group by 1, 2, 3 order by 4`.execute(t.db);
  expect(rows).toEqual([
    { webhook_id: smallHook.id, state: 'pending', waits: true, count: 1 },
    { webhook_id: busyHook.id, state: 'undelivered', waits: false, count: 1501 },
  ]);
  expect((await setStatus('active')).status).toBe(200);
  receiver.requests.length = 0;
  expect(await t.app.modules.webhooks.deliverDue()).toBe(1);
  expect(receiver.requests.map(({ body }) => JSON.parse(body).id)).toEqual([other.id]);
});

it('old data is deleted in one run, whatever its amount, and so is all of a deleted webhook', async () => {
  const countAll = async () => {
    const { rows } = await sql<{ deliveries: number; payloads: number }>`
      select (select count(*)::int from webhook_deliveries where webhook_id = ${busyHook.id}) as deliveries,
        (select count(*)::int from webhook_payloads) as payloads`.execute(t.db);
    return rows[0];
  };
  const purge = (signal = new AbortController().signal) => purgeDeliveries(t.db, t.clock.now(), signal);
  await t.db.deleteFrom('webhook_payloads').execute();
  await copyDelivery(2100, t.clock.now());
  await t.db.updateTable('webhook_deliveries').set({ state: 'delivered', due_at: null }).execute();
  t.clock.advance(31 * DAY_MS);
  await purge(AbortSignal.abort());
  expect(await countAll()).toEqual({ deliveries: 2101, payloads: 2101 });
  await purge();
  expect(await countAll()).toEqual({ deliveries: 0, payloads: 0 });
  await copyDelivery(2100, t.clock.now());
  await t.del(`/v1/webhooks/${busyHook.id}`, { as: busy });
  await purge();
  expect(await countAll()).toEqual({ deliveries: 0, payloads: 0 });
  const left = await t.db.selectFrom('webhooks').select('id').where('id', '=', busyHook.id).execute();
  expect(left).toEqual([]);
});
