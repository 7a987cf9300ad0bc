import { createHash } from 'node:crypto';
import { type Dimension, NUMBER_DIMENSIONS, VALUE_DIMENSIONS } from '@fifthwheel/search';
import { DIMENSION_FIELDS } from './fields.ts';
import type { Json } from './query-types.ts';

/** Raise it if documents change under the same fields, so that a new index is filled. */
const DOCUMENTS_VERSION = 3;

const KEYWORD = { type: 'keyword' } as const;
/** For lookups only, not for counting or sorting. */
const LOOKED_UP = { type: 'keyword', doc_values: false } as const;
/** Tokens that this package has made, separated by spaces. */
const TOKENS = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' } as const;

const each = (names: Iterable<string>, field: Json): Json =>
  Object.fromEntries(Array.from(names, (name) => [name, field]));

const fieldsOf = (names: readonly Dimension[]): readonly string[] =>
  names.map((name) => DIMENSION_FIELDS[name]);

export const MAPPINGS: Json = {
  dynamic: 'strict',
  // Only responses use the stored source.
  _source: { includes: ['shown', 'state'] },
  properties: {
    kind: LOOKED_UP,
    id: KEYWORD,
    seq: { type: 'long' },
    // Checksum of the database row, for sums and comparisons only.
    checksum: { type: 'long', index: false },
    words: TOKENS,
    names: TOKENS,
    equipment: TOKENS,
    weights: { type: 'rank_features' },
    values: LOOKED_UP,
    namings: KEYWORD,
    ...each(['category', 'subcategory', 'brand_model', 'currency'], KEYWORD),
    ...each(['body', 'seller_keys'], LOOKED_UP),
    ...each(['brand', 'model', 'features', 'country', 'region', 'city', 'seller'], KEYWORD),
    ...each(fieldsOf(VALUE_DIMENSIONS), KEYWORD),
    ...each(fieldsOf(NUMBER_DIMENSIONS), { type: 'double' }),
    price: { type: 'double' },
    year: { type: 'integer' },
    mileage: { type: 'double' },
    price_position: { type: 'integer' },
    ...each(['created_at', 'published_at', 'views'], { type: 'long' }),
    boost: { type: 'integer' },
    place: { type: 'geo_point' },
    located: { type: 'byte' },
    shown: { type: 'object', enabled: false },
    state: { type: 'object', enabled: false },
  },
};

/** Identifies how listings are indexed; a change of it requires a new index. */
export const MAPPING_NAME = createHash('sha256')
  .update(JSON.stringify([DOCUMENTS_VERSION, MAPPINGS]))
  .digest('hex')
  .slice(0, 10);

export interface IndexLayout {
  readonly shards: number;
  readonly replicas: number;
}

export function indexDefinition({ shards, replicas }: IndexLayout): Json {
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      // Writers refresh explicitly.
      refresh_interval: '-1',
      // Longest time by which a write can arrive after its listing was deleted.
      gc_deletes: '10m',
    },
    mappings: MAPPINGS,
  };
}
