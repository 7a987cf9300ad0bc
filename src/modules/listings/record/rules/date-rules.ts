import { dayOf } from '../../../../platform/clock.ts';
import { errorAt, warningAt } from '../field-check.ts';
import type { Rule } from './rule.ts';

/** Vehicles of the coming model years are sold ahead. */
const yearsAheadMax = 2;
const dayMs = 86_400_000;

/** What may turn wrong by the passing of time alone only warns: an old listing must stay editable. */
const yearNotFarAhead: Rule = ({ year }, { now }) => {
  const yearMax = now.getUTCFullYear() + yearsAheadMax;
  return year !== null && year > yearMax ? [errorAt('year', `must not be after ${yearMax}`)] : [];
};

const firstRegistrationPast: Rule = ({ firstRegistration }, { now }) => {
  if (firstRegistration === null) return [];
  // A day ahead, since somewhere it is tomorrow already.
  return firstRegistration > monthOf(new Date(now.getTime() + dayMs))
    ? [errorAt('firstRegistration', 'must not be in the future')]
    : [];
};

const builtBeforeRegistered: Rule = ({ firstRegistration, year }) =>
  firstRegistration !== null && year !== null && Number(firstRegistration.slice(0, 4)) < year
    ? [warningAt('firstRegistration', `is before the year of manufacture ${year}`)]
    : [];

const inspectionAhead: Rule = ({ nextInspection }, { now }) =>
  nextInspection !== null && nextInspection < monthOf(now) ? [warningAt('nextInspection', 'has passed')] : [];

const availabilityComplete: Rule = ({ availability }) => {
  if (availability === null) return [];
  const { type } = availability;
  const hasDate = typeof availability.date === 'string';
  const hasDays = typeof availability.days === 'number';
  return [
    ...(type === 'from_date' && !hasDate ? [errorAt('availability.date', 'is required with from_date')] : []),
    ...(type !== 'from_date' && hasDate
      ? [errorAt('availability.date', 'is allowed with from_date only')]
      : []),
    ...(type === 'order' && !hasDays ? [errorAt('availability.days', 'is required with order')] : []),
    ...(type !== 'order' && hasDays ? [errorAt('availability.days', 'is allowed with order only')] : []),
  ];
};

const availabilityAhead: Rule = ({ availability }, { now }) =>
  typeof availability?.date === 'string' && availability.date < dayOf(now)
    ? [warningAt('availability.date', 'has passed')]
    : [];

/** YYYY-MM, as fields of that kind are stored. */
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
