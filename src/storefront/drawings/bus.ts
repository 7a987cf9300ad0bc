import { Pen, type Point, side, type Spot } from './pen.ts';
import { along, drawFront, lampGlass, arch, done, glass, PAINTS, type Subject, W, wheel } from './parts.ts';

export function bus({ axles, body, color, angle }: Subject): Pen {
  const paint = PAINTS[color];
  const length = axles >= 3 ? 13.2 : 12.2;
  const top = body === 'double' ? 4.05 : 3.6;
  const pen = new Pen({ length, height: top, angle });
  const wheels = axles >= 3 ? [2.75, 9.1, 10.45] : [2.75, 9.0];
  return done(
    pen,
    () => {
      for (const x of wheels) pen.disc(x, 0.5, -W + 0.1, 0.5, '#07090b');
      pen.poly(
        [
          [0.4, 0.3, 0.6],
          [length, 0.3, 0.6],
          [length, 0.8, 0.6],
          [0.4, 0.8, 0.6],
        ],
        '#0d1114',
      );
      const nose: readonly Spot[] = [
        [0.32, 0.16],
        [0.6, 0.03],
        [1.15, 0],
        [1.9, 0.1],
        [3.0, 0.42],
        [top - 0.14, 0.72],
        [top, 1.15],
      ];
      const xAt = along(nose);
      const hs = nose.map(([y]) => y);
      const zc = 0.96;
      const face = (a: number, b: number): Point => [xAt(b), b, a];
      const corner = (t: number, b: number): Point => [xAt(b) + 0.34 * t, b, zc + (W - zc) * t];
      const flat = side(W);
      pen.on(
        flat,
        `M${xAt(0.32) + 0.34} 0.34L${hs.map((y) => `${xAt(y) + 0.34} ${y}`).join('L')}L${length - 0.2} ${top}L${length} ${top - 0.3}L${length} 0.4Z`,
        pen.paint(paint),
      );
      drawFront(pen, paint, {
        heights: hs,
        xAt,
        face,
        corner,
        faceHalf: zc,
        half: W,
        faceShades: [
          [0, 1.16],
          [0.4, 1.04],
          [1, 0.72],
        ],
        cornerShade: 0.96,
      });
      const rim = top - 0.34;
      pen.on(face, `M-${zc} 1.3L${zc} 1.3L${zc} ${rim}L-${zc} ${rim}Z`, glass(pen));
      pen.on(
        corner,
        `M0 1.3L1 1.3L1 ${rim}L0 ${rim}Z`,
        pen.fade([
          [0, '#20303c'],
          [1, '#0c141a'],
        ]),
      );
      pen.on(
        face,
        `M-0.9 ${rim - 0.05}L-0.2 ${rim - 0.05}L-0.62 1.36L-0.9 1.36Z`,
        '#ffffff',
        ' opacity=".13"',
      );
      if (body === 'double') pen.line(face, `M-${zc} 2.4L${zc} 2.4`, paint, 0.2);
      pen.on(face, `M-0.5 ${rim + 0.06}L0.5 ${rim + 0.06}L0.5 ${top - 0.08}L-0.5 ${top - 0.08}Z`, '#10171c');
      pen.on(face, `M-${zc} 0.34L${zc} 0.34L${zc} 0.5L-${zc} 0.5Z`, '#232a2f');
      const lamp = lampGlass(pen);
      pen.on(face, `M0.52 0.66L${zc} 0.7L${zc} 0.92L0.56 0.88Z`, lamp);
      pen.on(face, `M-0.52 0.66L-${zc} 0.7L-${zc} 0.92L-0.56 0.88Z`, lamp);
      pen.on(corner, 'M0 0.7L0.8 0.76L0.6 0.98L0 0.92Z', lamp);
      pen.on(face, 'M-0.26 0.38L0.26 0.38L0.26 0.48L-0.26 0.48Z', '#f4f6f7');
      const decks: readonly Spot[] =
        body === 'double'
          ? [
              [1.42, 2.2],
              [2.66, top - 0.3],
            ]
          : [[1.7, top - 0.42]];
      for (const [low, high] of decks) {
        pen.on(
          flat,
          `M${xAt(high) + 0.42} ${high}L${length - 0.25} ${high}L${length - 0.2} ${low + 0.1}L${xAt(low) + 0.42} ${low}Z`,
          glass(pen),
        );
        pen.on(flat, `M2.4 ${high}L4.6 ${high}L3.6 ${low}L1.9 ${low}Z`, '#ffffff', ' opacity=".1"');
        pen.on(flat, `M6.6 ${high}L7.4 ${high}L6.4 ${low}L5.7 ${low}Z`, '#ffffff', ' opacity=".07"');
        for (let x = 2.1; x < length - 0.8; x += 1.55)
          pen.line(flat, `M${x} ${low}L${x} ${high}`, '#05090c', 0.06);
      }
      pen.on(
        flat,
        'M0.68 0.5L1.62 0.5L1.66 2.6L0.86 2.6Z',
        pen.fade([
          [0, '#2b3d4a'],
          [1, '#18242d'],
        ]),
        ' stroke="#05090c" stroke-width=".8"',
      );
      pen.line(flat, `M1.8 1.38L${length} 1.38M1.8 0.62L${length} 0.62`, '#05090c', 0.02, 0.35);
      for (let x = 4; x < 8.3; x += 1.4) pen.line(flat, `M${x} 0.62L${x} 1.38`, '#05090c', 0.02, 0.35);
      pen.solid(
        [
          [0.1, 2.72],
          [-0.28, 2.66],
          [-0.3, 2.1],
          [-0.12, 2.1],
          [-0.1, 2.5],
          [0.16, 2.6],
        ],
        W - 0.02,
        W + 0.16,
        '#20272c',
        { line: false },
      );
      for (const x of wheels) {
        arch(pen, x, 0.5);
        wheel(pen, x, { r: 0.5, rear: x > 9.05 && axles < 3 });
      }
      pen.box(side(W + 0.01), length - 0.1, 0.8, 0.08, 0.4, '#c22a26');
    },
    length,
  );
}
