import type { FieldProblem } from '../record/field-check.ts';
import type { RowChange } from './row-changes.ts';

/** Result of one item of a bulk write. */
export interface BulkResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'removed' | 'failed';
  readonly listingId: string | null;
  readonly errors: readonly FieldProblem[];
  readonly warnings: readonly FieldProblem[];
  /** Problems of ignored optional values. */
  readonly leftOut: readonly FieldProblem[];
  /** It was to go live, but the plan had no free slot. */
  readonly isOverLimit: boolean;
  /** It failed, because the plan had no capacity for another draft. */
  readonly isOverDrafts: boolean;
}

/** Result with the change to write. */
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
