import { describe, expect, it } from 'vitest';
import { sceneOf } from './scene.ts';
import { BODIES, CABS, COLORS, drawingName, drawingOf, readDrawingName, SHAPES, VIEWS } from './vehicle.ts';

describe('drawings', () => {
  it('exist for every shape, body and cab, and are well-formed', () => {
    for (const shape of SHAPES)
      for (const body of BODIES)
        for (const [axles, cab] of [[1], [2, 'day'], [3, 'sleeper'], [4, 'high'], [5, 'mega']] as const) {
          const svg = sceneOf({ shape, body, axles, color: 'red', cab });
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          expect(svg.match(/<svg/g)).toHaveLength(1);
          expect(svg.endsWith('</svg>')).toBe(true);
        }
  });

  it('stay within the picture, from every side', () => {
    for (const shape of SHAPES)
      for (const { angle } of [{ angle: 34 }, VIEWS.front, VIEWS.side]) {
        const svg = sceneOf({ shape, body: 'none', axles: 3, color: 'red' }, { angle });
        // The first three paths are shadows, which may leave it.
        const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].slice(3).map(([, d = '']) => d);
        const outside = paths
          .flatMap((d) => (d.match(/-?[\d.]+/g) ?? []).map(Number))
          .filter((n) => n < 0 || n > 640);
        expect([shape, angle, outside]).toEqual([shape, angle, []]);
      }
  });

  it('have a dark studio where the system of the reader is dark', () => {
    const svg = sceneOf({ shape: 'bus', body: 'none', axles: 2, color: 'white' });
    expect(svg).toContain('@media(prefers-color-scheme:dark)');
  });

  it('are found again by their names', () => {
    for (const color of COLORS)
      for (const cab of [undefined, ...CABS])
        for (const view of [undefined, 'front', 'side', 'tile'] as const) {
          const drawing = { shape: 'semi', body: 'tank', axles: 3, color, cab } as const;
          expect(readDrawingName(drawingName(drawing, view))).toEqual({ drawing, view });
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
    expect(drawingOf({ category: 'tractor-units', cabType: 'mega_sleeper' }).cab).toBe('mega');
    expect(drawingOf({ category: 'vans', subcategory: 'minibuses' }).body).toBe('seats');
    expect(drawingOf({ category: 'buses', subcategory: 'minibuses' })).toMatchObject({
      shape: 'van',
      body: 'seats',
    });
    expect(drawingOf({ category: 'vans', cabType: 'day' })).toMatchObject({ body: 'panel', cab: undefined });
    expect(drawingOf({ category: 'construction-machinery', subcategory: 'wheel-loaders' })).toMatchObject({
      shape: 'loader',
    });
    expect(drawingOf({ category: 'semi-trailers', axles: 9, color: 'constructor' })).toMatchObject({
      axles: 5,
      color: 'silver',
    });
  });
});
