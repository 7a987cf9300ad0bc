import { isoOrNull } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { NoticeDataOf, Notices } from '../../../platform/notices.ts';
import type { Customer } from '../customers.ts';
import type { InvoiceRow } from '../invoices/invoices.repository.ts';
import type { PaymentRow } from '../payments/payments.repository.ts';

/** Kinds of a `subscription` notification: its `data.change`. */
type SubscriptionChange = NonNullable<NoticeDataOf<'subscription'>['change']>;

interface ChangeDetails {
  readonly plan: string;
  /** When it takes effect. */
  readonly at: Date;
  /** Listings that it pauses, now or then. */
  readonly listings?: number;
  readonly dedupeKey?: string;
}

const LINK = '/subscriptions';

/** Notifies the owner of a seller about changes of the subscription. The texts belong to the notifications module. */
export class OwnerNotices {
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  async notifyOfChange(
    trx: Transaction,
    customer: Customer,
    change: SubscriptionChange,
    details: ChangeDetails,
  ): Promise<void> {
    if (customer.owner === null) return;
    await this.#notices.add(trx, {
      userId: customer.owner.userId,
      type: 'subscription',
      data: {
        change,
        plan: details.plan,
        at: details.at.toISOString(),
        listings: details.listings ?? 0,
      },
      link: LINK,
      dedupeKey: details.dedupeKey,
    });
  }

  async notifyOfFailure(
    trx: Transaction,
    customer: Customer,
    payment: PaymentRow,
    details: {
      readonly plan: string;
      readonly invoice: InvoiceRow | null;
      readonly attempt: number;
      readonly attemptsMax: number;
      readonly nextAttemptAt: Date | null;
    },
  ): Promise<void> {
    if (customer.owner === null) return;
    await this.#notices.add(trx, {
      userId: customer.owner.userId,
      type: 'payment_failed',
      data: {
        plan: details.plan,
        amount: payment.amount_minor / 100,
        currency: payment.currency,
        reason: payment.failure_message,
        invoiceNumber: details.invoice?.number ?? null,
        attempt: details.attempt,
        attemptsMax: details.attemptsMax,
        nextAttemptAt: isoOrNull(details.nextAttemptAt),
      },
      link: LINK,
      dedupeKey: payment.id,
    });
  }
}
