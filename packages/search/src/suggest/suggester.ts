import { Aliases } from '../words/aliases.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { FIELD, type Field } from '../store/fields.ts';
import {
  hasNearPrefix,
  compareRated,
  forgivesTypo,
  nearnessOf,
  suggestibleBrand,
  suggestibleModel,
  wordsOf,
  type Rated,
  type Suggestible,
} from './suggest.ts';
import type { Suggestion } from '../types.ts';
import { WordIndex } from './word-index.ts';

// Suggests from an index of the words of brands and models. Names are added as they occur and stay; those
// without a live listing are skipped.

interface Entry extends Suggestible {
  field: Field;
  ordinal: number;
}

export class Suggester {
  readonly #catalogue: Catalogue;
  #entries: Entry[] = [];
  #index = new WordIndex();
  /** The brands' models, by ordinal of the brand, for a brand that is typed in full. */
  #modelsByBrand = new Map<string, number[]>();
  /** Number of dictionary entries that were read, and number of brand renames at that time. */
  #brandsRead = 1;
  #modelsRead = 1;
  #renames = 0;
  #aliases = Aliases.builtIn;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  setAliases(aliases: Aliases): void {
    this.#aliases = aliases;
    this.#reset(this.#renames);
  }

  suggest(typed: string, limit: number): Suggestion[] {
    const words = wordsOf(typed);
    if (words.length === 0) return [];
    this.#catchUp();
    let rated = this.#rate(this.#findByPrefix(words), words);
    // Typos rank last, so search for them only if there is room.
    if (rated.length < limit && words.some(forgivesTypo)) {
      rated = this.#rate(new Set([...this.#findByPrefix(words), ...this.#findSimilar(words)]), words);
    }
    return rated
      .toSorted(compareRated)
      .slice(0, limit)
      .map(({ candidate }) => this.#toSuggestion(candidate as Entry));
  }

  #rate(candidates: Iterable<number>, words: readonly string[]): Rated[] {
    const rated: Rated[] = [];
    for (const index of candidates) {
      const candidate = this.#entries[index] as Entry;
      const count = this.#catalogue.field(candidate.field).live[candidate.ordinal] as number;
      if (count <= 0) continue;
      const nearness = nearnessOf(candidate, words);
      if (nearness !== undefined) rated.push({ candidate, nearness, count });
    }
    return rated;
  }

  /**
   * Returns the entries that have a word with the rarest typed word as a prefix, or with all typed words
   * written together.
   */
  #findByPrefix(words: readonly string[]): Set<number> {
    const compact = words.join('');
    const found = new Set(this.#index.beginningWith(compact));
    for (const index of this.#modelsByBrand.get(compact) ?? []) found.add(index);
    const runs = words.map((word) => this.#index.beginningWith(word));
    if (words.length > 1) for (const index of runs.flat()) found.add(index);
    return found;
  }

  #findSimilar(words: readonly string[]): number[] {
    return words.flatMap((word) => (forgivesTypo(word) ? this.#index.near(word, hasNearPrefix) : []));
  }

  #toSuggestion({ suggestion, field, ordinal }: Entry): Suggestion {
    return { ...suggestion, value: this.#catalogue.field(field).label(ordinal) };
  }

  #catchUp(): void {
    const brands = this.#catalogue.field(FIELD.brand);
    const models = this.#catalogue.field(FIELD.brandModel);
    if (this.#renames !== brands.renamed.length) this.#reset(brands.renamed.length);
    for (; this.#brandsRead < brands.size; this.#brandsRead++) {
      const brand = { slug: brands.value(this.#brandsRead), name: brands.label(this.#brandsRead) };
      this.#add({ ...suggestibleBrand(brand, this.#aliases), field: FIELD.brand, ordinal: this.#brandsRead });
    }
    for (; this.#modelsRead < models.size; this.#modelsRead++) {
      const slug = this.#catalogue.brandOf(this.#modelsRead);
      const brand = { slug, name: brands.label(brands.find(slug)) };
      const model = { brand: slug, value: models.label(this.#modelsRead) };
      const entry = {
        ...suggestibleModel(model, brand, this.#aliases),
        field: FIELD.brandModel,
        ordinal: this.#modelsRead,
      };
      const index = this.#add(entry);
      const siblings = this.#modelsByBrand.get(entry.brandName);
      if (siblings !== undefined) siblings.push(index);
      else this.#modelsByBrand.set(entry.brandName, [index]);
    }
  }

  #add(entry: Entry): number {
    const index = this.#entries.length;
    this.#entries.push(entry);
    const together = entry.brandName === '' ? [] : entry.names.map((name) => entry.brandName + name);
    for (const word of new Set([...entry.own, ...entry.names, ...together])) this.#index.add(word, index);
    return index;
  }

  #reset(renames: number): void {
    this.#renames = renames;
    this.#entries = [];
    this.#index = new WordIndex();
    this.#modelsByBrand = new Map();
    this.#brandsRead = 1;
    this.#modelsRead = 1;
  }
}
