import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueOf, totalsOf } from '../invoices/bill.ts';
import {
  beginsAtOnce,
  changeNow,
  discountAfter,
  newSubscription,
  newTrial,
  type Offer,
  type PlanRow,
  priceOf,
  type Purchase,
  readPurchase,
  type RunningSubscription,
  unusedLine,
} from './purchase.ts';
import { PLANS, PREMIUM, PROFESSIONAL, STARTER } from './sample-plans.ts';
import type { BillingCycle } from '../tables.ts';

const at = (text: string): Date => new Date(text);

const TAX = { rateBp: 1900, note: null };

function offer(of: PlanRow, cycle: BillingCycle, now: string | Date): Offer {
  const instant = typeof now === 'string' ? at(now) : now;
  return { plan: of, cycle, priceMinor: priceOf(of, cycle) ?? 0, tax: TAX, now: instant, coupon: null };
}

function running(purchase: Purchase): RunningSubscription {
  const { planId, cycle, priceMinor, period, anchor, trialEnd } = purchase;
  return {
    planId,
    planName: PLANS.find((row) => row.id === planId)?.name ?? '',
    cycle,
    priceMinor,
    vatBp: purchase.tax.rateBp,
    period,
    anchor,
    trialEnd,
    isTrial: purchase.move === 'try',
    discount: null,
  };
}

const nets = (purchase: Purchase): number[] => purchase.lines.map((line) => line.netMinor);

describe('a new subscription', () => {
  it('is charged a whole period', () => {
    const purchase = newSubscription(offer(STARTER, 'monthly', '2026-01-31T10:00:00.700Z'));
    expect(nets(purchase)).toEqual([4900]);
    expect(purchase.period).toEqual({ start: at('2026-01-31T10:00:00Z'), end: at('2026-02-28T10:00:00Z') });
    expect(totalsOf(purchase.lines)).toMatchObject({ netMinor: 4900, vatMinor: 931, totalMinor: 5831 });
  });

  it('on trial is charged nothing and counts its periods from the trial end', () => {
    const purchase = newTrial(offer(STARTER, 'monthly', '2026-01-01T00:00:00Z'));
    expect(nets(purchase)).toEqual([]);
    expect(purchase.trialEnd).toEqual(at('2026-01-15T00:00:00Z'));
    expect(purchase.anchor).toEqual(purchase.trialEnd);
  });
});

describe('a change at once', () => {
  const january = newSubscription(offer(STARTER, 'monthly', '2026-01-01T00:00:00Z'));

  it.each([
    ['2026-01-01T00:00:00Z', [-4900, 14_900]],
    // 15 of 31 days are left: 2370.97 and 7209.68
    ['2026-01-17T00:00:00Z', [-2371, 7210]],
    // one second of 2,678,400 is worth nothing, a minute a third of a cent
    ['2026-01-31T23:59:59Z', []],
    ['2026-01-31T23:50:00Z', [-1, 3]],
  ])('within the cycle, %s', (now, expected) => {
    const change = changeNow(running(january), offer(PROFESSIONAL, 'monthly', now));
    expect(nets(change)).toEqual(expected);
    expect(change.period).toEqual(january.period);
  });

  it('starts a new period when it moves to yearly billing', () => {
    const change = changeNow(running(january), offer(STARTER, 'yearly', '2026-01-17T00:00:00Z'));
    expect(nets(change)).toEqual([-2371, 49_000]);
    expect(change.period).toEqual({ start: at('2026-01-17T00:00:00Z'), end: at('2027-01-17T00:00:00Z') });
  });

  it('gives more back than it takes when a year becomes a month of a larger plan', () => {
    const year = newSubscription(offer(STARTER, 'yearly', '2026-01-01T00:00:00Z'));
    const change = changeNow(running(year), offer(PROFESSIONAL, 'monthly', '2026-01-02T00:00:00Z'));
    expect(nets(change)).toEqual([-48_866, 14_900]);
    expect(totalsOf(change.lines).totalMinor).toBeLessThan(0);
  });

  it('within a trial costs nothing and keeps the trial', () => {
    const trial = newTrial(offer(STARTER, 'monthly', '2026-01-01T00:00:00Z'));
    const change = changeNow(running(trial), offer(PREMIUM, 'yearly', '2026-01-05T00:00:00Z'));
    expect(change).toMatchObject({
      lines: [],
      trialEnd: trial.trialEnd,
      period: trial.period,
      priceMinor: 349_000,
    });
  });

  it('within a trial lasts no longer than the trial of the new plan, and is paid at once where that has none left', () => {
    const trial = running(newTrial(offer(STARTER, 'monthly', '2026-01-01T00:00:00Z')));
    const shorter = changeNow(trial, offer({ ...PREMIUM, trial_days: 7 }, 'monthly', '2026-01-05T00:00:00Z'));
    expect(shorter).toMatchObject({ lines: [], trialEnd: at('2026-01-08T00:00:00Z') });
    expect(shorter.anchor).toEqual(at('2026-01-08T00:00:00Z'));
    const longer = changeNow(trial, offer({ ...PREMIUM, trial_days: 30 }, 'monthly', '2026-01-05T00:00:00Z'));
    expect(longer.trialEnd).toEqual(at('2026-01-15T00:00:00Z'));
    for (const trial_days of [0, 4]) {
      const paid = changeNow(trial, offer({ ...PREMIUM, trial_days }, 'monthly', '2026-01-05T00:00:00Z'));
      expect(nets(paid)).toEqual([34_900]);
      expect(paid).toMatchObject({
        move: 'change',
        trialEnd: null,
        period: { start: at('2026-01-05T00:00:00Z'), end: at('2026-02-05T00:00:00Z') },
      });
    }
  });

  it('gives back at the rate that was charged', () => {
    const change = changeNow(
      { ...running(january), vatBp: 0 },
      offer(PROFESSIONAL, 'monthly', '2026-01-17T00:00:00Z'),
    );
    expect(totalsOf(change.lines).taxes).toEqual([
      { rateBp: 1900, netMinor: 7210, taxMinor: 1370 },
      { rateBp: 0, netMinor: -2371, taxMinor: 0 },
    ]);
  });
});

describe('the credit for what is unused', () => {
  const january = newSubscription(offer(STARTER, 'monthly', '2026-01-01T00:00:00Z'));

  it.each([
    // If the clock goes back or a period starts later, the refund does not exceed the payment.
    ['2025-12-20T00:00:00Z', -4900, '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', -4900, '2026-01-01T00:00:00Z'],
    ['2026-01-11T00:00:00Z', -3319, '2026-01-11T00:00:00Z'],
    ['2026-02-01T00:00:00Z', 0, '2026-02-01T00:00:00Z'],
    // And nothing is owed for the time since it ended.
    ['2026-02-10T00:00:00Z', 0, '2026-02-10T00:00:00Z'],
  ])('at %s is %d', (now, netMinor, start) => {
    const line = unusedLine(running(january), at(now));
    expect(line.netMinor + 0).toBe(netMinor);
    expect(line).toMatchObject({
      kind: 'unused',
      planId: STARTER.id,
      period: { start: at(start), end: at('2026-02-01T00:00:00Z') },
      vatBp: 1900,
    });
  });
});

it.each<[PlanRow, BillingCycle, PlanRow, BillingCycle, boolean]>([
  [STARTER, 'monthly', PROFESSIONAL, 'monthly', true],
  [STARTER, 'yearly', PROFESSIONAL, 'monthly', true],
  [STARTER, 'monthly', STARTER, 'yearly', true],
  [STARTER, 'yearly', STARTER, 'monthly', false],
  [PREMIUM, 'monthly', STARTER, 'monthly', false],
  [PREMIUM, 'monthly', STARTER, 'yearly', false],
])('%o %s to %o %s', (from, fromCycle, to, toCycle, expected) => {
  expect(beginsAtOnce({ plan: from, cycle: fromCycle }, { plan: to, cycle: toCycle })).toBe(expected);
});

describe('sums', () => {
  const line = fc.record({
    netMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    vatBp: fc.constantFrom(0, 1900, 2550, 810),
  });

  it('add up to the total', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(2_000_000), (lines, credit) => {
        const totals = totalsOf(lines);
        expect(totals.netMinor).toBe(lines.reduce((total, each) => total + each.netMinor, 0));
        expect(totals.taxes.reduce((total, group) => total + group.netMinor + group.taxMinor, 0)).toBe(
          totals.totalMinor,
        );
        const { creditAppliedMinor, dueMinor } = dueOf(totals.totalMinor, credit);
        expect(creditAppliedMinor + dueMinor).toBe(Math.max(0, totals.totalMinor));
        expect(creditAppliedMinor).toBeLessThanOrEqual(credit);
      }),
    );
  });

  it('stay between the cheapest and the most expensive plan after any changes within one period', () => {
    const step = fc.record({ plan: fc.constantFrom(...PLANS), second: fc.nat(2_678_399) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
        const start = at('2026-01-01T00:00:00Z');
        let purchase = newSubscription(offer(STARTER, 'monthly', start));
        let net = totalsOf(purchase.lines).netMinor;
        for (const { plan: next, second } of steps.toSorted((a, b) => a.second - b.second)) {
          purchase = changeNow(
            running(purchase),
            offer(next, 'monthly', new Date(start.getTime() + second * 1000)),
          );
          net += totalsOf(purchase.lines).netMinor;
        }
        // Each change rounds two amounts by half a cent at most.
        expect(net).toBeGreaterThanOrEqual(4900 - steps.length);
        expect(net).toBeLessThanOrEqual(34_900 + steps.length);
      }),
    );
  });
});

it('is read as it was stored', () => {
  const purchase = newSubscription(offer(PREMIUM, 'yearly', '2026-03-01T00:00:00Z'));
  expect(readPurchase(JSON.parse(JSON.stringify(purchase)))).toEqual(purchase);
});

describe('refunds of a period', () => {
  const bought = running(newSubscription(offer(PROFESSIONAL, 'monthly', '2026-03-01T00:00:00Z')));
  const unused = (discount: RunningSubscription['discount'], now: string): number =>
    -unusedLine({ ...bought, discount }, at(now)).netMinor;
  const MIDDLE = '2026-03-16T12:00:00Z';

  it('is not credited once more when the plan changes', () => {
    const half = unused(null, MIDDLE);
    expect(half).toBe(7450);
    const discount = discountAfter(bought, at(MIDDLE), 5000);
    expect(unused(discount, MIDDLE)).toBe(half - 5000);
    expect(discountAfter({ ...bought, discount }, at(MIDDLE), 1000).minor).toBe(6000);
  });

  it('shrinks with the time that is left, and is no more than what is left', () => {
    const discount = discountAfter(bought, at(MIDDLE), 14_900);
    expect(discount).toEqual({ minor: 7450, from: at(MIDDLE) });
    expect(unused(discount, MIDDLE)).toBe(0);
    const part = discountAfter(bought, at(MIDDLE), 3725);
    expect(unused(part, '2026-03-24T06:00:00Z')).toBe(1862);
  });

  it('never makes a credit negative, whenever it is given and asked for', () => {
    const seconds = fc.integer({ min: 0, max: 31 * 86_400 - 1 });
    fc.assert(
      fc.property(seconds, seconds, fc.integer({ min: 0, max: 20_000 }), (first, second, net) => {
        const [given, asked] = [Math.min(first, second), Math.max(first, second)];
        const instant = (offset: number): Date => new Date(bought.period.start.getTime() + offset * 1000);
        const before = -unusedLine(bought, instant(given)).netMinor;
        const discount = discountAfter(bought, instant(given), net);
        const left = (now: Date): number => -unusedLine({ ...bought, discount }, now).netMinor;
        expect(left(instant(given))).toBe(Math.max(0, before - net));
        expect(left(instant(asked))).toBeGreaterThanOrEqual(0);
        // Price and discount are rounded each for itself.
        expect(left(instant(asked))).toBeLessThanOrEqual(left(instant(given)) + 1);
      }),
    );
  });
});
