import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteCommit } from '../../src/platform/db/commits.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { listen, openStream, type StreamClient } from '../support/event-stream.ts';
import { proxied } from '../support/proxied-database.ts';
import { report } from '../support/report.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { type Answer, cloneTemplate, createTestApp, type TestApp } from '../support/test-app.ts';

/** SILENT_SECONDS=30 for the full size. */
const SILENT_MS = Number(process.env['SILENT_SECONDS'] ?? 0) * 1000;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let proxy: TcpProxy;
let t: TestApp;
let seller: TestSeller;
let buyer: TestUser;
let stream: StreamClient;
let listingId: string;

beforeAll(async () => {
  database = await cloneTemplate();
  const through = await proxied(database.url);
  proxy = through.proxy;
  t = await createTestApp({ databaseUrl: through.url });
  seller = await createSeller(t);
  buyer = await createBuyer(t);
  ({ listingId } = await createListing(t, seller, { title: 'DAF XF 480 that stays' }));
  stream = await openStream(await listen(t), seller);
  expect(await found()).toBe(1);
});
afterAll(async () => {
  stream.close();
  await t.close();
  await proxy.close();
  await database.drop();
});

async function found(): Promise<number> {
  const answer = await t.get('/api/search?q=daf+xf+480');
  expect(answer.status).toBe(200);
  return answer.body.data.pagination.total;
}

let written = 0;

function write(): Promise<Answer> {
  return t.post(
    '/v1/messages/conversations',
    { listing_id: listingId, message: `Hello ${++written}` },
    { as: buyer },
  );
}

/** A read and a write that need the database. */
async function refused(): Promise<void> {
  const answers = await Promise.all([t.get('/v1/favorites', { as: buyer }), write()]);
  for (const answer of answers) {
    expect([answer.status, answer.body.success, answer.body.error?.code]).toEqual([
      503,
      false,
      'SERVICE_UNAVAILABLE',
    ]);
    expect(answer.headers['retry-after']).toBeTruthy();
    expect(answer.text).not.toMatch(/postgres|ECONN|timeout|sql/i);
  }
  const opening = await t.get('/v1/notifications/stream', { as: seller });
  expect([opening.status, opening.headers['retry-after']]).toEqual([503, '5']);
}

/** Metrics show what needs no database, and count what does. */
async function metricsWithoutDatabase(): Promise<void> {
  const { status, text } = await t.get('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/^fifthwheel_search_listings \d+$/m);
  expect(text).not.toMatch(/^fifthwheel_jobs_failed /m);
  expect(text).toMatch(/^fifthwheel_metrics_unread_total\{metric="fifthwheel_jobs_failed"\} [1-9]/m);
}

async function messages(): Promise<number> {
  const { count } = await t.db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** All is as it was, in the process that went through it, and streams go on. */
async function recovered(messagesBefore: number): Promise<void> {
  // Whoever comes in the very moment may still meet a connection that is just ending.
  while ((await t.get('/v1/favorites', { as: buyer })).status === 503);
  expect(await messages()).toBe(messagesBefore);
  const told = stream.told.filter((event) => event.type === 'message').length;
  expect((await write()).status).toBe(201);
  expect(await messages()).toBe(messagesBefore + 1);
  await stream.waitFor('message', told + 1);
  expect(await found()).toBe(1);
  await t.app.health.refresh();
  expect((await t.get('/readyz?verbose')).body.checks.database.status).toBe('ok');
}

describe('a database that is down', () => {
  it('is a 503 for what needs it, nothing for what is in memory, and forgotten when it is back', async () => {
    const before = await messages();
    await proxy.cut();
    // As of a commit just before: the index cannot follow it any more.
    noteCommit(['listings']);
    await refused();
    expect(await found()).toBe(1);
    await t.app.health.refresh();
    const ready = await t.get('/readyz?verbose');
    expect([ready.status, ready.body.checks.database.status]).toEqual([200, 'unreachable']);
    expect((await t.get('/healthz')).status).toBe(200);
    await metricsWithoutDatabase();
    await proxy.restore();
    await recovered(before);
  });
});

describe('a network that drops every packet to the database', () => {
  it(
    'is a 503 within the time of a request, and forgotten when it lets through again',
    { timeout: 120_000 },
    async () => {
      const before = await messages();
      proxy.silence();
      const until = performance.now() + SILENT_MS;
      let slowestMs = 0;
      do {
        const startedAt = performance.now();
        // More than the pool has connections: those who get none have their answer as well.
        await Promise.all(Array.from({ length: 8 }, refused));
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        expect(await found()).toBe(1);
      } while (performance.now() < until);
      await metricsWithoutDatabase();
      if (SILENT_MS > 0) report(`silent for ${SILENT_MS} ms; slowest answer ${Math.round(slowestMs)} ms`);
      await proxy.restore();
      await recovered(before);
    },
  );

  it('is noticed by the listening connection, which has nothing to ask', { timeout: 60_000 }, async () => {
    const before = await messages();
    const connections = proxy.connections;
    proxy.silence();
    // The pool is idle: whoever connects now is the listener, which has missed an answer.
    while (proxy.connections === connections) await new Promise((resolve) => setTimeout(resolve, 50));
    await proxy.restore();
    await recovered(before);
  });
});
