/** What vehicles are made of: wheels, frames, tanks, panes, and the shadow below them. */
import { lit, type Pen, type Point, side, type Spot } from './pen.ts';
import type { Color, Drawing } from './vehicle.ts';

/** What is drawn, and from where: 34 degrees from the front, unless told otherwise. */
export interface Subject extends Drawing {
  readonly angle?: number | undefined;
}

export const PAINTS: Readonly<Record<Color, string>> = {
  black: '#33383d',
  grey: '#7f8a93',
  beige: '#cdbb98',
  brown: '#71503a',
  red: '#b8232f',
  green: '#2f6b45',
  blue: '#1c5c9c',
  purple: '#5f4190',
  gold: '#bb9238',
  white: '#eef1f2',
  orange: '#de7418',
  silver: '#b9c1c7',
  yellow: '#e9b418',
};
export const IRON = '#2b3237';
export const STEEL = '#aab3b9';
export const GLASS = '#16222c';
/** Half the width of a truck. */
export const W = 1.25;

interface WheelOptions {
  readonly r?: number;
  readonly z?: number;
  readonly wide?: number;
  readonly rear?: boolean;
  readonly rim?: string;
  readonly y?: number;
}

export function wheel(
  pen: Pen,
  x: number,
  { r = 0.51, z = W, wide = 0.32, rear = false, rim = '#d5dade', y = r }: WheelOptions = {},
): void {
  const hole = r * 0.6;
  if (y === r) pen.contacts.push([x, z, r, wide]);
  pen.disc(x, y, z - wide, r, '#07090b');
  pen.poly(
    [
      [x, y + r, z - wide],
      [x, y + r, z],
      [x, y - r, z],
      [x, y - r, z - wide],
    ],
    '#0b0e10',
  );
  pen.disc(
    x,
    y,
    z,
    r,
    pen.glow(
      [
        [0.55, '#1b2023'],
        [0.86, '#23292d'],
        [0.93, '#15191c'],
        [1, '#0b0d0f'],
      ],
      [0.42, 0.38, 0.66],
    ),
  );
  pen.disc(
    x,
    y,
    z + 0.005,
    hole,
    pen.fade(
      [
        [0, lit(rim, 1.06)],
        [0.5, lit(rim, 0.78)],
        [1, lit(rim, 0.5)],
      ],
      [0.1, 0, 0.8, 1],
    ),
  );
  pen.disc(
    x,
    y,
    z + 0.005,
    hole * 0.84,
    pen.fade(
      rear
        ? [
            [0, '#3b4247'],
            [1, '#7f898f'],
          ]
        : [
            [0, lit(rim, 0.62)],
            [1, lit(rim, 0.98)],
          ],
      [0.2, 0, 0.7, 1],
    ),
  );
  pen.disc(
    x,
    y,
    z + 0.01,
    hole * 0.5,
    pen.fade(
      [
        [0, lit(rim, 1.08)],
        [1, lit(rim, 0.58)],
      ],
      [0.2, 0, 0.7, 1],
    ),
  );
  if (r * pen.scale > 17)
    pen.put(
      pen.ring(x, y, z + 0.02, hole * 0.36),
      'none',
      ` stroke="#4a5359" stroke-width="${pen.px(0.045)}" stroke-dasharray="${pen.px(0.045)} ${pen.px(0.075)}"`,
    );
  pen.disc(x, y, z + 0.03, hole * 0.22, rear ? '#4d565c' : '#8d979d');
}

export function arch(pen: Pen, x: number, r: number, z = W + 0.003, color = '#0c0f12'): void {
  pen.disc(x, r * 0.96, z, r * 1.16, color);
}

/** A wheel below a mudguard: what is seen of the guard's outside, the wheel, the near edge of the guard. */
export function guarded(pen: Pen, x: number, options: WheelOptions = {}): void {
  const r = 0.51;
  const R = r + 0.1;
  const at = (angle: number, z: number): Point => [x + R * Math.cos(angle), r + R * Math.sin(angle), z];
  const angles = Array.from({ length: 10 }, (_, step) => Math.PI - (step / 9) * Math.PI * 0.72);
  pen.poly(
    [...angles.map((angle) => at(angle, W - 0.6)), ...angles.toReversed().map((angle) => at(angle, W))],
    '#2c343a',
  );
  wheel(pen, x, options);
  const edge = Array.from({ length: 15 }, (_, step) => pen.p(...at(Math.PI - (step / 14) * Math.PI, W)));
  pen.put(`M${edge.join('L')}`, 'none', ` stroke="#3d474e" stroke-width="${Math.max(1, pen.px(0.07))}"`);
}

export function frame(pen: Pen, from: number, to: number, y = 0.86): void {
  pen.block(from, to, y, y + 0.24, 0.2, 0.45, IRON, { line: false });
  pen.poly(
    [
      [from, 0.36, 0.5],
      [to, 0.36, 0.5],
      [to, y + 0.1, 0.5],
      [from, y + 0.1, 0.5],
    ],
    pen.fade([
      [0, '#0d1114'],
      [1, '#0d1114', 0.85],
    ]),
  );
}

export function tank(pen: Pen, from: number, to: number, y = 0.44, height = 0.58): void {
  pen.block(from, to, y, y + height, 0.7, W - 0.04, '#98a2a9', {
    cap: pen.fade([
      [0, '#eef2f4'],
      [0.2, '#b4bdc3'],
      [0.55, '#77828a'],
      [0.8, '#a5afb5'],
      [1, '#596369'],
    ]),
  });
  for (const x of [from + (to - from) * 0.25, from + (to - from) * 0.75])
    pen.line(side(W - 0.035), `M${x} ${y}L${x} ${y + height}`, '#4a5358', 0.05);
}

export const glass = (pen: Pen): string =>
  pen.fade(
    [
      [0, '#4d6374'],
      [0.35, '#263846'],
      [1, '#0f1820'],
    ],
    [0.1, 0, 0.5, 1],
  );

/** How far back a nose reaches at a height, between the places of its outline. */
export function along(outline: readonly Spot[]): (y: number) => number {
  return (y) => {
    const next = outline.findIndex(([height]) => height >= y);
    const [y1, x1] = outline[next < 0 ? outline.length - 1 : next] ?? [0, 0];
    const [y0, x0] = outline[next - 1] ?? [y1, x1];
    return y1 === y0 ? x1 : x0 + ((x1 - x0) * (y - y0)) / (y1 - y0);
  };
}

/**
 * Draws on a pen, and under it the shadow that it casts: wide and soft, then dark where it touches the ground. Blur costs most
 * of the time that a picture takes, so the wide shadow is a gradient, and the two others are blurred within narrow bounds.
 */
export function done(pen: Pen, draw: () => void, length: number, half = W, from = 0): Pen {
  draw();
  const quad = ([x0, x1, z0, z1]: readonly [number, number, number, number]): string =>
    `M${[pen.p(x0, 0, z1), pen.p(x1, 0, z1), pen.p(x1, 0, z0), pen.p(x0, 0, z0)].join('L')}Z`;
  const m = pen.scale / 60;
  const soft = (size: number): string => pen.blur(Math.round(size * m * 10) / 10);
  const touch = pen.contacts
    .map(([x, z, r, wide]) => quad([x - r * 0.75, x + r * 0.95, z - wide * 1.2, z + 0.42]))
    .join('');
  pen.parts.unshift(
    `<circle r="1" transform="${wideShadow(pen, length, half, from)}" fill="${pen.glow([
      [0, '#0b1116', 0.42],
      [0.55, '#0b1116', 0.26],
      [1, '#0b1116', 0],
    ])}"/>` +
      `<path d="${quad([from + 0.1, length, -half, half - 0.1])}" fill="#05080a" opacity=".6" filter="${soft(7)}"/>` +
      (touch === '' ? '' : `<path d="${touch}" fill="#000" opacity=".55" filter="${soft(4.5)}"/>`),
  );
  return pen;
}

/** A disc on the ground, wider than what stands on it: as a unit circle in the plane of the ground. */
function wideShadow(pen: Pen, length: number, half: number, from: number): string {
  const [x, rx, rz] = [(from + length) / 2 + 0.1, (length - from) / 2 + 1.6, half + 2.2];
  const [cx, cy] = pen.at(x, 0, 0);
  const axis = ([ax, ay]: Spot, [bx, by]: Spot): string =>
    `${Math.round((bx - ax) * 5) / 10} ${Math.round((by - ay) * 5) / 10}`;
  const along = axis(pen.at(x - rx, 0, 0), pen.at(x + rx, 0, 0));
  const across = axis(pen.at(x, 0, -rz), pen.at(x, 0, rz));
  return `matrix(${along} ${across} ${Math.round(cx)} ${Math.round(cy)})`;
}

interface Front {
  /** Heights at which the outline bends, from below. */
  readonly heights: readonly number[];
  /** Position of the outline at a height. */
  readonly xAt: (y: number) => number;
  /** A point of the face by its distance from the middle and its height. */
  readonly face: (z: number, y: number) => Point;
  /** A point of the near corner: 0 at the face, 1 at the side. */
  readonly corner: (t: number, y: number) => Point;
  /** Half the width of the face, and of the body. */
  readonly faceHalf: number;
  readonly half: number;
  readonly faceShades: readonly (readonly [offset: number, factor: number])[];
  /** Where the corner begins to turn away from the light. */
  readonly cornerShade: number;
}

/** Draws a rounded front: face, near corner and far cheek. */
export function drawFront(pen: Pen, paint: string, front: Front): void {
  const { heights, xAt, face, corner, faceHalf, half, faceShades, cornerShade } = front;
  const [first, ...others] = heights;
  const down = heights.toReversed();
  const shades = (stops: Front['faceShades']): [number, string][] =>
    stops.map(([offset, factor]) => [offset, lit(paint, factor)]);
  pen.poly(
    [...heights.map((y) => face(-faceHalf, y)), ...down.map((y) => face(faceHalf, y))],
    pen.fade(shades(faceShades)),
  );
  pen.on(
    corner,
    `M0 ${first}L${others.map((y) => `0 ${y}`).join('L')}L${down.map((y) => `1 ${y}`).join('L')}Z`,
    pen.fade(
      shades([
        [0, cornerShade],
        [0.5, 1.2],
        [1, 1],
      ]),
      [0, 0, 1, 0.1],
    ),
  );
  pen.poly(
    [...heights.map((y) => face(-faceHalf, y)), ...down.map((y): Point => [xAt(y) + 0.2, y, -half])],
    lit(paint, 0.8),
  );
}

export function lampGlass(pen: Pen, glint = '#fbfdff'): string {
  return pen.fade(
    [
      [0, glint],
      [0.5, '#cfdde6'],
      [1, '#8ea1ad'],
    ],
    [0, 0, 1, 1],
  );
}
