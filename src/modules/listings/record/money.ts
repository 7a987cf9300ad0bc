/**
 * Amounts are JSON numbers with at most two decimals, numeric(14,2) in the database and whole minor units in arithmetic.
 * Up to ten digits before the point the nearest double names exactly one such amount, so nothing is lost on the way.
 */

/** Adds a rate such as VAT, rounded half up to the hundredth. BigInt, because amount × rate leaves the safe integers. */
export function withRate(amount: number, ratePercent: number): number {
  const minor = BigInt(Math.round(amount * 100));
  const factor = BigInt(Math.round(ratePercent * 100)) + 10_000n;
  return Number((minor * factor + 5_000n) / 10_000n) / 100;
}

/** What the runtime's own Unicode data knows, so that no list is kept here. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217 code of a currency, past ones included. */
export function isCurrencyCode(code: string): boolean {
  return currencies.has(code);
}
