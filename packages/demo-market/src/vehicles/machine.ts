import { isElectric, machineKinds } from '../catalogue/machines.ts';
import { byZipf, weighted } from '../random.ts';
import type { Random } from '../random.ts';
import { emptyTechnical } from '../records.ts';
import type { World } from '../world.ts';
import { nonRoadStage } from './emission.ts';
import { drawLife, drawUse } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const kinds = weighted(machineKinds.map((kind) => [kind, kind.share]));
const machines = new Map(machineKinds.map((kind) => [kind, byZipf(kind.machines)]));
const hoursMax = 24_000;
/** Undercarriages of large excavators. Small machines have no notable variants. */
const tracks = ['LC', 'NLC', 'LC-11', 'NG'];

export function drawMachine(random: Random, now: Date, world: World): Vehicle {
  const kind = kinds.draw(random);
  const machine = machines.get(kind)?.draw(random) ?? random.pick(kind.machines);
  const life = drawLife(random, 'CM', now);
  const use = drawUse(random, life, kind.yearlyHours, hoursMax);
  const electric = isElectric(kind, machine);
  return {
    vehicleClass: 'CM',
    category: 'construction-machinery',
    subcategory: kind.subcategory,
    brand: machine.brand,
    brandName: machine.name,
    model: machine.model,
    label: machine.model,
    variant: kind.subcategory === 'crawler-excavators' && random.chance(0.5) ? random.pick(tracks) : null,
    life,
    mileage: null,
    operatingHours: life.condition === 'new' ? random.integer(1, 15) : use.amount,
    newPrice: machine.newPrice,
    wear: use.wear,
    horsepower: world.powerHpOf(machine.powerKw),
    technical: {
      ...emptyTechnical,
      fuelType: electric ? 'electric' : 'diesel',
      nonRoadStage: electric ? null : nonRoadStage(life.year),
      powerKw: machine.powerKw,
      curbWeightKg: machine.weightKg,
      operatingWeightKg: machine.weightKg,
      undercarriage: kind.undercarriage,
    },
    bodyFeatures: kind.features,
  };
}
