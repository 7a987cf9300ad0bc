import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import {
  type PlaceBook,
  QueryReader,
  type Reading,
  type ReadingContext,
  type SearchEngine,
  type SearchQuery,
  type SearchResult,
  type SearchTiming,
  type VocabularySource,
} from '../../search/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy, TaxonomySnapshot } from '../taxonomy/index.ts';

const places: PlaceBook = {
  city(name) {
    const gazetteer = loadGazetteer();
    const city = gazetteer.findCity(name);
    return city && { lat: city.lat, lng: city.lng, spellings: [name, ...gazetteer.citySpellings(name)] };
  },
  region(name) {
    const gazetteer = loadGazetteer();
    return gazetteer.isRegion(name) ? [name, ...gazetteer.regionSpellings(name)] : null;
  },
};

/** What administrators add to the words of the trade. */
export interface OwnWords {
  readonly synonyms: VocabularySource['synonyms'];
  readonly stopWords: VocabularySource['stopWords'];
}

/** Those not given are the ones in force. */
export type TriedWords = { readonly [Name in keyof OwnWords]?: OwnWords[Name] | undefined };

interface Kept {
  readonly snapshot: TaxonomySnapshot;
  readonly engine: SearchEngine;
  readonly words: OwnWords;
  readonly reader: QueryReader;
}

/** Reads words of searches by the taxonomy and the administrators' words as they are now. */
export class WordReader {
  readonly #taxonomy: Taxonomy;
  readonly #settings: Settings;
  readonly #words: () => OwnWords;
  #current: Kept | null = null;

  /** `words`: others than those in force, to try them. */
  constructor(taxonomy: Taxonomy, settings: Settings, words?: OwnWords) {
    this.#taxonomy = taxonomy;
    this.#settings = settings;
    this.#words = () => words ?? this.ownWords;
  }

  get ownWords(): OwnWords {
    return {
      synonyms: this.#settings.get('search.synonyms'),
      stopWords: this.#settings.get('search.stopWords'),
    };
  }

  /** A reader with other words of administrators. */
  trying(words: TriedWords): WordReader {
    return new WordReader(this.#taxonomy, this.#settings, {
      synonyms: words.synonyms ?? this.ownWords.synonyms,
      stopWords: words.stopWords ?? this.ownWords.stopWords,
    });
  }

  /** Null where there are no words. */
  read(engine: SearchEngine, asked: SearchQuery, year: number): Reading | null {
    if (asked.text === undefined || asked.text.trim() === '') return null;
    return this.#reader(engine).read(asked, this.#context(engine, asked, year));
  }

  search(
    engine: SearchEngine,
    asked: SearchQuery,
    year: number,
    timing?: SearchTiming,
  ): { result: SearchResult; reading: Reading | null } {
    const reading = this.read(engine, asked, year);
    if (reading === null) return { result: engine.search(asked, timing), reading };
    const result = engine.search(reading.query, timing);
    if (result.total > 0) return { result, reading };
    const reader = this.#reader(engine);
    const context = this.#context(engine, asked, year);
    for (const other of [reader.plain(asked, reading, context), ...reader.relaxed(asked, reading, context)]) {
      const found = engine.search(other.query, timing);
      if (found.total > 0) return { result: found, reading: other };
    }
    return { result, reading };
  }

  #context(engine: SearchEngine, asked: SearchQuery, year: number): ReadingContext {
    return {
      year,
      currency: asked.currency ?? this.#settings.get('exchangeRates').base,
      known: engine.known,
      places,
    };
  }

  #reader(engine: SearchEngine): QueryReader {
    const snapshot = this.#taxonomy.current;
    const words = this.#words();
    const kept = this.#current;
    const isCurrent =
      kept !== null &&
      kept.snapshot === snapshot &&
      kept.engine === engine &&
      kept.words.synonyms === words.synonyms &&
      kept.words.stopWords === words.stopWords;
    if (isCurrent) return kept.reader;
    const reader = new QueryReader({ ...sourceOf(snapshot), ...words });
    this.#current = { snapshot, engine, words, reader };
    return reader;
  }
}

function sourceOf(taxonomy: TaxonomySnapshot): Omit<VocabularySource, keyof OwnWords> {
  return {
    categories: taxonomy.categories.map(({ slug, parentId, names, aliases }) => ({
      slug,
      parent: parentId === null ? null : (taxonomy.category(parentId)?.slug ?? null),
      names: [...Object.values(names), ...aliases],
    })),
    brands: taxonomy.brands.map(({ slug, name, aliases, models }) => ({
      slug,
      names: [name, slug.replaceAll('-', ' '), ...aliases],
      models,
    })),
    features: taxonomy.features.map(({ code, names }) => ({ code, names: Object.values(names) })),
  };
}
