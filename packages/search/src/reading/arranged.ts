import { BETWEEN, BOUNDS, LABELS, SPANS, unitOf, type Measure, type Unit } from './units.ts';
import { word, type Word } from './words.ts';

// Normalizes word order before parsing: "2019 km 400000" and "400000 km 2019" mean the same. A unit in front
// of its number is moved behind it, and the number of a norm is joined with its name: "2020 euro 6" is a year
// and a norm, not an amount.

const NORM = /^(?:[1-6][a-e]?|i{1,3}|iv|vi?[a-e]?)$/;
const NORM_NAMES: ReadonlySet<string> = new Set(['euro', 'eur']);
const NUMBER = /^\d+(?:[.,'’]\d+)*(?:k|tsd)?$/;
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$|\d(?:k|tsd)$/;
const THREE_DIGITS = /^\d{3}$/;
const DASHED = /^(\d[\d.,'’]*(?:k|tsd)?)[-–—](\d[\d.,'’]*(?:k|tsd)?)$/;
/** Words in which to look for a bound; the longest has five. */
const BOUNDED_WORDS_MAX = 6;
/**
 * Too short to count as units in front of a number: they are common words in some language, or parts of
 * names.
 */
const ONLY_BEHIND: ReadonlySet<string> = new Set([
  'to',
  't',
  'h',
  'as',
  'mi',
  'ft',
  'tl',
  'try',
  'ore',
  'ora',
  'std',
]);
/** Years and model codes have at most four digits. */
const CODE_BELOW = 10_000;
const YEARS = [1950, 2100] as const;

/** Usual values of each measure, in the unit as written. */
const USUAL: Readonly<Record<Measure, readonly [min: number, max: number]>> = {
  money: [3000, 10_000_000],
  distance: [3000, 3_000_000],
  power: [40, 1000],
  weight: [500, 100_000],
  hours: [50, 100_000],
  seats: [2, 100],
  axles: [1, 10],
};

interface Amount {
  readonly words: number;
  readonly value: number;
  readonly isGrouped: boolean;
  /** Whether it is an amount without a unit: "60k". */
  readonly isBare: boolean;
}

/** Moves each unit behind its number. */
export function arrangeUnits(words: readonly Word[]): Word[] {
  const joined = withUnitsBehindBounds(withNorms(words));
  const result: Word[] = [];
  for (let index = 0; index < joined.length;) {
    const run = runFrom(joined, index);
    result.push(...run.arranged);
    index += run.words;
  }
  return result;
}

function withNorms(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  for (let index = 0; index < words.length; index++) {
    const [current, next] = [words[index] as Word, words[index + 1]];
    const isNorm = NORM_NAMES.has(current.key) && next !== undefined && NORM.test(next.key);
    if (isNorm && !isCounted(words, index)) {
      result.push({
        ...word(current.text + next.key),
        isRefused: current.isRefused,
      });
      index++;
    } else result.push(current);
  }
  return result;
}

/**
 * "km < 400000", "ps 400 bis 500": moves the unit behind the number with the bound, or behind the second of a
 * span.
 */
function withUnitsBehindBounds(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  for (let index = 0; index < words.length;) {
    const unit = unitAt(words, index);
    const bounded = unit === undefined ? undefined : boundedFrom(words, index + 1, unit);
    if (unit === undefined || bounded === undefined || isOfTheNumberBefore(result, unit)) {
      result.push(words[index++] as Word);
      continue;
    }
    const number = index + 1 + bounded.before;
    const end = number + bounded.number;
    const digits = words.slice(number, end).map(({ text }) => text);
    result.push(...words.slice(index + 1, number), word(digits.join('') + (words[index] as Word).text));
    index = end;
  }
  return result;
}

/** Number of words of a bound and of the number after it. */
interface Bounded {
  readonly before: number;
  readonly number: number;
}

/** Reads a bound and its number, given the unit that counts them. */
function boundedFrom(words: readonly Word[], index: number, unit: Unit): Bounded | undefined {
  const texts = words.slice(index, index + BOUNDED_WORDS_MAX).map(({ text }) => text);
  const opening = BETWEEN.length(texts, 0);
  const span = spanFrom(words, index + opening, unit);
  if (span !== undefined) return { ...span, before: opening + span.before };
  const before = BOUNDS.length(texts, 0);
  const number = before === 0 ? 0 : usualWords(words, index + before, unit);
  return number === 0 || hasOwnUnit(words, index + before, number) ? undefined : { before, number };
}

/** Reads a span: "400 bis 500" and "400-500". */
function spanFrom(words: readonly Word[], index: number, unit: Unit): Bounded | undefined {
  const dashed = DASHED.exec(words[index]?.text ?? '')?.slice(1);
  if (dashed !== undefined) {
    const areUsual = dashed.every((text) => usualWords([word(text)], 0, unit) > 0);
    return areUsual ? { before: 0, number: 1 } : undefined;
  }
  const low = usualWords(words, index, unit);
  if (low === 0 || !SPANS.has(words[index + low]?.text ?? '')) return undefined;
  const before = low + 1;
  const number = usualWords(words, index + before, unit);
  return number === 0 || hasOwnUnit(words, index + before, number) ? undefined : { before, number };
}

/** Number of words of a number that is usual for the unit; 0 without one. */
function usualWords(words: readonly Word[], index: number, unit: Unit): number {
  const amount = amountAt(words, index, unit);
  return amount !== undefined && isUsual(amount, unit) ? amount.words : 0;
}

/**
 * "km < 40000 €": whether a unit follows the number. It does not count if it starts a new amount: "km <
 * 300000 euro < 40000".
 */
function hasOwnUnit(words: readonly Word[], index: number, length: number): boolean {
  const behind = index + length;
  const unit = unitOf(words[behind]?.text ?? '');
  if (unit === undefined || usualWords(words, index, unit) !== length) return false;
  return usualWords(words, behind + 1, unit) === 0 && boundedFrom(words, behind + 1, unit) === undefined;
}

/**
 * "300000 km < 40000": whether the unit belongs to the number before it, which must not have another one: "km
 * 300000 euro < 40000".
 */
function isOfTheNumberBefore(words: readonly Word[], unit: Unit): boolean {
  const last = words.length - 1;
  const before = amountAt(words, last, undefined);
  if (before === undefined || !isUsual(before, unit)) return false;
  const label = words[last - 1]?.text ?? '';
  return !isUsual(before, unitOf(label)) && LABELS.length([label], 0) === 0;
}

/** "20000 euro 6 sitze": whether "euro" ends an amount and the number after it counts seats or axles. */
function isCounted(words: readonly Word[], index: number): boolean {
  const unit = unitOf(words[index + 2]?.text ?? '');
  const amount = amountAt(words, index - 1, undefined);
  const isCount = unit?.measure === 'seats' || unit?.measure === 'axles';
  return isCount && amount !== undefined && isUsual(amount, unitOf('euro'));
}

/**
 * Reads alternating numbers and units, and moves each unit behind its number. Reads one word if there are
 * none.
 */
function runFrom(words: readonly Word[], start: number): { words: number; arranged: readonly Word[] } {
  const amounts: Amount[] = [];
  const begins: number[] = [];
  const units: Unit[] = [];
  const beginsWithUnit = unitAt(words, start) !== undefined;
  let index = start;
  for (let isUnitDue = beginsWithUnit; ; isUnitDue = !isUnitDue) {
    if (isUnitDue) {
      const unit = unitAt(words, index);
      if (unit === undefined) break;
      units.push(unit);
      index++;
    } else {
      const amount = amountAt(words, index, units.at(-1));
      if (amount === undefined) break;
      amounts.push(amount);
      begins.push(index);
      index += amount.words;
    }
  }
  const taken = Math.max(1, index - start);
  const asTyped = { words: taken, arranged: words.slice(start, start + taken) };
  const [first, ...otherAmounts] = amounts;
  const known = first && isExplained(words, start) ? [{ ...first, isBare: true }, ...otherAmounts] : amounts;
  const leading = leadingFrom(known, units, beginsWithUnit);
  if (leading === undefined) return asTyped;
  const result: Word[] = [];
  amounts.forEach((amount, number) => {
    const begin = begins[number] as number;
    const typed = words.slice(begin, begin + amount.words);
    if (number < leading)
      result.push(...typed, ...(number + 1 < leading ? [words[begin + amount.words] as Word] : []));
    else result.push(...typed, words[begin - 1] as Word);
  });
  return { words: taken, arranged: result };
}

/**
 * Returns the first number with its unit in front; undefined without one. A unit between two numbers belongs
 * to the first, unless only the second can have that unit. The number left without a unit is then a year or a
 * code.
 */
function leadingFrom(
  amounts: readonly Amount[],
  units: readonly Unit[],
  beginsWithUnit: boolean,
): number | undefined {
  const [first] = amounts;
  if (first === undefined || units.length === 0) return undefined;
  if (beginsWithUnit) {
    const areAll =
      amounts.length === units.length && amounts.every((amount, index) => isUsual(amount, units[index]));
    return areAll ? 0 : undefined;
  }
  if (amounts.length === units.length) return undefined;
  for (let bare = amounts.length - 1; bare >= 0; bare--) {
    const isFitting = amounts.every((amount, index) => {
      if (index === bare) return amount.isBare || (amount.value < CODE_BELOW && !amount.isGrouped);
      return isUsual(amount, units[index < bare ? index : index - 1]);
    });
    if (isFitting) return bare + 1 < amounts.length ? bare + 1 : undefined;
  }
  return undefined;
}

/** "km-stand 400000", "under 60000": whether the previous word explains the number. */
function isExplained(words: readonly Word[], index: number): boolean {
  const before = [words[index - 1]?.text ?? ''];
  return LABELS.length(before, 0) > 0 || BOUNDS.length(before, 0) > 0;
}

function unitAt(words: readonly Word[], index: number): Unit | undefined {
  const text = words[index]?.text ?? '';
  return ONLY_BEHIND.has(text) ? undefined : unitOf(text);
}

/** Reads an amount. "400 000" is one number after a unit that can count that far. */
function amountAt(words: readonly Word[], index: number, unit: Unit | undefined): Amount | undefined {
  const text = words[index]?.text ?? '';
  if (!NUMBER.test(text)) return undefined;
  let digits = text.replace(/k$|tsd$/, '');
  const isGrouped = GROUPED.test(text);
  digits = isGrouped ? digits.replace(/[.,'’]/g, '') : digits.replace(',', '.');
  let groups = 0;
  const mayJoin = /^\d{1,3}$/.test(text) && (unit?.measure === 'money' || unit?.measure === 'distance');
  while (mayJoin && THREE_DIGITS.test(words[index + 1 + groups]?.text ?? ''))
    digits += words[index + 1 + groups++]?.text ?? '';
  const saysThousand = /(?:k|tsd)$/.test(text);
  const value = Number(digits) * (saysThousand ? 1000 : 1);
  return { words: 1 + groups, value, isGrouped: isGrouped || groups > 0, isBare: saysThousand };
}

function isUsual({ value, isGrouped }: Amount, unit: Unit | undefined): boolean {
  if (unit === undefined) return false;
  const [min, max] = USUAL[unit.measure];
  const inUnits = unit.measure === 'money' || unit.measure === 'power' ? value : value * unit.factor;
  const isYear = !isGrouped && unit.factor === 1 && value >= YEARS[0] && value < YEARS[1];
  return inUnits >= min && inUnits <= max && !isYear;
}
