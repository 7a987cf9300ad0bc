import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  createWebhook,
  parcelSent,
  prepareWebhookTests,
  sendParcel,
  type TestWebhook,
} from '../webhooks/setup.ts';

let t: TestApp;
let admin: TestUser;
let seller: TestSeller;
let receiver: Receiver;
let webhook: TestWebhook;

beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  admin = await createAdmin(t);
});
afterAll(() => t.close());

beforeEach(async () => {
  receiver = await startReceiver();
  seller = await createSeller(t, { plan: 'premium' });
  webhook = await createWebhook(t, seller, receiver.url, [parcelSent.type]);
  return () => receiver.close();
});

const deliver = (): Promise<number> => t.app.modules.webhooks.deliverDue();
const setStatus = (status: string, as: TestUser = admin) =>
  t.patch(`/api/admin/webhooks/${webhook.id}`, { status }, { as });
const replay = (since: string) =>
  t.post(`/api/admin/webhooks/${webhook.id}/replay`, { since }, { as: admin });
const listPaused = async (): Promise<readonly { id: string }[]> =>
  (await t.get('/api/admin/webhooks', { as: admin })).body.data.paused;

it('a paused webhook sends nothing, and its owner cannot resume it; missed events are replayed', async () => {
  const since = t.clock.now().toISOString();
  const paused = await setStatus('disabled');
  expect([paused.status, paused.body.data?.webhook]).toMatchObject([
    200,
    { id: webhook.id, sellerId: seller.sellerId, status: 'disabled', disabledReason: 'administrator' },
  ]);
  expect((await setStatus('disabled')).status).toBe(200);
  expect((await listPaused()).map(({ id }) => id)).toContain(webhook.id);
  await sendParcel(t, seller);
  await deliver();
  expect(receiver.requests).toHaveLength(0);
  const resumed = await t.put(`/api/seller/webhooks/${webhook.id}`, { status: 'active' }, { as: seller });
  expect([resumed.status, resumed.body.error?.code]).toEqual([403, 'FORBIDDEN']);
  expect((await replay(since)).body.error?.code).toBe('INVALID_STATE');

  expect((await setStatus('active')).body.data.webhook).toMatchObject({
    status: 'active',
    disabledReason: null,
  });
  expect((await listPaused()).map(({ id }) => id)).not.toContain(webhook.id);
  const replayed = await replay(since);
  expect([replayed.status, replayed.body.data]).toEqual([200, { replayed: 1, hasMore: false }]);
  await deliver();
  expect(receiver.requests).toHaveLength(1);

  const { entries } = (await t.get(`/api/admin/audit-log?subjectId=${webhook.id}`, { as: admin })).body.data;
  const ofAdmin = entries.filter(({ actor }: { actor: { id: string } }) => actor.id === admin.userId);
  expect(ofAdmin).toMatchObject([
    { action: 'webhook.replayed', after: { since, replayed: 1 } },
    {
      action: 'webhook.resumed',
      before: { status: 'disabled', reason: 'administrator' },
      after: { status: 'active', reason: null },
    },
    {
      action: 'webhook.paused',
      before: { status: 'active', reason: null },
      after: { status: 'disabled', reason: 'administrator' },
    },
  ]);
});

it('a pause cannot be bypassed by recreating, redirecting or testing a webhook', async () => {
  const ownPath = `/api/seller/webhooks/${webhook.id}`;
  const elsewhere = receiver.url.replace('127.0.0.1', '127.0.0.2');
  const other = await createWebhook(t, seller, elsewhere, [parcelSent.type]);
  await setStatus('disabled');
  const make = (url: string, as: TestUser = seller) =>
    t.post('/api/seller/webhooks', { url, events: [parcelSent.type] }, { as });
  const refused = [
    await t.call('DELETE', ownPath, { as: seller }),
    await t.put(ownPath, { url: elsewhere }, { as: seller }),
    await t.post(`${ownPath}/test`, {}, { as: seller }),
    await make(receiver.url),
    await make(`${receiver.url}/another?path`),
    await t.patch(`/api/seller/webhooks/${other.id}`, { url: receiver.url }, { as: seller }),
  ];
  for (const response of refused)
    expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
  await sendParcel(t, seller);
  await deliver();
  expect(receiver.requests.filter(({ headers }) => headers['host']?.startsWith('127.0.0.1'))).toEqual([]);

  const update = { events: [parcelSent.type, 'parcel.lost'] };
  expect((await t.put(ownPath, update, { as: seller })).body.data.webhook.events).toEqual(update.events);
  expect((await t.post(`${ownPath}/rotate-secret`, {}, { as: seller })).status).toBe(200);
  expect((await make(receiver.url, await createSeller(t))).status).toBe(201);

  await setStatus('active');
  expect((await t.put(ownPath, { url: `${receiver.url}/moved` }, { as: seller })).status).toBe(200);
  expect((await make(receiver.url)).status).toBe(201);
  expect((await t.call('DELETE', ownPath, { as: seller })).status).toBe(204);
});

it('404 for a webhook that does not exist, 422 for another status and for a replay from the future', async () => {
  const unknown = await t.patch('/api/admin/webhooks/whk_none', { status: 'active' }, { as: admin });
  expect(unknown.status).toBe(404);
  expect((await setStatus('deleted')).status).toBe(422);
  expect((await replay('2099-01-01T00:00:00Z')).status).toBe(422);
});
