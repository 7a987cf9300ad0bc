import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../support/browser-session.ts';
import { createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { publish } from '../http/listings/bodies.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ rateLimits: true });
});
afterAll(() => t.close());

const remaining = ({ headers }: { headers: Record<string, unknown> }): number =>
  Number(headers['x-ratelimit-remaining']);

describe('what pages ask for besides pages', () => {
  it.each([
    ['POST', '/web/session'],
    ['DELETE', '/web/session'],
    ['POST', '/web/views/lst_00000000000000000000000000'],
    ['GET', '/sitemap.xml'],
    ['GET', '/sitemap/1.xml'],
  ] as const)('%s %s counts against a budget of the address', async (method, path) => {
    const browser = new BrowserSession(t);
    const before = remaining(await browser.call(method, path));
    expect(remaining(await browser.call(method, path))).toBe(before - 1);
  });

  it('no address counts more views than it can see pages, whatever name its program gives', async () => {
    const seller = await createSeller(t);
    const { id } = await publish(t, seller);
    const statuses: number[] = [];
    for (let visitor = 0; visitor < 245; visitor++) {
      const { status } = await t.post(`/web/views/${id}`, undefined, {
        headers: { 'sec-fetch-site': 'same-origin', 'user-agent': `Browser/${visitor}` },
      });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(240);
    expect(statuses.at(-1)).toBe(429);
  });
});
