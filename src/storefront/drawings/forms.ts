/** SVG shapes of the drawings. */

export const GROUND = 392;
export const TRUCK_WHEEL = 34;
export const INK = '#1d252b';
export const FRAME = '#2a3137';
export const GLASS = '#1f2e3a';
export const STEEL = '#9aa4ab';

export interface Paint {
  readonly main: string;
  readonly dark: string;
  readonly light: string;
}

export function wheels(places: readonly number[], radius = TRUCK_WHEEL, ground = GROUND): string {
  return places
    .map((x) => {
      const y = ground - radius;
      return (
        circle(x, y, radius, '#15191c') +
        circle(x, y, radius * 0.58, '#8f999f') +
        circle(x, y, radius * 0.44, '#c3cacd') +
        circle(x, y, radius * 0.18, '#5b666d')
      );
    })
    .join('');
}

export function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) =>
    Math.round(from + i * step),
  );
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  opacity = 1,
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius === 0 ? '' : ` rx="${radius}"`}${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${Math.round(radius)}" fill="${fill}"/>`;
}

export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
}

export function stroke(d: string, color: string, width: number, isRound = false): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${isRound ? ' stroke-linejoin="round"' : ''}/>`;
}

/** A color between two, `share` of the way. */
export function mixed(from: string, to: string, share: number): string {
  const part = (color: string, at: number): number =>
    Number.parseInt(color.slice(1 + at * 2, 3 + at * 2), 16);
  return `#${[0, 1, 2]
    .map((at) => Math.round(part(from, at) + (part(to, at) - part(from, at)) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}
