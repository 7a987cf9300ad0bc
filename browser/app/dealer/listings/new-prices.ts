/** Changes prices by a percentage. */
import type { OwnListingSummary } from '../../../../clients/typescript/src/generated/types.ts';

/** 0 rounds to cents. */
export const ROUNDINGS = [0, 10, 50, 100] as const;
export const PERCENT_MIN = -90;
export const PERCENT_MAX = 900;

/** Never rounds a price down to zero. */
export function newPrice(price: number, percent: number, rounding: number): number {
  const exact = Math.round(price * (100 + percent)) / 100;
  return rounding === 0 ? Math.max(0.01, exact) : Math.max(rounding, Math.round(exact / rounding) * rounding);
}

/** Sold and suspended vehicles cannot be edited. */
const FIXED: ReadonlySet<string> = new Set(['SOLD', 'SUSPENDED', 'DELETED']);

export interface PriceChange {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly currency: string;
  readonly isNet: boolean | null;
  readonly before: number;
  readonly after: number;
}

export interface PriceChanges {
  readonly changes: readonly PriceChange[];
  /** Number of vehicles without a price, or with one that cannot be changed. */
  readonly fixed: number;
}

/** @returns null if the percentage is out of range */
export function priceChanges(
  rows: readonly OwnListingSummary[],
  percent: number,
  rounding: number,
): PriceChanges | null {
  if (percent < PERCENT_MIN || percent > PERCENT_MAX || percent === 0) return null;
  const changes: PriceChange[] = [];
  let fixed = 0;
  for (const { id, title, version, status, price, currency, vatDeductible } of rows) {
    if (price === null || currency === null || FIXED.has(status)) fixed++;
    else {
      const after = newPrice(price, percent, rounding);
      if (after !== price)
        changes.push({ id, title, version, currency, isNet: vatDeductible, before: price, after });
    }
  }
  return { changes, fixed };
}
