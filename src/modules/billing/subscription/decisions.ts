/**
 * Decides the effect of a request on a subscription, without side effects, so that preview and purchase cannot
 * disagree.
 */
import { invalidField, invalidState } from '../../../platform/errors/app-error.ts';
import {
  beginsAtOnce,
  changeNow,
  newSubscription,
  newTrial,
  type Offer,
  type PlanRow,
  priceOf,
  type Purchase,
  type RunningSubscription,
} from './purchase.ts';
import type { RunningCoupon } from '../coupons/running-coupon.ts';
import type { Account } from '../repository.ts';
import { stateAfter } from './states.ts';
import type { BillingCycle } from '../tables.ts';
import type { Tax } from '../invoices/vat.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Paid or trial period of a subscription; null on the free plan and on plans by agreement. */
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

/** Whether an administrator assigned the plan: without an end, and not the free one. */
function isByAgreement(account: Account): boolean {
  return account.plan.slug !== 'free' && account.subscription.current_period_end === null;
}

export interface Target {
  readonly plan: PlanRow;
  readonly cycle: BillingCycle;
  readonly priceMinor: number;
}

interface Terms {
  readonly tax: Tax;
  readonly now: Date;
  readonly coupon: RunningCoupon | null;
}

/** Checks that a plan can be purchased, and returns its price. Sellers can keep their plan after it is withdrawn. */
export function targetOf(plan: PlanRow | undefined, cycle: BillingCycle, own: PlanRow | null): Target {
  if (plan === undefined)
    throw invalidField('planId', t('is not a plan; GET /subscriptions/plans lists them'));
  if (plan.slug === 'free')
    throw invalidField(
      'planId',
      t('is the free plan, which does not need a subscription; cancel to return to it'),
    );
  if (!plan.active && plan.id !== own?.id) throw invalidField('planId', t('is no longer offered'));
  const priceMinor = priceOf(plan, cycle);
  if (priceMinor === null)
    throw invalidField(
      'planId',
      t('{plan} is available by agreement; contact us to set it up', { plan: plan.name }),
    );
  return { plan, cycle, priceMinor };
}

export function decideSubscription(
  account: Account,
  target: Target,
  isTrial: boolean,
  terms: Terms,
): Purchase {
  const { subscription, plan } = account;
  if (isByAgreement(account))
    throw invalidState(t('The plan {plan} was assigned to you by agreement.', { plan: plan.name }));
  if (runningOf(account) !== null)
    throw invalidState(
      t('You already have a subscription to {plan} ({state}); change or resume it instead.', {
        plan: plan.name,
        state: subscription.status.replace('_', ' '),
      }),
    );
  const offer: Offer = { ...target, ...terms };
  stateAfter(subscription.status, isTrial ? 'try' : 'subscribe');
  if (!isTrial) return newSubscription(offer);
  if (target.plan.trial_days === 0)
    throw invalidField('trial', t('{plan} has no trial', { plan: target.plan.name }));
  if (subscription.trial_used_at !== null)
    throw invalidState(t('Each seller has one free trial, and you have already used yours.'));
  return newTrial(offer);
}

type ChangeDecision =
  | { readonly at: 'now'; readonly purchase: Purchase }
  | { readonly at: 'period_end'; readonly effectiveAt: Date }
  /** Drops the change scheduled for the next period. */
  | { readonly at: 'never' };

export function decideChange(account: Account, target: Target, terms: Terms): ChangeDecision {
  const { subscription } = account;
  const running = requireRunning(account);
  stateAfter(subscription.status, 'change');
  if (running.period.end <= terms.now)
    throw invalidState(t('The next billing period is starting. Try again in a few minutes.'));
  if (target.plan.id === account.plan.id && target.cycle === running.cycle) {
    if (subscription.next_plan_id !== null) return { at: 'never' };
    throw invalidState(
      t('You already have the plan {plan}, {cycle}.', { plan: account.plan.name, cycle: running.cycle }),
    );
  }
  if (!beginsAtOnce({ plan: account.plan, cycle: running.cycle }, target))
    return { at: 'period_end', effectiveAt: running.period.end };
  return { at: 'now', purchase: changeNow(running, { ...target, ...terms }) };
}

/** Plan, cycle and price of the next period as scheduled; throws if there will be none. */
export function nextTargetOf(account: Account): Target & { readonly at: Date } {
  const { subscription, plan, nextPlan } = account;
  const running = requireRunning(account);
  stateAfter(subscription.status, 'change');
  const next = nextPlan ?? plan;
  const cycle = subscription.next_billing_cycle ?? running.cycle;
  return {
    plan: next,
    cycle,
    priceMinor: priceOf(next, cycle) ?? running.priceMinor,
    at: running.period.end,
  };
}

/** The free plan and plans by agreement cannot be changed, canceled or resumed. */
export function requireRunning(account: Account): RunningSubscription {
  const running = runningOf(account);
  if (running !== null) return running;
  throw invalidState(
    isByAgreement(account)
      ? t('The plan {plan} was assigned to you by agreement. Contact us to change it.', {
          plan: account.plan.name,
        })
      : t('You are on the free plan. Subscribe first.'),
  );
}
