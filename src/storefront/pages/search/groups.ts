/** The filters of each category, in groups and in the order of the page. Add a new filter as a part of a group. */
import { entryOf } from '@fifthwheel/text/entry-of';
import { DIMENSIONS, type FacetName, facetOf, type SearchFacets } from '../../../modules/discovery/index.ts';
import type { TextKey } from '../../texts/generated/keys.ts';
import type { FlagName, ListName, RangeName } from './parameters.ts';

export type Part =
  | { readonly kind: 'list' | 'options'; readonly name: ListName }
  | { readonly kind: 'range'; readonly name: RangeName }
  | { readonly kind: 'flag'; readonly name: FlagName }
  | { readonly kind: 'months'; readonly name: 'inspection' }
  | { readonly kind: 'place' };

export interface FilterGroup {
  readonly title: TextKey;
  readonly parts: readonly Part[];
  /** Whether the group is closed while none of its filters is active. */
  readonly isFolded?: true;
}

const list = (name: ListName): Part => ({ kind: 'list', name });
const options = (name: ListName): Part => ({ kind: 'options', name });
const range = (name: RangeName): Part => ({ kind: 'range', name });
const flag = (name: FlagName): Part => ({ kind: 'flag', name });
const group = (title: TextKey, ...parts: readonly Part[]): FilterGroup => ({ title, parts });
const folded = (title: TextKey, ...parts: readonly Part[]): FilterGroup => ({ title, parts, isFolded: true });

const KIND = group('filter.category', list('category'), list('subcategory'));
const MAKE = group('filter.make', list('brand'), list('model'));
const PRICE = group('filter.price', range('price'), flag('vat_deductible'), flag('with_images'));
const YEAR = group('filter.year', range('year'));
const MILEAGE = group('filter.mileage', range('mileage'));
const DRIVE = group('filter.drive_type', options('drive_type'));
const EMISSION = group('filter.euro_standard', options('euro_standard'));
const STAGE = group('filter.stage', options('stage'));
const CAB = group('filter.cab', list('cab'));
const EQUIPMENT = group('filter.features', list('features'));
const POWER = group('filter.power', range('power'));
const FUEL = folded('filter.fuelAndGearbox', list('fuel_type'), list('transmission'));
const GROSS_WEIGHT = group('filter.gross_weight', range('gross_weight'));
const PAYLOAD = group('filter.payload', range('payload'));
const AXLES = group('filter.axles', range('axles'));
const AXLE_MAKE = folded('filter.axle_make', list('axle_make'));
const LOAD = group('filter.load', range('load_length'), range('load_volume'), range('pallets'));
const TANK = folded('filter.tank_volume', range('tank_volume'));
const COOLING = folded('filter.cooling', list('cooling_make'), range('cooling_hours'));
const SEATS = group('filter.seats', range('seats'), range('standing_places'));
const HOURS = group('filter.hours', range('hours'));
const COUNTRY = group('filter.country', list('country'));
const LAST = [
  COUNTRY,
  folded('filter.place', { kind: 'place' }),
  folded('filter.color', options('color')),
  folded(
    'filter.conditionAndSeller',
    list('condition'),
    list('service_history'),
    list('tachograph'),
    range('tread'),
    { kind: 'months', name: 'inspection' },
    flag('accident_free'),
    flag('verified_seller'),
    flag('with_video'),
    flag('has_price'),
  ),
] as const;

const OF_ALL = [KIND, MAKE, PRICE, YEAR] as const;
const OF_ROAD = [...OF_ALL, MILEAGE, DRIVE, EMISSION, CAB, EQUIPMENT, POWER, FUEL] as const;
const OF_TRAILERS = [
  ...OF_ALL,
  AXLES,
  COOLING,
  PAYLOAD,
  LOAD,
  TANK,
  GROSS_WEIGHT,
  AXLE_MAKE,
  EQUIPMENT,
] as const;

const GROUPS_OF: Readonly<Record<string, readonly FilterGroup[]>> = {
  'tractor-units': [...OF_ROAD, GROSS_WEIGHT],
  trucks: [
    ...OF_ALL,
    MILEAGE,
    DRIVE,
    GROSS_WEIGHT,
    EMISSION,
    LOAD,
    TANK,
    COOLING,
    EQUIPMENT,
    CAB,
    POWER,
    FUEL,
  ],
  vans: [
    ...OF_ALL,
    MILEAGE,
    group('filter.load_volume', range('load_volume')),
    PAYLOAD,
    GROSS_WEIGHT,
    group('filter.seats', range('seats')),
    EMISSION,
    FUEL,
    EQUIPMENT,
  ],
  'semi-trailers': OF_TRAILERS,
  trailers: OF_TRAILERS,
  buses: [
    ...OF_ALL,
    MILEAGE,
    SEATS,
    group('filter.bus_class', list('bus_class')),
    EMISSION,
    FUEL,
    POWER,
    EQUIPMENT,
  ],
  'construction-machinery': [
    ...OF_ALL,
    HOURS,
    group('filter.operating_weight', range('operating_weight')),
    group('filter.undercarriage', list('undercarriage')),
    STAGE,
    POWER,
    EQUIPMENT,
  ],
  'agricultural-machinery': [...OF_ALL, HOURS, STAGE, POWER, EQUIPMENT],
  forklifts: [
    ...OF_ALL,
    HOURS,
    group('filter.lifting_capacity', range('lifting_capacity')),
    group('filter.lifting_height', range('lifting_height')),
    group('filter.mast', list('mast')),
    STAGE,
    folded('filter.fuel_type', list('fuel_type')),
    EQUIPMENT,
  ],
};

/** Groups that are open on a dealer page. The others are folded, because filters share a column with contact and hours. */
const OPEN_FOR_DEALER = new Set<FilterGroup>([KIND, MAKE, PRICE, COUNTRY]);

/** Several categories, and none, have the filters of road vehicles. */
export function groupsOf(
  category: string | undefined,
  { isDealer = false }: { readonly isDealer?: boolean } = {},
): readonly FilterGroup[] {
  const groups = [...(entryOf(GROUPS_OF, category ?? '') ?? OF_ROAD), ...LAST];
  return isDealer
    ? groups.map((candidate) =>
        OPEN_FOR_DEALER.has(candidate) ? candidate : { ...candidate, isFolded: true },
      )
    : groups;
}

export const OFFERED: ReadonlySet<string> = new Set(
  [...Object.values(GROUPS_OF).flat(), ...OF_ROAD, ...LAST].flatMap(({ parts }) =>
    parts.map((part) => (part.kind === 'place' ? 'city' : part.name)),
  ),
);

const FACET_OF: ReadonlyMap<string, FacetName> = new Map<string, FacetName>([
  ['category', 'categories'],
  ['subcategory', 'subcategories'],
  ['brand', 'brands'],
  ['model', 'models'],
  ['features', 'features'],
  ['country', 'locations'],
  ['price', 'price_ranges'],
  ['year', 'years'],
  ['mileage', 'mileage_ranges'],
  ...(Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[]).flatMap((name): [string, FacetName][] => {
    const facet = facetOf(name);
    return facet === undefined ? [] : [[DIMENSIONS[name].parameter, facet]];
  }),
]);

/** Returns the facets that the page of a category shows. */
export function facetsOf(category: string | undefined): readonly FacetName[] {
  const names = groupsOf(category).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'place' ? [] : (FACET_OF.get(part.name) ?? []))),
  );
  return [...new Set(names)];
}

export interface Choice {
  readonly value: string;
  /** Filters without a name in the texts. */
  readonly label?: string;
  readonly count: number;
}

/** EEV is between Euro 5 and Euro 6. */
export const cleanness = (standard: string): number =>
  standard === 'eev' ? 5.5 : Number(/\d/.exec(standard)?.[0] ?? 0);

export function choicesOf(name: ListName, facets: SearchFacets): readonly Choice[] {
  const facet = FACET_OF.get(name);
  const rows = facet === undefined ? [] : ((facets[facet] ?? []) as readonly Row[]);
  const choices = rows.map((row) => ({
    value: row.slug ?? row.country ?? row.value ?? '',
    ...(row.name === undefined ? (name === 'model' ? { label: row.value ?? '' } : {}) : { label: row.name }),
    count: row.count,
  }));
  if (name === 'drive_type') return choices.toSorted((a, b) => (a.value < b.value ? -1 : 1));
  // Cleanest standard first.
  if (name === 'euro_standard' || name === 'stage')
    return choices.toSorted(
      (a, b) => cleanness(b.value) - cleanness(a.value) || b.value.localeCompare(a.value),
    );
  return choices;
}

interface Row {
  readonly slug?: string;
  readonly name?: string;
  readonly value?: string;
  readonly country?: string;
  readonly count: number;
}

export interface Bar {
  readonly min: number;
  readonly max: number | null;
  readonly count: number;
}

/** The counts of a range, from the lowest. */
export function barsOf(name: RangeName, facets: SearchFacets): readonly Bar[] {
  const facet = FACET_OF.get(name);
  const rows =
    facet === undefined
      ? []
      : ((facets[facet] ?? []) as unknown as readonly Readonly<Record<string, number>>[]);
  const numberName = name === 'year' ? 'year' : (facet ?? '');
  return rows
    .map((row): Bar => {
      const single = row[numberName];
      return single === undefined
        ? { min: row['min'] ?? 0, max: row['max'] ?? null, count: row['count'] ?? 0 }
        : { min: single, max: single, count: row['count'] ?? 0 };
    })
    .toSorted((a, b) => a.min - b.min);
}
