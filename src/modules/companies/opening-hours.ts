import { type Static, type TObject, Type } from 'typebox';
import { NamedObject } from '../../platform/http/schemas.ts';
import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import { t } from '../../platform/errors/sentence.ts';
import { WEEKDAYS } from './reach.ts';

const PERIODS_MAX = 3;
const ZONE_LENGTH_MAX = 64;

const TimeOfDay = Type.String({
  maxLength: 5,
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'Hours and minutes, such as 08:30',
});

const hoursOf = <Period extends TObject>(name: string, Period: Period) => {
  const Periods = Type.Optional(
    Type.Array(Period, {
      maxItems: PERIODS_MAX,
      description: 'In order, without overlap; closed on days without one',
    }),
  );
  return NamedObject(name, {
    timeZone: Type.String({
      minLength: 1,
      maxLength: ZONE_LENGTH_MAX,
      description: 'IANA name, such as Europe/Berlin',
    }),
    monday: Periods,
    tuesday: Periods,
    wednesday: Periods,
    thursday: Periods,
    friday: Periods,
    saturday: Periods,
    sunday: Periods,
  });
};

const period = { from: TimeOfDay, to: TimeOfDay };
export const OpeningHours = hoursOf('OpeningHours', NamedObject('OpeningPeriod', period));
export const OpeningHoursBody = hoursOf('OpeningHoursDraft', NamedObject('OpeningPeriodDraft', period));
export type OpeningHours = Static<typeof OpeningHours>;

/** Problems that the schema does not express, by field of the request. */
export function hoursProblems(hours: OpeningHours): readonly ErrorDetail[] {
  const days = WEEKDAYS.filter((day) => !isInOrder(hours[day] ?? []));
  return [
    ...(isTimeZone(hours.timeZone)
      ? []
      : [{ field: 'openingHours.timeZone', message: t('must be the IANA name of a time zone') }]),
    ...days.map((day) => ({
      field: `openingHours.${day}`,
      message: t('must close after it opens, and later periods must begin after earlier ones'),
    })),
  ];
}

/** Accepts former names such as Europe/Kiev, too, because an old browser may not know the current one. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Reject offsets such as +01:00, which Intl accepts as well.
    return /^[A-Z]/i.test(name);
  } catch {
    return false;
  }
}

function isInOrder(periods: readonly { readonly from: string; readonly to: string }[]): boolean {
  const times = periods.flatMap(({ from, to }) => [from, to]);
  return times.every((time, index) => index === 0 || time > (times[index - 1] ?? ''));
}
