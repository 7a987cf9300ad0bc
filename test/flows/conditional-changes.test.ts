// Proxies that compress weaken entity tags, but If-Match accepts only strong ones. The shipped configurations make both work
// together.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create } from '../http/listings/bodies.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { REVERSE_PROXIES, startReverseProxy } from '../support/reverse-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let port: number;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
  await t.http.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = t.http.server.address() as AddressInfo);
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});

const hasProxies = canUse('conditional changes behind reverse proxies', ...REVERSE_PROXIES);

describe.runIf(hasProxies).each(REVERSE_PROXIES)('behind %s', (name) => {
  it('the tag of a compressed response is accepted for a single change', async () => {
    const proxy = await startReverseProxy(name, t.dataDir, [{ port }, { port }, { port }]);
    try {
      const { id } = await create(t, seller);
      const url = `${proxy.url}/v1/seller/listings/${id}`;
      const authorization = `Bearer ${seller.token}`;
      const read = await fetch(url, { headers: { authorization, 'accept-encoding': 'gzip' } });
      const tag = read.headers.get('etag') ?? '';
      expect(tag).toBe('W/"v1"');
      const change = () =>
        fetch(url, {
          method: 'PATCH',
          headers: { authorization, 'content-type': 'application/json', 'if-match': tag },
          body: JSON.stringify({ price: 40_000 }),
        });
      expect((await change()).status).toBe(200);
      expect((await change()).status).toBe(412);
    } finally {
      await proxy.stop();
    }
  });
});
