import type { ColumnType, Generated } from 'kysely';
import type { TrustParts } from './trust-score.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reviews: ReviewTable;
    seller_trust: SellerTrustTable;
    sellers_to_score: SellerToScoreTable;
  }
}

export const REVIEW_STATES = ['published', 'pending', 'rejected'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

interface ReviewTable {
  id: string;
  seller_id: string;
  author_id: string;
  rating: number;
  title: string | null;
  text: string | null;
  status: ReviewState;
  decision: ColumnType<string | null, string | null | undefined, string | null>;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reply: ColumnType<string | null, string | null | undefined, string | null>;
  reply_by: ColumnType<string | null, string | null | undefined, string | null>;
  replied_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  updated_at: Date;
}

/** Active sellers; maintained by triggers. */
interface SellerToScoreTable {
  seller_id: string;
  scored_at: Generated<Date>;
}

interface SellerTrustTable {
  seller_id: string;
  parts: ColumnType<TrustParts, string, string>;
  scored_at: Date;
}
