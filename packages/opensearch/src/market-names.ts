import { type Aliases, Catalogue, FIELD, KEY_SEPARATOR, Suggester } from '@fifthwheel/search/matching';
import type { Suggestion } from '@fifthwheel/search';
import { type Json, POSITION } from './query-types.ts';
import type { SearchResponse } from './index-queries.ts';

const PAGE = 2000;

/**
 * Names of categories, brands and models of live listings, the only data that a process keeps. New names are
 * read from recently indexed listings. Names stay after their last listing, because their counts are queried
 * each time.
 */
export class MarketNames {
  readonly #catalogue = new Catalogue();
  readonly #suggester = new Suggester(this.#catalogue);
  readonly #labels = new Map<string, string>();
  #seq = -1;

  setAliases(aliases: Aliases): void {
    this.#suggester.setAliases(aliases);
  }

  nameOf(kind: 'category' | 'brand', slug: string): string {
    return this.#labels.get(kind + KEY_SEPARATOR + slug) ?? slug;
  }

  modelOf(brandModel: string): string {
    const models = this.#catalogue.field(FIELD.brandModel);
    const known = models.find(brandModel);
    return known === 0 ? brandModel.slice(brandModel.indexOf(KEY_SEPARATOR) + 1) : models.label(known);
  }

  get modelCount(): number {
    return this.#catalogue.field(FIELD.brandModel).size - 1;
  }

  /** Returns the model at an index below `modelCount`, and the slug of its brand. */
  model(at: number): readonly [name: string, brand: string] {
    return [this.#catalogue.field(FIELD.brandModel).label(at + 1), this.#catalogue.brandOf(at + 1)];
  }

  /** Reads the names that were indexed since the last call. */
  async refresh(send: (query: Json) => Promise<SearchResponse>): Promise<void> {
    let seq = this.#seq;
    for (let after: Json | undefined; ;) {
      const { aggregations = {} } = await send(namingsSince(this.#seq, after));
      const { namings, written } = aggregations;
      seq = Math.max(seq, (written?.['last'] as { value?: number | null } | undefined)?.value ?? seq);
      for (const { key } of (namings?.buckets ?? []) as unknown as { key: { naming: string } }[])
        this.#add(key.naming);
      after = namings?.after_key;
      if (after === undefined) break;
    }
    this.#seq = seq;
  }

  /** Returns brands and models that could complete a text, best first, whether or not they have listings. */
  candidates(typed: string): Suggestion[] {
    for (const field of [FIELD.brand, FIELD.brandModel]) this.#catalogue.field(field).live.fill(1);
    return this.#suggester.suggest(typed, Number.MAX_SAFE_INTEGER);
  }

  /** Returns the candidates that have listings, given the counts. */
  suggest(typed: string, limit: number, counts: ReadonlyMap<string, number>): Suggestion[] {
    for (const field of [FIELD.brand, FIELD.brandModel]) {
      const dictionary = this.#catalogue.field(field);
      dictionary.live.fill(0);
      for (const [value, count] of counts) {
        const ordinal = dictionary.find(value);
        if (ordinal > 0) dictionary.live[ordinal] = count;
      }
    }
    return this.#suggester.suggest(typed, limit);
  }

  #add(naming: string): void {
    const [kind = '', slug = '', ...rest] = naming.split(KEY_SEPARATOR);
    if (kind === 'model') {
      const [model = '', name = ''] = rest;
      const models = this.#catalogue.field(FIELD.brandModel);
      // Show the first spelling of a model.
      if (models.find(slug + KEY_SEPARATOR + model) === 0) models.add(slug + KEY_SEPARATOR + model, name);
      return;
    }
    const name = rest.join(KEY_SEPARATOR);
    this.#labels.set(kind + KEY_SEPARATOR + slug, name);
    if (kind === 'brand') this.#catalogue.field(FIELD.brand).add(slug, name);
  }
}

/** Returns the key of a suggestion in the counts that `suggest` takes. */
export function countKey(suggestion: Suggestion, modelKeyOf: (name: string) => string): string {
  return suggestion.type === 'brand'
    ? suggestion.slug
    : suggestion.brand + KEY_SEPARATOR + modelKeyOf(suggestion.value);
}

function namingsSince(seq: number, after: Json | undefined): Json {
  return {
    size: 0,
    query: { range: { seq: { gt: seq } } },
    aggs: {
      // Everything up to this position is searchable, which the highest number among the listings would not
      // guarantee.
      written: { filter: POSITION, aggs: { last: { max: { field: 'seq' } } } },
      namings: {
        composite: {
          size: PAGE,
          sources: [{ naming: { terms: { field: 'namings' } } }],
          after,
        },
      },
    },
  };
}
