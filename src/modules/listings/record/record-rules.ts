import { classNames, fieldsNotApplicable, isPresent } from './applicability.ts';
import type { VehicleClass } from './enums.ts';
import { checkValue, errorAt, warningAt, type FieldProblem } from './field-check.ts';
import { fieldOf, fields, type FieldName, type ListingRecord } from './fields.ts';
import { bodyPath } from './listing-body.ts';
import { dateRules } from './rules/date-rules.ts';
import { priceRules } from './rules/price-rules.ts';
import type { Rule, RuleContext } from './rules/rule.ts';
import { textRules } from './rules/text-rules.ts';
import { vehicleRules } from './rules/vehicle-rules.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** A rule rejects what cannot be true, and only warns about what is unlikely or becomes wrong with time. */
const rules: readonly Rule[] = [...textRules, ...priceRules, ...dateRules, ...vehicleRules];

/** Everything that is wrong with a complete record, all at once. Without an error it may be saved as a draft. */
export function checkRecord(record: ListingRecord, context: RuleContext): FieldProblem[] {
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
  // Half a pair of coordinates would otherwise be reported as its missing half.
  if (invalid.has('lat') || invalid.has('lng')) invalid.add('lat').add('lng');
  if (context.vehicleClass !== null) problems.push(...notApplicable(record, context.vehicleClass));
  // A value that is wrong by itself is not compared with others, which would say the same thing twice.
  const valid = without(record, invalid);
  for (const rule of rules) problems.push(...rule(valid, context));
  return problems;
}

/** A draft needs a category, which decides the fields, and a title. */
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
