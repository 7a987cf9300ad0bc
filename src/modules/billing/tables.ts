import type { ColumnType, Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    plans: PlanTable;
    subscriptions: SubscriptionTable;
  }
}

/** Null means unlimited. */
export interface PlanLimits {
  readonly activeListings: number | null;
  readonly drafts: number | null;
  readonly imagesPerListing: number;
  readonly featuredSlots: number;
  readonly teamSeats: number | null;
  readonly apiKeys: number;
  readonly webhooks: number;
  readonly importRowsPerDay: number | null;
  /** MB of stored files; deleted files still count. */
  readonly uploadMegabytesPerDay: number | null;
  readonly messageTemplates: number | null;
  /** How many days a published listing stays live. */
  readonly listingDays: number;
  /** Interval of fetching a feed; null: not included. */
  readonly importPullMinutes: number | null;
}

export interface PlanTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  monthly_minor: number | null;
  yearly_minor: number | null;
  currency: string;
  limits: ColumnType<PlanLimits, string, string>;
  features: ColumnType<string[], readonly string[], readonly string[]>;
  trial_days: number;
  active: boolean;
  sort_order: number;
}

export type BillingCycle = 'monthly' | 'yearly';
export const BILLING_CYCLES = ['monthly', 'yearly'] as const satisfies readonly BillingCycle[];
export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'canceled' | 'expired';

type LaterColumn<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface SubscriptionTable {
  id: string;
  seller_id: string;
  plan_id: string;
  status: SubscriptionStatus;
  billing_cycle: BillingCycle | null;
  price_minor: number;
  currency: string;
  current_period_start: Date;
  current_period_end: Date | null;
  trial_end: Date | null;
  cancel_at_period_end: boolean;
  canceled_at: Date | null;
  next_plan_id: string | null;
  next_billing_cycle: BillingCycle | null;
  payment_method: string | null;
  created_at: Date;
  updated_at: Date;
  started_at: LaterColumn<Date>;
  period_anchor: LaterColumn<Date>;
  period_vat_bp: Generated<number>;
  trial_used_at: LaterColumn<Date>;
  gateway: LaterColumn<string>;
  gateway_customer: LaterColumn<string>;
  payment_method_label: LaterColumn<string>;
  dunning_attempts: Generated<number>;
  next_attempt_at: LaterColumn<Date>;
  reminded_for: LaterColumn<Date>;
  period_discount_minor: Generated<number>;
  discount_from: LaterColumn<Date>;
  redemption_id: LaterColumn<string>;
}
