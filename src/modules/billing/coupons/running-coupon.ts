/** Discount of a redeemed coupon on the price of a plan. */
import { share } from '../invoices/amounts.ts';

/** Coupon of a subscription. Either a percentage or an amount is set. */
export interface RunningCoupon {
  readonly redemptionId: string;
  readonly code: string;
  readonly percent: number | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** Null means all plans. */
  readonly planIds: readonly string[] | null;
  /** Null means as long as the subscription runs. */
  readonly periods: number | null;
  readonly periodsUsed: number;
  /** Start of the period that it last discounted. */
  readonly reducedPeriod: Date | null;
}

interface Priced {
  readonly plan: { readonly id: string; readonly currency: string };
  readonly priceMinor: number;
}

export function fitsPlan(
  coupon: Pick<RunningCoupon, 'planIds' | 'currency'>,
  plan: { readonly id: string; readonly currency: string },
): boolean {
  if (coupon.currency !== null && coupon.currency !== plan.currency) return false;
  return coupon.planIds === null || coupon.planIds.includes(plan.id);
}

export function periodsLeft(coupon: RunningCoupon): number | null {
  return coupon.periods === null ? null : Math.max(0, coupon.periods - coupon.periodsUsed);
}

/** Discount of a new period, at most its price. */
export function offNewPeriod(coupon: RunningCoupon | null, of: Priced): number {
  return coupon === null || periodsLeft(coupon) === 0 ? 0 : discountOf(coupon, of);
}

/** Discount of another plan's price within a running period: only if the coupon discounts that period. */
export function offRunningPeriod(coupon: RunningCoupon | null, start: Date, of: Priced): number {
  return coupon?.reducedPeriod?.getTime() === start.getTime() ? discountOf(coupon, of) : 0;
}

function discountOf(coupon: RunningCoupon, { plan, priceMinor }: Priced): number {
  if (!fitsPlan(coupon, plan)) return 0;
  return coupon.percent === null
    ? Math.min(priceMinor, coupon.amountMinor ?? 0)
    : share(priceMinor, coupon.percent, 100);
}

/**
 * Returns the coupon after a period has started: one period less if that was discounted, null if no discount is left.
 */
export function afterNewPeriod(
  coupon: RunningCoupon | null,
  start: Date,
  isReduced: boolean,
): RunningCoupon | null {
  if (coupon === null || (!isReduced && periodsLeft(coupon) === 0)) return null;
  return isReduced ? { ...coupon, periodsUsed: coupon.periodsUsed + 1, reducedPeriod: start } : coupon;
}
