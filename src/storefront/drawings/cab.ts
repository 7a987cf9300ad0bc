/** The cab of a truck, above its engine. */
import { lit, type Pen, type Point, side, type Spot } from './pen.ts';
import { along, arch, glass, W, lampGlass } from './parts.ts';
import type { CabKind } from './vehicle.ts';

const ROOFS: Readonly<Record<CabKind, { readonly top: number; readonly back: number }>> = {
  day: { top: 2.95, back: 1.72 },
  sleeper: { top: 3.2, back: 2.22 },
  high: { top: 3.62, back: 2.28 },
  mega: { top: 3.82, back: 2.34 },
};

/** Where the front axle is. */
export const CAB_WHEEL = 1.42;

export function cab(pen: Pen, paint: string, kind: CabKind): void {
  const { top, back } = ROOFS[kind];
  const c = 0.27; // how far the corners are rounded
  const zc = W - 0.2;
  const lip = kind === 'day' || kind === 'sleeper' ? 0.34 : 0.5;
  // the front from below: x for a height
  const outline: readonly Spot[] = [
    [0.34, 0.1],
    [0.5, 0.02],
    [0.95, 0],
    [1.88, 0.03],
    [2.92, 0.2],
    [3.02, 0.22],
    ...(top > 3.1 ? [[top - lip + 0.08, 0.34] as const] : []),
    [top - 0.08, kind === 'day' ? 0.5 : 0.78],
    [top, kind === 'day' ? 0.85 : 1.25],
  ];
  const edge = outline.filter(([y], at, all) => y > (all[at - 1]?.[0] ?? 0));
  const xAt = along(edge);
  const nose = (z: number, y: number): Point => [xAt(y), y, z];
  const corner = (t: number, y: number): Point => [xAt(y) + c * t, y, zc + (W - zc) * t];
  const flat = side(W);
  const heights = edge.map(([y]) => y);
  // side
  const flank = `M${xAt(0.5) + c} ${0.5}L${heights
    .slice(2)
    .map((y) => `${xAt(y) + c} ${y}`)
    .join('L')}L${back} ${top - 0.03}L${back} 0.62L${xAt(0.5) + c} 0.42Z`;
  pen.on(flat, flank, pen.paint(paint));
  // front and its rounded corner
  const strip = (z0: number, z1: number, fill: string): void =>
    pen.poly([...heights.map((y) => nose(z0, y)), ...heights.toReversed().map((y) => nose(z1, y))], fill);
  strip(
    -zc,
    zc,
    pen.fade(
      [
        [0, lit(paint, 1.18)],
        [0.2, lit(paint, 1.02)],
        [1, lit(paint, 0.72)],
      ],
      [0, 0, 0.3, 1],
    ),
  );
  const cornerPath = `M0 ${heights[0]}L${heights
    .slice(1)
    .map((y) => `0 ${y}`)
    .join('L')}L${heights
    .toReversed()
    .map((y) => `1 ${y}`)
    .join('L')}Z`;
  pen.on(
    corner,
    cornerPath,
    pen.fade(
      [
        [0, lit(paint, 0.92)],
        [0.55, lit(paint, 1.22)],
        [1, lit(paint, 1.02)],
      ],
      [0, 0, 1, 0.06],
    ),
  );
  pen.on(
    corner,
    cornerPath,
    pen.fade([
      [0, '#05090c', 0],
      [0.55, '#05090c', 0.06],
      [1, '#05090c', 0.4],
    ]),
  );
  // far corner
  pen.poly(
    [...heights.map((y) => nose(-zc, y)), ...heights.toReversed().map((y): Point => [xAt(y) + 0.12, y, -W])],
    lit(paint, 0.78),
  );
  // roof light bar and visor
  if (top > 3.1) {
    const y = top - lip + 0.06;
    for (const z of [-0.8, -0.3, 0.3, 0.8])
      pen.on(
        nose,
        `M${z - 0.08} ${y}L${z + 0.08} ${y}L${z + 0.08} ${y + 0.05}L${z - 0.08} ${y + 0.05}Z`,
        '#ffb84d',
      );
  }
  // windscreen
  pen.on(
    nose,
    `M-${zc + 0.02} 1.98C-${zc + 0.06} 2.3 -${zc} 2.7 -${zc - 0.05} 2.9L${zc} 2.9L${zc} 1.98Z`,
    glass(pen),
  );
  pen.on(
    corner,
    'M0 1.98L0 2.9L0.5 2.88L0.42 1.98Z',
    pen.fade([
      [0, '#1d2b36'],
      [1, '#0b1218'],
    ]),
  );
  pen.on(nose, 'M-1 2.86L-0.28 2.86L-0.72 2.02L-1.02 2.02Z', '#ffffff', ' opacity=".13"');
  pen.on(nose, 'M-0.14 2.86L0.06 2.86L-0.36 2.02L-0.56 2.02Z', '#ffffff', ' opacity=".09"');
  pen.on(nose, `M-${zc} 2.93L${zc} 2.93L${zc} 2.8L-${zc} 2.8Z`, '#0a1015', ' opacity=".55"');
  // grille, lights, bumper
  pen.on(
    nose,
    `M-0.92 0.98L0.92 0.98L0.88 1.78L-0.88 1.78Z`,
    pen.fade([
      [0, '#2d353b'],
      [0.25, '#1a2025'],
      [1, '#12171b'],
    ]),
  );
  for (const y of [1.14, 1.3, 1.46]) pen.line(nose, `M-0.86 ${y}L0.86 ${y}`, '#58646c', 0.035);
  pen.line(nose, 'M-0.88 1.64L0.88 1.64', lit(paint, 1), 0.09);
  pen.on(nose, 'M-0.17 1.6C-0.17 1.72 0.17 1.72 0.17 1.6C0.17 1.5 -0.17 1.5 -0.17 1.6Z', '#dfe5e8');
  pen.on(nose, `M-${zc} 0.36L${zc} 0.36L${zc} 0.56L-${zc} 0.56Z`, '#20262b');
  pen.on(corner, 'M0 0.36L0 0.56L1 0.56L1 0.42Z', '#181d21');
  const lamp = lampGlass(pen, '#f9fcff');
  for (const [a, b] of [
    [0.62, zc],
    [-zc, -0.62],
  ])
    pen.on(nose, `M${a} 0.62L${b} 0.66L${b} 0.9L${a} 0.84Z`, lamp);
  pen.on(corner, 'M0 0.66L0.8 0.72L0.7 0.94L0 0.9Z', lamp);
  pen.on(nose, 'M-0.27 0.43L0.27 0.43L0.27 0.55L-0.27 0.55Z', '#f4f6f7');
  pen.on(nose, 'M-0.27 0.43L-0.21 0.43L-0.21 0.55L-0.27 0.55Z', '#2456a6');
  // side window, door, steps
  pen.on(
    flat,
    `M${xAt(2) + c + 0.14} 2.0L${xAt(2.86) + c + 0.14} 2.84L1.28 2.84L1.28 1.96L0.78 1.96Z`,
    glass(pen),
  );
  pen.on(
    flat,
    `M${xAt(2) + c + 0.2} 2.06L${xAt(2.8) + c + 0.16} 2.8L0.86 2.8L0.62 2.04Z`,
    '#ffffff',
    ' opacity=".14"',
  );
  pen.line(flat, `M0.4 1.1L0.4 1.9M1.34 2.9L1.34 1.05M0.42 2.92L1.34 2.92`, '#05090c', 0.022, 0.45);
  if (back > 2) pen.line(flat, `M1.5 1.72L2.14 1.72L2.14 1.12L1.5 1.12`, '#05090c', 0.02, 0.32);
  pen.box(flat, 1.12, 1.66, 0.16, 0.05, '#10161a');
  pen.on(flat, `M0.3 1.05L${CAB_WHEEL - 0.62} 1.05L${CAB_WHEEL - 0.66} 0.44L0.3 0.42Z`, lit(paint, 0.82));
  for (const y of [0.54, 0.82]) pen.box(flat, 0.42, y, 0.42, 0.12, '#0e1215');
  // mirrors
  pen.block(-0.02, 0.14, 1.98, 2.74, W + 0.02, W + 0.26, '#1a2024', { line: false });
  // foot of the rear wall, air deflector
  if (kind !== 'day' && kind !== 'sleeper') {
    pen.on(
      flat,
      `M${back} ${top - 0.06}L${back + 0.42} ${top - 0.16}L${back + 0.42} 0.98L${back} 0.98Z`,
      pen.paint(paint, 0.9),
    );
    pen.line(flat, `M${back} ${top - 0.06}L${back} 0.98`, '#05090c', 0.025, 0.5);
  }
  arch(pen, CAB_WHEEL, 0.51);
}
