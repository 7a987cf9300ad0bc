/**
 * Columns that only the server sets, with their types. Together with those of the catalog they form the whole table.
 */
export const serverColumnTypes = {
  id: 'text',
  seller_id: 'text',
  slug: 'text',
  status: 'text',
  version: 'integer',
  edited_version: 'integer',
  source: 'text',
  import_id: 'text',
  row_hash: 'bytea',
  rejection: 'jsonb',
  suspension: 'jsonb',
  moderation_flags: 'jsonb',
  quality_score: 'smallint',
  featured: 'boolean',
  featured_until: 'timestamptz',
  previous_price: 'numeric',
  price_reduced_at: 'timestamptz',
  paused_by_plan: 'boolean',
  views: 'bigint',
  favorites_count: 'integer',
  inquiries_count: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  submitted_at: 'timestamptz',
  published_at: 'timestamptz',
  renewed_at: 'timestamptz',
  expires_at: 'timestamptz',
  sold_at: 'timestamptz',
  sold_price: 'numeric',
  sold_conversation_id: 'text',
  deleted_at: 'timestamptz',
  thumbnail: 'text',
  images_count: 'integer',
  changed_since_approval: 'boolean',
} as const satisfies Record<string, ColumnType>;

/** PostgreSQL type, without the precision of a numeric. */
export type ColumnType =
  | 'text'
  | 'text[]'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'numeric'
  | 'double precision'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  | 'bytea';

export type ServerColumn = keyof typeof serverColumnTypes;
