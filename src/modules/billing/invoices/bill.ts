import { taxOn } from './amounts.ts';
import type { Period } from '../subscription/periods.ts';
import type { BillingCycle } from '../tables.ts';

/** Issuer or recipient of an invoice at the date of issue. */
export interface Party {
  readonly name: string;
  /** Address lines below the name, without the country. */
  readonly address: readonly string[];
  readonly country: string;
  readonly vatId: string | null;
  readonly email: string | null;
}

/**
 * A line of a bill: a plan for a period, the discount of a coupon, the credit for the rest of an earlier period, or a
 * refund.
 */
export interface BillLine {
  readonly kind: 'plan' | 'unused' | 'refund' | 'discount';
  readonly planId: string;
  readonly planName: string;
  readonly cycle: BillingCycle;
  readonly period: Period;
  readonly netMinor: number;
  readonly vatBp: number;
  /** Tax of an amount that includes it; omitted: computed for all lines of the rate together. */
  readonly vatMinor?: number;
  /** Coupon code of a discount. */
  readonly couponCode?: string;
}

export interface TaxGroup {
  readonly rateBp: number;
  readonly netMinor: number;
  readonly taxMinor: number;
}

export interface Totals {
  readonly netMinor: number;
  readonly vatMinor: number;
  readonly totalMinor: number;
  /** Taxes, rounded once per rate instead of per line; highest rate first. */
  readonly taxes: readonly TaxGroup[];
}

export function totalsOf(lines: readonly Pick<BillLine, 'netMinor' | 'vatBp' | 'vatMinor'>[]): Totals {
  const rates = [...new Set(lines.map((line) => line.vatBp))];
  const taxes = rates
    .toSorted((a, b) => b - a)
    .map((rateBp) => {
      const ofRate = lines.filter((line) => line.vatBp === rateBp);
      const taxed = sum(ofRate.map((line) => (line.vatMinor === undefined ? line.netMinor : 0)));
      const taxMinor = taxOn(taxed, rateBp) + sum(ofRate.map((line) => line.vatMinor ?? 0));
      return { rateBp, netMinor: sum(ofRate.map((line) => line.netMinor)), taxMinor };
    });
  const netMinor = sum(taxes.map((group) => group.netMinor));
  const vatMinor = sum(taxes.map((group) => group.taxMinor));
  return { netMinor, vatMinor, totalMinor: netMinor + vatMinor, taxes };
}

/** Splits a total into the part that credit covers and the amount due. A negative total becomes credit. */
export function dueOf(
  totalMinor: number,
  creditMinor: number,
): { creditAppliedMinor: number; dueMinor: number } {
  const payable = Math.max(0, totalMinor);
  const creditAppliedMinor = Math.min(payable, Math.max(0, creditMinor));
  return { creditAppliedMinor, dueMinor: payable - creditAppliedMinor };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
