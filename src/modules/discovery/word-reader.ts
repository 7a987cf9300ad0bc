import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../platform/errors/app-error.ts';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import {
  type Catalogue,
  type KnownValues,
  type ListingIndex,
  type OwnWords,
  type PlaceDictionary,
  QueryParser,
  type ParsedQuery,
  type ParsingContext,
  type SearchQuery,
  type SearchResult,
  type SearchTiming,
  WordDictionary,
} from '@fifthwheel/search';
import type { Logger } from '../../platform/log.ts';
import { cityAt } from './readings.ts';
import { Service } from '../../platform/service.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy, TaxonomySnapshot } from '../taxonomy/index.ts';

const places: PlaceDictionary = {
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

/** The center of a place that was dropped from a query, under the name of its city. */
function droppedPlace({ dropped }: ParsedQuery): { name: string; lat: number; lng: number } | undefined {
  for (const { kind, means, words } of dropped) {
    if (kind !== 'place' || means === undefined) continue;
    if ('circle' in means) {
      const { lat, lng } = means.circle;
      return { name: cityAt({ lat, lng }, words) ?? words, lat, lng };
    }
    const city =
      'field' in means && means.field === 'city' ? loadGazetteer().findCity(means.values[0] ?? '') : null;
    if (city !== null) return { name: city.name, lat: city.lat, lng: city.lng };
  }
  return undefined;
}

/** Returns the dropped place with the distance of the nearest result, which is the first one. */
export function nearestView(reading: ParsedQuery, result: SearchResult | undefined) {
  const place = droppedPlace(reading);
  if (place === undefined || reading.query.sort !== 'distance') return undefined;
  const distanceKm = result?.hits[0]?.distanceKm ?? null;
  return { place: place.name, distance: distanceKm === null ? null : Math.round(distanceKm) };
}

/** If a place was dropped, sorts by the distance from it, unless the request has another center or order. */
function nearDroppedPlace(read: ParsedQuery): SearchQuery {
  const { query } = read;
  const place = query.geo === undefined ? droppedPlace(read) : undefined;
  if (place === undefined) return query;
  const geo = { lat: place.lat, lng: place.lng };
  return (query.sort ?? 'relevance') === 'relevance'
    ? { ...query, geo, sort: 'distance', order: 'asc' }
    : { ...query, geo };
}

/** Words to try in a preview. Where a list is absent, the current one applies. */
export type PreviewWords = { readonly [Name in keyof OwnWords]?: OwnWords[Name] | undefined };

export interface WordReaderParts {
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly log: Logger;
  readonly index: ListingIndex;
  /** Called when words may have changed their meaning. */
  readonly onRenewed: () => void;
}

/**
 * Parses the text of searches with the taxonomy and the administrators' synonyms and stop words. A changed taxonomy is loaded in
 * small steps between other work; until it is ready, searches are parsed with the previous one. The response to the change waits for
 * it, so that the administrator finds the new words.
 */
export class WordReader extends Service<WordReaderParts> {
  #dictionary: WordDictionary | null = null;
  #building: Promise<void> | null = null;
  #cached: {
    readonly dictionary: WordDictionary;
    readonly own: OwnWords;
    readonly reader: QueryParser;
  } | null = null;

  /** Follows the taxonomy from now on. If the index is unavailable, the words are loaded for the first search instead. */
  async start(): Promise<void> {
    const { taxonomy, log } = this.parts;
    taxonomy.onChange(() => {
      this.#renew().catch((error: unknown) =>
        log.error({ err: error }, 'could not reload the search dictionary'),
      );
    });
    try {
      await this.#renew();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error }, 'the search dictionary cannot be read yet');
    }
  }

  /** Waits until words are parsed with the current taxonomy. */
  async settle(): Promise<void> {
    await this.#building;
  }

  /** Waits until words can be parsed at all. */
  async ready(): Promise<void> {
    if (this.#dictionary === null) await this.#renew();
  }

  get ownWords(): OwnWords {
    const { settings } = this.parts;
    return { synonyms: settings.get('search.synonyms'), stopWords: settings.get('search.stopWords') };
  }

  /** Returns the current words with these replaced. */
  replacing(words: PreviewWords): OwnWords {
    const { synonyms, stopWords } = this.ownWords;
    return { synonyms: words.synonyms ?? synonyms, stopWords: words.stopWords ?? stopWords };
  }

  /** Parses the text of a query; null if it has no text. */
  async read(query: SearchQuery, year: number): Promise<ParsedQuery | null> {
    if (query.text === undefined || query.text.trim() === '') return null;
    const reader = this.#reader(this.ownWords);
    return this.parts.index.read((known) => reader.read(query, this.#context(known, query, year)));
  }

  async search(
    query: SearchQuery,
    year: number,
    { timing, own = this.ownWords }: { timing?: SearchTiming; own?: OwnWords } = {},
  ): Promise<{ result: SearchResult; reading: ParsedQuery | null }> {
    const { index } = this.parts;
    if (query.text === undefined || query.text.trim() === '')
      return { result: await index.search(query, timing), reading: null };
    const reader = this.#reader(own);
    const { reading, alternatives } = await index.read((known) => {
      const context = this.#context(known, query, year);
      const first = reader.read(query, context);
      return { reading: first, alternatives: reader.alternatives(query, first, context) };
    });
    const result = await index.search(reading.query, timing);
    if (result.total > 0) return { result, reading };
    for (const relaxed of alternatives) {
      const alternative = { ...relaxed, query: nearDroppedPlace(relaxed) };
      const found = await index.search(alternative.query, timing);
      if (found.total > 0) return { result: found, reading: alternative };
    }
    return { result, reading };
  }

  #context(known: KnownValues, query: SearchQuery, year: number): ParsingContext {
    return {
      year,
      currency: query.currency ?? this.parts.settings.get('exchangeRates').base,
      known,
      places,
    };
  }

  #reader(own: OwnWords): QueryParser {
    const dictionary = this.#dictionary;
    if (dictionary === null) throw new Error('words are read before they can be');
    const cached = this.#cached;
    if (
      cached?.dictionary === dictionary &&
      cached.own.synonyms === own.synonyms &&
      cached.own.stopWords === own.stopWords
    )
      return cached.reader;
    const reader = new QueryParser(dictionary, own);
    this.#cached = { dictionary, own, reader };
    return reader;
  }

  #renew(): Promise<void> {
    this.#building ??= this.#build().finally(() => {
      this.#building = null;
    });
    return this.#building;
  }

  async #build(): Promise<void> {
    const { taxonomy, index, onRenewed } = this.parts;
    for (let read: TaxonomySnapshot | null = null; read !== taxonomy.current;) {
      read = taxonomy.current;
      const building = WordDictionary.building(catalogueOf(read), await index.known());
      let step = building.next();
      for (; step.done !== true; step = building.next()) await setImmediate();
      this.#dictionary = step.value;
      onRenewed();
    }
  }
}

function catalogueOf(taxonomy: TaxonomySnapshot): Catalogue {
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
