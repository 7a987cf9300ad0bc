import type { FieldProblem } from '../record/field-check.ts';
import type { RowChange } from './row-changes.ts';

/** What has become of one item of a bulk write. */
export interface BulkResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'removed' | 'failed';
  readonly listingId: string | null;
  readonly errors: readonly FieldProblem[];
  readonly warnings: readonly FieldProblem[];
  /** Why optional values were left out. */
  readonly leftOut: readonly FieldProblem[];
  /** It should have gone live, and the plan had no room. */
  readonly isOverLimit: boolean;
  /** It would have become a draft, and the plan had no room for another; it has failed. */
  readonly isOverDrafts: boolean;
}

/** The same with what is to be written. */
export interface Evaluated extends BulkResult {
  readonly change: RowChange | null;
}

const NOTHING_DONE = {
  errors: [],
  warnings: [],
  leftOut: [],
  isOverLimit: false,
  isOverDrafts: false,
  change: null,
} as const;

export function unchanged(listingId: string | null): Evaluated {
  return { ...NOTHING_DONE, outcome: 'unchanged', listingId };
}

export function failed(
  listingId: string | null,
  errors: readonly FieldProblem[],
  warnings: readonly FieldProblem[] = [],
): Evaluated {
  return { ...NOTHING_DONE, outcome: 'failed', listingId, errors, warnings };
}
