import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Resolve } from '../../src/platform/net/resolve.ts';
import type { TestSeller } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  logsOf,
  prepareWebhookTests,
  sendParcel,
  type TestWebhook,
} from '../http/webhooks/setup.ts';

let t: TestApp;
let receiver: Receiver;
let seller: TestSeller;
let hook: TestWebhook;

/** As in production, private addresses are forbidden. */
beforeAll(async () => {
  t = await createTestApp({ env: { WEBHOOKS_ALLOW_PRIVATE: '0' } });
  prepareWebhookTests(t);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});
beforeEach(async () => {
  seller = await createKeyedSeller(t);
  const { port } = new URL(receiver.url);
  hook = await createWebhook(t, seller, `http://rebinds.dealer.example:${port}/hook`);
});

function deliver(resolve: Resolve): Promise<number> {
  return t.app.modules.webhooks.createDispatcher({ resolve }).deliverDue();
}

describe('a name that resolves to a private address when it is sent to', () => {
  it.each([
    ['127.0.0.1', 4],
    ['10.1.2.3', 4],
    ['169.254.169.254', 4],
    ['::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['fd00::1', 6],
  ] as const)('is not connected to: %s', async (address, family) => {
    await sendParcel(t, seller);
    await deliver(async () => [{ address, family }]);
    const [entry] = await logsOf(t, seller, hook.id);
    expect(entry).toMatchObject({ status: 'failed', error: 'blocked_address', response_code: null });
    expect(JSON.stringify(entry)).not.toContain(address);
    expect(receiver.requests).toEqual([]);
  });

  it('is rejected together with the public addresses next to it', async () => {
    await sendParcel(t, seller);
    await deliver(async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
    expect((await logsOf(t, seller, hook.id))[0].error).toBe('blocked_address');
    expect(receiver.requests).toEqual([]);
  });
});

describe('an address that was accepted under laxer rules', () => {
  it('is blocked when it is sent to, with events and tests alike', async () => {
    await t.db.updateTable('webhooks').set({ url: receiver.url }).where('id', '=', hook.id).execute();
    await sendParcel(t, seller);
    await t.app.modules.webhooks.deliverDue();
    const test = await t.post(`/v1/webhooks/${hook.id}/test`, {}, { as: seller });
    expect(test.body.data.delivery).toMatchObject({ status: 'failed', error: 'blocked_address' });
    expect((await logsOf(t, seller, hook.id)).map((entry) => entry.error)).toEqual([
      'blocked_address',
      'blocked_address',
    ]);
    expect(receiver.requests).toEqual([]);
  });
});

describe('registering', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://0/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://①②⑦.0.0.1/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://169.254.169.254/',
    'http://metadata.google.internal/',
    'http://10.0.0.1/',
    'https://market.example/v1/listings',
  ])('422: %s', async (url) => {
    const response = await t.post('/api/seller/webhooks', { url, events: ['*'] }, { as: seller });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, 'url']);
  });
});
