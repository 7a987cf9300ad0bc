/**
 * A real server under 50 writes per second, killed at random moments and restarted. SERVER_KILLS sets the number of kills
 * (default 2).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { createDatabase, createPool, type Database } from '../../src/platform/db/database.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { openStream } from '../support/event-stream.ts';
import { createBuyer, createListing, createSeller, type TestUser } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { cloneTemplate, createTestApp, TEST_SECRET, type TestApp } from '../support/test-app.ts';
import { startConversation } from '../http/messaging/scene.ts';
import { createWebhook } from '../http/webhooks/setup.ts';

const KILLS = Number(process.env['SERVER_KILLS'] ?? 2);
const WRITES_PER_SECOND = 50;
const WRITERS = 10;
const UP_MS_MIN = 500;
const UP_MS_MAX = 2500;
/** Short, because the test waits until the leases of a killed server expire. */
const LEASE_SECONDS = 3;
const IN_FLIGHT_PER_WEBHOOK = 4;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let db: Database;
let dataDir: string;
let receiver: Receiver;
let port: number;
let server: ChildProcess | undefined;

beforeAll(async () => {
  database = await cloneTemplate();
  const pool = createPool({ url: database.url, max: 2, applicationName: 'test', onError: () => {} });
  db = createDatabase(pool);
  dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-kill-'));
  receiver = await startReceiver();
  port = await freePort();
});
afterAll(async () => {
  await killServer();
  await receiver.close();
  await db.destroy();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [path.join(PACKAGE_ROOT, 'dist', 'src', 'bin', 'server.js')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATABASE_POOL_MAX: '8',
      APP_SECRET: TEST_SECRET,
      BASE_URL: 'https://market.example',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      WEBHOOK_LEASE_SECONDS: String(LEASE_SECONDS),
    },
    stdio: 'ignore',
  });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          (response) => response.status,
          () => 0,
        ),
      {
        timeout: MINUTE_MS,
      },
    )
    .toBe(200);
}

async function killServer(): Promise<void> {
  if (server === undefined) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
  server = undefined;
}

/** Prepares the data with an application that stops before the server starts, so that it does none of the server's work. */
async function prepare(): Promise<{ seller: TestUser; writers: readonly Writer[] }> {
  const t: TestApp = await createTestApp({ databaseUrl: database.url });
  const seller = await createSeller(t);
  await sql`
    insert into settings (name, value, updated_at) values ('messaging.messagesPerMinute', '1000', now())`.execute(
    t.db,
  );
  const listing = await createListing(t, seller);
  const writers: Writer[] = [];
  for (let i = 0; i < WRITERS; i++) {
    const buyer = await createBuyer(t);
    const conversation = await startConversation(t, buyer, listing);
    writers.push({ buyer, conversationId: conversation.body.data.conversation.id });
  }
  await createWebhook(t, seller, receiver.url, ['message.received']);
  await t.close();
  return { seller, writers };
}

interface Writer {
  readonly buyer: TestUser;
  readonly conversationId: string;
}

/** Writes at the given rate until `stop`. A message with a response counts as acknowledged; one without may or may not exist. */
function startWriting(writers: readonly Writer[]): { acknowledged: Set<string>; stop(): Promise<void> } {
  const acknowledged = new Set<string>();
  const underway = new Set<Promise<void>>();
  let count = 0;
  const timer = setInterval(() => {
    const writer = writers[count++ % writers.length];
    if (writer === undefined) return;
    const request = send(writer, `No. ${count}`).then(
      (id) => void (id !== null && acknowledged.add(id)),
      () => {},
    );
    underway.add(request);
    void request.finally(() => underway.delete(request));
  }, 1000 / WRITES_PER_SECOND);
  return {
    acknowledged,
    async stop() {
      clearInterval(timer);
      await Promise.all(underway);
    },
  };
}

async function send({ buyer, conversationId }: Writer, content: string): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/messages/conversations/${conversationId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  });
  const { data } = (await response.json()) as { data?: { message: { id: string } } };
  return data?.message.id ?? null;
}

it(
  'loses no acknowledged write and none of its events, and sends each to streams once',
  { timeout: 2 * MINUTE_MS + KILLS * (MINUTE_MS / 2) },
  async () => {
    const { seller, writers } = await prepare();
    await startServer();
    const begunAt = new Date();
    const stream = await openStream(`http://127.0.0.1:${port}`, seller);

    const writing = startWriting(writers);
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) =>
        setTimeout(resolve, UP_MS_MIN + Math.random() * (UP_MS_MAX - UP_MS_MIN)),
      );
      await killServer();
      await startServer();
    }
    await expect.poll(() => writing.acknowledged.size, { timeout: MINUTE_MS }).toBeGreaterThan(KILLS * 10);
    await writing.stop();

    const rows = await db.selectFrom('messages').select('id').where('sent_at', '>=', begunAt).execute();
    const committed = rows.map((row) => row.id).toSorted();
    expect([...writing.acknowledged].filter((id) => !committed.includes(id))).toEqual([]);

    const receivedIds = (): Set<string> =>
      new Set(receiver.requests.map((request) => JSON.parse(request.body).data.message.id as string));
    await expect.poll(() => receivedIds().size, { timeout: 75_000 }).toBe(committed.length);
    expect([...receivedIds()].toSorted()).toEqual(committed);
    const bodies = new Map<string, Set<string>>();
    for (const request of receiver.requests) {
      const id = String(request.headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(request.body));
    }
    expect(bodies.size).toBe(committed.length);
    for (const [id, different] of bodies) expect([id, different.size]).toEqual([id, 1]);
    const doubled = receiver.requests.length - committed.length;
    expect(doubled).toBeLessThanOrEqual(KILLS * IN_FLIGHT_PER_WEBHOOK);

    const events = await stream.waitFor('message', committed.length);
    expect(events.map((event) => event.data.message.id as string).toSorted()).toEqual(committed);
    expect(stream.told.filter((event) => event.type === 'resync')).toEqual([]);
    stream.close();
    process.stdout.write(
      `${KILLS} kills: ${writing.acknowledged.size} writes acknowledged, ${committed.length} committed and delivered, ${doubled} delivered twice\n`,
    );
  },
);

it(
  'killed between a commit and its response, it responds to the repeated request from the stored resource',
  async () => {
    await killServer();
    const t = await createTestApp({ databaseUrl: database.url });
    const buyer = await createBuyer(t);
    const listing = await createListing(t, await createSeller(t));
    await t.close();
    await sql`
    create function hold_answer() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end'`.execute(
      db,
    );
    await sql`
    create trigger hold_answer before update of status on idempotency_keys
    for each row execute function hold_answer()`.execute(db);
    await startServer();
    const favorite = () =>
      fetch(`http://127.0.0.1:${port}/api/favorites`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyer.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'killed',
        },
        body: JSON.stringify({ listingId: listing.listingId }),
      });
    const lost = favorite().then(
      (response) => response.status,
      () => 'no answer',
    );
    const sleepers = sql<{ pid: number }>`select pid from pg_stat_activity where wait_event = 'PgSleep'`;
    await expect
      .poll(async () => (await sleepers.execute(db)).rows.length, { timeout: MINUTE_MS / 2 })
      .toBe(1);
    await killServer();
    expect(await lost).toBe('no answer');
    // Otherwise the killed server's session would continue and store the response.
    for (const { pid } of (await sleepers.execute(db)).rows)
      await sql`select pg_terminate_backend(${pid})`.execute(db);
    await sql`drop trigger hold_answer on idempotency_keys`.execute(db);
    await startServer();

    const repeated = await favorite();
    const { data } = (await repeated.json()) as { data: { favorite: { id: string } } };
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const { rows } = await sql<{ id: string }>`
    select id from favorites where user_id = ${buyer.userId}`.execute(db);
    expect(rows).toEqual([{ id: data.favorite.id }]);
  },
  3 * MINUTE_MS,
);
