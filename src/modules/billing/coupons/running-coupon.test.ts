import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalsOf } from '../invoices/bill.ts';
import {
  changeNow,
  newPeriod,
  newSubscription,
  newTrial,
  type Offer,
  type PlanRow,
  priceOf,
  type Purchase,
  readPurchase,
  type RunningSubscription,
  unusedLine,
} from '../subscription/purchase.ts';
import { PLANS, PREMIUM, STARTER } from '../subscription/sample-plans.ts';
import type { BillingCycle } from '../tables.ts';
import { afterNewPeriod, offNewPeriod, periodsLeft, type RunningCoupon } from './running-coupon.ts';

const START = new Date('2026-01-01T00:00:00Z');
const MONTH_SECONDS = 31 * 86_400;

const COUPON: RunningCoupon = {
  redemptionId: 'rdm_1',
  code: 'SPRING',
  percent: 20,
  amountMinor: null,
  currency: null,
  planIds: null,
  periods: 3,
  periodsUsed: 0,
  reducedPeriod: null,
};

const amount = (amountMinor: number): RunningCoupon => ({
  ...COUPON,
  percent: null,
  amountMinor,
  currency: 'EUR',
});

function offer(of: PlanRow, cycle: BillingCycle, now: Date, coupon: RunningCoupon | null): Offer {
  return {
    plan: of,
    cycle,
    priceMinor: priceOf(of, cycle) ?? 0,
    tax: { rateBp: 1900, note: null },
    now,
    coupon,
  };
}

function running(purchase: Purchase): RunningSubscription {
  const { planId, cycle, priceMinor, period, anchor, trialEnd, discount } = purchase;
  return {
    planId,
    planName: planId,
    cycle,
    priceMinor,
    vatBp: purchase.tax.rateBp,
    period,
    anchor,
    trialEnd,
    isTrial: purchase.move === 'try',
    discount,
  };
}

/** Returns the coupon as read after a purchase. */
function after(purchase: Purchase, coupon: RunningCoupon | null): RunningCoupon | null {
  if (purchase.coupon === null || coupon === null) return null;
  return purchase.coupon.isUsed ? afterNewPeriod(coupon, purchase.period.start, true) : coupon;
}

const later = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);
const nets = (purchase: Purchase): number[] => purchase.lines.map((line) => line.netMinor);

describe('a new subscription with a coupon', () => {
  it.each([
    ['20 %', COUPON, [4900, -980]],
    ['10 euros', amount(1000), [4900, -1000]],
    ['more than the price', amount(100_000), [4900, -4900]],
    ['100 %', { ...COUPON, percent: 100 }, [4900, -4900]],
    ['a third, rounded', { ...COUPON, percent: 33 }, [4900, -1617]],
    ['another plan', { ...COUPON, planIds: ['pln_premium'] }, [4900]],
    ['another currency', { ...amount(1000), currency: 'PLN' }, [4900]],
    ['no period left', { ...COUPON, periodsUsed: 3 }, [4900]],
  ])('of %s costs', (_name, coupon, expected) => {
    expect(nets(newSubscription(offer(STARTER, 'monthly', START, coupon)))).toEqual(expected);
  });

  it('charges VAT on the remainder', () => {
    const { lines } = newSubscription(offer(STARTER, 'monthly', START, COUPON));
    expect(totalsOf(lines)).toMatchObject({ netMinor: 3920, vatMinor: 745, totalMinor: 4665 });
    expect(lines[1]).toMatchObject({ kind: 'discount', couponCode: 'SPRING', planId: STARTER.id });
  });

  it('on trial keeps it for the first paid period', () => {
    const trial = newTrial(offer(STARTER, 'monthly', START, COUPON));
    expect(trial).toMatchObject({ lines: [], discount: null, coupon: { isUsed: false } });
    const first = newPeriod(offer(STARTER, 'monthly', START, COUPON), trial.period);
    expect(first).toMatchObject({ discount: { minor: 980 }, coupon: { isUsed: true } });
  });

  it('is read as it was stored', () => {
    const purchase = newSubscription(offer(PREMIUM, 'yearly', START, COUPON));
    expect(readPurchase(JSON.parse(JSON.stringify(purchase)))).toEqual(purchase);
  });
});

describe('a change with a coupon', () => {
  it('within the period gives back what was charged and reduces what takes its place', () => {
    const bought = newSubscription(offer(STARTER, 'monthly', START, COUPON));
    const coupon = after(bought, COUPON);
    const change = changeNow(running(bought), offer(PREMIUM, 'monthly', START, coupon));
    expect(nets(change)).toEqual([-3920, 34_900, -6980]);
    expect(change.coupon).toEqual({ redemptionId: 'rdm_1', isUsed: false });
  });

  it('within a period that it has not reduced reduces the next one', () => {
    const bought = newSubscription(offer(STARTER, 'monthly', START, null));
    const change = changeNow(running(bought), offer(PREMIUM, 'monthly', START, COUPON));
    expect(nets(change)).toEqual([-4900, 34_900]);
    expect(change).toMatchObject({ discount: null, coupon: { isUsed: false } });
  });

  it('starts another period of the coupon when it moves to yearly billing, or none when the coupon is used up', () => {
    const bought = newSubscription(offer(STARTER, 'monthly', START, COUPON));
    const change = changeNow(running(bought), offer(STARTER, 'yearly', START, after(bought, COUPON)));
    expect(nets(change)).toEqual([-3920, 49_000, -9800]);
    expect(change.coupon?.isUsed).toBe(true);
    const oneTime = { ...COUPON, periods: 1 };
    const last = newSubscription(offer(STARTER, 'monthly', START, oneTime));
    const year = changeNow(running(last), offer(STARTER, 'yearly', START, after(last, oneTime)));
    expect(nets(year)).toEqual([-3920, 49_000]);
    expect(year.coupon).toBeNull();
  });
});

describe('a coupon', () => {
  it('reduces as many periods as it says', () => {
    let coupon: RunningCoupon | null = COUPON;
    const charged: number[] = [];
    for (let n = 0; n < 5; n++) {
      const period = { start: later(n), end: later(n + 1) };
      const { lines, coupon: left } = newPeriod(offer(STARTER, 'monthly', START, coupon), period);
      charged.push(totalsOf(lines).netMinor);
      coupon = coupon === null || left === null ? null : afterNewPeriod(coupon, period.start, left.isUsed);
    }
    expect(charged).toEqual([3920, 3920, 3920, 4900, 4900]);
    expect(coupon).toBeNull();
  });

  it('rests in a period of a plan that it is not for, and without a number of periods never ends', () => {
    const rests = newPeriod(offer(STARTER, 'monthly', START, { ...COUPON, planIds: [PREMIUM.id] }), {
      start: START,
      end: later(1),
    });
    expect(rests).toMatchObject({ discount: null, coupon: { redemptionId: 'rdm_1', isUsed: false } });
    const forever = afterNewPeriod({ ...COUPON, periods: null, periodsUsed: 500 }, START, true);
    expect(forever === null ? 0 : periodsLeft(forever)).toBeNull();
    expect(offNewPeriod(forever, { plan: STARTER, priceMinor: 4900 })).toBe(980);
  });

  const coupons = fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    amountMinor: fc.integer({ min: 1, max: 50_000 }),
    isPercent: fc.boolean(),
    plans: fc.subarray(PLANS),
    periods: fc.option(fc.integer({ min: 1, max: 3 })),
  });
  const steps = fc.array(fc.record({ plan: fc.constantFrom(...PLANS), second: fc.nat(MONTH_SECONDS - 1) }), {
    maxLength: 8,
  });

  it('never makes a price, a tax or a credit negative, whatever changes within the period', () => {
    fc.assert(
      fc.property(coupons, fc.constantFrom(...PLANS), steps, (terms, first, changes) => {
        const base = terms.isPercent ? { ...COUPON, percent: terms.percent } : amount(terms.amountMinor);
        const planIds = terms.plans.length === 0 ? null : terms.plans.map(({ id }) => id);
        let coupon: RunningCoupon | null = { ...base, planIds, periods: terms.periods };
        let purchase = newSubscription(offer(first, 'monthly', START, coupon));
        coupon = after(purchase, coupon);
        let net = totalsOf(purchase.lines).netMinor;
        expect(net).toBeGreaterThanOrEqual(0);
        for (const { plan: next, second } of changes.toSorted((a, b) => a.second - b.second)) {
          const now = later(second);
          const credit = -unusedLine(running(purchase), now).netMinor;
          expect(credit).toBeGreaterThanOrEqual(0);
          purchase = changeNow(running(purchase), offer(next, 'monthly', now, coupon));
          const charged = totalsOf(purchase.lines.filter(({ kind }) => kind !== 'unused'));
          expect(charged.netMinor).toBeGreaterThanOrEqual(0);
          expect(charged.vatMinor).toBeGreaterThanOrEqual(0);
          coupon = after(purchase, coupon);
          net += totalsOf(purchase.lines).netMinor;
        }
        // Each change rounds four amounts by half a cent at most.
        expect(net).toBeGreaterThanOrEqual(-2 * changes.length);
        expect(net).toBeLessThanOrEqual(34_900 + 2 * changes.length);
      }),
    );
  });

  it('refunds the exact charge if the plan changes in the same second', () => {
    fc.assert(
      fc.property(coupons, fc.constantFrom(...PLANS), (terms, plan) => {
        const coupon = terms.isPercent ? { ...COUPON, percent: terms.percent } : amount(terms.amountMinor);
        const bought = newSubscription(offer(plan, 'monthly', START, coupon));
        expect(unusedLine(running(bought), START).netMinor + totalsOf(bought.lines).netMinor).toBe(0);
      }),
    );
  });
});
