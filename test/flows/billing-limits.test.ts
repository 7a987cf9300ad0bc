import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  assertWithinPlan,
  getSellerPlan,
  lockSellerPlan,
  uploadCharge,
} from '../../src/modules/billing/index.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { AppError } from '../../src/platform/errors/app-error.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PARALLEL = 20;

it('20 at once with one place left: one gets it', async () => {
  const seller = await createSeller(t);
  for (let i = 0; i < 4; i++) await createListing(t, seller);
  const drafts = await Promise.all(
    Array.from({ length: PARALLEL }, () => createListing(t, seller, { status: 'DRAFT' })),
  );
  const outcomes = await Promise.all(
    drafts.map(({ listingId }) =>
      inTransaction(t.db, async (trx) => {
        const plan = await lockSellerPlan(trx, seller.sellerId);
        const { used } = await trx
          .selectFrom('listings')
          .select((eb) => eb.fn.countAll<number>().as('used'))
          .where('seller_id', '=', seller.sellerId)
          .where('status', 'in', ['ACTIVE', 'PENDING_REVIEW'])
          .executeTakeFirstOrThrow();
        assertWithinPlan(plan, 'activeListings', used);
        await trx
          .updateTable('listings')
          .set({ status: 'PENDING_REVIEW' })
          .where('id', '=', listingId)
          .execute();
        return 'taken';
      }).catch((error: unknown) => (error instanceof AppError ? error.code : error)),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'LISTING_LIMIT_EXCEEDED')).toHaveLength(PARALLEL - 1);
});

it('stored files count against the megabytes of a plan that has this limit', async () => {
  const seller = await createSeller(t);
  const plan = await getSellerPlan(t.db, seller.sellerId);
  const limits = { ...plan.limits, uploadMegabytesPerDay: 3 };
  const charge = uploadCharge({ ...plan, limits }, seller.sellerId, 2 * 1024 * 1024 + 1);
  expect(charge).toMatchObject({ ownerId: seller.sellerId, bytes: 2_097_153, bytesMax: 3_145_728 });
  expect(charge.refusal(1_048_577)).toMatchObject({
    code: 'PLAN_LIMIT_EXCEEDED',
    message: 'The plan Free allows 3 MB of stored files per day; 2 are in use, and this request needs 3.',
  });
  const open = { ...plan, limits: { ...limits, uploadMegabytesPerDay: null } };
  expect(uploadCharge(open, seller.sellerId, 1).bytesMax).toBeNull();
});

it('a limit without a maximum is null, and the others report the usage', async () => {
  const seller = await createSeller(t, { plan: 'enterprise' });
  await inTransaction(t.db, async (trx) => {
    const plan = await lockSellerPlan(trx, seller.sellerId);
    expect(() => assertWithinPlan(plan, 'activeListings', 1_000_000)).not.toThrow();
    expect(() => assertWithinPlan(plan, 'webhooks', 19, 1)).not.toThrow();
    expect(() => assertWithinPlan(plan, 'webhooks', 20)).toThrow(
      expect.objectContaining({
        code: 'PLAN_LIMIT_EXCEEDED',
        message: 'The plan Enterprise allows 20 webhooks; 20 are in use.',
      }),
    );
  });
});
