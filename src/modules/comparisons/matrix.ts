/**
 * Vehicles side by side: one row for each field of the listing catalogue that any of them has, with one value for each
 * vehicle in the order of the comparison. Units are those of the catalogue, the same for all; amounts are in one currency.
 */
import { appliesTo, type FieldRow, fields, pricesOf } from '../listings/index.ts';
import type { VehicleClass } from '../taxonomy/index.ts';

export type CellValue =
  string | number | boolean | readonly string[] | Readonly<Record<string, unknown>> | null;

export interface ComparedVehicle {
  readonly vehicleClass: VehicleClass;
  readonly currency: string | null;
  /** By the columns of the catalogue; category, subcategory and brand by their slugs. */
  readonly columns: Readonly<Record<string, unknown>>;
}

export interface MatrixRow {
  readonly field: string;
  readonly label: string;
  readonly group: 'core' | 'commercial' | 'technical';
  readonly unit: string | null;
  readonly values: readonly CellValue[];
  /** Names of the values if they are taxonomy slugs; null for all other fields. */
  readonly names: readonly (string | null)[] | null;
  readonly isDifferent: boolean;
}

/** Language and units of the reader. */
export interface Reader {
  convert(amount: number, currency: string): number | null;
  nameOf(kind: NamedKind, slug: string): string;
}

export type NamedKind = 'category' | 'brand' | 'feature';

const NAMED_FIELDS: Readonly<Record<string, NamedKind>> = {
  category: 'category',
  subcategory: 'category',
  brand: 'brand',
};

/** Omitted fields: texts, links, and fields that the response contains elsewhere. */
const LEFT_OUT = new Set([
  'title',
  'description',
  'damageNotes',
  'features',
  'videoUrl',
  'contentLanguage',
  'translations',
  'contact',
  'currency',
  'postalCode',
  'lat',
  'lng',
]);

/** Further amounts in the listing's currency, besides the price. */
const AMOUNTS = new Set(['price', 'priceNet', 'priceGross']);

type ComparedField = FieldRow & { readonly group: MatrixRow['group'] };

const comparedFields = fields.filter(
  (field): field is ComparedField => field.group !== 'private' && !LEFT_OUT.has(field.name),
);

/** Builds the rows; `vehicles` has null for a listing that can no longer be compared. */
export function compareVehicles(
  vehicles: readonly (ComparedVehicle | null)[],
  reader: Reader,
): readonly MatrixRow[] {
  return comparedFields.flatMap((field) => {
    const values = vehicles.map((vehicle) => (vehicle === null ? null : cellOf(field, vehicle, reader)));
    if (values.every((value) => value === null)) return [];
    const kind = NAMED_FIELDS[field.name];
    return [
      {
        field: field.name,
        label: labelOf(field.name),
        group: field.group,
        unit: 'unit' in field && field.unit !== undefined ? field.unit : null,
        values,
        names:
          kind === undefined
            ? null
            : values.map((slug) => (typeof slug === 'string' ? reader.nameOf(kind, slug) : null)),
        isDifferent: differ(vehicles, values),
      },
    ];
  });
}

export interface FeatureRow {
  readonly code: string;
  readonly name: string;
  readonly values: readonly (boolean | null)[];
  readonly isDifferent: boolean;
}

export function compareFeatures(
  vehicles: readonly (ComparedVehicle | null)[],
  reader: Reader,
): readonly FeatureRow[] {
  const lists = vehicles.map((vehicle) => (vehicle === null ? null : featuresOf(vehicle)));
  const codes = [...new Set(lists.flatMap((list) => list ?? []))].toSorted();
  return codes.map((code) => {
    const values = lists.map((list) => list?.includes(code) ?? null);
    return { code, name: reader.nameOf('feature', code), values, isDifferent: differ(vehicles, values) };
  });
}

function featuresOf(vehicle: ComparedVehicle): readonly string[] {
  const list = vehicle.columns['features'];
  return Array.isArray(list) ? (list as string[]) : [];
}

function cellOf(field: FieldRow, vehicle: ComparedVehicle, reader: Reader): CellValue {
  const value = valueOf(field, vehicle.columns);
  if (value === null || value === undefined || !appliesTo(field, vehicle.vehicleClass)) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : (value as string[]).toSorted();
  if (AMOUNTS.has(field.name) && typeof value === 'number')
    return vehicle.currency === null ? null : reader.convert(value, vehicle.currency);
  return value as CellValue;
}

function valueOf(field: FieldRow, columns: ComparedVehicle['columns']): unknown {
  if (field.name !== 'priceNet' && field.name !== 'priceGross') return columns[field.column];
  const amount = (column: string) => (columns[column] ?? null) as number | null;
  return pricesOf({
    price: amount('price'),
    priceNet: amount('price_net'),
    priceGross: amount('price_gross'),
    vatRate: amount('vat_rate'),
    vatDeductible: (columns['vat_deductible'] ?? null) as boolean | null,
  })[field.name];
}

/**
 * Whether the values differ. Missing vehicles do not count; a vehicle without a value differs from one with a value.
 */
function differ(vehicles: readonly (ComparedVehicle | null)[], values: readonly CellValue[]): boolean {
  const texts = values.filter((_, i) => vehicles[i] !== null).map((value) => canonical(value));
  return new Set(texts).size > 1;
}

/** Sorts properties, because the database returns objects with properties in any order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${canonical(member)}`).join(',')}}`;
}

const UNIT_ENDINGS = / (?:kg|mm|kw|kwh|km|l|m3|ccm)$/;

/** `grossVehicleWeightKg` → `Gross vehicle weight`; the unit is shown separately. */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(UNIT_ENDINGS, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
