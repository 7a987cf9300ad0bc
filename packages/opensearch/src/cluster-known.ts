import type { KnownValues, NameDimension } from '@fifthwheel/search';
import { placeKey } from '@fifthwheel/text/fold';
import { anyIn, type Answer, countOf, type IndexQueries, totalOf } from './asking.ts';
import { countsBy, countsIn } from './facets.ts';
import { DIMENSION_FIELDS } from './fields.ts';
import type { MarketNames } from './market-names.ts';
import { allOf, type Json, LISTINGS, terms } from './query-types.ts';

/** Upper bound for the rounds of lookups: more than the words of any text depend on each other. */
const ROUNDS_MAX = 40;

type LookupResult = number | readonly string[];

interface Question {
  readonly ask: () => Promise<Json>;
  readonly read: (response: Answer) => LookupResult;
}

interface ClusterKnownParts {
  readonly asking: IndexQueries;
  readonly names: MarketNames;
  /** Builds the query for listings with a word in their own text; it may find more. */
  readonly withWord: (word: string) => Promise<Json>;
}

/**
 * The live values by which a query is parsed, read from the search cluster. The parser looks them up
 * synchronously, so a value that is not loaded yet is recorded and assumed absent. All recorded values are
 * then loaded in one request and the text is parsed again, until nothing new is recorded.
 */
export class ClusterKnown implements KnownValues {
  readonly #parts: ClusterKnownParts;
  #answers = new Map<string, LookupResult>();
  #open = new Map<string, Question>();

  constructor(parts: ClusterKnownParts) {
    this.#parts = parts;
  }

  async read<T>(work: (known: KnownValues) => T): Promise<T> {
    const responses = new Map<string, LookupResult>();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const open = new Map<string, Question>();
      [this.#answers, this.#open] = [responses, open];
      const result = work(this);
      if (open.size === 0) return result;
      const questions = [...open];
      const requests = await Promise.all(questions.map(([, { ask }]) => ask()));
      const replies = await this.#parts.asking.all(requests);
      questions.forEach(([key, { read }], index) => responses.set(key, read(replies[index] as Answer)));
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
    const sellers = this.#ask(`seller ${key}`, {
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
    return (this.#ask(key, { ask, read: totalOf }) as number | undefined) ?? 0;
  }

  #ask(key: string, question: Question): LookupResult | undefined {
    const response = this.#answers.get(key);
    if (response === undefined) this.#open.set(key, question);
    return response;
  }
}
