import { expect, it } from 'vitest';
import { periodsText, readPeriods } from '../../browser/app/dealer/company/opening-times.ts';

it('reads periods as dealers type them, and writes them in one form', () => {
  const read = readPeriods('8-12, 13.30 – 18:00') ?? [];
  expect(read).toEqual([
    { from: '08:00', to: '12:00' },
    { from: '13:30', to: '18:00' },
  ]);
  expect(periodsText(read)).toBe('08:00–12:00, 13:30–18:00');
  expect(readPeriods('')).toEqual([]);
});

it.each(['from eight', '18-8', '8-25', '8:60-9', '8-9, 10-11, 12-13, 14-15'])('refuses %s', (text) => {
  expect(readPeriods(text)).toBeNull();
});
