import { type Clock, monotonicMs } from '../../platform/clock.ts';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { validateQuery } from '../../platform/http/request/validate.ts';
import type { Logger } from '../../platform/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type {
  OwnWords,
  Reading,
  SearchQuery,
  SearchResult,
  SearchTiming,
  Suggestion,
} from '@fifthwheel/search';
import type { ListingSummary, PricedSeed, SimilarSeed } from '../listings/index.ts';
import { READY_ENVELOPE } from '../../platform/http/reply.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { findIdsByNumber, findSellerId, isVehicleNumber } from './documents.repository.ts';
import type { SearchMisses } from './misses.ts';
import { countMisses, listMisses, type SearchMiss } from './misses.repository.ts';
import { type TriedWords, WordReader } from './word-reader.ts';
import { type CategorySuggestion, suggestCategories, type SuggestionType } from './category-suggestions.ts';
import { resolvePlaces } from './places.ts';
import type { MarketIndex } from './market-index.ts';
import { NamedSummary, unnamedSummary } from './packed-summaries.ts';
import { findPricePosition } from './price-position.ts';
import { SearchResultCache } from './search-result-cache.ts';
import {
  facetsIn,
  renderResults,
  summaryLanguage,
  type SummaryLanguage,
  type SummaryRendering,
} from './render.ts';
import { type ListParameters, SearchParameters } from './search-parameters.ts';
import { type QueryContext, toListQuery, toSearchQuery } from './search-query.ts';
import { findSimilar } from './similar.ts';
import { summaryNames } from './summary-names.ts';
import { interpretedView } from './views.ts';

export interface SearchServiceParts {
  readonly db: Database;
  readonly index: MarketIndex;
  readonly misses: SearchMisses;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly cachesResults: boolean;
}

/** Where the time of one answer went; an answer that lay ready has spent none in the engine. */
export class SearchWatch {
  readonly engine: SearchTiming = { searchMs: 0, facetsMs: 0 };
  readonly #startedMs = monotonicMs();

  /** For the Server-Timing header, in milliseconds. */
  toHeader(): string {
    const { searchMs, facetsMs } = this.engine;
    const total = monotonicMs() - this.#startedMs;
    return [duration('search', searchMs), duration('facets', facetsMs), duration('total', total)].join(', ');
  }
}

/** Answers searches and lists from the index, as JSON ready to be sent; an answer is kept until anything in the index changes. */
export class SearchService {
  readonly #parts: SearchServiceParts;
  readonly #results: SearchResultCache;
  readonly #words: WordReader;

  constructor(parts: SearchServiceParts) {
    this.#parts = parts;
    this.#results = new SearchResultCache(parts.index, { isOn: parts.cachesResults });
    this.#words = new WordReader({
      ...parts,
      onRenewed: () => this.#results.expire(),
    });
  }

  /** Once the index is loaded. */
  start(): Promise<void> {
    return this.#words.start();
  }

  settle(): Promise<void> {
    return this.#words.settle();
  }

  search(parameters: SearchParameters, languages: readonly string[], watch: SearchWatch): Promise<Buffer> {
    const page = readPage(parameters);
    const language = summaryLanguage(languages);
    return this.#answer(['search', parameters, language], async () => {
      const asked = { ...(await this.#asked(parameters)), offset: page.offset, limit: page.limit };
      const { result, reading, unknownNumber } = await this.#found(asked, watch, isByWordsAlone(parameters));
      const { total, totalPages } = pagination(page, result.total);
      const rendering = {
        ...this.#rendering(language),
        // Left empty, as forms send it, it asks for no choice: a result without fields is of no use to anyone.
        fields: parameters.fields?.length === 0 ? undefined : parameters.fields,
        withScore: true,
        withDistance: asked.geo !== undefined,
      };
      return renderResults('results', result.hits, rendering, {
        pagination: { page: page.page, limit: page.limit, total, total_pages: totalPages },
        facets: facetsIn(result.facets, rendering),
        interpreted:
          reading === null
            ? undefined
            : { ...interpretedView(reading, asked), unknown_number: unknownNumber },
      });
    });
  }

  /** What lists say of a live listing, from memory alone; null where it is not there. */
  async summaryOf(slug: string, languages: readonly string[]): Promise<ListingSummary | null> {
    const end = slug.slice(slug.lastIndexOf('-') + 1).toUpperCase();
    if (end.length < SLUG_END) return null;
    const packed = await this.#parts.index.summariesEnding(end);
    const found = packed.find((summary) => unnamedSummary(summary).slug === slug);
    if (found === undefined) return null;
    const names = summaryNames(this.#parts.taxonomy.current, summaryLanguage(languages));
    return JSON.parse(String(new NamedSummary(found, names))) as ListingSummary;
  }

  /** `GET /listings`: the same index, so that both agree. */
  list(parameters: ListParameters, languages: readonly string[], watch: SearchWatch): Promise<Buffer> {
    const page = readPage(parameters);
    const language = summaryLanguage(languages);
    return this.#answer(['list', parameters, language], async () => {
      const result = await this.#parts.index.search(
        { ...toListQuery(parameters, this.#context()), offset: page.offset, limit: page.limit },
        watch.engine,
      );
      return this.#renderList(result, page, language);
    });
  }

  /** A seller's live listings, newest first. */
  async listOfSeller(
    sellerId: string,
    parameters: { page?: number; limit?: number },
    languages: readonly string[],
  ): Promise<Buffer> {
    const page = readPage(parameters);
    const result = await this.#parts.index.search({
      sellerId,
      sort: 'created_at',
      offset: page.offset,
      limit: page.limit,
    });
    return this.#renderList(result, page, summaryLanguage(languages));
  }

  /** A few live listings like one, the most alike first. */
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer> {
    const language = summaryLanguage(languages);
    return this.#answer(['similar', seed, language], async () => {
      const hits = await findSimilar(this.#parts.index, seed);
      return renderResults('listings', hits, this.#rendering(language));
    });
  }

  /** Where a price lies among like vehicles. */
  pricePosition(seed: PricedSeed): Promise<Buffer> {
    const { index, settings } = this.#parts;
    return this.#answer(['price-position', seed], async () => {
      const position = await findPricePosition(index, seed, settings.get('exchangeRates'));
      return Buffer.from(`${READY_ENVELOPE.begin}${JSON.stringify(position)}${READY_ENVELOPE.end}`);
    });
  }

  /** Brands and models, with categories and bodies before them where they are asked for: at most half of what there is room for. */
  async suggest(
    prefix: string,
    {
      limit,
      types = ['brand', 'model'],
      languages,
    }: { limit: number; types?: readonly SuggestionType[] | undefined; languages: readonly string[] },
  ): Promise<(Suggestion | CategorySuggestion)[]> {
    const { index, taxonomy } = this.#parts;
    const withKinds = types.includes('category') || types.includes('body');
    const [suggested, counts] = await index.inTime(async () => [
      await index.suggest(prefix, limit),
      withKinds ? await index.liveCounts() : null,
    ]);
    const makes = suggested.filter(({ type }) => types.includes(type));
    if (counts === null) return makes;
    const kinds = suggestCategories(prefix, { taxonomy: taxonomy.current, counts, languages }).filter(
      ({ type }) => types.includes(type),
    );
    const room = limit - Math.min(makes.length, Math.floor(limit / 2));
    return [...kinds.slice(0, room), ...makes].slice(0, limit);
  }

  /** A search as it was stored, by names and values of parameters; throws what the search itself would throw. */
  async storedQuery(stored: Readonly<Record<string, unknown>>): Promise<SearchQuery> {
    const texts = Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    );
    const parameters = validateQuery(SearchParameters, texts) as SearchParameters;
    const asked = await this.#asked(parameters);
    await this.#words.ready();
    return (await this.#words.read(asked, this.#year()))?.query ?? asked;
  }

  /** How many listings a stored search finds now. */
  async countStored(stored: Readonly<Record<string, unknown>>): Promise<number> {
    const { index } = this.#parts;
    return index.inTime(async () => {
      const query = await this.storedQuery(stored);
      return (await index.search({ ...query, facets: [], limit: 0 })).total;
    });
  }

  /** One that is kept, or made in time. */
  #answer(key: readonly unknown[], make: () => Promise<Buffer>): Promise<Buffer> {
    return this.#results.get(JSON.stringify(key), () => this.#parts.index.inTime(make));
  }

  /** What the words find; else the listings that carry them as their number. */
  async #found(asked: SearchQuery, watch: SearchWatch, isByWords: boolean): Promise<Found> {
    const { index, misses, db } = this.#parts;
    await this.#words.ready();
    const found = await this.#words.search(asked, this.#year(), { timing: watch.engine });
    if (found.result.total > 0 || found.reading === null) return found;
    const ids = await findIdsByNumber(db, asked.text ?? '');
    if (ids.length > 0) {
      const result = await index.search({ ...asked, text: undefined, ids }, watch.engine);
      if (result.total > 0) return { result, reading: found.reading };
    }
    if (isByWords) misses.note(asked.text ?? '');
    const unknownNumber = isVehicleNumber(asked.text ?? '') ? asked.text?.trim() : undefined;
    return { ...found, unknownNumber };
  }

  /** Searches that found nothing. */
  async listMisses(page: {
    limit: number;
    offset: number;
  }): Promise<{ misses: SearchMiss[]; total: number }> {
    const { misses, db } = this.#parts;
    await misses.write();
    const [rows, total] = await Promise.all([listMisses(db, page), countMisses(db)]);
    return { misses: rows, total };
  }

  /** What searches find with the administrators' words in force, and what with others. */
  async previewWords(words: TriedWords, queries: readonly string[] | undefined, most: number) {
    const { misses, db } = this.#parts;
    await misses.write();
    const texts = queries ?? (await listMisses(db, { limit: most, offset: 0 })).map((miss) => miss.words);
    const inForce = this.#words.ownWords;
    const tried = this.#words.replacing(words);
    const compared = [];
    for (const q of texts) {
      const asked: SearchQuery = { text: q, facets: [], limit: 0 };
      const [before, after] = [await this.#read(asked, inForce), await this.#read(asked, tried)];
      compared.push({ q, before: comparedView(before, asked), after: comparedView(after, asked) });
    }
    return compared;
  }

  async #read(asked: SearchQuery, own: OwnWords): Promise<Found> {
    return this.#parts.index.inTime(async () => {
      await this.#words.ready();
      return this.#words.search(asked, this.#year(), { own });
    });
  }

  async #asked(parameters: SearchParameters): Promise<SearchQuery> {
    const { db, index } = this.#parts;
    const { seller } = parameters;
    const [places, sellerId] = await Promise.all([
      resolvePlaces(parameters, {
        gazetteer: loadGazetteer(),
        isListed: async (place) => (await index.search({ ...place, limit: 0 })).total > 0,
      }),
      seller === undefined || SELLER_ID.test(seller) ? seller : findSellerId(db, seller),
    ]);
    // A slug that nobody has finds nothing, as that of a category does.
    const asked = sellerId === undefined ? parameters : { ...parameters, seller: sellerId };
    return toSearchQuery(asked, places, this.#context());
  }

  /** Model years go up to the next one. */
  #year(): number {
    return this.#parts.clock.now().getUTCFullYear();
  }

  #renderList(result: SearchResult, page: ReturnType<typeof readPage>, language: SummaryLanguage): Buffer {
    const beside = { pagination: pagination(page, result.total) };
    return renderResults('listings', result.hits, this.#rendering(language), beside);
  }

  #rendering(language: SummaryLanguage): SummaryRendering {
    return { language, taxonomy: this.#parts.taxonomy.current };
  }

  #context(): QueryContext {
    return { taxonomy: this.#parts.taxonomy.current, rates: this.#parts.settings.get('exchangeRates') };
  }
}

/** As many letters of the id end a slug. */
const SLUG_END = 8;
/** Slugs have no underscore. */
const SELLER_ID = /^sel_/;

/** Parameters that say how an answer looks and not what it is about. */
const LOOKS: ReadonlySet<string> = new Set([
  'q',
  'currency',
  'facets',
  'fields',
  'sort',
  'order',
  'page',
  'limit',
]);

/** With filters beside them it is no fault of the words that nothing is found. */
function isByWordsAlone(parameters: SearchParameters): boolean {
  return Object.entries(parameters).every(([name, value]) => value === undefined || LOOKS.has(name));
}

interface Found {
  readonly result: SearchResult;
  readonly reading: Reading | null;
  /** The number that was asked for, where no listing has it. */
  readonly unknownNumber?: string | undefined;
}

function comparedView({ result, reading }: Found, asked: SearchQuery) {
  return { total: result.total, interpreted: reading === null ? undefined : interpretedView(reading, asked) };
}

function duration(name: string, ms: number): string {
  return `${name};dur=${ms.toFixed(3)}`;
}
