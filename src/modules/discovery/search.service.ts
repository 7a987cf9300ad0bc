import type { Clock } from '../../platform/clock.ts';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { validateQuery } from '../../platform/http/request/validate.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Logger } from '../../platform/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OwnWords, ParsedQuery, SearchQuery, SearchResult, Suggestion } from '@fifthwheel/search';
import type { ListingSummary, PricedSeed, SimilarSeed } from '../listings/index.ts';
import { READY_ENVELOPE } from '../../platform/http/reply.ts';
import { Service } from '../../platform/service.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { findIdsByNumber, findSellerId, isVehicleNumber } from './documents.repository.ts';
import type { SearchMisses } from './misses.ts';
import { countMisses, listMisses, type SearchMiss } from './misses.repository.ts';
import { nearestView, type PreviewWords, WordReader } from './word-reader.ts';
import {
  type CategorySuggestion,
  suggestCategories,
  type SuggestionType,
  type WithParameters,
  withParameters,
} from './category-suggestions.ts';
import {
  type FurtherSuggestion,
  suggestListings,
  suggestPlaces,
  suggestSellers,
} from './further-suggestions.repository.ts';
import { resolvePlaces } from './places.ts';
import { findTownOfPostalCode } from './postal-codes.repository.ts';
import type { MarketIndex } from './market-index.ts';
import { countNews, findSummary, type StoredCounts } from './lookups.ts';
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
import type { SearchWatch } from './search-watch.ts';
import { findSimilar } from './similar.ts';
import { summaryNames } from './summary-names.ts';
import { interpretedView } from './interpreted.ts';
import { readingsOf } from './readings.ts';

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

/** Serves searches and lists from the index as JSON bytes. Caches each response until anything in the index changes. */
export class SearchService extends Service<SearchServiceParts> {
  readonly #results: SearchResultCache;
  readonly #words: WordReader;

  constructor(parts: SearchServiceParts) {
    super(parts);
    this.#results = new SearchResultCache(parts.index, { isOn: parts.cachesResults });
    this.#words = new WordReader({
      ...parts,
      onRenewed: () => this.#results.expire(),
    });
  }

  /** Call this once the index is loaded. */
  start(): Promise<void> {
    return this.#words.start();
  }

  settle(): Promise<void> {
    return this.#words.settle();
  }

  /** Waits, at most this long, until a changed taxonomy applies to searches. */
  followTaxonomy(withinMs: number): Promise<void> {
    return withTimeout(withinMs, this.#words.settle()).catch(() => {});
  }

  search(parameters: SearchParameters, languages: readonly string[], watch: SearchWatch): Promise<Buffer> {
    const page = readPage(parameters);
    const language = summaryLanguage(languages);
    return this.#cachedResponse(['search', parameters, language], async () => {
      const query = {
        ...(await this.#queryOf(parameters, language)),
        offset: page.offset,
        limit: page.limit,
      };
      const { result, reading, unknownNumber } = await this.#find(query, watch, isByWordsAlone(parameters));
      const { total, totalPages } = pagination(page, result.total);
      const rendering = {
        ...this.#rendering(language),
        // Forms send an empty parameter; treat it as absent, because results without fields would be useless.
        fields: parameters.fields?.length === 0 ? undefined : parameters.fields,
        withScore: true,
        withDistance: (reading?.query ?? query).geo !== undefined,
        delivery: query.geo === undefined ? undefined : this.parts.settings.get('delivery.estimate'),
      };
      return renderResults('results', result.hits, rendering, {
        pagination: { page: page.page, limit: page.limit, total, total_pages: totalPages },
        facets: facetsIn(result.facets, rendering),
        interpreted:
          reading === null
            ? undefined
            : {
                ...interpretedView(reading, query),
                ...readingsOf(reading, { taxonomy: rendering.taxonomy, language, request: query }),
                nearest: nearestView(reading, page.page === 1 ? result : undefined),
                unknown_number: unknownNumber,
              },
      });
    });
  }

  /** Returns the summary of a live listing by its slug or ID, without a database query; null if it is not in the index. */
  async summaryOf(slugOrId: string, languages: readonly string[]): Promise<ListingSummary | null> {
    const names = summaryNames(this.parts.taxonomy.current, summaryLanguage(languages));
    return findSummary(this.parts.index, slugOrId, names);
  }

  /** Serves `GET /listings` from the same index as searches, so that both agree. */
  list(parameters: ListParameters, languages: readonly string[], watch: SearchWatch): Promise<Buffer> {
    const page = readPage(parameters);
    const language = summaryLanguage(languages);
    return this.#cachedResponse(['list', parameters, language], async () => {
      const result = await this.parts.index.search(
        { ...toListQuery(parameters, this.#context()), offset: page.offset, limit: page.limit },
        watch.engine,
      );
      return this.#renderList(result, page, language);
    });
  }

  /** Lists a seller's live listings, newest first. */
  async listOfSeller(
    sellerId: string,
    parameters: { page?: number; limit?: number },
    languages: readonly string[],
  ): Promise<Buffer> {
    const page = readPage(parameters);
    const result = await this.parts.index.search({
      sellerId,
      sort: 'created_at',
      offset: page.offset,
      limit: page.limit,
    });
    return this.#renderList(result, page, summaryLanguage(languages));
  }

  /** Finds a few live listings similar to a listing, most similar first. */
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer> {
    const language = summaryLanguage(languages);
    return this.#cachedResponse(['similar', seed, language], async () => {
      const hits = await findSimilar(this.parts.index, seed);
      return renderResults('listings', hits, this.#rendering(language));
    });
  }

  /** Compares the price of a listing with those of similar vehicles. */
  pricePosition(seed: PricedSeed): Promise<Buffer> {
    const { index, settings } = this.parts;
    return this.#cachedResponse(['price-position', seed], async () => {
      const position = await findPricePosition(index, seed, settings.get('exchangeRates'));
      return Buffer.from(`${READY_ENVELOPE.begin}${JSON.stringify(position)}${READY_ENVELOPE.end}`);
    });
  }

  /**
   * Suggests brands and models. Numbers of listings come before them, then categories and bodies, which leave up to half of the
   * limit to makes; places and dealers fill the rest, of which each has at most a few.
   */
  async suggest(
    prefix: string,
    {
      limit,
      types = ['brand', 'model'],
      languages,
    }: { limit: number; types?: readonly SuggestionType[] | undefined; languages: readonly string[] },
  ): Promise<(WithParameters<Suggestion> | CategorySuggestion | FurtherSuggestion)[]> {
    const { index, taxonomy, db } = this.parts;
    const withKinds = types.includes('category') || types.includes('body');
    const few = Math.min(FURTHER_MAX, limit);
    const [[suggested, counts], listings, places, sellers] = await Promise.all([
      index.inTime(
        async () =>
          [await index.suggest(prefix, limit), withKinds ? await index.liveCounts() : null] as const,
      ),
      types.includes('listing') ? suggestListings(db, prefix, few) : [],
      types.includes('place')
        ? suggestPlaces(db, prefix, {
            gazetteer: loadGazetteer(),
            language: summaryLanguage(languages),
            most: few,
          })
        : [],
      types.includes('seller') ? suggestSellers(db, prefix, few) : [],
    ]);
    const makes = suggested
      .filter(({ type }) => types.includes(type))
      .map((suggestion) => withParameters(suggestion, taxonomy.current));
    const kinds =
      counts === null
        ? []
        : suggestCategories(prefix, { taxonomy: taxonomy.current, counts, languages }).filter(({ type }) =>
            types.includes(type),
          );
    const further = [...places, ...sellers];
    const most = Math.max(Math.ceil(limit / 2), limit - listings.length - further.length);
    const kindsMax = most - Math.min(makes.length, Math.floor(most / 2));
    const named = [...kinds.slice(0, kindsMax), ...makes].slice(0, most);
    return [...listings, ...named, ...further].slice(0, limit);
  }

  /** Converts a stored search, given as parameters and values, to a query. Throws the same errors as the search itself. */
  async storedQuery(stored: Readonly<Record<string, unknown>>): Promise<SearchQuery> {
    const texts = Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    );
    const parameters = validateQuery(SearchParameters, texts) as SearchParameters;
    const query = await this.#queryOf(parameters, 'en');
    await this.#words.ready();
    return (await this.#words.read(query, this.#year()))?.query ?? query;
  }

  /** Counts the current results of a stored search, and how many of the newest were created since an instant. */
  async countNews(stored: Readonly<Record<string, unknown>>, since: Date): Promise<StoredCounts> {
    const { index } = this.parts;
    return index.inTime(async () => countNews(index, await this.storedQuery(stored), since));
  }

  /** Returns the number of listings that a stored search finds now. */
  async countStored(stored: Readonly<Record<string, unknown>>): Promise<number> {
    const { index } = this.parts;
    return index.inTime(async () => {
      const query = await this.storedQuery(stored);
      return (await index.search({ ...query, facets: [], limit: 0 })).total;
    });
  }

  /** Returns the cached response, or computes it within the deadline. */
  #cachedResponse(key: readonly unknown[], compute: () => Promise<Buffer>): Promise<Buffer> {
    return this.#results.get(JSON.stringify(key), () => this.parts.index.inTime(compute));
  }

  /** Searches by the query terms. If they find nothing, looks for listings that have the text as their number. */
  async #find(query: SearchQuery, watch: SearchWatch, isByWords: boolean): Promise<SearchOutcome> {
    const { index, misses, db } = this.parts;
    await this.#words.ready();
    const outcome = await this.#words.search(query, this.#year(), { timing: watch.engine });
    if (outcome.result.total > 0 || outcome.reading === null) return outcome;
    const ids = await findIdsByNumber(db, query.text ?? '');
    if (ids.length > 0) {
      const result = await index.search({ ...query, text: undefined, ids }, watch.engine);
      if (result.total > 0) return { result, reading: outcome.reading };
    }
    if (isByWords) misses.record(query.text ?? '');
    const unknownNumber = isVehicleNumber(query.text ?? '') ? query.text?.trim() : undefined;
    return { ...outcome, unknownNumber };
  }

  /** Lists searches that found nothing. */
  async listMisses(page: {
    limit: number;
    offset: number;
  }): Promise<{ misses: SearchMiss[]; total: number }> {
    const { misses, db } = this.parts;
    await misses.write();
    const [rows, total] = await Promise.all([listMisses(db, page), countMisses(db)]);
    return { misses: rows, total };
  }

  /** Compares the results of searches under the current synonyms and stop words with those under other ones. */
  async previewWords(words: PreviewWords, queries: readonly string[] | undefined, most: number) {
    const { misses, db } = this.parts;
    await misses.write();
    const texts = queries ?? (await listMisses(db, { limit: most, offset: 0 })).map((miss) => miss.words);
    const currentWords = this.#words.ownWords;
    const triedWords = this.#words.replacing(words);
    const comparisons = [];
    for (const q of texts) {
      const query: SearchQuery = { text: q, facets: [], limit: 0 };
      const [before, after] = [
        await this.#searchWith(query, currentWords),
        await this.#searchWith(query, triedWords),
      ];
      comparisons.push({ q, before: comparedView(before, query), after: comparedView(after, query) });
    }
    return comparisons;
  }

  async #searchWith(query: SearchQuery, own: OwnWords): Promise<SearchOutcome> {
    return this.parts.index.inTime(async () => {
      await this.#words.ready();
      return this.#words.search(query, this.#year(), { own });
    });
  }

  async #queryOf(parameters: SearchParameters, language: string): Promise<SearchQuery> {
    const { db, index } = this.parts;
    const { seller } = parameters;
    const [places, sellerId] = await Promise.all([
      resolvePlaces(parameters, {
        gazetteer: loadGazetteer(),
        language,
        findTownOfPostalCode: (code, countries) => findTownOfPostalCode(db, code, countries),
        isListed: async (place) => (await index.search({ ...place, limit: 0 })).total > 0,
      }),
      seller === undefined || SELLER_ID.test(seller) ? seller : findSellerId(db, seller),
    ]);
    // Keep the slug of an unknown seller, so that it finds nothing, as an unknown category does.
    const resolved = sellerId === undefined ? parameters : { ...parameters, seller: sellerId };
    return toSearchQuery(resolved, places, this.#context());
  }

  /** Returns the current year, from which the parser derives the range of model years. */
  #year(): number {
    return this.parts.clock.now().getUTCFullYear();
  }

  #renderList(result: SearchResult, page: ReturnType<typeof readPage>, language: SummaryLanguage): Buffer {
    const rest = { pagination: pagination(page, result.total) };
    return renderResults('listings', result.hits, this.#rendering(language), rest);
  }

  #rendering(language: SummaryLanguage): SummaryRendering {
    return { language, taxonomy: this.parts.taxonomy.current };
  }

  #context(): QueryContext {
    return { taxonomy: this.parts.taxonomy.current, rates: this.parts.settings.get('exchangeRates') };
  }
}

/** Distinguishes an ID from a slug, which has no underscore. */
const SELLER_ID = /^sel_/;

/** Parameters that do not narrow the results. */
const NON_FILTERS: ReadonlySet<string> = new Set([
  'q',
  'currency',
  'facets',
  'fields',
  'sort',
  'order',
  'page',
  'limit',
]);

/** Whether a search has no filters besides its text. Otherwise, the filters may be the reason that it finds nothing. */
function isByWordsAlone(parameters: SearchParameters): boolean {
  return Object.entries(parameters).every(([name, value]) => value === undefined || NON_FILTERS.has(name));
}

const FURTHER_MAX = 3;

interface SearchOutcome {
  readonly result: SearchResult;
  readonly reading: ParsedQuery | null;
  /** The requested number, if no listing has it. */
  readonly unknownNumber?: string | undefined;
}

function comparedView({ result, reading }: SearchOutcome, query: SearchQuery) {
  return { total: result.total, interpreted: reading === null ? undefined : interpretedView(reading, query) };
}
