import { describe, expect, it } from 'vitest';
import type { VehicleClass } from './enums.ts';
import type { ListingRecord } from './fields.ts';
import { checkRecord } from './record-rules.ts';
import { emptyRecord } from './record.ts';

const now = new Date('2026-05-10T12:00:00Z');
const valid: ListingRecord = {
  ...emptyRecord(),
  title: 'MAN TGX 18.440',
  category: 'trucks',
  brand: 'man',
  condition: 'used',
  year: 2019,
  mileage: 420_000,
  price: 45_900,
  currency: 'EUR',
};

function check(change: Partial<ListingRecord>, vehicleClass: VehicleClass | null = 'TR') {
  return checkRecord({ ...valid, ...change }, { vehicleClass, now }).problems.map(
    ({ field, severity }) => `${severity} ${field}`,
  );
}

describe('checkRecord', () => {
  it('finds nothing wrong with a valid record', () => {
    expect(check({})).toEqual([]);
  });

  it('wants a title and a category of a draft', () => {
    expect(check({ title: null, category: null }, null)).toEqual(['error title', 'error category']);
  });

  it.each<[string, Partial<ListingRecord>]>([
    ['year', { year: 2029 }],
    ['price', { price: 10.001 }],
    ['price', { priceType: 'on_request' }],
    ['priceGross', { priceType: 'on_request', price: null, priceGross: 5 }],
    ['dealerPrice', { dealerPrice: 45_900.01 }],
    ['currency', { currency: 'ZZZ' }],
    ['leasing.currency', { leasing: { monthly: 5, currency: 'ZZZ' } }],
    ['location.country', { country: 'ZZ' }],
    ['location.lng', { lat: 53 }],
    ['location.lat', { lng: 9 }],
    ['firstRegistration', { firstRegistration: '2026-06' }],
    ['availability.date', { availability: { type: 'from_date' } }],
    ['availability.date', { availability: { type: 'now', date: '2026-06-01' } }],
    ['availability.days', { availability: { type: 'order' } }],
    ['availability.days', { availability: { type: 'now', days: 14 } }],
    ['curbWeightKg', { curbWeightKg: 18_001, grossVehicleWeightKg: 18_000 }],
    ['grossCombinationWeightKg', { grossCombinationWeightKg: 17_999, grossVehicleWeightKg: 18_000 }],
    ['description', { description: 'call +49 170 1234567' }],
    ['title', { title: 'See www.trucks.de' }],
    ['translations.de.title', { translations: { de: { title: 'a@b.de hier' } } }],
    ['title', { title: 'nul \u0000 inside' }],
    ['vin', { vin: 'WDB963403IL123456' }],
    ['mileage', { mileage: -1 }],
  ])('rejects at %s %j', (field, change) => {
    expect(check(change)).toEqual([`error ${field}`]);
  });

  it.each<[string, Partial<ListingRecord>]>([
    ['mileage', { mileage: 0 }],
    ['mileage', { condition: 'new', mileage: 1000 }],
    ['previousOwners', { condition: 'new', mileage: 5, previousOwners: 1 }],
    ['damaged', { condition: 'new', mileage: 5, damaged: true }],
    ['firstRegistration', { condition: 'new', mileage: 5, firstRegistration: '2026-01' }],
    ['firstRegistration', { firstRegistration: '2018-12' }],
    ['nextInspection', { nextInspection: '2026-04' }],
    ['availability.date', { availability: { type: 'from_date', date: '2026-05-09' } }],
    ['roadworthy', { roadworthy: true }],
    ['roadworthy', { roadworthy: false, damaged: false }],
    ['vin', { vin: '1M8GDM9A1KP042788' }],
    ['payloadKg', { payloadKg: 9001, grossVehicleWeightKg: 18_000, curbWeightKg: 9000 }],
    ['loadLengthMm', { loadLengthMm: 9000, lengthMm: 8999 }],
    ['engineDisplacementCcm', { fuelType: 'electric', engineDisplacementCcm: 12_000 }],
    ['rangeKm', { fuelType: 'diesel', rangeKm: 300 }],
    ['axles', { driveType: '6x2', axles: 2 }],
    ['tyres', { axles: 2, tyres: [{ axle: 3 }] }],
    ['leasing.monthly', { leasing: { monthly: 45_901 } }],
  ])('warns at %s %j', (field, change) => {
    expect(check(change)).toEqual([`warning ${field}`]);
  });

  it.each<Partial<ListingRecord>>([
    { year: 2028 },
    { firstRegistration: '2026-05' },
    { condition: 'new', mileage: 999, previousOwners: 0 },
    { condition: 'new', mileage: 5, firstRegistration: '2026-01', usageType: 'pre_registration' },
    { availability: { type: 'from_date', date: '2026-05-10' } },
    { availability: { type: 'order', days: 28 } },
    { availability: { type: 'now' } },
    { damaged: true, roadworthy: false },
    { dealerPrice: 45_900 },
    { payloadKg: 9000, grossVehicleWeightKg: 18_000, curbWeightKg: 9000 },
    { priceType: 'on_request', price: null },
    { lat: 0, lng: 0 },
    { driveType: '8x4', axles: 4, tyres: [{ axle: 4, size: '315/80R22.5', treadMm: 12 }] },
  ])('lets %j pass', (change) => {
    expect(check(change)).toEqual([]);
  });

  it('reports everything at once and compares nothing with a value that is wrong by itself', () => {
    const change = { price: -5, dealerPrice: 10, year: 3000, lat: 91, lng: 5, description: '<b>' };
    expect(check(change)).toEqual(['error price', 'error year', 'error location.lat', 'error description']);
  });

  it('warns of fields that the class does not have', () => {
    expect(check({ mileage: 5, fuelType: 'diesel', vin: null }, 'ST')).toEqual([
      'warning mileage',
      'warning fuelType',
    ]);
    const { problems } = checkRecord({ ...valid, serialNumber: 'X1' }, { vehicleClass: 'TR', now });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('fields of another class', () => {
  const crossed: ListingRecord = {
    ...valid,
    mastType: 'triplex',
    operatingHours: 900,
    adrClasses: ['3'],
    vin: 'WDB9634031L123456',
  };

  it.each<[VehicleClass, Partial<ListingRecord>]>([
    ['TR', { mastType: null }],
    ['FL', { mileage: null, adrClasses: [], vin: null }],
    ['ST', { mileage: null, mastType: null }],
  ])('are cleared for %s: %j, and nothing else is', (vehicleClass, cleared) => {
    const { record, problems } = checkRecord(crossed, { vehicleClass, now });
    expect(record).toEqual({ ...crossed, ...cleared });
    for (const field of Object.keys(cleared))
      expect(problems).toContainEqual(expect.objectContaining({ field, severity: 'warning' }));
  });

  it('take their warnings with them', () => {
    const { lasting } = checkRecord(crossed, { vehicleClass: 'FL', now });
    expect(lasting.map(({ field }) => field)).not.toContain('mileage');
  });
});
