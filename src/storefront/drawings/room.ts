/** The room that a load takes, and its walls. */
import { type Pen, side } from './pen.ts';
import { W } from './parts.ts';

export interface Room {
  readonly x0: number;
  readonly x1: number;
  /** The floor. */
  readonly y: number;
  readonly top: number;
  readonly paint: string;
  /** The load has the colour of the vehicle: that of a trailer; else the cab has it. */
  readonly own?: boolean;
}

export const near = side(W + 0.025);

export function walls(
  pen: Pen,
  [x0, x1, y0, y1]: readonly [number, number, number, number],
  color: string,
  cap?: string,
): void {
  pen.block(x0, x1, y0, y1, -W - 0.02, W + 0.02, color, cap === undefined ? {} : { cap });
}

interface Uprights {
  readonly step: number;
  readonly fill: string;
  readonly w: number;
  readonly from?: number;
  readonly to?: number;
}

export function uprights(
  pen: Pen,
  { x0, x1, y, top }: Room,
  { step, fill, w, from = y + 0.12, to = top - 0.12 }: Uprights,
): void {
  for (let x = x0 + step; x < x1 - step * 0.4; x += step)
    pen.line(near, `M${x} ${from}L${x} ${to}`, fill, w, 0.5);
}

export function edges(pen: Pen, { x0, x1, y, top }: Room, fill = '#dfe4e7'): void {
  pen.box(near, x0, top - 0.1, x1 - x0, 0.1, fill);
  pen.box(near, x0, y, x1 - x0, 0.13, '#c3cacf');
  pen.box(near, x0, y, 0.09, top - y, fill);
  pen.box(near, x1 - 0.11, y, 0.11, top - y, fill);
}
