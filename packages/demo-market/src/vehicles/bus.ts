import { busKinds } from '../catalogue/buses.ts';
import { byZipf, weighted } from '../random.ts';
import type { Random } from '../random.ts';
import { emptyTechnical } from '../records.ts';
import type { DemoTechnical } from '../records.ts';
import type { World } from '../world.ts';
import { heavyDutyEuro } from './emission.ts';
import { drawLife, drawUse, roundTo } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const kinds = weighted(busKinds.map((kind) => [kind, kind.share]));
const makers = new Map(busKinds.map((kind) => [kind, byZipf(kind.makers)]));
const mileageMax = 1_400_000;
/** Weight of a passenger with a bag. */
const passengerKg = 78;

export function drawBus(random: Random, now: Date, world: World): Vehicle {
  const kind = kinds.draw(random);
  const maker = makers.get(kind)?.draw(random) ?? random.pick(kind.makers);
  const model = random.pick(maker.models);
  const life = drawLife(random, 'BU', now);
  const use = drawUse(random, life, kind.yearlyKm, mileageMax);
  const seats = random.integer(...kind.seats);
  const standing = random.integer(...kind.standing);
  const isCityBus = kind.busClass === 'city' || kind.busClass === 'articulated';
  const horsepower = random.pick(kind.horsepowers);
  const technical: DemoTechnical = {
    ...emptyTechnical,
    fuelType:
      isCityBus && life.year >= 2016
        ? random.pick(['diesel', 'diesel', 'diesel', 'cng', 'hybrid'])
        : 'diesel',
    transmission: isCityBus || random.chance(0.65) ? 'automatic' : 'manual',
    driveType: kind.axles === 3 && kind.busClass !== 'articulated' ? '6x2' : '4x2',
    euroStandard: heavyDutyEuro(random, life.year),
    powerKw: world.powerKwOf(horsepower),
    gears: isCityBus ? random.integer(4, 6) : random.pick([6, 8, 12]),
    axles: kind.axles,
    grossVehicleWeightKg: kind.grossKg,
    seats,
    standingPlaces: kind.standing[1] > 0 ? standing : null,
    doors: kind.busClass === 'articulated' ? random.integer(3, 4) : random.integer(2, isCityBus ? 3 : 2),
    busClass: kind.busClass,
    retarder: kind.grossKg > 10_000 ? 'retarder' : 'none',
    suspensionFront: kind.grossKg > 10_000 ? 'air' : 'spring',
    suspensionRear: kind.grossKg > 10_000 ? 'air' : 'parabolic',
    fuelTankL: kind.grossKg > 10_000 ? random.pick([300, 400, 480]) : 90,
  };
  technical.payloadKg = roundTo(Math.min((seats + standing) * passengerKg, kind.grossKg * 0.42), 10);
  technical.curbWeightKg = kind.grossKg - technical.payloadKg;
  return {
    vehicleClass: 'BU',
    category: 'buses',
    subcategory: kind.subcategory,
    brand: maker.brand,
    brandName: maker.name,
    model,
    label: model,
    variant: null,
    life,
    mileage: use.amount,
    operatingHours: null,
    newPrice: kind.newPrice * (0.9 + 0.2 * random.unit()),
    wear: use.wear,
    horsepower,
    technical,
    bodyFeatures: kind.features,
  };
}
