import { addMs, SECOND_MS } from '../../../platform/clock.ts';
import type { BillingCycle } from '../tables.ts';

/** Half-open: [start, end). */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

const MONTHS: Readonly<Record<BillingCycle, number>> = { monthly: 1, yearly: 12 };

/** Adds months in UTC; the day is capped at the end of the month. */
export function addMonths(instant: Date, months: number): Date {
  const result = new Date(instant.getTime());
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(instant.getUTCDate(), daysInMonth));
  return result;
}

/**
 * Returns the period that starts at `start`. Its end is computed from the anchor, so that a short month does not
 * shift later ends.
 */
export function periodFrom(start: Date, cycle: BillingCycle, anchor: Date): Period {
  const step = MONTHS[cycle];
  const elapsedMonths =
    (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth();
  let count = Math.max(0, Math.floor(elapsedMonths / step) - 1);
  let end = addMonths(anchor, count * step);
  while (end <= start) {
    count += 1;
    end = addMonths(anchor, count * step);
  }
  return { start, end };
}

/** Rounds down to the second, the precision of accounts. */
export function floorToSecond(instant: Date): Date {
  return addMs(instant, -(instant.getTime() % SECOND_MS));
}
