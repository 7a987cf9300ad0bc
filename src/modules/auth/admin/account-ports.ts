import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Decisions } from '../../decisions/index.ts';

/** Functions of other modules that decisions about accounts need. */
export interface AccountPorts {
  readonly decisions: Pick<Decisions, 'state' | 'lift'>;
  /** Counts of a user's activity in other modules. */
  readonly readActivity: (
    db: Queryable,
    userId: string,
    sellerId: string | null,
  ) => Promise<Readonly<Record<string, number>>>;
  /** Called when the last active owner of a seller is suspended, and when that suspension ends. */
  readonly suspendSeller: (
    trx: Transaction,
    sellerId: string,
    suspension: { readonly userId: string; readonly reason: string; readonly now: Date },
  ) => Promise<void>;
  readonly reinstateSeller: (trx: Transaction, sellerId: string, now: Date) => Promise<void>;
  /** Ends the pending deliveries of a member's webhooks when the suspension of that member starts or ends. */
  readonly holdDeliveriesKeptBy: (trx: Transaction, userId: string) => Promise<void>;
  /** A seller's badge or name has changed: its listings show it, its score follows. */
  readonly sellerChanged: (trx: Transaction, sellerId: string) => Promise<void>;
}
