import { describe, expect, it } from 'vitest';
import { type ComparedVehicle, compareFeatures, compareVehicles, type Reader } from './matrix.ts';

const vehicle = (columns: Record<string, unknown>, rest: Partial<ComparedVehicle> = {}): ComparedVehicle => ({
  vehicleClass: 'TU',
  currency: 'EUR',
  columns,
  ...rest,
});

const same: Reader = { convert: (amount) => amount, nameOf: (kind, slug) => `${kind} ${slug}` };

describe('vehicles side by side', () => {
  it('have one row for each field that any of them has, in the order of the comparison', () => {
    const rows = compareVehicles(
      [
        vehicle({ year: 2020, power_kw: 390, vin: 'WMA06XZZ9FM123456', title: 'A' }),
        vehicle({ year: 2020, power_kw: 353 }),
        null,
      ],
      same,
    );
    expect(rows).toEqual([
      {
        field: 'year',
        label: 'Year',
        group: 'core',
        unit: null,
        values: [2020, 2020, null],
        names: null,
        isDifferent: false,
      },
      {
        field: 'powerKw',
        label: 'Power',
        group: 'technical',
        unit: 'kW',
        values: [390, 353, null],
        names: null,
        isDifferent: true,
      },
    ]);
  });

  it('differ if one is unknown', () => {
    const [row] = compareVehicles([vehicle({ axles: 2 }), vehicle({})], same);
    expect(row).toMatchObject({ field: 'axles', values: [2, null], isDifferent: true });
  });

  it('show amounts in one currency, and none that cannot be converted', () => {
    const convert = (amount: number, currency: string): number | null =>
      currency === 'EUR' ? amount : currency === 'PLN' ? amount / 4 : null;
    const rows = compareVehicles(
      [
        vehicle({ price: 50_000 }),
        vehicle({ price: 200_000 }, { currency: 'PLN' }),
        vehicle({ price: 1 }, { currency: 'XXX' }),
      ],
      { ...same, convert },
    );
    expect(rows[0]).toMatchObject({ field: 'price', values: [50_000, 50_000, null], isDifferent: true });
  });

  it('leave out fields that a vehicle class lacks', () => {
    const [row] = compareVehicles(
      [vehicle({ mileage: 5 }, { vehicleClass: 'ST' }), vehicle({ mileage: 7 })],
      same,
    );
    expect(row?.values).toEqual([null, 7]);
  });

  it('are equal whatever the order of lists and members', () => {
    const rows = compareVehicles(
      [
        vehicle({ adr_classes: ['3', '2'], availability: { type: 'order', days: 7 } }),
        vehicle({ adr_classes: ['2', '3'], availability: { days: 7, type: 'order', date: null } }),
      ],
      same,
    );
    expect(rows.map((row) => row.isDifferent)).toEqual(rows.map(() => false));
  });
});

it('compares features by code', () => {
  expect(
    compareFeatures([vehicle({ features: ['retarder', 'adr'] }), vehicle({ features: ['adr'] }), null], same),
  ).toEqual([
    { code: 'adr', name: 'feature adr', values: [true, true, null], isDifferent: false },
    { code: 'retarder', name: 'feature retarder', values: [true, false, null], isDifferent: true },
  ]);
});
