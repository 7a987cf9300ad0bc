import { front, lit, mix, Pen, type Point, side, type Spot } from './pen.ts';
import { arm, glassCab, ram, track } from './machine-parts.ts';
import { done, IRON, PAINTS, type Subject, wheel } from './parts.ts';

export function excavator({ color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({
    from: -4.6,
    length: 9.2,
    height: 4.9,
    width: 2.6,
    frame: { x: 36, y: 26, w: 568, h: 388 },
    angle,
  });
  return done(
    pen,
    () => {
      track(pen, [-1.1, 3.1], 0.95, [-1.35, -0.75]);
      pen.block(0, 2, 0.7, 1.12, -0.7, 0.7, IRON, { line: false });
      track(pen, [-1.1, 3.1], 0.95, [0.75, 1.35]);
      pen.block(-0.3, 4.2, 1.18, 1.42, -1.3, 1.3, lit('#3a4349', 1), { line: false });
      // counterweight and engine house
      pen.solid(
        [
          [1.5, 1.42],
          [1.5, 2.3],
          [3.2, 2.36],
          [4.1, 2.3],
          [4.3, 2.0],
          [4.3, 1.36],
          [3.6, 1.3],
        ],
        -1.3,
        1.3,
        paint,
      );
      pen.line(side(1.31), 'M1.9 1.6L1.9 2.2M2.9 1.5L2.9 2.25M3.5 1.45L3.5 2.25', '#05090c', 0.03, 0.35);
      for (const y of [1.7, 1.82, 1.94, 2.06])
        pen.line(side(1.312), `M2.02 ${y}L2.76 ${y}`, '#05090c', 0.045, 0.5);
      pen.on(
        side(1.312),
        'M3.55 1.36L4.3 1.42L4.3 2.0L4.08 2.3L3.55 2.33Z',
        lit('#33393d', 1),
        ' opacity=".92"',
      );
      // boom, stick, bucket
      const bz: Spot = [-0.55, -0.05];
      arm(
        pen,
        [
          [0.55, 1.75],
          [-0.6, 3.5],
          [-1.5, 4.3],
          [-3.0, 4.4],
        ],
        [0.26, 0.36, 0.34, 0.2],
        bz,
        paint,
      );
      ram(pen, [0.0, 1.5], [-1.15, 3.5], 0.07);
      ram(pen, [-1.5, 4.75], [-3.2, 4.85], -0.3);
      arm(
        pen,
        [
          [-2.75, 4.95],
          [-3.15, 4.3],
          [-3.9, 1.7],
        ],
        [0.16, 0.26, 0.15],
        [-0.5, -0.1],
        paint,
      );
      ram(pen, [-3.15, 4.4], [-4.0, 2.3], -0.06);
      pen.solid(
        [
          [-4.2, 2.0],
          [-4.5, 1.5],
          [-4.45, 0.75],
          [-4.0, 0.35],
          [-3.3, 0.3],
          [-3.35, 0.55],
          [-3.6, 1.0],
          [-3.7, 1.7],
        ],
        -0.85,
        0.25,
        '#3f484e',
      );
      for (const z of [-0.7, -0.3, 0.1])
        pen.solid(
          [
            [-3.3, 0.3],
            [-2.95, 0.2],
            [-3.32, 0.42],
          ],
          z - 0.06,
          z + 0.06,
          '#8b959b',
          { line: false },
        );
      glassCab(pen, [-0.35, 1.35, 1.42, 3.1, 0.25, 1.28], paint, 0.22);
      pen.block(1.5, 1.75, 2.3, 2.75, -0.9, -0.7, '#20272b', { line: false });
      for (const x of [0.3, 1.0]) pen.block(x, x + 0.1, 3.2, 3.32, 0.6, 0.78, '#ffb84d', { line: false });
    },
    4.4,
    1.35,
    -1.2,
  );
}

export function loader({ color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({ from: -2.2, length: 8.0, height: 3.45, width: 2.8, angle });
  return done(
    pen,
    () => {
      for (const x of [0.9, 4.05]) wheel(pen, x, { r: 0.8, z: -0.85, wide: 0.5 });
      pen.block(0.2, 5.2, 0.8, 1.15, -0.5, 0.5, IRON, { line: false });
      pen.solid(
        [
          [0.1, 1.0],
          [0.35, 1.9],
          [1.6, 1.75],
          [1.9, 1.1],
        ],
        -0.55,
        0.55,
        paint,
      );
      pen.solid(
        [
          [2.6, 1.1],
          [2.6, 2.05],
          [3.4, 2.15],
          [5.6, 1.95],
          [5.75, 1.6],
          [5.75, 0.95],
          [5.0, 0.85],
          [4.7, 1.4],
        ],
        -1.0,
        1.0,
        paint,
      );
      for (const y of [1.6, 1.72, 1.84])
        pen.line(side(1.01), `M4.5 ${y + 0.02}L5.4 ${y}`, '#05090c', 0.05, 0.55);
      arm(
        pen,
        [
          [1.2, 2.0],
          [0.2, 1.85],
          [-0.9, 0.75],
        ],
        [0.14, 0.24, 0.16],
        [-0.75, -0.5],
        paint,
      );
      pen.solid(
        [
          [-0.85, 1.1],
          [-1.05, 1.55],
          [-2.15, 0.35],
          [-2.2, 0.22],
          [-0.95, 0.22],
          [-0.75, 0.6],
        ],
        -1.4,
        1.4,
        '#4b555b',
      );
      pen.line(front(-2.19), 'M-1.4 0.26L1.4 0.26', '#8b959b', 0.07);
      arm(
        pen,
        [
          [1.2, 2.0],
          [0.2, 1.85],
          [-0.9, 0.75],
        ],
        [0.14, 0.24, 0.16],
        [0.4, 0.65],
        paint,
      );
      ram(pen, [1.3, 1.4], [0.05, 1.55], 0.66);
      ram(pen, [0.9, 2.15], [-0.85, 1.45], 0.1);
      glassCab(pen, [1.75, 3.25, 1.4, 3.25, -0.75, 0.75], paint, 0.12);
      pen.solid(
        [
          [3.2, 1.0],
          [3.2, 1.3],
          [4.8, 1.3],
          [5.0, 0.95],
        ],
        0.75,
        1.3,
        '#20272b',
        { line: false },
      );
      for (const x of [0.9, 4.05])
        wheel(pen, x, { r: 0.8, z: 1.3, wide: 0.55, rim: mix(paint, '#dddddd', 0.25) });
      for (const y of [0.7, 1.0]) pen.line(side(1.1), `M2.2 ${y}L2.75 ${y}`, '#2b3237', 0.09);
    },
    5.75,
    1.3,
    -2.1,
  );
}

export function dozer({ color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({ from: -1.9, length: 7.0, height: 3.3, width: 3.4, angle });
  return done(
    pen,
    () => {
      track(pen, [0.1, 4.2], 1.15, [-1.3, -0.7]);
      pen.solid(
        [
          [0.1, 0.9],
          [0.2, 1.95],
          [2.1, 2.05],
          [2.1, 0.9],
        ],
        -0.55,
        0.55,
        paint,
      );
      pen.solid(
        [
          [3.4, 0.9],
          [3.4, 1.9],
          [4.4, 1.85],
          [4.4, 0.9],
        ],
        -0.8,
        0.8,
        paint,
      );
      glassCab(pen, [2.1, 3.6, 1.15, 3.1, -0.72, 0.72], paint, 0.1);
      pen.block(1.2, 1.4, 2.0, 2.7, -0.2, 0, '#20272b', { line: false });
      track(pen, [0.1, 4.2], 1.15, [0.7, 1.3]);
      pen.block(-0.9, 2.0, 0.55, 0.8, 1.32, 1.5, paint);
      pen.solid(
        [
          [-0.9, 0.12],
          [-1.25, 0.5],
          [-1.3, 0.95],
          [-1.05, 1.45],
          [-0.85, 1.45],
          [-0.95, 0.9],
          [-0.8, 0.12],
        ],
        -1.7,
        1.7,
        mix(paint, '#444444', 0.35),
      );
      pen.block(4.4, 5.0, 0.5, 1.2, -0.3, 0.3, '#3b444a');
    },
    4.4,
    1.5,
    -1.2,
  );
}

export function roller({ color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({ from: -0.8, length: 6.2, height: 3.1, width: 2.4, angle });
  return done(
    pen,
    () => {
      wheel(pen, 4.1, { r: 0.75, z: -0.7, wide: 0.5 });
      const ring =
        (z: number) =>
        (a: number): Point => [0.4 + 0.75 * Math.cos(a), 0.75 + 0.75 * Math.sin(a), z];
      pen.hull(
        [ring(-1.05), ring(1.05)],
        pen.fade([
          [0, '#a8b2b8'],
          [0.3, '#78838a'],
          [1, '#2e363b'],
        ]),
      );
      pen.disc(
        0.4,
        0.75,
        1.05,
        0.75,
        pen.fade([
          [0, '#8b969d'],
          [1, '#434d53'],
        ]),
      );
      pen.disc(0.4, 0.75, 1.06, 0.58, '#2c3439');
      pen.solid(
        [
          [-0.6, 0.62],
          [-0.6, 0.92],
          [1.6, 1.05],
          [1.6, 0.72],
        ],
        1.08,
        1.2,
        paint,
      );
      pen.solid(
        [
          [2.7, 0.8],
          [2.7, 1.75],
          [4.9, 1.6],
          [5.2, 1.2],
          [5.2, 0.7],
        ],
        -0.85,
        0.85,
        paint,
      );
      pen.block(1.3, 2.8, 0.7, 1.15, -0.7, 0.7, paint);
      glassCab(pen, [1.5, 2.9, 1.15, 2.95, -0.75, 0.75], paint, 0.1);
      wheel(pen, 4.1, { r: 0.75, z: 1.05, wide: 0.5, rim: paint });
    },
    5.2,
    1.1,
    -0.4,
  );
}
