import type Stripe from 'stripe';
import { AppError, invalidField, unavailable } from '../../../platform/errors/app-error.ts';
import type {
  Charge,
  ChargeOutcome,
  Gateway,
  PaymentMethod,
  PaymentMethodRequest,
  Refund,
  RefundOutcome,
} from './gateway.ts';
import type { StripeClient } from './stripe-client.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Customers, saved payment methods and PaymentIntents of the Stripe API. */
export class StripeGateway implements Gateway {
  readonly name = 'stripe';
  readonly form = { kind: 'token' } as const;
  readonly #stripe: StripeClient;

  constructor(stripe: StripeClient) {
    this.#stripe = stripe;
  }

  async setUpPaymentMethod(request: PaymentMethodRequest): Promise<PaymentMethod> {
    try {
      const customer = request.customer ?? (await this.#createCustomer(request.sellerId));
      const method = await (await this.#stripe()).paymentMethods.attach(request.token, { customer });
      await (
        await this.#stripe()
      ).customers.update(customer, {
        name: request.name,
        ...(request.email === null ? {} : { email: request.email }),
        invoice_settings: { default_payment_method: method.id },
      });
      const label = method.card === undefined ? method.type : `${method.card.brand} ${method.card.last4}`;
      return { gateway: this.name, customer, token: method.id, label };
    } catch (error) {
      throw readableRefusal(error);
    }
  }

  async charge(charge: Charge): Promise<ChargeOutcome> {
    return this.#outcomeOf((stripe) =>
      stripe.paymentIntents.create(
        {
          amount: charge.amountMinor,
          currency: charge.currency.toLowerCase(),
          ...(charge.customer === null ? {} : { customer: charge.customer }),
          payment_method: charge.method,
          description: charge.description,
          metadata: { payment_id: charge.paymentId },
          confirm: true,
          ...(charge.offSession
            ? { off_session: true }
            : { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }),
        },
        { idempotencyKey: charge.paymentId },
      ),
    );
  }

  async retrieve(charge: Charge): Promise<ChargeOutcome> {
    const { ref } = charge;
    if (ref === null) return this.charge(charge);
    return this.#outcomeOf((stripe) => stripe.paymentIntents.retrieve(ref));
  }

  async cancel(charge: Charge): Promise<ChargeOutcome> {
    const { ref } = charge;
    // Unknown to Stripe: keys expire after a day, so retrying could charge again.
    if (ref === null)
      return { status: 'failed', ref, code: 'no_answer', message: t('The payment service did not respond.') };
    try {
      return outcomeOfIntent(await (await this.#stripe()).paymentIntents.cancel(ref));
    } catch (error) {
      // Rejected because it is already decided.
      if (isInvalidRequest(error)) return this.retrieve(charge);
      throw error;
    }
  }

  /** Stripe forgets keys after a day, so check its list of refunds first. */
  async refund(charge: Charge, refund: Refund): Promise<RefundOutcome> {
    if (charge.ref === null) throw new Error(`payment ${charge.paymentId} has no charge to refund`);
    const stripe = await this.#stripe();
    const { data: refunds } = await stripe.refunds.list({
      payment_intent: charge.ref,
      limit: REFUNDS_LISTED,
    });
    const known = refunds.find(({ metadata }) => metadata?.['refund_id'] === refund.id);
    if (known !== undefined) return outcomeOfRefund(known);
    try {
      return outcomeOfRefund(
        await stripe.refunds.create(
          {
            payment_intent: charge.ref,
            amount: refund.amountMinor,
            metadata: { refund_id: refund.id },
          },
          { idempotencyKey: refund.id },
        ),
      );
    } catch (error) {
      if (isRejection(error)) return { status: 'failed', message: error.message };
      throw error;
    }
  }

  async #outcomeOf(ask: (stripe: Stripe) => Promise<Stripe.PaymentIntent>): Promise<ChargeOutcome> {
    const stripe = await this.#stripe();
    try {
      return outcomeOfIntent(await ask(stripe));
    } catch (error) {
      if (!isRejection(error)) throw error;
      return {
        status: 'failed',
        ref: error.payment_intent?.id ?? null,
        code: error.decline_code ?? error.code ?? 'declined',
        message: error.message,
      };
    }
  }

  /** Contains only the seller, because a retry with the same key must be the same request. */
  async #createCustomer(sellerId: string): Promise<string> {
    const stripe = await this.#stripe();
    const customer = await stripe.customers.create(
      { metadata: { seller_id: sellerId } },
      { idempotencyKey: `customer:${sellerId}` },
    );
    return customer.id;
  }
}

/** Stripe's maximum page size. */
const REFUNDS_LISTED = 100;

function outcomeOfRefund({ status, failure_reason: reason }: Stripe.Refund): RefundOutcome {
  if (status === 'failed' || status === 'canceled')
    return {
      status: 'failed',
      message: (reason ?? 'The payment service could not give it back.').replaceAll('_', ' '),
    };
  return { status: status === 'pending' || status === 'requires_action' ? 'pending' : 'succeeded' };
}

/** Outcome of a PaymentIntent. */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): ChargeOutcome {
  const ref = intent.id;
  if (intent.status === 'succeeded') return { status: 'succeeded', ref };
  if (intent.status === 'canceled')
    return { status: 'failed', ref, code: 'canceled', message: t('The payment was abandoned.') };
  if (intent.status === 'requires_payment_method') {
    const problem = intent.last_payment_error;
    return {
      status: 'failed',
      ref,
      code: problem?.decline_code ?? problem?.code ?? 'declined',
      message: problem?.message ?? t('The payment was declined.'),
    };
  }
  return { status: 'pending', ref, clientSecret: intent.client_secret };
}

/**
 * Whether the error is a decline or an impossible charge (below the minimum). All other errors leave the outcome
 * open.
 */
function isRejection(
  error: unknown,
): error is Stripe.errors.StripeCardError | Stripe.errors.StripeInvalidRequestError {
  return isDecline(error) || isInvalidRequest(error);
}

function isDecline(error: unknown): error is Stripe.errors.StripeCardError {
  return error instanceof Error && (error as Partial<Stripe.errors.StripeError>).type === 'StripeCardError';
}

function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return (
    error instanceof Error &&
    (error as Partial<Stripe.errors.StripeError>).type === 'StripeInvalidRequestError'
  );
}

function readableRefusal(error: unknown): unknown {
  if (isDecline(error)) return new AppError('PAYMENT_FAILED', error.message, { cause: error });
  if (isInvalidRequest(error))
    return invalidField('paymentMethod', t('is not a payment method that can be used'));
  return unavailable(
    t('The payment service is unavailable at the moment. Try again in a few seconds.'),
    30,
    error,
  );
}
