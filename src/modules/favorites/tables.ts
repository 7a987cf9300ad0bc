import type { ColumnType } from 'kysely';

/** Prefixes of ids. */
declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    fav: true;
  }
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    favorites: FavoriteTable;
  }
}

export interface FavoriteTable {
  id: string;
  user_id: string;
  listing_id: string;
  title: string;
  price_at_added: number | null;
  currency_at_added: string | null;
  /** Of the last fall that its owner was told. */
  told_price: ColumnType<number | null, number | null | undefined>;
  told_currency: ColumnType<string | null, string | null | undefined>;
  created_at: Date;
}
