/**
 * Money arithmetic in integer minor units. Halves are rounded away from zero, as usual in commerce, so that a refund
 * equals the charge. BigInt, because an amount times the seconds of a year exceeds the safe integers.
 */

/** amount × part / whole, rounded half up (by magnitude). */
export function share(amountMinor: number, part: number, whole: number): number {
  const product = BigInt(amountMinor) * BigInt(part);
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + BigInt(whole)) / (2n * BigInt(whole));
  return Number(product < 0n ? -rounded : rounded);
}

const BASIS = 10_000;

/** The tax on a net amount; the rate in hundredths of a percent. */
export function taxOn(netMinor: number, rateBp: number): number {
  return share(netMinor, rateBp, BASIS);
}

/** An amount of money as the wire shows it. */
export function money(minor: number, currency: string): { amount: number; currency: string } {
  return { amount: minor / 100, currency };
}
