/**
 * Drawings of the demo vehicles, used instead of photos: several views of one drawing. The name of a drawing is its code, with
 * one character each for shape, body, axles, color and view, and one for the cab where it is known.
 */
import { sceneOf } from './scene.ts';
import {
  AXLES_MAX,
  BODIES,
  CABS,
  COLORS,
  type Drawing,
  drawingOf,
  SHAPES,
  type VehicleFacts,
  VIEWS,
} from './vehicle.ts';

const RADIX = 36;
const CODE = /^[0-9a-z]{5}[1-9]?$/;

/** The pictures of a vehicle. */
const PICTURES = [{}, VIEWS.front, VIEWS.side] as const;

/** The codes of a vehicle's pictures; the first is shown in lists. */
export function pictureCodes(facts: VehicleFacts): readonly string[] {
  const { shape, body, axles, color, cab } = drawingOf(facts);
  const parts = [SHAPES.indexOf(shape), BODIES.indexOf(body), axles, COLORS.indexOf(color)];
  const last = cab === undefined ? [] : [CABS.indexOf(cab) + 1];
  return PICTURES.map((_, view) => [...parts, view, ...last].map((part) => part.toString(RADIX)).join(''));
}

/** Returns the drawing with that code as SVG; null if there is none. */
export function drawPicture(code: string): string | null {
  if (!CODE.test(code)) return null;
  const [shape, body, axles, color, view, cab] = Array.from(code, (digit) => Number.parseInt(digit, RADIX));
  const picture = PICTURES[view ?? -1];
  const drawing = {
    shape: SHAPES[shape ?? -1],
    body: BODIES[body ?? -1],
    axles: axles ?? 0,
    color: COLORS[color ?? -1],
    cab: cab === undefined ? undefined : CABS[cab - 1],
  };
  const isKnown =
    drawing.shape !== undefined &&
    drawing.body !== undefined &&
    drawing.color !== undefined &&
    (cab === undefined || drawing.cab !== undefined);
  if (picture === undefined || !isKnown || drawing.axles < 1 || drawing.axles > AXLES_MAX) return null;
  return sceneOf(drawing as Drawing, picture).replace('<svg ', '<svg width="1280" height="960" ');
}
