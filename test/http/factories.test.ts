import { afterAll, beforeAll, expect, it } from 'vitest';
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
