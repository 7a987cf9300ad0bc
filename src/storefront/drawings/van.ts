import { Pen, type Point, side, type Spot } from './pen.ts';
import { load } from './loads.ts';
import { along, drawFront, lampGlass, done, glass, IRON, PAINTS, type Subject, wheel } from './parts.ts';

export function van({ body, color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const open = ['dropside', 'tipper', 'none', 'crane', 'cars', 'curtain', 'box', 'refuse'].includes(body);
  const z = 1.0;
  const top = open ? 2.3 : 2.62;
  const length = open ? 6.4 : 5.95;
  const pen = new Pen({
    length,
    height: open ? 3 : 2.7,
    width: 2.1,
    frame: { x: 40, y: 70, w: 560, h: 330 },
    eye: 1.5,
    angle,
  });
  const wheels = [1.0, length - 1.35];
  const r = 0.35;
  return done(
    pen,
    () => {
      for (const x of wheels) pen.disc(x, r, -z + 0.1, r, '#07090b');
      pen.poly(
        [
          [0.4, 0.22, 0.6],
          [length, 0.22, 0.6],
          [length, 0.7, 0.6],
          [0.4, 0.7, 0.6],
        ],
        '#0d1114',
      );
      const back = open ? 2.35 : length - 0.06;
      if (open) {
        pen.block(2.3, length, 0.55, 0.74, -0.9, 0.9, IRON, { line: false });
        const kind = body === 'none' ? 'dropside' : body;
        pen.narrowed(0.8, () => load(pen, kind, { x0: 2.5, x1: length, y: 0.78, paint, top: 2.98 }));
      }
      const nose: readonly Spot[] = [
        [0.3, 0.12],
        [0.5, 0.02],
        [0.78, 0],
        [1.02, 0.12],
        [1.22, 0.55],
        [1.3, 0.92],
        [top - 0.12, 1.92],
        [top, 2.3],
      ];
      const xAt = along(nose);
      const hs = nose.map(([y]) => y);
      const zc = 0.72;
      const face = (a: number, b: number): Point => [xAt(b), b, a];
      const corner = (t: number, b: number): Point => [
        xAt(b) + 0.34 * t * (b > 1.3 ? 0.5 : 1),
        b,
        zc + (z - zc) * t,
      ];
      const flat = side(z);
      const sideX = (y: number): number => corner(1, y)[0];
      pen.on(
        flat,
        `M${sideX(0.3)} 0.3L${hs.map((y) => `${sideX(y)} ${y}`).join('L')}L${back} ${top}L${back + 0.02} 0.32Z`,
        pen.paint(paint),
      );
      drawFront(pen, paint, {
        heights: hs,
        xAt,
        face,
        corner,
        faceHalf: zc,
        half: z,
        faceShades: [
          [0, 1.18],
          [0.5, 1.08],
          [1, 0.74],
        ],
        cornerShade: 0.98,
      });
      // windscreen
      pen.on(face, `M-${zc} 1.36L${zc} 1.36L${zc} ${top - 0.22}L-${zc} ${top - 0.22}Z`, glass(pen));
      pen.on(corner, `M0 1.36L0.55 1.36L0.55 ${top - 0.22}L0 ${top - 0.22}Z`, '#111a21');
      pen.on(
        face,
        `M-0.66 ${top - 0.26}L-0.1 ${top - 0.26}L-0.42 1.4L-0.68 1.4Z`,
        '#ffffff',
        ' opacity=".14"',
      );
      // grille, lights, bumper
      pen.on(face, 'M-0.5 0.62L0.5 0.62L0.56 0.96L-0.56 0.96Z', '#1b2126');
      pen.line(face, 'M-0.5 0.79L0.5 0.79', '#7d888f', 0.03);
      pen.on(face, `M-${zc} 0.3L${zc} 0.3L${zc} 0.5L-${zc} 0.5Z`, '#232a2f');
      pen.on(corner, 'M0 0.3L0 0.5L1 0.52L1 0.32Z', '#1d2327');
      const lamp = lampGlass(pen);
      pen.on(face, `M0.58 0.72L${zc} 0.74L${zc} 1.02L0.6 0.98Z`, lamp);
      pen.on(face, `M-0.58 0.72L-${zc} 0.74L-${zc} 1.02L-0.6 0.98Z`, lamp);
      pen.on(corner, 'M0 0.74L0.9 0.8L0.7 1.08L0 1.02Z', lamp);
      pen.on(face, 'M-0.26 0.4L0.26 0.4L0.26 0.5L-0.26 0.5Z', '#f4f6f7');
      // side
      const windowTop = Math.min(top - 0.26, 2.1);
      pen.on(
        flat,
        `M${sideX(1.36) + 0.18} 1.36L${sideX(windowTop) + 0.16} ${windowTop}L2.08 ${windowTop}L2.14 1.34Z`,
        glass(pen),
      );
      pen.on(
        flat,
        `M${sideX(1.4) + 0.24} 1.42L${sideX(windowTop) + 0.2} ${windowTop - 0.05}L1.72 ${windowTop - 0.05}L1.5 1.42Z`,
        '#ffffff',
        ' opacity=".16"',
      );
      pen.line(
        flat,
        `M1.36 0.5L1.28 1.3M2.26 0.42L2.26 ${windowTop + 0.12}M${sideX(windowTop) + 0.3} ${windowTop + 0.12}L2.26 ${windowTop + 0.12}`,
        '#05090c',
        0.02,
        0.45,
      );
      pen.box(flat, 2.02, 1.16, 0.15, 0.045, '#10161a');
      pen.block(1.05, 1.2, 1.34, 1.62, z + 0.02, z + 0.2, '#20272c', { line: false });
      if (!open) {
        pen.line(flat, `M3.6 0.45L3.6 2.36M2.3 2.36L3.6 2.36M2.3 1.04L${back} 1.04`, '#05090c', 0.02, 0.32);
        pen.box(flat, 2.36, 0.62, back - 2.4, 0.12, '#2a3136', ' opacity=".85"');
        pen.box(flat, back - 0.12, 1.1, 0.1, 0.5, '#c22a26');
        if (body === 'seats') pen.box(flat, 2.4, 1.36, back - 2.8, 0.74, glass(pen));
        if (body === 'reefer') pen.block(1.9, 2.6, top, top + 0.24, -0.7, 0.7, '#e6ebed');
      }
      for (const x of wheels) {
        pen.disc(x, r * 0.98, z + 0.004, r * 1.2, '#0c0f12');
        wheel(pen, x, { r, z, wide: 0.24 });
      }
    },
    length,
    z,
  );
}
