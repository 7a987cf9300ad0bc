import type { VehicleClass } from './enums.ts';
import { checkValue, errorAt, warningAt, type FieldProblem } from './field-check.ts';
import { appliesTo, fieldOf, fields, type FieldName, isPresent, type ListingRecord } from './fields.ts';
import { bodyPath } from './listing-body.ts';
import { dateRules } from './rules/date-rules.ts';
import { priceRules, textRules } from './rules/text-rules.ts';
import type { Rule, RuleContext } from './rules/rule.ts';
import { vehicleRules } from './rules/vehicle-rules.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Rules reject impossible values, and only warn about unlikely ones or those that become wrong with time. */
const rules: readonly Rule[] = [...textRules, ...priceRules, ...dateRules, ...vehicleRules];

interface CheckedRecord {
  /**
   * Record to store: a change of category clears fields that no longer apply. Identical to the input if nothing
   * changes.
   */
  readonly record: ListingRecord;
  /** All problems of the record as written. Without an error it can be saved as a draft. */
  readonly problems: readonly FieldProblem[];
  /** Problems of the record as stored. */
  readonly lasting: readonly FieldProblem[];
}

/** Checks a complete record, and drops values that do not apply to its class. */
export function checkRecord(written: ListingRecord, context: RuleContext): CheckedRecord {
  const { vehicleClass } = context;
  const record = vehicleClass === null ? written : withoutNotApplicable(written, vehicleClass);
  const problems = problemsOf(written, context);
  // Without the dropped values, other comparisons fail.
  return { record, problems, lasting: record === written ? problems : problemsOf(record, context) };
}

function problemsOf(record: ListingRecord, context: RuleContext): FieldProblem[] {
  const problems: FieldProblem[] = missingToSave(record);
  const invalid = new Set<FieldName>();
  for (const field of fields) {
    const value = record[field.name];
    if (!isPresent(value)) continue;
    const found = checkValue(field, value);
    if (found.length === 0) continue;
    invalid.add(field.name);
    problems.push(...found);
  }
  // Otherwise half a pair of coordinates would be reported as the missing other half.
  if (invalid.has('lat') || invalid.has('lng')) invalid.add('lat').add('lng');
  if (context.vehicleClass !== null) problems.push(...notApplicable(record, context.vehicleClass));
  // Rules skip values that are already invalid, because they would only repeat the problem.
  const valid = without(record, invalid);
  for (const rule of rules) problems.push(...rule(valid, context));
  return problems;
}

/** A draft needs a title and a category, which determines the fields. */
function missingToSave(record: ListingRecord): FieldProblem[] {
  const missing: FieldProblem[] = [];
  if (record.title === null) {
    missing.push(errorAt('title', t('is required unless brand or model is given')));
  }
  if (record.category === null) missing.push(errorAt('category', t('is required')));
  return missing;
}

function notApplicable(record: ListingRecord, vehicleClass: VehicleClass): FieldProblem[] {
  return fieldsNotApplicable(record, vehicleClass).map((name) =>
    warningAt(bodyPath(fieldOf(name)), t(`does not apply to ${classNames[vehicleClass]} and is not kept`)),
  );
}

function without(record: ListingRecord, names: ReadonlySet<FieldName>): ListingRecord {
  if (names.size === 0) return record;
  const cleared = [...names].map((name) => [name, fieldOf(name).kind === 'textList' ? [] : null] as const);
  return { ...record, ...Object.fromEntries(cleared) };
}

const classNames: Readonly<Record<VehicleClass, string>> = {
  TU: 'tractor units',
  TR: 'trucks',
  VA: 'vans',
  ST: 'semi-trailers',
  TL: 'trailers',
  BU: 'buses',
  CM: 'construction machinery',
  FL: 'forklifts',
  AG: 'agricultural machinery',
};

const notOfClass: Readonly<Record<VehicleClass, readonly FieldName[]>> = {
  TU: namesNotOf('TU'),
  TR: namesNotOf('TR'),
  VA: namesNotOf('VA'),
  ST: namesNotOf('ST'),
  TL: namesNotOf('TL'),
  BU: namesNotOf('BU'),
  CM: namesNotOf('CM'),
  FL: namesNotOf('FL'),
  AG: namesNotOf('AG'),
};

function namesNotOf(vehicleClass: VehicleClass): readonly FieldName[] {
  return fields.filter((field) => !appliesTo(field, vehicleClass)).map((field) => field.name);
}

/** Fields with a value that do not exist for vehicles of the class. */
function fieldsNotApplicable(record: ListingRecord, vehicleClass: VehicleClass): FieldName[] {
  return notOfClass[vehicleClass].filter((name) => isPresent(record[name]));
}

function withoutNotApplicable(record: ListingRecord, vehicleClass: VehicleClass): ListingRecord {
  const names = fieldsNotApplicable(record, vehicleClass);
  if (names.length === 0) return record;
  const cleared = Object.fromEntries(names.map((name) => [name, Array.isArray(record[name]) ? [] : null]));
  return { ...record, ...cleared };
}
