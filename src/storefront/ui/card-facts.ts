/** The facts of a vehicle that its card shows, by category. */
import { entryOf } from '@fifthwheel/text/entry-of';
import type { Reader } from '../texts/reader.ts';
import type { VehicleFacts, CardListing } from '../cards/card-listing.ts';

export interface CardFact {
  readonly label: string;
  readonly value: string;
  /** Shown with the axle glyph. */
  readonly isAxleFormula?: true;
}

interface Vehicle {
  readonly listing: CardListing;
  readonly facts: VehicleFacts;
  readonly reader: Reader;
}

const ENOUGH = 6;

/** Weights are in tonnes and lengths in metres on cards. */
const tonnes = (kg: number, reader: Reader): string => `${reader.number(Math.round(kg / 100) / 10)} t`;
const metres = (mm: number, reader: Reader): string => `${reader.number(Math.round(mm / 10) / 100)} m`;

const fact = <T>(
  field: string,
  read: (vehicle: Vehicle) => T | null | undefined,
  write: (value: T, vehicle: Vehicle) => string,
): ((vehicle: Vehicle) => CardFact | null) => {
  return (vehicle) => {
    const value = read(vehicle);
    return value === null || value === undefined
      ? null
      : { label: vehicle.reader.field(field), value: write(value, vehicle) };
  };
};
const code = (
  field:
    'euroStandard' | 'nonRoadStage' | 'cabType' | 'transmission' | 'fuelType' | 'undercarriage' | 'mastType',
) =>
  fact(
    field,
    ({ facts }) => facts[field],
    (value, { reader }) => reader.value(field, value),
  );
const weight = (field: 'grossVehicleWeightKg' | 'payloadKg' | 'operatingWeightKg' | 'liftingCapacityKg') =>
  fact(
    field,
    ({ facts }) => facts[field],
    (kg, { reader }) => tonnes(kg, reader),
  );

const FACTS = {
  registration: fact(
    'firstRegistration',
    ({ listing, facts }) =>
      facts.condition === 'new' ? 'new' : (facts.firstRegistration ?? listing.year?.toString()),
    (value, { reader }) =>
      value === 'new'
        ? reader.value('condition', 'new')
        : /^\d{4}-\d{2}$/.test(value)
          ? `${value.slice(5)}/${value.slice(0, 4)}`
          : value,
  ),
  year: fact('year', ({ listing }) => listing.year, String),
  mileage: fact(
    'mileage',
    ({ listing }) => listing.mileage,
    (km, { reader }) => `${reader.number(km)} km`,
  ),
  hours: fact(
    'operatingHours',
    ({ facts }) => facts.operatingHours,
    (hours, { reader }) => `${reader.number(hours)}\u00a0h`,
  ),
  power: fact(
    'powerKw',
    ({ facts }) => facts.powerHp,
    (hp, { reader }) => `${reader.number(hp)} ${reader.text('unit.hp')}`,
  ),
  drive: (vehicle: Vehicle): CardFact | null => {
    const value = vehicle.facts.driveType;
    return value === null ? null : { label: vehicle.reader.field('driveType'), value, isAxleFormula: true };
  },
  emission: code('euroStandard'),
  stage: code('nonRoadStage'),
  cab: code('cabType'),
  gearbox: code('transmission'),
  fuel: code('fuelType'),
  undercarriage: code('undercarriage'),
  mast: code('mastType'),
  grossWeight: weight('grossVehicleWeightKg'),
  payload: weight('payloadKg'),
  operatingWeight: weight('operatingWeightKg'),
  liftCapacity: weight('liftingCapacityKg'),
  liftHeight: fact(
    'liftingHeightMm',
    ({ facts }) => facts.liftingHeightMm,
    (mm, { reader }) => metres(mm, reader),
  ),
  axles: fact(
    'axles',
    ({ facts }) => facts.axles,
    (axles, { facts }) => (facts.axleMake === null ? String(axles) : `${axles} × ${facts.axleMake}`),
  ),
  load: fact(
    'loadLengthMm',
    ({ facts }) => facts.loadLengthMm,
    (mm, { facts: { europallets }, reader }) =>
      [
        metres(mm, reader),
        ...(europallets === null || europallets === 0 ? [] : [reader.count('card.pallets', europallets)]),
      ].join(' · '),
  ),
  volume: fact(
    'loadVolumeM3',
    ({ facts }) => facts.loadVolumeM3,
    (volume, { reader }) => `${reader.number(volume)} m³`,
  ),
  tank: fact(
    'tankVolumeL',
    ({ facts }) => facts.tankVolumeL,
    (litres, { reader }) => `${reader.number(litres)} l`,
  ),
  cooling: fact(
    'cooling',
    ({ facts: { cooling } }) =>
      cooling === null || (cooling.maker ?? cooling.hours ?? null) === null ? null : cooling,
    ({ maker, hours }, { reader }) =>
      [maker, typeof hours === 'number' ? `${reader.number(hours)}\u00a0h` : null]
        .filter((part) => typeof part === 'string')
        .join(', '),
  ),
  seats: fact(
    'seats',
    ({ facts }) => facts.seats,
    (seats, { facts: { standingPlaces } }) =>
      standingPlaces === null || standingPlaces === 0 ? String(seats) : `${seats} + ${standingPlaces}`,
  ),
} as const;
type FactName = keyof typeof FACTS;

const OF_TRUCKS = [
  'registration',
  'mileage',
  'power',
  'drive',
  'emission',
  'cooling',
  'load',
  'tank',
  'grossWeight',
  'payload',
  'hours',
] as const;
const OF_TRAILERS = [
  'registration',
  'axles',
  'cooling',
  'payload',
  'load',
  'tank',
  'grossWeight',
  'volume',
] as const;
/** Facts by importance. If a vehicle lacks one, the next one takes its place. */
const FACTS_OF: Readonly<Record<string, readonly FactName[]>> = {
  'tractor-units': ['registration', 'mileage', 'power', 'drive', 'emission', 'cab', 'gearbox'],
  trucks: OF_TRUCKS,
  vans: ['registration', 'mileage', 'power', 'volume', 'payload', 'emission', 'gearbox', 'fuel'],
  'semi-trailers': OF_TRAILERS,
  trailers: OF_TRAILERS,
  buses: ['registration', 'mileage', 'seats', 'power', 'emission', 'gearbox'],
  'construction-machinery': ['year', 'hours', 'operatingWeight', 'power', 'undercarriage', 'stage'],
  forklifts: ['year', 'hours', 'liftCapacity', 'liftHeight', 'mast', 'fuel'],
  'agricultural-machinery': ['year', 'hours', 'power', 'drive', 'operatingWeight', 'stage'],
};

export function cardFacts(listing: CardListing, reader: Reader): readonly CardFact[] {
  const { facts } = listing;
  if (facts === undefined) return shortFacts(listing, reader);
  return (entryOf(FACTS_OF, listing.category.slug) ?? OF_TRUCKS)
    .flatMap((name) => FACTS[name]({ listing, facts, reader }) ?? [])
    .slice(0, ENOUGH);
}

/** Returns the facts that the summary contains, for use while the database is unavailable. */
function shortFacts({ year, mileage }: CardListing, reader: Reader): readonly CardFact[] {
  return [
    ...(year === null ? [] : [{ label: reader.field('year'), value: String(year) }]),
    ...(mileage === null ? [] : [{ label: reader.field('mileage'), value: `${reader.number(mileage)} km` }]),
  ];
}
