/**
 * A service that takes money. Every call goes over a network: it may be slow, throw, or succeed without our hearing of it.
 * Hence charges carry the payment's id as idempotency key, and a call that is repeated with the same id is the same charge.
 */

export interface PaymentMethodRequest {
  readonly sellerId: string;
  readonly name: string;
  readonly email: string | null;
  /** The gateway's name for the seller, once it has one. */
  readonly customer: string | null;
  /** What the client's form got from the gateway. */
  readonly token: string;
}

export interface PaymentMethod {
  /** Whose it is: another gateway cannot charge it. */
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
  /** The seller is not there to confirm. */
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
      readonly message: string;
    }
  /** Not decided yet. With a client secret the seller confirms in the browser first. */
  | { readonly status: 'pending'; readonly ref: string | null; readonly clientSecret: string | null };

/** Everything but `setUpPaymentMethod` throws only when the outcome is unknown. */
export interface Gateway {
  readonly name: string;
  /** Makes a method usable for charges without the seller; throws a refusal that the seller is meant to read. */
  setUpPaymentMethod(request: PaymentMethodRequest): Promise<PaymentMethod>;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** How a charge stands that was begun before. */
  look(charge: Charge): Promise<ChargeOutcome>;
  /** Gives an undecided charge up; it has failed afterwards, or had succeeded before. */
  cancel(charge: Charge): Promise<ChargeOutcome>;
  /** All of it; again with the same payment is the same refund. */
  refund(charge: Charge): Promise<void>;
}
