import type { ColumnType } from 'kysely';

/** Prefixes of ids. */
declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    ssr: true;
  }
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    saved_searches: SavedSearchTable;
    saved_query_matches: SavedQueryMatchTable;
    held_price_drops: HeldPriceDropTable;
  }
}

export const ALERT_FREQUENCIES = ['instant', 'daily', 'weekly'] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];
export type AlertReason = 'new_match' | 'price_drop';

/** Search parameters as JSON: texts, numbers, or lists of texts. */
export type StoredQuery = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

export interface SavedSearchTable {
  id: string;
  user_id: string;
  name: string;
  query: ColumnType<StoredQuery, string, string>;
  /** The same for all searches that ask for the same. */
  query_hash: ColumnType<string, never, never>;
  alerts: boolean;
  alert_frequency: AlertFrequency;
  created_at: Date;
  updated_at: Date;
  last_alert_at: Date | null;
  /** When its alerts are told; null when none wait. */
  alert_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The last match that its owner was told of, or is not to be; null: all since the search was created are to be told. */
  alerts_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  alerts_after_listing: ColumnType<string, string | undefined, string>;
  match_count: number | null;
  counted_at: Date | null;
}

/** What a query has found, for all who have saved it. */
export interface SavedQueryMatchTable {
  query_hash: string;
  listing_id: string;
  reason: AlertReason;
  /** When it may be told: a lower price waits until it has settled. */
  at: Date;
}

/** A lower price of which the owner of a search was told within the day. */
export interface HeldPriceDropTable {
  search_id: string;
  listing_id: string;
  until: Date;
}
