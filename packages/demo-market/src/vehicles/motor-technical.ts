import type { Body } from '../catalogue/bodies.ts';
import type { Series } from '../catalogue/series.ts';
import type { Random } from '../random.ts';
import { emptyTechnical } from '../records.ts';
import type { CabType, DemoTechnical, DriveType } from '../records.ts';
import { drawCooling } from './cooling.ts';
import { heavyDutyEuro, lightDutyEuro } from './emission.ts';
import { roundTo } from './vehicle.ts';
import type { Life } from './vehicle.ts';

export type MotorClass = 'TU' | 'TR' | 'VA';

export interface Chassis {
  readonly drive: DriveType;
  readonly tonnes: number;
}

export interface Build {
  readonly vehicleClass: MotorClass;
  readonly body: Body;
  readonly chassis: Chassis;
  readonly series: Series;
  readonly powerKw: number;
  readonly life: Life;
}

/** Draws consistent figures for engine, axles, weights and body. */
export function motorTechnical(random: Random, build: Build): DemoTechnical {
  const { vehicleClass, chassis, series, powerKw, life } = build;
  const technical: DemoTechnical = { ...emptyTechnical };
  technical.fuelType = series.electric ? 'electric' : 'diesel';
  if (!series.electric) {
    if (vehicleClass === 'TU' && life.year >= 2018 && random.chance(0.04)) technical.fuelType = 'lng';
    if (vehicleClass === 'VA' && chassis.tonnes < 3 && random.chance(0.06)) technical.fuelType = 'petrol';
    technical.euroStandard =
      vehicleClass === 'VA' ? lightDutyEuro(life.year) : heavyDutyEuro(random, life.year);
    technical.fuelTankL = vehicleClass === 'VA' ? null : random.pick([290, 390, 480, 600, 990]);
  }
  technical.powerKw = powerKw;
  technical.driveType = chassis.drive;
  technical.axles = Number(chassis.drive.slice(0, 1)) / 2;
  addGearbox(random, build, technical);
  addWeights(random, build, technical);
  addLoadSpace(random, build, technical);
  if (vehicleClass === 'VA') {
    addVanCab(random, build, technical);
    return technical;
  }
  technical.suspensionFront = random.chance(0.75) ? 'parabolic' : 'air';
  technical.suspensionRear = chassis.drive.endsWith('4') && chassis.drive !== '4x4' ? 'parabolic' : 'air';
  technical.brakeType = chassis.tonnes > 30 && random.chance(0.5) ? 'drum' : 'disc';
  const heavy = chassis.tonnes >= 18;
  technical.retarder =
    heavy && random.chance(vehicleClass === 'TU' ? 0.45 : 0.2)
      ? random.pick(['retarder', 'intarder'])
      : 'engine_brake';
  technical.cabType = drawCab(random, vehicleClass, chassis);
  technical.bunks =
    technical.cabType === 'day' ? 0 : technical.cabType === 'sleeper' ? 1 : random.integer(1, 2);
  return technical;
}

function drawCab(random: Random, vehicleClass: MotorClass, { drive }: Chassis): CabType {
  if (vehicleClass === 'TR') return random.chance(0.6) ? 'day' : 'sleeper';
  if (drive !== '4x2') return random.pick(['sleeper', 'high_sleeper']);
  return random.pick(['sleeper', 'high_sleeper', 'high_sleeper', 'mega_sleeper']);
}

function addGearbox(random: Random, { vehicleClass, series, life }: Build, technical: DemoTechnical): void {
  if (series.electric) {
    technical.transmission = 'automatic';
    return;
  }
  const automatic =
    vehicleClass === 'VA' ? 0.16 + (life.year >= 2019 ? 0.14 : 0) : life.year >= 2013 ? 0.9 : 0.5;
  const isAutomatic = random.chance(automatic);
  technical.transmission = isAutomatic ? (random.chance(0.12) ? 'semi_automatic' : 'automatic') : 'manual';
  technical.gears =
    vehicleClass === 'VA' ? (isAutomatic ? 8 : 6) : isAutomatic ? 12 : random.pick([9, 12, 16]);
}

const tractorCurbKg: Readonly<Partial<Record<DriveType, number>>> = {
  '4x2': 7_500,
  '4x4': 8_700,
  '6x2': 8_900,
  '6x4': 9_600,
  '8x4': 11_800,
};

function addWeights(random: Random, { vehicleClass, body, chassis }: Build, technical: DemoTechnical): void {
  const gross = chassis.tonnes * 1000;
  technical.grossVehicleWeightKg = gross;
  if (vehicleClass === 'TU') {
    technical.curbWeightKg = roundTo((tractorCurbKg[chassis.drive] ?? 8_000) + random.integer(-250, 500), 10);
    technical.grossCombinationWeightKg = chassis.tonnes > 26 ? 120_000 : 40_000;
    return;
  }
  const bodyWeight = Math.min(0.12, body.bodyPrice / 900_000);
  const share = (vehicleClass === 'VA' ? 0.6 : 0.43) + bodyWeight + 0.02 * random.bell();
  technical.curbWeightKg = roundTo(gross * share, 10);
  technical.payloadKg = gross - technical.curbWeightKg;
}

function addLoadSpace(
  random: Random,
  { body, chassis, vehicleClass, life }: Build,
  technical: DemoTechnical,
): void {
  const [lengthMin, lengthMax, width, heightMin, heightMax] = body.load;
  if (body.tankL > 0) {
    technical.tankVolumeL = roundTo(body.tankL * (0.7 + 0.4 * random.unit()), 500);
    technical.compartments = random.integer(1, 5);
  }
  if (body.refrigerated) {
    technical.cooling = drawCooling(random, vehicleClass, life);
  }
  if (lengthMax === 0) return;
  // Heavier chassis are longer, with some variation.
  const size =
    vehicleClass === 'VA'
      ? random.unit()
      : Math.min(1, Math.max(0, (chassis.tonnes - 7.5) / 19 + 0.15 * random.bell()));
  technical.loadLengthMm = roundTo(lengthMin + (lengthMax - lengthMin) * size, 10);
  technical.loadWidthMm = width;
  technical.loadHeightMm = roundTo(random.integer(heightMin, heightMax), 10);
  const volume = (technical.loadLengthMm * width * technical.loadHeightMm) / 1e9;
  technical.loadVolumeM3 = Math.round(volume * 10) / 10;
  // Euro pallets of 1.2 by 0.8 meters, if two fit side by side.
  if (width >= 2400 && technical.loadHeightMm >= 2000)
    technical.europallets = Math.floor(technical.loadLengthMm / 400);
}

function addVanCab(random: Random, { body, series }: Build, technical: DemoTechnical): void {
  const isBus = body.subcategory === 'minibuses-up-to-9-seats';
  technical.seats = isBus ? random.pick([8, 9, 9]) : random.chance(0.12) ? 6 : random.pick([2, 3, 3]);
  technical.doors = random.integer(4, 5);
  technical.cabType =
    technical.seats === 6 ? 'double' : body.subcategory === 'curtainsider-vans' ? 'sleeper' : 'day';
  if (isBus) {
    technical.curbWeightKg = roundTo(
      (technical.grossVehicleWeightKg ?? 3000) - 90 * technical.seats - 150,
      10,
    );
    technical.payloadKg = (technical.grossVehicleWeightKg ?? 3000) - technical.curbWeightKg;
  }
  if (series.electric) technical.gears = null;
}
