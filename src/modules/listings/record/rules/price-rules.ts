import { isCurrencyCode } from '../money.ts';
import { errorAt, warningAt } from '../field-check.ts';
import type { Rule } from './rule.ts';
import { t } from '../../../../platform/errors/sentence.ts';

const noPriceOnRequest: Rule = ({ priceType, price, priceNet, priceGross }) => {
  if (priceType !== 'on_request') return [];
  return Object.entries({ price, priceNet, priceGross })
    .filter(([, amount]) => amount !== null)
    .map(([field]) => errorAt(field, t('must be empty when priceType is on_request')));
};

const knownCurrency: Rule = ({ currency, leasing }) => [
  ...(currency === null || isCurrencyCode(currency)
    ? []
    : [errorAt('currency', t('{code} is not an ISO 4217 currency', { code: currency }))]),
  ...(leasing?.currency === undefined || leasing.currency === null || isCurrencyCode(leasing.currency)
    ? []
    : [errorAt('leasing.currency', t('{code} is not an ISO 4217 currency', { code: leasing.currency }))]),
];

const dealerPriceBelowPrice: Rule = ({ dealerPrice, price }) =>
  dealerPrice !== null && price !== null && dealerPrice > price
    ? [errorAt('dealerPrice', t('must not be above the price of {price}', { price }))]
    : [];

const leasingBelowPrice: Rule = ({ leasing, price }) => {
  if (leasing === null || price === null) return [];
  return [
    ...(leasing.monthly > price
      ? [warningAt('leasing.monthly', t('is above the price; is it the monthly rate?'))]
      : []),
    ...((leasing.deposit ?? 0) > price ? [warningAt('leasing.deposit', t('is above the price'))] : []),
  ];
};

export const priceRules: readonly Rule[] = [
  noPriceOnRequest,
  knownCurrency,
  dealerPriceBelowPrice,
  leasingBelowPrice,
];
