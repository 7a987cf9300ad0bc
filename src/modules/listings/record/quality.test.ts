import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vehicleClasses } from '../../taxonomy/seed/vehicle-class.ts';
import type { VehicleClass } from './enums.ts';
import { warningAt } from './field-check.ts';
import type { ListingRecord } from './fields.ts';
import { missingExpected, missingToPublish, quality } from './quality.ts';
import { emptyRecord } from './record.ts';
import { titleFrom } from './completion.ts';

const empty: ListingRecord = { ...emptyRecord(), condition: 'used' };
const full: ListingRecord = {
  ...empty,
  title: 'MAN TGX 18.440',
  category: 'trucks',
  subcategory: 'box-trucks',
  brand: 'man',
  model: 'TGX',
  year: 2019,
  price: 45_900,
  currency: 'EUR',
  country: 'DE',
  mileage: 420_000,
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  firstRegistration: '2019-03',
  description: 'x'.repeat(200),
  features: ['abs', 'ebs', 'esp', 'retarder', 'adr'],
};

describe('missingToPublish', () => {
  it.each<[VehicleClass, Partial<ListingRecord>, string[]]>([
    ['TR', {}, ['title', 'category', 'brand', 'year', 'price', 'currency']],
    ['ST', {}, ['title', 'category', 'brand', 'price', 'currency']],
    ['TL', { priceType: 'on_request' }, ['title', 'category', 'brand']],
    ['CM', { priceType: 'on_request' }, ['title', 'category', 'brand', 'year']],
    ['CM', { priceType: 'on_request', subcategory: 'attachments' }, ['title', 'category', 'brand']],
    ['BU', { price: 5 }, ['title', 'category', 'brand', 'year', 'currency']],
  ])('of %s with %j is %j', (vehicleClass, change, names) => {
    expect(missingToPublish({ ...empty, ...change }, vehicleClass)).toEqual(names);
  });

  it('is nothing of a complete record', () => {
    expect(missingToPublish(full, 'TR')).toEqual([]);
  });
});

describe('missingExpected', () => {
  it.each<[VehicleClass, Partial<ListingRecord>, string[]]>([
    [
      'TU',
      {},
      [
        'subcategory',
        'model',
        'country',
        'mileage',
        'fuelType',
        'transmission',
        'firstRegistration',
        'driveType',
        'euroStandard',
      ],
    ],
    [
      'BU',
      { condition: 'new' },
      ['subcategory', 'model', 'country', 'mileage', 'fuelType', 'transmission', 'seats'],
    ],
    ['ST', { axles: 3 }, ['subcategory', 'model', 'country', 'grossVehicleWeightKg']],
    ['FL', {}, ['subcategory', 'model', 'country', 'operatingHours']],
    ['FL', { condition: 'new' }, ['subcategory', 'model', 'country']],
    ['AG', { subcategory: 'ploughs' }, ['model', 'country']],
  ])('of %s with %j is %j', (vehicleClass, change, names) => {
    expect(missingExpected({ ...empty, ...change }, vehicleClass)).toEqual(names);
  });
});

describe('quality', () => {
  const context = { vehicleClass: 'TR', imageCount: 8, problems: [] } as const;

  it('is 100 with nothing missing', () => {
    expect(quality(full, context)).toEqual({ score: 100, missing: [] });
  });

  it('is 0 of an empty record and names what is missing as a body does', () => {
    expect(quality(empty, { ...context, imageCount: 0 })).toEqual({
      score: 0,
      missing: [
        ...missingToPublish(empty, 'TR'),
        ...missingExpected(empty, 'TR').map((name) => (name === 'country' ? 'location.country' : name)),
        'description',
        'images',
      ],
    });
  });

  it('loses points for warnings, up to a bound', () => {
    const warnings = (count: number) => Array.from({ length: count }, () => warningAt('axles', 'x'));
    expect(quality(full, { ...context, problems: warnings(1) }).score).toBe(97);
    expect(quality(full, { ...context, problems: warnings(50) }).score).toBe(85);
  });

  it('stays within 0 and 100 and grows with every field that is filled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...vehicleClasses),
        fc.subarray(Object.keys(full) as (keyof ListingRecord)[]),
        fc.nat(20),
        (vehicleClass, names, imageCount) => {
          const partial = { ...empty, ...Object.fromEntries(names.map((name) => [name, full[name]])) };
          const { score } = quality(partial, { vehicleClass, imageCount, problems: [] });
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
          expect(quality(full, { vehicleClass, imageCount, problems: [] }).score).toBeGreaterThanOrEqual(
            score,
          );
        },
      ),
    );
  });
});

describe('titleFrom', () => {
  it.each([
    [
      { brand: 'Mercedes-Benz', model: 'Actros', variant: '1845 LS', year: 2019 },
      'Mercedes-Benz Actros 1845 LS 2019',
    ],
    [{ brand: 'MAN', model: 'MAN TGX', variant: null, year: null }, 'MAN TGX'],
    [{ brand: 'MAN', model: 'Mantra', variant: null, year: 2019 }, 'MAN Mantra 2019'],
    [{ brand: null, model: 'FH 16', variant: null, year: 2020 }, 'FH 16 2020'],
    [{ brand: null, model: null, variant: 'x', year: 2020 }, null],
  ])('of %j is %s', (parts, title) => {
    expect(titleFrom(parts)).toBe(title);
  });
});
