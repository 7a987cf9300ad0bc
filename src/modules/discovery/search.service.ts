import type { Clock } from '../../platform/clock.ts';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { validateQuery } from '../../platform/http/request/validate.ts';
import { interpretQuery, type SearchQuery, type SearchResult, type Suggestion } from '../../search/index.ts';
import type { SimilarSeed } from '../listings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { FilterProblems, invalidFilter, invalidSort } from './filter-errors.ts';
import { SearchResultCache } from './search-result-cache.ts';
import { JsonBytes } from './json-bytes.ts';
import {
  addSummaries,
  facetsIn,
  summaryLanguage,
  type SummaryLanguage,
  type SummaryRendering,
} from './render.ts';
import type { SearchIndex } from './search-index.ts';
import type { SearchWatch } from './search-watch.ts';
import { LIST_SORTS, type ListParameters, SearchParameters } from './search-parameters.ts';
import { assertSlugs, type QueryContext, readCurrency, toSearchQuery } from './search-query.ts';
import { findSimilar } from './similar.ts';
import { interpretedView } from './views.ts';

export interface SearchServiceParts {
  readonly index: SearchIndex;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly cachesResults: boolean;
}

/** Answers searches and lists from the index, as JSON ready to be sent; an answer is kept until anything in the index changes. */
export class SearchService {
  readonly #parts: SearchServiceParts;
  readonly #answers: SearchResultCache;

  constructor(parts: SearchServiceParts) {
    this.#parts = parts;
    this.#answers = new SearchResultCache(parts.index, { isOn: parts.cachesResults });
  }

  /** `data` of the search endpoints in the envelope. */
  search(parameters: SearchParameters, languages: readonly string[], watch: SearchWatch): Promise<Buffer> {
    const page = readPage(parameters);
    const language = summaryLanguage(languages);
    return this.#answers.get(JSON.stringify(['search', parameters, language]), async () => {
      const asked = await toSearchQuery(parameters, this.#context());
      const { query, interpreted } = this.#interpret(asked);
      const result = await this.#parts.index.search(
        { ...query, offset: page.offset, limit: page.limit },
        watch.engine,
      );
      const { total, totalPages } = pagination(page, result.total);
      const rendering = this.#rendering(language);
      const json = new JsonBytes().text('{"success":true,"data":{"results":');
      addSummaries(json, result.hits, {
        ...rendering,
        // Left empty, as forms send it, it asks for no choice: a result without fields is of no use to anyone.
        fields: parameters.fields?.length === 0 ? undefined : parameters.fields,
        withScore: true,
        withDistance: query.geo !== undefined,
      });
      const rest = JSON.stringify({
        pagination: { page: page.page, limit: page.limit, total, total_pages: totalPages },
        facets: facetsIn(result.facets, rendering),
        ...(asked.text === undefined || asked.text === ''
          ? {}
          : { interpreted: interpretedView(interpreted) }),
      });
      return json.text(`,${rest.slice(1)}}`).toBuffer();
    });
  }

  /** `GET /listings`: the same index, so that both agree. */
  list(parameters: ListParameters, languages: readonly string[], watch: SearchWatch): Promise<Buffer> {
    const page = readPage(parameters);
    const language = summaryLanguage(languages);
    return this.#answers.get(JSON.stringify(['list', parameters, language]), async () => {
      const result = await this.#parts.index.search(
        { ...this.#listQuery(parameters), offset: page.offset, limit: page.limit },
        watch.engine,
      );
      return this.#listEnvelope(result, page, this.#rendering(language));
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
    return this.#listEnvelope(result, page, this.#rendering(summaryLanguage(languages)));
  }

  /** A few live listings like one, the most alike first. */
  similar(seed: SimilarSeed, languages: readonly string[]): Promise<Buffer> {
    const language = summaryLanguage(languages);
    return this.#answers.get(JSON.stringify(['similar', seed, language]), async () => {
      const hits = await findSimilar(this.#parts.index, seed);
      const json = new JsonBytes().text('{"success":true,"data":{"listings":');
      addSummaries(json, hits, this.#rendering(language));
      return json.text('}}').toBuffer();
    });
  }

  suggest(prefix: string, limit: number): Promise<Suggestion[]> {
    return this.#parts.index.suggest(prefix, limit);
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
    return this.#interpret(await toSearchQuery(parameters, this.#context())).query;
  }

  /** How many listings a stored search finds now. */
  async countStored(stored: Readonly<Record<string, unknown>>): Promise<number> {
    const query = await this.storedQuery(stored);
    return (await this.#parts.index.search({ ...query, facets: [], limit: 0 })).total;
  }

  #listEnvelope(
    result: SearchResult,
    page: ReturnType<typeof readPage>,
    rendering: SummaryRendering,
  ): Buffer {
    const json = new JsonBytes().text('{"success":true,"data":{"listings":');
    addSummaries(json, result.hits, rendering);
    return json.text(`,"pagination":${JSON.stringify(pagination(page, result.total))}}}`).toBuffer();
  }

  #listQuery(parameters: ListParameters): SearchQuery {
    const problems = new FilterProblems();
    for (const name of ['category', 'brand'] as const)
      problems.try(() => assertSlugs(name, parameters[name]));
    const { minPrice = 0, maxPrice = Infinity } = parameters;
    if (minPrice > maxPrice) problems.add(invalidFilter('minPrice', 'is above maxPrice'));
    const rates = this.#parts.settings.get('exchangeRates');
    const currency = problems.try(() => readCurrency(parameters.currency, rates));
    const sort = parameters.sort === undefined || parameters.sort === '' ? 'createdAt' : parameters.sort;
    if (!(LIST_SORTS as readonly string[]).includes(sort)) problems.add(invalidSort(sort, LIST_SORTS));
    problems.assertNone();
    const taxonomy = this.#parts.taxonomy.current;
    return {
      categories: parameters.category?.map((slug) => taxonomy.categoryBySlug(slug)?.slug ?? slug),
      brands: parameters.brand?.map((slug) => taxonomy.brandBySlug(slug)?.slug ?? slug),
      minPrice: parameters.minPrice,
      maxPrice: parameters.maxPrice,
      currency,
      minYear: parameters.year,
      maxYear: parameters.year,
      sort: sort === 'createdAt' ? 'created_at' : (sort as 'price' | 'year' | 'mileage' | 'views'),
      order: parameters.order,
    };
  }

  #interpret(query: SearchQuery): ReturnType<typeof interpretQuery> {
    return interpretQuery(query, {
      year: this.#parts.clock.now().getUTCFullYear(),
      currency: query.currency ?? this.#parts.settings.get('exchangeRates').base,
    });
  }

  #rendering(language: SummaryLanguage): SummaryRendering {
    return { language, taxonomy: this.#parts.taxonomy.current };
  }

  #context(): QueryContext {
    return {
      taxonomy: this.#parts.taxonomy.current,
      rates: this.#parts.settings.get('exchangeRates'),
      gazetteer: loadGazetteer(),
      isListed: async (place) => {
        const query = 'city' in place ? { cities: [place.city] } : { regions: [place.region] };
        return (await this.#parts.index.search({ ...query, limit: 0 })).total > 0;
      },
    };
  }
}
