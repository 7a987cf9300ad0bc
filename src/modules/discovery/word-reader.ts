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

/** Reads words of searches by the taxonomy as it is now. */
export class WordReader {
  readonly #taxonomy: Taxonomy;
  readonly #base: () => string;
  #current: { snapshot: TaxonomySnapshot; engine: SearchEngine; reader: QueryReader } | null = null;

  constructor(taxonomy: Taxonomy, base: () => string) {
    this.#taxonomy = taxonomy;
    this.#base = base;
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
    return { year, currency: asked.currency ?? this.#base(), known: engine.known, places };
  }

  #reader(engine: SearchEngine): QueryReader {
    const snapshot = this.#taxonomy.current;
    if (this.#current?.snapshot !== snapshot || this.#current.engine !== engine)
      this.#current = { snapshot, engine, reader: new QueryReader(sourceOf(snapshot)) };
    return this.#current.reader;
  }
}

function sourceOf(taxonomy: TaxonomySnapshot): VocabularySource {
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
    synonyms: [],
    stopWords: [],
  };
}
