import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addMs, MINUTE_MS, SECOND_MS } from '../../src/platform/clock.ts';
import { claimDue, type ClaimRequest } from '../../src/modules/webhooks/claims.repository.ts';
import type { TestSeller } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  createKeyedSeller,
  createWebhook,
  forgetDeliveries,
  logsOf,
  prepareWebhookTests,
  sendParcel,
  sendParcels,
  type TestWebhook,
} from '../http/webhooks/setup.ts';

let t: TestApp;
let second: TestApp;
let receiver: Receiver;
let seller: TestSeller;
let hook: TestWebhook;

/** Two applications on one database simulate two processes. */
beforeAll(async () => {
  t = await createTestApp();
  second = await createTestApp({ databaseUrl: t.databaseUrl });
  for (const app of [t, second]) prepareWebhookTests(app);
});
afterAll(async () => {
  await second.close();
  await t.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
  seller = await createKeyedSeller(t);
  hook = await createWebhook(t, seller, receiver.url);
});
afterEach(async () => {
  await receiver.close();
  await forgetDeliveries(t);
  t.clock.advance(aheadMs);
  aheadMs = 0;
});

let aheadMs = 0;

/** Advances only the clock of the second process, until the end of the test. */
function advanceSecond(ms: number): void {
  second.clock.advance(ms);
  aheadMs += ms;
}

const LEASE_MS = MINUTE_MS;

/** Claims deliveries like a worker that is killed right afterwards. */
async function claimAndDie(): Promise<readonly unknown[]> {
  const now = t.clock.now();
  const request: ClaimRequest = {
    now,
    leaseUntil: addMs(now, LEASE_MS),
    fast: { free: 10, roomDefault: 10, room: {} },
    slow: { free: 0, roomDefault: 1, room: {} },
    slowWebhooks: [],
  };
  return (await claimDue(t.db, request)).claimed;
}

describe('the lease', () => {
  it('expires for a killed worker, and another worker makes the attempt with the same bytes', async () => {
    const event = await sendParcel(t, seller);
    expect(await claimAndDie()).toHaveLength(1);
    advanceSecond(LEASE_MS - 5 * SECOND_MS);
    expect(await second.app.modules.webhooks.deliverDue()).toBe(0);
    advanceSecond(6 * SECOND_MS);
    expect(await second.app.modules.webhooks.deliverDue()).toBe(1);
    expect(receiver.requests.map((request) => request.headers['webhook-id'])).toEqual([event.id]);
    const [entry] = await logsOf(t, seller, hook.id);
    expect(entry).toMatchObject({ status: 'delivered', event_id: event.id });
  });

  it('is a fence once it has expired: the overtaken worker changes nothing', async () => {
    let respondToFirst = (): void => {};
    receiver.script((response) => {
      respondToFirst = () => response.writeHead(500).end();
    }, 200);
    await sendParcel(t, seller);
    const stale = t.app.modules.webhooks.deliverDue();
    await receiver.received(1);
    advanceSecond(LEASE_MS + SECOND_MS);
    expect(await second.app.modules.webhooks.deliverDue()).toBe(1);
    respondToFirst();
    await stale;
    const logs = await logsOf(t, seller, hook.id);
    expect(logs.map((entry) => entry.status)).toEqual(['delivered']);
    const delivery = await t.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', hook.id)
      .executeTakeFirstOrThrow();
    expect(delivery).toMatchObject({ state: 'delivered', due_at: null, attempts: 1, claims: 2 });
  });
});

describe('several workers', () => {
  it('never make two attempts of one delivery at once, and lose none', async () => {
    const open = new Set<string>();
    const clashes: string[] = [];
    receiver.usually((response, request) => {
      const id = String(request.headers['webhook-id']);
      if (open.has(id)) clashes.push(id);
      open.add(id);
      setImmediate(() => {
        open.delete(id);
        response.writeHead(200).end();
      });
    });
    const hooks = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const owner = await createKeyedSeller(t);
        await createWebhook(t, owner, receiver.url);
        return owner;
      }),
    );
    const events = (await Promise.all([seller, ...hooks].map((owner) => sendParcels(t, owner, 100)))).flat();
    const workers = [t, t, second, second].map((app) => app.app.modules.webhooks.createDispatcher());
    const counts = await Promise.all(workers.map((worker) => worker.deliverDue()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(events.length);
    expect(clashes).toEqual([]);
    const ids = receiver.requests.map((request) => String(request.headers['webhook-id']));
    expect(ids.toSorted()).toEqual(events.map((event) => event.id).toSorted());
  });

  it('have at most four attempts under way at one webhook, each', async () => {
    await sendParcels(t, seller, 40);
    await t.app.modules.webhooks.createDispatcher().deliverDue();
    expect(receiver.requests).toHaveLength(40);
    expect(receiver.openMax).toBeLessThanOrEqual(4);
  });

  it('continue if all attempts end while a claim without free slots is still running', async () => {
    await sendParcels(t, seller, 12);
    // Claims read the payloads, recording an outcome does not. The first lock delays the first claim. The second lock queues
    // behind that claim, and delays the second claim, which runs while four attempts are in progress.
    const first = await lockPayloads();
    const delivering = t.app.modules.webhooks.createDispatcher().deliverDue();
    await expectWaitersForPayloads(1);
    const second = lockPayloads();
    await expectWaitersForPayloads(2);
    await first.release();
    await receiver.received(4);
    await expect.poll(async () => (await logsOf(t, seller, hook.id)).length).toBe(4);
    await (await second).release();
    expect(await delivering).toBe(12);
  });
});

/** Locks the table as soon as possible. The lock is released at the end of the test at the latest. */
async function lockPayloads(): Promise<{ release(): Promise<unknown> }> {
  const trx = await t.db.startTransaction().execute();
  onTestFinished(async () => {
    if (!trx.isCommitted) await trx.rollback().execute();
  });
  await sql`lock table webhook_payloads in access exclusive mode`.execute(trx);
  return { release: () => trx.commit().execute() };
}

async function expectWaitersForPayloads(count: number): Promise<void> {
  const waiting = async (): Promise<number> => {
    // Databases cloned from one template share table OIDs, and pg_locks shows the locks of all databases.
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_locks where relation = 'webhook_payloads'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(t.db);
    return rows[0]?.count ?? 0;
  };
  await expect.poll(waiting).toBe(count);
}

describe('a target that hangs', () => {
  it('does not delay other targets, however many deliveries it has queued', async () => {
    receiver.usually('hang');
    await sendParcels(t, seller, 200);
    const otherReceiver = await startReceiver();
    const owners = await Promise.all(Array.from({ length: 5 }, () => createKeyedSeller(t)));
    for (const owner of owners) {
      await createWebhook(t, owner, otherReceiver.url);
      await sendParcels(t, owner, 5);
    }
    const worker = t.app.modules.webhooks.createDispatcher();
    worker.start();
    await otherReceiver.received(25);
    expect(receiver.requests.length).toBeLessThanOrEqual(4);
    await worker.stop(0);
    await otherReceiver.close();
  });
});

describe('stopping', () => {
  it('requeues aborted deliveries at once, and records no failure', async () => {
    receiver.script('hang');
    await sendParcel(t, seller);
    const worker = t.app.modules.webhooks.createDispatcher();
    worker.start();
    await receiver.received(1);
    await worker.stop(0);
    expect(await logsOf(t, seller, hook.id)).toEqual([]);
    expect(await second.app.modules.webhooks.createDispatcher().deliverDue()).toBe(1);
    expect(receiver.requests).toHaveLength(2);
  });

  it('aborts hanging requests a second after the last response', async () => {
    receiver.script('hang');
    await sendParcel(t, seller);
    const dying = await createTestApp({ databaseUrl: t.databaseUrl });
    onTestFinished(() => dying.close());
    prepareWebhookTests(dying);
    dying.clock.advance(t.clock.now().getTime() - dying.clock.now().getTime() + SECOND_MS);
    await dying.app.startJobs();
    await receiver.received(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = dying.app.modules.list.find(({ name }) => name === 'webhooks')?.stopWork?.();
    vi.advanceTimersByTime(SECOND_MS);
    vi.useRealTimers();
    await stopped;
    expect(await logsOf(t, seller, hook.id)).toEqual([]);
    expect(await second.app.modules.webhooks.deliverDue()).toBe(1);
  });

  it('lets a request finish that responds in time', async () => {
    let respond = (): void => {};
    receiver.script((response) => {
      respond = () => response.writeHead(200).end();
    });
    await sendParcel(t, seller);
    const worker = t.app.modules.webhooks.createDispatcher();
    worker.start();
    await receiver.received(1);
    const stopped = worker.stop(MINUTE_MS);
    respond();
    await stopped;
    expect((await logsOf(t, seller, hook.id)).map((entry) => entry.status)).toEqual(['delivered']);
  });
});

describe('a running application', () => {
  it('delivers as soon as the event has committed, also events of other processes', async () => {
    await t.app.startJobs();
    await sendParcel(second, seller, 'prc_far');
    await receiver.received(1);
    await sendParcel(t, seller, 'prc_near');
    await receiver.received(2);
    const parcels = receiver.requests.map((request) => JSON.parse(request.body).data.parcel.id);
    expect(parcels).toEqual(['prc_far', 'prc_near']);
  });
});
