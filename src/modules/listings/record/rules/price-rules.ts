import { isCurrencyCode } from '../money.ts';
import { errorAt, warningAt } from '../field-check.ts';
import type { Rule } from './rule.ts';

const noPriceOnRequest: Rule = ({ priceType, price, priceNet, priceGross }) => {
  if (priceType !== 'on_request') return [];
  return Object.entries({ price, priceNet, priceGross })
    .filter(([, amount]) => amount !== null)
    .map(([field]) => errorAt(field, 'must be empty when priceType is on_request'));
};

const knownCurrency: Rule = ({ currency, leasing }) => [
  ...(currency === null || isCurrencyCode(currency)
    ? []
    : [errorAt('currency', `${currency} is not an ISO 4217 currency`)]),
  ...(leasing?.currency === undefined || leasing.currency === null || isCurrencyCode(leasing.currency)
    ? []
    : [errorAt('leasing.currency', `${leasing.currency} is not an ISO 4217 currency`)]),
];

const dealerPriceBelowPrice: Rule = ({ dealerPrice, price }) =>
  dealerPrice !== null && price !== null && dealerPrice > price
    ? [errorAt('dealerPrice', `must not be above the price of ${price}`)]
    : [];

const leasingBelowPrice: Rule = ({ leasing, price }) => {
  if (leasing === null || price === null) return [];
  return [
    ...(leasing.monthly > price
      ? [warningAt('leasing.monthly', 'is above the price; is it the monthly rate?')]
      : []),
    ...((leasing.deposit ?? 0) > price ? [warningAt('leasing.deposit', 'is above the price')] : []),
  ];
};

export const priceRules: readonly Rule[] = [
  noPriceOnRequest,
  knownCurrency,
  dealerPriceBelowPrice,
  leasingBelowPrice,
];
