/** The period of statistics, kept in the URL. */
import type { ReactElement } from 'react';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIODS = [7, 30, 90, 365] as const;
const USUAL_DAYS = 30;

export const FIGURES = ['views', 'visitors', 'favorites', 'inquiries'] as const;
export type Figure = (typeof FIGURES)[number];

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Whole days, including today. */
function periodOf(days: number): Period {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  return { from: day(now - (days - 1) * DAY_MS), to: day(now) };
}

const daysIn = (state: Readonly<Record<string, string>>): number =>
  PERIODS.find((days) => String(days) === state['days']) ?? USUAL_DAYS;

export function usePeriod(): Period {
  const [state] = useUrlState();
  return periodOf(daysIn(state));
}

export function PeriodChoice(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  return (
    <select
      aria-label={words.text('desk.statistics.period')}
      value={daysIn(state)}
      onChange={({ target }) => change({ days: target.value, page: undefined })}
    >
      {PERIODS.map((days) => (
        <option key={days} value={days}>
          {words.count('desk.statistics.days', days)}
        </option>
      ))}
    </select>
  );
}
