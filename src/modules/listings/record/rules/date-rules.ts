import { dayOf } from '../../../../platform/clock.ts';
import { errorAt, warningAt } from '../field-check.ts';
import type { Rule } from './rule.ts';
import { t } from '../../../../platform/errors/sentence.ts';

/** Vehicles of future model years are sold in advance. */
const yearsAheadMax = 2;
const dayMs = 86_400_000;

/** Rules that time alone can break only warn: an old listing must stay editable. */
const yearNotFarAhead: Rule = ({ year }, { now }) => {
  const yearMax = now.getUTCFullYear() + yearsAheadMax;
  return year !== null && year > yearMax
    ? [errorAt('year', t('must not be after {date}', { date: yearMax }))]
    : [];
};

const firstRegistrationPast: Rule = ({ firstRegistration }, { now }) => {
  if (firstRegistration === null) return [];
  // One day of tolerance for time zones.
  return firstRegistration > monthOf(new Date(now.getTime() + dayMs))
    ? [errorAt('firstRegistration', t('must not be in the future'))]
    : [];
};

const builtBeforeRegistered: Rule = ({ firstRegistration, year }) =>
  firstRegistration !== null && year !== null && Number(firstRegistration.slice(0, 4)) < year
    ? [warningAt('firstRegistration', t('is before the year of manufacture {year}', { year }))]
    : [];

const INSPECTIONS = ['nextInspection', 'nextSafetyCheck', 'tachographInspection'] as const;

const inspectionAhead: Rule = (record, { now }) =>
  INSPECTIONS.flatMap((name) => {
    const month = record[name];
    return month !== null && month < monthOf(now) ? [warningAt(name, t('has passed'))] : [];
  });

const availabilityComplete: Rule = ({ availability }) => {
  if (availability === null) return [];
  const { type } = availability;
  const hasDate = typeof availability.date === 'string';
  const hasDays = typeof availability.days === 'number';
  return [
    ...(type === 'from_date' && !hasDate
      ? [errorAt('availability.date', t('is required with from_date'))]
      : []),
    ...(type !== 'from_date' && hasDate
      ? [errorAt('availability.date', t('is allowed with from_date only'))]
      : []),
    ...(type === 'order' && !hasDays ? [errorAt('availability.days', t('is required with order'))] : []),
    ...(type !== 'order' && hasDays ? [errorAt('availability.days', t('is allowed with order only'))] : []),
  ];
};

const availabilityAhead: Rule = ({ availability }, { now }) =>
  typeof availability?.date === 'string' && availability.date < dayOf(now)
    ? [warningAt('availability.date', t('has passed'))]
    : [];

/** Formats a date as YYYY-MM. */
function monthOf(date: Date): string {
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`;
}

export const dateRules: readonly Rule[] = [
  yearNotFarAhead,
  firstRegistrationPast,
  builtBeforeRegistered,
  inspectionAhead,
  availabilityComplete,
  availabilityAhead,
];
