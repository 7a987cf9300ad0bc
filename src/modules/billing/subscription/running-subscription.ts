import type { RunningSubscription } from './purchase.ts';
import type { Account } from '../repository.ts';

/** The paid or trial period of a subscription; null on the free plan and on plans that administrators gave. */
export function runningOf(account: Account): RunningSubscription | null {
  const { subscription, plan } = account;
  const { current_period_end: end, billing_cycle: cycle } = subscription;
  if (end === null || cycle === null) return null;
  return {
    planId: plan.id,
    planName: plan.name,
    cycle,
    priceMinor: subscription.price_minor,
    vatBp: subscription.period_vat_bp,
    period: { start: subscription.current_period_start, end },
    anchor: subscription.period_anchor ?? subscription.current_period_start,
    trialEnd: subscription.trial_end,
    isTrial: subscription.trial_end !== null,
    discount:
      subscription.discount_from === null
        ? null
        : { minor: subscription.period_discount_minor, from: subscription.discount_from },
  };
}

/** A plan that an administrator gave: without an end, and not the free one. */
export function isByAgreement(account: Account): boolean {
  return account.plan.slug !== 'free' && account.subscription.current_period_end === null;
}
