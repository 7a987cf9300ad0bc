import { describe, expect, it } from 'vitest';
import { listingStates, type ListingState } from '../record/enums.ts';
import {
  listingActions,
  type ListingActorKind,
  type ListingAction,
  type TransitionContext,
} from './lifecycle-table.ts';
import { allowedActions, eventState, transition } from './lifecycle.ts';

const review = { needsReview: true };
type Row = [
  from: ListingState,
  action: ListingAction,
  by: ListingActorKind[],
  context: TransitionContext,
  to: ListingState,
  events: string[],
];

const expected: Row[] = [
  ['DRAFT', 'publish', ['seller'], {}, 'ACTIVE', ['listing.published']],
  ['DRAFT', 'publish', ['seller'], review, 'PENDING_REVIEW', ['listing.updated']],
  ['REJECTED', 'publish', ['seller'], {}, 'ACTIVE', ['listing.published']],
  ['REJECTED', 'publish', ['seller'], review, 'PENDING_REVIEW', ['listing.updated']],
  ['PAUSED', 'publish', ['seller', 'system'], {}, 'ACTIVE', ['listing.published']],
  ['PAUSED', 'publish', ['seller', 'system'], review, 'PENDING_REVIEW', ['listing.updated']],
  ['SOLD', 'publish', ['seller'], {}, 'ACTIVE', ['listing.published']],
  ['SOLD', 'publish', ['seller'], review, 'PENDING_REVIEW', ['listing.updated']],
  ['EXPIRED', 'publish', ['seller'], {}, 'ACTIVE', ['listing.published']],
  ['EXPIRED', 'publish', ['seller'], review, 'PENDING_REVIEW', ['listing.updated']],
  ['EXPIRED', 'renew', ['seller'], {}, 'ACTIVE', ['listing.published']],
  ['EXPIRED', 'renew', ['seller'], review, 'PENDING_REVIEW', ['listing.updated']],
  ['ACTIVE', 'renew', ['seller'], {}, 'ACTIVE', ['listing.updated']],
  ['PENDING_REVIEW', 'withdraw', ['seller'], {}, 'DRAFT', ['listing.updated']],
  ['PENDING_REVIEW', 'unpublish', ['seller'], {}, 'DRAFT', ['listing.updated']],
  ['PENDING_REVIEW', 'approve', ['admin'], {}, 'ACTIVE', ['listing.approved', 'listing.published']],
  ['PENDING_REVIEW', 'reject', ['admin'], {}, 'REJECTED', ['listing.updated', 'listing.rejected']],
  ['ACTIVE', 'edit', ['seller'], {}, 'ACTIVE', ['listing.updated']],
  ['ACTIVE', 'edit', ['seller'], review, 'PENDING_REVIEW', ['listing.updated', 'listing.unpublished']],
  ['DRAFT', 'edit', ['seller'], review, 'DRAFT', ['listing.updated']],
  ['PENDING_REVIEW', 'edit', ['seller'], {}, 'PENDING_REVIEW', ['listing.updated']],
  ['PAUSED', 'edit', ['seller'], {}, 'PAUSED', ['listing.updated']],
  ['REJECTED', 'edit', ['seller'], {}, 'REJECTED', ['listing.updated']],
  ['EXPIRED', 'edit', ['seller'], {}, 'EXPIRED', ['listing.updated']],
  ['ACTIVE', 'feature', ['seller', 'admin'], {}, 'ACTIVE', ['listing.updated']],
  ['ACTIVE', 'unfeature', ['seller', 'admin', 'system'], {}, 'ACTIVE', ['listing.updated']],
  ['ACTIVE', 'unpublish', ['seller'], {}, 'PAUSED', ['listing.unpublished']],
  ['ACTIVE', 'pauseByPlan', ['system'], {}, 'PAUSED', ['listing.unpublished']],
  ['ACTIVE', 'markSold', ['seller'], {}, 'SOLD', ['listing.unpublished', 'listing.sold']],
  ['PAUSED', 'markSold', ['seller'], {}, 'SOLD', ['listing.sold']],
  ['ACTIVE', 'expire', ['system'], {}, 'EXPIRED', ['listing.unpublished']],
  ['ACTIVE', 'suspend', ['admin', 'system'], {}, 'SUSPENDED', ['listing.unpublished', 'listing.suspended']],
  ['PAUSED', 'suspend', ['admin', 'system'], {}, 'SUSPENDED', ['listing.updated', 'listing.suspended']],
  [
    'PENDING_REVIEW',
    'suspend',
    ['admin', 'system'],
    {},
    'SUSPENDED',
    ['listing.updated', 'listing.suspended'],
  ],
  ['SUSPENDED', 'restore', ['admin'], { wasLive: true }, 'ACTIVE', ['listing.published']],
  ['SUSPENDED', 'restore', ['admin'], {}, 'DRAFT', ['listing.updated']],
  [
    'SUSPENDED',
    'restore',
    ['admin'],
    { wasLive: true, isSellerSuspended: true },
    'SUSPENDED',
    ['listing.updated'],
  ],
  ...listingStates
    .filter((state) => state !== 'DELETED')
    .map((state): Row => [
      state,
      'delete',
      ['seller', 'admin', 'system'],
      {},
      'DELETED',
      state === 'ACTIVE' ? ['listing.unpublished', 'listing.deleted'] : ['listing.deleted'],
    ]),
];

const actors: ListingActorKind[] = ['seller', 'admin', 'system'];
const pairs = listingStates.flatMap((state) => listingActions.map((action) => [state, action] as const));

describe('transition', () => {
  it.each(pairs)('from %s by %s goes where the table says, and nowhere else', (state, action) => {
    const rows = expected.filter(([from, name]) => from === state && name === action);
    for (const actor of actors) {
      if (!rows.some(([, , by]) => by.includes(actor))) {
        const result = transition(state, action, actor);
        expect(result).toMatchObject({
          ok: false,
          from: state,
          reason: rows.length === 0 ? 'state' : 'actor',
        });
      }
      for (const [, , by, context, to, events] of rows) {
        if (!by.includes(actor)) continue;
        expect(transition(state, action, actor, context)).toMatchObject({
          ok: true,
          from: state,
          to,
          events,
        });
      }
    }
  });

  it.each(pairs)('from %s by %s announces each entry into and exit from the market once', (state, action) => {
    for (const context of [{}, review, { wasLive: true }]) {
      for (const actor of actors) {
        const result = transition(state, action, actor, context);
        if (!result.ok) continue;
        const { to, events, effects } = result;
        const count = (event: string) => events.filter((name) => name === event).length;
        const leaves = state === 'ACTIVE' && to !== 'ACTIVE';
        expect(count('listing.published')).toBe(state !== 'ACTIVE' && to === 'ACTIVE' ? 1 : 0);
        expect(count('listing.unpublished')).toBe(leaves ? 1 : 0);
        expect(effects.includes('free_featured')).toBe(leaves || action === 'unfeature');
        expect(effects.includes('stamp_submitted')).toBe(state !== to && to === 'PENDING_REVIEW');
        expect(new Set(effects).size).toBe(effects.length);
      }
    }
  });

  it('asks for a slot wherever a listing begins to use one', () => {
    const using: ListingState[] = ['ACTIVE', 'PENDING_REVIEW'];
    for (const [state, action] of pairs) {
      for (const context of [{}, review, { wasLive: true }]) {
        for (const actor of actors) {
          const result = transition(state, action, actor, context);
          if (!result.ok) continue;
          const begins = !using.includes(state) && using.includes(result.to);
          expect([state, action, result.conditions.includes('slot')]).toEqual([state, action, begins]);
        }
      }
    }
  });

  it('wants a reason for what a moderator takes away', () => {
    expect(transition('PENDING_REVIEW', 'reject', 'admin')).toMatchObject({ conditions: ['reason'] });
    expect(transition('ACTIVE', 'suspend', 'admin')).toMatchObject({ conditions: ['reason'] });
  });

  it('keeps complete what is public or about to be', () => {
    expect(transition('ACTIVE', 'edit', 'seller')).toMatchObject({ conditions: ['complete'] });
    expect(transition('PENDING_REVIEW', 'edit', 'seller')).toMatchObject({ conditions: ['complete'] });
    expect(transition('DRAFT', 'edit', 'seller')).toMatchObject({ conditions: [] });
  });

  it('reopens a sale only while it is recent', () => {
    expect(transition('SOLD', 'publish', 'seller')).toMatchObject({
      conditions: ['sold_recently', 'complete', 'slot', 'verified_email'],
      effects: ['clear_sold', 'start_run'],
    });
  });

  it('names both states when it rejects', () => {
    expect(transition('SOLD', 'unpublish', 'seller')).toEqual({
      ok: false,
      reason: 'state',
      from: 'SOLD',
      to: 'PAUSED',
      message:
        'A listing in the state SOLD cannot be unpublished and move to PAUSED; its state must be PENDING_REVIEW or ACTIVE.',
    });
  });

  it('lists the rights of an owner', () => {
    const actionsOf = (state: ListingState, isFeatured = false) =>
      allowedActions({ state, isFeatured }, 'seller');
    expect(actionsOf('DRAFT')).toEqual(['publish', 'edit', 'delete']);
    expect(actionsOf('DELETED')).toEqual([]);
    expect(actionsOf('ACTIVE')).not.toContain('unfeature');
    expect(actionsOf('ACTIVE', true)).toContain('unfeature');
  });

  it('spells states in events in lower case', () => {
    expect(eventState('PENDING_REVIEW')).toBe('pending_review');
  });
});
