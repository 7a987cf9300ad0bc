import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    comparisons: ComparisonTable;
    comparison_listings: ComparisonListingTable;
  }
}

export interface ComparisonTable {
  id: string;
  user_id: string;
  name: string;
  /** Number in the signed link; null: not shared. Sharing again after a withdrawal takes the next number, so that withdrawn links stay invalid. */
  share_version: number | null;
  share_counter: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface ComparisonListingTable {
  comparison_id: string;
  position: number;
  /** Without a foreign key, because a comparison outlives its listings and then shows their titles. */
  listing_id: string;
  title: string;
}
