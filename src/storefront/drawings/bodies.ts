import { box, FRAME, INK, type Paint, path, range, STEEL, stroke, wheels } from './forms.ts';
import type { Body } from './vehicle.ts';

/** The superstructure between two x positions, on a frame at `y`. */
export function load(body: Body, left: number, right: number, base: number, paint: Paint): string {
  const width = right - left;
  const top = base - 204;
  const lines = (step: number, from: number, height: number, fill: string): string =>
    range(left + step, right - 4, step)
      .map((x) => box(x, from, 3, height, fill))
      .join('');
  switch (body) {
    case 'none':
    case 'double':
      return box(left + 24, base - 10, width - 34, 10, FRAME, 2);
    case 'box':
      return (
        box(left, top, width, 204, '#eef1f1', 4) +
        lines(46, top, 204, '#d3d9db') +
        box(left, base - 12, width, 12, paint.dark)
      );
    case 'reefer':
      return (
        box(left, top - 6, width, 210, '#f7f9f9', 6) +
        box(left, top + 130, width, 22, paint.main) +
        box(left - 26, top + 14, 30, 76, '#d6dcdf', 6) +
        box(left - 20, top + 30, 16, 36, '#75828a', 3) +
        box(left, base - 10, width, 10, STEEL)
      );
    case 'curtain':
      return (
        box(left, top, width, 204, paint.main, 4) +
        lines(28, top + 14, 176, paint.dark) +
        box(left, top, width, 12, '#e4e8e9', 4) +
        box(left, base - 14, width, 14, '#e4e8e9') +
        box(left, top, 8, 204, '#e4e8e9') +
        box(right - 8, top, 8, 204, '#e4e8e9')
      );
    case 'dropside':
      return (
        box(left, base - 62, width, 62, STEEL, 2) +
        lines(90, base - 62, 62, FRAME) +
        box(left, base - 120, 8, 120, FRAME) +
        box(left, base - 34, width, 3, FRAME)
      );
    case 'tipper':
      return (
        path(`M${left} ${base - 128}H${right}L${right - 34} ${base - 12}H${left + 14}Z`, paint.main) +
        lines(52, base - 120, 100, paint.dark) +
        box(left - 4, base - 136, width + 8, 12, paint.dark, 4)
      );
    case 'tank':
      return (
        box(left, base - 146, width, 132, '#d9dfe2', 62) +
        box(left + 18, base - 132, width - 36, 22, '#ffffff', 11, 0.6) +
        box(left + width / 2 - 60, base - 156, 120, 12, STEEL, 4) +
        box(left, base - 82, width, 14, paint.main)
      );
    case 'silo':
      return (
        path(
          `M${left} ${base - 170}H${right}V${base - 120}L${right - 100} ${base - 10}L${(left + right) / 2} ${base - 110}L${left + 100} ${base - 10}L${left} ${base - 120}Z`,
          '#d9dfe2',
        ) +
        box(left, base - 172, width, 10, STEEL, 3) +
        box(left, base - 150, width, 12, paint.main)
      );
    case 'mixer':
      return (
        path(
          `M${left + 20} ${base - 70}L${left + 120} ${base - 190}H${right - 120}L${right - 20} ${base - 130}V${base - 70}L${right - 140} ${base - 20}H${left + 90}Z`,
          paint.light,
        ) +
        path(
          `M${left + 90} ${base - 150}L${left + 190} ${base - 26}H${left + 230}L${left + 130} ${base - 190}Z`,
          paint.main,
        ) +
        path(
          `M${right - 60} ${base - 70}L${right + 4} ${base - 20}V${base - 4}L${right - 90} ${base - 50}Z`,
          STEEL,
        )
      );
    case 'container':
      return (
        box(left + 8, top + 20, width - 16, 176, paint.main, 2) +
        lines(18, top + 30, 156, paint.dark) +
        box(left, base - 12, width, 12, FRAME)
      );
    case 'low':
      return (
        path(
          `M${left} ${base - 40}H${left + 120}L${left + 150} ${base + 10}H${right}V${base + 30}H${left + 140}L${left + 108} ${base - 18}H${left}Z`,
          paint.main,
        ) +
        path(
          `M${right} ${base + 10}L${right + 18} ${base - 50}H${right + 8}L${right - 14} ${base + 10}Z`,
          STEEL,
        )
      );
    case 'timber':
      return (
        range(left + 30, right - 10, 90)
          .map((x) => box(x, base - 130, 9, 130, FRAME))
          .join('') +
        [0, 1, 2]
          .map((row) =>
            box(left + 14, base - 40 - row * 36, width - 26, 32, row % 2 === 0 ? '#8a6642' : '#9d7650', 15),
          )
          .join('')
      );
    case 'cars':
      return (
        box(left, base - 16, width, 16, paint.main, 3) +
        box(left, base - 112, width, 10, paint.main, 3) +
        range(left + 10, right - 6, 110)
          .map((x) => box(x, base - 112, 7, 110, paint.dark))
          .join('') +
        car(left + 40, base - 16, '#9aa4ab') +
        car(left + width / 2 + 20, base - 16, '#b3202c') +
        car(left + 80, base - 112, '#1f5f99')
      );
    case 'livestock':
      return (
        box(left, top + 4, width, 200, paint.main, 4) +
        [30, 80, 130]
          .map((y) =>
            range(left + 16, right - 40, 52)
              .map((x) => box(x, top + y, 40, 20, INK, 3))
              .join(''),
          )
          .join('')
      );
    case 'hook':
      return (
        path(`M${left + 10} ${base - 110}H${right - 6}L${right - 26} ${base - 22}H${left + 26}Z`, '#58656d') +
        stroke(`M${left - 4} ${base - 10}V${base - 150}H${left + 26}`, paint.main, 12) +
        box(left, base - 14, width - 30, 12, FRAME)
      );
    case 'refuse':
      return (
        box(left, top + 44, width - 70, 160, paint.light, 8) +
        path(
          `M${right - 70} ${top + 24}H${right - 20}L${right + 6} ${base - 20}H${right - 70}Z`,
          paint.main,
        ) +
        box(left, base - 50, width - 70, 14, paint.main)
      );
    case 'crane':
      return (
        box(left + 60, base - 56, width - 60, 56, STEEL, 2) +
        box(left + 12, base - 150, 26, 150, paint.main, 4) +
        stroke(
          `M${left + 20} ${base - 150}L${left + 150} ${base - 190}L${left + 220} ${base - 70}`,
          paint.main,
          14,
          true,
        )
      );
  }
}

function car(x: number, base: number, fill: string): string {
  return (
    path(
      `M${x} ${base - 10}V${base - 28}L${x + 22} ${base - 32}L${x + 38} ${base - 52}H${x + 84}L${x + 102} ${base - 30}L${x + 116} ${base - 26}V${base - 10}Z`,
      fill,
    ) + wheels([x + 26, x + 92], 13, base)
  );
}
