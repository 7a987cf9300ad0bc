import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it('makes a seller with a live listing', async () => {
  const seller = await createSeller(t);
  const { listingId } = await createListing(t, seller);
  const row = await t.db
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    status: 'ACTIVE',
    price: 45_900,
    seller_id: seller.sellerId,
    features: [],
    version: 1,
  });
});

it('names the jobs that failed while they were drained, once each, but for those that may', async () => {
  const enqueue = () =>
    t.db
      .insertInto('jobs')
      .values({
        id: newId('job'),
        name: 'imports.run-import',
        payload: JSON.stringify(null),
        dedupe_key: null,
        run_at: t.clock.now(),
        attempts: 0,
        attempts_max: 1,
        locked_until: null,
        locked_by: null,
        failed_at: null,
        last_error: null,
        created_at: t.clock.now(),
      })
      .execute();
  await enqueue();
  await expect(t.drainJobs()).rejects.toThrow(/jobs failed: imports\.run-import: /);
  expect(await t.drainJobs()).toBe(0);
  await enqueue();
  await expect(t.drainJobs({ mayFail: ['imports.fetch-pictures'] })).rejects.toThrow(/imports\.run-import: /);
  await enqueue();
  expect(await t.drainJobs({ mayFail: ['imports.fetch-pictures', 'imports.run-import'] })).toBe(1);
  expect(await t.drainJobs()).toBe(0);
});
