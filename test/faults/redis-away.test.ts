import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/log.ts';
import { canUse } from '../support/programs.ts';
import { startRedis } from '../support/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Rate limit of searches; see "Limits" in the specification. */
const SEARCHES = 30;
const HAS_REDIS = canUse('rate limits across processes', 'redis-server');

let redis: Awaited<ReturnType<typeof startRedis>>;
let proxy: TcpProxy;
let first: TestApp;
let second: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  if (!HAS_REDIS) return;
  redis = await startRedis();
  proxy = await startTcpProxy({ host: '127.0.0.1', port: redis.port });
  const env = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  const write = (line: string): void => void logged.push((JSON.parse(line) as { msg: string }).msg);
  first = await createTestApp({ rateLimits: true, env, log: createLogger('info', { write }) });
  second = await createTestApp({ rateLimits: true, env, databaseUrl: first.databaseUrl });
  await waitUntilShared();
});
afterAll(async () => {
  if (!HAS_REDIS) return;
  await second.close();
  await first.close();
  await proxy.close();
  await redis.stop();
});

let clients = 0;

/** Sends searches of a new client alternately to both processes, and counts those that pass. */
async function countPassed(
  count: number,
  apps: readonly [TestApp, TestApp] = [first, second],
): Promise<number> {
  const ip = `198.51.100.${++clients}`;
  const responses = await Promise.all(
    Array.from({ length: count }, (_, i) => apps[i % 2 === 0 ? 0 : 1].get('/api/search?limit=1', { ip })),
  );
  for (const response of responses) expect([200, 429]).toContain(response.status);
  return responses.filter((response) => response.status === 200).length;
}

/** Waits until both processes count in Redis, so that a client that exhausts the limit at one is rejected by the other. */
async function waitUntilShared(): Promise<void> {
  while ((await countPassed(2 * SEARCHES + 10)) !== SEARCHES)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

it.skipIf(!HAS_REDIS)('two processes let exactly the budget pass, however the requests come', async () => {
  expect(await countPassed(200)).toBe(SEARCHES);
});

it.skipIf(!HAS_REDIS).each(['cut', 'silence'] as const)(
  'while Redis is unavailable (%s) each process counts separately; no request waits and every client stays limited',
  async (fault) => {
    logged.length = 0;
    await proxy[fault]();
    expect(await countPassed(200, [first, first])).toBe(SEARCHES);
    expect(await countPassed(200)).toBe(2 * SEARCHES);
    expect((await first.get('/readyz')).status).toBe(200);
    await proxy.restore();
    await waitUntilShared();
    expect(await countPassed(200)).toBe(SEARCHES);
    expect(logged.filter((msg) => msg.includes('Redis'))).toEqual([
      'Redis is unavailable: rate limits are counted in this process',
      'Redis is available again: rate limits are counted there',
    ]);
  },
);
