/** Parses rows of mobile.de’s file and compares values and problems in full. */
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  read,
  type Texts,
  problemSummaries,
} from '../../../../test/fixtures/imports/small-market.ts';

describe('mobile.de', () => {
  const reads = (cells: Texts) => bodyOf(read('mobile_de_csv', cells));

  it('has the longest series of the make that the model begins with, else its first word, and the rest as version', () => {
    const model = (modell: string, cells: Texts = { marke: 'man' }) => {
      const { model: series, variant } = reads({ ...cells, modell });
      return [series, variant];
    };
    expect(model('TGX  18.510 4x2')).toEqual(['TGX', '18.510 4x2']);
    expect(model('tgx xlion 18.510')).toEqual(['tgx xlion', '18.510']);
    expect(model('TGX')).toEqual(['TGX', null]);
    expect(model('TGXX 18')).toEqual(['TGXX', '18']);
    expect(model('TGS 26', {})).toEqual(['TGS', '26']);
    expect(model('')).toEqual([undefined, undefined]);
    expect(model(`${'x'.repeat(60)} ${'y'.repeat(60)}`)).toEqual(['x'.repeat(50), 'y'.repeat(50)]);
  });

  it('has gross prices, with the rate where VAT can be deducted', () => {
    expect(reads({ preis: '119,00', mwst: '1', mwstsatz: '' })).toEqual({
      priceGross: 119,
      vatDeductible: true,
      vatRate: 19,
    });
    expect(reads({ preis: '10.000,00', mwst: '1', mwstsatz: '7,00' })).toEqual({
      priceGross: 10_000,
      vatDeductible: true,
      vatRate: 7,
    });
    for (const mwst of ['0', ''])
      expect(reads({ preis: '500', mwst, mwstsatz: '19' })).toEqual({
        priceGross: 500,
        vatDeductible: false,
        vatRate: null,
      });
    for (const preis of ['', '0', '0,00', '00.0']) expect(reads({ preis, mwst: '1' })).toEqual({});
    const broken = read('mobile_de_csv', { preis: 'VB', mwst: '1' });
    expect([bodyOf(broken), problemSummaries(broken)]).toEqual([
      {},
      [['error', 'INVALID_NUMBER', 'preis', 'priceGross', 'VB', null]],
    ]);
  });

  it('has features and a few fields by columns that say yes', () => {
    const yes = {
      abs: '1',
      esp: '0',
      tempomat: 'ja',
      vermietbar: '1',
      scheckheftgepflegt: '1',
      retarder_intarder: '1',
    };
    expect(reads(yes)).toEqual({
      features: ['abs', 'full_service_history', 'cruise_control', 'retarder', 'rentable'],
      retarder: 'retarder',
      serviceHistory: 'full',
      rentable: true,
    });
    const no = Object.fromEntries(Object.keys(yes).map((column) => [column, '0']));
    expect(reads(no)).toEqual({ features: [] });
    expect(reads({ abs: '1' })).toEqual({ features: ['abs'] });
    expect(reads({ interne_nummer: 'A' })).toEqual({ externalId: 'A' });
  });

  it('has columns that are yes, no or empty, and names what is neither', () => {
    expect(
      reads({
        beschaedigtes_fahrzeug: '1',
        metallic: '1',
        oldtimer: '0',
        vorfuehrfahrzeug: '1',
        neufahrzeug: '1',
      }),
    ).toEqual({ damaged: true, metallic: true, usageType: 'demonstration', condition: 'new' });
    expect(reads({ beschaedigtes_fahrzeug: '0', metallic: '', neufahrzeug: '0' })).toEqual({
      condition: 'used',
    });
    expect(reads({ tageszulassung: '1' })).toEqual({ usageType: 'pre_registration' });
    expect(reads({ oldtimer: '1', neufahrzeug: '' })).toEqual({ usageType: 'classic', condition: 'used' });
    const odd = read('mobile_de_csv', { metallic: 'perhaps' });
    expect([bodyOf(odd), problemSummaries(odd)]).toEqual([
      {},
      [['error', 'INVALID_ENUM', 'metallic', 'metallic', 'perhaps', null]],
    ]);
  });

  it('has values by numbered keys, of which zero is none', () => {
    expect(
      reads({ klima: '2', schadstoff: '6', getriebeart: ' 3 ', radformel: '0', kabinenart: '00' }),
    ).toEqual({
      climate: 'automatic',
      euroStandard: 'euro6',
      transmission: 'automatic',
    });
    expect(problemSummaries(read('mobile_de_csv', { radformel: '77' }))).toEqual([
      ['error', 'INVALID_ENUM', 'radformel', 'driveType', '77', null],
    ]);
    expect(reads({ klima: '\\N' })).toEqual({ climate: null });
  });

  it('passes over numbers that are zero, and clears what an empty cell of a full import leaves open', () => {
    expect(reads({ kilometer: '0', baujahr: '0,0', sitze: '2', hu: '03.2027' })).toEqual({
      seats: 2,
      nextInspection: '2027-03',
    });
    const full = read(
      'mobile_de_csv',
      { kilometer: '', bemerkung: '', kategorie: '' },
      { emptyClears: true },
    );
    expect(bodyOf(full)).toEqual({ mileage: null, description: null });
  });

  it('reads its marks in remarks, and leaves out ways to get in touch', () => {
    const draft = read('mobile_de_csv', {
      bemerkung: '**Good**\\\\* one\\\\*\u00a0two\\\\----\\\\\\\\\\\\end --- 4*4',
    });
    expect([bodyOf(draft), problemSummaries(draft)]).toEqual([
      { description: 'Good\n- one\n- two\n\nend --- 4*4' },
      [],
    ]);
    const found = read('mobile_de_csv', { bemerkung: 'Mail to info@yard.example now' });
    expect(bodyOf(found)['description']).toBe('Mail to now');
    expect(problemSummaries(found)).toEqual([
      ['warning', 'QUESTIONABLE', 'bemerkung', 'description', '"info@yard.example"', null],
    ]);
  });

  it('finds images by the stock number, the customer’s and their own, as far as they are there', () => {
    const named = read('mobile_de_csv', { interne_nummer: ' N1 ', kundennummer: '47', bild_id: 'B' });
    expect(named.imageNames).toEqual(['N1', '47', 'B']);
    expect(read('mobile_de_csv', { kundennummer: '', bild_id: 'B' }).imageNames).toEqual(['B']);
  });

  it('reads colours it does not know as none, with a warning', () => {
    const draft = read('mobile_de_csv', { farbe: 'zebra', interieurfarbe: 'zebra' });
    expect(draft.problems.map(({ severity, column, field }) => [severity, column, field])).toEqual([
      ['warning', 'farbe', 'color'],
      ['warning', 'interieurfarbe', 'interiorColor'],
    ]);
    expect(bodyOf(draft)).toEqual({});
  });
});
