import { rateOf, toBase } from '../store/currency.ts';
import { Dictionary, NO_VALUE } from '../store/dictionary.ts';
import { distanceKm } from '../select/geo.ts';
import type { Aliases } from '../words/aliases.ts';
import { LIST_FIELDS } from './list-fields.ts';
import { SavedTerms } from './saved-terms.ts';
import { conditionsOf, meets, type ListedQuery } from './meets.ts';
import type { Condition, ExchangeRates, SearchDocument, SearchQuery } from '../types.ts';

// Encodes a saved query as 32-bit words, [kind, length, operands...] per condition: a few dozen bytes instead
// of an object, and checked without allocation.

const KIND = {
  anyOf: 1,
  category: 2,
  features: 3,
  words: 4,
  year: 5,
  mileage: 6,
  price: 7,
  circle: 8,
  other: 9,
  kind: 10,
} as const;

/** The values of one document that conditions compare with, looked up once. */
export interface DocumentFacts {
  /** By number of the list field; NO_VALUE if no query names the value. */
  values: Uint32Array;
  category: number;
  subcategory: number;
  body: number;
  hasFeature: Uint8Array;
  hasWords: Uint8Array;
  year: number;
  mileage: number;
  /** Price in base currency. */
  price: number;
  lat: number;
  lng: number;
  /** Numbers of the word groups that the document satisfies. */
  words: readonly number[];
  document: SearchDocument;
  /** Results by number of the other condition: 1 for met, 2 for not met, 0 if not yet evaluated. */
  other: Uint8Array;
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function pushDouble(row: number[], value: number): void {
  double[0] = value;
  row.push(halves[0] as number, halves[1] as number);
}

function readDouble(rows: Uint32Array, i: number): number {
  halves[0] = rows[i] as number;
  halves[1] = rows[i + 1] as number;
  return double[0] as number;
}

export class SavedConditions {
  readonly lists: readonly Dictionary[] = LIST_FIELDS.map(() => new Dictionary());
  /** Slugs of both levels. */
  readonly categories = new Dictionary();
  readonly #features = new Dictionary();
  readonly currencies = new Dictionary();
  readonly #terms: SavedTerms;
  /** Distinct conditions of any other shape. */
  readonly #others: Condition[] = [];
  readonly #otherNumbers = new Map<string, number>();
  /** Rates of `currencies`, by ordinal. */
  #rates: number[] = [];
  #exchange: ExchangeRates;

  constructor(exchange: ExchangeRates, aliases: Aliases) {
    this.#terms = new SavedTerms(aliases);
    this.#exchange = exchange;
  }

  setRates(exchange: ExchangeRates): void {
    this.#exchange = exchange;
    this.#rates = [];
  }

  encode(query: ListedQuery): number[] {
    const row: number[] = [];
    const add = (kind: number, operands: readonly number[]) => row.push(kind, operands.length, ...operands);
    // Cheap and narrow conditions first, because the first failure ends the check.
    LIST_FIELDS.forEach(({ wanted }, field) => {
      const values = wanted(query);
      if (values?.length) add(KIND.anyOf, [field, ...this.#ordinals(this.lists[field], values)]);
    });
    if (query.categories?.length) add(KIND.category, this.#ordinals(this.categories, query.categories));
    if (query.kinds?.length) add(KIND.kind, this.#ordinals(this.categories, query.kinds));
    addRange(row, KIND.year, query.minYear, query.maxYear, []);
    addRange(row, KIND.mileage, query.minMileage, query.maxMileage, []);
    addRange(row, KIND.price, query.minPrice, query.maxPrice, [this.currency(query)]);
    if (query.features?.length) add(KIND.features, this.#ordinals(this.#features, query.features));
    for (const condition of conditionsOf(query)) add(KIND.other, [this.#otherNumber(condition)]);
    const words = this.wordGroups(query);
    if (words.length > 0) add(KIND.words, words);
    const { geo } = query;
    if (geo?.radiusKm !== undefined) {
      row.push(KIND.circle, 6);
      for (const value of [geo.lat, geo.lng, geo.radiusKm]) pushDouble(row, value);
    }
    return row;
  }

  wordGroups(query: ListedQuery): number[] {
    return this.#terms.groupsOf(query);
  }

  #otherNumber(condition: Condition): number {
    const key = JSON.stringify(condition);
    const known = this.#otherNumbers.get(key);
    if (known !== undefined) return known;
    this.#otherNumbers.set(key, this.#others.length);
    return this.#others.push(condition) - 1;
  }

  #meetsOther(number: number, { document, other }: DocumentFacts): boolean {
    if (other[number] === 0)
      other[number] = meets(document, this.#others[number] as Condition, this.#exchange) ? 1 : 2;
    return other[number] === 1;
  }

  currency(query: SearchQuery): number {
    return this.currencies.add(query.currency ?? this.#exchange.base);
  }

  #ordinals(dictionary: Dictionary | undefined, values: readonly string[]): number[] {
    return values.map((value) => dictionary?.add(value) ?? NO_VALUE);
  }

  factsOf(document: SearchDocument): DocumentFacts {
    const { brand: _brand, price, lat, lng } = document;
    const words = this.#terms.satisfiedBy(document);
    const hasWords = new Uint8Array(this.#terms.size);
    for (const group of words) hasWords[group] = 1;
    const hasFeature = new Uint8Array(this.#features.size);
    for (const code of document.features) hasFeature[this.#features.find(code)] = 1;
    hasFeature[NO_VALUE] = 0;
    const isPlaced = lat !== null && lng !== null;
    return {
      values: Uint32Array.from(LIST_FIELDS, ({ read }, field) => {
        const value = read(document);
        return value === null || value === undefined
          ? NO_VALUE
          : (this.lists[field]?.find(value) ?? NO_VALUE);
      }),
      category: this.categories.find(document.category.slug),
      subcategory: document.subcategory !== null ? this.categories.find(document.subcategory.slug) : NO_VALUE,
      body: this.categories.find(document.body ?? ''),
      hasFeature,
      hasWords,
      year: document.year ?? Number.NaN,
      mileage: document.mileage ?? Number.NaN,
      price: this.#inBase(price, document),
      lat: isPlaced ? lat : Number.NaN,
      lng: isPlaced ? lng : Number.NaN,
      words,
      document,
      other: new Uint8Array(this.#others.length),
    };
  }

  /** Returns the facts of the same document at another price. */
  atPrice(facts: DocumentFacts, price: number | null): DocumentFacts {
    const document = { ...facts.document, price };
    return {
      ...facts,
      document,
      price: this.#inBase(price, document),
      other: new Uint8Array(facts.other.length),
    };
  }

  #inBase(price: number | null, { currency }: SearchDocument): number {
    return price === null ? Number.NaN : toBase(price, rateOf(this.#exchange, currency));
  }

  /** Whether a document meets every condition of a row. */
  accepts(rows: Uint32Array, start: number, end: number, facts: DocumentFacts): boolean {
    for (let i = start; i < end;) {
      const length = rows[i + 1] as number;
      if (!this.#isMet(rows, i, length, facts)) return false;
      i += 2 + length;
    }
    return true;
  }

  #isMet(rows: Uint32Array, i: number, length: number, facts: DocumentFacts): boolean {
    const from = i + 2;
    const to = from + length;
    switch (rows[i] as number) {
      case KIND.anyOf:
        return includesValue(rows, from + 1, to, facts.values[rows[from] as number] as number);
      case KIND.category:
        return (
          includesValue(rows, from, to, facts.category) || includesValue(rows, from, to, facts.subcategory)
        );
      case KIND.kind:
        return [facts.category, facts.subcategory, facts.body].some((value) =>
          includesValue(rows, from, to, value),
        );
      case KIND.features:
        return hasAll(rows, from, to, facts.hasFeature);
      case KIND.words:
        return hasAll(rows, from, to, facts.hasWords);
      case KIND.year:
        return facts.year >= readDouble(rows, from) && facts.year <= readDouble(rows, from + 2);
      case KIND.mileage:
        return facts.mileage >= readDouble(rows, from) && facts.mileage <= readDouble(rows, from + 2);
      case KIND.price: {
        const rate = this.#rateAt(rows[from + 4] as number);
        return (
          facts.price >= toBase(readDouble(rows, from), rate) &&
          facts.price <= toBase(readDouble(rows, from + 2), rate)
        );
      }
      case KIND.other:
        return this.#meetsOther(rows[from] as number, facts);
      case KIND.circle: {
        const distance = distanceKm(readDouble(rows, from), readDouble(rows, from + 2), facts.lat, facts.lng);
        return distance <= readDouble(rows, from + 4);
      }
      default:
        return false;
    }
  }

  #rateAt(currency: number): number {
    const rate = (this.#rates[currency] ??= rateOf(this.#exchange, this.currencies.value(currency)));
    return rate;
  }
}

function addRange(
  row: number[],
  kind: number,
  min: number | undefined,
  max: number | undefined,
  operands: readonly number[],
): void {
  if (min === undefined && max === undefined) return;
  row.push(kind, 4 + operands.length);
  pushDouble(row, min ?? -Infinity);
  pushDouble(row, max ?? Infinity);
  row.push(...operands);
}

function includesValue(rows: Uint32Array, from: number, to: number, value: number): boolean {
  if (value === NO_VALUE) return false;
  for (let i = from; i < to; i++) if (rows[i] === value) return true;
  return false;
}

function hasAll(rows: Uint32Array, from: number, to: number, has: Uint8Array): boolean {
  for (let i = from; i < to; i++) if (has[rows[i] as number] !== 1) return false;
  return true;
}
