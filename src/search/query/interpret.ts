import { readAmount, type Amount } from './amounts.ts';
import { fold } from '../../text/fold.ts';
import { UNIT_WORDS } from '../words/word-lists.ts';
import type { SearchQuery } from '../types.ts';

// Reads the unambiguous parts of what people type ("actros 2019 6x2 under 60k") as filters. What could also be
// something else stays a word: two years, a bare number, "under 500 hp", an amount in another currency than the one
// asked for.

export const DRIVE_TYPES: readonly string[] = [
  '4x2', '4x4', '6x2', '6x4', '6x6', '8x2', '8x4', '8x6', '8x8', '10x4', '10x6',
]; // prettier-ignore

export interface InterpretedFilters {
  minYear?: number;
  maxYear?: number;
  driveTypes?: string[];
  minPrice?: number;
  maxPrice?: number;
  minMileage?: number;
  maxMileage?: number;
}

export interface Interpretation {
  /** The words that remain a text search. */
  text: string;
  filters: InterpretedFilters;
}

export interface InterpretationContext {
  /** The current year; model years go up to the next one. */
  year: number;
  /** ISO code of the currency that amounts are in. */
  currency: string;
}

const YEAR_MIN = 1970;
// Below this a bare number after "under" is hardly a vehicle's price or mileage.
const BARE_AMOUNT_MIN = 3000;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const AT_MOST = words('under below max maximum upto unter hochstens < <= sotto hasta onder ponizej moins');
const AT_LEAST = words('over above min minimum uber mindestens > >= mas boven powyzej plus');
const UNTIL = words('bis until till before vor do tot jusque');
const SINCE = words('from since after ab seit nach od vanaf depuis desde');
const OPTIONAL_SECOND = words('than de als to of niz');
const TWO_WORD_AT_MOST: ReadonlySet<string> = new Set([
  'up to',
  'less than',
  'at most',
  'weniger als',
  'menos de',
]);
const TWO_WORD_AT_LEAST: ReadonlySet<string> = new Set(['more than', 'at least', 'mehr als']);
const NEWER: ReadonlySet<string> = new Set(['newer than', 'younger than', 'neuer als', 'junger als']);
const OLDER: ReadonlySet<string> = new Set(['older than', 'alter als']);
const BETWEEN = words('between zwischen');
const YEAR_LABELS = words('year baujahr bj my rok annee');
const RANGE_WORDS = words('- – to bis and und');

type Bound = 'min' | 'max';

export function parseQueryText(text: string, context: InterpretationContext): Interpretation {
  return new QueryReader(text, context).read();
}

/**
 * The query with the filters that its text contains. Explicit parameters win over those read from the text.
 */
export function interpretQuery(
  query: SearchQuery,
  context: InterpretationContext,
): { query: SearchQuery; interpreted: InterpretedFilters } {
  const { text, filters } = parseQueryText(query.text ?? '', context);
  const interpreted: InterpretedFilters = {};
  if (query.minYear === undefined && query.maxYear === undefined)
    copy(filters, interpreted, 'minYear', 'maxYear');
  if (query.minPrice === undefined && query.maxPrice === undefined) {
    copy(filters, interpreted, 'minPrice', 'maxPrice');
  }
  if (query.minMileage === undefined && query.maxMileage === undefined) {
    copy(filters, interpreted, 'minMileage', 'maxMileage');
  }
  if (!query.driveTypes?.length) copy(filters, interpreted, 'driveTypes');
  return { query: { ...query, text, ...interpreted }, interpreted };
}

function copy(
  from: InterpretedFilters,
  to: InterpretedFilters,
  ...names: (keyof InterpretedFilters)[]
): void {
  for (const name of names) if (from[name] !== undefined) Object.assign(to, { [name]: from[name] });
}

class QueryReader {
  readonly #original: readonly string[];
  readonly #folded: readonly string[];
  readonly #context: InterpretationContext;
  readonly #kept: string[] = [];
  readonly #filters: InterpretedFilters = {};
  /** All readings of a year: with several, none is used. */
  #years: { from: number; words: readonly string[]; filters: InterpretedFilters }[] = [];

  constructor(text: string, context: InterpretationContext) {
    // "<60k" and "< 60k" read alike.
    this.#original = text
      .replace(/([<>]=?)/g, ' $1 ')
      .split(/\s+/)
      .filter((word) => word !== '');
    this.#folded = this.#original.map(fold);
    this.#context = context;
  }

  read(): Interpretation {
    let at = 0;
    while (at < this.#folded.length) {
      const taken = this.#takeAxles(at) || this.#takeYear(at) || this.#takeBetween(at) || this.#takeBound(at);
      if (taken === 0) this.#kept.push(this.#original[at] ?? '');
      at += Math.max(1, taken);
    }
    if (this.#years.length === 1) Object.assign(this.#filters, this.#years[0]?.filters);
    else for (const { from, words: said } of this.#years.toReversed()) this.#kept.splice(from, 0, ...said);
    return { text: this.#kept.join(' '), filters: this.#filters };
  }

  #word(at: number): string {
    return this.#folded[at] ?? '';
  }

  #takeAxles(at: number): number {
    const spaced = `${this.#word(at)}${this.#word(at + 1)}${this.#word(at + 2)}`;
    const isSpaced = this.#word(at + 1) === 'x' && DRIVE_TYPES.includes(spaced);
    const written = isSpaced ? spaced : (/^(\d{1,2}x\d)(?:[/*]\d)?,?$/.exec(this.#word(at))?.[1] ?? '');
    if (!DRIVE_TYPES.includes(written)) return 0;
    const driveTypes = this.#filters.driveTypes ?? [];
    if (!driveTypes.includes(written)) this.#filters.driveTypes = [...driveTypes, written];
    return isSpaced ? 3 : 1;
  }

  #yearAt(at: number): number | undefined {
    const year = /^(?:19|20)\d\d$/.test(this.#word(at)) ? Number(this.#word(at)) : 0;
    if (year < YEAR_MIN || year > this.#context.year + 1) return undefined;
    const next = this.#word(at + 1);
    // A measure follows, or a letter that makes it a model: "F 2000". The tonne that "to" may be is none before a year.
    const isMeasured = UNIT_WORDS.has(next) && !(next === 'to' && /^(?:19|20)\d\d$/.test(this.#word(at + 2)));
    if (isMeasured || /^[€£$k]$/.test(next) || /^\p{L}$/u.test(this.#word(at - 1))) return undefined;
    return year;
  }

  #takeYear(at: number): number {
    const said = this.#word(at);
    const label = YEAR_LABELS.has(said) || BETWEEN.has(said) ? 1 : 0;
    const range = /^(\d{4})[-–](\d{4})$/.exec(said);
    if (range) return this.#noteYears(at, 1, this.#plainYear(range[1]), this.#plainYear(range[2]));
    if (/^\d{4}\+$/.test(said)) return this.#noteYears(at, 1, this.#plainYear(said.slice(0, 4)), Number.NaN);
    const two = `${said} ${this.#word(at + 1)}`;
    if (NEWER.has(two)) return this.#noteYears(at, 3, this.#yearAt(at + 2) ?? Infinity, Number.NaN);
    if (OLDER.has(two)) return this.#noteYears(at, 3, Number.NaN, this.#yearAt(at + 2) ?? Infinity);
    if (SINCE.has(said)) return this.#noteYears(at, 2, this.#yearAt(at + 1) ?? Infinity, Number.NaN);
    if (UNTIL.has(said)) return this.#noteYears(at, 2, Number.NaN, this.#yearAt(at + 1) ?? Infinity);
    const year = this.#yearAt(at + label);
    if (year === undefined) return 0;
    const until = RANGE_WORDS.has(this.#word(at + label + 1)) ? this.#yearAt(at + label + 2) : undefined;
    if (until !== undefined) return this.#noteYears(at, label + 3, year, until);
    if (BETWEEN.has(said)) return 0;
    return this.#noteYears(at, label + 1, year, year);
  }

  #plainYear(text: string | undefined): number {
    const year = Number(text);
    return year >= YEAR_MIN && year <= this.#context.year + 1 ? year : Infinity;
  }

  /** NaN means open on that side, Infinity no year after all. */
  #noteYears(at: number, count: number, min: number, max: number): number {
    if (min === Infinity || max === Infinity || min > max) return 0;
    const filters: InterpretedFilters = {};
    if (!Number.isNaN(min)) filters.minYear = min;
    if (!Number.isNaN(max)) filters.maxYear = max;
    this.#years.push({ from: this.#kept.length, words: this.#original.slice(at, at + count), filters });
    return count;
  }

  /** "between 20k and 40k", "20k-40k". */
  #takeBetween(at: number): number {
    const dashed = /^([^-–]+)[-–]([^-–]+)$/.exec(this.#word(at));
    if (dashed) {
      const [low, high] = [readAmount([dashed[1] ?? ''], 0), readAmount([dashed[2] ?? ''], 0)];
      return low && high && this.#noteRange(low, high, true) ? 1 : 0;
    }
    const opener = BETWEEN.has(this.#word(at)) ? 1 : 0;
    const low = opener === 0 ? undefined : readAmount(this.#folded, at + opener);
    if (!low || !RANGE_WORDS.has(this.#word(at + opener + low.words))) return 0;
    const high = readAmount(this.#folded, at + opener + low.words + 1);
    if (!high || !this.#noteRange(low, high, false)) return 0;
    return opener + low.words + 1 + high.words;
  }

  /** Without an opening word a range must name what it measures, or at least count in thousands. */
  #noteRange(low: Amount, high: Amount, bare: boolean): boolean {
    if (bare && high.unit === 'none' && high.value < BARE_AMOUNT_MIN) return false;
    if (low.value > high.value || (low.unit !== 'none' && low.unit !== high.unit)) return false;
    const unit = high.unit === 'none' ? low.unit : high.unit;
    const currency = high.currency ?? low.currency;
    const lowNamed: Amount = { ...low, unit, currency };
    const highNamed: Amount = { ...high, unit, currency };
    if (!this.#isPlain(lowNamed) || !this.#isPlain(highNamed)) return false;
    return this.#note('min', lowNamed) && this.#note('max', highNamed);
  }

  #takeBound(at: number): number {
    const two = `${this.#word(at)} ${this.#word(at + 1)}`;
    const bound = this.#boundAt(at, two);
    if (!bound) return 0;
    const isTwo = TWO_WORD_AT_MOST.has(two) || TWO_WORD_AT_LEAST.has(two);
    const opener = isTwo || OPTIONAL_SECOND.has(this.#word(at + 1)) ? 2 : 1;
    const amount = readAmount(this.#folded, at + opener);
    if (!amount || UNIT_WORDS.has(this.#word(at + opener + amount.words)) || !this.#isPlain(amount)) return 0;
    return this.#note(bound, amount) ? opener + amount.words : 0;
  }

  #boundAt(at: number, two: string): Bound | undefined {
    const one = this.#word(at);
    if (AT_MOST.has(one) || UNTIL.has(one) || TWO_WORD_AT_MOST.has(two)) return 'max';
    return AT_LEAST.has(one) || SINCE.has(one) || TWO_WORD_AT_LEAST.has(two) ? 'min' : undefined;
  }

  #isPlain(amount: Amount): boolean {
    if (amount.currency !== null && amount.currency !== this.#context.currency) return false;
    if (amount.unit !== 'none') return true;
    return amount.value >= BARE_AMOUNT_MIN;
  }

  #note(bound: Bound, amount: Amount): boolean {
    if (amount.unit === 'distance')
      this.#filters[bound === 'min' ? 'minMileage' : 'maxMileage'] = amount.value;
    else this.#filters[bound === 'min' ? 'minPrice' : 'maxPrice'] = amount.value;
    return true;
  }
}
