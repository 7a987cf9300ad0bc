import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRUST_PARTS, type TrustFacts, type TrustPart, trustParts, trustScore } from './trust-score.ts';

const stranger: TrustFacts = {
  verified: false,
  ownerEmailVerified: false,
  ageDays: 0,
  ratingCount: 0,
  ratingSum: 0,
  inquiries: 0,
  answered: 0,
  responseMinutes: null,
  profileShare: 0,
  liveListings: 0,
  averageQuality: 0,
  upheldReports: 0,
  refusedListings: 0,
};

const model: TrustFacts = {
  verified: true,
  ownerEmailVerified: true,
  ageDays: 1000,
  ratingCount: 200,
  ratingSum: 1000,
  inquiries: 300,
  answered: 300,
  responseMinutes: 20,
  profileShare: 1,
  liveListings: 40,
  averageQuality: 100,
  upheldReports: 0,
  refusedListings: 0,
};

const scores: readonly (readonly [string, TrustFacts, number])[] = [
  ['nobody knows the seller', stranger, 23],
  ['all that can be had', model, 100],
  ['verified', { ...stranger, verified: true }, 48],
  ['with a verified e-mail address', { ...stranger, ownerEmailVerified: true }, 28],
  ['for a year', { ...stranger, ageDays: 365 }, 28],
  ['one rating of five', { ...stranger, ratingCount: 1, ratingSum: 5 }, 25],
  ['one rating of one', { ...stranger, ratingCount: 1, ratingSum: 1 }, 21],
  ['fifty ratings of five', { ...stranger, ratingCount: 50, ratingSum: 250 }, 32],
  ['ten inquiries, none answered', { ...stranger, inquiries: 10 }, 17],
  [
    'ten inquiries, all answered within the hour',
    { ...stranger, inquiries: 10, answered: 10, responseMinutes: 60 },
    29,
  ],
  ['the same after two days', { ...stranger, inquiries: 10, answered: 10, responseMinutes: 2880 }, 24],
  ['a whole profile', { ...stranger, profileShare: 1 }, 33],
  ['five good listings', { ...stranger, liveListings: 5, averageQuality: 80 }, 31],
  ['one good listing', { ...stranger, liveListings: 1, averageQuality: 80 }, 25],
  ['one upheld report', { ...model, upheldReports: 1 }, 85],
  ['many upheld reports', { ...model, upheldReports: 9 }, 55],
  ['two refused listings', { ...model, refusedListings: 2 }, 94],
  ['many refused listings', { ...model, refusedListings: 50 }, 85],
  ['reports about a stranger', { ...stranger, upheldReports: 3 }, 0],
];

const facts = fc
  .record({
    verified: fc.boolean(),
    ownerEmailVerified: fc.boolean(),
    ageDays: fc.integer({ min: 0, max: 20_000 }),
    ratings: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 100 }),
    inquiries: fc.integer({ min: 0, max: 1000 }),
    answeredShare: fc.double({ min: 0, max: 1, noNaN: true }),
    responseMinutes: fc.option(fc.integer({ min: 0, max: 200_000 })),
    profileShare: fc.double({ min: 0, max: 1, noNaN: true }),
    liveListings: fc.integer({ min: 0, max: 5000 }),
    averageQuality: fc.double({ min: 0, max: 100, noNaN: true }),
    upheldReports: fc.integer({ min: 0, max: 50 }),
    refusedListings: fc.integer({ min: 0, max: 500 }),
  })
  .map(({ ratings, answeredShare, ...rest }): TrustFacts => ({
    ...rest,
    ratingCount: ratings.length,
    ratingSum: ratings.reduce((sum, rating) => sum + rating, 0),
    answered: Math.floor(rest.inquiries * answeredShare),
  }));

const scoreOf = (sellerFacts: TrustFacts): number => trustScore(trustParts(sellerFacts));

describe('the trust score', () => {
  it.each(scores)('%s', (_name, sellerFacts, score) => {
    expect(scoreOf(sellerFacts)).toBe(score);
  });

  it('has parts that add up to 100', () => {
    const positive = Object.values(TRUST_PARTS).filter((most) => most > 0);
    expect(positive.reduce((sum, most) => sum + most, 0)).toBe(100);
  });

  it('is a whole number from 0 to 100, and no part gives more than it can', () => {
    fc.assert(
      fc.property(facts, (sellerFacts) => {
        const parts = trustParts(sellerFacts);
        const score = trustScore(parts);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        for (const [name, most] of Object.entries(TRUST_PARTS) as [TrustPart, number][]) {
          expect(Math.abs(parts[name])).toBeLessThanOrEqual(Math.abs(most));
          expect(parts[name] * most).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('never falls with good facts, never rises with bad ones', () => {
    fc.assert(
      fc.property(facts, (base) => {
        const better: Partial<TrustFacts>[] = [
          { verified: true },
          { ownerEmailVerified: true },
          { ageDays: base.ageDays + 100 },
          { ratingCount: base.ratingCount + 1, ratingSum: base.ratingSum + 5 },
          {
            inquiries: base.inquiries + 1,
            answered: base.answered + 1,
            responseMinutes: base.responseMinutes ?? 60,
          },
          { profileShare: 1 },
          { liveListings: base.liveListings + 1 },
        ];
        for (const change of better)
          expect(scoreOf({ ...base, ...change })).toBeGreaterThanOrEqual(scoreOf(base));
        const worse: Partial<TrustFacts>[] = [
          { upheldReports: base.upheldReports + 1 },
          { refusedListings: base.refusedListings + 1 },
          { ratingCount: base.ratingCount + 1, ratingSum: base.ratingSum + 1 },
        ];
        for (const change of worse)
          expect(scoreOf({ ...base, ...change })).toBeLessThanOrEqual(scoreOf(base));
      }),
    );
  });
});
