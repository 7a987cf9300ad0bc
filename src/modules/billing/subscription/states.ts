import { invalidState } from '../../../platform/errors/app-error.ts';
import type { SubscriptionStatus } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'canceled',
  'expired',
] as const satisfies readonly SubscriptionStatus[];

/**
 * Transitions of a subscription. `active` is also the state of the free plan and of plans by agreement, which have no
 * period; `canceled` runs to the end of the paid period; `expired` is back on the free plan.
 */
export type SubscriptionTransition =
  | 'subscribe'
  | 'try'
  /** Another plan or cycle, now or later. */
  | 'change'
  /** The next period starts, or the first one after a trial. */
  | 'renew'
  /** The charge of a started period was declined. */
  | 'default'
  /** The open invoice was paid after all. */
  | 'recover'
  | 'cancel'
  /** The seller reverses the cancellation, with paid or trial time left. */
  | 'resume'
  | 'resumeTrial'
  /** The period is over, the last attempt to charge has failed, or nothing is left to run out. */
  | 'expire'
  | 'grant';

/** Allowed transitions of each state and their targets. */
export const TRANSITIONS: Readonly<
  Record<SubscriptionStatus, Partial<Record<SubscriptionTransition, SubscriptionStatus>>>
> = {
  active: {
    subscribe: 'active',
    try: 'trialing',
    change: 'active',
    renew: 'active',
    default: 'past_due',
    cancel: 'canceled',
    expire: 'expired',
    grant: 'active',
  },
  trialing: { change: 'trialing', renew: 'active', cancel: 'canceled', expire: 'expired', grant: 'active' },
  past_due: { default: 'past_due', recover: 'active', expire: 'expired', grant: 'active' },
  canceled: { resume: 'active', resumeTrial: 'trialing', expire: 'expired', grant: 'active' },
  expired: { subscribe: 'active', try: 'trialing', grant: 'active' },
};

const MOVE_WORDS: Readonly<Record<SubscriptionTransition, string>> = {
  subscribe: 'subscribed again',
  try: 'tried',
  change: 'changed',
  renew: 'renewed',
  default: 'marked as unpaid',
  recover: 'recovered',
  cancel: 'canceled',
  resume: 'resumed',
  resumeTrial: 'resumed',
  expire: 'ended',
  grant: 'set',
};

export function canTransition(from: SubscriptionStatus, move: SubscriptionTransition): boolean {
  return TRANSITIONS[from][move] !== undefined;
}

export function stateAfter(from: SubscriptionStatus, move: SubscriptionTransition): SubscriptionStatus {
  const to = TRANSITIONS[from][move];
  if (to === undefined)
    throw invalidState(
      t(`A subscription that is {state} cannot be ${MOVE_WORDS[move]}.`, { state: from.replace('_', ' ') }),
    );
  return to;
}
