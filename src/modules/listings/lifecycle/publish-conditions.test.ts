import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import type { SellerPlan } from '../../billing/index.ts';
import { errorAt } from '../record/field-check.ts';
import { publishConditions, type PublishFacts } from './publish-conditions.ts';

const now = new Date('2026-03-01T12:00:00Z');
const seller = {
  kind: 'seller',
  sellerId: 'sel_1',
  userId: 'usr_1',
  emailVerified: true,
  source: 'manual',
} as const;
const plan = { slug: 'free', name: 'Free', limits: { activeListings: 5 }, isSuspended: false } as SellerPlan;
const fine: PublishFacts = {
  conditions: ['sold_recently', 'complete', 'slot', 'verified_email'],
  actor: seller,
  plan,
  slotsUsed: 4,
  missing: [],
  soldAt: new Date(now.getTime() - DAY_MS),
  now,
  rules: { requireVerifiedEmail: true, soldReopenDays: 14 },
};
const codesOf = (facts: Partial<PublishFacts>) =>
  publishConditions({ ...fine, ...facts }).map(({ code }) => code);

describe('whether a listing may go to the market', () => {
  it('is yes where every condition of the step holds', () => {
    expect(publishConditions(fine)).toEqual([]);
  });

  it.each([
    ['a sale of long ago', { soldAt: new Date(now.getTime() - 15 * DAY_MS) }, 'INVALID_STATE'],
    ['an incomplete record', { missing: [errorAt('year', 'is required to publish')] }, 'VALIDATION_ERROR'],
    ['a full plan', { slotsUsed: 5 }, 'LISTING_LIMIT_EXCEEDED'],
    ['a suspended seller', { plan: { ...plan, isSuspended: true } }, 'FORBIDDEN'],
    ['an address that is not verified', { actor: { ...seller, emailVerified: false } }, 'FORBIDDEN'],
  ] as const)('is no for %s', (_name, facts, code) => {
    expect(codesOf(facts)).toEqual([code]);
    expect(codesOf({ ...facts, conditions: [] })).toEqual([]);
  });

  it('names every reason, in the order of the conditions', () => {
    const facts = { slotsUsed: 5, soldAt: null, actor: { ...seller, emailVerified: false } };
    expect(codesOf(facts)).toEqual(['INVALID_STATE', 'LISTING_LIMIT_EXCEEDED', 'FORBIDDEN']);
  });

  it('does not ask the server for a verified address, nor for a seller in good standing', () => {
    const facts = { actor: { kind: 'system' }, plan: { ...plan, isSuspended: true } } as const;
    expect(codesOf(facts)).toEqual([]);
    expect(codesOf({ ...facts, slotsUsed: 5 })).toEqual(['LISTING_LIMIT_EXCEEDED']);
  });
});
