import type { DemoPlan } from './records.ts';

interface PlanLimits {
  /** Null for no limit. */
  readonly activeListings: number | null;
  readonly featuredSlots: number;
  readonly expiryDays: number;
}

/** What the demo market must respect of the plans; the plans themselves belong to billing. */
export const planLimits: Readonly<Record<DemoPlan, PlanLimits>> = {
  free: { activeListings: 5, featuredSlots: 0, expiryDays: 60 },
  starter: { activeListings: 15, featuredSlots: 1, expiryDays: 60 },
  professional: { activeListings: 60, featuredSlots: 5, expiryDays: 90 },
  premium: { activeListings: 250, featuredSlots: 20, expiryDays: 90 },
  enterprise: { activeListings: null, featuredSlots: 50, expiryDays: 180 },
};
