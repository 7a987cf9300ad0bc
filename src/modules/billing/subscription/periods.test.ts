import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, periodFrom } from './periods.ts';

const at = (text: string): Date => new Date(text);

describe('addMonths', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00Z', 3, '2026-04-30T10:00:00.000Z'],
    ['2028-02-29T23:59:59Z', 12, '2029-02-28T23:59:59.000Z'],
    ['2026-12-15T00:00:00Z', 1, '2027-01-15T00:00:00.000Z'],
  ])('%s and %i months', (from, months, to) => {
    expect(addMonths(at(from), months).toISOString()).toBe(to);
  });
});

describe('periodFrom', () => {
  it('comes back to the 31st after a short month', () => {
    const anchor = at('2026-01-31T10:00:00Z');
    const ends: string[] = [];
    let start = anchor;
    for (let i = 0; i < 4; i++) {
      const { end } = periodFrom(start, 'monthly', anchor);
      ends.push(end.toISOString().slice(0, 10));
      start = end;
    }
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });

  it('tiles time without gap or overlap, each period a month or a year long', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.constantFrom('monthly' as const, 'yearly' as const),
        fc.integer({ min: 1, max: 40 }),
        (anchor, cycle, count) => {
          let start = anchor;
          for (let i = 0; i < count; i++) {
            const { end } = periodFrom(start, cycle, anchor);
            const days = (end.getTime() - start.getTime()) / 86_400_000;
            expect(days).toBeGreaterThanOrEqual(cycle === 'monthly' ? 28 : 365);
            expect(days).toBeLessThanOrEqual(cycle === 'monthly' ? 31 : 366);
            start = end;
          }
          expect(start).toEqual(addMonths(anchor, count * (cycle === 'monthly' ? 1 : 12)));
        },
      ),
    );
  });
});
