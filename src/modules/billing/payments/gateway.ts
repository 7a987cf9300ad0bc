import { AppError } from '../../../platform/errors/app-error.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';

/**
 * A payment service. Every call goes over the network: it may be slow, throw, or succeed without our learning of it.
 * So charges carry the payment's id as idempotency key, and repeating a call with the same id is the same charge.
 */

/**
 * How a seller gets a token: by choosing one of those that the gateway names, in a form of the gateway's own that the client
 * shows, or not at all.
 */
export type PaymentForm =
  | {
      readonly kind: 'choice';
      readonly methods: readonly { readonly token: string; readonly text: string }[];
    }
  | { readonly kind: 'token' }
  | { readonly kind: 'none' };

export interface PaymentMethodRequest {
  readonly sellerId: string;
  readonly name: string;
  readonly email: string | null;
  /** The gateway's name for the seller, once it has one. */
  readonly customer: string | null;
  /** The token that the client's form got from the gateway. */
  readonly token: string;
}

export interface PaymentMethod {
  /** The gateway that it belongs to; another one cannot charge it. */
  readonly gateway: string;
  readonly customer: string | null;
  readonly token: string;
  /** For people: "visa 4242". */
  readonly label: string;
}

export interface Charge {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly method: string;
  /** The seller is not present to confirm the charge. */
  readonly offSession: boolean;
  readonly description: string;
  /** The gateway's name for the charge, once it has one. */
  readonly ref: string | null;
}

export type ChargeOutcome =
  | { readonly status: 'succeeded'; readonly ref: string | null }
  | {
      readonly status: 'failed';
      readonly ref: string | null;
      readonly code: string;
      readonly message: Message;
    }
  /** Not decided yet. With a client secret, the seller has to confirm in the browser first. */
  | { readonly status: 'pending'; readonly ref: string | null; readonly clientSecret: string | null };

export interface Refund {
  readonly id: string;
  readonly amountMinor: number;
}

export type RefundOutcome =
  { readonly status: 'succeeded' | 'pending' } | { readonly status: 'failed'; readonly message: Message };

/** Everything but `setUpPaymentMethod` throws only when the outcome is unknown. */
export interface Gateway {
  readonly name: string;
  readonly form: PaymentForm;
  /** Makes a method usable for charges without the seller; throws a refusal that the seller is meant to read. */
  setUpPaymentMethod(request: PaymentMethodRequest): Promise<PaymentMethod>;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The state of a charge begun earlier. */
  retrieve(charge: Charge): Promise<ChargeOutcome>;
  /** Cancels an undecided charge: afterwards it has failed, unless it had already succeeded. */
  cancel(charge: Charge): Promise<ChargeOutcome>;
  /** Gives back some of a charge, or all. Repeating it with the same id is the same refund, however much later. */
  refund(charge: Charge, refund: Refund): Promise<RefundOutcome>;
}

const refuse = async (): Promise<never> => {
  throw new AppError('SERVICE_UNAVAILABLE', t('Payments are not set up on this server.'));
};

/** Production without a payment service: nothing can be bought, and no test money passes for real. */
export const NO_GATEWAY: Gateway = {
  name: 'none',
  form: { kind: 'none' },
  setUpPaymentMethod: refuse,
  charge: refuse,
  retrieve: refuse,
  cancel: refuse,
  refund: refuse,
};
