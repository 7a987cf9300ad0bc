import { describe, expect, it } from 'vitest';
import {
  canTransition,
  stateAfter,
  SUBSCRIPTION_STATUSES,
  type SubscriptionTransition,
  TRANSITIONS,
} from './states.ts';
import type { SubscriptionStatus } from '../tables.ts';

/** Transitions of each state, written out again by hand. */
const EXPECTED: Readonly<
  Record<SubscriptionStatus, Partial<Record<SubscriptionStatus, readonly SubscriptionTransition[]>>>
> = {
  trialing: {
    trialing: ['change'],
    active: ['renew', 'grant'],
    canceled: ['cancel'],
    expired: ['expire'],
  },
  active: {
    trialing: ['try'],
    active: ['subscribe', 'change', 'renew', 'grant'],
    past_due: ['default'],
    canceled: ['cancel'],
    expired: ['expire'],
  },
  past_due: { active: ['recover', 'grant'], past_due: ['default'], expired: ['expire'] },
  canceled: { active: ['resume', 'grant'], trialing: ['resumeTrial'], expired: ['expire'] },
  expired: { trialing: ['try'], active: ['subscribe', 'grant'] },
};

const MOVES = [
  'subscribe',
  'try',
  'change',
  'renew',
  'default',
  'recover',
  'cancel',
  'resume',
  'resumeTrial',
  'expire',
  'grant',
] as const satisfies readonly SubscriptionTransition[];

describe.each(SUBSCRIPTION_STATUSES)('from %s', (from) => {
  it.each(SUBSCRIPTION_STATUSES)('to %s', (to) => {
    const moves = MOVES.filter((move) => TRANSITIONS[from][move] === to);
    expect(moves.toSorted()).toEqual([...(EXPECTED[from][to] ?? [])].toSorted());
  });

  it.each(MOVES)('%s is either a move or INVALID_STATE', (move) => {
    if (canTransition(from, move)) expect(SUBSCRIPTION_STATUSES).toContain(stateAfter(from, move));
    else
      expect(() => stateAfter(from, move)).toThrow(
        expect.objectContaining({
          code: 'INVALID_STATE',
          message: expect.stringContaining(from.replace('_', ' ')),
        }),
      );
  });
});
