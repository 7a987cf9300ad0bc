/** Chooses the drawing of a vehicle: shape, body, axles and color. */

import { entryOf } from '@fifthwheel/text/entry-of';

export const SHAPES = [
  'tractor',
  'truck',
  'van',
  'semi',
  'trailer',
  'bus',
  'excavator',
  'loader',
  'dozer',
  'roller',
  'dumper',
  'crane',
  'forklift',
  'farm',
  'machine',
] as const;
export type Shape = (typeof SHAPES)[number];

export const BODIES = [
  'none',
  'box',
  'reefer',
  'curtain',
  'dropside',
  'tipper',
  'tank',
  'silo',
  'mixer',
  'container',
  'low',
  'timber',
  'cars',
  'livestock',
  'hook',
  'refuse',
  'crane',
  'double',
] as const;
export type Body = (typeof BODIES)[number];

export const COLORS = {
  black: '#2b2f33',
  grey: '#7b858d',
  beige: '#cbb893',
  brown: '#6b4a33',
  red: '#b3202c',
  green: '#3c6e47',
  blue: '#1f5f99',
  purple: '#5c3f86',
  gold: '#b98d2f',
  white: '#e9ecec',
  orange: '#d8741c',
  silver: '#b4bcc2',
  yellow: '#e0b020',
} as const;
export type Color = keyof typeof COLORS;

export interface Drawing {
  readonly shape: Shape;
  readonly body: Body;
  readonly axles: number;
  readonly color: Color;
}

const TOP_SHAPES: Readonly<Record<string, Shape>> = {
  'tractor-units': 'tractor',
  trucks: 'truck',
  vans: 'van',
  'semi-trailers': 'semi',
  trailers: 'trailer',
  buses: 'bus',
  'construction-machinery': 'machine',
  forklifts: 'forklift',
  'agricultural-machinery': 'farm',
};

/** Words of a category's slug that indicate the shape of a machine. */
const MACHINES: readonly (readonly [RegExp, Shape])[] = [
  [/excavator|drilling/, 'excavator'],
  [/loader|skid|telehandler/, 'loader'],
  [/bulldozer|grader/, 'dozer'],
  [/roller|compactor/, 'roller'],
  [/dump-truck/, 'dumper'],
  [/crane|platform/, 'crane'],
];

/** Words of a category's slug that indicate the body. */
const BODY_WORDS: readonly (readonly [RegExp, Body])[] = [
  [/refrigerat/, 'reefer'],
  [/curtain|beverage/, 'curtain'],
  [/dropside|platform/, 'dropside'],
  [/tipper|dumper|grain|walking-floor/, 'tipper'],
  [/silo/, 'silo'],
  [/tank|vacuum/, 'tank'],
  [/mixer|pump/, 'mixer'],
  [/container|swap/, 'container'],
  [/low-loader/, 'low'],
  [/timber|long-material/, 'timber'],
  [/car-|breakdown|boat|motorcycle/, 'cars'],
  [/livestock|horse/, 'livestock'],
  [/hook|skip/, 'hook'],
  [/refuse|sweeper|municipal/, 'refuse'],
  [/crane|aerial/, 'crane'],
  [/double-decker/, 'double'],
  [/chassis/, 'none'],
];

const DEFAULT_BODIES: Readonly<Partial<Record<Shape, Body>>> = {
  truck: 'box',
  van: 'box',
  semi: 'curtain',
  trailer: 'box',
};
const DEFAULT_AXLES: Readonly<Partial<Record<Shape, number>>> = { semi: 3, dumper: 3 };

/** Attributes of a listing; all of them optional. */
export interface VehicleFacts {
  readonly category: string;
  readonly subcategory?: string | null | undefined;
  readonly driveType?: string | null | undefined;
  readonly axles?: number | null | undefined;
  readonly color?: string | null | undefined;
}

export function drawingOf(facts: VehicleFacts): Drawing {
  const slug = facts.subcategory ?? '';
  const top = entryOf(TOP_SHAPES, facts.category) ?? 'machine';
  const shape = top === 'machine' ? (MACHINES.find(([words]) => words.test(slug))?.[1] ?? 'machine') : top;
  const body =
    shape === 'tractor' || top === 'machine'
      ? 'none'
      : (BODY_WORDS.find(([words]) => words.test(slug))?.[1] ?? DEFAULT_BODIES[shape] ?? 'none');
  const wheels = Number(/^(\d+)x/.exec(facts.driveType ?? '')?.[1] ?? 0) / 2;
  const axles = facts.axles ?? (wheels >= 2 ? wheels : (DEFAULT_AXLES[shape] ?? 2));
  return {
    shape,
    body,
    axles: Math.min(Math.max(Math.trunc(axles), 1), 5),
    color: Object.hasOwn(COLORS, facts.color ?? '') ? (facts.color as Color) : 'silver',
  };
}

/** The name of a drawing's file: `truck-box-3-red`. */
export function drawingName({ shape, body, axles, color }: Drawing): string {
  return `${shape}-${body}-${axles}-${color}`;
}

export function readDrawingName(name: string): Drawing | null {
  const [shape, body, axles, color, ...rest] = name.split('-');
  const count = Number(axles);
  const isKnown =
    rest.length === 0 &&
    SHAPES.includes(shape as Shape) &&
    BODIES.includes(body as Body) &&
    Number.isInteger(count) &&
    count >= 1 &&
    count <= 5 &&
    Object.hasOwn(COLORS, color ?? '');
  return isKnown ? { shape: shape as Shape, body: body as Body, axles: count, color: color as Color } : null;
}
