/** Plans for tests of purchases. */
import type { PlanRow } from './purchase.ts';

export const STARTER = plan('starter', 4900, 2);
export const PROFESSIONAL = plan('professional', 14_900, 3);
export const PREMIUM = plan('premium', 34_900, 4);
export const PLANS = [STARTER, PROFESSIONAL, PREMIUM];

function plan(name: string, monthlyMinor: number, order: number): PlanRow {
  return {
    id: `pln_${name}`,
    slug: name,
    name,
    description: '',
    monthly_minor: monthlyMinor,
    yearly_minor: monthlyMinor * 10,
    currency: 'EUR',
    limits: {} as PlanRow['limits'],
    features: [],
    trial_days: 14,
    active: true,
    sort_order: order,
  };
}
