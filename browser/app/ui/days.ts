/** Days as fields hold them, `2026-12-31`, in the time zone of the reader. */

/** @returns the instant at which the day begins, or one so many days after it */
export function startOfDay(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

export function dayOf(instant: Date): string {
  const pad = (value: number, length: number): string => String(value).padStart(length, '0');
  return [pad(instant.getFullYear(), 4), pad(instant.getMonth() + 1, 2), pad(instant.getDate(), 2)].join('-');
}
