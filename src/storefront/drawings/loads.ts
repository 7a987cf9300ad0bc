/** What stands on a frame behind a cab: closed and open bodies. */
import { front, lit, type Pen, side } from './pen.ts';
import { IRON, PAINTS, W } from './parts.ts';
import { type Room, edges, near, uprights, walls } from './room.ts';
import {
  carsLoad,
  craneLoad,
  hookLoad,
  mixerLoad,
  refuseLoad,
  tankLoad,
  timberLoad,
} from './special-loads.ts';
import type { Body } from './vehicle.ts';

const LOADS: Readonly<Partial<Record<Body, (pen: Pen, room: Room) => void>>> = {
  box: boxLoad,
  livestock: livestockLoad,
  reefer: reeferLoad,
  curtain: curtainLoad,
  dropside: dropsideLoad,
  tipper: tipperLoad,
  container: containerLoad,
  tank: (pen, room) => tankLoad(pen, room, false),
  silo: (pen, room) => tankLoad(pen, room, true),
  mixer: mixerLoad,
  timber: timberLoad,
  cars: carsLoad,
  hook: hookLoad,
  refuse: refuseLoad,
  crane: craneLoad,
};

export function load(pen: Pen, body: Body, room: Room): void {
  LOADS[body]?.(pen, room);
}

function boxLoad(pen: Pen, room: Room): void {
  closed(pen, room, () => uprights(pen, room, { step: 1.2, fill: '#8b969d', w: 0.025 }));
}

function livestockLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, top } = room;
  closed(pen, room, () => {
    for (let row = 0; row < 3; row += 1)
      for (let x = x0 + 0.35; x < x1 - 0.9; x += 1.15) {
        const bottom = y + 0.42 + row * ((top - y - 0.5) / 3);
        pen.box(near, x, bottom, 0.95, 0.34, '#1c2429', ' opacity=".82"');
      }
  });
}

function closed(pen: Pen, room: Room, drawSide: () => void): void {
  const { x0, x1, y, top, paint, own } = room;
  const color = own ? paint : '#eff2f3';
  walls(pen, [x0, x1, y, top], color);
  drawSide();
  edges(pen, room);
  pen.line(front(x0), `M${-W - 0.02} ${y}L${-W - 0.02} ${top}L${W} ${top}`, '#ffffff', 0.05, 0.6);
}

function reeferLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, top, paint, own } = room;
  const length = x1 - x0;
  walls(pen, [x0, x1, y, top], '#f6f8f9');
  if (own && paint !== PAINTS.white)
    pen.box(near, x0 + 0.1, y + 0.95, length - 0.2, 0.5, paint, ' opacity=".9"');
  else if (own) pen.line(near, `M${x0 + 0.1} ${y + 0.6}L${x1 - 0.1} ${y + 0.6}`, '#7f8c95', 0.06, 0.7);
  else pen.box(near, x0 + 0.1, y + 0.85, length - 0.2, 0.34, paint, ' opacity=".9"');
  edges(pen, room, '#e9edef');
  pen.block(x0 - 0.42, x0, top - 1.55, top - 0.12, -0.98, 0.98, '#e4e9ec');
  pen.on(
    front(x0 - 0.43),
    `M-0.8 ${top - 0.95}L0.8 ${top - 0.95}L0.8 ${top - 0.3}L-0.8 ${top - 0.3}Z`,
    '#39434a',
  );
  for (const dy of [0.42, 0.54, 0.66, 0.78])
    pen.line(front(x0 - 0.435), `M-0.74 ${top - dy}L0.74 ${top - dy}`, '#6a757d', 0.03);
}

function curtainLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, top, paint, own } = room;
  const color = own ? paint : '#eff2f3';
  const length = x1 - x0;
  walls(pen, [x0, x1, y, top], color, pen.paint(color));
  const step = length > 9 ? 0.68 : 0.6;
  for (let x = x0 + 0.1; x < x1 - 0.3; x += step) {
    const w = Math.min(step, x1 - 0.12 - x);
    pen.box(
      near,
      x,
      y + 0.12,
      w,
      top - y - 0.22,
      pen.fade(
        [
          [0, '#ffffff', own ? 0.1 : 0.24],
          [0.5, '#05090c', 0],
          [1, '#05090c', own ? 0.2 : 0.1],
        ],
        [0, 0, 1, 0],
      ),
    );
    pen.line(near, `M${x + w} ${y + 0.02}L${x + w} ${y + 0.34}`, '#343d43', 0.05, 0.8);
  }
  edges(pen, room, '#e6eaec');
}

function dropsideLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, paint, own } = room;
  walls(pen, [x0, x0 + 0.08, y, y + 1.25], '#c9d0d4');
  walls(pen, [x0 + 0.08, x1, y, y + 0.62], own ? paint : '#b7c0c6');
  for (let x = x0 + 1.6; x < x1 - 0.3; x += 1.9)
    pen.line(near, `M${x} ${y}L${x} ${y + 0.66}`, '#49535a', 0.08);
  pen.line(
    near,
    `M${x0} ${y + 0.22}L${x1} ${y + 0.22}M${x0} ${y + 0.42}L${x1} ${y + 0.42}`,
    '#707b82',
    0.025,
  );
}

function tipperLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, top, paint } = room;
  const length = x1 - x0;
  const h = top < 3.1 ? 0.85 : length > 7 ? 1.75 : 1.35;
  pen.solid(
    [
      [x0, y],
      [x0 - 0.12, y + h],
      [x1 + 0.2, y + h],
      [x1 - 0.1, y],
    ],
    -W,
    W,
    paint,
  );
  for (let x = x0 + 0.5; x < x1 - 0.2; x += 0.72)
    pen.line(side(W + 0.01), `M${x} ${y + 0.05}L${x} ${y + h - 0.1}`, lit(paint, 0.6), 0.1, 0.75);
  pen.line(side(W + 0.02), `M${x0 - 0.12} ${y + h}L${x1 + 0.2} ${y + h}`, lit(paint, 1.15), 0.11);
  pen.line(side(W + 0.02), `M${x0} ${y + 0.03}L${x1 - 0.1} ${y + 0.03}`, lit(paint, 0.5), 0.12);
  pen.block(x0 - 0.1, x0 + 0.12, y + h, y + h + 0.14, -W, W, '#2d363c', { line: false });
}

function containerLoad(pen: Pen, room: Room): void {
  const { x0, x1, y, top, paint } = room;
  pen.block(x0, x1, y - 0.02, y + 0.14, -1, 1, IRON);
  walls(pen, [x0 + 0.08, x1 - 0.08, y + 0.14, top - 0.1], paint);
  for (let x = x0 + 0.3; x < x1 - 0.2; x += 0.3)
    pen.box(near, x, y + 0.34, 0.14, top - y - 0.66, lit(paint, 0.7), ' opacity=".55"');
  pen.line(
    near,
    `M${x0 + 0.14} ${y + 0.14}L${x0 + 0.14} ${top - 0.1}M${x1 - 0.14} ${y + 0.14}L${x1 - 0.14} ${top - 0.1}M${x0 + 0.08} ${top - 0.17}L${x1 - 0.08} ${top - 0.17}M${x0 + 0.08} ${y + 0.22}L${x1 - 0.08} ${y + 0.22}`,
    lit(paint, 0.82),
    0.15,
  );
}
