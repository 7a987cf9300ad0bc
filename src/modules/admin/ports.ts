import type { UserActor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';

/** What the administrators' area asks of other areas. */
export interface AdminPorts {
  /** Takes every listing of a seller off the market, and back on. */
  readonly suspendListings: (trx: Transaction, sellerId: string, reason: string) => Promise<void>;
  readonly restoreListings: (trx: Transaction, sellerId: string) => Promise<void>;
  /** Ends what waits for a seller's webhooks, when its suspension begins or ends. */
  readonly holdDeliveries: (trx: Transaction, sellerId: string) => Promise<void>;
  /** A seller's badge or name has changed: its listings show it, its score follows. */
  readonly sellerChanged: (trx: Transaction, sellerId: string) => Promise<void>;
  readonly eraseUser: (actor: UserActor, userId: string, origin: Origin) => Promise<void>;
}
