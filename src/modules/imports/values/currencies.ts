import { entryOf } from '@fifthwheel/text/entry-of';
import { readNumber } from './numbers.ts';

export interface Amount {
  readonly value: number;
  /** Possible codes of the text next to the number; null: there is none. Empty: two different ones. */
  readonly currencies: readonly string[] | null;
}

/** Currencies by sign or name, in lower case without dots and spaces. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  eur: ['EUR'],
  euro: ['EUR'],
  euros: ['EUR'],
  '£': ['GBP'],
  'gb£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  us$: ['USD'],
  $us: ['USD'],
  ca$: ['CAD'],
  c$: ['CAD'],
  au$: ['AUD'],
  a$: ['AUD'],
  nz$: ['NZD'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  skr: ['SEK'],
  nkr: ['NOK'],
  dkr: ['DKK'],
  zł: ['PLN'],
  zl: ['PLN'],
  złotych: ['PLN'],
  kč: ['CZK'],
  kc: ['CZK'],
  fr: ['CHF'],
  sfr: ['CHF'],
  franken: ['CHF'],
  ft: ['HUF'],
  lei: ['RON', 'MDL'],
  leu: ['RON', 'MDL'],
  лв: ['BGN'],
  lv: ['BGN'],
  din: ['RSD'],
  дин: ['RSD'],
  tl: ['TRY'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  руб: ['RUB'],
  '₴': ['UAH'],
  грн: ['UAH'],
  '¥': ['JPY', 'CNY'],
};

/** Currency by country, to resolve signs that several countries share. */
const OF_COUNTRIES: Readonly<Record<string, string>> = {
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  FO: 'DKK',
  GL: 'DKK',
  IS: 'ISK',
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  MX: 'MXN',
  RO: 'RON',
  MD: 'MDL',
  JP: 'JPY',
  CN: 'CNY',
};

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const BEFORE = /^([\p{L}\p{Sc}][\p{L}\p{Sc}. ]*)(?=[\d+-])/u;
const BEHIND = /(?<![\p{L}\p{Sc}. ])([. ]*[\p{L}\p{Sc}][\p{L}\p{Sc}. ]*)$/u;
const LENGTH_MAX = 60;

/** Reads an amount with or without currency; null: not a number. */
export function readAmount(written: string): Amount | null {
  let text = written.trim().replaceAll(/[\s\u00a0\u202f]/g, ' ');
  if (text.length > LENGTH_MAX) return null;
  const named: (readonly string[])[] = [];
  for (const pattern of [BEFORE, BEHIND]) {
    const sign = pattern.exec(text)?.[1];
    const codes = sign === undefined ? undefined : currenciesOf(sign);
    if (sign === undefined || codes === undefined) continue;
    named.push(codes);
    text = pattern === BEFORE ? text.slice(sign.length) : text.slice(0, -sign.length);
  }
  const value = readNumber(text.trim(), 'amount');
  return value === null ? null : { value, currencies: common(named) };
}

/** Codes that are common to all texts; null if there are no texts. */
export function common(named: readonly (readonly string[])[]): readonly string[] | null {
  const [first, ...others] = named;
  return first?.filter((code) => others.every((codes) => codes.includes(code))) ?? null;
}

export function currencyOfCountry(country: string | null): string | null {
  return (country === null ? undefined : entryOf(OF_COUNTRIES, country)) ?? null;
}

/** Finds the first word that means a currency: a sign, or a code in capitals. */
export function currencyWord(text: string): string | null {
  const isCurrency = (word: string): boolean => {
    const plain = word.replaceAll('.', '');
    return CODES.has(plain) || entryOf(SIGNS, plain.toLowerCase()) !== undefined;
  };
  return text.split(/[\s(),:;/]+/).find(isCurrency) ?? null;
}

/** Possible codes of a sign, name or code; undefined if it is none. */
export function currenciesOf(sign: string): readonly string[] | undefined {
  const key = sign.replaceAll(/[. ]/g, '').toLowerCase();
  const code = key.toUpperCase();
  return entryOf(SIGNS, key) ?? (CODES.has(code) ? [code] : undefined);
}
