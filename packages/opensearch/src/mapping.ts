import { createHash } from 'node:crypto';
import { type Dimension, NUMBER_DIMENSIONS, VALUE_DIMENSIONS } from '@fifthwheel/search';
import { DIMENSION_FIELDS } from './fields.ts';
import type { Json } from './query-types.ts';

/** Raised when documents are made differently under the same fields, so that a new index is filled. */
const DOCUMENTS_VERSION = 2;

const KEYWORD = { type: 'keyword' } as const;
/** Looked up, never counted or sorted by. */
const LOOKED_UP = { type: 'keyword', doc_values: false } as const;
/** Tokens of our own making, parted by blanks. */
const TOKENS = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' } as const;

const each = (names: Iterable<string>, field: Json): Json =>
  Object.fromEntries(Array.from(names, (name) => [name, field]));

const fieldsOf = (names: readonly Dimension[]): readonly string[] =>
  names.map((name) => DIMENSION_FIELDS[name]);

export const MAPPINGS: Json = {
  dynamic: 'strict',
  // Nothing is ever made of what is stored but answers.
  _source: { includes: ['shown', 'state'] },
  properties: {
    kind: LOOKED_UP,
    id: KEYWORD,
    seq: { type: 'long' },
    // Of the row that the listing was made of: added up and compared, never looked for.
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
    ...each(['created_at', 'published_at', 'views'], { type: 'long' }),
    boost: { type: 'integer' },
    place: { type: 'geo_point' },
    located: { type: 'byte' },
    shown: { type: 'object', enabled: false },
    state: { type: 'object', enabled: false },
  },
};

/** Names the way listings are indexed: another one, another index. */
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
      // Whoever writes asks for it.
      refresh_interval: '-1',
      // As long as a write that was held up may come after its listing was removed.
      gc_deletes: '10m',
    },
    mappings: MAPPINGS,
  };
}
