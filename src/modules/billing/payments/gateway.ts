import { AppError } from '../../../platform/errors/app-error.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';

/**
 * A payment service. Every call goes over the network: it can be slow, throw, or succeed without a response. Charges
 * therefore carry the payment's ID as idempotency key: repeating a call with the same ID is the same charge.
 */

/** How a seller gets a token: chosen from a list, in a form of the gateway that the client shows, or not at all. */
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
  /** The gateway's customer ID, once it exists. */
  readonly customer: string | null;
  /** Token from the client's payment form. */
  readonly token: string;
}

export interface PaymentMethod {
  /** Gateway of the method; no other can charge it. */
  readonly gateway: string;
  readonly customer: string | null;
  readonly token: string;
  /** Display name, such as "visa 4242". */
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
  /** The gateway's charge ID, once it exists. */
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
  /** Undecided. With a client secret, the seller has to confirm in the browser first. */
  | { readonly status: 'pending'; readonly ref: string | null; readonly clientSecret: string | null };

export interface Refund {
  readonly id: string;
  readonly amountMinor: number;
}

export type RefundOutcome =
  { readonly status: 'succeeded' | 'pending' } | { readonly status: 'failed'; readonly message: Message };

/** All methods except `setUpPaymentMethod` throw only if the outcome is unknown. */
export interface Gateway {
  readonly name: string;
  readonly form: PaymentForm;
  /** Makes a method usable for charges without the seller; throws an error for the seller to read. */
  setUpPaymentMethod(request: PaymentMethodRequest): Promise<PaymentMethod>;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** State of an earlier charge. */
  retrieve(charge: Charge): Promise<ChargeOutcome>;
  /** Cancels an undecided charge: afterwards it has failed, unless it had already succeeded. */
  cancel(charge: Charge): Promise<ChargeOutcome>;
  /** Refunds a charge in part or in full. Repeating it with the same ID, however late, is the same refund. */
  refund(charge: Charge, refund: Refund): Promise<RefundOutcome>;
}

const refuse = async (): Promise<never> => {
  throw new AppError('SERVICE_UNAVAILABLE', t('Payments are not set up on this server.'));
};

/** Production without a payment service: nothing can be purchased, so test money is never accepted. */
export const NO_GATEWAY: Gateway = {
  name: 'none',
  form: { kind: 'none' },
  setUpPaymentMethod: refuse,
  charge: refuse,
  retrieve: refuse,
  cancel: refuse,
  refund: refuse,
};
