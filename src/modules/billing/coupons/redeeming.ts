import { secondsToMidnight } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { AppError, invalidState } from '../../../platform/errors/app-error.ts';
import { rateLimited } from '../../../platform/errors/rate-limited.ts';
import { newId } from '../../../platform/ids.ts';
import { countAgainstDay } from '../../../platform/mail/daily-limits.repository.ts';
import type { Account } from '../repository.ts';
import type { PlanRow } from '../subscription/purchase.ts';
import {
  type CouponRow,
  findCouponByCode,
  hasRedeemed,
  insertRedemption,
  reserveRedemption,
  runningCoupon,
} from './coupons.repository.ts';
import { fitsPlan, type RunningCoupon } from './running-coupon.ts';
import { t } from '../../../platform/errors/sentence.ts';

interface Request {
  readonly code: string;
  readonly account: Account;
  /** Plan to discount. */
  readonly plan: PlanRow;
  readonly now: Date;
}

/** Attempts per seller and day (UTC), valid or not: codes are words and can be guessed. */
const LOOKS_PER_DAY_MAX = 100;

/**
 * Returns the coupon as the subscription would have it; throws the reason why it cannot be redeemed. Every code
 * passes through here first.
 */
export async function previewCoupon(db: Queryable, request: Request): Promise<RunningCoupon> {
  await takeLook(db, request);
  return asRedeemed(await findRedeemable(db, request), request.now);
}

/**
 * Redeems a coupon. Call under the subscription's lock, and record the redemption with the subscription or with the
 * deciding payment.
 */
export async function redeemCoupon(trx: Transaction, request: Request): Promise<RunningCoupon> {
  const { account, plan, now } = request;
  const seen = await findRedeemable(trx, request);
  const coupon = await reserveRedemption(trx, seen.id, now);
  if (coupon === undefined) {
    // Another request was faster; this throws the error for the changed state.
    await findRedeemable(trx, request);
    throw usedUp();
  }
  if (!isFor(coupon, plan)) throw planNotCovered(plan);
  const redeemed = asRedeemed(coupon, now);
  const isFirst = await insertRedemption(trx, {
    id: redeemed.redemptionId,
    coupon_id: coupon.id,
    seller_id: account.subscription.seller_id,
    reduced_period: null,
    created_at: now,
    ended_at: null,
  });
  if (!isFirst) throw alreadyRedeemed();
  return redeemed;
}

/** Outside of a transaction: an error must not roll back the count. */
async function takeLook(db: Queryable, { account, now }: Request): Promise<void> {
  const counted = `couponCode:${account.subscription.seller_id}`;
  if (await countAgainstDay(db, { counted, max: LOOKS_PER_DAY_MAX, now })) return;
  throw rateLimited(
    t('A company can try {max} coupon codes per day. Try again tomorrow.', { max: LOOKS_PER_DAY_MAX }),
    {
      limit: LOOKS_PER_DAY_MAX,
      waitSeconds: secondsToMidnight(now),
    },
  );
}

function asRedeemed(coupon: CouponRow, now: Date): RunningCoupon {
  return runningCoupon(coupon, { id: newId('rdm', now), periods_used: 0, reduced_period: null });
}

async function findRedeemable(db: Queryable, { code, account, plan, now }: Request): Promise<CouponRow> {
  const coupon = await findCouponByCode(db, code.trim());
  // Do not disclose a coupon before its start date.
  if (coupon === undefined || (coupon.valid_from !== null && coupon.valid_from > now))
    throw new AppError('COUPON_UNKNOWN', t('There is no coupon with this code. Check the spelling.'));
  if (await hasRedeemed(db, coupon.id, account.subscription.seller_id)) throw alreadyRedeemed();
  if (!coupon.active || (coupon.valid_until !== null && coupon.valid_until <= now))
    throw new AppError('COUPON_EXPIRED', t('This coupon has expired.'));
  if (coupon.redemptions_max !== null && coupon.redeemed >= coupon.redemptions_max) throw usedUp();
  if (!isFor(coupon, plan)) throw planNotCovered(plan);
  if (account.coupon !== null)
    throw invalidState(
      t('Your subscription already has the coupon {code}. You can redeem another one when it is used up.', {
        code: account.coupon.code,
      }),
    );
  return coupon;
}

function isFor({ plan_ids: planIds, currency }: CouponRow, plan: PlanRow): boolean {
  return fitsPlan({ planIds, currency }, plan);
}

export function planNotCovered(plan: PlanRow): AppError {
  return new AppError(
    'COUPON_NOT_FOR_PLAN',
    t('This coupon does not apply to the plan {plan}.', { plan: plan.name }),
  );
}

const usedUp = (): AppError =>
  new AppError('COUPON_USED_UP', t('This coupon has already been redeemed the maximum number of times.'));

const alreadyRedeemed = (): AppError =>
  new AppError('COUPON_ALREADY_REDEEMED', t('You have already redeemed this coupon.'));
