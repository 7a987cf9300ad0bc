import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  stream,
  type StreamEvent,
  verifyWebhook,
  WebhookVerificationError,
} from '../../clients/typescript/src/index.ts';
import { listen } from '../support/event-stream.ts';
import { createBuyer, createListing, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let baseUrl: string;
beforeAll(async () => {
  t = await createTestApp();
  baseUrl = await listen(t);
});
afterAll(async () => {
  // fetch keeps idle connections open, and the server would wait for them.
  t.http.server.closeAllConnections();
  await t.close();
});

describe('verifyWebhook', () => {
  it('takes what the market sends, and nothing that was changed, is old, or has another secret', async () => {
    const receiver = await startReceiver();
    const seller = await createSeller(t);
    const created = await t.post(
      '/v1/webhooks',
      { url: receiver.url, events: ['listing.sold'] },
      { as: seller },
    );
    const { id, secret } = created.body.data.webhook as { id: string; secret: string };
    await t.post(`/v1/webhooks/${id}/test`, { event_type: 'listing.sold' }, { as: seller });
    const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]];

    const event = await verifyWebhook(body, headers, secret);
    if (event.type !== 'listing.sold') throw new Error(event.type);
    expect(event.data.listing.title).toMatch(/./);
    expect((await verifyWebhook(Buffer.from(body), headers, secret)).id).toBe(event.id);

    const refused = [
      [body.replace('sold', 'sole'), headers, secret],
      [body, { ...headers, 'webhook-timestamp': '1767225600' }, secret],
      [body, headers, `whsec_${Buffer.alloc(32).toString('base64')}`],
      [body, headers, 'something else'],
      [body, { ...headers, 'webhook-signature': 'v1,%%%' }, secret],
      [body, {}, secret],
    ] as const;
    for (const [raw, sentHeaders, key] of refused)
      await expect(verifyWebhook(raw, sentHeaders, key)).rejects.toThrow(WebhookVerificationError);

    const rotated = await t.post(`/v1/webhooks/${id}/rotate-secret`, undefined, { as: seller });
    await t.post(`/v1/webhooks/${id}/test`, { event_type: 'listing.sold' }, { as: seller });
    const later = receiver.requests[1]!;
    for (const either of [secret, rotated.body.data.webhook.secret as string])
      await expect(verifyWebhook(later.body, later.headers, either)).resolves.toBeDefined();
    await receiver.close();
  });
});

describe('stream', () => {
  it('sends events, and after a disconnect the missed ones, once each', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const market = createClient({ baseUrl });
    await market.signIn({ email: seller.email, password: TEST_PASSWORD });
    const started = await t.post(
      '/v1/messages/conversations',
      { listing_id: listingId, message: 'Is it still there?' },
      { as: buyer },
    );
    const { id } = started.body.data.conversation as { id: string };
    const say = async (content: string): Promise<void> => {
      const response = await t.post(`/v1/messages/conversations/${id}`, { content }, { as: buyer });
      expect(response.status).toBe(201);
    };

    const end = new AbortController();
    const events: StreamEvent[] = [];
    for await (const event of stream(market, { signal: end.signal, onOpen: () => void say('One') })) {
      if (event.type !== 'message') continue;
      events.push(event);
      end.abort();
    }
    expect(events).toHaveLength(1);

    await say('Two');
    await say('Three');
    const rest: string[] = [];
    for await (const event of stream(market, { lastEventId: events[0]!.id ?? '' })) {
      if (event.type === 'message') rest.push(JSON.stringify(event.data));
      if (rest.length === 2) break;
    }
    expect(rest[0]).toContain('Two');
    expect(rest[1]).toContain('Three');
  });

  it('reconnects when the server ends it', async () => {
    const seller = await createSeller(t);
    let opened = 0;
    const quick: typeof fetch = async (url, init) => {
      if (!String(url as URL).endsWith('/stream') || ++opened > 1) return fetch(url, init);
      return new Response('retry: 1\n\nevent: notification\nid: 0.0\ndata: {"a":1}\n\n');
    };
    const market = createClient({ baseUrl, fetch: quick });
    await market.signIn({ email: seller.email, password: TEST_PASSWORD });
    const end = new AbortController();
    const events: StreamEvent[] = [];
    for await (const event of stream(market, {
      signal: end.signal,
      onOpen: () => opened === 2 && end.abort(),
    }))
      events.push(event);
    expect(events).toEqual([{ type: 'notification', data: { a: 1 }, id: '0.0' }]);
    expect(opened).toBe(2);
  });

  it('ends with a refusal', async () => {
    await expect(stream(createClient({ baseUrl })).next()).rejects.toMatchObject({ status: 401 });
  });
});
