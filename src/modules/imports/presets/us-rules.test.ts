/** Parsing of rows in the North American formats. */
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  read,
  type Texts,
  problemSummaries,
} from '../../../../test/fixtures/imports/small-market.ts';

describe('North American formats', () => {
  const truckradar = (cells: Texts) => bodyOf(read('truckradar_xml', cells));
  const ax10 = (cells: Texts) => bodyOf(read('ax10_csv', cells));

  it('have miles and horsepower, which are converted and rounded', () => {
    expect(truckradar({ odometer_miles: '400,000 miles', horsepower: '505 hp' })).toEqual({
      mileage: 643_738,
      powerKw: 377,
      currency: 'USD',
    });
    expect(truckradar({ odometer_miles: '10 mi.', horsepower: '\\N' })).toEqual({
      mileage: 16,
      powerKw: null,
      currency: 'USD',
    });
    expect(problemSummaries(read('ax10_csv', { mileage: 'many' }))).toEqual([
      ['error', 'INVALID_NUMBER', 'mileage', 'mileage', 'many', null],
    ]);
  });

  it('have dollars and places in the USA, unless they say otherwise', () => {
    expect(truckradar({ price: '$64,500', location_city: 'Dallas' })).toEqual({
      price: 64_500,
      currency: 'USD',
      location: { city: 'Dallas', country: 'US' },
    });
    expect(truckradar({ currency: 'CAD' })).toEqual({ currency: 'CAD' });
  });

  it('have a price on request where it is zero or empty of digits, unless another column has one', () => {
    for (const price of ['0', '$0.00', '$', '00'])
      expect(truckradar({ price })).toEqual({ priceType: 'on_request', currency: 'USD' });
    expect(ax10({ price_current: '0', internetprice: '38000', msrp: '52000' })).toEqual({
      price: 38_000,
      priceType: 'fixed',
      currency: 'USD',
    });
    expect(ax10({ price_current: '39900', internetprice: '38000' })).toEqual({
      price: 39_900,
      currency: 'USD',
    });
    expect(problemSummaries(read('ax10_csv', { price_current: 'call' }))).toEqual([
      ['error', 'INVALID_NUMBER', 'price_current', 'price', 'call', null],
    ]);
  });

  it('have axles by name or formula; others are left out with a warning', () => {
    expect(truckradar({ axle_config: 'Tandem' })).toMatchObject({ driveType: '6x4' });
    expect(truckradar({ axle_config: '8x4' })).toMatchObject({ driveType: '8x4' });
    expect(
      problemSummaries(read('truckradar_xml', { axle_config: 'none' })).map(([severity, code]) => [
        severity,
        code,
      ]),
    ).toEqual([['warning', 'INVALID_ENUM']]);
  });

  it('of TruckRadar: the VIN is the key, the engine the version, and the element the category where none is named', () => {
    expect(truckradar({ vin: 'V1', engine_make: ' Detroit ', engine_model: 'DD15' })).toEqual({
      vin: 'V1',
      externalId: 'V1',
      variant: 'Detroit DD15',
      currency: 'USD',
    });
    expect(truckradar({ vin: 'V1', stock_number: 'S1', trim: 'Own', engine_make: 'Detroit' })).toEqual({
      vin: 'V1',
      externalId: 'S1',
      variant: 'Own',
      currency: 'USD',
    });
    expect(truckradar({ engine_model: 'x'.repeat(60) })['variant']).toBe('x'.repeat(50));
    expect(truckradar({ vehicle_type: 'truck', category: ' ' })).toMatchObject({ category: 'trucks' });
    expect(truckradar({ vehicle_type: 'truck', category: 'Sleeper' })).toMatchObject({
      category: 'tractor-units',
    });
    const unknown = read('truckradar_xml', { vehicle_type: 'truck', category: 'Spaceship' });
    expect([bodyOf(unknown)['category'], problemSummaries(unknown).length]).toEqual([undefined, 1]);
  });

  it('of AX10: the body decides the category where it names one, else the type', () => {
    expect(ax10({ body: 'Sleeper', type: 'truck' })).toMatchObject({
      category: 'tractor-units',
      subcategory: 'standard-tractor-units',
    });
    expect(ax10({ body: 'Fancy', type: 'truck' })).toMatchObject({ category: 'trucks' });
    expect(ax10({ body: 'trucks', type: 'Fancy' })).toMatchObject({ category: 'trucks' });
    expect(problemSummaries(read('ax10_csv', { body: 'trucks', type: 'Fancy' }))).toEqual([]);
    expect(
      problemSummaries(read('ax10_csv', { body: 'Fancy', type: 'Fancier' })).map(([, , column]) => column),
    ).toEqual(['type']);
  });

  it('of AX10: stock numbers have letters, digits and dashes, are cut to forty characters, and the cut is reported', () => {
    const draft = read('ax10_csv', { stock: ' U 12/3 ' });
    expect([draft.externalId, draft.aliases]).toEqual([
      'U-12-3',
      [{ field: 'externalId', written: 'U 12/3', meant: 'U-12-3' }],
    ]);
    const plain = read('ax10_csv', { stock: ' A_1-b ' });
    expect([plain.externalId, plain.aliases]).toEqual(['A_1-b', []]);
    expect(read('ax10_csv', { stock: 'x'.repeat(41) }).externalId).toBe('x'.repeat(40));
  });

  it('have texts of web pages, without their marks', () => {
    expect(
      ax10({ description: '<p>Nice <b>truck</b></p><br>a&nbsp;&amp;\t b<<  3 2\n\n\n\nend' })['description'],
    ).toBe('Nice truck\n\na & b 3 2\n\nend');
  });
});
