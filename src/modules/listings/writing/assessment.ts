import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import type { Taxonomy, TaxonomySnapshot } from '../../taxonomy/index.ts';
import { findOwner, type RecordOwner } from '../listings.repository.ts';
import { completeRecord, type References } from '../record/completion.ts';
import type { FieldProblem } from '../record/field-check.ts';
import type { ListingRecord } from '../record/fields.ts';
import { withResolvedPrice } from '../record/price-terms.ts';
import { missingForMarket } from '../record/quality.ts';
import { checkRecord } from '../record/record-rules.ts';
import { checkOutside, unknownCity } from '../record/rules/outside-rules.ts';
import type { ListingBody } from '../record/listing-body.ts';

export interface RecordContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly owner: RecordOwner;
  readonly now: Date;
}

export interface Assessment {
  /** Record to store: completed, and without fields that do not apply. */
  readonly record: ListingRecord;
  readonly references: References;
  readonly errors: readonly FieldProblem[];
  /** Missing fields that the record needs to go live. */
  readonly missing: readonly FieldProblem[];
  readonly warnings: readonly FieldProblem[];
  /** Notes on how this write was interpreted, which cannot be reconstructed later. */
  readonly remarks: readonly FieldProblem[];
  /** Warnings about the stored record; others concern values that are not stored. */
  readonly lasting: readonly FieldProblem[];
}

/**
 * Resolves, completes and checks a record as written. Unchanged stored values are not rejected because their context
 * has changed.
 */
export function assess(
  written: ListingRecord,
  context: RecordContext,
  before: ListingRecord | null = null,
): Assessment {
  const { taxonomy, owner, now } = context;
  const priced = withResolvedPrice(written, owner.priceDefaults, before);
  const { record: completed, references } = completeRecord(priced.record, context, written === before);
  const { category } = references;
  const checked = checkRecord(completed, { vehicleClass: category?.vehicleClass ?? null, now });
  const outside = checkOutside(completed, { references, taxonomy, owner, before });
  const problems = [...checked.problems, ...outside, ...priced.problems.filter(isError)];
  return {
    record: checked.record,
    references,
    errors: problems.filter(isError),
    missing: missingForMarket(checked.record, category),
    warnings: [...problems.filter(isWarning), ...unknownCity(completed, written)],
    remarks: priced.problems.filter(isWarning),
    lasting: [...checked.lasting, ...outside].filter(isWarning),
  };
}

function isError({ severity }: FieldProblem): boolean {
  return severity === 'error';
}

function isWarning({ severity }: FieldProblem): boolean {
  return severity === 'warning';
}

export async function recordContext(
  db: Queryable,
  { taxonomy, clock }: { readonly taxonomy: Taxonomy; readonly clock: Clock },
  sellerId: string,
): Promise<RecordContext> {
  return { taxonomy: taxonomy.current, owner: await findOwner(db, sellerId), now: clock.now() };
}

/** Few contexts are shared by many items, so each is compared once. */
export function comparerWith(current: RecordContext): (context: RecordContext) => boolean {
  const known = new Map<RecordContext, boolean>();
  return (context) => {
    let isAlike = known.get(context);
    if (isAlike === undefined) {
      isAlike = context.taxonomy === current.taxonomy && isDeepStrictEqual(context.owner, current.owner);
      known.set(context, isAlike);
    }
    return isAlike;
  };
}

interface Item {
  readonly body: ListingBody;
  readonly isOptional?: (field: string) => boolean;
}

/** Rounds of removing values: a removal can make another value invalid. */
const ROUNDS_MAX = 3;

/** Assesses the body without rejected optional values. */
export function assessWithoutRefused(
  { body, isOptional }: Item,
  first: Assessment,
  assessed: (body: ListingBody) => Assessment,
): { readonly assessment: Assessment; readonly leftOut: readonly FieldProblem[] } {
  let assessment = first;
  let rest = body;
  const leftOut: FieldProblem[] = [];
  for (let round = 0; isOptional !== undefined && round < ROUNDS_MAX; round++) {
    const refused = assessment.errors.filter(({ field }) => isOptional(field) && isIn(rest, field));
    if (refused.length === 0) break;
    leftOut.push(...refused);
    for (const { field } of refused) rest = without(rest, field);
    assessment = assessed(rest);
  }
  return { assessment, leftOut };
}

function isIn(body: ListingBody, field: string): boolean {
  const value = (body as Readonly<Record<string, unknown>>)[rootOf(field)];
  return value !== undefined && value !== null;
}

/** Removing `location.city` keeps the rest of the location; other compounds are removed as a whole. */
function without(body: ListingBody, field: string): ListingBody {
  const { location, ...others } = body as Readonly<Record<string, unknown>>;
  if (rootOf(field) === 'location' && typeof location === 'object' && field.includes('.')) {
    const member = field.split('.')[1];
    const otherMembers = Object.entries(location ?? {}).filter(([name]) => name !== member);
    return { ...others, location: Object.fromEntries(otherMembers) };
  }
  const otherFields = Object.entries(body).filter(([name]) => name !== rootOf(field));
  return Object.fromEntries(otherFields) as ListingBody;
}

function rootOf(field: string): string {
  return field.split(/[.[]/)[0] ?? field;
}
