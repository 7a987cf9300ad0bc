import { categoryTerms, featureTerms, ownFeatureTerms } from '../words/document-terms.ts';
import { Dictionary, NO_VALUE } from './dictionary.ts';
import { FIELD, FIELD_COUNT, type Field } from './fields.ts';
import { modelKey as toModelKey, placeKey as toPlaceKey } from '@fifthwheel/text/fold';
import { memoized } from '../words/memoized.ts';
import { Lexicon } from '../words/lexicon.ts';
import { TUPLE_FIELDS, TupleDictionary } from './tuples.ts';
import { NUMBER_DIMENSIONS, VALUE_DIMENSIONS, valueKey } from '../dimensions.ts';
import type { Names, SearchDocument } from '../types.ts';
import { ValueNames } from '../words/value-words.ts';

// The data that documents share: dictionaries of their fields, the terms, and which categories and features
// have a term in their names. Documents refer to it, so a rename changes only this.

const modelKey = memoized(toModelKey);
const placeKey = memoized(toPlaceKey);

// Separates the parts of a dictionary key; no slug or name contains it.
export const KEY_SEPARATOR = '\u001f';

export interface NameTerms {
  /** Ordinals in the dictionary of category and subcategory pairs. */
  categories: number[];
  /** Ordinals in the dictionary of features. */
  features: number[];
  /** The features of these whose displayed name contains the term. */
  ownFeatures: number[];
}

const NO_NAMES: NameTerms = { categories: [], features: [], ownFeatures: [] };

type CategoryNaming = Pick<SearchDocument, 'category' | 'subcategory' | 'categoryTexts'>;

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((text, index) => text === b[index]));
}

function isSameNaming(a: CategoryNaming, b: CategoryNaming): boolean {
  return (
    a.category.name === b.category.name &&
    a.subcategory?.name === b.subcategory?.name &&
    isSameList(a.categoryTexts, b.categoryTexts)
  );
}

export class Catalogue {
  readonly fields: readonly Dictionary[] = Array.from({ length: FIELD_COUNT }, () => new Dictionary());
  /** Codes; a label has the names, like the labels of category names. */
  readonly features = new Dictionary();
  readonly tuples: readonly TupleDictionary[] = TUPLE_FIELDS.map(
    ({ column, members }) => new TupleDictionary(column, members),
  );
  readonly lexicon = new Lexicon();
  readonly valueNames = new ValueNames(this.fields);
  /** Names by ordinal: of a category and subcategory pair, and of a feature. */
  readonly #categoryNamings: CategoryNaming[] = [];
  readonly #featureTexts: (readonly string[])[] = [];
  readonly #nameTerms = new Map<number, NameTerms>();
  /** A few thousand words, sorted again on the first prefix search after new ones were added. */
  #nameSpellings: [spelling: string, term: number][] = [];
  #namesInOrder = 0;
  /** Incremented when existing names change. */
  namesVersion = 0;

  field(field: Field): Dictionary {
    return this.fields[field] as Dictionary;
  }

  get(field: Field, value: string | null | undefined, label?: string): number {
    return this.field(field).add(value, label);
  }

  /** Writes the ordinals of a document's fields to `row`. */
  readFields(document: SearchDocument, row: Uint32Array): void {
    const { brand, model } = document;
    row[FIELD.category] = this.get(FIELD.category, document.category.slug, document.category.name);
    row[FIELD.subcategory] = this.get(
      FIELD.subcategory,
      document.subcategory?.slug,
      document.subcategory?.name,
    );
    row[FIELD.body] = this.get(FIELD.body, document.body);
    row[FIELD.brand] = this.get(FIELD.brand, brand?.slug, brand?.name);
    row[FIELD.year] = this.get(FIELD.year, document.year === null ? null : String(document.year));
    row[FIELD.country] = this.get(FIELD.country, document.country);
    row[FIELD.categoryNames] = this.#categoryNames(document);
    row[FIELD.model] = this.get(FIELD.model, model === null ? null : modelKey(model));
    row[FIELD.region] = this.get(FIELD.region, document.region === null ? null : placeKey(document.region));
    row[FIELD.city] = this.get(FIELD.city, document.city === null ? null : placeKey(document.city));
    row[FIELD.seller] = this.get(FIELD.seller, document.sellerId, document.sellerName ?? undefined);
    row[FIELD.brandModel] = this.#brandModel(brand?.slug, model);
    row[FIELD.currency] = this.get(FIELD.currency, document.currency);
    this.#readDimensions(document, row);
    for (const tuples of this.tuples) row[tuples.column] = tuples.add(row);
  }

  #readDimensions({ values, numbers }: SearchDocument, row: Uint32Array): void {
    for (const name of NUMBER_DIMENSIONS) {
      const number = numbers[name];
      row[FIELD[name]] = this.get(
        FIELD[name],
        number === null || number === undefined ? null : String(number),
      );
    }
    for (const name of VALUE_DIMENSIONS) {
      const value = values[name];
      row[FIELD[name]] = this.get(FIELD[name], value ? valueKey(name, value, placeKey) : null);
    }
  }

  /** Returns the ordinals of a document's features, without duplicates. */
  readFeatures(document: SearchDocument): number[] {
    const ordinals = new Set<number>();
    const codes = new Set<string>();
    document.features.forEach((code, index) => {
      if (codes.has(code)) return;
      codes.add(code);
      ordinals.add(this.#feature(code, document.featureTexts[index] ?? []));
    });
    return [...ordinals];
  }

  /** Replaces names. Documents are not touched: the cost depends only on the number of changed names. */
  setNames(names: Names): void {
    // Ordinals begin after NO_VALUE.
    for (const naming of this.#categoryNamings.slice(NO_VALUE + 1))
      this.#categoryNames(currentNaming(naming, names));
    for (const field of [FIELD.category, FIELD.subcategory])
      this.#relabel(field, (slug) => names.category(slug)?.name);
    this.#relabel(FIELD.brand, (slug) => names.brand(slug));
    for (const code of this.features.entries().values) {
      const texts = names.feature(code);
      if (texts !== undefined) this.#feature(code, texts);
    }
  }

  #relabel(field: Field, nameOf: (value: string) => string | undefined): void {
    const dictionary = this.field(field);
    for (const value of dictionary.entries().values) {
      const name = nameOf(value);
      if (name !== undefined) dictionary.add(value, name);
    }
  }

  namesWith(term: number): NameTerms {
    return this.#nameTerms.get(term) ?? NO_NAMES;
  }

  isNamed(term: number): boolean {
    return this.#nameTerms.has(term);
  }

  /** Returns terms of names that begin with a text. */
  namedWithPrefix(prefix: string): number[] {
    const names = this.#nameSpellings;
    if (this.#namesInOrder !== names.length) {
      names.sort(([a], [b]) => (a < b ? -1 : 1));
      this.#namesInOrder = names.length;
    }
    let low = 0;
    let high = names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((names[middle]?.[0] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let index = low; names[index]?.[0].startsWith(prefix); index++) found.push(names[index]?.[1] ?? 0);
    return found;
  }

  #categoryNames(naming: CategoryNaming): number {
    const dictionary = this.field(FIELD.categoryNames);
    const known = dictionary.find(pairKey(naming));
    const before = known === NO_VALUE ? undefined : this.#categoryNamings[known];
    if (before !== undefined && isSameNaming(before, naming)) return known;
    const { category, subcategory, categoryTexts } = naming;
    const label = [category.name, subcategory?.name ?? '', ...categoryTexts].join(KEY_SEPARATOR);
    const ordinal = dictionary.add(pairKey(naming), label);
    this.#categoryNamings[ordinal] = { category, subcategory, categoryTexts };
    this.#rename(
      'categories',
      ordinal,
      before === undefined ? null : categoryTerms(before),
      categoryTerms(naming),
    );
    return ordinal;
  }

  #feature(code: string, texts: readonly string[]): number {
    const known = this.features.find(code);
    const before = known === NO_VALUE ? undefined : this.#featureTexts[known];
    if (before !== undefined && isSameList(before, texts)) return known;
    const ordinal = this.features.add(code, texts.join(KEY_SEPARATOR));
    this.#featureTexts[ordinal] = texts;
    this.#rename(
      'features',
      ordinal,
      before === undefined ? null : featureTerms(code, before),
      featureTerms(code, texts),
    );
    this.#rename(
      'ownFeatures',
      ordinal,
      before === undefined ? null : ownFeatureTerms(code, before),
      ownFeatureTerms(code, texts),
    );
    return ordinal;
  }

  /** @param before null for a new entry, which no document refers to yet */
  #rename(
    kind: keyof NameTerms,
    ordinal: number,
    before: ReadonlySet<string> | null,
    after: ReadonlySet<string>,
  ): void {
    for (const term of after) if (before?.has(term) !== true) this.#namesFor(term)[kind].push(ordinal);
    if (before === null) return;
    for (const term of before) if (!after.has(term)) this.#unname(kind, ordinal, term);
    this.namesVersion++;
  }

  #unname(kind: keyof NameTerms, ordinal: number, term: string): void {
    const index = this.lexicon.find(term);
    const names = this.#nameTerms.get(index);
    if (names === undefined) return;
    names[kind] = names[kind].filter((named) => named !== ordinal);
    // The terms of `ownFeatures` are a subset of those of `features`.
    if (names.categories.length > 0 || names.features.length > 0) return;
    this.#nameTerms.delete(index);
    this.#nameSpellings = this.#nameSpellings.filter(([, named]) => named !== index);
    this.#namesInOrder = 0;
  }

  #namesFor(term: string): NameTerms {
    const ordinal = this.lexicon.add(term);
    let names = this.#nameTerms.get(ordinal);
    if (names === undefined) {
      names = { categories: [], features: [], ownFeatures: [] };
      this.#nameTerms.set(ordinal, names);
      this.#nameSpellings.push([term, ordinal]);
    }
    return names;
  }

  #brandModel(brand: string | undefined, model: string | null): number {
    if (brand === undefined || model === null) return NO_VALUE;
    const key = modelKey(model);
    if (key === '') return NO_VALUE;
    // Show the first spelling of a model.
    const dictionary = this.field(FIELD.brandModel);
    const known = dictionary.find(brand + KEY_SEPARATOR + key);
    return known === NO_VALUE ? dictionary.add(brand + KEY_SEPARATOR + key, model) : known;
  }

  /** Returns the brand slug of a brandModel ordinal. */
  brandOf(brandModel: number): string {
    const key = this.field(FIELD.brandModel).value(brandModel);
    return key.slice(0, key.indexOf(KEY_SEPARATOR));
  }

  /** Restores a dictionary, ordinal by ordinal, and the data derived from it. */
  restoreCategoryNames(keys: readonly string[], labels: readonly string[]): void {
    for (const [index, key] of keys.entries()) {
      const [slug = '', subSlug = ''] = key.split(KEY_SEPARATOR);
      const [name = '', subName = '', ...categoryTexts] = (labels[index] ?? '').split(KEY_SEPARATOR);
      const subcategory = subSlug === '' ? null : { slug: subSlug, name: subName };
      this.#categoryNames({ category: { slug, name }, subcategory, categoryTexts });
    }
  }

  restoreFeatures(codes: readonly string[], labels: readonly string[]): void {
    for (const [index, code] of codes.entries())
      this.#feature(code, labels[index] === '' ? [] : (labels[index] ?? '').split(KEY_SEPARATOR));
  }
}

const pairKey = ({ category, subcategory }: CategoryNaming): string =>
  category.slug + KEY_SEPARATOR + (subcategory?.slug ?? '');

function currentNaming(naming: CategoryNaming, names: Names): CategoryNaming {
  const { category, subcategory } = naming;
  const categoryNames = names.category(category.slug);
  const below = subcategory === null ? undefined : names.category(subcategory.slug);
  if (categoryNames === undefined || (subcategory !== null && below === undefined)) return naming;
  return {
    category: { slug: category.slug, name: categoryNames.name },
    subcategory:
      subcategory === null ? null : { slug: subcategory.slug, name: below?.name ?? subcategory.name },
    categoryTexts: [...categoryNames.texts, ...(below?.texts ?? [])],
  };
}
