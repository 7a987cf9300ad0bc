import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BillLine, totalsOf } from './bill.ts';
import { refundLines } from './refund-lines.ts';

const period = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };

function line(kind: 'plan' | 'unused', netMinor: number, vatBp: number): BillLine {
  return { kind, planId: 'pln_1', planName: 'Premium', cycle: 'monthly', period, netMinor, vatBp };
}

describe('the credit note over a part of an invoice', () => {
  it('splits the refunded amount into net and tax', () => {
    const lines = refundLines([line('plan', 14_900, 1900)], { earlierMinor: 0, amountMinor: 10_000 });
    expect(lines).toMatchObject([{ kind: 'refund', netMinor: -8403, vatMinor: -1597, vatBp: 1900 }]);
    expect(totalsOf(lines).totalMinor).toBe(-10_000);
  });

  it('has an amount that no net amount with its tax would make', () => {
    // 3 cents net make 4 with tax, and 4 make 5; 2 make 2: no net amount makes 3 cents.
    const lines = refundLines([line('plan', 4900, 1900)], { earlierMinor: 0, amountMinor: 3 });
    expect(totalsOf(lines).totalMinor).toBe(-3);
  });

  it('gives each rate its share, and the whole exactly when its parts come together', () => {
    const rate = fc.constantFrom(0, 700, 1900, 2550);
    const invoices = fc.record({
      plan: fc.integer({ min: 4900, max: 400_000 }),
      // Discounts are below the price of the plan, so that a payment is above zero.
      unused: fc.integer({ min: 0, max: 3000 }),
      planBp: rate,
      unusedBp: rate,
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(invoices, ({ plan, unused, planBp, unusedBp, cuts }) => {
        const lines = [line('unused', -unused, unusedBp), line('plan', plan, planBp)];
        const whole = totalsOf(lines);
        const ends = [...cuts.map((cut) => Math.floor(cut * whole.totalMinor)), whole.totalMinor];
        let earlierMinor = 0;
        const earlierLines: BillLine[] = [];
        for (const end of ends.toSorted((a, b) => a - b)) {
          const part = refundLines(lines, { earlierMinor, amountMinor: end - earlierMinor });
          expect(totalsOf(part).totalMinor + end - earlierMinor).toBe(0);
          earlierLines.push(...part);
          earlierMinor = end;
        }
        const all = totalsOf(earlierLines);
        expect([all.netMinor + whole.netMinor, all.vatMinor + whole.vatMinor]).toEqual([0, 0]);
        for (const { rateBp, netMinor, taxMinor } of whole.taxes) {
          const back = all.taxes.find((group) => group.rateBp === rateBp);
          expect([(back?.netMinor ?? 0) + netMinor, (back?.taxMinor ?? 0) + taxMinor]).toEqual([0, 0]);
        }
      }),
    );
  });
});
