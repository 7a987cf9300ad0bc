import { taxOn } from './amounts.ts';
import type { Period } from '../subscription/periods.ts';
import type { BillingCycle } from '../tables.ts';

/** A line of a bill: a plan for some time, or the credit for the rest of an earlier one (negative). */
export interface BillLine {
  readonly kind: 'plan' | 'unused';
  readonly planId: string;
  readonly planName: string;
  readonly cycle: BillingCycle;
  readonly period: Period;
  readonly netMinor: number;
  readonly vatBp: number;
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

export function totalsOf(lines: readonly Pick<BillLine, 'netMinor' | 'vatBp'>[]): Totals {
  const netByRate = new Map<number, number>();
  for (const line of lines) netByRate.set(line.vatBp, (netByRate.get(line.vatBp) ?? 0) + line.netMinor);
  const taxes = [...netByRate]
    .toSorted(([a], [b]) => b - a)
    .map(([rateBp, netMinor]) => ({ rateBp, netMinor, taxMinor: taxOn(netMinor, rateBp) }));
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
