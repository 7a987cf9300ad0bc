import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import { holdPending } from './webhooks.repository.ts';

/** Rows of a transaction. */
const BATCH = 1000;

interface HoldPayload {
  readonly webhookId: string;
  /** Deliveries queued later are not held. */
  readonly until: string;
}

/**
 * Ends the pending deliveries of a webhook. The first batch runs in the transaction of the change that requires it, and a job
 * does the rest. Until then, nothing is attempted, because the webhook is inactive or silenced.
 */
export class DeliveryHolds extends Service<Pick<Platform, 'db' | 'jobs'>> {
  readonly job: JobDefinition<HoldPayload> = {
    name: 'webhooks.hold-deliveries',
    run: async ({ webhookId, until }, context) => {
      for (let held = BATCH; held === BATCH;) {
        context.signal.throwIfAborted();
        held = await inTransaction(this.parts.db, (trx) =>
          holdPending(trx, webhookId, new Date(until), BATCH),
        );
        if (!(await context.heartbeat())) return;
      }
    },
  };

  async hold(trx: Transaction, webhookIds: readonly string[], now: Date): Promise<void> {
    const unfinished: HoldPayload[] = [];
    for (const webhookId of webhookIds) {
      if ((await holdPending(trx, webhookId, now, BATCH)) === BATCH)
        unfinished.push({ webhookId, until: now.toISOString() });
    }
    await this.parts.jobs.enqueueMany(trx, this.job, unfinished);
  }
}
