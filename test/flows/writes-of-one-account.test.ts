/** Writes of one account queue in memory, so that other accounts get responses however many writes it sends. */
import http from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestListing,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { portOf } from '../support/raw-socket.ts';
import { createTestApp, type TestResponse, type TestApp } from '../support/test-app.ts';

const CONNECTIONS = 40;
const OPERATIONS = 100;
const ROUNDS = 3;
const TIMEOUT_MS = 120_000;

let t: TestApp;
let port: number;
let dealer: TestSeller;
let other: TestSeller;
let buyer: TestUser;
let stock: readonly TestListing[];
let otherListing: TestListing;

beforeAll(async () => {
  t = await createTestApp({ env: { DATABASE_POOL_MAX: '6' } });
  port = await portOf(t);
  dealer = await createSeller(t, { plan: 'enterprise' });
  other = await createSeller(t);
  buyer = await createBuyer(t);
  otherListing = await createListing(t, other);
  stock = await Promise.all(Array.from({ length: OPERATIONS }, () => createListing(t, dealer)));
}, TIMEOUT_MS);
afterAll(() => t.close());

let release: (() => void) | null = null;
afterEach(() => release?.());

/** Locks the dealer's plan in a separate transaction, like a long write, until it is released. */
async function holdPlan(): Promise<() => Promise<void>> {
  let isHeld = (): void => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const until = new Promise<void>((resolve) => (release = resolve));
  const ended = inTransaction(t.db, async (trx) => {
    await trx
      .selectFrom('subscriptions')
      .select('id')
      .where('seller_id', '=', dealer.sellerId)
      .forNoKeyUpdate()
      .execute();
    isHeld();
    await until;
  });
  await held;
  return async () => {
    release?.();
    await ended;
  };
}

interface Sent {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
afterAll(() => agent.destroy());

function send(method: string, path: string, as: TestUser | null, body?: unknown): Promise<Sent> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(as === null ? {} : { authorization: `Bearer ${as.token}` }),
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text }),
      );
    });
    request.on('error', reject);
    request.end(payload);
  });
}

const update = (count = OPERATIONS) => ({
  operations: stock
    .slice(0, count)
    .map(({ listingId }, i) => ({ op: 'update', id: listingId, listing: { mileage: 1000 + i } })),
});

/** Sends requests of other accounts one round after the other until `isOver`. */
async function readAsOthers(isOver: () => boolean): Promise<Sent[]> {
  const responses: Sent[] = [];
  while (!isOver()) {
    responses.push(
      ...(await Promise.all([
        send('GET', `/api/listings/${otherListing.slug}`, null),
        send('GET', `/api/sellers/${other.slug}/reviews`, null),
        send('GET', '/api/seller/listings', other),
        send('GET', '/api/favorites', buyer),
        send('PATCH', `/api/seller/listings/${otherListing.listingId}`, other, { mileage: 5 }),
        send('POST', '/api/favorites', buyer, { listingId: stock[0]?.listingId }),
      ])),
    );
  }
  return responses;
}

it(
  'a dealer with forty connections that send batches of 100 changes causes no failures for others',
  async () => {
    const connections = Array.from({ length: CONNECTIONS }, async () => {
      const responses: Sent[] = [];
      for (let round = 0; round < ROUNDS; round++)
        responses.push(await send('POST', '/api/seller/listings/batch', dealer, update()));
      return responses;
    });
    let isOver = false;
    const dealerWrites = Promise.all(connections).finally(() => (isOver = true));
    const [batches, otherResponses] = await Promise.all([dealerWrites, readAsOthers(() => isOver)]);
    expect(otherResponses.length).toBeGreaterThan(0);
    expect(otherResponses.filter(({ status }) => status >= 500)).toEqual([]);
    const refused = batches.flat().filter(({ status }) => status !== 200);
    expect(refused.filter(({ status, retryAfter }) => status !== 429 || retryAfter === undefined)).toEqual(
      [],
    );
    expect(batches.flat().some(({ status }) => status === 200)).toBe(true);
    expect(batches.flat().filter(({ text }) => text.includes('database'))).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'writes of all members of a company wait together, before they take a connection',
  async () => {
    const releasePlan = await holdPlan();
    const colleague = await createTeamMember(t, dealer.sellerId, 'AGENT');
    const writes = [dealer, colleague].flatMap((as) =>
      Array.from({ length: CONNECTIONS }, () => send('POST', '/api/seller/listings/batch', as, update(1))),
    );
    const otherReads = await Promise.all(
      Array.from({ length: 20 }, () => send('GET', `/api/sellers/${other.slug}/reviews`, null)),
    );
    expect(otherReads.map(({ status }) => status)).toEqual(otherReads.map(() => 200));
    await releasePlan();
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    // Those beyond the places are rejected at once; the others succeed unless the machine has held them for too long.
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(statuses).toContain(429);
    for (const as of [dealer, colleague])
      expect((await send('POST', '/api/seller/listings/batch', as, update(1))).status).toBe(200);
  },
  TIMEOUT_MS,
);

it('a lock that is held for too long is a refusal to be repeated, which says nothing of the database', async () => {
  const releasePlan = await holdPlan();
  const response = await t.post('/api/seller/listings/batch', update(1), { as: dealer });
  await releasePlan();
  expect([response.status, response.headers['retry-after'], response.body.error]).toEqual([
    429,
    '1',
    {
      code: 'RATE_LIMITED',
      message: 'Another change to the same data is still being saved. Try again in a second.',
    },
  ]);
  expect((await t.post('/api/seller/listings/batch', update(1), { as: dealer })).status).toBe(200);
});

it('repetitions of one Idempotency-Key wait on few connections and all get the same response', async () => {
  const headers = { 'idempotency-key': 'the same' };
  const body = {
    category: 'tractor-units',
    brand: 'man',
    model: 'TGX',
    year: 2020,
    price: 45_900,
    currency: 'EUR',
  };
  const repeated = Array.from({ length: 25 }, () =>
    t.post('/api/seller/listings', body, { as: dealer, headers }),
  );
  const read = Array.from({ length: 20 }, () => t.get(`/api/sellers/${other.slug}/reviews`));
  const ids = (await Promise.all(repeated)).map(({ status, body: response }: TestResponse) => [
    status,
    response.data?.id,
  ]);
  expect(new Set(ids.map((id) => JSON.stringify(id))).size).toBe(1);
  expect(ids[0]?.[0]).toBe(201);
  expect((await Promise.all(read)).map(({ status }) => status)).toEqual(read.map(() => 200));
});

/** Resolves when `count` sessions wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
    return rows[0]?.count;
  };
  await expect.poll(countWaiting, { interval: 10 }).toBe(count);
}

it('a repetition whose first request runs too long gets an error, and nothing happens twice', async () => {
  const post = () =>
    t.post('/api/seller/listings/batch', update(1), {
      as: dealer,
      headers: { 'idempotency-key': 'long' },
    });
  expect((await post()).status).toBe(200);
  // Inserts the key again without a commit, like a first request that still runs.
  const key = await t.db
    .deleteFrom('idempotency_keys')
    .where('key', '=', 'long')
    .returning(['principal', 'endpoint', 'key', 'request_hash', 'created_at'])
    .executeTakeFirstOrThrow();
  const first = await t.db.startTransaction().execute();
  await first.insertInto('idempotency_keys').values(key).execute();
  const { status, body } = await post();
  expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  await first.rollback().execute();
  expect((await post()).status).toBe(200);
}, 20_000);

it('equal requests that a lock held for too long are both rejected, and can be repeated', async () => {
  const releasePlan = await holdPlan();
  const headers = { 'idempotency-key': 'held' };
  const post = () => t.post('/api/seller/listings/batch', update(1), { as: dealer, headers });
  const first = post();
  await waitForLocks(1);
  // Waits for the key of the first, and then for the plan.
  const responses = await Promise.all([first, post()]);
  await releasePlan();
  expect(responses.map(({ status }) => status)).toEqual([429, 429]);
  expect((await post()).status).toBe(200);
}, 20_000);

it(
  'a company may send 3,000 operations in batches a minute, and its members share them',
  async () => {
    const limited = await createTestApp({ rateLimits: true });
    try {
      const company = await createSeller(limited);
      const colleague = await createTeamMember(limited, company.sellerId, 'AGENT');
      const operations = Array.from({ length: 100 }, () => ({ op: 'publish', id: 'nothing' }));
      const post = (as: TestUser, size = 100, headers = {}) =>
        limited.post(
          '/api/seller/listings/batch',
          { operations: operations.slice(0, size) },
          { as, headers },
        );
      for (let i = 0; i < 29; i++) expect((await post(i % 2 === 0 ? company : colleague)).status).toBe(200);
      const idempotent = { 'idempotency-key': 'the last' };
      expect((await post(company, 100, idempotent)).status).toBe(200);
      // A replayed response does not count against the limit.
      expect((await post(company, 100, idempotent)).status).toBe(200);
      const refused = await post(colleague, 1);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
      expect(refused.headers['x-ratelimit-limit']).toBe('3000');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await limited.get('/api/seller/listings', { as: colleague })).status).toBe(200);
      expect((await post(await createSeller(limited))).status).toBe(200);
    } finally {
      await limited.close();
    }
  },
  TIMEOUT_MS,
);
