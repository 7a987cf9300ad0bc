import type { ListingRecord } from './fields.ts';

/**
 * Amounts are JSON numbers with at most two decimals, numeric(14,2) in the database and whole minor units in arithmetic.
 * Up to ten digits before the point the nearest double names exactly one such amount, so nothing is lost on the way.
 */

/** Adds a rate such as VAT, rounded half up to the hundredth. BigInt, because amount × rate leaves the safe integers. */
export function withRate(amount: number, ratePercent: number): number {
  return Number((minorOf(amount) * factorOf(ratePercent) + 5_000n) / 10_000n) / 100;
}

/** Takes a rate out of an amount that contains it, rounded half up to the hundredth. */
export function withoutRate(amount: number, ratePercent: number): number {
  const factor = factorOf(ratePercent);
  return Number((minorOf(amount) * 20_000n + factor) / (2n * factor)) / 100;
}

/**
 * Whether two amounts differ by no more than one unit of rounding: a whole unit of the currency if one of those that people
 * wrote is a whole number, else a hundredth.
 */
export function isWithinRounding(a: number, b: number, written: readonly number[]): boolean {
  const unit = written.some((amount) => Number.isInteger(amount)) ? 100n : 1n;
  const difference = minorOf(a) - minorOf(b);
  return difference <= unit && -difference <= unit;
}

function minorOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

/** In hundredths of a percent. */
function factorOf(ratePercent: number): bigint {
  return BigInt(Math.round(ratePercent * 100)) + 10_000n;
}

/**
 * Net and gross price. The headline price is the net one if the VAT is deductible, and the rate gives the gross one unless it was
 * written itself; otherwise it is the gross one, which is only split as it was written.
 */
export function pricesOf(
  record: Pick<ListingRecord, 'price' | 'priceNet' | 'priceGross' | 'vatRate' | 'vatDeductible'>,
): { priceNet: number | null; priceGross: number | null } {
  const { price, vatRate, vatDeductible } = record;
  if (vatDeductible !== true) return { priceNet: record.priceNet, priceGross: record.priceGross ?? price };
  const grossOfNet = price === null || vatRate === null ? null : withRate(price, vatRate);
  return { priceNet: record.priceNet ?? price, priceGross: record.priceGross ?? grossOfNet };
}

/** What the runtime's own Unicode data knows, so that no list is kept here. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217 code of a currency, past ones included. */
export function isCurrencyCode(code: string): boolean {
  return currencies.has(code);
}
