/**
 * Result of subscribing or changing: plan, price, period and lines of the bill. Computed once and applied unchanged,
 * however late the payment arrives. No database, no clock.
 */
import type { Selectable } from 'kysely';
import { DAY_MS, addMs, SECOND_MS } from '../../../platform/clock.ts';
import {
  afterNewPeriod,
  offNewPeriod,
  offRunningPeriod,
  type RunningCoupon,
} from '../coupons/running-coupon.ts';
import { share } from '../invoices/amounts.ts';
import type { BillLine } from '../invoices/bill.ts';
import { type Period, periodFrom, floorToSecond } from './periods.ts';
import type { BillingCycle, PlanTable, SubscriptionTable } from '../tables.ts';
import type { Tax } from '../invoices/vat.ts';

export type PlanRow = Selectable<PlanTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;

export interface Purchase {
  readonly move: 'subscribe' | 'try' | 'change';
  readonly planId: string;
  readonly cycle: BillingCycle;
  /** Net price of a whole cycle. */
  readonly priceMinor: number;
  readonly tax: Tax;
  readonly period: Period;
  readonly anchor: Date;
  readonly trialEnd: Date | null;
  readonly lines: readonly BillLine[];
  /** Discount on the lines; unused time does not turn it into credit. */
  readonly discount: Discount | null;
  /** Coupon of the subscription from then on. */
  readonly coupon: PurchasedCoupon | null;
}

interface PurchasedCoupon {
  readonly redemptionId: string;
  /** The purchase starts a period that the coupon discounts. */
  readonly isUsed: boolean;
}

/** Price of a cycle; null: by agreement. */
export function priceOf(
  plan: Pick<PlanRow, 'monthly_minor' | 'yearly_minor'>,
  cycle: BillingCycle,
): number | null {
  return cycle === 'monthly' ? plan.monthly_minor : plan.yearly_minor;
}

export interface Offer {
  readonly plan: PlanRow;
  readonly cycle: BillingCycle;
  readonly priceMinor: number;
  readonly tax: Tax;
  readonly now: Date;
  readonly coupon: RunningCoupon | null;
}

export function newSubscription(offer: Offer): Purchase {
  const start = floorToSecond(offer.now);
  const period = periodFrom(start, offer.cycle, start);
  return {
    ...termsOf(offer),
    move: 'subscribe',
    period,
    anchor: start,
    trialEnd: null,
    ...newPeriod(offer, period),
  };
}

export function newTrial(offer: Offer): Purchase {
  const start = floorToSecond(offer.now);
  const end = addMs(start, offer.plan.trial_days * DAY_MS);
  return {
    ...termsOf(offer),
    move: 'try',
    period: { start, end },
    anchor: end,
    trialEnd: end,
    ...nothingBilled(offer),
  };
}

/** A paid subscription or a trial, whose period has an end. */
export interface RunningSubscription {
  readonly planId: string;
  readonly planName: string;
  readonly cycle: BillingCycle;
  readonly priceMinor: number;
  readonly vatBp: number;
  readonly period: Period;
  readonly anchor: Date;
  readonly trialEnd: Date | null;
  readonly isTrial: boolean;
  /** Part of the period that was not paid, or was refunded. */
  readonly discount: Discount | null;
}

export interface Discount {
  readonly minor: number;
  readonly from: Date;
}

/**
 * Changes immediately. During a trial nothing is paid, so only the plan changes. The trial of the new plan counts
 * from the start of the running one; if it would be over, or there is none, the plan is paid from now on. With the
 * same cycle the period stays and its rest is exchanged; with another cycle a new period starts and the rest of the
 * old one is credited.
 */
export function changeNow(running: RunningSubscription, offer: Offer): Purchase {
  const base = { ...termsOf(offer), move: 'change' as const, trialEnd: running.trialEnd };
  if (running.isTrial) {
    const { start } = running.period;
    const isSamePlan = running.planId === offer.plan.id;
    const allowedEnd = isSamePlan ? running.period.end : addMs(start, offer.plan.trial_days * DAY_MS);
    const end = allowedEnd < running.period.end ? allowedEnd : running.period.end;
    if (end <= offer.now) return { ...newSubscription(offer), move: 'change' };
    return { ...base, trialEnd: end, period: { start, end }, anchor: end, ...nothingBilled(offer) };
  }
  const now = floorToSecond(offer.now);
  const back = unusedLine(running, now);
  if (running.cycle === offer.cycle) {
    const rest = { start: now, end: running.period.end };
    const minor = offRunningPeriod(offer.coupon, running.period.start, offer);
    const billed = priced(offer, portion(offer.priceMinor, running.period, rest), {
      period: rest,
      offMinor: portion(minor, running.period, rest),
    });
    return {
      ...base,
      period: running.period,
      anchor: running.anchor,
      ...billed,
      lines: linesOf(back, ...billed.lines),
      coupon: couponOf(offer.coupon, false),
    };
  }
  const period = periodFrom(now, offer.cycle, now);
  const billed = newPeriod(offer, period);
  return { ...base, period, anchor: now, ...billed, lines: linesOf(back, ...billed.lines) };
}

/** Price of a whole period, and the remaining coupon. */
export function newPeriod(offer: Offer, period: Period): Pick<Purchase, 'lines' | 'discount' | 'coupon'> {
  const offMinor = offNewPeriod(offer.coupon, offer);
  const isReduced = offMinor > 0;
  return {
    ...priced(offer, offer.priceMinor, { period, offMinor }),
    coupon: couponOf(afterNewPeriod(offer.coupon, period.start, isReduced), isReduced),
  };
}

function priced(
  offer: Offer,
  netMinor: number,
  { period, offMinor }: { readonly period: Period; readonly offMinor: number },
): Pick<Purchase, 'lines' | 'discount'> {
  const line = planLine(offer, period, netMinor);
  if (offer.coupon === null || offMinor === 0) return { lines: linesOf(line), discount: null };
  const off = { ...line, kind: 'discount' as const, netMinor: -offMinor, couponCode: offer.coupon.code };
  return { lines: linesOf(line, off), discount: { minor: offMinor, from: period.start } };
}

function nothingBilled({ coupon }: Offer): Pick<Purchase, 'lines' | 'discount' | 'coupon'> {
  return { lines: [], discount: null, coupon: couponOf(coupon, false) };
}

function couponOf(coupon: RunningCoupon | null, isUsed: boolean): PurchasedCoupon | null {
  return coupon === null ? null : { redemptionId: coupon.redemptionId, isUsed };
}

/** Credit for the unused rest of a paid period. */
export function unusedLine(running: RunningSubscription, now: Date): BillLine {
  const start = now < running.period.start ? running.period.start : now;
  const rest = { start, end: running.period.end };
  return {
    kind: 'unused',
    planId: running.planId,
    planName: running.planName,
    cycle: running.cycle,
    period: rest,
    netMinor: -unusedNet(running, rest),
    vatBp: running.vatBp,
  };
}

function unusedNet(running: RunningSubscription, rest: Period): number {
  const price = portion(running.priceMinor, running.period, rest);
  if (running.discount === null) return price;
  const { minor, from } = running.discount;
  return Math.max(0, price - portion(minor, { start: from, end: rest.end }, rest));
}

/** Subtracts a refund from the value left in the period; more than that has been used up. */
export function discountAfter(running: RunningSubscription, now: Date, givenBackNet: number): Discount {
  const from = floorToSecond(now) < running.period.start ? running.period.start : floorToSecond(now);
  const rest = { start: from, end: running.period.end };
  const price = portion(running.priceMinor, running.period, rest);
  return { minor: Math.min(price, price - unusedNet(running, rest) + givenBackNet), from };
}

/** Price of a part of a period, to the second. */
function portion(priceMinor: number, period: Period, part: Period): number {
  return share(priceMinor, Math.max(0, secondsOf(part)), secondsOf(period));
}

function secondsOf(period: Period): number {
  return Math.round((period.end.getTime() - period.start.getTime()) / SECOND_MS);
}

function termsOf(offer: Offer) {
  return { planId: offer.plan.id, cycle: offer.cycle, priceMinor: offer.priceMinor, tax: offer.tax };
}

function planLine(offer: Offer, period: Period, netMinor: number): BillLine {
  return {
    kind: 'plan',
    planId: offer.plan.id,
    planName: offer.plan.name,
    cycle: offer.cycle,
    period,
    netMinor,
    vatBp: offer.tax.rateBp,
  };
}

function linesOf(...lines: readonly BillLine[]): readonly BillLine[] {
  return lines.filter((line) => line.netMinor !== 0);
}

/** Compares plans by price, then by order. */
function comparePlans(a: PlanRow, b: PlanRow): number {
  const price = (plan: PlanRow): number => plan.monthly_minor ?? Number.POSITIVE_INFINITY;
  return price(a) === price(b) ? a.sort_order - b.sort_order : price(a) - price(b);
}

/** Upgrades and longer cycles of the same plan start immediately; everything else starts with the next period. */
export function beginsAtOnce(
  from: { plan: PlanRow; cycle: BillingCycle },
  to: { plan: PlanRow; cycle: BillingCycle },
): boolean {
  const difference = comparePlans(to.plan, from.plan);
  if (difference !== 0) return difference > 0;
  return from.cycle === 'monthly' && to.cycle === 'yearly';
}

/** Stored form of a purchase while its payment is pending: instants as text. */
export type StoredPurchase = Stored<Purchase>;
type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Stored<T[K]> }
      : T;

export function readPurchase(stored: StoredPurchase): Purchase {
  const period = (text: Stored<Period>): Period => ({ start: new Date(text.start), end: new Date(text.end) });
  const { discount } = stored;
  return {
    ...stored,
    period: period(stored.period),
    anchor: new Date(stored.anchor),
    trialEnd: stored.trialEnd === null ? null : new Date(stored.trialEnd),
    lines: stored.lines.map((line) => ({ ...line, period: period(line.period) })),
    discount: discount === null ? null : { ...discount, from: new Date(discount.from) },
  };
}
