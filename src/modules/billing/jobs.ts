import type { Platform } from '../../platform/module.ts';
import { addMs, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';
import { listDuePaymentIds } from './payments/payments.repository.ts';
import type { Payments } from './payments/payments.ts';
import type { Refunds } from './payments/refunds.ts';
import { listDueRefundIds } from './payments/refunds.repository.ts';
import { REMIND_BEFORE_MS, type Renewals } from './subscription/renewals.ts';
import { listDueSubscriptionIds } from './repository.ts';

type JobParts = Pick<Platform, 'db' | 'jobs' | 'clock'> & {
  readonly renewals: Renewals;
  readonly payments: Payments;
  readonly refunds: Refunds;
};

/**
 * Recurring jobs find due subscriptions and payments and enqueue a job for each, so that a failing one does not delay
 * others.
 */
export function billingJobs(parts: JobParts): readonly AnyJobDefinition[] {
  const advance: JobDefinition<{ subscriptionId: string }> = {
    name: 'billing.advance-subscription',
    run: ({ subscriptionId }) => parts.renewals.advance(subscriptionId),
  };
  const check: JobDefinition<{ paymentId: string }> = {
    name: 'billing.check-payment',
    lane: 'soon',
    run: ({ paymentId }) => parts.payments.check(paymentId),
  };
  const checkRefund: JobDefinition<{ refundId: string }> = {
    name: 'billing.check-refund',
    lane: 'soon',
    run: async ({ refundId }) => void (await parts.refunds.run(refundId)),
  };
  const findSubscriptions: JobDefinition = {
    name: 'billing.find-due-subscriptions',
    lane: 'soon',
    everyMs: 5 * MINUTE_MS,
    run: async () => {
      const now = parts.clock.now();
      const ids = await listDueSubscriptionIds(parts.db, now, addMs(now, REMIND_BEFORE_MS));
      const due = ids.map((subscriptionId) => ({ subscriptionId }));
      await inTransaction(parts.db, (trx) => parts.jobs.enqueueMany(trx, advance, due, { dedupeKeys: ids }));
    },
  };
  const findPayments: JobDefinition = {
    name: 'billing.find-due-payments',
    lane: 'soon',
    everyMs: MINUTE_MS,
    run: async () => {
      const now = parts.clock.now();
      const ids = await listDuePaymentIds(parts.db, now);
      const refundIds = await listDueRefundIds(parts.db, now);
      const payments = ids.map((paymentId) => ({ paymentId }));
      const refunds = refundIds.map((refundId) => ({ refundId }));
      await inTransaction(parts.db, async (trx) => {
        await parts.jobs.enqueueMany(trx, check, payments, { dedupeKeys: ids });
        await parts.jobs.enqueueMany(trx, checkRefund, refunds, { dedupeKeys: refundIds });
      });
    },
  };
  return [advance, check, checkRefund, findSubscriptions, findPayments] as readonly AnyJobDefinition[];
}
