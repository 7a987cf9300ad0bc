import { addMs, SECOND_MS } from '../../platform/clock.ts';
import type { DeliveryState } from './tables.ts';

/** The state of a delivery after a failed attempt. */
export interface FailedAttempt {
  /** Attempts so far, this one included. */
  readonly attempts: number;
  readonly endedAt: Date;
  /** Another attempt has been requested since. */
  readonly isRetryWanted: boolean;
  readonly isTest: boolean;
  /** An earlier attempt has succeeded, and this one was requested by hand. */
  readonly wasDelivered: boolean;
  readonly isWebhookActive: boolean;
}

export interface AfterFailure {
  readonly state: DeliveryState;
  readonly dueAt: Date | null;
  readonly disablesWebhook: boolean;
}

/**
 * Specification "Delivery and verification" 4 and 5: six attempts, each delay counted from the end of the one before; the
 * sixth failure disables the webhook. Attempts by hand count; those after the sixth are single ones.
 */
export function afterFailure(failed: FailedAttempt, retrySeconds: readonly number[]): AfterFailure {
  const atRest: DeliveryState = failed.wasDelivered ? 'delivered' : 'undelivered';
  const noAttempt = { state: atRest, dueAt: null, disablesWebhook: false };
  if (!failed.isWebhookActive) return noAttempt;
  const countsToLimit = !failed.isTest && !failed.wasDelivered;
  if (countsToLimit && failed.attempts === retrySeconds.length)
    return { ...noAttempt, disablesWebhook: true };
  if (failed.isRetryWanted) return { state: 'pending', dueAt: failed.endedAt, disablesWebhook: false };
  const delaySeconds = retrySeconds[failed.attempts];
  if (!countsToLimit || delaySeconds === undefined) return noAttempt;
  return {
    state: 'pending',
    dueAt: addMs(failed.endedAt, delaySeconds * SECOND_MS),
    disablesWebhook: false,
  };
}

/** Time of the first attempt: immediate, unless the schedule was changed. */
export function firstDueAt(now: Date, retrySeconds: readonly number[]): Date {
  return addMs(now, (retrySeconds[0] ?? 0) * SECOND_MS);
}
