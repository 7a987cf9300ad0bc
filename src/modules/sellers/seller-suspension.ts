import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { sellerReinstatedMail, sellerSuspendedMail } from './mail-templates.ts';
import { findSellerStatus, setSellerStatus } from '../companies/index.ts';
import { listActiveMembers } from './team.repository.ts';

export interface SuspensionPorts {
  /** Suspends or reinstates a batch of a seller's listings. Returns true if there may be more. */
  readonly suspendListings: (trx: Transaction, sellerId: string, reason: string) => Promise<boolean>;
  readonly restoreListings: (trx: Transaction, sellerId: string) => Promise<boolean>;
  /** Drops pending deliveries to a seller's webhooks when its suspension starts or ends. */
  readonly holdDeliveries: (trx: Transaction, sellerId: string) => Promise<void>;
}

/** Side effects of suspending and reinstating a seller's only active owner. */
export class SellerSuspension extends Service<
  Pick<Platform, 'db' | 'jobs' | 'mails'> & { readonly ports: SuspensionPorts }
> {
  async suspend(
    trx: Transaction,
    sellerId: string,
    { userId, reason, now }: { readonly userId: string; readonly reason: string; readonly now: Date },
  ): Promise<void> {
    const suspended = await setSellerStatus(trx, sellerId, { from: 'active', to: 'suspended', now });
    if (await this.parts.ports.suspendListings(trx, sellerId, reason))
      await this.#continueLater(trx, sellerId, reason);
    await this.parts.ports.holdDeliveries(trx, sellerId);
    if (suspended === undefined) return;
    for (const member of await listActiveMembers(trx, sellerId)) {
      if (member.id !== userId)
        await this.parts.mails.enqueue(trx, sellerSuspendedMail(member, suspended.company_name, reason));
    }
  }

  async reinstate(trx: Transaction, sellerId: string, now: Date): Promise<void> {
    const reopened = await setSellerStatus(trx, sellerId, { from: 'suspended', to: 'active', now });
    if (reopened === undefined) return;
    // Drop deliveries enqueued during the suspension, before the events of the listings are enqueued.
    await this.parts.ports.holdDeliveries(trx, sellerId);
    if (await this.parts.ports.restoreListings(trx, sellerId)) await this.#continueLater(trx, sellerId, '');
    for (const member of await listActiveMembers(trx, sellerId))
      await this.parts.mails.enqueue(trx, sellerReinstatedMail(member, reopened.company_name));
  }

  /**
   * Continues in batches. The current status of the seller decides the direction, so the job can be interrupted, run
   * twice, or be overtaken by another decision.
   */
  readonly followStatusJob: JobDefinition<{ readonly sellerId: string; readonly reason: string }> = {
    name: 'admin.follow-seller-status',
    run: async ({ sellerId, reason }, context) => {
      for (let isMore = true; isMore;) {
        context.signal.throwIfAborted();
        isMore = await inTransaction(this.parts.db, async (trx) => {
          const status = await findSellerStatus(trx, sellerId);
          if (status === 'suspended') return this.parts.ports.suspendListings(trx, sellerId, reason);
          return status === 'active' && this.parts.ports.restoreListings(trx, sellerId);
        });
        if (!(await context.heartbeat())) return;
      }
    },
  };

  #continueLater(trx: Transaction, sellerId: string, reason: string): Promise<void> {
    return this.parts.jobs.enqueue(trx, this.followStatusJob, { sellerId, reason }, { account: sellerId });
  }
}
