import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LoggedResponse } from '../../../src/modules/webhooks/logged-response.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { createBuyer, createSeller, createTeamMember, type TestSeller } from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  logsOf,
  noticesOf,
  prepareWebhookTests,
  sendParcel,
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

async function begin(): Promise<void> {
  seller = await createKeyedSeller(t);
  hook = await createWebhook(t, seller, receiver.url);
}

const deliverDue = (): Promise<number> => t.app.modules.webhooks.deliverDue();
const read = async (): Promise<TestResponse['body']> =>
  (await t.get(`/v1/webhooks/${hook.id}`, { as: seller })).body.data.webhook;
const log = (id: string, as: { token: string } = seller) =>
  t.get(`/v1/webhooks/${hook.id}/logs/${id}`, { as });

describe('GET /webhooks/:id/logs/:logId', () => {
  it('200: contains the request and the first 4 KiB of the response', async () => {
    await begin();
    receiver.usually((response) =>
      response.writeHead(500, { 'x-reason': 'full' }).end(`\0${'ä'.repeat(9000)}`),
    );
    await sendParcel(t, seller);
    await deliverDue();
    const [entry] = await logsOf(t, seller, hook.id);
    const logEntry = await log(entry.id);
    expect(logEntry.status).toBe(200);
    const { request, response, ...rest } = logEntry.body.data.log;
    expect(rest).toEqual(entry);
    const [received] = receiver.requests;
    expect(request.body).toBe(received!.body);
    for (const [name, value] of Object.entries<string>(request.headers))
      expect([name, received!.headers[name.toLowerCase()]]).toEqual([name, value]);
    expect(request.headers).toHaveProperty('webhook-id');
    expect(response.headers['x-reason']).toBe('full');
    expect(response.body.slice(0, 3)).toBe('\uFFFDää');
    expect(response.body.length).toBeLessThanOrEqual(2050);
  });

  it('200: for a delivery too, without a response if there was none', async () => {
    await begin();
    receiver.usually((response) => response.end('thanks'));
    await sendParcel(t, seller);
    await deliverDue();
    const [delivered] = await logsOf(t, seller, hook.id);
    const entry = (await log(delivered.id)).body.data.log;
    expect([entry.response.body, entry.request.body]).toEqual(['thanks', receiver.requests.at(-1)!.body]);
    receiver.usually((response) => void response.destroy());
    await sendParcel(t, seller);
    await deliverDue();
    const [failed] = await logsOf(t, seller, hook.id);
    expect(failed.status).toBe('failed');
    expect((await log(failed.id)).body.data.log.response).toBeNull();
  });

  it('keeps the first 4 KiB of the headers, each whole or not at all', () => {
    const response = new LoggedResponse();
    response.headers = { a: 'x'.repeat(4000), bc: ['y'.repeat(50), 'z'.repeat(41)], d: '' };
    expect(response.columns).toEqual({
      responseHeaders: { a: 'x'.repeat(4000), bc: `${'y'.repeat(50)}, ${'z'.repeat(41)}` },
      responseBody: '',
    });
    expect(new LoggedResponse().columns).toEqual({ responseHeaders: null, responseBody: null });
    const cut = new LoggedResponse();
    for (const size of [4000, 90, 10, 10]) cut.add(Buffer.alloc(size, 'a'));
    expect(cut.columns).toEqual({ responseHeaders: null, responseBody: 'a'.repeat(4096) });
  });

  it('404: for others, and for none; 401 and 403', async () => {
    await begin();
    await sendParcel(t, seller);
    await deliverDue();
    const [entry] = await logsOf(t, seller, hook.id);
    expect((await log(entry.id, await createSeller(t))).status).toBe(404);
    expect((await log('dlv_00000000000000000000000000')).status).toBe(404);
    expect((await log('nothing')).status).toBe(404);
    expect((await t.get(`/v1/webhooks/${hook.id}/logs/${entry.id}`)).status).toBe(401);
    expect(
      (await t.get(`/v1/webhooks/${hook.id}/logs/${entry.id}`, { as: await createBuyer(t) })).status,
    ).toBe(403);
  });
});

describe('a webhook that fails', () => {
  it('says since when and why, tells its owners after the third attempt, and forgets it with the next success', async () => {
    await begin();
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    receiver.usually(503);
    expect(await read()).not.toHaveProperty('lastError');
    await sendParcel(t, seller);
    await deliverDue();
    const first = await read();
    expect(first.lastError).toMatchObject({ error: 'http_status', responseCode: 503 });
    for (const delay of [MINUTE_MS, 5 * MINUTE_MS]) {
      expect(await noticesOf(t, manager.userId, 'webhook_failing')).toEqual([]);
      t.clock.advance(delay);
      await deliverDue();
    }
    const third = await read();
    expect(third.failingSince).toBe(first.failingSince);
    expect(third.lastError.at > first.lastError.at).toBe(true);
    for (const { userId } of [seller, manager])
      expect(await noticesOf(t, userId, 'webhook_failing')).toMatchObject([
        { data: { webhookId: hook.id, error: 'http_status', responseCode: 503 } },
      ]);
    await sendParcel(t, seller);
    for (const delay of [0, MINUTE_MS, 5 * MINUTE_MS]) {
      t.clock.advance(delay);
      await deliverDue();
    }
    expect(await noticesOf(t, seller.userId, 'webhook_failing')).toHaveLength(1);
    receiver.usually(200);
    t.clock.advance(HOUR_MS);
    await deliverDue();
    const recovered = await read();
    expect(recovered).not.toHaveProperty('failingSince');
    expect(recovered.lastError).toBeDefined();
  });

  it('says who disabled it', async () => {
    await begin();
    receiver.usually(500);
    await sendParcel(t, seller);
    for (let i = 0; i < 6; i++) {
      await deliverDue();
      t.clock.advance(25 * HOUR_MS);
    }
    expect(await read()).toMatchObject({ status: 'disabled', disabledReason: 'failures' });
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'active' }, { as: seller });
    const active = await read();
    expect(active).not.toHaveProperty('disabledReason');
    expect(active).not.toHaveProperty('failingSince');
    await t.patch(`/v1/webhooks/${hook.id}`, { status: 'disabled' }, { as: seller });
    expect(await read()).toMatchObject({ disabledReason: 'owner' });
  });
});
