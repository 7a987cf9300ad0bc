import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    listing_view_changes: ListingViewChangeTable;
    search_misses: SearchMissTable;
  }
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
