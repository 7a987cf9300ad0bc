/** Chooses the drawing of a vehicle: shape, body, axles, color and cab. */

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
  'panel',
  'seats',
] as const;
export type Body = (typeof BODIES)[number];

export const COLORS = [
  'black',
  'grey',
  'beige',
  'brown',
  'red',
  'green',
  'blue',
  'purple',
  'gold',
  'white',
  'orange',
  'silver',
  'yellow',
] as const;
export type Color = (typeof COLORS)[number];

export const CABS = ['day', 'sleeper', 'high', 'mega'] as const;
export type CabKind = (typeof CABS)[number];

export const AXLES_MAX = 5;

export interface Drawing {
  readonly shape: Shape;
  readonly body: Body;
  readonly axles: number;
  readonly color: Color;
  /** Of trucks and tractor units whose cab is known. */
  readonly cab?: CabKind | undefined;
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
  [/box-vans/, 'box'],
  [/panel-vans/, 'panel'],
  [/minibus/, 'seats'],
  [/chassis/, 'none'],
];

const DEFAULT_BODIES: Readonly<Partial<Record<Shape, Body>>> = {
  truck: 'box',
  van: 'panel',
  semi: 'curtain',
  trailer: 'box',
};
const CAB_KINDS: Readonly<Record<string, CabKind>> = {
  day: 'day',
  local: 'day',
  double: 'sleeper',
  sleeper: 'sleeper',
  high_sleeper: 'high',
  mega_sleeper: 'mega',
};
const DEFAULT_AXLES: Readonly<Partial<Record<Shape, number>>> = { semi: 3, dumper: 3 };

/** Attributes of a listing; all of them optional. */
export interface VehicleFacts {
  readonly category: string;
  readonly subcategory?: string | null | undefined;
  readonly driveType?: string | null | undefined;
  readonly axles?: number | null | undefined;
  readonly color?: string | null | undefined;
  readonly cabType?: string | null | undefined;
}

export function drawingOf(facts: VehicleFacts): Drawing {
  const shape = shapeOf(facts.category, facts.subcategory ?? '');
  const wheels = Number(/^(\d+)x/.exec(facts.driveType ?? '')?.[1] ?? 0) / 2;
  const axles = facts.axles ?? (wheels >= 2 ? wheels : (DEFAULT_AXLES[shape] ?? 2));
  return {
    shape,
    body: bodyOf(shape, facts.subcategory ?? ''),
    axles: Math.min(Math.max(Math.trunc(axles), 1), AXLES_MAX),
    color: COLORS.find((color) => color === facts.color) ?? 'silver',
    cab: shape === 'tractor' || shape === 'truck' ? entryOf(CAB_KINDS, facts.cabType ?? '') : undefined,
  };
}

function shapeOf(category: string, subcategory: string): Shape {
  const shape = entryOf(TOP_SHAPES, category) ?? 'machine';
  if (shape === 'bus' && /minibus/.test(subcategory)) return 'van';
  return shape === 'machine'
    ? (MACHINES.find(([words]) => words.test(subcategory))?.[1] ?? 'machine')
    : shape;
}

function bodyOf(shape: Shape, subcategory: string): Body {
  if (shape !== 'bus' && DEFAULT_BODIES[shape] === undefined) return 'none';
  return BODY_WORDS.find(([words]) => words.test(subcategory))?.[1] ?? DEFAULT_BODIES[shape] ?? 'none';
}

/** From 34 degrees, unless another view is named. */
export const VIEWS = {
  front: { angle: 64 },
  side: { angle: 7 },
  tile: { frame: '0 36 640 400' },
} as const;
export type View = keyof typeof VIEWS;

/** The name of a drawing's file: `truck-box-3-red`, with cab and view `truck-box-3-red-sleeper-front`. */
export function drawingName({ shape, body, axles, color, cab }: Drawing, view?: View): string {
  return [shape, body, axles, color, cab, view].filter((part) => part !== undefined).join('-');
}

const NAME = new RegExp(
  `^(?<shape>${SHAPES.join('|')})-(?<body>${BODIES.join('|')})-(?<axles>[1-${AXLES_MAX}])-(?<color>${COLORS.join('|')})` +
    `(?:-(?<cab>${CABS.join('|')}))?(?:-(?<view>${Object.keys(VIEWS).join('|')}))?$`,
);

export function readDrawingName(name: string): { drawing: Drawing; view: View | undefined } | null {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return null;
  const { shape, body, axles, color, cab, view } = groups;
  return {
    drawing: {
      shape: shape as Shape,
      body: body as Body,
      axles: Number(axles),
      color: color as Color,
      cab: cab as CabKind | undefined,
    },
    view: view as View | undefined,
  };
}
