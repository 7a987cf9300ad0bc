import { front, lit, Pen, side } from './pen.ts';
import { arm, glassCab } from './machine-parts.ts';
import { arch, done, glass, IRON, PAINTS, type Subject, W, wheel } from './parts.ts';

export function dumper({ axles, color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({ length: 9.6, height: 3.6, width: 2.9, angle });
  const wheels = axles >= 3 ? [1.7, 6.0, 7.7] : [1.7, 6.6];
  return done(
    pen,
    () => {
      for (const x of wheels) wheel(pen, x, { r: 0.85, z: -0.85, wide: 0.5 });
      pen.block(1.0, 9.0, 0.95, 1.3, -0.5, 0.5, IRON, { line: false });
      pen.solid(
        [
          [3.9, 3.2],
          [3.6, 1.9],
          [4.4, 1.45],
          [8.2, 1.4],
          [9.5, 2.6],
          [9.5, 2.85],
        ],
        -1.4,
        1.4,
        paint,
      );
      for (const x of [4.9, 5.9, 6.9, 7.9])
        pen.line(side(1.41), `M${x} 1.5L${x + 0.15} ${2.95}`, lit(paint, 0.6), 0.16, 0.8);
      pen.solid(
        [
          [0, 0.95],
          [0, 1.75],
          [1.9, 2.0],
          [2.4, 2.0],
          [2.4, 0.95],
        ],
        -1.15,
        1.15,
        paint,
      );
      glassCab(pen, [1.9, 3.2, 1.5, 3.35, -0.8, 0.8], paint, 0.2);
      pen.on(front(-0.01), 'M-0.7 1.1L0.7 1.1L0.7 1.65L-0.7 1.65Z', '#20272b');
      for (const x of wheels) wheel(pen, x, { r: 0.85, z: 1.35, wide: 0.55, rim: paint });
    },
    9.4,
    1.3,
  );
}

export function crane({ axles, color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const count = Math.max(axles, 3);
  const pen = new Pen({ from: -1.2, length: 11.8, height: 3.9, angle });
  const wheels = Array.from({ length: count }, (_, at) => 1.7 + (at * 6.6) / (count - 1));
  return done(
    pen,
    () => {
      for (const x of wheels) pen.disc(x, 0.62, -W + 0.1, 0.62, '#07090b');
      pen.block(0.6, 9.8, 0.95, 1.55, -W, W, paint);
      pen.solid(
        [
          [0, 0.6],
          [0.05, 1.6],
          [0.4, 2.4],
          [2.2, 2.4],
          [2.2, 0.9],
        ],
        -W,
        W,
        paint,
      );
      pen.on(side(W + 0.01), 'M0.45 1.6L0.62 2.26L1.9 2.26L1.9 1.55Z', glass(pen));
      pen.on(front(0.18), 'M-1.05 1.65L1.05 1.65L1.05 2.25L-1.05 2.25Z', glass(pen));
      pen.block(5.2, 9.4, 1.55, 2.6, -1.1, 0.2, paint);
      glassCab(pen, [5.0, 6.3, 1.6, 3.0, 0.25, 1.15], paint, 0.2);
      arm(
        pen,
        [
          [8.8, 2.9],
          [-1.0, 3.35],
        ],
        [0.36, 0.3],
        [-0.6, 0.05],
        paint,
      );
      arm(
        pen,
        [
          [-0.4, 3.33],
          [-1.2, 3.36],
        ],
        [0.2, 0.2],
        [-0.45, -0.1],
        '#d8dee1',
      );
      pen.line(side(-0.2), 'M-1.1 3.1L-1.1 2.3', '#20272b', 0.05);
      pen.block(-1.22, -0.98, 2.0, 2.3, -0.3, -0.1, '#e0a500', { line: false });
      for (const x of wheels) {
        arch(pen, x, 0.62);
        wheel(pen, x, { r: 0.62 });
      }
    },
    9.8,
    W,
    -0.2,
  );
}

export function forklift({ color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({
    from: -1.35,
    length: 4.0,
    height: 2.5,
    width: 1.4,
    frame: { x: 90, y: 40, w: 460, h: 372 },
    angle,
  });
  return done(
    pen,
    () => {
      wheel(pen, 0.35, { r: 0.34, z: -0.35, wide: 0.26 });
      wheel(pen, 2.05, { r: 0.28, z: -0.35, wide: 0.24 });
      for (const z of [-0.38, 0.2])
        pen.block(-1.3, -0.12, 0.1, 0.16, z, z + 0.16, '#20272b', { line: false });
      for (const z of [-0.42, 0.26]) pen.block(-0.1, 0.06, 0.08, 2.45, z, z + 0.14, '#2f383e');
      for (const y of [0.5, 1.1, 2.3])
        pen.block(-0.14, -0.08, y, y + 0.12, -0.46, 0.44, '#3b454c', { line: false });
      pen.solid(
        [
          [0.15, 0.3],
          [0.2, 0.72],
          [0.85, 0.8],
          [1.05, 1.1],
          [2.2, 1.15],
          [2.55, 0.85],
          [2.55, 0.3],
        ],
        -0.55,
        0.55,
        paint,
      );
      pen.solid(
        [
          [1.85, 0.25],
          [1.85, 1.15],
          [2.2, 1.15],
          [2.6, 0.85],
          [2.6, 0.3],
        ],
        -0.56,
        0.56,
        '#3a434a',
      );
      pen.solid(
        [
          [1.0, 1.1],
          [1.05, 1.6],
          [1.2, 1.6],
          [1.3, 1.22],
          [1.7, 1.2],
          [1.7, 1.1],
        ],
        -0.25,
        0.25,
        '#1a2024',
      );
      for (const z of [-0.5, 0.46]) {
        pen.line(side(z), 'M0.28 0.75L0.5 2.1L1.75 2.1L2.1 1.14', '#1d2429', 0.08);
      }
      pen.block(0.48, 1.78, 2.08, 2.16, -0.52, 0.5, '#1d2429', { line: false });
      wheel(pen, 0.35, { r: 0.34, z: 0.58, wide: 0.28, rim: '#d8dde0' });
      wheel(pen, 2.05, { r: 0.28, z: 0.56, wide: 0.24, rim: '#d8dde0' });
    },
    2.6,
    0.58,
    -0.4,
  );
}

export function farm({ color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const pen = new Pen({
    length: 5.0,
    height: 3.05,
    width: 2.3,
    frame: { x: 60, y: 40, w: 520, h: 372 },
    angle,
  });
  return done(
    pen,
    () => {
      wheel(pen, 1.0, { r: 0.68, z: -0.75, wide: 0.4 });
      wheel(pen, 3.7, { r: 0.95, z: -0.65, wide: 0.5 });
      pen.block(0.4, 4.1, 0.7, 1.05, -0.4, 0.4, IRON, { line: false });
      pen.solid(
        [
          [0.15, 0.85],
          [0.2, 1.5],
          [0.45, 1.72],
          [2.3, 1.9],
          [2.3, 0.9],
        ],
        -0.45,
        0.45,
        paint,
      );
      pen.on(front(0.16), 'M-0.36 0.98L0.36 0.98L0.36 1.5L-0.36 1.5Z', '#20272b');
      for (const y of [1.15, 1.27, 1.39])
        pen.line(side(0.46), `M0.45 ${y}L1.25 ${y + 0.04}`, '#05090c', 0.05, 0.5);
      pen.block(1.5, 1.62, 1.8, 2.75, 0.3, 0.42, '#20272b', { line: false });
      glassCab(pen, [2.2, 3.85, 1.15, 2.85, -0.72, 0.72], paint, 0.14);
      pen.solid(
        [
          [2.7, 1.35],
          [2.95, 1.85],
          [3.7, 2.0],
          [4.5, 1.8],
          [4.7, 1.4],
          [4.3, 1.7],
          [3.2, 1.7],
        ],
        0.5,
        1.05,
        paint,
      );
      wheel(pen, 3.7, { r: 0.95, z: 1.1, wide: 0.55, rim: '#e0b93a' });
      wheel(pen, 1.0, { r: 0.68, z: 1.05, wide: 0.45, rim: '#e0b93a' });
    },
    4.7,
    1.1,
  );
}
