import type { SearchResults } from './judged.ts';

/** A search engine under test. */
export interface Searcher {
  readonly name: string;
  search(q: string): Promise<SearchResults>;
}

interface Page {
  readonly results: readonly { readonly id: string }[];
  readonly pagination: { readonly total: number };
  readonly facets: { readonly categories?: readonly { readonly slug: string; readonly count: number }[] };
}

type Parameters = Readonly<Record<string, string>>;

const FIRST = 10;
const PAGE = 100;
const REACH = 10_000;

/** Searches an instance through its API. Paging ends at 10,000 results, so larger result sets are read by category. */
export class MarketSearcher implements Searcher {
  readonly name: string;
  readonly #get: (address: string) => Promise<{ readonly status: number; readonly body: unknown }>;

  constructor(
    name: string,
    get: (address: string) => Promise<{ readonly status: number; readonly body: unknown }>,
  ) {
    this.name = name;
    this.#get = get;
  }

  static overHttp(url: string, name: string): MarketSearcher {
    return new MarketSearcher(name, async (address) => {
      const response = await fetch(url + address);
      return { status: response.status, body: await response.json() };
    });
  }

  async search(q: string): Promise<SearchResults> {
    const startedMs = performance.now();
    const first = await this.#page({ q, limit: String(FIRST) });
    const ms = performance.now() - startedMs;
    const sorted = { sort: 'price', order: 'asc', facets: '', fields: 'id' };
    const cheapest = await this.#page({ q, limit: String(FIRST), ...sorted });
    return {
      ranked: idsOf(first),
      cheapest: idsOf(cheapest),
      all: await this.#all({ q }, first.pagination.total),
      ms,
    };
  }

  async #all(query: Parameters, total: number): Promise<string[]> {
    const ids: string[] = [];
    if (total > REACH) {
      const { facets } = await this.#page({ ...query, facets: 'categories', fields: 'id', limit: '1' });
      for (const { slug, count } of facets.categories ?? [])
        ids.push(...(await this.#all({ ...query, category: slug }, count)));
      return ids;
    }
    for (let number = 1; ids.length < total; number++) {
      const page = { limit: String(PAGE), page: String(number), facets: '', fields: 'id' };
      const nextIds = idsOf(await this.#page({ ...query, ...page }));
      if (nextIds.length === 0) break;
      ids.push(...nextIds);
    }
    return ids;
  }

  async #page(query: Parameters): Promise<Page> {
    const { status, body } = await this.#get(`/api/search?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(`${status} for ${JSON.stringify(query)}: ${JSON.stringify(body)}`);
    return (body as { data: Page }).data;
  }
}

const idsOf = ({ results }: Page): string[] => results.map(({ id }) => id);
