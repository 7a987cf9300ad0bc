/**
 * A pen that draws solids in metres, as seen by one camera, as SVG. x runs from the front of a vehicle to its rear,
 * y up, z towards the viewer. The camera stands at eye level, so upright edges stay upright, as on a good photograph.
 */
const WIDTH = 640;
const HEIGHT = 480;
const EYE = 1.75;
const FAR = 2.1;
const FRAME: Frame = { x: 50, y: 44, w: 540, h: 372 };

/** x and y of a profile, or of a path on a surface. */
export type Spot = readonly [number, number];
export type Point = readonly [x: number, y: number, z: number];
/** Where on a vehicle two coordinates of a path lie. */
export type Surface = (a: number, b: number) => Point;
/** Offset, colour and opacity. */
type Stop = readonly [number, string, number?];

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface View {
  readonly length: number;
  readonly height: number;
  readonly width?: number;
  /** Where the drawing begins, before the origin. */
  readonly from?: number;
  /** Degrees between the side of the vehicle and the picture. */
  readonly angle?: number | undefined;
  readonly frame?: Frame;
  readonly eye?: number;
}

interface SolidOptions {
  /** Fill of the near side. */
  readonly cap?: string;
  readonly light?: number;
  readonly line?: boolean;
}

export function mix(from: string, to: string, share: number): string {
  const part = (color: string, at: number): number =>
    Number.parseInt(color.slice(1 + at * 2, 3 + at * 2), 16);
  return `#${[0, 1, 2]
    .map((at) => Math.round(part(from, at) + (part(to, at) - part(from, at)) * share))
    .map((value) => Math.max(0, Math.min(255, value)).toString(16).padStart(2, '0'))
    .join('')}`;
}
/** Lighter above one, darker below. */
export const lit = (color: string, light: number): string =>
  light >= 1 ? mix(color, '#ffffff', Math.min(light - 1, 1)) : mix(color, '#05090c', 1 - light);

export class Pen {
  readonly #cos: number;
  readonly #sin: number;
  readonly #middle: number;
  readonly #far: number;
  readonly #eye: number;
  readonly scale: number = 1;
  readonly #left: number = 0;
  readonly #ground: number = 0;
  readonly parts: string[] = [];
  /** Where tyres touch the ground: x, z, radius and width. */
  readonly contacts: (readonly [number, number, number, number])[] = [];
  readonly #defs = new Map<string, { readonly id: string; readonly text: string }>();
  #squeeze = 1;

  /** `length` and `height` of what is drawn; `frame`: where on the picture it is to lie. */
  constructor({ length, height, width = 2.55, from = 0, angle = 34, frame = FRAME, eye = EYE }: View) {
    const turn = (angle * Math.PI) / 180;
    [this.#cos, this.#sin] = [Math.cos(turn), Math.sin(turn)];
    this.#middle = from + length / 2;
    this.#far = FAR * Math.max(length, height * 1.35, 4.2);
    this.#eye = eye;
    const half = width / 2;
    const corners: Spot[] = [];
    for (const x of [from, from + length])
      for (const y of [0, height]) for (const z of [-half, half]) corners.push(this.at(x, y, z));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const [w, h] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    this.scale = Math.min(frame.w / w, frame.h / h);
    this.#left = frame.x + frame.w / 2 - ((Math.max(...xs) + Math.min(...xs)) / 2) * this.scale;
    this.#ground =
      frame.y + frame.h - Math.max(...ys) * this.scale - Math.max(0, (frame.h - h * this.scale) * 0.42);
  }

  at(x: number, y: number, z: number): Spot {
    const along = x - this.#middle;
    const depth = z * this.#squeeze;
    const right = along * this.#cos + depth * this.#sin;
    const near = -along * this.#sin + depth * this.#cos;
    const size = this.#far / (this.#far - near);
    return [this.#left + right * size * this.scale, this.#ground - (y - this.#eye) * size * this.scale];
  }

  p(x: number, y: number, z: number): string {
    const [a, b] = this.at(x, y, z);
    return `${n(a)} ${n(b)}`;
  }

  /** Pixels of a length in metres, for the width of lines. */
  px(metres: number): number {
    return n(metres * this.scale);
  }

  #def(kind: string, body: string, attributes: string): string {
    const key = `${kind}|${attributes}|${body}`;
    let id = this.#defs.get(key)?.id;
    if (id === undefined) {
      id = `g${this.#defs.size.toString(36)}`;
      this.#defs.set(key, { id, text: `<${kind} id="${id}"${attributes}>${body}</${kind}>` });
    }
    return `url(#${id})`;
  }

  /** Colours from top to bottom, or along `[x1, y1, x2, y2]` of the shape. */
  fade(
    stops: readonly Stop[],
    [x1, y1, x2, y2]: readonly [number, number, number, number] = [0, 0, 0, 1],
  ): string {
    return this.#def('linearGradient', textOf(stops), ` x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`);
  }

  glow(stops: readonly Stop[], [cx, cy, r]: Point = [0.5, 0.5, 0.5]): string {
    return this.#def('radialGradient', textOf(stops), ` cx="${cx}" cy="${cy}" r="${r}"`);
  }

  put(d: string, fill: string, more = ''): void {
    this.parts.push(`<path d="${d}" fill="${fill}"${more}/>`);
  }

  /** A path whose two coordinates lie on a surface. */
  on(surface: Surface, d: string, fill: string, more = ''): void {
    this.put(this.trace(surface, d), fill, more);
  }

  box(surface: Surface, x: number, y: number, w: number, h: number, fill: string, more = ''): void {
    this.on(surface, `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`, fill, more);
  }

  line(surface: Surface, d: string, color: string, metres: number, opacity = 1): void {
    this.put(
      this.trace(surface, d),
      'none',
      ` stroke="${color}" stroke-width="${Math.max(0.5, this.px(metres))}"${opacity === 1 ? '' : ` opacity="${opacity}"`}`,
    );
  }

  trace(surface: Surface, d: string): string {
    let result = '';
    let pair: number | null = null;
    for (const token of d.match(/[MLCQZ]|-?\d*\.?\d+(?:e-?\d+)?/g) ?? []) {
      if (/[MLCQZ]/.test(token)) result += token;
      else if (pair === null) pair = Number(token);
      else {
        result += `${/[MLCQ]$/.test(result) ? '' : ' '}${this.p(...surface(pair, Number(token)))}`;
        pair = null;
      }
    }
    return result;
  }

  poly(points: readonly Point[], fill: string, more = ''): void {
    this.put(`M${points.map((point) => this.p(...point)).join('L')}Z`, fill, more);
  }

  ring(cx: number, cy: number, z: number, r: number): string {
    const k = 0.5523;
    return this.trace(
      side(z),
      `M${cx - r} ${cy}C${cx - r} ${cy + k * r} ${cx - k * r} ${cy + r} ${cx} ${cy + r}C${cx + k * r} ${cy + r} ${cx + r} ${cy + k * r} ${cx + r} ${cy}C${cx + r} ${cy - k * r} ${cx + k * r} ${cy - r} ${cx} ${cy - r}C${cx - k * r} ${cy - r} ${cx - r} ${cy - k * r} ${cx - r} ${cy}Z`,
    );
  }

  disc(cx: number, cy: number, z: number, r: number, fill: string): void {
    this.put(this.ring(cx, cy, z, r), fill);
  }

  /** The outline of round things that lie between two rings, each a function of an angle. */
  hull(rings: readonly ((angle: number) => Point)[], fill: string): void {
    const points = rings.flatMap((ring) =>
      Array.from({ length: 28 }, (_, at) => this.at(...ring((at / 28) * 2 * Math.PI))),
    );
    points.sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
    const half = (list: readonly Spot[]): Spot[] => {
      const kept: Spot[] = [];
      for (const point of list) {
        while (isInside(kept.at(-2), kept.at(-1), point)) kept.pop();
        kept.push(point);
      }
      kept.pop();
      return kept;
    };
    const outline = [...half(points), ...half(points.toReversed())];
    this.put(`M${outline.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill);
  }

  /** A profile of x and y between two depths: the faces that the camera sees, then the near side. */
  solid(
    profile: readonly Spot[],
    back: number,
    front: number,
    color: string,
    { cap, light = 1, line = true }: SolidOptions = {},
  ): void {
    const first = profile[0] ?? [0, 0];
    const turn = Math.sign(
      profile.reduce((sum, [x, y], at) => {
        const [nx, ny] = profile[at + 1] ?? first;
        return sum + x * ny - nx * y;
      }, 0),
    );
    const eyeX = this.#middle - this.#sin * this.#far;
    for (const [at, [x, y]] of profile.entries()) {
      const [nx, ny] = profile[at + 1] ?? first;
      const length = Math.hypot(nx - x, ny - y);
      if (length === 0) continue;
      const normal: Spot = [((ny - y) / length) * turn, (-(nx - x) / length) * turn];
      const faces = normal[0] * (eyeX - x) + normal[1] * (this.#eye - y) > 0;
      if (faces)
        this.poly(
          [
            [x, y, back],
            [nx, ny, back],
            [nx, ny, front],
            [x, y, front],
          ],
          lit(color, light * shade(normal)),
        );
    }
    this.put(
      `M${profile.map(([x, y]) => this.p(x, y, front)).join('L')}Z`,
      cap ?? this.paint(color, light),
      line ? ` stroke="#fff" stroke-opacity=".22" stroke-width=".8"` : '',
    );
  }

  block(
    x0: number,
    x1: number,
    y0: number,
    y1: number,
    z0: number,
    z1: number,
    color: string,
    options?: SolidOptions,
  ): void {
    this.solid(
      [
        [x0, y0],
        [x0, y1],
        [x1, y1],
        [x1, y0],
      ],
      z0,
      z1,
      color,
      options,
    );
  }

  /** Paint on a near side: light from above left, a darker foot. */
  paint(color: string, light = 1): string {
    return this.fade(
      [
        [0, lit(color, light * 1.2)],
        [0.18, lit(color, light * 1.04)],
        [0.62, lit(color, light * 0.95)],
        [1, lit(color, light * (isPale(color) ? 0.83 : 0.72))],
      ],
      [0, 0, 0.22, 1],
    );
  }

  /** Draws with everything nearer to the middle: the loads of trucks on narrower vehicles. */
  narrowed(share: number, draw: () => void): void {
    this.#squeeze = share;
    draw();
    this.#squeeze = 1;
  }

  blur(size: number): string {
    return this.#def(
      'filter',
      `<feGaussianBlur stdDeviation="${size}"/>`,
      ' x="-30%" y="-60%" width="160%" height="220%"',
    );
  }

  /** The whole picture; `defs` and `backdrop` are what lies behind the vehicle. */
  text(backdrop = '', defs = ''): string {
    const own = [...this.#defs.values()].map(({ text }) => text).join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${defs}${own}</defs>${backdrop}${this.parts.join('')}</svg>`;
  }
}

/** White and silver show every shade: theirs are weaker. */
function isPale(color: string): boolean {
  return [1, 3, 5].every((at) => Number.parseInt(color.slice(at, at + 2), 16) > 170);
}

export const side =
  (z: number): Surface =>
  (x, y) => [x, y, z];
export const front =
  (x: number): Surface =>
  (z, y) => [x, y, z];
export const above =
  (y: number): Surface =>
  (x, z) => [x, y, z];

/** How light a face is by the way it looks: tops catch the most. */
function shade([x, y]: Spot): number {
  return 0.84 + 0.3 * Math.max(0, y) - 0.22 * Math.max(0, -y) + 0.04 * Math.max(0, -x);
}

/** Whether the middle one of three points lies inside of a hull that runs from the first to the last. */
function isInside(o: Spot | undefined, a: Spot | undefined, [bx, by]: Spot): boolean {
  if (o === undefined || a === undefined) return false;
  return (a[0] - o[0]) * (by - o[1]) - (a[1] - o[1]) * (bx - o[0]) <= 0;
}

function textOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, color, opacity]) =>
        `<stop offset="${n2(offset)}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');
}

const n = (value: number): number => Math.round(value * 10) / 10;
const n2 = (value: number): number => Math.round(value * 1000) / 1000;
