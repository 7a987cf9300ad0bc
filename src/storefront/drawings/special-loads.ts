import { lit, type Pen, type Point, side, type Spot } from './pen.ts';
import { GLASS, IRON, STEEL, W, wheel } from './parts.ts';
import { near, type Room, uprights, walls } from './room.ts';

const CAR_PAINTS = ['#a3adb4', '#b0262f', '#2c5f93', '#e5e9eb'];

export function tankLoad(pen: Pen, room: Room, isSilo: boolean): void {
  const { x0, x1, y, paint } = room;
  const length = x1 - x0;
  const r = isSilo ? 1.16 : 1.05;
  const cy = y + r + (isSilo ? 0.45 : 0.16);
  const ringAt =
    (x: number, size = 1) =>
    (a: number): Point => [x, cy + r * size * Math.sin(a), W * 0.98 * size * Math.cos(a)];
  const chrome = pen.fade([
    [0, '#ffffff'],
    [0.16, '#dde3e6'],
    [0.42, '#a9b3b9'],
    [0.58, '#7d888f'],
    [0.78, '#b5bec3'],
    [1, '#6a757b'],
  ]);
  if (isSilo)
    for (const x of [x0 + length * 0.26, x0 + length * 0.52, x0 + length * 0.78]) {
      pen.on(
        side(0.9),
        `M${x - 1.1} ${cy - r * 0.72}L${x + 1.1} ${cy - r * 0.72}L${x + 0.2} ${y - 0.3}L${x - 0.2} ${y - 0.3}Z`,
        pen.fade(
          [
            [0, '#8d989f'],
            [1, '#d5dbdf'],
          ],
          [0, 0, 1, 0],
        ),
      );
    }
  pen.hull([ringAt(x0 + 0.3), ringAt(x1 - 0.25), ringAt(x1, 0.8)], chrome);
  pen.hull(
    [ringAt(x0 + 0.3), ringAt(x0, 0.8)],
    pen.fade([
      [0, '#f3f6f7'],
      [0.5, '#b2bbc1'],
      [1, '#727d84'],
    ]),
  );
  pen.hull(
    [ringAt(x0, 0.8)],
    pen.glow(
      [
        [0, '#eef1f3'],
        [1, '#aab4ba'],
      ],
      [0.4, 0.3, 0.8],
    ),
  );
  for (let x = x0 + 1.2; x < x1 - 0.6; x += 1.9) {
    const arc = Array.from({ length: 13 }, (_, at) =>
      pen.p(...ringAt(x, 1.006)(-Math.PI / 2 + (at / 12) * Math.PI)),
    );
    pen.put(
      `M${arc.join('L')}`,
      'none',
      ` stroke="#5f6b73" stroke-width="${Math.max(0.6, pen.px(0.05))}" opacity=".55"`,
    );
  }
  pen.line(side(W * 0.985), `M${x0 + 0.4} ${cy - 0.05}L${x1 - 0.3} ${cy - 0.05}`, paint, 0.22, 0.92);
  pen.line(side(0.4), `M${x0 + 0.6} ${cy + r + 0.12}L${x1 - 0.6} ${cy + r + 0.12}`, '#59646b', 0.06);
  for (let x = x0 + 0.7; x < x1 - 0.4; x += 1.4)
    pen.line(side(0.4), `M${x} ${cy + r * 0.9}L${x} ${cy + r + 0.12}`, '#59646b', 0.04);
}

export function mixerLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, paint, own } = room;
  const length = x1 - x0;
  const axis = (t: number): { x: number; y: number } => ({
    x: x0 + 0.5 + t * (length - 0.7),
    y: y + 1.05 + t * 0.5,
  });
  const radius = (t: number): number =>
    t < 0.35 ? 0.72 + t * 1.2 : t < 0.55 ? 1.16 : 1.16 - (t - 0.55) * 1.35;
  const at =
    (t: number) =>
    (a: number): Point => [axis(t).x, axis(t).y + radius(t) * Math.sin(a), radius(t) * Math.cos(a)];
  pen.block(x0, x0 + 0.6, y - 0.02, y + 0.9, -0.6, 0.6, IRON);
  const drum = pen.paint(own ? paint : '#eceff0');
  const bands = 7;
  for (let i = bands - 1; i >= 0; i -= 1)
    pen.hull([at(i / bands), at((i + 1) / bands)], i % 2 === 0 ? drum : pen.paint(paint));
  pen.hull(
    [at(0)],
    pen.glow(
      [
        [0, '#dfe4e7'],
        [1, '#98a3aa'],
      ],
      [0.4, 0.3, 0.8],
    ),
  );
  pen.block(x1 - 0.45, x1 + 0.15, y + 0.4, y + 2.15, -0.7, 0.7, STEEL);
}

export function timberLoad(pen: Pen, room: Room): void {
  const { x0, x1, y } = room;
  const logs: Spot[] = [
    [-0.8, 0.34],
    [-0.1, 0.36],
    [0.62, 0.36],
    [-0.46, 0.95],
    [0.28, 0.97],
    [-0.1, 1.55],
  ];
  pen.block(x0, x0 + 0.1, y, y + 2.0, -W, W, '#8e989f');
  for (const [z, dy] of logs.toSorted(([az, ay], [bz, by]) => az - bz || ay - by)) {
    const ring =
      (x: number) =>
      (a: number): Point => [x, y + dy + 0.34 * Math.sin(a), z + 0.36 * Math.cos(a)];
    pen.hull(
      [ring(x0 + 0.2), ring(x1)],
      pen.fade([
        [0, '#b08a5e'],
        [0.5, '#86623e'],
        [1, '#573d25'],
      ]),
    );
    pen.hull([ring(x0 + 0.2)], '#d9b98a');
  }
  for (let x = x0 + 0.8; x < x1; x += 1.7) pen.line(side(W), `M${x} ${y}L${x} ${y + 2.05}`, '#3b444a', 0.11);
  pen.line(side(W), `M${x0} ${y + 0.04}L${x1} ${y + 0.04}`, IRON, 0.16);
}

export function carsLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, paint } = room;
  const length = x1 - x0;
  for (const [deck, shift, first] of [
    [y + 1.5, 0.2, 2],
    [y, 0, 0],
  ] as const) {
    pen.block(x0, x1, deck, deck + 0.12, -W, W, paint, { line: false });
    for (let i = 0, x = x0 + 0.25 + shift; x + 3.6 < x1 + 0.4 && i < 3; x += 4, i += 1)
      car(pen, x, deck + 0.12, CAR_PAINTS[(i + first) % 4] ?? STEEL);
  }
  for (let x = x0 + 0.1; x <= x1; x += (length - 0.2) / 3)
    pen.line(side(W), `M${x} ${y}L${x} ${y + 1.6}`, lit(paint, 0.75), 0.12);
}

export function hookLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, paint } = room;
  pen.block(x0, x1 - 0.2, y, y + 0.22, -0.7, 0.7, IRON, { line: false });
  pen.block(x0 - 0.05, x0 + 0.2, y - 0.05, y + 1.7, -0.16, 0.16, paint);
  pen.solid(
    [
      [x0 + 0.25, y + 0.2],
      [x0 + 0.2, y + 1.7],
      [x1, y + 1.7],
      [x1 - 0.15, y + 0.2],
    ],
    -1.15,
    1.15,
    '#5d6a72',
  );
  for (let x = x0 + 0.8; x < x1 - 0.3; x += 0.7)
    pen.line(side(1.16), `M${x} ${y + 0.25}L${x} ${y + 1.6}`, '#455057', 0.1);
  pen.line(side(1.16), `M${x0 + 0.2} ${y + 1.68}L${x1} ${y + 1.68}`, '#7b8890', 0.12);
}

export function refuseLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, top, paint } = room;
  const length = x1 - x0;
  walls(pen, [x0, x1 - 1.6, y + 0.1, top - 0.45], '#eef1f2');
  pen.box(near, x0, y + 0.6, length - 1.6, 0.3, paint, ' opacity=".9"');
  uprights(pen, room, { step: 0.9, fill: '#a8b2b8', w: 0.05, from: y + 0.2, to: top - 0.6 });
  pen.solid(
    [
      [x1 - 1.6, y - 0.1],
      [x1 - 1.6, top - 0.3],
      [x1 - 0.6, top - 0.3],
      [x1 + 0.1, y + 1.2],
      [x1, y - 0.1],
    ],
    -W,
    W,
    paint,
  );
}

export function craneLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, paint } = room;
  pen.block(x0 + 0.75, x1, y, y + 0.55, -W, W, '#b7c0c6');
  for (let x = x0 + 2; x < x1; x += 1.7) pen.line(near, `M${x} ${y}L${x} ${y + 0.58}`, '#49535a', 0.07);
  pen.block(x0, x0 + 0.5, y, y + 1.5, -0.3, 0.3, paint);
  pen.solid(
    [
      [x0 + 0.02, y + 1.4],
      [x0 + 0.1, y + 2.6],
      [x0 + 0.4, y + 2.6],
      [x0 + 0.44, y + 1.4],
    ],
    -0.2,
    0.2,
    paint,
  );
  pen.solid(
    [
      [x0 + 0.1, y + 2.3],
      [x0 + 0.1, y + 2.65],
      [x0 + 2.7, y + 1.5],
      [x0 + 2.6, y + 1.2],
    ],
    -0.18,
    0.18,
    lit(paint, 0.92),
  );
  pen.solid(
    [
      [x0 + 2.2, y + 1.25],
      [x0 + 2.6, y + 1.45],
      [x0 + 1.3, y + 0.72],
      [x0 + 1.1, y + 0.6],
    ],
    -0.14,
    0.14,
    IRON,
  );
}

function car(pen: Pen, x: number, y: number, color: string): void {
  const z = 0.88;
  const outline: Spot[] = [
    [0, 0.3],
    [0.05, 0.62],
    [0.95, 0.76],
    [1.5, 1.28],
    [2.8, 1.3],
    [3.5, 0.86],
    [3.72, 0.8],
    [3.72, 0.3],
  ];
  const body = outline.map(([a, b]): Spot => [x + a, y + b]);
  pen.solid(body, -z, z, color);
  pen.on(
    side(z + 0.01),
    `M${x + 1.1} ${y + 0.8}L${x + 1.55} ${y + 1.2}L${x + 2.75} ${y + 1.22}L${x + 3.3} ${y + 0.84}Z`,
    GLASS,
  );
  for (const at of [0.75, 2.95]) wheel(pen, x + at, { r: 0.31, z, wide: 0.2, y: y + 0.31 });
}
