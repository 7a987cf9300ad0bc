import { axleMakes, trailerKinds } from '../catalogue/trailers.ts';
import type { TrailerKind } from '../catalogue/trailers.ts';
import { byZipf, weighted } from '../random.ts';
import type { Random, Weighted } from '../random.ts';
import { emptyTechnical } from '../records.ts';
import type { DemoTechnical } from '../records.ts';
import { drawCooling } from './cooling.ts';
import { drawLife, roundTo } from './vehicle.ts';
import type { Life, Vehicle } from './vehicle.ts';

type TowedClass = 'ST' | 'TL';

const categories = { ST: 'semi-trailers', TL: 'trailers' } as const;
const kinds: Readonly<Record<TowedClass, Weighted<TrailerKind>>> = {
  ST: weighted(trailerKinds.ST.map((kind) => [kind, kind.share])),
  TL: weighted(trailerKinds.TL.map((kind) => [kind, kind.share])),
};
const makers = new Map([...trailerKinds.ST, ...trailerKinds.TL].map((kind) => [kind, byZipf(kind.makers)]));

export function drawTowedVehicle(random: Random, vehicleClass: TowedClass, now: Date): Vehicle {
  const kind = kinds[vehicleClass].draw(random);
  const maker = makers.get(kind)?.draw(random) ?? random.pick(kind.makers);
  const model = random.pick(maker.models);
  const life = drawLife(random, vehicleClass, now);
  return {
    vehicleClass,
    category: categories[vehicleClass],
    subcategory: kind.subcategory,
    brand: maker.brand,
    brandName: maker.name,
    model: model === '' ? unnamedModel(kind) : model,
    label: model,
    variant: null,
    life,
    mileage: null,
    operatingHours: null,
    newPrice: kind.newPrice * (0.9 + 0.2 * random.unit()),
    wear: 1,
    horsepower: null,
    technical: technicalOf(random, vehicleClass, kind, life),
    bodyFeatures: kind.features,
  };
}

/** Small builders name their trailers by gross weight. */
const unnamedModel = (kind: TrailerKind): string => `${Math.round(kind.grossKg / 1000)} t`;

function technicalOf(random: Random, vehicleClass: TowedClass, kind: TrailerKind, life: Life): DemoTechnical {
  const technical: DemoTechnical = { ...emptyTechnical };
  const [curbMin, curbMax] = kind.curbKg;
  const [length, width, heightMin, heightMax] = kind.load;
  technical.axles = random.pick(kind.axles);
  const lighter = vehicleClass === 'ST' && technical.axles < 3 ? 7_000 : 0;
  technical.grossVehicleWeightKg = kind.grossKg - lighter;
  technical.curbWeightKg = roundTo(random.integer(curbMin, curbMax), 10);
  technical.payloadKg = technical.grossVehicleWeightKg - technical.curbWeightKg;
  technical.axleMake = random.pick(axleMakes);
  const light = kind.grossKg <= 3_500;
  technical.suspensionRear = light ? 'spring' : random.chance(0.9) ? 'air' : 'spring';
  technical.brakeType = light || random.chance(0.3) ? 'drum' : 'disc';
  if (kind.tankL > 0) {
    technical.tankVolumeL = roundTo(kind.tankL * (0.8 + 0.3 * random.unit()), 500);
    technical.compartments = random.integer(1, 6);
  }
  if (kind.refrigerated) technical.cooling = drawCooling(random, vehicleClass, life);
  if (length > 0) {
    technical.loadLengthMm = roundTo(length + random.integer(-60, 20), 10);
    technical.loadWidthMm = width;
    if (heightMax > 0) {
      technical.loadHeightMm = roundTo(random.integer(heightMin, heightMax), 10);
      technical.loadVolumeM3 =
        Math.round((technical.loadLengthMm * width * technical.loadHeightMm) / 1e8) / 10;
    }
  }
  if (kind.pallets > 0) technical.europallets = kind.pallets;
  return technical;
}
