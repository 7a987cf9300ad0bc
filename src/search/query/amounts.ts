import { readThousands } from './number-names.ts';

// Amounts as people write them: 60k, 60.000, 60,000, 60 000, €60k, 60000 eur, 300 tkm, sixty thousand.

export type AmountUnit = 'money' | 'distance' | 'none';

export interface Amount {
  value: number;
  unit: AmountUnit;
  /** ISO code where the text names one. */
  currency: string | null;
  /** How many words it took. */
  words: number;
}

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  gbp: 'GBP',
  usd: 'USD',
  chf: 'CHF',
  pln: 'PLN',
  zl: 'PLN',
  czk: 'CZK',
  kc: 'CZK',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
  huf: 'HUF',
  ron: 'RON',
  bgn: 'BGN',
  try: 'TRY',
  uah: 'UAH',
};
const SPELLED = /^([€£$]?)(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d{1,2})?)(k|tsd|t?km)?([€£$]|[a-z]{2,5})?$/;
const THOUSAND = /^(?:k|tsd|thousand|tausend)$/;
const THOUSANDS = /^\d{1,3}(?:[.,]\d{3})+$/;

function numberOf(digits: string): number {
  return Number(THOUSANDS.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.'));
}

/** Reads an amount that starts at a word; undefined where there is none, or one of another measure ("500 hp"). */
export function readAmount(words: readonly string[], at: number): Amount | undefined {
  const match = SPELLED.exec(words[at] ?? '');
  if (!match) return readNamed(words, at);
  const [, sign = '', digits = '', suffix = '', tail = ''] = match;
  const reader = new AmountReader(numberOf(digits), sign);
  if (/^\d{1,3}$/.test(digits) && suffix === '' && tail === '') reader.joinThousands(words, at);
  for (const mark of [suffix, tail]) if (mark !== '' && !reader.take(mark)) return undefined;
  if (suffix === '' || suffix === 'k') reader.takeFollowing(words, at);
  return reader.amount();
}

function readNamed(words: readonly string[], at: number): Amount | undefined {
  const named = readThousands(words, at);
  if (!named) return undefined;
  const reader = new AmountReader(named.value, '', named.words);
  reader.takeFollowing(words, at);
  return reader.amount();
}

class AmountReader {
  #value: number;
  #unit: AmountUnit = 'none';
  #currency: string | null = null;
  #words: number;

  constructor(value: number, sign: string, words = 1) {
    this.#value = value;
    this.#words = words;
    if (sign !== '') this.take(sign);
  }

  /** "60 000": groups of three that follow belong to the number. */
  joinThousands(words: readonly string[], at: number): void {
    let next = words[at + this.#words];
    while (next !== undefined && /^\d{3}$/.test(next)) {
      this.#value = this.#value * 1000 + Number(next);
      this.#words++;
      next = words[at + this.#words];
    }
  }

  take(mark: string): boolean {
    if (THOUSAND.test(mark)) {
      this.#value *= 1000;
      return true;
    }
    if (mark === 'km' || mark === 'tkm') {
      if (mark === 'tkm') this.#value *= 1000;
      this.#unit = 'distance';
      return this.#currency === null;
    }
    const currency = Object.hasOwn(SIGNS, mark) ? SIGNS[mark] : undefined;
    if (currency === undefined || this.#unit === 'distance') return false;
    this.#unit = 'money';
    this.#currency = currency;
    return true;
  }

  takeFollowing(words: readonly string[], at: number): void {
    for (let next = words[at + this.#words]; next !== undefined; next = words[at + this.#words]) {
      if (!THOUSAND.test(next) && !/^(?:t?km|[€£$])$/.test(next) && !Object.hasOwn(SIGNS, next)) return;
      if (!this.take(next)) return;
      this.#words++;
      if (this.#unit !== 'none') return;
    }
  }

  amount(): Amount {
    return { value: this.#value, unit: this.#unit, currency: this.#currency, words: this.#words };
  }
}
