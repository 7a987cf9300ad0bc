import { tractorBodies, truckBodies, vanBodies } from '../catalogue/bodies.ts';
import type { Body } from '../catalogue/bodies.ts';
import { tractorMakers, truckMakers, vanMakers } from '../catalogue/series.ts';
import type { Maker, Series } from '../catalogue/series.ts';
import { byZipf, weighted } from '../random.ts';
import type { Random, Weighted } from '../random.ts';
import type { DriveType } from '../records.ts';
import type { World } from '../world.ts';
import { motorTechnical } from './motor-technical.ts';
import type { Chassis, MotorClass } from './motor-technical.ts';
import { drawLife, drawUse } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

interface Market {
  readonly category: string;
  readonly makers: Weighted<Maker>;
  readonly fallback: Maker;
  readonly bodies: Weighted<Body>;
  readonly chassis: ReadonlyMap<Body, Weighted<Chassis>>;
  readonly yearlyKm: number;
  readonly mileageMax: number;
}

function market(
  category: string,
  makers: readonly Maker[],
  bodies: readonly Body[],
  use: readonly [yearlyKm: number, mileageMax: number],
): Market {
  const [fallback] = makers;
  if (fallback === undefined) throw new Error(`no makers of ${category}`);
  return {
    category,
    makers: byZipf(makers),
    fallback,
    bodies: weighted(bodies.map((body) => [body, body.share])),
    chassis: new Map(
      bodies.map((body) => [
        body,
        weighted(
          body.chassis.map(([drive, tonnes, share]) => [{ drive: drive as DriveType, tonnes }, share]),
        ),
      ]),
    ),
    yearlyKm: use[0],
    mileageMax: use[1],
  };
}

const markets: Readonly<Record<MotorClass, Market>> = {
  TU: market('tractor-units', tractorMakers, tractorBodies, [112_000, 1_600_000]),
  TR: market('trucks', truckMakers, truckBodies, [48_000, 1_100_000]),
  VA: market('vans', vanMakers, vanBodies, [26_000, 520_000]),
};

/** Factor of the brand on the average price. */
const badge: Readonly<Record<string, number>> = {
  scania: 1.08,
  volvo: 1.05,
  'mercedes-benz': 1.05,
  man: 1,
  daf: 0.98,
  'renault-trucks': 0.92,
  iveco: 0.9,
  'ford-trucks': 0.86,
  volkswagen: 1.04,
};

const fits = (series: Series, tonnes: number, year: number): boolean =>
  series.gvwMin <= tonnes && tonnes <= series.gvwMax && series.from <= year && year <= series.to;

/**
 * Retries a few times to preserve the ranks of the makers. Returns undefined if no maker has a fitting
 * series.
 */
function drawSeries(random: Random, of: Market, tonnes: number, year: number): [Maker, Series] | undefined {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const maker = attempt < 7 ? of.makers.draw(random) : of.fallback;
    const fitting = maker.series.filter((series) => fits(series, tonnes, year));
    if (fitting.length > 0)
      return [maker, fitting[Math.floor(random.unit() ** 1.6 * fitting.length)] ?? random.pick(fitting)];
  }
  return undefined;
}

export function drawMotorVehicle(random: Random, vehicleClass: MotorClass, now: Date, world: World): Vehicle {
  const market = markets[vehicleClass];
  for (;;) {
    const life = drawLife(random, vehicleClass, now);
    const body = market.bodies.draw(random);
    const chassis = market.chassis.get(body)?.draw(random);
    if (chassis === undefined) continue;
    const found = drawSeries(random, market, chassis.tonnes, life.year);
    if (found === undefined) continue;
    const [maker, series] = found;
    const horsepower = random.pick(series.horsepowers);
    const powerKw = world.powerKwOf(horsepower);
    const use = drawUse(random, life, market.yearlyKm, market.mileageMax);
    return {
      vehicleClass,
      category: market.category,
      subcategory: body.subcategory,
      brand: maker.brand,
      brandName: maker.name,
      model: series.model,
      label: series.label,
      variant: writeVariant(random.pick(series.variants), chassis, horsepower),
      life,
      mileage: use.amount,
      operatingHours: null,
      newPrice:
        newPriceOf(vehicleClass, body, chassis, horsepower) *
        (badge[maker.brand] ?? 0.95) *
        (series.electric ? 1.8 : 1),
      wear: use.wear,
      horsepower,
      technical: motorTechnical(random, { vehicleClass, body, chassis, series, powerKw, life }),
      bodyFeatures: body.features,
    };
  }
}

function writeVariant(pattern: string, { drive, tonnes }: Chassis, horsepower: number): string {
  const tens = Math.round(horsepower / 10);
  return pattern
    .replace('{hp}', String(horsepower))
    .replace('{h}', String(tens))
    .replace('{c}', String(tens).padStart(2, '0').slice(-2))
    .replace('{v}', String(Math.floor(tonnes)))
    .replace('{t0}', String(Math.round(tonnes * 10)))
    .replace('{t}', String(Math.round(tonnes)))
    .replace('{drive}', drive);
}

/** Price of a bare chassis in euro by gross weight: rounded list prices of 2026. */
const truckBase: readonly (readonly [tonnesMax: number, price: number])[] = [
  [7.5, 54_000],
  [12, 68_000],
  [18, 90_000],
  [26, 112_000],
  [33, 130_000],
  [99, 150_000],
];
const vanBase: readonly (readonly [tonnesMax: number, price: number])[] = [
  [2.4, 21_000],
  [3.2, 31_000],
  [3.5, 40_000],
  [99, 50_000],
];

const priceAt = (table: readonly (readonly [number, number])[], tonnes: number): number =>
  table.find(([tonnesMax]) => tonnes <= tonnesMax)?.[1] ?? 0;

function newPriceOf(vehicleClass: MotorClass, body: Body, chassis: Chassis, horsepower: number): number {
  if (vehicleClass === 'TU') {
    const axles = chassis.drive === '4x2' ? 0 : 14_000;
    return 98_000 + (horsepower - 400) * 105 + axles + body.bodyPrice;
  }
  return priceAt(vehicleClass === 'VA' ? vanBase : truckBase, chassis.tonnes) + body.bodyPrice;
}
