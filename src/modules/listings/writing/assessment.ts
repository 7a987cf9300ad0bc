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

export interface RecordContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly owner: RecordOwner;
  readonly now: Date;
}

export interface Assessment {
  /** The record as it would be stored: completed, and without fields that do not apply. */
  readonly record: ListingRecord;
  readonly references: References;
  /** Problems that prevent storing. */
  readonly errors: readonly FieldProblem[];
  /** What the record lacks to go live. */
  readonly missing: readonly FieldProblem[];
  readonly warnings: readonly FieldProblem[];
  /** How this write was understood, which later reads of the record cannot tell. */
  readonly remarks: readonly FieldProblem[];
  /** The warnings about the stored record; the others concern values that are not kept. */
  readonly lasting: readonly FieldProblem[];
}

/**
 * Resolves, completes and checks a record as written. Values stored before and unchanged are not refused because something
 * around them has changed.
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

/** Contexts are few and shared by many items: each is compared once. */
export function comparedWith(current: RecordContext): (context: RecordContext) => boolean {
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
