import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../../../platform/errors/app-error.ts';
import { transition } from '../lifecycle/lifecycle.ts';
import { invalidRecord, transitionError } from '../lifecycle/transition-errors.ts';
import { editNeedsReview, isDifferentOffer, type Moderation } from '../moderation/review.ts';
import { errorAt, type FieldProblem } from '../record/field-check.ts';
import { fields, type ListingRecord } from '../record/fields.ts';
import { bodyPath } from '../record/listing-body.ts';
import type { ListingRow } from '../tables.ts';
import type { Assessment } from './assessment.ts';
import { changeOf, type RowChange, rowWithRecord } from './row-changes.ts';

/**
 * Compares an assessed record with the stored one, and decides. Returns the change of the locked row (null if nothing
 * differs), or throws the reason why it is not allowed.
 */
export function editOf(
  row: ListingRow,
  before: ListingRecord,
  assessment: Assessment,
  { now, moderation }: { readonly now: Date; readonly moderation: Moderation },
): { change: RowChange | null } | { refusal: AppError; errors: readonly FieldProblem[] } {
  const { record, missing } = assessment;
  const names = changedNames(before, record);
  const isAnotherOffer = isDifferentOffer(before, record);
  const needsReview = editNeedsReview(moderation, isAnotherOffer);
  const step = transition(row.status, 'edit', 'seller', { needsReview });
  if (!step.ok) return { refusal: transitionError(step), errors: [errorAt('status', step.message)] };
  const errors = [...assessment.errors, ...(step.conditions.includes('complete') ? missing : [])];
  if (errors.length > 0) return { refusal: invalidRecord(errors), errors };
  if (names.length === 0) return { change: null };
  const moved = changeOf(row, 'edit', step, { now, listingDays: 0 });
  const { status, submitted_at, featured, featured_until } = moved.after;
  // Edits off the market are not reviewed; another offer is reviewed when it returns.
  const hides = row.status !== 'ACTIVE' && row.published_at !== null && isAnotherOffer;
  const after = {
    ...rowWithRecord(row, assessment, now),
    status,
    submitted_at,
    featured,
    featured_until,
    changed_since_approval: row.changed_since_approval || hides,
  };
  const changedFields = [...names, ...moved.changedFields];
  return { change: { ...moved, after, writes: 'record', changedFields } };
}

/** Names of differing fields, as in a body. */
function changedNames(before: ListingRecord, after: ListingRecord): string[] {
  return fields
    .filter(({ name }) => before[name] !== after[name] && !isDeepStrictEqual(before[name], after[name]))
    .map((field) => bodyPath(field));
}
