import { categoryTerms, featureTerms, ownFeatureTerms } from '../words/document-terms.ts';
import { Dictionary, NO_VALUE } from './dictionary.ts';
import { FIELD, FIELD_COUNT, type Field } from './fields.ts';
import { modelKey, placeKey } from '../../text/fold.ts';
import { Lexicon } from '../words/lexicon.ts';
import { TUPLE_FIELDS, TupleDictionary } from './tuples.ts';
import { NUMBER_TRAITS, VALUE_TRAITS, type SearchDocument, type Traits } from '../types.ts';
import { ValueNames } from '../words/value-words.ts';

// Everything that documents share: the dictionaries of their fields, the terms, and which terms stand in the names of
// which categories and features.

// Between the parts of a dictionary key; in no slug or name.
export const KEY_SEPARATOR = '\u001f';

export interface NameTerms {
  /** Ordinals in the dictionary of category name lists. */
  categories: number[];
  /** Ordinals in the dictionary of features. */
  features: number[];
  /** Of those, the ones that are called so by the name that listings show. */
  ownFeatures: number[];
}

const NO_NAMES: NameTerms = { categories: [], features: [], ownFeatures: [] };

type CategoryNaming = Pick<SearchDocument, 'category' | 'subcategory' | 'categoryTexts'>;

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((text, at) => text === b[at]));
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
  /** A feature's code with one list of its names; the code alone finds them all by `featuresByCode`. */
  readonly features = new Dictionary();
  readonly tuples: readonly TupleDictionary[] = TUPLE_FIELDS.map(
    ({ column, members }) => new TupleDictionary(column, members),
  );
  readonly lexicon = new Lexicon();
  readonly valueNames = new ValueNames(this.fields);
  /** The names each category and feature came with last: nearly always those it comes with next. */
  readonly #lastCategoryNames = new Map<string, { naming: CategoryNaming; ordinal: number }>();
  readonly #lastFeatures = new Map<string, { texts: readonly string[]; ordinal: number }>();
  readonly #featuresByCode = new Map<string, number[]>();
  readonly #nameTerms = new Map<number, NameTerms>();
  /** A few thousand words, put in order of spelling when a prefix is looked for after new ones have come. */
  readonly #nameSpellings: [spelling: string, term: number][] = [];
  #namesInOrder = 0;

  field(field: Field): Dictionary {
    return this.fields[field] as Dictionary;
  }

  get(field: Field, value: string | null | undefined, label?: string): number {
    return this.field(field).add(value, label);
  }

  /** The ordinals of a document's fields, into `row`. */
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
    row[FIELD.fuelType] = this.get(FIELD.fuelType, document.fuelType);
    row[FIELD.transmission] = this.get(FIELD.transmission, document.transmission);
    row[FIELD.country] = this.get(FIELD.country, document.country);
    row[FIELD.driveType] = this.get(FIELD.driveType, document.driveType);
    row[FIELD.euroStandard] = this.get(FIELD.euroStandard, document.euroStandard);
    row[FIELD.condition] = this.get(FIELD.condition, document.condition);
    row[FIELD.categoryNames] = this.#categoryNames(document);
    row[FIELD.model] = this.get(FIELD.model, model === null ? null : modelKey(model));
    row[FIELD.region] = this.get(FIELD.region, document.region === null ? null : placeKey(document.region));
    row[FIELD.city] = this.get(FIELD.city, document.city === null ? null : placeKey(document.city));
    row[FIELD.seller] = this.get(FIELD.seller, document.sellerId, document.sellerName ?? undefined);
    row[FIELD.brandModel] = this.#brandModel(brand?.slug, model);
    row[FIELD.currency] = this.get(FIELD.currency, document.currency);
    this.#readTraits(document.traits, row);
    for (const tuples of this.tuples) row[tuples.column] = tuples.add(row);
  }

  #readTraits(traits: Traits | undefined, row: Uint32Array): void {
    for (const name of NUMBER_TRAITS) {
      const number = traits?.[name];
      row[FIELD[name]] = this.get(
        FIELD[name],
        number === null || number === undefined ? null : String(number),
      );
    }
    for (const name of VALUE_TRAITS) {
      const value = traits?.[name];
      row[FIELD[name]] = this.get(FIELD[name], value ? placeKey(value) : null);
    }
  }

  /** The features of a document, without repeats. */
  readFeatures(document: SearchDocument): number[] {
    const ordinals = new Set<number>();
    const codes = new Set<string>();
    document.features.forEach((code, at) => {
      if (codes.has(code)) return;
      codes.add(code);
      ordinals.add(this.#feature(code, document.featureTexts[at] ?? []));
    });
    return [...ordinals];
  }

  featuresOf(code: string): readonly number[] {
    return this.#featuresByCode.get(code) ?? [];
  }

  namesWith(term: number): NameTerms {
    return this.#nameTerms.get(term) ?? NO_NAMES;
  }

  isNamed(term: number): boolean {
    return this.#nameTerms.has(term);
  }

  /** Terms of names that begin with a text. */
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
    for (let at = low; names[at]?.[0].startsWith(prefix); at++) found.push(names[at]?.[1] ?? 0);
    return found;
  }

  #categoryNames(naming: CategoryNaming): number {
    const slugs = naming.category.slug + KEY_SEPARATOR + (naming.subcategory?.slug ?? '');
    const last = this.#lastCategoryNames.get(slugs);
    if (last !== undefined && isSameNaming(last.naming, naming)) return last.ordinal;
    const ordinal = this.#addCategoryNames(naming);
    const { category, subcategory, categoryTexts } = naming;
    this.#lastCategoryNames.set(slugs, { naming: { category, subcategory, categoryTexts }, ordinal });
    return ordinal;
  }

  #addCategoryNames(naming: CategoryNaming): number {
    const { category, subcategory, categoryTexts } = naming;
    const own = [category.slug, category.name, subcategory?.slug ?? '', subcategory?.name ?? ''];
    const key = [...own, ...categoryTexts].join(KEY_SEPARATOR);
    const dictionary = this.field(FIELD.categoryNames);
    const known = dictionary.find(key);
    if (known !== NO_VALUE) return known;
    const ordinal = dictionary.add(key);
    for (const term of categoryTerms(naming)) this.#namesFor(term).categories.push(ordinal);
    return ordinal;
  }

  #feature(code: string, texts: readonly string[]): number {
    const last = this.#lastFeatures.get(code);
    if (last !== undefined && isSameList(last.texts, texts)) return last.ordinal;
    const ordinal = this.#addFeature(code, texts);
    this.#lastFeatures.set(code, { texts, ordinal });
    return ordinal;
  }

  #addFeature(code: string, texts: readonly string[]): number {
    const key = [code, ...texts].join(KEY_SEPARATOR);
    const known = this.features.find(key);
    if (known !== NO_VALUE) return known;
    const ordinal = this.features.add(key, code);
    const sameCode = this.#featuresByCode.get(code);
    if (sameCode !== undefined) sameCode.push(ordinal);
    else this.#featuresByCode.set(code, [ordinal]);
    for (const term of featureTerms(code, texts)) this.#namesFor(term).features.push(ordinal);
    for (const term of ownFeatureTerms(code, texts)) this.#namesFor(term).ownFeatures.push(ordinal);
    return ordinal;
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
    // The first spelling of a model is the one shown.
    const dictionary = this.field(FIELD.brandModel);
    const known = dictionary.find(brand + KEY_SEPARATOR + key);
    return known === NO_VALUE ? dictionary.add(brand + KEY_SEPARATOR + key, model) : known;
  }

  /** Brand slug of a brandModel ordinal. */
  brandOf(brandModel: number): string {
    const key = this.field(FIELD.brandModel).value(brandModel);
    return key.slice(0, key.indexOf(KEY_SEPARATOR));
  }

  /** Puts back a dictionary as it was, ordinal by ordinal, with what follows from it. */
  restoreCategoryNames(keys: readonly string[]): void {
    for (const key of keys) {
      const [slug = '', name = '', subSlug = '', subName = '', ...categoryTexts] = key.split(KEY_SEPARATOR);
      const ordinal = this.field(FIELD.categoryNames).add(key);
      const subcategory = subSlug === '' ? null : { slug: subSlug, name: subName };
      const terms = categoryTerms({ category: { slug, name }, subcategory, categoryTexts });
      for (const term of terms) this.#namesFor(term).categories.push(ordinal);
    }
  }

  restoreFeatures(keys: readonly string[]): void {
    for (const key of keys) {
      const [code = '', ...texts] = key.split(KEY_SEPARATOR);
      this.#feature(code, texts);
    }
  }
}
