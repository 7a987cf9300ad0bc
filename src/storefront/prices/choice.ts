/** The reader's currency and price basis. They are URL parameters, because pages are cached for all readers. */
import { convert } from '../../modules/discovery/index.ts';
import type { ExchangeRates } from '../../modules/settings/index.ts';

export const DEFAULT_CURRENCY = 'EUR';
/** Currencies of the countries where most vehicles are sold, in the order of the menu. A URL can name others. */
const OFFERED = [
  'EUR',
  'GBP',
  'CHF',
  'PLN',
  'CZK',
  'HUF',
  'RON',
  'BGN',
  'SEK',
  'NOK',
  'DKK',
  'TRY',
  'UAH',
  'USD',
];

export const BASES = ['asked', 'net', 'gross'] as const;
export type PriceBasis = (typeof BASES)[number];

export interface PriceChoice {
  readonly currency: string;
  /** asked: net or gross as the dealer states the price. */
  readonly basis: PriceBasis;
  /** The currency code in the URL if it has no exchange rate; prices are then in the default currency. */
  readonly unknown: string | null;
}

const CODE = /^[A-Za-z]{3}$/;
const SHOWN_MAX = 10;

/** Reads the choice from a URL. Never throws: an invalid value means the default. */
export function readPriceChoice(query: Readonly<Record<string, unknown>>, rates: ExchangeRates): PriceChoice {
  const currencyText = lastOf(query['currency']).trim();
  const code = currencyText.toUpperCase();
  const isKnown = CODE.test(currencyText) && isConvertible(rates, code);
  const wanted = lastOf(query['prices']);
  return {
    currency: isKnown ? code : DEFAULT_CURRENCY,
    basis: BASES.find((basis) => basis === wanted) ?? 'asked',
    unknown: currencyText === '' || isKnown ? null : currencyText.slice(0, SHOWN_MAX),
  };
}

const COOKIE = /(?:^|;\s*)fw-prices=([^;]*)/;

/** Reads the choice for a page of one user: from the URL, and otherwise from the cookie that a script has stored. */
export function readOwnPriceChoice(
  query: Readonly<Record<string, unknown>>,
  cookies: string | undefined,
  rates: ExchangeRates,
): PriceChoice {
  const stored = Object.fromEntries(new URLSearchParams(COOKIE.exec(cookies ?? '')?.[1] ?? ''));
  const choice = readPriceChoice({ ...stored, ...query }, rates);
  return query['currency'] === undefined ? { ...choice, unknown: null } : choice;
}

const isConvertible = (rates: ExchangeRates, code: string): boolean =>
  convert(rates, 1, code, DEFAULT_CURRENCY) !== null;

function lastOf(value: unknown): string {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last : '';
}

/** Returns the choice as URL parameters, without defaults. */
export function parametersOf({ currency, basis }: PriceChoice): Readonly<Record<string, string>> {
  return {
    ...(currency === DEFAULT_CURRENCY ? {} : { currency }),
    ...(basis === 'asked' ? {} : { prices: basis }),
  };
}

export function offeredCurrencies(rates: ExchangeRates, chosen: string): readonly string[] {
  const offered = OFFERED.filter((code) => isConvertible(rates, code));
  return offered.includes(chosen) ? offered : [...offered, chosen];
}

/** Returns the query without a default or unknown currency, because the API would reject an unknown one. */
export function withoutDefaults(
  query: Readonly<Record<string, unknown>>,
  { currency }: PriceChoice,
): Readonly<Record<string, unknown>> {
  return { ...query, currency: currency === DEFAULT_CURRENCY ? undefined : currency };
}

/** Returns the URL of the page with another choice. Converts price bounds, so that the search stays the same. */
export function withPrices(
  path: string,
  before: PriceChoice,
  change: Partial<Pick<PriceChoice, 'currency' | 'basis'>>,
  rates: ExchangeRates,
): string {
  const { currency = before.currency, basis = before.basis } = change;
  const [pathname = '', search = ''] = path.split('?');
  const parameters = new URLSearchParams(search);
  for (const name of ['min_price', 'max_price']) {
    const bound = Number(parameters.get(name) ?? '');
    const converted = bound > 0 ? convert(rates, bound, before.currency, currency) : null;
    if (converted !== null && currency !== before.currency)
      parameters.set(name, String(roundedAmount(converted)));
  }
  // Write the default, too; otherwise links of the page keep the previous choice.
  parameters.set('currency', currency);
  parameters.set('prices', basis);
  return `${pathname}?${parameters.toString().replaceAll('%2C', ',')}`;
}

/** Rounds a converted amount, which is an estimate: to tens, or to units if tens would be too coarse. */
export function roundedAmount(amount: number): number {
  return amount < 1000 ? Math.round(amount) : Math.round(amount / 10) * 10;
}
