import type { ListingRecord } from './fields.ts';

/**
 * Amounts are JSON numbers with at most two decimals, numeric(14,2) in the database and integer minor units in
 * arithmetic. Up to ten digits before the point, the nearest double identifies exactly one such amount, so no
 * conversion loses precision.
 */

/** Adds a rate such as VAT, rounded half up to the cent. BigInt, because amount × rate exceeds the safe integers. */
export function withRate(amount: number, ratePercent: number): number {
  return Number((minorOf(amount) * factorOf(ratePercent) + 5_000n) / 10_000n) / 100;
}

/** Subtracts a rate that the amount contains, rounded half up to the cent. */
export function withoutRate(amount: number, ratePercent: number): number {
  const factor = factorOf(ratePercent);
  return Number((minorOf(amount) * 20_000n + factor) / (2n * factor)) / 100;
}

/**
 * Whether two amounts differ by at most one rounding unit: a whole currency unit if one of the written ones is a
 * whole number, else a cent.
 */
export function isWithinRounding(a: number, b: number, written: readonly number[]): boolean {
  const unit = written.some((amount) => Number.isInteger(amount)) ? 100n : 1n;
  const difference = minorOf(a) - minorOf(b);
  return difference <= unit && -difference <= unit;
}

function minorOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

/** Converts to hundredths of a percent. */
function factorOf(ratePercent: number): bigint {
  return BigInt(Math.round(ratePercent * 100)) + 10_000n;
}

/**
 * Returns the net and gross price. The headline price is net if the VAT is deductible, and the rate gives the gross
 * price unless it was written; otherwise it is gross, and is only split as written.
 */
export function pricesOf(
  record: Pick<ListingRecord, 'price' | 'priceNet' | 'priceGross' | 'vatRate' | 'vatDeductible'>,
): { priceNet: number | null; priceGross: number | null } {
  const { price, vatRate, vatDeductible } = record;
  if (vatDeductible !== true) return { priceNet: record.priceNet, priceGross: record.priceGross ?? price };
  const grossOfNet = price === null || vatRate === null ? null : withRate(price, vatRate);
  return { priceNet: record.priceNet ?? price, priceGross: record.priceGross ?? grossOfNet };
}

/** The runtime's Unicode data saves maintaining a list. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether the code is an ISO 4217 code, including historic ones. */
export function isCurrencyCode(code: string): boolean {
  return currencies.has(code);
}
