import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { Money, NamedObject, Nullable } from '../../platform/http/schemas.ts';
import { money } from './invoices/amounts.ts';
import type { PlanRow } from './subscription/purchase.ts';

export const PlanLimitsView = NamedObject('PlanLimits', {
  activeListings: Nullable(Type.Integer()),
  drafts: Nullable(Type.Integer()),
  imagesPerListing: Type.Integer(),
  featuredSlots: Type.Integer(),
  teamSeats: Nullable(Type.Integer()),
  apiKeys: Type.Integer(),
  webhooks: Type.Integer(),
  importRowsPerDay: Nullable(Type.Integer()),
  uploadMegabytesPerDay: Nullable(Type.Integer()),
  messageTemplates: Nullable(Type.Integer()),
  listingDays: Type.Integer(),
  importPullMinutes: Nullable(Type.Integer()),
});

/** `price` is per month, `yearlyPrice` per year; null: by agreement. */
export const PlanView = NamedObject('Plan', {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  price: Nullable(Money),
  yearlyPrice: Nullable(Money),
  billingCycles: Type.Array(Type.String()),
  limits: PlanLimitsView,
  features: Type.Array(Type.String()),
  trialDays: Type.Integer(),
  active: Type.Boolean(),
  sortOrder: Type.Integer(),
});
export type PlanView = Static<typeof PlanView>;

export function planView(plan: PlanRow): PlanView {
  return fromRow(PlanView, plan, {
    price: priceView(plan.monthly_minor, plan.currency),
    yearlyPrice: priceView(plan.yearly_minor, plan.currency),
    billingCycles: plan.monthly_minor === null ? [] : ['monthly', 'yearly'],
  });
}

function priceView(minor: number | null, currency: string): { amount: number; currency: string } | null {
  return minor === null ? null : money(minor, currency);
}
