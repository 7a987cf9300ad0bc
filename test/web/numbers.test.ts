import { expect, it } from 'vitest';
import { numberIn } from '../../web/app/dealer/listings/numbers.ts';

it.each([
  ['61900', 61_900],
  ['61 900', 61_900],
  ['61.900', 61_900],
  ['61,900', 61_900],
  ['61.900,50', 61_900.5],
  ['61,900.5', 61_900.5],
  ['1.250.000', 1_250_000],
  ["1'250'000", 1_250_000],
  ['8,5', 8.5],
  ['8.25', 8.25],
  ['0.125', 0.125],
  ['61.900.50', null],
  ['61,9,5', null],
  ['many', null],
  ['', null],
])('an amount written %j is %j', (text, number) => expect(numberIn(text, true)).toBe(number));

it('a coordinate has as many decimals as it likes', () => expect(numberIn('53.551', false)).toBe(53.551));
