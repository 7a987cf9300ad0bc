/** Behavior shared by all formats: columns, values and problems. */
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  names,
  read,
  type Texts,
  problemSummaries,
} from '../../../../test/fixtures/imports/small-market.ts';
import { mappedPreset } from './mapping.ts';
import { bindPreset, columnsRead, hasKnownCell, unknownCells } from './preset.ts';
import { presetOf } from './presets.ts';

describe('columns that every format has', () => {
  it('category: accepts a name of either level and records how it was read', () => {
    const top = read('own', { category: ' Lkw ' });
    expect([bodyOf(top), top.aliases, problemSummaries(top)]).toEqual([
      { category: 'trucks' },
      [{ field: 'category', written: 'Lkw', meant: 'trucks' }],
      [],
    ]);
    expect(read('own', { category: 'trucks' }).aliases).toEqual([]);
    const sub = read('own', { category: 'standard-tractor-units' });
    expect([bodyOf(sub), sub.aliases]).toEqual([
      { category: 'tractor-units', subcategory: 'standard-tractor-units' },
      [],
    ]);
  });

  it('category: rejects unknown names, and lists the candidates of ambiguous ones', () => {
    const problemsOf = (category: string) => {
      const { problems } = read('own', { category });
      return problems.map(({ code, message, suggestion, value }) => [
        code,
        String(message),
        suggestion,
        value,
      ]);
    };
    expect(problemsOf('truks')).toEqual([
      ['UNKNOWN_CATEGORY', 'there is no category "truks"', 'trucks', 'truks'],
    ]);
    expect(problemsOf('One')).toEqual([['UNKNOWN_CATEGORY', 'there is no category "One"', null, 'One']]);
    expect(problemsOf('Koffer')[0]?.[1]).toMatch(/^"Koffer" can be any of box-trucks, panel-vans; name one/);
    expect(problemsOf('z'.repeat(70))[0]?.[1]).toBe(`there is no category "${'z'.repeat(60)}"`);
  });

  it('subcategory: below the category of the row', () => {
    const found = read('own', { category: 'trucks', subcategory: 'box' });
    expect([bodyOf(found), found.aliases]).toEqual([
      { category: 'trucks', subcategory: 'box-trucks' },
      [{ field: 'subcategory', written: 'box', meant: 'box-trucks' }],
    ]);
    for (const cells of [{ subcategory: 'box' }, { category: 'tractor-units', subcategory: 'box' }])
      expect(problemSummaries(read('own', cells))).toEqual([
        ['error', 'UNKNOWN_CATEGORY', 'subcategory', 'subcategory', 'box', null],
      ]);
    expect(bodyOf(read('own', { subcategory: '\\N' }))).toEqual({ subcategory: null });
  });

  it('brand: by the class of the vehicle', () => {
    expect(bodyOf(read('own', { brand: 'Class', category: 'trucks' }))).toEqual({
      category: 'trucks',
      brand: 'man',
    });
    const unknown = read('own', { brand: ' mna ', category: 'trucks' });
    expect(problemSummaries(unknown)).toEqual([['error', 'UNKNOWN_BRAND', 'brand', 'brand', ' mna ', 'man']]);
    expect(read('own', { brand: 'MAN' }).aliases).toEqual([{ field: 'brand', written: 'MAN', meant: 'man' }]);
    expect(read('own', { brand: 'man' }).aliases).toEqual([]);
    expect(problemSummaries(read('own', { brand: 'Class' }))).toHaveLength(1);
  });

  it('features: each once, and without those that are unknown or given up', () => {
    const draft = read('own', { features: 'abs| ESP |ABS|old|asb|' });
    expect(bodyOf(draft)).toEqual({ features: ['abs'] });
    expect(problemSummaries(draft)).toEqual([
      ['warning', 'UNKNOWN_FEATURE', 'features', 'features', 'ESP', null],
      ['warning', 'UNKNOWN_FEATURE', 'features', 'features', 'old', null],
      ['warning', 'UNKNOWN_FEATURE', 'features', 'features', 'asb', 'abs'],
    ]);
    expect(bodyOf(read('own', { features: '\\N' }))).toEqual({ features: null });
    expect(bodyOf(read('ax10_csv', { options: 'esp,abs' }))).toMatchObject({ features: ['esp', 'abs'] });
  });

  it('images: fifty addresses of the web, each once', () => {
    const address = (n: number) => `https://p.example/${n}`;
    const many = Array.from({ length: 52 }, (_, n) => address(n));
    expect(read('own', { image_urls: many.join('|') }).imageUrls).toEqual(many.slice(0, 50));
    const odd = read('own', { image_urls: `${address(1)}|${address(1)}|ftp://p.example/x|nowhere` });
    expect([odd.imageUrls, problemSummaries(odd).map(([, code, , , value]) => [code, value])]).toEqual([
      [address(1)],
      [
        ['IMAGE_FETCH_FAILED', 'ftp://p.example/x'],
        ['IMAGE_FETCH_FAILED', 'nowhere'],
      ],
    ]);
    const long = (length: number) => `http://p.example/${'x'.repeat(length - 17)}`;
    expect(read('own', { image_urls: long(2000) }).imageUrls).toHaveLength(1);
    expect(read('own', { image_urls: long(2001) }).imageUrls).toEqual([]);
    // Its letters take more bytes in URL encoding.
    expect(read('own', { image_urls: `http://p.example/${'ä'.repeat(1000)}` }).imageUrls).toEqual([]);
    expect(read('own', { image_urls: '\\N' }).imageUrls).toEqual([]);
    expect(read('own', { image_urls: '' }).imageUrls).toBeNull();
    expect(read('own', {}).imageUrls).toBeNull();
  });

  it('status: our words and others’, and nothing that is none', () => {
    const state = (status: string) => read('own', { status }).state;
    expect(['draft', 'Aktiv', 'for sale', 'hidden', 'verkauft', 'removed', 'expired'].map(state)).toEqual([
      'draft',
      'active',
      'active',
      'paused',
      'sold',
      'deleted',
      'paused',
    ]);
    const odd = read('own', { status: 'constructor' });
    expect([odd.state, problemSummaries(odd)]).toEqual([
      null,
      [['error', 'INVALID_ENUM', 'status', 'status', 'constructor', null]],
    ]);
  });

  it('keys: as they are stored, and ids of listings only where they are some', () => {
    const { externalId, vin } = read('own', { external_id: ' A  1 ', vin: 'wdb 963-403' });
    expect([externalId, vin]).toEqual(['A 1', 'WDB963403']);
    expect(read('own', { external_id: '', vin: '' })).toMatchObject({ externalId: null, vin: null });
    const id = 'lst_01JQ8Z6M3V0K9T2B7C4D5E6F7G';
    expect(read('own', { listing_id: ` ${id} ` }).listingId).toBe(id);
    expect(read('own', { listing_id: 'lst_1' }).listingId).toBeNull();
  });

  it('reports the last column that set a field', () => {
    const draft = read('truckradar_xml', { vin: 'X', price: '0', currency: 'CAD', location_city: 'Waco' });
    expect(
      ['externalId', 'priceType', 'currency', 'location.city', 'location', 'model'].map(draft.columnOf),
    ).toEqual(['vin', 'price', 'currency', 'location_city', null, null]);
  });
});

describe('values', () => {
  const reads = (cells: Texts) => bodyOf(read('own', cells));

  it('are of the kind that their column has, and named where they are not', () => {
    expect(
      reads({
        title: "'=Title",
        year: '2.019',
        price: '45.900',
        damaged: 'ja',
        fuel_type: 'Diesel',
        first_registration: '03.2019',
        lat: '53.551',
        city: 'Kiel',
        contact_name: 'Anna',
      }),
    ).toEqual({
      title: '=Title',
      year: 2019,
      price: 45_900,
      damaged: true,
      fuelType: 'diesel',
      firstRegistration: '2019-03',
      location: { lat: 53.551, city: 'Kiel' },
      contact: { name: 'Anna' },
    });
    const odd = {
      year: '1.5',
      price: 'much',
      damaged: 'perhaps',
      fuel_type: 'water',
      first_registration: '13.2019',
    };
    const draft = read('own', odd);
    expect(bodyOf(draft)).toEqual({});
    expect(
      Object.fromEntries(draft.problems.map(({ column, code, severity }) => [column, [code, severity]])),
    ).toEqual({
      year: ['INVALID_NUMBER', 'error'],
      price: ['INVALID_NUMBER', 'error'],
      damaged: ['INVALID_ENUM', 'error'],
      fuel_type: ['INVALID_ENUM', 'error'],
      first_registration: ['INVALID_DATE', 'error'],
    });
  });

  it('are reported if they were recognized by another spelling, but not if they are equal', () => {
    expect(read('own', { fuel_type: 'Diesel', title: 'x' }).aliases).toEqual([
      { field: 'fuelType', written: 'Diesel', meant: 'diesel' },
    ]);
    expect(read('own', { fuel_type: ' diesel ' }).aliases).toEqual([]);
  });

  it('stay where a cell is empty, unless the file is the whole stock; some stay then, too', () => {
    const empty = {
      variant: '',
      price: '',
      external_id: '',
      condition: '',
      currency: '',
      category: '',
      brand: '',
    };
    expect(reads(empty)).toEqual({});
    expect(bodyOf(read('own', empty, { emptyClears: true }))).toEqual({ variant: null, price: null });
    expect(reads({ variant: '\\N', city: '\\N' })).toEqual({ variant: null, location: { city: null } });
  });
});

describe('columns of a file', () => {
  it('are recognized by the rules of the format, including other spellings and words', () => {
    const columns = ['external_id', 'marke', 'prise', 'import_errors', 'zzz'];
    expect(bindPreset(presetOf('own'), columns).unknownColumns).toEqual(['prise', 'zzz']);
    expect(bindPreset(presetOf('own'), null).unknownColumns).toEqual([]);
    expect(columnsRead(presetOf('own'), columns)).toEqual([
      { column: 'external_id', field: 'externalId', readAs: 'external_id', isKnown: true, suggestion: null },
      { column: 'marke', field: 'brand', readAs: 'brand', isKnown: true, suggestion: null },
      { column: 'prise', field: null, readAs: null, isKnown: false, suggestion: 'price' },
      { column: 'import_errors', field: null, readAs: null, isKnown: true, suggestion: null },
      { column: 'zzz', field: null, readAs: null, isKnown: false, suggestion: null },
    ]);
    const row = (...own: string[]) => ({
      number: 1,
      fault: null,
      cells: new Map(own.map((column) => [column, ''] as const)),
    });
    expect(hasKnownCell(presetOf('own'), row('zzz', 'brand'))).toBe(true);
    expect(hasKnownCell(presetOf('own'), row('zzz', 'yyy'))).toBe(false);
    expect(unknownCells(presetOf('own'), row('zzz', 'brand', 'yyy'))).toEqual(['zzz', 'yyy']);
  });

  it('have one meaning when they are mapped, also for values derived from several', () => {
    const preset = mappedPreset(presetOf('mobile_de_csv'), {
      betrag: 'preis',
      preis: null,
      steuer: 'mwst',
      abs: null,
    });
    const cells = { betrag: '119', preis: '7', steuer: '1', abs: '1', mwstsatz: '19' };
    const row = { number: 1, fault: null, cells: new Map(Object.entries(cells)) };
    const bound = bindPreset(preset, Object.keys(cells));
    expect(bound.unknownColumns).toEqual([]);
    expect(bodyOf(bound.read(row, names, false))).toEqual({
      priceGross: 119,
      vatDeductible: true,
      vatRate: 19,
    });
    expect(mappedPreset(presetOf('own'), undefined)).toBe(presetOf('own'));
    expect(mappedPreset(presetOf('own'), {})).toBe(presetOf('own'));
  });
});

describe('amounts with a currency', () => {
  const inCountry = (
    country: string | null,
    cells: Texts,
    preset: 'own' | 'ax10_csv' = 'own',
    currency?: string,
  ) => {
    const row = { number: 1, cells: new Map(Object.entries(cells)), fault: null };
    const context = { country, currency: currency ?? null };
    const draft = bindPreset(presetOf(preset), Object.keys(cells), context).read(row, names, false);
    return [draft.body['price'], draft.body['currency'], draft.problems.map(({ message }) => message)];
  };

  it('are in that currency, whatever the account has', () => {
    expect(inCountry('DE', { price: '£45,900' })).toEqual([45_900, 'GBP', []]);
    expect(inCountry('DE', { price: '45 900 zł', price_gross: '56 457 PLN' })).toEqual([45_900, 'PLN', []]);
    expect(inCountry('DE', { price: '45900', dealer_price: "CHF 40'000" })).toEqual([45_900, 'CHF', []]);
    expect(inCountry('DE', { price: '45900', vat_rate: '19 %' })).toEqual([45_900, undefined, []]);
  });

  it('are rejected where the currency column, or another amount, is in another one', () => {
    expect(inCountry('DE', { price: '£45,900', currency: 'EUR' })[2]).toEqual([
      'price: is in GBP, but the currency column says EUR; correct one of them',
    ]);
    expect(inCountry('SE', { price: '45 900 kr', currency: 'EUR' })[2]).toEqual([
      'price: is in SEK/NOK/DKK/ISK, but the currency column says EUR; correct one of them',
    ]);
    expect(inCountry('DE', { price: '£45,900', currency: ' gbp ' })).toEqual([45_900, 'GBP', []]);
    for (const cells of [{ price: '£45,900', dealer_price: '€ 40.000' }, { price: '€ 45900 PLN' }])
      expect(inCountry('DE', cells)[2]).toEqual([
        'price: names different currencies; a listing has one for all of its amounts',
      ]);
  });

  it('may be a sign or a name in the currency column, too', () => {
    expect(inCountry('DE', { price: '45900', currency: '€' })).toEqual([45_900, 'EUR', []]);
    expect(inCountry('DE', { price: '47.600,00 €', currency: ' Euro ' })).toEqual([47_600, 'EUR', []]);
    expect(inCountry('DE', { price: '45900', currency: 'zł' })).toEqual([45_900, 'PLN', []]);
    expect(inCountry('SE', { price: '45900', currency: 'kr' })).toEqual([45_900, 'SEK', []]);
    expect(inCountry('DE', { price: '45900 DKK', currency: 'kr.' })).toEqual([45_900, 'DKK', []]);
    expect(inCountry('DE', { price: '€ 45900', currency: '£' })[2]).toEqual([
      'price: is in EUR, but the currency column says GBP; correct one of them',
    ]);
    expect(inCountry('DE', { price: '45900', currency: 'kr' })[2]).toEqual([
      'currency: can be in SEK/NOK/DKK/ISK; name the currency in the currency column',
    ]);
  });

  it('are resolved by the column, the import, the format or the country if their sign is ambiguous', () => {
    expect(inCountry('SE', { price: '45 900 kr', currency: 'NOK' })).toEqual([45_900, 'NOK', []]);
    expect(inCountry('SE', { price: '45 900 kr' }, 'own', 'DKK')).toEqual([45_900, 'DKK', []]);
    expect(inCountry('SE', { price: '45 900 kr' }, 'own', 'EUR')).toEqual([45_900, 'SEK', []]);
    expect(inCountry('NO', { price: '45 900 kr' })).toEqual([45_900, 'NOK', []]);
    expect(inCountry('CA', { price: '$45,900' })).toEqual([45_900, 'CAD', []]);
    expect(inCountry('DE', { price_current: '$45,900' }, 'ax10_csv')).toEqual([45_900, 'USD', []]);
    expect(inCountry('DE', { price_current: '45900 CAD' }, 'ax10_csv')).toEqual([45_900, 'CAD', []]);
    for (const country of ['DE', null])
      expect(inCountry(country, { price: '45 900 kr' })[2]).toEqual([
        'price: can be in SEK/NOK/DKK/ISK; name the currency in the currency column',
      ]);
  });
});

describe('a number that a spreadsheet has cut', () => {
  it.each(['1,23457E+11', '1.23457e+11', '1E+20'])('%s is not a text', (text) => {
    expect(problemSummaries(read('own', { external_id: text }))[0]?.slice(0, 3)).toEqual([
      'error',
      'INVALID_VALUE',
      'external_id',
    ]);
    expect(read('own', { external_id: text }).externalId).toBeNull();
    expect(problemSummaries(read('ax10_csv', { stock: text }))[0]?.slice(0, 3)).toEqual([
      'error',
      'INVALID_VALUE',
      'stock',
    ]);
    expect(problemSummaries(read('mobile_de_csv', { interne_nummer: text }))[0]?.[1]).toBe('INVALID_VALUE');
    expect(problemSummaries(read('truckradar_xml', { stock_number: text }))[0]?.[1]).toBe('INVALID_VALUE');
  });

  it('is not recognized if it only looks similar', () => {
    for (const text of ['1E11', 'E+11', '12E+3', 'A1E+11'])
      expect(read('own', { external_id: text }).externalId).toBe(text);
  });
});
