import { expect, it } from 'vitest';
import { sharedMegabytes } from './settings.ts';

it('shares an eighth of the memory, within bounds', () => {
  const gigabyte = 1024 ** 3;
  expect([0.5, 1, 2, 4, 64].map((size) => sharedMegabytes(size * gigabyte))).toEqual([
    128, 128, 256, 512, 512,
  ]);
});
