import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    listing_view_changes: ListingViewChangeTable;
    listing_price_positions: ListingPricePositionTable;
    search_misses: SearchMissTable;
  }
}

export interface ListingPricePositionTable {
  listing_id: string;
  position: string | null;
  per_mille: number | null;
  compared: Generated<number>;
  due_at: Generated<Date>;
  changes: Generated<number>;
}

export interface SearchMissTable {
  words: string;
  times: number;
  last_at: Date;
}

export interface ListingViewChangeTable {
  seq: Generated<number>;
  listing_id: string;
  views: number;
  changed_at: Date;
}
