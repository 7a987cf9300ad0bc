import { entryOf } from '@fifthwheel/text/entry-of';
import type { SettingValue } from '../settings/index.ts';

const ROUNDED_TO = 10;

/** Estimated cost in euros of moving a vehicle over a straight-line distance; null if there are no estimates. */
export function deliveryEstimate(
  km: number,
  category: string,
  { base, perKm, factors }: SettingValue<'delivery.estimate'>,
): number | null {
  if (base === 0 && perKm === 0) return null;
  const amount = (base + km * perKm) * (entryOf(factors, category) ?? 1);
  return Math.round(amount / ROUNDED_TO) * ROUNDED_TO;
}
