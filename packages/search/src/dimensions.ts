import { placeKey } from '@fifthwheel/text/fold';

// The uniform filters of listings: codes, names, flags and numbers. One row declares a whole dimension.
// Documents, queries, the columns of both engines, the API parameters and the search tests follow from it.
// Category, make, model, place, price, year, mileage, equipment and seller have special rules and are not
// here.

export const FACET_NAMES = [
  'categories',
  'brands',
  'price_ranges',
  'years',
  'fuel_types',
  'transmissions',
  'locations',
  'axles',
  'cabs',
  'colors',
  'power_ranges',
  'gross_weight_ranges',
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

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
  driveType: { kind: 'code', field: 7, column: 'drive_type', parameter: 'drive_type', description: 'Axle formula' },
  // The later letters of Euro VI are Euro VI, too.
  euroStandard: { kind: 'code', field: 8, column: 'euro_standard', parameter: 'euro_standard', description: 'Emission standard', includes: { euro6: ['euro6d', 'euro6e'] } },
  condition: { kind: 'code', field: 9, column: 'condition', parameter: 'condition', description: 'Condition' },

  // The ends are the power classes of the trade.
  powerHp: { kind: 'number', field: 19, column: null, parameter: 'power', description: 'Horsepower', facet: 'power_ranges', ranges: { ends: [99, 149, 199, 249, 299, 349, 399, 449, 499, 599], unit: 'Horsepower' } },
  grossWeightKg: { kind: 'number', field: 20, column: 'gross_vehicle_weight_kg', parameter: 'gross_weight', description: 'Gross vehicle weight in kg', facet: 'gross_weight_ranges', ranges: { ends: [3500, 7500, 12_000, 18_000, 26_000, 40_000], unit: 'Kilograms' } },
  payloadKg: { kind: 'number', field: 21, column: 'payload_kg', parameter: 'payload', description: 'Payload in kg' },
  operatingWeightKg: { kind: 'number', field: 22, column: 'operating_weight_kg', parameter: 'operating_weight', description: 'Operating weight of a machine in kg' },
  operatingHours: { kind: 'number', field: 23, column: 'operating_hours', parameter: 'hours', description: 'Operating hours' },
  seats: { kind: 'number', field: 24, column: 'seats', parameter: 'seats', description: 'Seats, including the driver' },
  axles: { kind: 'number', field: 25, column: 'axles', parameter: 'axles', description: 'Axles', facet: 'axles' },

  cab: { kind: 'name', field: 26, column: 'cab_type', parameter: 'cab', description: 'Cab', facet: 'cabs' },
  color: { kind: 'name', field: 27, column: 'color', parameter: 'color', description: 'Exterior color', facet: 'colors' },
  axleMake: { kind: 'name', field: 28, column: 'axle_make', parameter: 'axle_make', description: 'Axle manufacturer' },
  coolingMake: { kind: 'name', field: 29, column: null, parameter: 'cooling_make', description: 'Manufacturer of the cooling unit' },
  postalCode: { kind: 'name', field: 30, column: 'postal_code', parameter: 'postal_code', description: 'Postal code' },

  pictures: { kind: 'flag', field: 32, column: null, parameter: 'with_images', description: 'true: only listings with images' },
  priced: { kind: 'flag', field: 34, column: null, parameter: 'has_price', description: 'true: only listings with a price (not on request)' },
  vat: { kind: 'flag', field: 33, column: null, parameter: 'vat_deductible', description: 'true: only listings with deductible VAT' },
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
