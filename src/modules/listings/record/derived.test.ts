import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { derivedValues, euCategoryOf, powerHpOf } from './derived.ts';
import { pricesOf } from './money.ts';
import type { VehicleClass } from './enums.ts';
import type { ListingRecord } from './fields.ts';
import {
  commercialView,
  CommercialView,
  publicContact,
  technicalView,
  TechnicalView,
} from '../public/detail-view.ts';
import { emptyRecord } from './record.ts';

describe('derived values', () => {
  it.each<[VehicleClass, number | null, number | null, string | null]>([
    ['VA', 3500, null, 'N1'],
    ['VA', 3501, null, 'N2'],
    ['TR', 12_000, null, 'N2'],
    ['TU', 18_000, null, 'N3'],
    ['BU', 5000, 17, 'M2'],
    ['BU', 5001, null, 'M3'],
    ['BU', 3200, 9, null],
    ['TL', 750, null, 'O1'],
    ['TL', 3500, null, 'O2'],
    ['ST', 10_000, null, 'O3'],
    ['ST', 39_000, null, 'O4'],
    ['CM', 20_000, null, null],
    ['TR', null, null, null],
  ])('a %s of %s kg with %s seats is %s', (vehicleClass, grossVehicleWeightKg, seats, category) => {
    expect(euCategoryOf({ grossVehicleWeightKg, seats }, vehicleClass)).toBe(category);
  });

  it('let the seller override the category', () => {
    const record: ListingRecord = { ...emptyRecord(), grossVehicleWeightKg: 18_000, euCategory: 'none' };
    expect(derivedValues(record, 'TR').euCategory).toBe('none');
  });

  it('round horsepower', () => {
    expect([1, 330, 375].map(powerHpOf)).toEqual([1, 449, 510]);
    expect(powerHpOf(null)).toBeNull();
  });

  const noPrices = { price: null, priceNet: null, priceGross: null, vatRate: null, vatDeductible: null };
  it.each([
    [
      { price: 100, vatDeductible: true, vatRate: 19 },
      { priceNet: 100, priceGross: 119 },
    ],
    [
      { price: 100, vatDeductible: true },
      { priceNet: 100, priceGross: null },
    ],
    [
      { price: 100, vatDeductible: false, vatRate: 19 },
      { priceNet: null, priceGross: 100 },
    ],
    [{ price: 100 }, { priceNet: null, priceGross: 100 }],
    [
      { price: 100, vatDeductible: true, priceNet: 90, priceGross: 110, vatRate: 19 },
      { priceNet: 90, priceGross: 110 },
    ],
    [{}, { priceNet: null, priceGross: null }],
  ])('make of %j the prices %j', (written, prices) => {
    expect(pricesOf({ ...noPrices, ...written })).toEqual(prices);
  });
});

describe('the public groups', () => {
  const record: ListingRecord = {
    ...emptyRecord(),
    price: 100,
    vatDeductible: true,
    vatRate: 19,
    fuelType: 'diesel',
    powerKw: 330,
    grossVehicleWeightKg: 18_000,
    tyres: [{ axle: 1, size: '315/70R22.5' }],
    adrClasses: [],
    damaged: false,
    vin: 'WDB9634031L123456',
    dealerPrice: 90,
  };
  const ajv = new Ajv({ strict: true, formats: { date: true, 'date-time': true } });

  it('hold what is known and what follows from it, and nothing private', () => {
    const view = technicalView(record, 'TR');
    expect(view).toEqual({
      fuelType: 'diesel',
      powerKw: 330,
      powerHp: 449,
      grossVehicleWeightKg: 18_000,
      euCategory: 'N3',
      tyres: [{ axle: 1, size: '315/70R22.5' }],
    });
    expect(ajv.validate(TechnicalView, view)).toBe(true);
  });

  it('show a false as an answer', () => {
    const reduction = { previousPrice: 120, priceReducedAt: '2026-05-01T00:00:00.000Z' };
    const view = commercialView(record, 'TR', reduction);
    expect(view).toEqual({
      priceNet: 100,
      priceGross: 119,
      vatRate: 19,
      vatDeductible: true,
      damaged: false,
      ...reduction,
    });
    expect(ajv.validate(CommercialView, view)).toBe(true);
  });

  it('keep address and member of a contact back', () => {
    const contact = { name: 'Ann', email: 'ann@example.com', memberId: 'mem_1' };
    expect(publicContact({ contact })).toEqual({ name: 'Ann' });
    expect(publicContact({ contact: { email: 'ann@example.com' } })).toBeNull();
    expect(publicContact({ contact: null })).toBeNull();
  });
});
