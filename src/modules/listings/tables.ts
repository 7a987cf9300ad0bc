import type { ColumnType, Generated, Selectable } from 'kysely';
import type { FieldName, ListingRecord, catalogue } from './record/fields.ts';
import type { ListingState } from './record/enums.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    listings: ListingTable;
    listing_changes: ListingChangeTable;
    seller_changes: SellerChangeTable;
    listing_views: ListingViewTable;
    listing_stats_daily: ListingStatsDailyTable;
    stock_figures: StockFigureTable;
    seller_places: SellerPlaceTable;
    listing_price_history: ListingPriceHistoryTable;
    listing_history: ListingHistoryTable;
    listing_expiry_warnings: ListingExpiryWarningTable;
    listing_texts: ListingTextTable;
  }
}

/** Searchable text of each listing; triggers maintain it. */
interface ListingTextTable {
  listing_id: string;
  seller_id: string;
  status: ListingState;
  created_at: Date;
  text: string;
  /** Place among the seller's vehicles, in `stock_figures`. */
  place: number;
}

/** manual, api and import: a member of the team; moderator; system: the marketplace itself. */
export const CHANGE_SOURCES = ['manual', 'api', 'import', 'moderator', 'system'] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** Null on both sides: the value is not stored. */
export interface RecordedChange {
  readonly field: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

interface ListingHistoryTable {
  listing_id: string;
  version: number;
  at: Date;
  source: ChangeSource | null;
  user_id: string | null;
  changes: ColumnType<readonly RecordedChange[], string, string>;
}

export interface Suspension {
  readonly reason: string;
  readonly from: ListingState;
  /** Suspended together with its seller, and reinstated with it. */
  readonly withSeller?: boolean;
}

type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Text;

type ColumnOf<N extends FieldName> = (typeof catalogue)[N] extends { column: infer C extends string }
  ? C
  : SnakeCase<N>;

/** Compounds are written as JSON text and read as objects. */
type Stored<T> =
  NonNullable<T> extends readonly string[]
    ? ColumnType<string[], readonly string[] | undefined, readonly string[]>
    : NonNullable<T> extends object
      ? ColumnType<T, string | null | undefined, string | null>
      : ColumnType<T, T | undefined, T>;

/** Columns of the field catalog. */
type FieldColumns = { [N in FieldName as ColumnOf<N>]: Stored<ListingRecord[N]> };

type ServerColumns = {
  id: string;
  seller_id: string;
  slug: string;
  status: ListingState;
  version: Generated<number>;
  /** Version of the last edit if the marketplace has written later ones; null if the newest is an edit. */
  edited_version: ColumnType<number | null, number | null | undefined, number | null>;
  source: Generated<'manual' | 'api' | 'import'>;
  import_id: ColumnType<string | null, string | null | undefined, string | null>;
  row_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  rejection: ColumnType<{ code: string; reason: string } | null, string | null | undefined, string | null>;
  suspension: ColumnType<Suspension | null, string | null | undefined, string | null>;
  moderation_flags: ColumnType<Record<string, unknown>, string | undefined, string>;
  quality_score: Generated<number>;
  featured: Generated<boolean>;
  featured_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  previous_price: ColumnType<number | null, number | null | undefined, number | null>;
  price_reduced_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  paused_by_plan: Generated<boolean>;
  changed_since_approval: Generated<boolean>;
  views: Generated<number>;
  favorites_count: Generated<number>;
  inquiries_count: Generated<number>;
  thumbnail: ColumnType<string | null, string | null | undefined, string | null>;
  images_count: Generated<number>;
  created_at: Date;
  updated_at: Date;
  submitted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  published_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  renewed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sold_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sold_price: ColumnType<number | null, number | null | undefined, number | null>;
  sold_conversation_id: ColumnType<string | null, string | null | undefined, string | null>;
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type ListingTable = ServerColumns &
  Omit<FieldColumns, 'title' | 'category_id' | 'subcategory_id' | 'brand_id' | keyof ServerColumns> & {
    title: string;
    category_id: string;
    subcategory_id: ColumnType<string | null, string | null | undefined, string | null>;
    brand_id: ColumnType<string | null, string | null | undefined, string | null>;
  };

export type ListingRow = Selectable<ListingTable>;

interface ListingChangeTable {
  seq: Generated<number>;
  listing_id: string;
  xid: Generated<string>;
  changed_at: Generated<Date>;
  page_only: Generated<boolean>;
}

/** A changed seller whose listings after `after` are not yet in the change log. */
interface SellerChangeTable {
  seller_id: string;
  after: string;
  page_only: boolean;
}

interface ListingViewTable {
  listing_id: string;
  day: string;
  visitor: Buffer;
}

interface ListingStatsDailyTable {
  listing_id: string;
  day: string;
  views: Generated<number>;
  visitors: Generated<number>;
  inquiries: Generated<number>;
  favorites: Generated<number>;
}

/** Totals of a seller's vehicles up to a day, by their places in the chunk. */
interface StockFigureTable {
  seller_id: string;
  chunk: number;
  day: string;
  views: number[];
  visitors: number[];
  inquiries: number[];
  favorites: number[];
}

interface SellerPlaceTable {
  seller_id: string;
  used: number;
}

interface ListingPriceHistoryTable {
  listing_id: string;
  at: Date;
  price: number | null;
  currency: string | null;
  vat_deductible: boolean | null;
}

interface ListingExpiryWarningTable {
  listing_id: string;
  expires_at: Date;
  days_before: number;
}
