// The client package in a browser: calls, tokens and the event stream, without Node.js.
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { publish } from '../http/listings/bodies.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { createBuyer, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';

const INDEX = path.join(PACKAGE_ROOT, 'clients', 'typescript', 'src', 'index.ts');

let t: TestApp;
let browser: BrowserForTests;
beforeAll(async () => {
  t = await createAppForBrowser();
  browser = await startBrowser(t);
});
afterAll(async () => {
  await browser.close();
  t.http.server.closeAllConnections();
  await t.close();
});

/** Bundles the client package into a script that defines `fifthwheel`. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: INDEX, formats: ['iife'], name: 'fifthwheel' },
    },
  });
  const [first] = (Array.isArray(built) ? built : [built]) as { output: { code: string }[] }[];
  return first!.output[0]!.code;
}

it('searches, signs in, and hears of a message', async () => {
  const seller = await createSeller(t, { plan: 'premium' });
  const { id } = await publish(t, seller, { title: 'Truck for the browser' });
  const buyer = await createBuyer(t);
  const { page } = await browser.open('/');
  const code = await script();
  const done = page.evaluate(
    `${code}; (async () => {
      const market = fifthwheel.createClient({ baseUrl: location.origin });
      const { results } = await market.search.run({ q: 'truck for the browser' });
      const { user } = await market.signIn({ email: ${JSON.stringify(seller.email)}, password: ${JSON.stringify(TEST_PASSWORD)} });
      const ended = new AbortController();
      for await (const event of fifthwheel.stream(market, { signal: ended.signal, onOpen: () => (window.streamIsOpen = true) })) {
        if (event.type !== 'message') continue;
        ended.abort();
        return { title: results[0].title, role: user.role, content: JSON.stringify(event.data) };
      }
    })()`,
  );
  await expect.poll(() => page.evaluate('window.streamIsOpen')).toBe(true);
  await t.post('/api/messages', { listingId: id, content: 'Heard in a browser?' }, { as: buyer });
  expect(await done).toMatchObject({
    title: 'Truck for the browser',
    role: 'SELLER',
    content: expect.stringContaining('Heard in a browser?') as string,
  });
});

it('hears of events by a plain EventSource, which a ticket opens', async () => {
  const seller = await createSeller(t, { plan: 'premium' });
  const { id } = await publish(t, seller, { title: 'Truck for an EventSource' });
  const buyer = await createBuyer(t);
  const { page } = await browser.open('/');
  const open = (stream: string, type: string, after: string) =>
    page.evaluate(
      async ([path, name, lastId, token]) => {
        const headers = { authorization: `Bearer ${token}` };
        const response = await fetch('/v1/notifications/stream-ticket', { method: 'POST', headers });
        const { ticket } = ((await response.json()) as { data: { ticket: string } }).data;
        const source = new EventSource(`${path}?ticket=${ticket}${lastId}`);
        const pageGlobals = globalThis as unknown as { heard: Promise<{ id: string; data: string }> };
        pageGlobals.heard = new Promise((resolve) => {
          source.addEventListener(name, (event) => {
            source.close();
            const { lastEventId, data } = event as unknown as { lastEventId: string; data: string };
            resolve({ id: lastEventId, data });
          });
        });
        return new Promise<boolean>((resolve) => {
          source.addEventListener('open', () => resolve(true));
          source.addEventListener('error', () => resolve(false));
        });
      },
      [stream, type, after, seller.token] as const,
    );
  const nextMessage = (): Promise<{ id: string; data: string }> => page.evaluate('heard');
  const write = (content: string) => t.post('/api/messages', { listingId: id, content }, { as: buyer });

  expect(await open('/v1/notifications/stream', 'message', '')).toBe(true);
  await write('Heard by an EventSource?');
  const first = await nextMessage();
  expect(first.data).toContain('Heard by an EventSource?');

  await write('Sent while nobody listened');
  const since = `&last_event_id=${encodeURIComponent(first.id)}`;
  expect(await open('/v1/notifications/stream', 'message', since)).toBe(true);
  expect((await nextMessage()).data).toContain('Sent while nobody listened');

  expect(await open('/v1/events/stream', 'message.received', '')).toBe(true);
  await write('An event of the account');
  expect((await nextMessage()).data).toContain('An event of the account');
});
