import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Decisions } from '../../decisions/index.ts';

/** What decisions about accounts ask of other areas. */
export interface AccountPorts {
  readonly decisions: Pick<Decisions, 'state' | 'lift'>;
  /** What other areas know of a person's activity. */
  readonly readActivity: (
    db: Queryable,
    userId: string,
    sellerId: string | null,
  ) => Promise<Readonly<Record<string, number>>>;
  /** What follows for a seller from the suspension of the owner who stands alone for it, and from its end. */
  readonly suspendSeller: (
    trx: Transaction,
    sellerId: string,
    suspension: { readonly userId: string; readonly reason: string; readonly now: Date },
  ) => Promise<void>;
  readonly reinstateSeller: (trx: Transaction, sellerId: string, now: Date) => Promise<void>;
  /** Ends what waits for the webhooks that a member keeps, when the member's own suspension begins or ends. */
  readonly holdDeliveriesKeptBy: (trx: Transaction, userId: string) => Promise<void>;
  /** A seller's badge or name has changed: its listings show it, its score follows. */
  readonly sellerChanged: (trx: Transaction, sellerId: string) => Promise<void>;
}
