/** Trucks, tractor units and what they draw. */
import { above, lit, Pen, type Point, side, type Spot } from './pen.ts';
import { cab } from './cab.ts';
import { load } from './loads.ts';
import { done, frame, guarded, IRON, PAINTS, STEEL, type Subject, tank, W, wheel } from './parts.ts';
import type { CabKind, Color, Drawing } from './vehicle.ts';

function tractorAt(pen: Pen, axles: number, paint: string, kind: CabKind, coupled = false): void {
  const rear = axles >= 3 ? [4.45, 5.8] : [5.12];
  const end = axles >= 3 ? 6.62 : 5.94;
  for (const x of [1.42, ...rear]) pen.disc(x, 0.51, -W + 0.1, 0.51, '#07090b');
  frame(pen, 0.6, end);
  pen.block(end - 0.12, end, 0.72, 1.02, -1.1, 1.1, '#20272b', { line: false });
  if (!coupled) {
    pen.poly(
      Array.from({ length: 20 }, (_, at): Point => [
        4.7 + 0.48 * Math.cos((at / 20) * 6.283),
        1.28,
        0.48 * Math.sin((at / 20) * 6.283),
      ]),
      '#39434a',
    );
    pen.block(4.25, 5.2, 1.1, 1.24, -0.45, 0.45, '#333c42', { line: false });
  }
  tank(pen, 2.62, 3.82);
  pen.on(side(W), `M2.3 0.42L2.62 0.42L2.62 1.05L2.3 1.05Z`, '#20272c');
  for (const x of rear) {
    guarded(pen, x, { rear: true, wide: 0.6 });
  }
  pen.box(side(W), end - 0.1, 0.78, 0.08, 0.18, '#c22a26');
  cab(pen, paint, kind);
  wheel(pen, 1.42);
}

export function tractor({ axles, color, cab: kind = 'high', angle }: Subject): Pen {
  const pen = new Pen({ length: axles >= 3 ? 6.6 : 5.95, height: 3.8, angle });
  return done(pen, () => tractorAt(pen, axles, PAINTS[color], kind), axles >= 3 ? 6.6 : 5.95);
}

export function truck({ axles, body, color, cab: cabKind, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const [wheels, end]: readonly [readonly number[], number] =
    axles >= 4 ? [[1.42, 3.1, 6.4, 7.75], 9.0] : axles === 3 ? [[1.42, 6.2, 7.5], 9.2] : [[1.42, 6.4], 8.7];
  const kind = cabKind ?? (['box', 'reefer', 'curtain', 'cars'].includes(body) ? 'sleeper' : 'day');
  const length = end;
  const pen = new Pen({ length, height: 3.9, angle });
  return done(
    pen,
    () => {
      for (const x of wheels) pen.disc(x, 0.51, -W + 0.1, 0.51, '#07090b');
      frame(pen, 0.6, end - 0.2);
      const start = (kind === 'day' ? 1.86 : 2.4) + (body === 'reefer' ? 0.44 : 0);
      load(pen, body, { x0: start, x1: end, y: 1.18, paint, top: 3.75 });
      pen.block(end - 0.4, end - 0.06, 0.62, 1.12, -1.15, W - 0.02, '#20272b', { line: false });
      const skirts = ['box', 'reefer', 'curtain'].includes(body);
      if (axles < 4) tank(pen, 2.5, 3.7);
      if (skirts) {
        const rear = axles === 3 ? 6.2 : 6.4;
        pen.box(
          side(W - 0.02),
          3.85,
          0.5,
          rear - 0.7 - 3.85,
          0.5,
          pen.fade([
            [0, '#c7ced3'],
            [1, '#8f9aa1'],
          ]),
        );
      }
      pen.box(side(W + 0.03), end - 0.16, 0.74, 0.09, 0.24, '#c22a26');
      for (const x of wheels.slice(1)) {
        const rear = axles < 4 || x > 4;
        (skirts ? wheel : guarded)(pen, x, { rear, wide: rear ? 0.6 : 0.32 });
      }
      cab(pen, paint, kind);
      wheel(pen, 1.42);
    },
    length,
  );
}

function semiAt(pen: Pen, { axles, body }: Pick<Drawing, 'axles' | 'body'>, paint: string, x0: number): void {
  const end = x0 + 13.6;
  const rear = [end - 2.3, end - 3.62, end - 4.94, end - 6.26, end - 7.58].slice(0, axles).toReversed();
  for (const x of rear) pen.disc(x, 0.51, -W + 0.1, 0.51, '#07090b');
  if (body === 'low') {
    const deck: Spot[] = [
      [x0, 1.3],
      [x0, 1.55],
      [x0 + 3.2, 1.55],
      [x0 + 3.7, 1.05],
      [end, 1.05],
      [end, 0.82],
      [x0 + 3.5, 0.82],
      [x0 + 3.0, 1.3],
    ];
    pen.solid(deck, -W, W, paint);
    for (let x = x0 + 4.2; x < end; x += 0.6)
      pen.line(above(1.06), `M${x} -1.2L${x} 1.2`, lit(paint, 0.6), 0.03, 0.6);
    pen.solid(
      [
        [end - 0.2, 1.05],
        [end + 0.1, 2.5],
        [end + 0.25, 2.5],
        [end, 1.05],
      ],
      0.45,
      W,
      STEEL,
    );
    pen.solid(
      [
        [end - 0.2, 1.05],
        [end + 0.1, 2.5],
        [end + 0.25, 2.5],
        [end, 1.05],
      ],
      -W,
      -0.45,
      STEEL,
    );
  } else {
    pen.block(x0 + 0.1, end - 0.1, 0.92, 1.16, 0.3, 0.55, IRON, { line: false });
    load(pen, body, { x0, x1: end, y: 1.18, paint, top: 3.98, own: true });
    if (body === 'none') pen.block(x0, end, 0.98, 1.18, -1.1, 1.1, IRON);
  }
  pen.poly(
    [
      [x0 + 3.1, 0.36, 0.5],
      [end, 0.36, 0.5],
      [end, 1.1, 0.5],
      [x0 + 3.1, 1.1, 0.5],
    ],
    '#0d1114',
    ' opacity=".85"',
  );
  // landing legs, pallet box, side guard
  for (const z of [-0.9, 0.95])
    pen.block(x0 + 2.9, x0 + 3.05, 0.12, 1.0, z - 0.08, z + 0.08, '#6d787f', { line: false });
  pen.block(x0 + 2.75, x0 + 3.2, 0.04, 0.12, 0.8, 1.1, '#3a434a', { line: false });
  if (body !== 'low') {
    const stop = (rear[0] ?? end) - 0.8;
    pen.line(side(W - 0.04), `M${x0 + 3.5} 0.62L${stop} 0.62M${x0 + 3.5} 0.86L${stop} 0.86`, '#aeb7bd', 0.09);
  }
  pen.block(end - 0.5, end - 0.03, 0.62, 1.18, -1.2, W - 0.02, '#20272b', { line: false });
  for (const x of rear) wheel(pen, x, { rear: false, wide: 0.4, rim: '#cfd5d9' });
  pen.box(side(W + 0.03), end - 0.13, 0.78, 0.1, 0.24, '#c22a26');
  for (let x = x0 + 1; x < end - 0.5; x += 2.2) pen.box(side(W + 0.03), x, 1.09, 0.1, 0.06, '#ff9d1f');
}

export function semi({ axles, body, color, angle }: Subject): Pen {
  const pen = new Pen({ length: 13.7, height: 4, angle });
  return done(pen, () => semiAt(pen, { axles, body }, PAINTS[color], 0), 13.6);
}

export function artic({ color, body, trailer, axles, angle }: Subject & { readonly trailer: Color }): Pen {
  const pen = new Pen({ length: 16.6, height: 4, angle });
  return done(
    pen,
    () => {
      semiAt(pen, { axles, body }, PAINTS[trailer], 2.96);
      tractorAt(pen, 2, PAINTS[color], 'mega', true);
    },
    16.6,
  );
}

export function trailer({ axles, body, color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const isDrawbar = axles >= 3;
  const end = isDrawbar ? 9.2 : 8.2;
  const wheels = axles === 1 ? [5.4] : axles === 2 ? [4.9, 6.2] : [2.6, 6.6, 7.9].slice(0, axles);
  const pen = new Pen({ length: end + 0.1, height: 3.9, angle });
  return done(
    pen,
    () => {
      for (const x of wheels) pen.disc(x, 0.45, -W + 0.1, 0.45, '#07090b');
      pen.solid(
        [
          [0, 0.62],
          [0, 0.76],
          [1.5, 0.95],
          [1.5, 0.78],
        ],
        -0.12,
        0.12,
        IRON,
      );
      pen.disc(0.04, 0.69, 0.13, 0.11, STEEL);
      frame(pen, 1.4, end, 0.82);
      if (body === 'low') {
        pen.block(1.4, end, 0.84, 1.06, -W, W, paint);
        pen.solid(
          [
            [end - 0.2, 1.05],
            [end + 0.1, 2.3],
            [end + 0.24, 2.3],
            [end, 1.05],
          ],
          0.4,
          W,
          STEEL,
        );
      } else load(pen, body, { x0: 1.4, x1: end, y: 1.12, paint, top: 3.7, own: true });
      pen.block(end - 0.4, end - 0.04, 0.58, 1.06, -1.15, W - 0.02, '#20272b', { line: false });
      for (const x of wheels) wheel(pen, x, { r: 0.45, wide: 0.4 });
      pen.box(side(W + 0.03), end - 0.14, 0.72, 0.1, 0.22, '#c22a26');
    },
    end,
  );
}
