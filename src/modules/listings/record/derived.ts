import type { EuCategory, VehicleClass } from './enums.ts';
import type { ListingRecord } from './fields.ts';
import { pricesOf } from './money.ts';

/** Values that are computed for display. They are never stored, so they cannot contradict the record. */

const HP_PER_KW = 1.35962;

export function powerHpOf(powerKw: number): number;
export function powerHpOf(powerKw: number | null): number | null;
export function powerHpOf(powerKw: number | null): number | null {
  return powerKw === null ? null : Math.round(powerKw * HP_PER_KW);
}

export function powerKwOf(powerHp: number): number {
  return Math.round(powerHp / HP_PER_KW);
}

/** Maximum permitted weight in kg of each category, Regulation (EU) 2018/858 Article 4. */
const goodsCategories = [
  [3_500, 'N1'],
  [12_000, 'N2'],
  [Infinity, 'N3'],
] as const;
const trailerCategories = [
  [750, 'O1'],
  [3_500, 'O2'],
  [10_000, 'O3'],
  [Infinity, 'O4'],
] as const;
const busCategories = [
  [5_000, 'M2'],
  [Infinity, 'M3'],
] as const;

/**
 * Returns null if weight or seats do not decide: a passenger vehicle with up to nine seats is M1, which no listing
 * here is.
 */
export function euCategoryOf(
  record: Pick<ListingRecord, 'grossVehicleWeightKg' | 'seats'>,
  vehicleClass: VehicleClass,
): EuCategory | null {
  const { grossVehicleWeightKg: weightKg, seats } = record;
  if (weightKg === null) return null;
  const byWeight = (limits: readonly (readonly [number, EuCategory])[]) =>
    limits.find(([weightKgMax]) => weightKg <= weightKgMax)?.[1] ?? null;
  switch (vehicleClass) {
    case 'TU':
    case 'TR':
    case 'VA':
      return byWeight(goodsCategories);
    case 'ST':
    case 'TL':
      return byWeight(trailerCategories);
    case 'BU':
      // Including the driver's seat.
      return seats !== null && seats <= 9 ? null : byWeight(busCategories);
    case 'CM':
    case 'FL':
    case 'AG':
      return null;
  }
}

interface DerivedValues {
  readonly powerHp: number | null;
  readonly euCategory: EuCategory | null;
  readonly priceNet: number | null;
  readonly priceGross: number | null;
}

export function derivedValues(record: ListingRecord, vehicleClass: VehicleClass): DerivedValues {
  return {
    powerHp: powerHpOf(record.powerKw),
    euCategory: record.euCategory ?? euCategoryOf(record, vehicleClass),
    ...pricesOf(record),
  };
}
