import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LogPositions, ReadReplica } from '../../src/platform/db/read-replica.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createBuyer, createSeller, type TestSeller, type TestUser } from '../support/factories.ts';
import { proxied } from '../support/proxied-database.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { cloneTemplate, createTestApp, type TestApp } from '../support/test-app.ts';

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let proxy: TcpProxy;
let t: TestApp;
let seller: TestSeller;
let buyer: TestUser;

beforeAll(async () => {
  database = await cloneTemplate();
  // A proxy to the same database stands in for the replica, so its traffic shows what was read from "the replica".
  const through = await proxied(database.url);
  proxy = through.proxy;
  t = await createTestApp({ databaseUrl: database.url, env: { DATABASE_REPLICA_URL: through.url } });
  seller = await createSeller(t);
  buyer = await createBuyer(t);
});
afterAll(async () => {
  await t.close();
  await proxy.close();
  await database.drop();
});

/** Returns whether `work` read from the replica. Small amounts of traffic, such as keep-alive, do not count. */
async function readFromReplica(work: () => Promise<{ status: number }>): Promise<boolean> {
  const before = proxy.bytes;
  expect((await work()).status).toBe(200);
  return proxy.bytes - before > 1000;
}

describe('with DATABASE_REPLICA_URL', () => {
  it.each([
    ['a profile', () => t.get(`/api/sellers/${seller.slug}`)],
    ['reviews', () => t.get(`/api/sellers/${seller.slug}/reviews`)],
    ['the numbers of a dashboard', () => t.get('/api/seller/dashboard', { as: seller })],
  ])('%s come from there', async (_what, ask) => {
    expect(await readFromReplica(ask)).toBe(true);
  });

  it.each([
    ['a profile for somebody who is signed in', () => t.get(`/api/sellers/${seller.slug}`, { as: buyer })],
    ['what is private', () => t.get('/api/favorites', { as: buyer })],
  ])('%s does not', async (_what, ask) => {
    expect(await readFromReplica(ask)).toBe(false);
  });

  it('the primary serves reads while the replica is down, and the replica again once it is back', async () => {
    const profile = () => t.get(`/api/sellers/${seller.slug}`);
    await proxy.cut();
    expect((await profile()).status).toBe(200);
    expect((await t.get('/readyz')).status).toBe(200);
    await proxy.restore();
    while (!(await readFromReplica(profile))) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});

describe('a replica that falls behind', () => {
  function replicaAt(positions: LogPositions): ReadReplica {
    return new ReadReplica({ primary: t.db, replica: t.db, log: createLogger('silent'), positions });
  }

  it('is used once it has replayed what the primary had written within the last seconds', async () => {
    let replayed = 10;
    let written = 100;
    const replica = replicaAt({ primary: async () => written, replica: async () => replayed });
    await replica.look();
    expect(replica.isUsed).toBe(false);
    replayed = 100;
    written = 200;
    await replica.look();
    expect(replica.isUsed).toBe(true);
  });

  it('is left out when it cannot say how far it is, and kept while only the primary cannot', async () => {
    let isReplicaAway = false;
    let isPrimaryAway = false;
    const replica = replicaAt({
      primary: async () => {
        if (isPrimaryAway) throw new Error('away');
        return 1;
      },
      replica: async () => {
        if (isReplicaAway) throw new Error('away');
        return 1;
      },
    });
    await replica.look();
    expect(replica.isUsed).toBe(true);
    isPrimaryAway = true;
    await replica.look();
    expect(replica.isUsed).toBe(true);
    isReplicaAway = true;
    await replica.look();
    expect(replica.isUsed).toBe(false);
  });
});
