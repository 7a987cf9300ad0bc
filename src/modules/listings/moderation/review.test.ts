import { describe, expect, it } from 'vitest';
import type { ListingState } from '../record/enums.ts';
import type { ListingRecord } from '../record/fields.ts';
import { emptyRecord } from '../record/record.ts';
import { editNeedsReview, isDifferentOffer, publishNeedsReview, type Moderation } from './review.ts';

const approved: ListingRecord = {
  ...emptyRecord(),
  category: 'trucks',
  brand: 'man',
  price: 40_000,
  currency: 'EUR',
  mileage: 300_000,
};

describe('isDifferentOffer', () => {
  it.each<[Partial<ListingRecord>, boolean]>([
    [{ mileage: 310_000, title: 'Other words' }, false],
    [{ price: 20_000 }, false],
    [{ price: 19_999.99 }, true],
    [{ price: 90_000 }, false],
    // With VAT, 20,230 and 19,040.
    [{ price: 17_000, vatDeductible: true, vatRate: 19 }, false],
    [{ price: 16_000, vatDeductible: true, vatRate: 19 }, true],
    [{ brand: 'daf' }, true],
    [{ category: 'vans' }, true],
    [{ vin: 'WDB9634031L123456' }, false],
  ])('after %o says %s', (change, expected) => {
    expect(isDifferentOffer(approved, { ...approved, ...change })).toBe(expected);
  });

  it('looks again when a known VIN changes', () => {
    const known = { ...approved, vin: 'WDB9634031L123456' };
    expect(isDifferentOffer(known, { ...known, vin: 'WDB9634031L123457' })).toBe(true);
  });
});

describe('publishNeedsReview', () => {
  it.each<[Moderation, ListingState, boolean, boolean, boolean]>([
    ['auto', 'DRAFT', true, false, false],
    ['manual', 'DRAFT', false, true, true],
    ['manual', 'REJECTED', false, true, true],
    ['manual', 'PAUSED', false, true, false],
    ['manual', 'PAUSED', true, true, true],
    ['manual', 'EXPIRED', false, true, false],
    ['manual', 'SOLD', true, true, true],
    ['first_listing', 'DRAFT', false, false, true],
    ['first_listing', 'DRAFT', false, true, false],
    ['first_listing', 'PAUSED', true, true, false],
  ])(
    '%s, from %s, changed %s, known %s: %s',
    (moderation, from, changedSinceApproval, isKnownSeller, expected) => {
      expect(publishNeedsReview(moderation, { from, changedSinceApproval, isKnownSeller })).toBe(expected);
    },
  );
});

describe('editNeedsReview', () => {
  it('requires a review of other offers if every listing is moderated', () => {
    expect(editNeedsReview('manual', true)).toBe(true);
    expect(editNeedsReview('manual', false)).toBe(false);
    expect(editNeedsReview('auto', true)).toBe(false);
    expect(editNeedsReview('first_listing', true)).toBe(false);
  });
});
