import { describe, expect, it } from 'vitest';
import { type ImageHeader, type ImageRefusal, refusalOf } from './image-limits.ts';

const photo: ImageHeader = {
  format: 'jpeg',
  compression: undefined,
  width: 4000,
  height: 3000,
  frames: 1,
  isLenient: false,
};

const cases: readonly (readonly [string, Partial<ImageHeader>, ImageRefusal | null])[] = [
  ['a photo', {}, null],
  ['exactly 40 megapixels', { width: 8000, height: 5000 }, null],
  ['one column more', { width: 8001, height: 5000 }, 'too_many_pixels'],
  ['the longest side', { width: 12_000, height: 3000 }, null],
  ['one pixel longer', { width: 100, height: 12_001 }, 'side_too_long'],
  ['the shortest side', { width: 16, height: 16 }, null],
  ['one pixel shorter', { width: 4000, height: 15 }, 'too_small'],
  ['two frames', { format: 'webp', frames: 2 }, 'animated'],
  ['a dot, where any size will do', { width: 1, height: 1, isLenient: true }, null],
  ['two frames, where the first will do', { format: 'webp', frames: 2, isLenient: true }, null],
  ['too long a side, whatever will do', { height: 12_001, isLenient: true }, 'side_too_long'],
  ['AVIF of 16 megapixels', { format: 'heif', compression: 'av1', width: 4000, height: 4000 }, null],
  [
    'AVIF of one column more',
    { format: 'heif', compression: 'av1', width: 4001, height: 4000 },
    'too_many_avif_pixels',
  ],
  ['AVIF', { format: 'heif', compression: 'av1' }, null],
  ['HEIC', { format: 'heif', compression: 'hevc' }, 'format'],
  ['GIF', { format: 'gif' }, 'format'],
  ['SVG', { format: 'svg' }, 'format'],
];

describe('refusalOf', () => {
  it.each(cases)('%s', (_name, change, refusal) => {
    expect(refusalOf({ ...photo, ...change })).toBe(refusal);
  });
});
