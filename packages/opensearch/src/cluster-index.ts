import type { Client } from '@opensearch-project/opensearch';
import type {
  BrandNaming,
  ExchangeRates,
  KnownValues,
  ListingIndex,
  LiveCounts,
  SearchQuery,
  SearchResult,
  SearchTiming,
  Suggestion,
} from '@fifthwheel/search';
import { Aliases } from '@fifthwheel/search/matching';
import { modelKey } from '@fifthwheel/text/fold';
import { countOf, IndexQueries, totalOf } from './index-queries.ts';
import { ClusterValues } from './cluster-values.ts';
import { searchCluster } from './cluster-search.ts';
import { withoutDeadline } from './deadline.ts';
import { countsBy, countsIn } from './facets.ts';
import { countKey, MarketNames } from './market-names.ts';
import { allOf, anyOf, type Json, LISTINGS, terms } from './query-types.ts';
import { wordQueries } from './word-queries.ts';

export interface ClusterIndexParts {
  readonly client: Client;
  /** Name of the alias or index that is searched. */
  readonly index: string;
  readonly rates: () => ExchangeRates;
  /** The instant from which freshness is measured. */
  readonly rankedAtMs: () => number;
}

/**
 * The live listings in a search cluster, whose size one machine does not limit. This process keeps only the
 * names in use.
 */
export class ClusterIndex implements ListingIndex {
  readonly #parts: ClusterIndexParts;
  readonly #queries: IndexQueries;
  readonly #names = new MarketNames();
  readonly #values: ClusterValues;
  #aliases = Aliases.builtIn;
  #refreshing: Promise<void> | null = null;

  constructor(parts: ClusterIndexParts) {
    this.#parts = parts;
    this.#queries = new IndexQueries(parts.client, parts.index);
    this.#values = new ClusterValues({
      queries: this.#queries,
      names: this.#names,
      withWord: async (text) => {
        const words = await this.#words({ text, strictText: true, wholeWords: true });
        return allOf([LISTINGS, ...words]);
      },
    });
  }

  /** Replaces the administrators' names for brands, which add to the built-in ones. */
  setBrandAliases(brands: readonly BrandNaming[]): void {
    this.#aliases = new Aliases(brands);
    this.#names.setAliases(this.#aliases);
  }

  async search(query: SearchQuery, timing?: SearchTiming): Promise<SearchResult> {
    const begunAt = performance.now();
    const [words] = await Promise.all([
      this.#words(query),
      query.facets === undefined || query.facets.length === 0 ? undefined : this.#refreshNames(),
    ]);
    const result = await searchCluster(query, {
      queries: this.#queries,
      exchange: this.#parts.rates(),
      rankedAtMs: this.#parts.rankedAtMs(),
      names: this.#names,
      words,
    });
    if (timing !== undefined) timing.searchMs += performance.now() - begunAt;
    return result;
  }

  async suggest(typed: string, limit: number): Promise<Suggestion[]> {
    await this.#refreshNames();
    const candidates = this.#names.candidates(typed);
    if (candidates.length === 0) return [];
    const keys = (type: Suggestion['type']): string[] =>
      candidates
        .filter((candidate) => candidate.type === type)
        .map((candidate) => countKey(candidate, modelKey));
    const [brands, models] = [keys('brand'), keys('model')];
    const { aggregations } = await this.#queries.one({
      size: 0,
      query: allOf([LISTINGS, anyOf([terms('brand', brands), terms('brand_model', models)])]),
      aggs: { brands: countsAmong('brand', brands), models: countsAmong('brand_model', models) },
    });
    const counts = [...countsIn(aggregations?.['brands']), ...countsIn(aggregations?.['models'])];
    return this.#names.suggest(typed, limit, new Map(counts));
  }

  async liveCounts(): Promise<LiveCounts> {
    const { aggregations } = await this.#queries.one({
      size: 0,
      query: LISTINGS,
      aggs: {
        categories: countsBy('category'),
        subcategories: countsBy('subcategory'),
        brands: countsBy('brand'),
      },
    });
    return {
      categories: countsIn(aggregations?.['categories']),
      subcategories: countsIn(aggregations?.['subcategories']),
      brands: countsIn(aggregations?.['brands']),
    };
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    await this.#refreshNames();
    return this.#values.read(work);
  }

  async known(): Promise<KnownValues> {
    await this.#refreshNames();
    return this.#values;
  }

  /** Returns the number of searchable listings. */
  async count(): Promise<number> {
    return totalOf(await this.#queries.one(countOf(LISTINGS)));
  }

  #words(query: SearchQuery): Promise<Json[]> {
    return wordQueries(query, this.#aliases, this.#queries);
  }

  /** Refreshes the names; calls during a refresh share it. */
  #refreshNames(): Promise<void> {
    const running = this.#refreshing;
    if (running !== null) return running;
    const refresh = withoutDeadline(() => this.#names.refresh((query) => this.#queries.one(query))).finally(
      () => {
        this.#refreshing = null;
      },
    );
    this.#refreshing = refresh;
    return refresh;
  }
}

function countsAmong(field: string, values: readonly string[]): Json {
  // The cluster would treat an empty list as no restriction.
  const include = values.length === 0 ? [''] : values;
  return { terms: { field, include, size: include.length } };
}
