// Rows with a first registration but without a year of manufacture, in every format and mode.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOBILE_DE_POSITIONS } from '../../../src/modules/imports/presets/mobile-de-columns.ts';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, problemsOf, stockOf } from '../../fixtures/imports/scene.ts';
import { createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

type Cells = Readonly<Record<string, string>>;

const TRACTOR: Cells = {
  interne_nummer: 'A-1',
  kategorie: 'StandardTractorAndTrailerUnit',
  marke: 'MAN',
  modell: 'TGX 18.510',
  ez: '03.2019',
  kilometer: '400000',
  preis: '45900,00',
  mwst: '0',
  kraftstoffart: '2',
  getriebeart: '3',
};

/** Builds a mobile.de file: all columns by position without a header, or only the given columns with a header. */
function mobileDe(cells: Cells, header: boolean): string {
  const columns = header ? Object.keys(cells) : MOBILE_DE_POSITIONS;
  const line = (values: readonly string[]) => `${values.map((value) => `"${value}"`).join(';')}\r\n`;
  const row = line(columns.map((column) => cells[column] ?? ''));
  return header ? line(columns) + row : row;
}

function ownCsv(cells: Cells): string {
  const { year: _year, ...rest } = truck('A-1', cells);
  return csvOf([rest]);
}

function ownXml(year: string): string {
  const fields: Cells = {
    externalId: 'A-1',
    category: 'tractor-units',
    brand: 'man',
    model: 'TGX',
    condition: 'used',
    price: '45900.00',
    currency: 'EUR',
    firstRegistration: '2019-03',
    mileage: '420000',
    fuelType: 'diesel',
    transmission: 'automatic',
  };
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<?xml version="1.0"?><listings><listing>${elements.join('')}${year}</listing></listings>`;
}

const REGISTERED = { first_registration: '2019-03' };
const files: readonly (readonly [string, string, Cells, string])[] = [
  ['mobile.de by position', mobileDe(TRACTOR, false), { preset: 'mobile_de_csv' }, 'stock.csv'],
  [
    'mobile.de with a header and no such column',
    mobileDe(TRACTOR, true),
    { preset: 'mobile_de_csv' },
    'stock.csv',
  ],
  [
    'mobile.de with an empty column',
    mobileDe({ ...TRACTOR, baujahr: '' }, true),
    { preset: 'mobile_de_csv' },
    'stock.csv',
  ],
  [
    'mobile.de with a 0',
    mobileDe({ ...TRACTOR, baujahr: '0' }, true),
    { preset: 'mobile_de_csv' },
    'stock.csv',
  ],
  ['the own CSV without the column', ownCsv(REGISTERED), {}, 'stock.csv'],
  ['the own CSV with an empty column', csvOf([truck('A-1', { ...REGISTERED, year: '' })]), {}, 'stock.csv'],
  ['the own XML without the element', ownXml(''), {}, 'stock.xml'],
  ['the own XML with an empty element', ownXml('<year></year>'), {}, 'stock.xml'],
];

describe('the year of manufacture is that of the first registration', () => {
  it.each(files.flatMap((file) => (['upsert', 'full'] as const).map((mode) => [...file, mode] as const)))(
    'from %s',
    async (_name, content, fields, filename, mode) => {
      const seller = await createSeller(t);
      const job = await importFile(t, seller, content, { ...fields, mode, publish: 'submit' }, filename);
      expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
      expect(await stockOf(t, seller.sellerId)).toMatchObject([
        { status: 'ACTIVE', year: 2019, first_registration: '2019-03' },
      ]);
    },
  );

  it('also for a listing that an earlier import left as a draft without it', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, ownXml(''), { publish: 'submit' }, 'stock.xml');
    await t.db
      .updateTable('listings')
      .set({ year: null, status: 'DRAFT' })
      .where('seller_id', '=', seller.sellerId)
      .execute();
    await importFile(t, seller, ownXml(''), { publish: 'submit' }, 'stock.xml');
    expect(await stockOf(t, seller.sellerId)).toMatchObject([{ status: 'ACTIVE', year: 2019 }]);
  });

  it('unless the row or the listing states another year', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf([truck('A-1', { ...REGISTERED, year: '2018' })]), {
      publish: 'submit',
    });
    expect(await stockOf(t, seller.sellerId)).toMatchObject([{ year: 2018 }]);
    await importFile(t, seller, ownCsv({ first_registration: '2019-05' }), { publish: 'submit' });
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      { status: 'ACTIVE', year: 2018, first_registration: '2019-05' },
    ]);
  });
});

describe('an empty cell of a full import means no more than a missing column', () => {
  it('a price without a currency keeps that of the format, the second time too', async () => {
    const seller = await createSeller(t);
    const fields = { preset: 'mobile_de_csv' };
    for (const preis of ['45900,00', '44900,00']) {
      const job = await importFile(t, seller, mobileDe({ ...TRACTOR, preis }, false), fields);
      expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
    }
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      { status: 'ACTIVE', price: 44_900, currency: 'EUR' },
    ]);
  });

  it('dollars, stock number and engine of TruckRadar are settled as without the columns', async () => {
    const seller = await createSeller(t);
    const row = {
      vin: '1FUJGLDR9CSBM1234',
      stock_number: '',
      category: 'Sleeper Tractor',
      make: 'MAN',
      model: 'TGX',
      trim: '',
      engine_make: 'Detroit',
      engine_model: 'DD15',
      year: '2019',
      new_or_used: 'used',
      price: '$64,500',
      currency: '',
      location_city: 'Dallas',
      odometer_miles: '400,000',
    };
    const job = await importFile(t, seller, csvOf([row]), { preset: 'truckradar_xml', mode: 'full' });
    expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      { external_id: '1FUJGLDR9CSBM1234', variant: 'Detroit DD15', currency: 'USD', country: 'US' },
    ]);
  });
});
