import { problem, type RowProblem } from './problems.ts';
import type { RowState } from './presets/draft.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';

/** A listing that a row means, as far as its way is decided by it. */
export interface StockEntry {
  readonly listingId: string;
  readonly status: string;
  readonly rowHash: Buffer | null;
  /** An earlier import took it off the market because its file did not have it. */
  readonly isRetired: boolean;
}

export type Target = 'draft' | 'active' | 'paused' | 'sold' | 'deleted' | null;

export type Decision =
  | { readonly kind: 'write'; readonly target: Target }
  /** Nothing to do, or nothing allowed. */
  | { readonly kind: 'skip'; readonly problem: RowProblem | null };

/**
 * Where a row wants its listing to stand. What the row says wins over the job's `publish`; a job that publishes brings
 * drafts and expired listings to the market, but leaves alone what people have decided: sold, paused by hand, rejected or
 * suspended listings.
 */
export function decide(
  entry: StockEntry | null,
  state: RowState | null,
  publish: 'draft' | 'submit',
): Decision {
  if (entry === null) {
    // No listing is created only to be deleted.
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

/** A live listing cannot go back to being a draft; it is paused. */
function explicitTarget(entry: StockEntry, state: RowState): Target {
  const isOut = entry.status === 'ACTIVE' || entry.status === 'PENDING_REVIEW';
  return state === 'draft' && isOut ? 'paused' : state;
}

function skipped(message: Message): Decision {
  return { kind: 'skip', problem: problem('warning', 'INVALID_STATE', message, { field: 'status' }) };
}

/** Whether the listing already stands where the target is, so that an equal row has nothing left to do. */
export function isThere({ status }: StockEntry, target: Target): boolean {
  switch (target) {
    case null:
    case 'draft':
      return true;
    case 'active':
      // A rejected listing is shown to a moderator again only when something of it has changed.
      return status === 'ACTIVE' || status === 'PENDING_REVIEW' || status === 'REJECTED';
    case 'paused':
      return status !== 'ACTIVE' && status !== 'PENDING_REVIEW';
    case 'sold':
      return status === 'SOLD';
    case 'deleted':
      return false;
  }
}
