import { gathered } from '../../../platform/db/gathered-reads.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Charge } from '../../../platform/storage/stored-files.ts';
import type { PlanLimits } from '../tables.ts';
import '../../auth/tables.ts';
import '../tables.ts';

const MEGABYTE = 1024 * 1024;

export interface SellerPlan {
  readonly slug: string;
  readonly name: string;
  readonly limits: PlanLimits;
  /** Of the seller: nothing of it goes on the market, whatever the plan has room for. */
  readonly isSuspended: boolean;
}

export async function getSellerPlan(db: Queryable, sellerId: string): Promise<SellerPlan> {
  const { status, ...plan } = await db
    .selectFrom('subscriptions as s')
    .modifyFront(gathered)
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('sellers', 'sellers.id', 's.seller_id')
    .select(['p.slug', 'p.name', 'p.limits', 'sellers.status'])
    .where('s.seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return { ...plan, isSuspended: status === 'suspended' };
}

/**
 * The plan's limits, under a lock on the seller's subscription until the transaction ends: whoever counts and then
 * adds does so alone, and the plan does not change in between.
 */
export async function lockSellerPlan(trx: Transaction, sellerId: string): Promise<SellerPlan> {
  await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return getSellerPlan(trx, sellerId);
}

type CountedLimit = {
  [K in keyof PlanLimits]: PlanLimits[K] extends number | null ? K : never;
}[keyof PlanLimits];

/**
 * The error for `used` plus `adding` beyond the plan: LISTING_LIMIT_EXCEEDED for active listings, PLAN_LIMIT_EXCEEDED
 * for everything else. Count under `lockSellerPlan`.
 */
export function planProblem(
  plan: SellerPlan,
  limit: CountedLimit,
  used: number,
  adding = 1,
): AppError | null {
  const allowed = plan.limits[limit];
  if (allowed === null || used + adding <= allowed) return null;
  const code = limit === 'activeListings' ? 'LISTING_LIMIT_EXCEEDED' : 'PLAN_LIMIT_EXCEEDED';
  return new AppError(
    code,
    `The plan ${plan.name} allows ${allowed} ${LIMIT_WORDS[limit]}; ${used} are in use.`,
  );
}

export function assertWithinPlan(...facts: Parameters<typeof planProblem>): void {
  const problem = planProblem(...facts);
  if (problem !== null) throw problem;
}

/** Puts bytes that a seller stores on the plan's budget of the day. */
export function uploadCharge(plan: SellerPlan, sellerId: string, bytes: number): Charge {
  const allowed = plan.limits.uploadMegabytesPerDay;
  return {
    ownerId: sellerId,
    bytes,
    bytesMax: allowed === null ? null : allowed * MEGABYTE,
    refusal: (used) =>
      new UploadBudgetSpent(
        `The plan ${plan.name} allows ${allowed} ${LIMIT_WORDS.uploadMegabytesPerDay}; ${Math.ceil(used / MEGABYTE)} are used, and this needs ${Math.ceil(bytes / MEGABYTE)}.`,
      ),
  };
}

/** Room of another kind than the number of pictures: deleting some brings none back today. */
export class UploadBudgetSpent extends AppError {
  constructor(message: string) {
    super('PLAN_LIMIT_EXCEEDED', message);
  }
}

const LIMIT_WORDS: Readonly<Record<CountedLimit, string>> = {
  activeListings: 'active listings',
  imagesPerListing: 'images per listing',
  featuredSlots: 'featured listings',
  teamSeats: 'team seats',
  apiKeys: 'API keys',
  webhooks: 'webhooks',
  importRowsPerDay: 'import rows a day',
  uploadMegabytesPerDay: 'MB of stored files a day',
  drafts: 'drafts and paused listings',
  messageTemplates: 'message templates',
  listingDays: 'days per listing',
  importPullMinutes: 'minutes between pulls',
};

/** Starts the free plan, on which every seller begins. */
export async function startFreePlan(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  const plan = await trx
    .selectFrom('plans')
    .select(['id', 'currency'])
    .where('slug', '=', 'free')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('subscriptions')
    .values({
      id: newId('sub', now),
      seller_id: sellerId,
      plan_id: plan.id,
      status: 'active',
      billing_cycle: null,
      price_minor: 0,
      currency: plan.currency,
      current_period_start: now,
      current_period_end: null,
      trial_end: null,
      cancel_at_period_end: false,
      canceled_at: null,
      next_plan_id: null,
      next_billing_cycle: null,
      payment_method: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
