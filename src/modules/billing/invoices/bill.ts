import { taxOn } from './amounts.ts';
import type { Period } from '../subscription/periods.ts';
import type { BillingCycle } from '../tables.ts';

/** A line of a bill: a plan for some time, what a coupon takes off it, the credit for the rest of an earlier one, or what is given back. */
export interface BillLine {
  readonly kind: 'plan' | 'unused' | 'refund' | 'discount';
  readonly planId: string;
  readonly planName: string;
  readonly cycle: BillingCycle;
  readonly period: Period;
  readonly netMinor: number;
  readonly vatBp: number;
  /** The tax in an amount that was given with it; absent: computed for all lines of the rate together. */
  readonly vatMinor?: number;
  /** Of a discount. */
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
  /** The tax is rounded once per rate, not per line; highest rate first. */
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

/** Splits a total into what the seller's credit covers and what is left to pay. A negative total becomes credit. */
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
