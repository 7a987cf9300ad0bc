import type { ColumnType } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    favorites: FavoriteTable;
  }
}

export interface FavoriteTable {
  id: string;
  user_id: string;
  /** Without a foreign key, because a favorite outlives its listing and then shows the title. */
  listing_id: string;
  title: string;
  price_at_added: number | null;
  currency_at_added: string | null;
  /** Whether that price was net. */
  vat_deductible_at_added: boolean | null;
  /** For the user only. */
  note: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
}
