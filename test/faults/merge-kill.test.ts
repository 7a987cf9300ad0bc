/** Set MERGE_KILL_LISTINGS=10000 for the full size. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SellerListingActor } from '../../src/modules/listings/index.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { createAdmin, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { when, type WorkerProcesses, workerProcesses } from '../support/worker-process.ts';

const LISTINGS = Number(process.env['MERGE_KILL_LISTINGS'] ?? 1800);
const CHUNK = 500;

let t: TestApp;
let workers: WorkerProcesses;

beforeAll(async () => {
  t = await createTestApp();
  workers = workerProcesses(t);
}, 120_000);
afterAll(async () => {
  workers.killAll();
  await t.close();
});

async function publishMany(actor: SellerListingActor, count: number): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    const items = Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => ({
      mode: 'patch' as const,
      target: 'active' as const,
      body: {
        externalId: `M-${from + i}`,
        category: 'trucks',
        brand: 'tatra',
        model: 'Phoenix',
        year: 2018,
        price: 30_000,
        currency: 'EUR',
      },
    }));
    await inTransaction(t.db, (trx) => t.app.modules.listings.bulk.write(trx, items, { actor }));
  }
}

it(
  'a merge of two brands moves every listing although its worker is killed; searches continue meanwhile',
  {
    timeout: 240_000,
  },
  async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    await publishMany({ ...seller, kind: 'seller', source: 'import', emailVerified: true }, LISTINGS);
    // Drop the side effects of publishing, which this test does not cover.
    await t.db.deleteFrom('jobs').execute();
    const brands = t.db.selectFrom('brands').select('id');
    const { id: sourceId } = await brands.where('slug', '=', 'tatra').executeTakeFirstOrThrow();
    const countLeft = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from listings where brand_id = ${sourceId}`.execute(t.db);
      return rows[0]?.count ?? 0;
    };
    const total = async (query: string): Promise<number> => {
      const response = await t.get(`/api/search?${query}&limit=1`);
      expect(response.status).toBe(200);
      return response.body.data.pagination.total;
    };
    expect(await total('brand=tatra')).toBe(LISTINGS);

    const admin = await createAdmin(t);
    const merge = await t.post('/api/admin/brands/tatra/merge', { into: 'man' }, { as: admin });
    expect(merge.body.error).toBeUndefined();
    const worker = workers.start();
    await when(t, async () => (await countLeft()) < LISTINGS);
    await workers.kill(worker);
    const left = await countLeft();
    expect(left).toBeGreaterThan(0);

    // With no worker running, searches still find every vehicle under its new brand, whether it has been moved or not.
    await t.app.settle();
    expect([await total('category=trucks'), await total('brand=man')]).toEqual([LISTINGS, LISTINGS]);
    workers.start();
    await when(t, async () => {
      expect(await total('category=trucks')).toBe(LISTINGS);
      return (await brands.where('id', '=', sourceId).executeTakeFirst()) === undefined;
    });

    await t.app.settle();
    expect(await countLeft()).toBe(0);
    expect([await total('brand=man'), await total('brand=tatra')]).toEqual([LISTINGS, LISTINGS]);
    const { rows } = await sql`
    select min(version) as first, max(version) as last from listings where seller_id = ${seller.sellerId}`.execute(
      t.db,
    );
    // Each listing was moved exactly once.
    expect(rows).toEqual([{ first: 2, last: 2 }]);
  },
);
