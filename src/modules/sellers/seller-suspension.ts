import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { sellerReinstatedMail, sellerSuspendedMail } from './mail-templates.ts';
import { findSellerStatus, listActiveMembers, setSellerStatus } from './seller-suspension.repository.ts';

export interface SuspensionPorts {
  /** Takes a batch of a seller's listings off the market, and back on. True: there may be more. */
  readonly suspendListings: (trx: Transaction, sellerId: string, reason: string) => Promise<boolean>;
  readonly restoreListings: (trx: Transaction, sellerId: string) => Promise<boolean>;
  /** Ends what waits for a seller's webhooks, when its suspension begins or ends. */
  readonly holdDeliveries: (trx: Transaction, sellerId: string) => Promise<void>;
}

/** What follows for a seller from the suspension of the owner who stands alone for it. */
export class SellerSuspension {
  readonly #platform: Pick<Platform, 'db' | 'jobs' | 'mails'>;
  readonly #ports: SuspensionPorts;

  constructor(platform: Pick<Platform, 'db' | 'jobs' | 'mails'>, ports: SuspensionPorts) {
    this.#platform = platform;
    this.#ports = ports;
  }

  async suspend(
    trx: Transaction,
    sellerId: string,
    { userId, reason, now }: { readonly userId: string; readonly reason: string; readonly now: Date },
  ): Promise<void> {
    const suspended = await setSellerStatus(trx, sellerId, { from: 'active', to: 'suspended', now });
    if (await this.#ports.suspendListings(trx, sellerId, reason))
      await this.#followLater(trx, sellerId, reason);
    await this.#ports.holdDeliveries(trx, sellerId);
    if (suspended === undefined) return;
    for (const member of await listActiveMembers(trx, sellerId)) {
      if (member.id !== userId)
        await this.#platform.mails.enqueue(trx, sellerSuspendedMail(member, suspended.company_name, reason));
    }
  }

  async reinstate(trx: Transaction, sellerId: string, now: Date): Promise<void> {
    const reopened = await setSellerStatus(trx, sellerId, { from: 'suspended', to: 'active', now });
    if (reopened === undefined) return;
    // For what slipped in meanwhile; before the events of the listings are queued.
    await this.#ports.holdDeliveries(trx, sellerId);
    if (await this.#ports.restoreListings(trx, sellerId)) await this.#followLater(trx, sellerId, '');
    for (const member of await listActiveMembers(trx, sellerId))
      await this.#platform.mails.enqueue(trx, sellerReinstatedMail(member, reopened.company_name));
  }

  /**
   * What the request did not get to, batch by batch: the status of the seller now decides which way. So it may break off
   * anywhere, run twice, or be overtaken by another decision.
   */
  readonly followStatusJob: JobDefinition<{ readonly sellerId: string; readonly reason: string }> = {
    name: 'admin.follow-seller-status',
    run: async ({ sellerId, reason }, context) => {
      for (let isMore = true; isMore;) {
        context.signal.throwIfAborted();
        isMore = await inTransaction(this.#platform.db, async (trx) => {
          const status = await findSellerStatus(trx, sellerId);
          if (status === 'suspended') return this.#ports.suspendListings(trx, sellerId, reason);
          return status === 'active' && this.#ports.restoreListings(trx, sellerId);
        });
        if (!(await context.heartbeat())) return;
      }
    },
  };

  #followLater(trx: Transaction, sellerId: string, reason: string): Promise<void> {
    return this.#platform.jobs.enqueue(
      trx,
      this.followStatusJob,
      { sellerId, reason },
      { account: sellerId },
    );
  }
}
