import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../bench/support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { cloneTemplate, TEST_SECRET } from '../support/test-app.ts';

const TIMEOUT_MS = 120_000;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let dataDir: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  database = await cloneTemplate();
  dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-cluster-'));
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it(
  'WORKERS=2 serves one port from two processes, replaces one that dies, and ends in order',
  { timeout: TIMEOUT_MS },
  async () => {
    const started = await startServerProcess({
      env: {
        DATABASE_URL: database.url,
        APP_SECRET: TEST_SECRET,
        DATA_DIR: dataDir,
        DATABASE_POOL_MAX: '4',
        WORKERS: '2',
      },
    });
    server = started;
    const first = await started.nextLine('a worker is ready');
    const second = await started.nextLine('a worker is ready');
    expect(first.worker).not.toBe(second.worker);
    const ask = async (): Promise<number> =>
      (await fetch(`${started.url}/readyz`, { headers: { connection: 'close' } })).status;
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([200, 200, 200, 200]);

    // Any worker can respond; each reports the metrics of all.
    const metrics = await (await fetch(`${started.url}/metrics`)).text();
    const probes = /^fifthwheel_http_request_seconds_count\{[^}]*route="\/readyz"[^}]*\} (\d+)$/m.exec(
      metrics,
    );
    expect(Number(probes?.[1])).toBe(4);

    process.kill(first.worker ?? 0, 'SIGKILL');
    const died = await started.nextLine('a worker died; starting another');
    expect(died.worker).toBe(first.worker);
    expect(await ask()).toBe(200);
    const third = await started.nextLine('a worker is ready');
    expect([first.worker, second.worker]).not.toContain(third.worker);
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([200, 200, 200, 200]);

    expect(await started.stop()).toBe(0);
    for (const worker of [second.worker, third.worker])
      expect(() => process.kill(worker ?? 0, 0)).toThrow(/ESRCH/);
  },
);

it('METRICS_PORT reports all workers', { timeout: TIMEOUT_MS }, async () => {
  const metricsPort = await freePort();
  const started = await startServerProcess({
    env: {
      DATABASE_URL: database.url,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: dataDir,
      DATABASE_POOL_MAX: '4',
      WORKERS: '2',
      METRICS_PORT: String(metricsPort),
    },
  });
  server = started;
  await started.nextLine('a worker is ready');
  await started.nextLine('a worker is ready');
  for (let i = 0; i < 4; i++) await fetch(`${started.url}/readyz`, { headers: { connection: 'close' } });
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const count = /^fifthwheel_http_request_seconds_count\{[^}]*route="\/readyz"[^}]*\} (\d+)$/m;
  expect([response.status, Number(count.exec(await response.text())?.[1])]).toEqual([200, 4]);
  expect(await started.stop()).toBe(0);
});
