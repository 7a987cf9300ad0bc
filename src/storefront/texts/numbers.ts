/**
 * Numbers as people write them in the language of the page, for every field of the pages and of the workspace.
 *
 * Spaces and apostrophes always group. Where both a dot and a comma occur, the last one is the decimal mark. A lone dot or
 * comma is the decimal mark too, except before exactly three digits. There it depends on what the field holds:
 *
 * - whole numbers and money: it groups in every language, because nothing in this trade is priced in tenths of a cent.
 *   `60.000` is sixty thousand in English too.
 * - other decimals: the language decides, so `1.250` is 1250 in German and 1¼ in English. If the field ends below a
 *   thousand, as coordinates and percentages do, it is the decimal mark.
 */
import { entryOf } from '@fifthwheel/text/entry-of';
import { type Language, LOCALES } from './languages.ts';

export interface NumberField {
  /** year: a whole number that is written without grouping. */
  readonly kind: 'integer' | 'year' | 'money' | 'decimal';
  /** Unit or currency of the field. An amount without one may name any currency; other numbers then name no unit. */
  readonly unit?: string | null | undefined;
  readonly max?: number | null | undefined;
}

const SPACES = /[\s\u200b\u2060]+/g;
const APOSTROPHES = /['’‘ʼ´`′]/g;
const MINUSES = /[−–—‐‑﹣]/g;
/** `60.000,-`, or a separator at the end, while the user is still typing. */
const NO_CENTS = /^[.,]-*/;
const LENGTH_MAX = 60;
/** Digits that a JavaScript number can represent exactly. */
const DIGITS_MAX = 15;
const THOUSAND = 1000;

/** Currencies that a sign or abbreviation may mean, in lower case. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  euro: ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD'],
  zł: ['PLN'],
  zl: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['SEK', 'NOK', 'DKK', 'ISK'],
  fr: ['CHF'],
  'fr.': ['CHF'],
  'sfr.': ['CHF'],
  lei: ['RON'],
  лв: ['BGN'],
  '₺': ['TRY'],
  '₴': ['UAH'],
};
const CURRENCY_CODE = /^[a-z]{3}$/;

/** Units that can follow a number in a field, with their factors. Kilowatts and horsepower are different units. */
const UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kg: { kg: 1, t: THOUSAND, to: THOUSAND },
  t: { t: 1, to: 1, kg: 1 / THOUSAND },
  mm: { mm: 1, cm: 10, m: THOUSAND },
  // In Polish, KM is horsepower.
  hp: { hp: 1, bhp: 1, ps: 1, ch: 1, cv: 1, pk: 1, km: 1 },
  h: { h: 1, 'h.': 1, std: 1, 'std.': 1, hrs: 1, uur: 1, godz: 1, 'godz.': 1 },
  l: { l: 1, ltr: 1, 'ltr.': 1 },
  months: { months: 1, month: 1, monate: 1, monat: 1, mois: 1, maanden: 1, mies: 1, 'mies.': 1 },
};

/** @returns null for what is not one number, and for a number in another unit than the field's */
export function readNumber(text: string, language: Language, field: NumberField): number | null {
  if (text.length > LENGTH_MAX) return null;
  const folded = withoutUnit(
    text.toLowerCase().replaceAll(SPACES, ' ').replaceAll(APOSTROPHES, ' ').replaceAll(MINUSES, '-').trim(),
    field.unit?.toLowerCase() ?? '',
  );
  const match = /^(\D*?)([.,]?\d(?:[\d., ]*\d)?)(\D*)$/.exec(folded);
  if (match === null) return null;
  const [, before = '', digits = '', after = ''] = match;
  const size = sizeOf(before.replace(/[+-]/, '').trim(), after.replace(NO_CENTS, '').trim(), field);
  if (size === null) return null;
  const plain = plainDigits(digits, language, size === 1 ? field : { kind: 'decimal', max: 0 });
  if (plain === null || plain.length > DIGITS_MAX) return null;
  const value = Number((Number(plain) * size).toPrecision(DIGITS_MAX));
  return before.includes('-') && value !== 0 ? -value : value;
}

/** Units such as `l/100 km` contain digits. */
function withoutUnit(text: string, unit: string): string {
  return unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length).trimEnd() : text;
}

function sizeOf(before: string, after: string, { kind, unit }: NumberField): number | null {
  const affix = before === '' ? after : before;
  if (affix === '') return 1;
  if (before !== '' && after !== '') return null;
  if (kind !== 'money')
    return before === '' ? (entryOf(entryOf(UNITS, unit ?? '') ?? {}, affix) ?? null) : null;
  const codes = entryOf(CURRENCIES, affix) ?? (CURRENCY_CODE.test(affix) ? [affix.toUpperCase()] : []);
  return codes.length > 0 && (unit === null || unit === undefined || codes.includes(unit)) ? 1 : null;
}

/** The digits with a dot as the decimal mark, if any; null if they are not grouped by threes. */
function plainDigits(digits: string, language: Language, field: NumberField): string | null {
  const marks = digits.replaceAll(/[\d ]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return ungrouped(digits, ' ');
  const other = last === '.' ? ',' : '.';
  const isDecimal = marks.includes(other)
    ? marks.indexOf(last) === marks.length - 1
    : marks.length === 1 && !groups(last, digits, language, field);
  if (!isDecimal) return marks.includes(other) || digits.includes(' ') ? null : ungrouped(digits, last);
  const at = digits.lastIndexOf(last);
  const head = digits.slice(0, at);
  const tail = digits.slice(at + 1);
  const whole = head === '' ? '0' : ungrouped(head, marks.includes(other) ? other : ' ');
  return whole === null || !/^\d+$/.test(tail) ? null : `${whole}.${tail}`;
}

/** Whether a lone mark groups. */
function groups(mark: string, digits: string, language: Language, { kind, max }: NumberField): boolean {
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return false;
  if (max !== null && max !== undefined && max < THOUSAND) return false;
  return kind !== 'decimal' || mark !== (language === 'en' ? '.' : ',');
}

function ungrouped(digits: string, group: string): string | null {
  const parts = digits.split(group);
  const [first = '', ...rest] = parts;
  if (rest.length > 0 && !/^[1-9]\d{0,2}$/.test(first)) return null;
  if (!/^\d+$/.test(first) || !rest.every((part) => /^\d{3}$/.test(part))) return null;
  return parts.join('');
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number for a field, as `readNumber` reads it. */
export function writeNumber(value: number, language: Language, { kind }: Pick<NumberField, 'kind'>): string {
  const cents = kind === 'money' && !Number.isInteger(value) ? 2 : 0;
  const key = `${language} ${kind} ${cents}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(LOCALES[language], {
      useGrouping: kind !== 'year',
      minimumFractionDigits: cents,
      maximumFractionDigits: DIGITS_MAX,
    });
  formats.set(key, format);
  return format.format(value);
}

/** Formats a number for a field in the language of the page; keeps other text unchanged. */
export function shownNumber(text: string, language: Language, field: NumberField): string {
  const value = readNumber(text, language, field);
  return value === null ? text : writeNumber(value, language, field);
}
