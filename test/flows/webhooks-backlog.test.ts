/** A backlog of one webhook hides no other's deliveries, and what waits for later costs a claim nothing. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMs, HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { claimBehindBacklog, claimDue } from '../../src/modules/webhooks/claims.repository.ts';
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

/** Copies of a delivery, as many as one claim does not look through. */
async function pileUp(count: number, dueAt: Date): Promise<void> {
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
  await pileUp(300, addMs(t.clock.now(), -HOUR_MS));
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
  await pileUp(300, addMs(t.clock.now(), -HOUR_MS));
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
  await pileUp(300, addMs(t.clock.now(), HOUR_MS));
  const { claimed, isBacklogged } = await claimDue(t.db, request());
  expect([claimed, isBacklogged]).toEqual([[], false]);
});

it('a failed attempt is recorded while somebody holds the webhook', async () => {
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
  await pileUp(1500, addMs(t.clock.now(), HOUR_MS));
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
