import { describe, expect, it } from 'vitest';
import { sceneOf } from './scene.ts';
import { BODIES, COLORS, drawingName, drawingOf, readDrawingName, SHAPES } from './vehicle.ts';

describe('drawings', () => {
  it('exist for every shape and body, and are well-formed', () => {
    for (const shape of SHAPES)
      for (const body of BODIES)
        for (const axles of [1, 2, 3, 4, 5]) {
          const svg = sceneOf({ shape, body, axles, color: 'red' });
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          expect(svg.match(/<svg/g)).toHaveLength(1);
          expect(svg.endsWith('</svg>')).toBe(true);
        }
  });

  it('are found again by their names', () => {
    for (const color of Object.keys(COLORS) as (keyof typeof COLORS)[]) {
      const drawing = { shape: 'semi', body: 'tank', axles: 3, color } as const;
      expect(readDrawingName(drawingName(drawing))).toEqual(drawing);
    }
  });

  it('follow what is known of the vehicle', () => {
    expect(
      drawingOf({ category: 'trucks', subcategory: 'tipper-trucks', driveType: '8x4', color: 'orange' }),
    ).toEqual({
      shape: 'truck',
      body: 'tipper',
      axles: 4,
      color: 'orange',
    });
    expect(drawingOf({ category: 'construction-machinery', subcategory: 'wheel-loaders' })).toMatchObject({
      shape: 'loader',
    });
    expect(drawingOf({ category: 'semi-trailers', axles: 9, color: 'constructor' })).toMatchObject({
      axles: 5,
      color: 'silver',
    });
  });
});
