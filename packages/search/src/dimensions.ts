import { placeKey } from '@fifthwheel/text/fold';

// The uniform filters of listings: codes, names, flags and numbers. One row declares a whole dimension.
// Documents, queries, the columns of both engines, the API parameters and the search tests follow from it.
// Category, make, model, place, price, year, mileage, equipment and seller have special rules and are not
// here.

// prettier-ignore
export const FACET_NAMES = [
  'categories', 'subcategories', 'brands', 'models', 'price_ranges', 'years', 'mileage_ranges', 'features', 'locations',
  'fuel_types', 'transmissions', 'drive_types', 'euro_standards', 'stages', 'conditions', 'undercarriages', 'masts',
  'bus_classes', 'service_histories', 'tachographs', 'cabs', 'colors', 'axle_makes', 'cooling_makes', 'axles', 'seats', 'power_ranges',
  'gross_weight_ranges', 'payload_ranges', 'operating_weight_ranges', 'hours_ranges', 'standing_place_ranges',
  'load_length_ranges', 'load_volume_ranges', 'pallet_ranges', 'tank_volume_ranges', 'lifting_capacity_ranges',
  'lifting_height_ranges', 'cooling_hours_ranges', 'tread_ranges', 'vat_deductible', 'with_images', 'with_video', 'verified_sellers',
  'accident_free',
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

/** Ranges of the mileage facet. */
export const MILEAGE_RANGES: FacetRanges = {
  ends: [10_000, 50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 800_000, 1_000_000],
  unit: 'Kilometers',
};

/**
 * Facets that list what is within another facet's selection: of a category or a brand. They are narrowed by
 * that selection, and like the other facet ignore the selection of its parts.
 */
export const FACET_ABOVE = { subcategories: 'categories', models: 'brands' } as const;
export type PartFacet = keyof typeof FACET_ABOVE;
export const isPartFacet = (name: FacetName): name is PartFacet => name in FACET_ABOVE;

interface Declared {
  /**
   * Number of the engine's column; a new dimension takes the next free one. Columns below `LOOKED_UP_FIELDS`
   * have an index by value.
   */
  readonly field: number;
  /** Column of `listings`; null if discovery/documents.ts computes the value. */
  readonly column: string | null;
  /** Name of the API parameter; for a number without `min_` and `max_`. */
  readonly parameter: string;
  /** Description of the API parameter. */
  readonly description: string;
  /** Facet that counts the values. */
  readonly facet?: FacetName;
}

interface ValueDeclaration extends Declared {
  /** Codes are compared exactly, names folded; a flag is set or not. */
  readonly kind: 'code' | 'name' | 'flag';
  /** Additional values that a query for a value matches. */
  readonly includes?: Readonly<Record<string, readonly string[]>>;
}

export interface FacetRanges {
  /** Upper end of each range except the last. */
  readonly ends: readonly number[];
  readonly unit: string;
}

interface NumberDeclaration extends Declared {
  readonly kind: 'number';
  /** Ranges that the facet counts. Without them it counts each number. */
  readonly ranges?: FacetRanges;
}

// One dimension per line; the order within a kind is that of the parameters in the API.
// prettier-ignore
export const DIMENSIONS = {
  fuelType: { kind: 'code', field: 4, column: 'fuel_type', parameter: 'fuel_type', description: 'Fuel', facet: 'fuel_types' },
  transmission: { kind: 'code', field: 5, column: 'transmission', parameter: 'transmission', description: 'Gearbox', facet: 'transmissions' },
  driveType: { kind: 'code', field: 7, column: 'drive_type', parameter: 'drive_type', description: 'Axle formula', facet: 'drive_types' },
  // The later letters of Euro VI are Euro VI, too.
  euroStandard: { kind: 'code', field: 8, column: 'euro_standard', parameter: 'euro_standard', description: 'Emission standard', includes: { euro6: ['euro6d', 'euro6e'] }, facet: 'euro_standards' },
  condition: { kind: 'code', field: 9, column: 'condition', parameter: 'condition', description: 'Condition', facet: 'conditions' },
  nonRoadStage: { kind: 'code', field: 35, column: 'non_road_stage', parameter: 'stage', description: 'Emission stage of a machine', facet: 'stages' },
  undercarriage: { kind: 'code', field: 36, column: 'undercarriage', parameter: 'undercarriage', description: 'Undercarriage of a machine', facet: 'undercarriages' },
  mastType: { kind: 'code', field: 37, column: 'mast_type', parameter: 'mast', description: 'Mast of a forklift', facet: 'masts' },
  busClass: { kind: 'code', field: 38, column: 'bus_class', parameter: 'bus_class', description: 'Type of bus', facet: 'bus_classes' },
  serviceHistory: { kind: 'code', field: 39, column: 'service_history', parameter: 'service_history', description: 'Completeness of the service records', facet: 'service_histories' },
  tachograph: { kind: 'code', field: 53, column: 'tachograph', parameter: 'tachograph', description: 'Tachograph', facet: 'tachographs' },

  // The ends are the power classes of the trade.
  powerHp: { kind: 'number', field: 19, column: null, parameter: 'power', description: 'Horsepower', facet: 'power_ranges', ranges: { ends: [99, 149, 199, 249, 299, 349, 399, 449, 499, 599], unit: 'Horsepower' } },
  grossWeightKg: { kind: 'number', field: 20, column: 'gross_vehicle_weight_kg', parameter: 'gross_weight', description: 'Gross vehicle weight in kg', facet: 'gross_weight_ranges', ranges: { ends: [3500, 7500, 12_000, 18_000, 26_000, 40_000], unit: 'Kilograms' } },
  payloadKg: { kind: 'number', field: 21, column: 'payload_kg', parameter: 'payload', description: 'Payload in kg', facet: 'payload_ranges', ranges: { ends: [1000, 1500, 3500, 7500, 12_000, 18_000, 25_000, 30_000], unit: 'Kilograms' } },
  operatingWeightKg: { kind: 'number', field: 22, column: 'operating_weight_kg', parameter: 'operating_weight', description: 'Operating weight of a machine in kg', facet: 'operating_weight_ranges', ranges: { ends: [2000, 6000, 10_000, 16_000, 22_000, 30_000, 50_000], unit: 'Kilograms' } },
  operatingHours: { kind: 'number', field: 23, column: 'operating_hours', parameter: 'hours', description: 'Operating hours', facet: 'hours_ranges', ranges: { ends: [500, 1000, 2000, 4000, 6000, 8000, 10_000, 15_000], unit: 'Hours' } },
  seats: { kind: 'number', field: 24, column: 'seats', parameter: 'seats', description: 'Seats, including the driver', facet: 'seats' },
  axles: { kind: 'number', field: 25, column: 'axles', parameter: 'axles', description: 'Axles', facet: 'axles' },
  standingPlaces: { kind: 'number', field: 40, column: 'standing_places', parameter: 'standing_places', description: 'Standing passengers', facet: 'standing_place_ranges', ranges: { ends: [0, 19, 39, 59, 79, 99], unit: 'Places' } },
  loadLengthMm: { kind: 'number', field: 41, column: 'load_length_mm', parameter: 'load_length', description: 'Length of the loading space in mm', facet: 'load_length_ranges', ranges: { ends: [2500, 3500, 4500, 5500, 6500, 7500, 9000, 12_000, 13_500], unit: 'Millimeters' } },
  loadVolumeM3: { kind: 'number', field: 42, column: null, parameter: 'load_volume', description: 'Volume of the loading space in m³, rounded', facet: 'load_volume_ranges', ranges: { ends: [4, 8, 12, 17, 30, 45, 60, 80, 95], unit: 'Cubic meters' } },
  europallets: { kind: 'number', field: 43, column: 'europallets', parameter: 'pallets', description: 'Europallet places', facet: 'pallet_ranges', ranges: { ends: [9, 14, 17, 20, 24, 32, 33], unit: 'Places' } },
  tankVolumeL: { kind: 'number', field: 44, column: 'tank_volume_l', parameter: 'tank_volume', description: 'Volume of the transport tank in liters', facet: 'tank_volume_ranges', ranges: { ends: [5000, 10_000, 15_000, 20_000, 30_000, 35_000, 45_000], unit: 'Liters' } },
  liftingCapacityKg: { kind: 'number', field: 45, column: 'lifting_capacity_kg', parameter: 'lifting_capacity', description: 'Lifting capacity of a forklift or crane in kg', facet: 'lifting_capacity_ranges', ranges: { ends: [1500, 2500, 3500, 5000, 10_000, 20_000, 50_000], unit: 'Kilograms' } },
  liftingHeightMm: { kind: 'number', field: 46, column: 'lifting_height_mm', parameter: 'lifting_height', description: 'Lifting height of a forklift or crane in mm', facet: 'lifting_height_ranges', ranges: { ends: [3000, 4000, 5000, 6000, 8000, 12_000], unit: 'Millimeters' } },
  coolingHours: { kind: 'number', field: 47, column: null, parameter: 'cooling_hours', description: 'Operating hours of the cooling unit', facet: 'cooling_hours_ranges', ranges: { ends: [1000, 2500, 5000, 10_000, 15_000, 20_000], unit: 'Hours' } },
  treadMm: { kind: 'number', field: 51, column: null, parameter: 'tread', description: 'Tread of the most worn tire in whole mm', facet: 'tread_ranges', ranges: { ends: [2, 4, 6, 8, 10, 12], unit: 'Millimeters' } },
  inspection: { kind: 'number', field: 52, column: null, parameter: 'inspection', description: 'Next general inspection, as year and month: 202611' },

  cab: { kind: 'name', field: 26, column: 'cab_type', parameter: 'cab', description: 'Cab', facet: 'cabs' },
  color: { kind: 'name', field: 27, column: 'color', parameter: 'color', description: 'Exterior color', facet: 'colors' },
  axleMake: { kind: 'name', field: 28, column: 'axle_make', parameter: 'axle_make', description: 'Axle manufacturer', facet: 'axle_makes' },
  coolingMake: { kind: 'name', field: 29, column: null, parameter: 'cooling_make', description: 'Manufacturer of the cooling unit', facet: 'cooling_makes' },
  postalCode: { kind: 'name', field: 30, column: 'postal_code', parameter: 'postal_code', description: 'Postal code' },

  pictures: { kind: 'flag', field: 32, column: null, parameter: 'with_images', description: 'true: only listings with images', facet: 'with_images' },
  priced: { kind: 'flag', field: 34, column: null, parameter: 'has_price', description: 'true: only listings with a price (not on request)' },
  vat: { kind: 'flag', field: 33, column: null, parameter: 'vat_deductible', description: 'true: only listings with deductible VAT', facet: 'vat_deductible' },
  video: { kind: 'flag', field: 48, column: null, parameter: 'with_video', description: 'true: only listings with a video', facet: 'with_video' },
  verified: { kind: 'flag', field: 49, column: null, parameter: 'verified_seller', description: 'true: only listings of verified sellers', facet: 'verified_sellers' },
  accidentFree: { kind: 'flag', field: 50, column: null, parameter: 'accident_free', description: 'true: only listings whose seller states that there was no accident', facet: 'accident_free' },
} as const satisfies Readonly<Record<string, ValueDeclaration | NumberDeclaration>>;

export type Dimension = keyof typeof DIMENSIONS;
type Rows = typeof DIMENSIONS;
type Kind = Rows[Dimension]['kind'];
/** Dimensions whose row has the given shape. */
export type DimensionWith<Shape> = { [D in Dimension]: Rows[D] extends Shape ? D : never }[Dimension];
export type CodeDimension = DimensionWith<{ kind: 'code' }>;
export type NameDimension = DimensionWith<{ kind: 'name' }>;
export type FlagDimension = DimensionWith<{ kind: 'flag' }>;
export type ValueDimension = CodeDimension | NameDimension | FlagDimension;
export type NumberDimension = DimensionWith<{ kind: 'number' }>;
/** Dimensions whose values are computed, so they have no database column. */
export type ComputedDimension = DimensionWith<{ column: null }>;

const all = Object.keys(DIMENSIONS) as Dimension[];
const ofKind = <K extends Kind>(kind: K) =>
  all.filter((name) => DIMENSIONS[name].kind === kind) as DimensionWith<{ kind: K }>[];

export const CODE_DIMENSIONS: readonly CodeDimension[] = ofKind('code');
export const NAME_DIMENSIONS: readonly NameDimension[] = ofKind('name');
export const FLAG_DIMENSIONS: readonly FlagDimension[] = ofKind('flag');
export const VALUE_DIMENSIONS: readonly ValueDimension[] = [
  ...CODE_DIMENSIONS,
  ...NAME_DIMENSIONS,
  ...FLAG_DIMENSIONS,
];
export const NUMBER_DIMENSIONS: readonly NumberDimension[] = ofKind('number');

/** Value of a flag that is set. */
export const FLAG_SET = 'yes';

type RowWithFacet = Extract<Rows[Dimension], { facet: FacetName }>;
/** Facets that count a dimension. The others have special rules. */
export type UniformFacet = RowWithFacet['facet'];
export type ValueFacet = Exclude<RowWithFacet, { kind: 'number' }>['facet'];
export type RangeFacet = Extract<RowWithFacet, { ranges: FacetRanges }>['facet'];
/** Facets that count each number. */
export type NumberFacet = Exclude<UniformFacet, ValueFacet | RangeFacet>;

export const facetOf = (name: Dimension): FacetName | undefined => (DIMENSIONS[name] as Declared).facet;

export const DIMENSION_OF_FACET = Object.fromEntries(
  all.flatMap((name) => {
    const facet = facetOf(name);
    return facet === undefined ? [] : [[facet, name]];
  }),
) as { readonly [F in UniformFacet]: DimensionWith<{ facet: F }> };
export const UNIFORM_FACETS = Object.keys(DIMENSION_OF_FACET) as readonly UniformFacet[];
export const DIMENSIONS_WITHOUT_FACET: readonly Dimension[] = all.filter(
  (name) => facetOf(name) === undefined,
);

export const isUniformFacet = (name: FacetName): name is UniformFacet => name in DIMENSION_OF_FACET;

export const isNumberDimension = (name: string): name is NumberDimension =>
  NUMBER_DIMENSIONS.some((dimension) => dimension === name);

/**
 * Returns the key that a value is compared by.
 * @param fold folds names; it can cache earlier results
 */
export function valueKey(name: ValueDimension, value: string, fold = placeKey): string {
  return DIMENSIONS[name].kind === 'name' ? fold(value) : value;
}

/** Returns the value for a key. Folding replaces the underscores of a code with spaces. */
export function valueOfKey(name: ValueDimension, key: string): string {
  return DIMENSIONS[name].kind === 'name' ? key.replaceAll(' ', '_') : key;
}

/** Returns the keys that a query for values looks up. */
export function keysOfValues(name: ValueDimension, values: readonly string[]): readonly string[] {
  const { kind, includes }: ValueDeclaration = DIMENSIONS[name];
  if (includes !== undefined)
    return [...new Set(values.flatMap((value) => [value, ...(includes[value] ?? [])]))];
  return kind === 'name' ? values.map(placeKey) : values;
}

/** Returns undefined if the facet counts each number, or if there is no facet. */
export const facetRanges = (name: NumberDimension): FacetRanges | undefined =>
  (DIMENSIONS[name] as NumberDeclaration).ranges;
