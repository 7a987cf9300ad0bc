import type { ListingState } from '../record/enums.ts';
import {
  listingActions,
  transitionRows,
  type Condition,
  type Destination,
  type Effect,
  type ListingAction,
  type ListingActorKind,
  type TransitionContext,
  type TransitionRow,
} from './lifecycle-table.ts';
import { anyOf, type Message, t } from '../../../platform/errors/sentence.ts';

/**
 * Target state, events and effects of an action. Conditions are named here but checked in the transaction, because a
 * free slot is only guaranteed under its lock.
 */

export type ListingEvent =
  | 'listing.updated'
  | 'listing.published'
  | 'listing.unpublished'
  | 'listing.approved'
  | 'listing.rejected'
  | 'listing.suspended'
  | 'listing.sold'
  | 'listing.deleted';

export interface Transition {
  readonly ok: true;
  readonly from: ListingState;
  readonly to: ListingState;
  /** Events in the order of delivery: the last one a receiver gets contains the final state. */
  readonly events: readonly ListingEvent[];
  readonly conditions: readonly Condition[];
  readonly effects: readonly Effect[];
}

export interface TransitionProblem {
  readonly ok: false;
  /** state: no actor can do this now, INVALID_STATE. actor: others can, FORBIDDEN. */
  readonly reason: 'state' | 'actor';
  readonly from: ListingState;
  /** Target state of the action. */
  readonly to: ListingState;
  readonly message: Message;
}

export function transition(
  from: ListingState,
  action: ListingAction,
  actor: ListingActorKind,
  context: TransitionContext = {},
): Transition | TransitionProblem {
  const candidates = transitionRows.filter((row) => row.action === action && row.from.includes(from));
  const row = candidates.find(({ by }) => by.includes(actor));
  if (row === undefined) return refusal(from, action, candidates.length === 0 ? 'state' : 'actor');
  const to = destination(row.to, from, context);
  return {
    ok: true,
    from,
    to,
    events: eventsOf(from, to, action),
    conditions: conditionsOf(row, to),
    effects: effectsOf(row, from, to),
  };
}

function destination(to: Destination, from: ListingState, context: TransitionContext): ListingState {
  if (to === 'same') return from;
  return typeof to === 'function' ? to(context) : to;
}

const MODERATED = { reject: 'listing.rejected', suspend: 'listing.suspended' } as const;

/** Entering and leaving the market are separate events; the other events of an action come before or after them. */
function eventsOf(from: ListingState, to: ListingState, action: ListingAction): ListingEvent[] {
  const leaves = from === 'ACTIVE' && to !== 'ACTIVE';
  const enters = from !== 'ACTIVE' && to === 'ACTIVE';
  const unpublished = leaves ? (['listing.unpublished'] as const) : [];
  const moderated = action === 'reject' || action === 'suspend' ? MODERATED[action] : null;
  if (to === 'DELETED') return [...unpublished, 'listing.deleted'];
  if (to === 'SOLD') return [...unpublished, 'listing.sold'];
  if (action === 'edit') return ['listing.updated', ...unpublished];
  if (moderated !== null) return [leaves ? 'listing.unpublished' : 'listing.updated', moderated];
  if (action === 'approve') return ['listing.approved', 'listing.published'];
  if (leaves) return ['listing.unpublished'];
  return enters ? ['listing.published'] : ['listing.updated'];
}

function conditionsOf(row: TransitionRow, to: ListingState): readonly Condition[] {
  // A restored listing takes a slot, which a suspended one does not hold.
  if (row.action === 'restore' && to === 'ACTIVE') return ['slot'];
  return row.conditions ?? [];
}

function effectsOf(row: TransitionRow, from: ListingState, to: ListingState): Effect[] {
  if (row.action === 'restore' && to === 'SUSPENDED') return ['suspend_with_seller'];
  const effects: Effect[] = [...(row.effects ?? [])];
  if (from !== to && to === 'ACTIVE') effects.push('start_run');
  if (from !== to && to === 'PENDING_REVIEW') effects.push('stamp_submitted');
  if (from === 'ACTIVE' && to !== 'ACTIVE') effects.push('free_featured');
  return effects;
}

/** Target state of an action, and its verb in messages. */
const aims: Readonly<Record<ListingAction, { to?: ListingState; verb: string }>> = {
  publish: { to: 'ACTIVE', verb: 'be published' },
  withdraw: { to: 'DRAFT', verb: 'be withdrawn from review' },
  approve: { to: 'ACTIVE', verb: 'be approved' },
  reject: { to: 'REJECTED', verb: 'be rejected' },
  edit: { verb: 'be changed' },
  feature: { verb: 'be featured' },
  unfeature: { verb: 'stop being featured' },
  unpublish: { to: 'PAUSED', verb: 'be unpublished' },
  pauseByPlan: { to: 'PAUSED', verb: 'be paused' },
  markSold: { to: 'SOLD', verb: 'be marked as sold' },
  expire: { to: 'EXPIRED', verb: 'expire' },
  renew: { to: 'ACTIVE', verb: 'be renewed' },
  suspend: { to: 'SUSPENDED', verb: 'be suspended' },
  restore: { to: 'ACTIVE', verb: 'be restored' },
  delete: { to: 'DELETED', verb: 'be deleted' },
};

function refusal(from: ListingState, action: ListingAction, reason: 'state' | 'actor'): TransitionProblem {
  const { to = from, verb } = aims[action];
  if (reason === 'actor') {
    return {
      ok: false,
      reason,
      from,
      to,
      message: t(`A listing in the state {state} can ${verb}, but not by you.`, { state: from }),
    };
  }
  const possible = transitionRows.filter((row) => row.action === action).flatMap((row) => row.from);
  const values = { state: from, either: anyOf([...new Set(possible)]) };
  const message =
    aims[action].to === undefined || action === 'delete'
      ? t(`A listing in the state {state} cannot ${verb}; its state must be {either}.`, values)
      : t(`A listing in the state {state} cannot ${verb}{aim}; its state must be {either}.`, {
          ...values,
          aim: to === from ? '' : ` and move to ${to}`,
        });
  return { ok: false, reason, from, to, message };
}

/** Actions that the actor can take now, for clients that show buttons. */
export function allowedActions(
  listing: { readonly state: ListingState; readonly isFeatured: boolean },
  actor: ListingActorKind,
): ListingAction[] {
  return listingActions.filter(
    (action) => transition(listing.state, action, actor).ok && (action !== 'unfeature' || listing.isFeatured),
  );
}

/** States that use a slot of the plan. */
export const slotStates = ['ACTIVE', 'PENDING_REVIEW'] as const satisfies readonly ListingState[];

export function usesSlot(state: ListingState): boolean {
  return slotStates.some((each) => each === state);
}

/** States that count against the plan's limit of drafts. */
export const draftLimitStates = ['DRAFT', 'PAUSED'] as const satisfies readonly ListingState[];

export function countsAsDraft(state: ListingState): boolean {
  return draftLimitStates.some((each) => each === state);
}

/** States whose page is still served for some days, so that links do not break immediately. */
export const lingeringStates = ['SOLD', 'EXPIRED'] as const satisfies readonly ListingState[];
export const lingeringDays = 30;
/** Days before deleted rows are purged. */
export const deletedRetentionDays = 30;

export function eventState(state: ListingState): Lowercase<ListingState> {
  return state.toLowerCase() as Lowercase<ListingState>;
}
