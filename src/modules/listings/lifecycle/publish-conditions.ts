import { addMs, DAY_MS } from '../../../platform/clock.ts';
import { type AppError, forbidden, invalidState } from '../../../platform/errors/app-error.ts';
import { planProblem, type SellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { FieldProblem } from '../record/field-check.ts';
import type { Condition, ListingActor } from './lifecycle-table.ts';
import { invalidRecord } from './transition-errors.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Facts that decide whether a listing can be published. */
export interface PublishFacts {
  /** Conditions of the transition. */
  readonly conditions: readonly Condition[];
  readonly actor: ListingActor;
  readonly plan: SellerPlan;
  readonly slotsUsed: number;
  /** Missing fields. */
  readonly missing: readonly FieldProblem[];
  readonly soldAt: Date | null;
  readonly now: Date;
  readonly rules: PublishRules;
}

export interface PublishRules {
  readonly requireVerifiedEmail: boolean;
  readonly soldReopenDays: number;
}

export function publishRules(settings: Settings): PublishRules {
  return {
    requireVerifiedEmail: settings.get('auth.requireVerifiedEmail'),
    soldReopenDays: settings.get('listings.soldReopenDays'),
  };
}

/** The error of a single write; the first of several. */
export type Problem = AppError;

/** Decides whether a listing can be published: for single transitions, bulk writes and whole stocks. */
export function publishConditions(facts: PublishFacts): Problem[] {
  return facts.conditions.flatMap((condition) => checks[condition]?.(facts) ?? []);
}

const checks: Partial<Record<Condition, (facts: PublishFacts) => Problem | null>> = {
  sold_recently: ({ soldAt, now, rules: { soldReopenDays: days } }) =>
    soldAt !== null && soldAt >= addMs(now, -days * DAY_MS)
      ? null
      : invalidState(
          t(
            'A listing in the state SOLD can go back to ACTIVE for {days} days after the sale; that time has passed.',
            { days },
          ),
        ),
  complete: ({ missing }) => (missing.length === 0 ? null : invalidRecord(missing)),
  slot: ({ actor, plan, slotsUsed }) =>
    plan.isSuspended && actor.kind === 'seller'
      ? forbidden(t('The seller is suspended.'))
      : planProblem(plan, 'activeListings', slotsUsed),
  verified_email: ({ actor, rules }) =>
    actor.kind === 'seller' && !actor.emailVerified && rules.requireVerifiedEmail
      ? forbidden(t('Publishing requires a verified email address. Verify yours first.'))
      : null,
};
