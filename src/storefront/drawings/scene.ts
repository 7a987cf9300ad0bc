/** A vehicle in a studio, as an SVG of 640 by 480, for listings without photos. */
import { bus } from './bus.ts';
import { dozer, excavator, loader, roller } from './machines.ts';
import { crane, dumper, farm, forklift } from './movers.ts';
import type { Subject } from './parts.ts';
import type { Pen } from './pen.ts';
import { artic, semi, tractor, trailer, truck } from './road.ts';
import { van } from './van.ts';
import type { Color, Drawing, Shape } from './vehicle.ts';

const DRAW: Readonly<Record<Shape, (subject: Subject) => Pen>> = {
  tractor,
  truck,
  van,
  semi,
  trailer,
  bus,
  excavator,
  loader,
  dozer,
  roller,
  dumper,
  crane,
  forklift,
  farm,
  machine: loader,
};

/** The wall and the floor are dark where the reader's system is. */
const STYLE =
  '<style>.a{stop-color:#b4bfc7}.b{stop-color:#dbe1e5}.c{stop-color:#d0d7dc}.d{stop-color:#a5b0b8}.e{stop-color:#fff}' +
  '@media(prefers-color-scheme:dark){.a{stop-color:#1a242d}.b{stop-color:#33414d}.c{stop-color:#2b3843}.d{stop-color:#151d25}.e{stop-color:#6f8494}}</style>';
const STUDIO =
  '<linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop class="a"/><stop offset=".56" class="b"/><stop offset=".66" class="c"/><stop offset="1" class="d"/></linearGradient>' +
  '<radialGradient id="l" cx=".46" cy=".6" r=".62"><stop class="e" stop-opacity=".75"/><stop offset="1" class="e" stop-opacity="0"/></radialGradient>';
const WALLS =
  '<rect width="640" height="480" fill="url(#w)"/><rect width="640" height="480" fill="url(#l)"/>';

export function sceneOf(
  drawing: Drawing,
  { frame = '0 0 640 480', angle }: { frame?: string; angle?: number } = {},
): string {
  return framed(DRAW[drawing.shape]({ ...drawing, angle }).text(WALLS, STYLE + STUDIO), frame);
}

/** A vehicle without a studio, for the dark grounds of pages. */
export function cutOut(drawing: Drawing, frame: string): string {
  return framed(DRAW[drawing.shape](drawing).text(), frame);
}

/** A tractor unit with its semi-trailer, without a studio. */
export function combination(drawing: Drawing, color: Color, frame: string): string {
  return framed(artic({ ...drawing, trailer: color }).text(), frame);
}

function framed(svg: string, frame: string): string {
  return svg.replace('viewBox="0 0 640 480"', `viewBox="${frame}"`);
}
