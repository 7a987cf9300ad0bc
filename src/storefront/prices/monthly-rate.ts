/** An estimate of financing, which pages show beside prices. */
export const RATE_PERCENT = 5.9;
export const DEPOSIT_PERCENT = 20;
export const MONTHS = 48;

/** In whole units of the currency. */
export function monthlyRate(price: number): number {
  const monthly = RATE_PERCENT / 1200;
  return Math.round((price * (1 - DEPOSIT_PERCENT / 100) * monthly) / (1 - (1 + monthly) ** -MONTHS));
}
