/** What a redeemed coupon takes off the price of a plan. Pure. */
import { share } from '../invoices/amounts.ts';

/** A coupon as it goes with a subscription. Either a percentage or an amount is given. */
export interface RunningCoupon {
  readonly redemptionId: string;
  readonly code: string;
  readonly percent: number | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** null: all plans. */
  readonly planIds: readonly string[] | null;
  /** null: as long as the subscription runs. */
  readonly periods: number | null;
  readonly periodsUsed: number;
  /** The start of the period that it reduced last. */
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

/** What a period that begins costs less: the price at most. */
export function offNewPeriod(coupon: RunningCoupon | null, of: Priced): number {
  return coupon === null || periodsLeft(coupon) === 0 ? 0 : off(coupon, of);
}

/** What the price of another plan is reduced by within a period that has begun: only if the coupon reduces that period. */
export function offRunningPeriod(coupon: RunningCoupon | null, start: Date, of: Priced): number {
  return coupon?.reducedPeriod?.getTime() === start.getTime() ? off(coupon, of) : 0;
}

function off(coupon: RunningCoupon, { plan, priceMinor }: Priced): number {
  if (!fitsPlan(coupon, plan)) return 0;
  return coupon.percent === null
    ? Math.min(priceMinor, coupon.amountMinor ?? 0)
    : share(priceMinor, coupon.percent, 100);
}

/** After a period has begun: one period less if that was reduced, and null when nothing will be reduced any more. */
export function afterNewPeriod(
  coupon: RunningCoupon | null,
  start: Date,
  isReduced: boolean,
): RunningCoupon | null {
  if (coupon === null || (!isReduced && periodsLeft(coupon) === 0)) return null;
  return isReduced ? { ...coupon, periodsUsed: coupon.periodsUsed + 1, reducedPeriod: start } : coupon;
}
