import type { Platform } from '../../../platform/module.ts';
import { cancelCharge, findCharge, insertCharge, refundCharge } from './test-gateway.repository.ts';
import { type Clock, addMs, SECOND_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { invalidField } from '../../../platform/errors/app-error.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type {
  Charge,
  ChargeOutcome,
  Gateway,
  PaymentForm,
  PaymentMethod,
  PaymentMethodRequest,
  Refund,
  RefundOutcome,
} from './gateway.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Test payment methods and their behavior; documented in docs/billing.md. */
const TEST_METHODS = {
  pm_ok: 'succeeds',
  pm_declined: 'is declined',
  pm_fails_on_renewal: 'succeeds while the seller is there and is declined on renewals',
  pm_slow: 'succeeds, and the gateway says so half a minute later',
  pm_duplicate_callback: 'succeeds, and the gateway says so three times',
} as const;

const SLOW_ANSWER_MS = 30 * SECOND_MS;

export interface GatewayCallback {
  readonly paymentId: string;
}

/**
 * Gateway for development, tests and the sandbox. Like an external service, it stores its data separately, never
 * within the caller's transactions, and calls back through a job.
 */
export class TestGateway implements Gateway {
  readonly name = 'test';
  readonly form: PaymentForm = {
    kind: 'choice',
    methods: Object.entries(TEST_METHODS).map(([token, text]) => ({ token, text })),
  };
  readonly #db: Database;
  readonly #jobs: JobQueue;
  readonly #clock: Clock;
  readonly #callback: JobDefinition<GatewayCallback>;

  constructor(parts: Pick<Platform, 'db' | 'jobs' | 'clock'>, callback: JobDefinition<GatewayCallback>) {
    this.#db = parts.db;
    this.#jobs = parts.jobs;
    this.#clock = parts.clock;
    this.#callback = callback;
  }

  async setUpPaymentMethod(request: PaymentMethodRequest): Promise<PaymentMethod> {
    if (!Object.hasOwn(TEST_METHODS, request.token)) {
      throw invalidField(
        'paymentMethod',
        t('is unknown to the test gateway; it takes {methods}', {
          methods: Object.keys(TEST_METHODS).join(', '),
        }),
      );
    }
    return {
      gateway: this.name,
      customer: `test_${request.sellerId}`,
      token: request.token,
      label: request.token,
    };
  }

  async charge(charge: Charge): Promise<ChargeOutcome> {
    const now = this.#clock.now();
    const declined =
      charge.method === 'pm_declined' || (charge.method === 'pm_fails_on_renewal' && charge.offSession);
    const answersAt = charge.method === 'pm_slow' ? addMs(now, SLOW_ANSWER_MS) : now;
    const isNew = await insertCharge(this.#db, charge, { declined, answersAt, now });
    if (isNew) await this.#callBack(charge, answersAt);
    return this.retrieve(charge);
  }

  async retrieve(charge: Charge): Promise<ChargeOutcome> {
    const row = await findCharge(this.#db, charge.paymentId);
    if (row === undefined) return this.charge(charge);
    const ref = `test_${charge.paymentId}`;
    if (row.canceled)
      return { status: 'failed', ref, code: 'canceled', message: t('The payment was abandoned.') };
    if (this.#clock.now() < row.answers_at) return { status: 'pending', ref, clientSecret: null };
    if (row.declined)
      return { status: 'failed', ref, code: 'card_declined', message: t('The card was declined.') };
    return { status: 'succeeded', ref };
  }

  async cancel(charge: Charge): Promise<ChargeOutcome> {
    await cancelCharge(this.#db, charge.paymentId, this.#clock.now());
    return this.retrieve(charge);
  }

  async refund(charge: Charge, refund: Refund): Promise<RefundOutcome> {
    const isDone = await refundCharge(this.#db, charge, refund);
    return isDone
      ? { status: 'succeeded' }
      : { status: 'failed', message: 'The charge has no such amount left.' };
  }

  async #callBack(charge: Charge, at: Date): Promise<void> {
    const times = { pm_slow: 1, pm_duplicate_callback: 3 }[charge.method] ?? 0;
    if (times === 0) return;
    const callbacks = Array.from({ length: times }, () => ({ paymentId: charge.paymentId }));
    await inTransaction(this.#db, (trx) =>
      this.#jobs.enqueueMany(trx, this.#callback, callbacks, { runAt: at }),
    );
  }
}
