import { problem, type RowProblem } from './problems.ts';
import type { RowState } from './presets/draft.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';

/** State of a listing that decides what a row does with it. */
export interface StockEntry {
  readonly listingId: string;
  readonly status: string;
  readonly rowHash: Buffer | null;
  /** An earlier import paused it, because its file did not contain it. */
  readonly isRetired: boolean;
}

export type Target = 'draft' | 'active' | 'paused' | 'sold' | 'deleted' | null;

export type Decision =
  | { readonly kind: 'write'; readonly target: Target }
  /** Nothing to do, or not allowed. */
  | { readonly kind: 'skip'; readonly problem: RowProblem | null };

/**
 * Decides the target state of a listing. The row's status wins over the job's `publish`. A job that publishes
 * activates drafts and expired listings, but respects what people decided: sold, paused by hand, rejected or
 * suspended.
 */
export function decide(
  entry: StockEntry | null,
  state: RowState | null,
  publish: 'draft' | 'submit',
): Decision {
  if (entry === null) {
    // Do not create a listing only to delete it.
    if (state === 'sold' || state === 'deleted') return { kind: 'skip', problem: null };
    return { kind: 'write', target: state ?? (publish === 'submit' ? 'active' : 'draft') };
  }
  if (entry.status === 'SUSPENDED' && state !== 'deleted')
    return skipped(t('The listing is in the state {state} and cannot be changed.', { state: entry.status }));
  if (state !== null) return { kind: 'write', target: explicitTarget(entry, state) };
  if (entry.status === 'SOLD')
    return skipped(
      t(
        'The listing is in the state {state} and is left unchanged; set status=active in the row to offer it again.',
        { state: entry.status },
      ),
    );
  if (entry.isRetired) return { kind: 'write', target: 'active' };
  const comesToMarket = publish === 'submit' && ['DRAFT', 'EXPIRED', 'REJECTED'].includes(entry.status);
  return { kind: 'write', target: comesToMarket ? 'active' : null };
}

/** A live listing cannot become a draft; it is paused. */
function explicitTarget(entry: StockEntry, state: RowState): Target {
  const isOut = entry.status === 'ACTIVE' || entry.status === 'PENDING_REVIEW';
  return state === 'draft' && isOut ? 'paused' : state;
}

function skipped(message: Message): Decision {
  return { kind: 'skip', problem: problem('warning', 'INVALID_STATE', message, { field: 'status' }) };
}

/** Whether the listing already is in the target state, so that an equal row has nothing left to do. */
export function isAtTarget({ status }: StockEntry, target: Target): boolean {
  switch (target) {
    case null:
    case 'draft':
      return true;
    case 'active':
      // Moderators see a rejected listing again only after a change.
      return status === 'ACTIVE' || status === 'PENDING_REVIEW' || status === 'REJECTED';
    case 'paused':
      return status !== 'ACTIVE' && status !== 'PENDING_REVIEW';
    case 'sold':
      return status === 'SOLD';
    case 'deleted':
      return false;
  }
}
