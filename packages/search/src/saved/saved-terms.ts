import type { Aliases } from '../words/aliases.ts';
import { isSameList } from '../store/catalogue.ts';
import { categoryTerms, documentTerms, featureTerms } from '../words/document-terms.ts';
import { codeGroup, strictTextGroups, type WordGroup } from '../query/text-groups.ts';
import type { SearchDocument } from '../types.ts';
import { ownTerms } from '../words/own-words.ts';
import type { ListedQuery } from './meets.ts';
import { valueTerms } from '../words/value-words.ts';

// Finds the word groups of saved queries from the terms of a document. Every distinct group has a number, and
// a term or its prefix leads to the groups that it satisfies.

// Separates the parts of a key; no slug contains it.
const KEY_SEPARATOR = '\u001f';

/** Precedes a term from a document's own words; no term contains it. */
const OWN = '~';
const ownGroup = (term: string): WordGroup => ({ text: OWN + term, prefix: false, variants: [], edits: 0 });

interface KnownNames {
  texts: readonly string[];
  /** Number of groups when the entry was computed. */
  groups: number;
  satisfied: readonly number[];
}

export class SavedTerms {
  readonly #numbers = new Map<string, number>();
  readonly #byTerm = new Map<string, number[]>();
  readonly #byPrefix = new Map<string, number[]>();
  #shortestPrefix = Infinity;
  #longestPrefix = 0;
  /** By category and by feature; a few hundred of each. */
  readonly #names = new Map<string, KnownNames>();
  readonly #aliases: Aliases;

  constructor(aliases: Aliases) {
    this.#aliases = aliases;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Returns the numbers of a query's groups, those of long words first, because they are rarer. */
  groupsOf({ text = '', codes = [], wholeWords, ownTerms }: ListedQuery): number[] {
    const words = [...strictTextGroups(text, this.#aliases, wholeWords), ...codes.map(codeGroup)];
    const groups = [...words, ...ownTerms.map(ownGroup)].toSorted((a, b) => b.text.length - a.text.length);
    return [...new Set(groups.map((group) => this.#number(group)))];
  }

  #number(group: WordGroup): number {
    const key = [group.prefix ? '*' : '=', group.text, ...group.variants.map(({ term }) => term)].join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    for (const term of new Set([group.text, ...group.variants.map((variant) => variant.term)])) {
      file(this.#byTerm, term, number);
    }
    if (group.prefix) {
      file(this.#byPrefix, group.text, number);
      this.#shortestPrefix = Math.min(this.#shortestPrefix, group.text.length);
      this.#longestPrefix = Math.max(this.#longestPrefix, group.text.length);
    }
    return number;
  }

  /** Returns the numbers of all groups that a document satisfies. */
  satisfiedBy(document: SearchDocument): number[] {
    const satisfied = new Set<number>();
    for (const term of documentTerms(document).keys()) this.#addGroupsWith(term, satisfied);
    const { category, subcategory, categoryTexts, features, featureTexts } = document;
    const slugsAndNames = [category.slug, category.name, subcategory?.slug ?? '', subcategory?.name ?? ''];
    const ofCategory = this.#ofNames(
      slugsAndNames[0] + KEY_SEPARATOR + slugsAndNames[2],
      [...slugsAndNames, ...categoryTexts],
      () => categoryTerms(document),
    );
    for (const number of ofCategory) satisfied.add(number);
    features.forEach((code, index) => {
      const texts = featureTexts[index] ?? [];
      const ofFeature = this.#ofNames(KEY_SEPARATOR + KEY_SEPARATOR + code, texts, () =>
        featureTerms(code, texts),
      );
      for (const number of ofFeature) satisfied.add(number);
    });
    for (const term of ownTerms(document)) {
      for (const number of this.#byTerm.get(OWN + term) ?? []) satisfied.add(number);
    }
    // Names of values match as whole words.
    for (const word of valueTerms(document)) {
      for (const number of this.#byTerm.get(word) ?? []) satisfied.add(number);
    }
    return [...satisfied];
  }

  /**
   * Returns the groups with a term of some names. Recomputes them only if the names have changed or groups
   * were added.
   */
  #ofNames(key: string, texts: readonly string[], termsOf: () => Iterable<string>): readonly number[] {
    const known = this.#names.get(key);
    if (known !== undefined && known.groups === this.size && isSameList(known.texts, texts))
      return known.satisfied;
    const satisfied = new Set<number>();
    for (const term of termsOf()) this.#addGroupsWith(term, satisfied);
    const numbers = [...satisfied];
    this.#names.set(key, { texts, groups: this.size, satisfied: numbers });
    return numbers;
  }

  #addGroupsWith(term: string, satisfied: Set<number>): void {
    for (const number of this.#byTerm.get(term) ?? []) satisfied.add(number);
    for (let length = this.#shortestPrefix; length <= Math.min(term.length, this.#longestPrefix); length++) {
      for (const number of this.#byPrefix.get(term.slice(0, length)) ?? []) satisfied.add(number);
    }
  }
}

function file(map: Map<string, number[]>, key: string, number: number): void {
  const numbers = map.get(key);
  if (numbers !== undefined) numbers.push(number);
  else map.set(key, [number]);
}
