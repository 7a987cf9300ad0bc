import type { ColumnType } from 'kysely';
import '../auth/tables.ts';
import '../listings/tables.ts';

/** Prefixes of ids. */
declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    ssr: true;
  }
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    saved_searches: SavedSearchTable;
    saved_search_alerts: SavedSearchAlertTable;
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
  alerts: boolean;
  alert_frequency: AlertFrequency;
  created_at: Date;
  updated_at: Date;
  last_alert_at: Date | null;
  /** When its unsent alerts are told; null when there are none. */
  alert_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  match_count: number | null;
  counted_at: Date | null;
}

export interface SavedSearchAlertTable {
  search_id: string;
  listing_id: string;
  reason: AlertReason;
  /** When it may be told: a lower price waits until it has settled, and until a day has passed since the last. */
  created_at: Date;
  sent_at: Date | null;
}
