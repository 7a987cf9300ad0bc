import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createKeyedSeller, createWebhook, prepareWebhookTests, sendParcel } from '../http/webhooks/setup.ts';

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

async function workOff(): Promise<void> {
  while ((await t.drainJobs()) + (await t.app.modules.webhooks.deliverDue()) > 0);
}

function receivedParcels(): string[] {
  return receiver.requests.map((request) => JSON.parse(request.body).data.parcel.id as string).toSorted();
}

it('a clock that is set back delays due work, loses nothing and repeats nothing', async () => {
  const seller = await createKeyedSeller(t);
  await createWebhook(t, seller, receiver.url);
  await sendParcel(t, seller, 'before');
  t.clock.advance(-HOUR_MS);
  await sendParcel(t, seller, 'after');
  await workOff();
  // New deliveries do not wait behind the ones that are due later.
  expect(receivedParcels()).toEqual(['after']);
  t.clock.advance(HOUR_MS);
  await workOff();
  expect(receivedParcels()).toEqual(['after', 'before']);
  const order = await t.get('/v1/auth/verify', { as: seller });
  expect(order.status).toBe(200);
});

it('a clock that is set forward by a day makes everything due once', async () => {
  receiver.requests.length = 0;
  const seller = await createKeyedSeller(t);
  await createWebhook(t, seller, receiver.url);
  receiver.script(500);
  await sendParcel(t, seller, 'late');
  await workOff();
  expect(receivedParcels()).toEqual(['late']);
  t.clock.advance(DAY_MS);
  await workOff();
  expect(receivedParcels()).toEqual(['late', 'late']);
  t.clock.advance(DAY_MS);
  await workOff();
  expect(receivedParcels()).toEqual(['late', 'late']);
  const failed = await t.db.selectFrom('jobs').select('name').where('failed_at', 'is not', null).execute();
  expect(failed).toEqual([]);
});
