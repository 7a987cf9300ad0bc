/**
 * Money arithmetic in integer minor units. Halves are rounded away from zero, so that a refund equals the charge.
 * BigInt, because an amount times the seconds of a year exceeds the safe integers.
 */

/** Returns amount × part / whole, rounded half up (by magnitude). */
export function share(amountMinor: number, part: number, whole: number): number {
  const product = BigInt(amountMinor) * BigInt(part);
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + BigInt(whole)) / (2n * BigInt(whole));
  return Number(product < 0n ? -rounded : rounded);
}

const BASIS = 10_000;

/** Returns the tax on a net amount; the rate is in hundredths of a percent. */
export function taxOn(netMinor: number, rateBp: number): number {
  return share(netMinor, rateBp, BASIS);
}

/** Amount as in the API. */
export function money(minor: number, currency: string): { amount: number; currency: string } {
  return { amount: minor / 100, currency };
}
