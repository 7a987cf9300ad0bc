import type { ColumnType, Generated } from 'kysely';

/** Prefixes of ids. */
declare module '../../../platform/ids.ts' {
  interface IdPrefixes {
    cpn: true;
    rdm: true;
  }
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    coupons: CouponTable;
    coupon_redemptions: RedemptionTable;
  }
}

export interface CouponTable {
  id: string;
  code: string;
  name: string;
  note: string | null;
  percent: number | null;
  amount_minor: number | null;
  currency: string | null;
  periods: number | null;
  plan_ids: ColumnType<string[] | null, readonly string[] | null, readonly string[] | null>;
  valid_from: Date | null;
  valid_until: Date | null;
  redemptions_max: number | null;
  redeemed: Generated<number>;
  active: boolean;
  created_at: Date;
}

export interface RedemptionTable {
  id: string;
  coupon_id: string;
  seller_id: string;
  periods_used: Generated<number>;
  reduced_period: Date | null;
  created_at: Date;
  ended_at: Date | null;
}
