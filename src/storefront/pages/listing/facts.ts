/** The facts of a listing as localized rows of label and value. */
import { fields, powerHpOf } from '../../../modules/listings/index.ts';
import type { Reader } from '../../texts/reader.ts';
import type { ListingPageData } from './load.ts';
import { numberOf } from './values.ts';

export interface FactRow {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Axle formula, drawn next to the value. */
  readonly formula?: string;
}

/** Shown elsewhere on the page: in the price box or next to another value. */
const ELSEWHERE = new Set([
  'powerHp',
  'priceNet',
  'priceGross',
  'previousPrice',
  'priceReducedAt',
  'priceType',
  'vatScheme',
  'leasing',
]);

export function technicalRows(data: ListingPageData, reader: Reader): readonly FactRow[] {
  return rowsOf(data.listing.technical, reader);
}

export function commercialRows(data: ListingPageData, reader: Reader): readonly FactRow[] {
  const { listing } = data;
  const condition = reader.value('condition', listing.condition);
  return [
    { name: 'condition', label: reader.field('condition'), value: condition },
    ...rowsOf(listing.commercial, reader),
    ...(listing.vin === null ? [] : [{ name: 'vin', label: reader.field('vin'), value: listing.vin }]),
    ...(listing.serialNumber === null
      ? []
      : [{ name: 'serialNumber', label: reader.field('serialNumber'), value: listing.serialNumber }]),
  ];
}

/** Fields that are evidence of the condition, in the order of the page. */
const CONDITION: readonly string[] = [
  'condition',
  'usageType',
  'previousOwners',
  'nextInspection',
  'nextSafetyCheck',
  'tachograph',
  'tachographInspection',
  'serviceHistory',
  'documents',
  'accidentHistory',
  'damaged',
  'roadworthy',
  'damageNotes',
  'tyres',
];

export function conditionRows(data: ListingPageData, reader: Reader): readonly FactRow[] {
  const rows = [...commercialRows(data, reader), ...technicalRows(data, reader)];
  return CONDITION.flatMap((name) => rows.filter((row) => row.name === name));
}

/** Fields that the VAT rules above the rows explain in a sentence. */
const VAT_FIELDS = new Set(['vatRate', 'vatDeductible']);

export function offerRows(data: ListingPageData, reader: Reader): readonly FactRow[] {
  return commercialRows(data, reader).filter(
    ({ name }) => !CONDITION.includes(name) && !VAT_FIELDS.has(name),
  );
}

/** The groups of the technical data, in the order of the page. */
const GROUPS = {
  drive: [
    'firstRegistration',
    'fuelType',
    'powerKw',
    'engineDisplacementCcm',
    'cylinders',
    'transmission',
    'gears',
    'driveType',
    'retarder',
    'euroStandard',
    'nonRoadStage',
    'emissionSticker',
    'fuelConsumption',
    'fuelTankL',
    'adblueTankL',
    'batteryCapacityKwh',
    'rangeKm',
    'operatingHours',
  ],
  chassis: [
    'axles',
    'axleMake',
    'suspensionFront',
    'suspensionRear',
    'brakeType',
    'wheelbaseMm',
    'steering',
    'undercarriage',
    'fifthWheelHeightMm',
    'kingpin',
    'twistLocks',
    'euCategory',
  ],
  cab: [
    'cabType',
    'bunks',
    'seats',
    'standingPlaces',
    'doors',
    'busClass',
    'floorType',
    'climate',
    'climateZones',
    'color',
    'metallic',
    'interiorColor',
  ],
  load: [
    'loadLengthMm',
    'loadWidthMm',
    'loadHeightMm',
    'loadVolumeM3',
    'europallets',
    'tankVolumeL',
    'compartments',
    'adrClasses',
    'cooling',
    'hydraulics',
  ],
  work: [
    'liftingCapacityKg',
    'liftingHeightMm',
    'buildHeightMm',
    'operatingWeightKg',
    'digDepthMm',
    'reachMm',
    'mastType',
    'freeLiftMm',
    'forkLengthMm',
  ],
  weights: [
    'grossVehicleWeightKg',
    'grossCombinationWeightKg',
    'curbWeightKg',
    'payloadKg',
    'towingCapacityKg',
    'towBallWeightKg',
    'lengthMm',
    'widthMm',
    'heightMm',
  ],
} as const;
const REST = 'other';
export type FactGroup = keyof typeof GROUPS | typeof REST;

const GROUP_OF: ReadonlyMap<string, FactGroup> = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) =>
    names.map((name) => [name, group as FactGroup] as const),
  ),
);

/** The technical data by group; fields without a group come last. */
export function technicalGroups(
  data: ListingPageData,
  reader: Reader,
): readonly { readonly group: FactGroup; readonly rows: readonly FactRow[] }[] {
  const rows = technicalRows(data, reader);
  const order = [...Object.keys(GROUPS), REST] as readonly FactGroup[];
  return order
    .map((group) => ({
      group,
      rows: rows.filter(({ name }) => !CONDITION.includes(name) && (GROUP_OF.get(name) ?? REST) === group),
    }))
    .filter((part) => part.rows.length > 0);
}

const KEY_FACTS = [
  'operatingHours',
  'powerKw',
  'driveType',
  'euroStandard',
  'transmission',
  'cabType',
  'axles',
  'cooling',
  'payloadKg',
  'loadLengthMm',
  'europallets',
  'seats',
  'operatingWeightKg',
  'liftingCapacityKg',
  'previousOwners',
  'grossVehicleWeightKg',
  'fuelType',
] as const;
const KEY_FACTS_MAX = 8;

/** Facts that trade buyers look at first. */
export function keyFacts(data: ListingPageData, reader: Reader): readonly FactRow[] {
  const { listing } = data;
  const technical = new Map(technicalRows(data, reader).map((row) => [row.name, row]));
  const registration = technical.get('firstRegistration');
  const first: FactRow[] = registration === undefined ? [] : [registration];
  if (registration === undefined && listing.year !== null)
    first.push({ name: 'year', label: reader.field('year'), value: String(listing.year) });
  if (listing.mileage !== null)
    first.push({
      name: 'mileage',
      label: reader.field('mileage'),
      value: `${reader.number(listing.mileage)} km`,
    });
  const owners = numberOf(listing.commercial['previousOwners']);
  if (owners !== null)
    technical.set('previousOwners', {
      name: 'previousOwners',
      label: reader.field('previousOwners'),
      value: reader.number(owners),
    });
  for (const name of KEY_FACTS) {
    const row = technical.get(name);
    // The formula says how many axles there are.
    const isSaid = name === 'axles' && technical.has('driveType');
    if (row !== undefined && !isSaid) first.push(row);
  }
  return first.slice(0, KEY_FACTS_MAX);
}

function rowsOf(group: Readonly<Record<string, unknown>>, reader: Reader): readonly FactRow[] {
  return Object.entries(group).flatMap(([name, value]) => {
    if (ELSEWHERE.has(name)) return [];
    const text = valueText(name, value, reader);
    if (text === null) return [];
    const row = { name, label: reader.field(name), value: text };
    return [name === 'driveType' && typeof value === 'string' ? { ...row, formula: value } : row];
  });
}

const specs: ReadonlyMap<string, (typeof fields)[number]> = new Map(
  fields.map((field) => [field.name, field]),
);

/** Formats the value of a field as text; null if there is nothing to show. */
export function valueText(name: string, value: unknown, reader: Reader): string | null {
  if (typeof value === 'boolean') return reader.text(value ? 'yes' : 'no');
  if (typeof value === 'number') {
    if (name === 'powerKw')
      return `${reader.number(value)} kW (${reader.number(powerHpOf(value) ?? 0)} ${reader.text('unit.hp')})`;
    const spec = specs.get(name);
    const unit = spec !== undefined && 'unit' in spec ? spec.unit : undefined;
    const text = reader.number(value);
    if (unit === '%') return reader.percent(value);
    return unit === undefined ? text : unit === 'months' ? monthsText(value, reader) : `${text} ${unit}`;
  }
  if (typeof value === 'string') return stringText(name, value, reader);
  if (Array.isArray(value)) return listText(name, value, reader);
  return value !== null && typeof value === 'object'
    ? objectText(name, value as Readonly<Record<string, unknown>>, reader)
    : null;
}

function stringText(name: string, value: string, reader: Reader): string {
  const spec = specs.get(name);
  if (spec?.kind === 'yearMonth') return reader.month(value);
  if (spec?.kind === 'date') return reader.date(value);
  return spec?.kind === 'text' && spec.code === 'country' ? reader.country(value) : reader.value(name, value);
}

function monthsText(months: number, reader: Reader): string {
  return reader.count('time.months', months);
}

function listText(name: string, values: readonly unknown[], reader: Reader): string {
  if (name === 'tyres') return tyresText(values as readonly Tyre[], reader);
  return values
    .map((value) =>
      typeof value === 'object' && value !== null
        ? Object.values(value as Readonly<Record<string, unknown>>).join(' ')
        : reader.value(name, String(value)),
    )
    .join(', ');
}

interface Tyre {
  readonly axle: number;
  readonly size?: string | null;
  readonly treadMm?: number | null;
}

function tyresText(tyres: readonly Tyre[], reader: Reader): string {
  return tyres
    .map(({ axle, size, treadMm }) => {
      const tread = typeof treadMm === 'number' ? `${reader.number(treadMm)} mm` : null;
      const tyre = [size, tread].filter((part) => typeof part === 'string').join(', ');
      return reader.text('listing.tyre', { axle: String(axle), tyre });
    })
    .join(' · ');
}

function objectText(name: string, value: Readonly<Record<string, unknown>>, reader: Reader): string | null {
  if (name === 'availability') {
    const date = typeof value['date'] === 'string' ? reader.date(value['date']) : '';
    const type = String(value['type']);
    return reader.value('availability', type, {
      date,
      days: typeof value['days'] === 'number' ? reader.number(value['days']) : '',
    });
  }
  if (name === 'cooling') {
    const hours = typeof value['hours'] === 'number' ? `${reader.number(value['hours'])} h` : undefined;
    const cold = typeof value['minTempC'] === 'number' ? `${reader.number(value['minTempC'])} °C` : undefined;
    const parts = [value['maker'], value['model'], hours, cold].filter((part) => typeof part === 'string');
    return parts.length === 0 ? null : parts.join(', ');
  }
  return Object.values(value).join(' ');
}
