import { convert } from '../../modules/discovery/index.ts';
import type { ExchangeRates } from '../../modules/settings/index.ts';
import { type PriceChoice, roundedAmount } from './choice.ts';

/** A price as the reader wants it, with what the dealer asks. */
export interface ShownPrice {
  readonly amount: number;
  readonly currency: string;
  /** included: the VAT is part of the price and cannot be deducted; null: not recorded. */
  readonly basis: 'net' | 'gross' | 'included' | null;
  /** What the dealer asks, if `amount` is converted. */
  readonly asked: { readonly amount: number; readonly currency: string; readonly isNet: boolean } | null;
  /** The same price with or without VAT, in the currency of `amount`. */
  readonly other: { readonly amount: number; readonly basis: 'net' | 'gross' } | null;
  /** The price before the last reduction, on the basis and in the currency of `amount`. */
  readonly before: number | null;
}

export interface AskedPrice {
  readonly price: number | null;
  readonly currency: string | null;
  /** The price is net; null: not recorded. */
  readonly vatDeductible: boolean | null;
  /** With VAT, if the price is net and the rate is known. */
  readonly priceGross?: number | null | undefined;
  readonly previousPrice?: number | null | undefined;
}

function basisOf(vatDeductible: boolean | null): ShownPrice['basis'] {
  if (vatDeductible === null) return null;
  return vatDeductible ? 'net' : 'included';
}

/** Returns null for a price on request. */
export function shownPrice(asked: AskedPrice, choice: PriceChoice, rates: ExchangeRates): ShownPrice | null {
  const { price, currency, vatDeductible, priceGross = null, previousPrice = null } = asked;
  if (price === null || currency === null) return null;
  const isConverted = currency !== choice.currency && convert(rates, 1, currency, choice.currency) !== null;
  const target = isConverted ? choice.currency : currency;
  const inTarget = (amount: number): number =>
    isConverted ? roundedAmount(convert(rates, amount, currency, target) ?? amount) : amount;
  const isNet = vatDeductible === true;
  const gross = isNet && priceGross !== price ? priceGross : null;
  const showsGross = choice.basis === 'gross' && gross !== null;
  const amount = showsGross ? gross : price;
  const isReduced = previousPrice !== null && previousPrice > price;
  return {
    amount: inTarget(amount),
    currency: target,
    basis: showsGross ? 'gross' : basisOf(vatDeductible),
    asked: isConverted ? { amount: price, currency, isNet } : null,
    other:
      gross === null
        ? null
        : { amount: inTarget(showsGross ? price : gross), basis: showsGross ? 'net' : 'gross' },
    before: isReduced ? inTarget(previousPrice * (amount / price)) : null,
  };
}
