import type { KnownValues, NameDimension } from '@fifthwheel/search';
import { placeKey } from '@fifthwheel/text/fold';
import { anyIn, type SearchResponse, countOf, type IndexQueries, totalOf } from './index-queries.ts';
import { countsBy, countsIn } from './facets.ts';
import { DIMENSION_FIELDS } from './fields.ts';
import type { MarketNames } from './market-names.ts';
import { allOf, type Json, LISTINGS, terms } from './query-types.ts';

/** Upper bound for the rounds of lookups: more than the words of any text depend on each other. */
const ROUNDS_MAX = 40;

type LookupResult = number | readonly string[];

interface Lookup {
  readonly ask: () => Promise<Json>;
  readonly read: (response: SearchResponse) => LookupResult;
}

interface ClusterValuesParts {
  readonly queries: IndexQueries;
  readonly names: MarketNames;
  /** Builds the query for listings with a word in their own text; it may find more. */
  readonly withWord: (word: string) => Promise<Json>;
}

/**
 * The live values by which a query is parsed, read from the search cluster. The parser looks them up
 * synchronously, so a value that is not loaded yet is recorded and assumed absent. All recorded values are
 * then loaded in one request and the text is parsed again, until nothing new is recorded.
 */
export class ClusterValues implements KnownValues {
  readonly #parts: ClusterValuesParts;
  #results = new Map<string, LookupResult>();
  #open = new Map<string, Lookup>();

  constructor(parts: ClusterValuesParts) {
    this.#parts = parts;
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    const results = new Map<string, LookupResult>();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const open = new Map<string, Lookup>();
      [this.#results, this.#open] = [results, open];
      const result = work(this);
      if (open.size === 0) return result;
      const lookups = [...open];
      const requests = await Promise.all(lookups.map(([, { ask }]) => ask()));
      const responses = await this.#parts.queries.all(requests);
      lookups.forEach(([key, { read }], index) => results.set(key, read(responses[index] as SearchResponse)));
    }
    throw new Error('the words of a search cannot be read');
  }

  documentsWith(word: string): number {
    return this.#number(`word ${word}`, async () => countOf(await this.#parts.withWord(word)));
  }

  hasCity(spellings: readonly string[]): boolean {
    return this.#has('city', spellings.map(placeKey));
  }

  hasRegion(spellings: readonly string[]): boolean {
    return this.#has('region', spellings.map(placeKey));
  }

  hasName(dimension: NameDimension, value: string): boolean {
    return this.#has(DIMENSION_FIELDS[dimension], [placeKey(value)]);
  }

  hasListing(id: string): boolean {
    return this.#has('id', [id]);
  }

  sellersNamed(key: string): readonly string[] {
    const sellers = this.#lookUp(`seller ${key}`, {
      ask: async () => ({
        size: 0,
        query: allOf([LISTINGS, terms('seller_keys', [key])]),
        aggs: { sellers: countsBy('seller') },
      }),
      read: ({ aggregations }) => [...countsIn(aggregations?.['sellers']).keys()].toSorted(),
    });
    return (sellers as readonly string[] | undefined) ?? [];
  }

  /** Nothing to read: sellers' names are in the cluster. */
  readSellers(): boolean {
    return false;
  }

  eachModel(since: number, note: (name: string, brand: string) => void, most = Infinity): number {
    const end = Math.min(this.#parts.names.modelCount, since + most);
    for (let index = since; index < end; index++) note(...this.#parts.names.model(index));
    return end;
  }

  #has(field: string, values: readonly string[]): boolean {
    const query = allOf([LISTINGS, terms(field, values)]);
    return this.#number(`${field} ${JSON.stringify(values)}`, async () => anyIn(query)) > 0;
  }

  #number(key: string, ask: () => Promise<Json>): number {
    return (this.#lookUp(key, { ask, read: totalOf }) as number | undefined) ?? 0;
  }

  #lookUp(key: string, lookup: Lookup): LookupResult | undefined {
    const result = this.#results.get(key);
    if (result === undefined) this.#open.set(key, lookup);
    return result;
  }
}
