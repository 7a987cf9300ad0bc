import type { ColumnType } from 'kysely';
import type { NoticeType } from '../../platform/notices.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notifications: NotificationTable;
    notification_counts: NotificationCountTable;
    notification_preferences: NotificationPreferenceTable;
    announcements: AnnouncementTable;
  }
}

export type AnnouncementReason = 'new_match' | 'price_drop' | 'sold';

export type NoticeData = Readonly<Record<string, string | number | boolean | null>>;

export interface NotificationTable {
  id: string;
  user_id: string;
  type: NoticeType;
  /** Written as JSON text. */
  data: ColumnType<NoticeData, string, string>;
  /** IDs of users and sellers, with the names of the values in `data` that are about them. */
  about: ColumnType<Readonly<Record<string, readonly string[]>>, string | undefined, string>;
  link: string | null;
  dedupe_key: string;
  in_app: boolean;
  read_at: Date | null;
  created_at: Date;
}

export interface NotificationCountTable {
  user_id: string;
  total: number;
  unread: number;
  /** Notifications up to this instant are read, although not all of their rows are updated yet. */
  all_read_until: Date | null;
}

export interface NotificationPreferenceTable {
  user_id: string;
  type: NoticeType;
  in_app: boolean;
  email: boolean;
  updated_at: Date;
}

/** Last notification of a user about a listing for a reason, with its price. */
export interface AnnouncementTable {
  listing_id: string;
  user_id: string;
  reason: AnnouncementReason;
  at: Date;
  price: number | null;
  currency: string | null;
  /** Whether the price was net. */
  vat_deductible: boolean | null;
  /** False if emails of its kind were off, so that only the app showed it. */
  by_mail: boolean;
}
