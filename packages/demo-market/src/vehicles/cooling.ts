import type { Random } from '../random.ts';
import type { DemoClass, DemoTechnical } from '../records.ts';
import { roundTo } from './vehicle.ts';
import type { Life } from './vehicle.ts';

type Cooling = NonNullable<DemoTechnical['cooling']>;

const makers = ['Thermo King', 'Carrier'] as const;

const units: Readonly<
  Record<(typeof makers)[number], Readonly<Partial<Record<DemoClass, readonly string[]>>>>
> = {
  'Thermo King': { VA: ['V-200', 'V-300'], TR: ['T-800', 'T-1200'], ST: ['SLXi 300', 'SLXe 300', 'A-500'] },
  Carrier: {
    VA: ['Xarios 350', 'Pulsor 400'],
    TR: ['Supra 850', 'Supra 1150'],
    ST: ['Vector 1550', 'Vector 1950'],
  },
};

/** Draws the running hours, which depend on the load and not on the kilometers driven. */
export function drawCooling(random: Random, vehicleClass: DemoClass, life: Life): Cooling {
  const maker = random.pick(makers);
  const model = random.pick(units[maker][vehicleClass === 'TL' ? 'TR' : vehicleClass] ?? ['Supra 850']);
  const hours = life.condition === 'new' ? 0 : roundTo(life.ageYears * random.integer(600, 1_600), 10);
  return { maker, model, hours, minTempC: random.pick([-20, -25, -30]) };
}
