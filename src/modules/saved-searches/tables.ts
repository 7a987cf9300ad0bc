import type { ColumnType } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    saved_searches: SavedSearchTable;
    saved_query_matches: SavedQueryMatchTable;
    held_price_drops: HeldPriceDropTable;
    email_alerts: EmailAlertTable;
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
  /** Equal for searches with the same query. */
  query_hash: ColumnType<string, never, never>;
  alerts: boolean;
  alert_frequency: AlertFrequency;
  created_at: Date;
  updated_at: Date;
  last_alert_at: Date | null;
  /** When its pending alerts are sent; null if none are pending. */
  alert_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The last match that is announced or skipped; null if all matches since the search was created are pending. */
  alerts_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  alerts_after_listing: ColumnType<string, string | undefined, string>;
  match_count: number | null;
  /** Time when the owner last opened the search; null if never since it was saved. */
  seen_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** Number of results created since `seen_at`, as of `counted_at`. */
  new_count: ColumnType<number | null, number | null | undefined, number>;
  counted_at: Date | null;
}

/** Matches of a query, shared by all searches with it. */
export interface SavedQueryMatchTable {
  query_hash: string;
  listing_id: string;
  reason: AlertReason;
  /** Earliest time to announce it: a price drop waits until it has settled. */
  at: Date;
}

/** A price drop on a listing that the search's owner was notified of within the day. */
export interface HeldPriceDropTable {
  search_id: string;
  listing_id: string;
  until: Date;
}

/** An alert of a person without an account. */
export interface EmailAlertTable {
  id: string;
  email: string;
  language: string;
  name: string;
  query: ColumnType<StoredQuery, string, string>;
  query_hash: ColumnType<string, never, never>;
  token_hash: Buffer;
  token_expires_at: Date;
  created_at: Date;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** Matches up to this time have been announced or skipped. */
  announced_until: ColumnType<Date | null, Date | null | undefined, Date>;
  due_at: ColumnType<Date | null, Date | null | undefined, Date>;
  last_alert_at: ColumnType<Date | null, Date | null | undefined, Date>;
}
