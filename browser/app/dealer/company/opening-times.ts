/** Opening hours as dealers type them: `8:00–12:00, 13–18`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const PERIOD = /^(\d{1,2})(?:[:.](\d{2}))?\s*[-–—]\s*(\d{1,2})(?:[:.](\d{2}))?$/;
const PERIODS_MAX = 3;

/** Null if the text is not a list of periods of a day. */
export function readPeriods(text: string): readonly Period[] | null {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const periods = parts.map(readPeriod);
  return periods.length <= PERIODS_MAX && periods.every((period) => period !== null) ? periods : null;
}

function readPeriod(text: string): Period | null {
  const [, fromHour, fromMinute, toHour, toMinute] = PERIOD.exec(text) ?? [];
  const from = timeOf(fromHour, fromMinute);
  const to = timeOf(toHour, toMinute);
  return from === null || to === null || from >= to ? null : { from, to };
}

function timeOf(hour: string | undefined, minute = '00'): string | null {
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

export function periodsText(periods: readonly Period[] = []): string {
  return periods.map(({ from, to }) => `${from}–${to}`).join(', ');
}
