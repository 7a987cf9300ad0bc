/**
 * Drawings of the demo vehicles, used instead of photos: several views of one drawing. The name of a drawing is its code, with
 * one character each for shape, body, axles, color and view.
 */
import { evening, sceneOf } from './scene.ts';
import { BODIES, COLORS, type Color, type Drawing, drawingOf, SHAPES, type VehicleFacts } from './vehicle.ts';

const COLOR_NAMES = Object.keys(COLORS) as readonly Color[];
const AXLES_MAX = 5;
const RADIX = 36;

/** The visible part of the drawing: all of it, its front, or all of it mirrored. */
const VIEWS = [
  { frame: '0 0 640 480' },
  { frame: '40 110 340 255' },
  { frame: '0 0 640 480', isEvening: true },
] as const;

/** The codes of a vehicle's pictures; the first is shown in lists. */
export function pictureCodes(facts: VehicleFacts): readonly string[] {
  const { shape, body, axles, color } = drawingOf(facts);
  const parts = [SHAPES.indexOf(shape), BODIES.indexOf(body), axles, COLOR_NAMES.indexOf(color)];
  return VIEWS.map((_, view) => [...parts, view].map((part) => part.toString(RADIX)).join(''));
}

/** Returns the drawing with that code as SVG; null if there is none. */
export function drawPicture(code: string): string | null {
  const [shape, body, axles, color, view] = Array.from(code, (digit) => Number.parseInt(digit, RADIX));
  const seen = VIEWS[view ?? -1];
  const drawing = {
    shape: SHAPES[shape ?? -1],
    body: BODIES[body ?? -1],
    axles: axles ?? 0,
    color: COLOR_NAMES[color ?? -1],
  };
  const isKnown = drawing.shape !== undefined && drawing.body !== undefined && drawing.color !== undefined;
  if (code.length !== 5 || seen === undefined || !isKnown || drawing.axles < 1 || drawing.axles > AXLES_MAX)
    return null;
  const scene = 'isEvening' in seen ? evening(drawing as Drawing) : sceneOf(drawing as Drawing);
  return scene.replace('viewBox="0 0 640 480"', `width="1280" height="960" viewBox="${seen.frame}"`);
}
