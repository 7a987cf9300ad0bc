import type { Random } from '../random.ts';
import type { DemoClass, DemoTechnical } from '../records.ts';

/** A vehicle without a price, a text and a seller. */
export interface Vehicle {
  readonly vehicleClass: DemoClass;
  readonly category: string;
  readonly subcategory: string;
  readonly brand: string;
  readonly brandName: string;
  readonly model: string;
  /** The model as a title writes it. */
  readonly label: string;
  readonly variant: string | null;
  readonly life: Life;
  readonly mileage: number | null;
  readonly operatingHours: number | null;
  /** Net list price of today, in euros. */
  readonly newPrice: number;
  /** Effect of use on the value: below 1 for more use than usual, above 1 for less. */
  readonly wear: number;
  /** Horsepower as on the badge; the record stores kilowatts. */
  readonly horsepower: number | null;
  readonly technical: DemoTechnical;
  /** Features of the body. The others are drawn by class and age. */
  readonly bodyFeatures: readonly string[];
}

/** Age and condition of a vehicle. */
export interface Life {
  readonly condition: 'new' | 'used' | 'certified';
  readonly year: number;
  /** YYYY-MM of first use; null for a new vehicle. */
  readonly inUseSince: string | null;
  readonly ageYears: number;
}

interface AgeProfile {
  readonly newShare: number;
  readonly meanYears: number;
  readonly spreadYears: number;
}

const ages: Readonly<Record<DemoClass, AgeProfile>> = {
  TU: { newShare: 0.06, meanYears: 5.2, spreadYears: 3 },
  TR: { newShare: 0.07, meanYears: 7.5, spreadYears: 4.4 },
  VA: { newShare: 0.13, meanYears: 5.5, spreadYears: 3.4 },
  ST: { newShare: 0.14, meanYears: 7, spreadYears: 4.3 },
  TL: { newShare: 0.2, meanYears: 8.5, spreadYears: 5 },
  BU: { newShare: 0.05, meanYears: 8.5, spreadYears: 4.4 },
  CM: { newShare: 0.09, meanYears: 7.5, spreadYears: 4.2 },
};

const yearMin = 2003;
const ageMaxYears = 22;
const certifiedAgeMaxYears = 6;

export function drawLife(random: Random, vehicleClass: DemoClass, now: Date): Life {
  const profile = ages[vehicleClass];
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (random.chance(profile.newShare)) {
    const year = thisYear - (random.chance(0.2) ? 1 : 0);
    return { condition: 'new', year, inUseSince: null, ageYears: 0 };
  }
  const tail = random.chance(0.12) ? random.waiting(4) : 0;
  const drawn = profile.meanYears + profile.spreadYears * random.bell() + tail;
  const ageYears = Math.min(ageMaxYears, Math.max(0.5 + random.unit(), drawn));
  const monthsSince = Math.max(1, Math.round(ageYears * 12));
  const absolute = thisYear * 12 + thisMonth - monthsSince;
  const month = (absolute % 12) + 1;
  const since = Math.max(yearMin, Math.floor(absolute / 12));
  const year = month <= 3 && since > yearMin && random.chance(0.5) ? since - 1 : since;
  const condition = ageYears <= certifiedAgeMaxYears && random.chance(0.09) ? 'certified' : 'used';
  return { condition, year, inUseSince: `${since}-${String(month).padStart(2, '0')}`, ageYears };
}

export interface Use {
  readonly amount: number;
  readonly wear: number;
}

/** Draws kilometers or hours run, and their effect on the value. New vehicles only have delivery mileage. */
export function drawUse(random: Random, life: Life, perYear: number, max: number): Use {
  if (life.condition === 'new') return { amount: random.integer(2, Math.min(90, perYear)), wear: 1 };
  const expected = perYear * life.ageYears;
  const amount = Math.min(max, Math.max(perYear / 10, expected * Math.exp(0.32 * random.bell())));
  const wear = Math.exp(-0.22 * (amount / Math.max(expected, 1) - 1));
  const rounded =
    amount > 20_000 && random.chance(0.45) ? Math.round(amount / 1000) * 1000 : Math.round(amount);
  return { amount: rounded, wear: Math.min(1.15, Math.max(0.6, wear)) };
}

export const roundTo = (value: number, step: number): number => Math.round(value / step) * step;
