/** Health information for administrators. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessMetrics } from '../../../src/modules/admin/process-metrics.ts';
import { createAdmin, createBuyer, createSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber } from '../billing/support.ts';

let t: TestApp;
let admin: TestUser;
let isMailAway = false;

beforeAll(async () => {
  t = await createTestApp({
    mailer: {
      async send() {
        if (isMailAway) throw new Error('connect ECONNREFUSED');
      },
    },
  });
  admin = await createAdmin(t);
});
afterAll(() => t.close());

const read = async () => {
  const response = await t.get('/api/admin/health', { as: admin });
  expect(response.status).toBe(200);
  return response.body.data;
};

it('endpoints are listed slowest first, failing ones with their number of failures', async () => {
  const { metrics } = t.app.platform;
  const recordResponses = (route: string, status: number, seconds: number, times: number): void => {
    for (let n = 0; n < times; n++) metrics.observeRequest({ method: 'GET', route, status, seconds });
  };
  recordResponses('/test/slow', 200, 0.3, 18);
  recordResponses('/test/slow', 200, 4, 2);
  recordResponses('/test/slower', 200, 20, 5);
  recordResponses('/test/rare', 200, 60, 4);
  recordResponses('/test/stream', 200, 600, 9);
  recordResponses('/test/broken', 500, 0.001, 3);
  recordResponses('/test/broken', 503, 0.001, 2);
  recordResponses('/test/broken', 404, 0.001, 5);
  const { slowEndpoints, failingEndpoints } = await read();
  expect(slowEndpoints.slice(0, 2)).toEqual([
    {
      method: 'GET',
      route: '/test/slower',
      requests: 5,
      failed: 0,
      averageMs: 20_000,
      within95Ms: null,
    },
    { method: 'GET', route: '/test/slow', requests: 20, failed: 0, averageMs: 670, within95Ms: 5000 },
  ]);
  const routes = slowEndpoints.map(({ route }: { route: string }) => route);
  expect(routes).not.toContain('/test/rare');
  expect(routes).not.toContain('/test/stream');
  expect(failingEndpoints).toEqual([
    { method: 'GET', route: '/test/broken', requests: 10, failed: 5, averageMs: 1, within95Ms: 1 },
  ]);
});

it('failing jobs are listed by kind, with the delay of the index', async () => {
  const { jobs } = t.app.platform.metrics;
  jobs.observe({ job: 'test.fails', outcome: 'failed' }, 1);
  jobs.observe({ job: 'test.fails', outcome: 'done' }, 1);
  jobs.observe({ job: 'test.stumbles', outcome: 'retried' }, 1);
  jobs.observe({ job: 'test.works', outcome: 'done' }, 1);
  await t.app.settle();
  const { failingJobs, searchIndex, slowStatements } = await read();
  expect(failingJobs).toEqual([
    { job: 'test.fails', done: 1, retried: 0, failed: 1 },
    { job: 'test.stumbles', done: 0, retried: 1, failed: 0 },
  ]);
  expect(searchIndex).toEqual({ lagSeconds: 0, lagPositions: 0 });
  expect(Array.isArray(slowStatements)).toBe(true);
});

it('figures of all processes are added up, for as long as they run', async () => {
  const other = await createTestApp({ databaseUrl: t.databaseUrl });
  try {
    const recordResponses = (app: TestApp, status: number, times: number): void => {
      for (let n = 0; n < times; n++)
        app.app.platform.metrics.observeRequest({ method: 'GET', route: '/test/shared', status, seconds: 2 });
    };
    recordResponses(t, 200, 6);
    recordResponses(other, 200, 10);
    recordResponses(other, 502, 4);
    other.app.platform.metrics.jobs.observe({ job: 'test.of-a-worker', outcome: 'failed' }, 1);
    const processes = new ProcessMetrics(other.app.platform);
    await processes.report();
    await processes.report();
    const both = await read();
    expect(both.failingEndpoints).toContainEqual({
      method: 'GET',
      route: '/test/shared',
      requests: 20,
      failed: 4,
      averageMs: 2000,
      within95Ms: 2500,
    });
    expect(both.failingJobs).toContainEqual({ job: 'test.of-a-worker', done: 0, retried: 0, failed: 1 });
    await t.db
      .updateTable('process_metrics' as never)
      .set({ reported_at: sql`now() - interval '3 minutes'` } as never)
      .execute();
    const paths = async () => (await read()).failingEndpoints.map(({ route }: { route: string }) => route);
    expect(await paths()).not.toContain('/test/shared');
    await processes.report();
    expect(await paths()).toContain('/test/shared');
    await processes.stop();
    expect(await paths()).not.toContain('/test/shared');
  } finally {
    await other.close();
  }
});

it('negative probes do not count as failing endpoints', async () => {
  for (const route of ['/readyz', '/healthz'])
    t.app.platform.metrics.observeRequest({ method: 'GET', route, status: 503, seconds: 0.001 });
  const { failingEndpoints } = await read();
  const routes = failingEndpoints.map(({ route }: { route: string }) => route);
  expect(['/readyz', '/healthz'].filter((route) => routes.includes(route))).toEqual([]);
});

it('emails are counted as waiting, sent and failed, with the reason', async () => {
  const register = (email: string) =>
    t.post('/api/auth/register', { email, password: 'Longhaul24', name: 'Mia Mail', role: 'BUYER' });
  await t.drainJobs();
  await t.db.deleteFrom('mails').execute();
  await register('sent@example.org');
  await t.drainJobs();
  isMailAway = true;
  await register('waits@example.org');
  await t.drainJobs({ mayFail: ['mail.send'] });
  t.clock.advance(20 * 60_000);
  expect((await read()).mails).toEqual({
    queued: 1,
    oldestMinutes: 20,
    lastDay: { sent: 1, failed: 0 },
    lastReason: 'connect ECONNREFUSED',
  });
  await t.db.updateTable('jobs').set({ attempts_max: 1 }).where('name', '=', 'mail.send').execute();
  await t.drainJobs({ mayFail: ['mail.send'] });
  isMailAway = false;
  expect((await read()).mails).toMatchObject({
    queued: 0,
    oldestMinutes: null,
    lastDay: { sent: 1, failed: 1 },
  });
});

it('is for administrators only', async () => {
  for (const as of [await createBuyer(t), await createSeller(t)])
    expect((await t.get('/api/admin/health', { as })).status).toBe(403);
});

it('the overview says what was invoiced for each plan in each of twelve months', async () => {
  const revenue = async () => (await t.get('/api/admin/dashboard', { as: admin })).body.data.revenueByPlan;
  expect(await revenue()).toEqual([]);
  await createSubscriber(t, 'starter');
  await createSubscriber(t, 'starter');
  await createSubscriber(t, 'professional', { billingCycle: 'yearly' });
  const month = t.clock.now().toISOString().slice(0, 7);
  const plans = await revenue();
  expect(
    plans.map(({ name, currency, months }: { name: string; currency: string; months: unknown[] }) => [
      name,
      currency,
      months.length,
      months.at(-1),
    ]),
  ).toEqual([
    ['Starter', 'EUR', 12, { month, amount: 98 }],
    ['Professional', 'EUR', 12, { month, amount: 1490 }],
  ]);
  const names = plans[0].months.map((entry: { month: string }) => entry.month);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(12);
});
