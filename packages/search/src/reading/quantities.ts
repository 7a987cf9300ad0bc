import { readThousands } from '../query/number-names.ts';
import { DRIVE_TYPES } from '../query/drive-types.ts';
import type { Condition, NumberRange, RangeField } from '../types.ts';
import {
  BETWEEN,
  BOUNDS,
  BOUNDS_AFTER,
  LABELS,
  SPANS,
  THOUSAND,
  TO,
  unitOf,
  type Bound,
  type Label,
  type Unit,
} from './units.ts';

// Parses numbers as people write them: "under 60k", "ab baujahr 2021", "2018 or newer", "von 20000 bis 30000
// €", "300tkm", "7,5 t", "510 ps", "49 sitze". A number without any of these is ambiguous and stays a word.

export interface QuantityContext {
  /** The current year; model years go up to the next one. */
  readonly year: number;
  /** Currency of amounts that do not name one. */
  readonly currency: string;
}

export interface Quantity {
  readonly words: number;
  readonly means: Condition;
  /** Whether only the value suggests a year. */
  readonly isBareYear: boolean;
  /** Whether adjacent words bound the number: "over 400 hp". */
  readonly isBounded: boolean;
}

interface Number_ {
  readonly value: number;
  readonly unit: Unit | null;
  /** Whether it counts thousands, or has its thousands separated. */
  readonly isGrouped: boolean;
  readonly hasPlus: boolean;
  readonly words: number;
}

const YEAR_MIN = 1950;
// Older years need a word that explains them, because "1950" is a cooling unit.
const BARE_YEAR_MIN = 1970;
// A lower bare number after "under" is unlikely to be a price of a vehicle.
const BARE_AMOUNT_MIN = 3000;
// Model codes have at most four digits.
const NO_CODE_MIN = 10_000;
const SPAN_TIMES_MAX = 5;
// In Polish, "460 KM" is a power.
const KM_AS_POWER_BELOW = 1500;
const DISTANCE_WORDS_MAX = 5;
// Upper limit for round distances, and for any that is less than the power of a vehicle.
const SHORT_MAX = 300;
const SHORT_STEP = 50;
const NO_POWER_MAX = 60;
// "510 hp" and "12 t" are rounded, so they include 509 and 11,990; "about 60,000" includes slightly more.
const ROUND = 0.01;
const SEATS_ROUND = 0.04;
// "53 seats" are counted; "50" may be an estimate.
const SEATS_EXACT_MAX = 12;
const SEATS_ESTIMATED = 10;
const PRICE_ABOVE = 1.1;
const WEIGHT_BELOW = 0.9;
const WEIGHT_ABOVE = 1.15;

const NUMBER =
  /^([€£$])?(\d{1,3}(?:[.,'’]\d{3})+|\d+(?:[.,]\d{1,2})?)(?:[.,]?[-–]{1,2})?(?:[-–]?(\p{L}[\p{L}.]*|[€£$]))?(\+)?$/u;
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$/;
const RANGE = /^([€£$]?[\d.,'’]+(?:k|tsd)?)[-–—]([\d.,'’]+\p{L}*[€£$]?)$/u;
const AXLES = /^(\d{1,2}x\d)(?:[/*]\d)?,?$/;

/** Reads the quantity that begins at a folded word. */
export function readQuantity(
  words: readonly string[],
  index: number,
  context: QuantityContext,
): Quantity | undefined {
  return new QuantityReader(words, index, context).read();
}

export interface Distance {
  readonly km: number;
  /**
   * Whether it is a typical search radius: "50 km" and "100 km", but not "130 km", which is a power in
   * Poland.
   */
  readonly isShort: boolean;
  readonly words: number;
}

/** Reads a distance: "100 km", "+50 km". */
export function readDistance(texts: readonly string[], index: number): Distance | undefined {
  const isAdded = texts[index] === '+';
  const words = texts
    .slice(isAdded ? index + 1 : index, index + DISTANCE_WORDS_MAX)
    .map((text) => text.replace(/^\+/, ''));
  const number = numberAt(words, 0, false);
  if (number?.unit?.measure !== 'distance') return undefined;
  const { value, unit } = number;
  const isShort = value <= SHORT_MAX && (value <= NO_POWER_MAX || value % SHORT_STEP === 0);
  return { km: value * unit.factor, isShort, words: number.words + (isAdded ? 1 : 0) };
}

class QuantityReader {
  readonly #words: readonly string[];
  readonly #start: number;
  readonly #context: QuantityContext;

  constructor(words: readonly string[], start: number, context: QuantityContext) {
    this.#words = words;
    this.#start = start;
    this.#context = context;
  }

  read(): Quantity | undefined {
    return this.#axleFormula() ?? this.#range() ?? this.#bounded();
  }

  #axleFormula(): Quantity | undefined {
    const word = this.#words[this.#start] ?? '';
    const spaced = this.#words.slice(this.#start, this.#start + 3).join('');
    const isSpaced = this.#words[this.#start + 1] === 'x' && DRIVE_TYPES.includes(spaced);
    const formula = isSpaced ? spaced : (AXLES.exec(word)?.[1] ?? '');
    if (!DRIVE_TYPES.includes(formula)) return undefined;
    return {
      words: isSpaced ? 3 : 1,
      means: { field: 'driveType', values: [formula] },
      isBareYear: false,
      isBounded: true,
    };
  }

  /** Reads a range: "2018-2020", "between 20k and 40k", "von 100 bis 200 tkm". */
  #range(): Quantity | undefined {
    let index = this.#start;
    let label: Label | null;
    [label, index] = this.#label(index);
    const opening = BETWEEN.length(this.#words, index);
    index += opening;
    if (label === null) [label, index] = this.#label(index);
    const dashed = RANGE.exec(this.#words[index] ?? '');
    let low: Number_ | undefined;
    let high: Number_ | undefined;
    let isSpan = false;
    if (dashed) {
      low = numberAt([dashed[1] ?? ''], 0, false);
      high = numberAt([dashed[2] ?? '', ...this.#words.slice(index + 1)], 0, false);
      index += high?.words ?? 0;
    } else {
      low = numberAt(this.#words, index, true);
      const to = this.#words[index + (low?.words ?? 0)] ?? '';
      if (!low || !TO.has(to)) return undefined;
      index += low.words + 1;
      high = numberAt(this.#words, index, true);
      index += high?.words ?? 0;
      isSpan = SPANS.has(to) && isFirstOf(low, high);
      if (opening === 0 && !'-–—'.includes(to) && !isYearLike(low) && !isSpan) return undefined;
    }
    if (!low || !high) return undefined;
    const scaled = low.unit === null && high.isGrouped && !low.isGrouped && low.value < high.value / 100 ? { ...low, value: low.value * 1000 } : low; // prettier-ignore
    if (label === null && !this.#labelsNextNumber(index)) [label, index] = this.#label(index);
    const unit = high.unit ?? low.unit;
    const measure = this.#measureOf(unit, label, high, opening > 0 || isSpan || unit !== null || high.isGrouped || low.isGrouped || isYearLike(low)); // prettier-ignore
    if (measure === undefined || scaled.value > high.value) return undefined;
    const factor = unit?.factor ?? 1;
    const range = { min: scaled.value * factor, max: high.value * factor };
    return {
      words: index - this.#start,
      means: this.#condition(measure, range, unit),
      isBareYear: false,
      isBounded: true,
    };
  }

  #bounded(): Quantity | undefined {
    let index = this.#start;
    let label: Label | null;
    [label, index] = this.#label(index);
    const [bound, opening] = this.#bound(index);
    index += opening;
    if (label === null) [label, index] = this.#label(index);
    const number = numberAt(this.#words, index, bound !== null || label !== null);
    if (!number) return undefined;
    index += number.words;
    const [after, closing] = this.#boundAfter(index);
    const side = bound ?? (number.hasPlus ? 'min' : after);
    if (bound === null) index += closing;
    if (label === null && !this.#labelsNextNumber(index)) [label, index] = this.#label(index);
    const measure = this.#measureOf(number.unit, label, number, side !== null);
    if (measure === undefined) return undefined;
    const value = number.value * (number.unit?.factor ?? 1);
    const isBareYear = measure === 'year' && side === null && label === null;
    const range = side === null ? usualRange(measure, value) : { [side]: value };
    return { words: index - this.#start, means: this.#condition(measure, range, number.unit, side !== null), isBareYear, isBounded: side !== null }; // prettier-ignore
  }

  #bound(index: number): [Bound | null, number] {
    const found = BOUNDS.find(this.#words, index);
    return [found?.meaning ?? null, found?.words ?? 0];
  }

  #boundAfter(index: number): [Bound | null, number] {
    const found = BOUNDS_AFTER.find(this.#words, index);
    return [found?.meaning ?? null, found?.words ?? 0];
  }

  #label(index: number): [Label | null, number] {
    const found = LABELS.find(this.#words, index);
    return [found?.meaning ?? null, index + (found?.words ?? 0)];
  }

  /** Whether a label belongs to the next number: "1845 km-stand 400000", "fh 500 baujahr 2019". */
  #labelsNextNumber(index: number): boolean {
    const [label, next] = this.#label(index);
    if (label === null) return false;
    const number = numberAt(this.#words, next + this.#bound(next)[1], true);
    if (number === undefined) return false;
    if (label === 'year') return isYearLike(number);
    return number.unit === null ? !isYearLike(number) : number.unit.measure === label;
  }

  #measureOf(
    unit: Unit | null,
    label: Label | null,
    number: Number_,
    isExplicit: boolean,
  ): RangeField | 'weight' | undefined {
    if (label === 'payload') return 'payloadKg';
    if (unit !== null) {
      if (
        unit.measure === 'distance' &&
        unit.factor === 1 &&
        number.value < KM_AS_POWER_BELOW &&
        !number.isGrouped
      )
        return 'powerHp';
      return ({ money: 'price', distance: 'mileage', power: 'powerHp', weight: 'weight', hours: 'operatingHours', seats: 'seats', axles: 'axles' } as const)[unit.measure]; // prettier-ignore
    }
    if (label === 'year' || (label === null && isYearLike(number))) {
      const oldest = label === null && !isExplicit ? BARE_YEAR_MIN : YEAR_MIN;
      return number.value >= oldest && number.value <= this.#context.year + 1 ? 'year' : undefined;
    }
    if (label !== null) return ({ money: 'price', distance: 'mileage', power: 'powerHp', weight: 'weight', hours: 'operatingHours' } as const)[label]; // prettier-ignore
    if (isExplicit) return number.value >= BARE_AMOUNT_MIN ? 'price' : undefined;
    return number.isGrouped && this.#hasThousandWord() ? 'price' : undefined;
  }

  /** Whether the thousands are a word: "60k" is an amount, but "18.440" is a model. */
  #hasThousandWord(): boolean {
    const nextWords = this.#words.slice(this.#start, this.#start + 3);
    if (!/\d/.test(nextWords[0] ?? '')) return false;
    return nextWords.some((word) => THOUSAND.has(word) || /\d(?:k|tsd|tys)\b/.test(word));
  }

  #condition(
    measure: RangeField | 'weight',
    range: NumberRange,
    unit: Unit | null,
    isExact = true,
  ): Condition {
    if (measure === 'price')
      return { range: 'price', ...range, currency: unit?.currency ?? this.#context.currency };
    if (measure !== 'weight') return { range: measure, ...range };
    const { min, max } = range;
    const operating =
      isExact || min === undefined || max === undefined ? range : aboutWeight((min + max) / 2);
    return {
      any: [
        { range: 'grossWeightKg', ...range },
        { range: 'operatingWeightKg', ...operating },
      ],
    };
  }
}

const aboutWeight = (kg: number): NumberRange => ({ min: kg * WEIGHT_BELOW, max: kg * WEIGHT_ABOVE });

function isYearLike({ value, isGrouped, unit }: Number_): boolean {
  return unit === null && !isGrouped && Number.isInteger(value) && value >= YEAR_MIN && value < 2100;
}

/**
 * Whether the number starts a span: "400 bis 500 ps", "20000 to 40000", but not "actros 1845 bis 40000 €",
 * whose first number is a model.
 */
function isFirstOf({ value, unit }: Number_, high: Number_ | undefined): boolean {
  if (unit !== null || high === undefined || value >= high.value) return false;
  return value >= NO_CODE_MIN || (high.unit !== null && value * SPAN_TIMES_MAX >= high.value);
}

/** Returns the range of a number without a bound. */
function usualRange(measure: RangeField | 'weight', value: number): NumberRange {
  const about = (share: number) => ({
    min: Math.ceil(value * (1 - share)),
    max: Math.floor(value * (1 + share)),
  });
  switch (measure) {
    case 'price':
      return { max: Math.round(value * PRICE_ABOVE) };
    case 'mileage':
    case 'operatingHours':
    case 'coolingHours':
      return { max: value };
    case 'payloadKg':
    case 'standingPlaces':
    case 'europallets':
    case 'loadLengthMm':
    case 'loadVolumeM3':
    case 'tankVolumeL':
    case 'liftingCapacityKg':
    case 'liftingHeightMm':
      return { min: value };
    case 'powerHp':
    case 'weight':
      return about(ROUND);
    case 'seats':
      return value <= SEATS_EXACT_MAX || value % SEATS_ESTIMATED !== 0
        ? { min: value, max: value }
        : about(SEATS_ROUND);
    case 'year':
    case 'axles':
    case 'grossWeightKg':
    case 'operatingWeightKg':
      return { min: value, max: value };
  }
}

function numberAt(words: readonly string[], index: number, mayJoin: boolean): Number_ | undefined {
  const match = NUMBER.exec(words[index] ?? '');
  if (!match) return namedNumber(words, index);
  const [, sign, digits = '', tail = '', plus] = match;
  let value = GROUPED.test(digits) ? Number(digits.replace(/[.,'’]/g, '')) : Number(digits.replace(',', '.'));
  let isGrouped = GROUPED.test(digits);
  let taken = 1;
  let unit = sign === undefined ? null : (unitOf(sign) ?? null);
  if (tail !== '') {
    const name = tail.replace(/\.$/, '');
    const thousand = /^(k|tsd|tys)(.*)$/.exec(name);
    const named = unitOf(name);
    const ofThousand = unitOf(thousand?.[2] ?? '');
    if (named !== undefined) unit = named;
    else if (THOUSAND.has(name) || ofThousand !== undefined || thousand?.[2] === '') {
      value *= 1000;
      isGrouped = true;
      unit = ofThousand ?? unit;
    } else return undefined;
  } else if (/^\d{1,3}$/.test(digits)) {
    // "60 000": following groups of three belong to the number if it is clearly an amount.
    let groups = 0;
    while (/^\d{3}$/.test(words[index + 1 + groups] ?? '')) groups++;
    const follows = words[index + 1 + groups] ?? '';
    const lastIsAmount = /^\d{3}(?:\p{L}+|[€£$])$/u.exec(follows);
    if (groups > 0 && (mayJoin || unitOf(follows) !== undefined)) {
      value = Number(digits + words.slice(index + 1, index + 1 + groups).join(''));
      taken += groups;
      isGrouped = true;
    } else if (lastIsAmount && groups === 0) {
      const rest = numberAt(words, index + 1, false);
      if (rest?.unit) return { ...rest, value: value * 1000 + rest.value, isGrouped: true, words: 2 };
    }
  }
  for (let next = words[index + taken] ?? ''; ; next = words[index + taken] ?? '') {
    const name = next.replace(/\.$/, '');
    if (THOUSAND.has(name) && !isGrouped) {
      value *= 1000;
      isGrouped = true;
    } else if (name === 'to' && /^\d/.test(words[index + taken + 1] ?? '')) break;
    else if (unit === null) {
      const named = unitOf(name);
      if (named === undefined) break;
      unit = named;
    } else break;
    taken++;
  }
  return { value, unit, isGrouped, hasPlus: plus !== undefined, words: taken };
}

function namedNumber(words: readonly string[], index: number): Number_ | undefined {
  const named = readThousands(words, index);
  if (!named) return undefined;
  const unit = unitOf(words[index + named.words] ?? '') ?? null;
  return { value: named.value, unit, isGrouped: true, hasPlus: false, words: named.words + (unit ? 1 : 0) };
}
