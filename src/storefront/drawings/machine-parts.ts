import { type Pen, type Point, side, type Spot } from './pen.ts';
import { glass } from './parts.ts';

/** x, y and z, each from and to. */
type Box = readonly [number, number, number, number, number, number];

export function track(pen: Pen, [from, to]: Spot, h: number, [z0, z1]: Spot): void {
  const r = h / 2;
  const arc = (cx: number, a0: number, a1: number): Spot[] =>
    Array.from({ length: 8 }, (_, at): Spot => [
      cx + r * Math.cos(a0 + ((a1 - a0) * at) / 7),
      r + r * Math.sin(a0 + ((a1 - a0) * at) / 7),
    ]);
  const outline = [
    ...arc(from + r, -Math.PI / 2, (-3 * Math.PI) / 2),
    ...arc(to - r, Math.PI / 2, -Math.PI / 2),
  ];
  pen.solid(outline, z0, z1, '#272d31', { line: false, cap: '#181c1f' });
  for (let x = from + 0.3; x < to - 0.2; x += 0.22)
    pen.line((a, b) => [a, h, b], `M${x} ${z0}L${x} ${z1}`, '#0c0f11', 0.05);
  pen.put(
    `M${arc(from + r, -Math.PI / 2, (-3 * Math.PI) / 2)
      .concat(arc(to - r, Math.PI / 2, -Math.PI / 2))
      .map(([x, y]) =>
        pen.p(
          from + r + ((x - from - r) * (to - from - 2 * r * 0.3)) / (to - from),
          r + (y - r) * 0.66,
          z1 + 0.01,
        ),
      )
      .join('L')}Z`,
    '#394147',
  );
  for (let x = from + r + 0.35; x < to - r - 0.1; x += 0.52)
    pen.disc(x, r * 0.62, z1 + 0.02, r * 0.3, '#1a1f22');
  for (const x of [from + r, to - r]) {
    pen.disc(
      x,
      r,
      z1 + 0.02,
      r * 0.62,
      pen.fade([
        [0, '#7b868d'],
        [1, '#353d42'],
      ]),
    );
    pen.disc(x, r, z1 + 0.03, r * 0.26, '#1a1f22');
  }
}

export function glassCab(pen: Pen, [x0, x1, y0, y1, z0, z1]: Box, paint: string, lean: number): void {
  const outline: Spot[] = [
    [x0, y0],
    [x0 + 0.02, y0 + (y1 - y0) * 0.45],
    [x0 + lean, y1],
    [x1, y1],
    [x1, y0],
  ];
  pen.solid(outline, z0, z1, '#1d242a', { line: false, cap: '#1d242a' });
  const inset = 0.09;
  pen.on(
    side(z1 + 0.01),
    `M${x0 + inset} ${y0 + 0.35}L${x0 + inset + 0.03} ${y0 + (y1 - y0) * 0.45}L${x0 + lean + inset} ${y1 - inset}L${x1 - inset} ${y1 - inset}L${x1 - inset} ${y0 + 0.35}Z`,
    pen.fade(
      [
        [0, '#6d8798'],
        [0.5, '#36495a'],
        [1, '#1a2731'],
      ],
      [0, 0, 0.5, 1],
    ),
  );
  pen.on(
    side(z1 + 0.012),
    `M${x0 + lean + inset + 0.1} ${y1 - inset}L${x0 + lean + 0.6} ${y1 - inset}L${x0 + 0.42} ${y0 + 0.35}L${x0 + inset + 0.06} ${y0 + 0.35}Z`,
    '#ffffff',
    ' opacity=".14"',
  );
  const xMid = (x0 + x1) / 2 + 0.12;
  pen.line(side(z1 + 0.012), `M${xMid} ${y0 + 0.1}L${xMid} ${y1 - inset}`, '#12181c', 0.06);
  const face = (a: number, b: number): Point => [
    b < y0 + (y1 - y0) * 0.45 ? x0 : x0 + (lean * (b - y0 - (y1 - y0) * 0.45)) / ((y1 - y0) * 0.55),
    b,
    a,
  ];
  pen.on(
    face,
    `M${z0 + 0.08} ${y0 + 0.3}L${z1 - 0.08} ${y0 + 0.3}L${z1 - 0.08} ${y1 - 0.1}L${z0 + 0.08} ${y1 - 0.1}Z`,
    glass(pen),
  );
  pen.solid(
    [
      [x0 + lean - 0.12, y1],
      [x0 + lean, y1 + 0.1],
      [x1 + 0.02, y1 + 0.1],
      [x1 + 0.02, y1],
    ],
    z0 - 0.03,
    z1 + 0.03,
    paint,
    { line: false },
  );
}

/** A bar from one joint to the next. */
export function arm(
  pen: Pen,
  points: readonly Spot[],
  widths: readonly number[],
  [z0, z1]: Spot,
  color: string,
): void {
  const [upper, lower]: [Spot[], Spot[]] = [[], []];
  points.forEach(([x, y], at) => {
    const [ax, ay] = points[at - 1] ?? [x, y];
    const [bx, by] = points[at + 1] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay);
    const [nx, ny] = [-(by - ay) / length, (bx - ax) / length];
    const width = widths[at] ?? 0;
    upper.push([x + nx * width, y + ny * width]);
    lower.unshift([x - nx * width, y - ny * width]);
  });
  pen.solid([...upper, ...lower], z0, z1, color);
}
export const ram = (pen: Pen, a: Spot, b: Spot, z: number): void => {
  pen.line(side(z), `M${a.join(' ')}L${b.join(' ')}`, '#20262b', 0.17);
  const mid = [a[0] + (b[0] - a[0]) * 0.45, a[1] + (b[1] - a[1]) * 0.45];
  pen.line(side(z), `M${mid.join(' ')}L${b.join(' ')}`, '#c9d1d6', 0.09);
};
