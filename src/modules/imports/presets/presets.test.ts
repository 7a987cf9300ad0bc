/** What each format makes of the cells of a row: the values, what is said about them, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { Names } from '../../taxonomy/index.ts';
import type { RowDraft } from './draft.ts';
import { mappedPreset } from './mapping.ts';
import { bindPreset, columnsRead, hasKnownCell, type PresetName, unknownCells } from './preset.ts';
import { presetOf } from './presets.ts';

type Texts = Readonly<Record<string, string>>;

const trucks = { slug: 'trucks', vehicleClass: 'TR' };
const tractors = { slug: 'tractor-units', vehicleClass: 'TU' };
const CATEGORIES: Readonly<Record<string, unknown>> = {
  trucks: { top: trucks, sub: null },
  Lkw: { top: trucks, sub: null },
  'tractor-units': { top: tractors, sub: null },
  'standard-tractor-units': { top: tractors, sub: { slug: 'standard-tractor-units' } },
};
const BRANDS: Readonly<Record<string, unknown>> = {
  man: { slug: 'man', models: ['TGX', 'TGX XLION', 'TGS'] },
  MAN: { slug: 'man', models: [] },
};
const FEATURES: Readonly<Record<string, unknown>> = {
  abs: { code: 'abs', active: true },
  ABS: { code: 'abs', active: true },
  esp: { code: 'esp', active: true },
  old: { code: 'old', active: false },
};

/** A small market, in place of the catalogue of a database. */
const names = {
  category: (text: string) => CATEGORIES[text],
  subcategory: (text: string, top: { slug: string } | null) =>
    text === 'box' && top?.slug === 'trucks' ? { slug: 'box-trucks' } : undefined,
  possibleCategories: (text: string) =>
    text === 'Koffer'
      ? [{ slug: 'box-trucks' }, { slug: 'panel-vans' }]
      : text === 'One'
        ? [{ slug: 'x' }]
        : [],
  brand: (text: string, vehicleClass: string | null) =>
    text === 'Class' ? (vehicleClass === 'TR' ? BRANDS['man'] : undefined) : BRANDS[text],
  feature: (text: string) => FEATURES[text],
  nearestBrand: (text: string) => (text === 'mna' ? 'man' : null),
  nearestCategory: (text: string) => (text === 'truks' ? 'trucks' : null),
  nearestFeature: (text: string) => (text === 'asb' ? 'abs' : null),
} as unknown as Names;

function read(name: PresetName, cells: Texts, { emptyClears = false } = {}): RowDraft {
  const row = { number: 1, cells: new Map(Object.entries(cells)), fault: null };
  return bindPreset(presetOf(name), Object.keys(cells)).read(row, names, emptyClears);
}

/** The values that a row sets; those that no column says anything of are not there. */
const bodyOf = ({ body }: RowDraft) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
const told = ({ problems }: RowDraft) =>
  problems.map(({ severity, code, column, field, value, suggestion }) => [
    severity,
    code,
    column,
    field,
    value,
    suggestion,
  ]);

describe('mobile.de', () => {
  const reads = (cells: Texts) => bodyOf(read('mobile_de_csv', cells));

  it('has the longest series of the make that the model begins with, else its first word, and the rest as version', () => {
    const model = (modell: string, more: Texts = { marke: 'man' }) => {
      const { model: series, variant } = reads({ ...more, modell });
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

  it('has gross prices, from which the net price follows where VAT can be deducted', () => {
    expect(reads({ preis: '119,00', mwst: '1', mwstsatz: '' })).toEqual({
      priceGross: 119,
      price: 100,
      priceNet: 100,
      vatDeductible: true,
      vatRate: 19,
    });
    expect(reads({ preis: '10.000,00', mwst: '1', mwstsatz: '7,00' })).toEqual({
      priceGross: 10_000,
      price: 9345.79,
      priceNet: 9345.79,
      vatDeductible: true,
      vatRate: 7,
    });
    for (const mwst of ['0', ''])
      expect(reads({ preis: '500', mwst, mwstsatz: '19' })).toEqual({
        priceGross: 500,
        price: 500,
        priceNet: null,
        vatDeductible: false,
        vatRate: null,
      });
    for (const preis of ['', '0', '0,00', '00.0']) expect(reads({ preis, mwst: '1' })).toEqual({});
    const broken = read('mobile_de_csv', { preis: 'VB', mwst: '1' });
    expect([bodyOf(broken), told(broken)]).toEqual([
      {},
      [['error', 'INVALID_NUMBER', 'preis', 'price', 'VB', null]],
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
    expect([bodyOf(odd), told(odd)]).toEqual([
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
    expect(told(read('mobile_de_csv', { radformel: '77' }))).toEqual([
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
    expect([bodyOf(draft), told(draft)]).toEqual([{ description: 'Good\n- one\n- two\n\nend --- 4*4' }, []]);
    const found = read('mobile_de_csv', { bemerkung: 'Mail to info@yard.example now' });
    expect(bodyOf(found)['description']).toBe('Mail to now');
    expect(told(found)).toEqual([
      ['warning', 'QUESTIONABLE', 'bemerkung', 'description', '"info@yard.example"', null],
    ]);
  });

  it('finds pictures by the stock number, the customer’s and their own, as far as they are there', () => {
    const named = read('mobile_de_csv', { interne_nummer: ' N1 ', kundennummer: '47', bild_id: 'B' });
    expect(named.pictureNames).toEqual(['N1', '47', 'B']);
    expect(read('mobile_de_csv', { kundennummer: '', bild_id: 'B' }).pictureNames).toEqual(['B']);
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

describe('columns that every format has', () => {
  it('category: a name of either level, and what it was taken for', () => {
    const top = read('own', { category: ' Lkw ' });
    expect([bodyOf(top), top.aliases, told(top)]).toEqual([
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

  it('category: what nobody knows is refused, and what can be several names them', () => {
    const said = (category: string) => {
      const { problems } = read('own', { category });
      return problems.map(({ code, message, suggestion, value }) => [code, message, suggestion, value]);
    };
    expect(said('truks')).toEqual([['UNKNOWN_CATEGORY', 'there is no category "truks"', 'trucks', 'truks']]);
    expect(said('One')).toEqual([['UNKNOWN_CATEGORY', 'there is no category "One"', null, 'One']]);
    expect(said('Koffer')[0]?.[1]).toMatch(/^"Koffer" can be any of box-trucks, panel-vans; name one/);
    expect(said('z'.repeat(70))[0]?.[1]).toBe(`there is no category "${'z'.repeat(60)}"`);
  });

  it('subcategory: below the category of the row', () => {
    const found = read('own', { category: 'trucks', subcategory: 'box' });
    expect([bodyOf(found), found.aliases]).toEqual([
      { category: 'trucks', subcategory: 'box-trucks' },
      [{ field: 'subcategory', written: 'box', meant: 'box-trucks' }],
    ]);
    for (const cells of [{ subcategory: 'box' }, { category: 'tractor-units', subcategory: 'box' }])
      expect(told(read('own', cells))).toEqual([
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
    expect(told(unknown)).toEqual([['error', 'UNKNOWN_BRAND', 'brand', 'brand', ' mna ', 'man']]);
    expect(read('own', { brand: 'MAN' }).aliases).toEqual([{ field: 'brand', written: 'MAN', meant: 'man' }]);
    expect(read('own', { brand: 'man' }).aliases).toEqual([]);
    expect(told(read('own', { brand: 'Class' }))).toHaveLength(1);
  });

  it('features: each once, and without those that are unknown or given up', () => {
    const draft = read('own', { features: 'abs| ESP |ABS|old|asb|' });
    expect(bodyOf(draft)).toEqual({ features: ['abs'] });
    expect(told(draft)).toEqual([
      ['warning', 'UNKNOWN_FEATURE', 'features', 'features', 'ESP', null],
      ['warning', 'UNKNOWN_FEATURE', 'features', 'features', 'old', null],
      ['warning', 'UNKNOWN_FEATURE', 'features', 'features', 'asb', 'abs'],
    ]);
    expect(bodyOf(read('own', { features: '\\N' }))).toEqual({ features: null });
    expect(bodyOf(read('ax10_csv', { options: 'esp,abs' }))).toMatchObject({ features: ['esp', 'abs'] });
  });

  it('pictures: fifty addresses of the web, each once', () => {
    const address = (n: number) => `https://p.example/${n}`;
    const many = Array.from({ length: 52 }, (_, n) => address(n));
    expect(read('own', { image_urls: many.join('|') }).imageUrls).toEqual(many.slice(0, 50));
    const odd = read('own', { image_urls: `${address(1)}|${address(1)}|ftp://p.example/x|nowhere` });
    expect([odd.imageUrls, told(odd).map(([, code, , , value]) => [code, value])]).toEqual([
      [address(1)],
      [
        ['IMAGE_FETCH_FAILED', 'ftp://p.example/x'],
        ['IMAGE_FETCH_FAILED', 'nowhere'],
      ],
    ]);
    const long = (length: number) => `http://p.example/${'x'.repeat(length - 17)}`;
    expect(read('own', { image_urls: long(2000) }).imageUrls).toHaveLength(1);
    expect(read('own', { image_urls: long(2001) }).imageUrls).toEqual([]);
    // Its letters take more room once they are written as an address has them.
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
    expect([odd.state, told(odd)]).toEqual([
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

  it('tells from which column a field came, the last one that set it', () => {
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

  it('that were read as other words are told; the same words are not', () => {
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
    expect(told(read('ax10_csv', { mileage: 'many' }))).toEqual([
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
    expect(told(read('ax10_csv', { price_current: 'call' }))).toEqual([
      ['error', 'INVALID_NUMBER', 'price_current', 'price', 'call', null],
    ]);
  });

  it('have axles by name or formula; others are left out with a warning', () => {
    expect(truckradar({ axle_config: 'Tandem' })).toMatchObject({ driveType: '6x4' });
    expect(truckradar({ axle_config: '8x4' })).toMatchObject({ driveType: '8x4' });
    expect(
      told(read('truckradar_xml', { axle_config: 'none' })).map(([severity, code]) => [severity, code]),
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
    expect([bodyOf(unknown)['category'], told(unknown).length]).toEqual([undefined, 1]);
  });

  it('of AX10: the body decides the category where it names one, else the type', () => {
    expect(ax10({ body: 'Sleeper', type: 'truck' })).toMatchObject({
      category: 'tractor-units',
      subcategory: 'standard-tractor-units',
    });
    expect(ax10({ body: 'Fancy', type: 'truck' })).toMatchObject({ category: 'trucks' });
    expect(ax10({ body: 'trucks', type: 'Fancy' })).toMatchObject({ category: 'trucks' });
    expect(told(read('ax10_csv', { body: 'trucks', type: 'Fancy' }))).toEqual([]);
    expect(told(read('ax10_csv', { body: 'Fancy', type: 'Fancier' })).map(([, , column]) => column)).toEqual([
      'type',
    ]);
  });

  it('of AX10: stock numbers of letters, digits and dashes, cut to forty, which is told', () => {
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

describe('columns of a file', () => {
  it('are told apart by the rules of the format, other spellings and words included', () => {
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

  it('that are mapped have one meaning, also for what follows from several together', () => {
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
      price: 100,
      priceGross: 119,
      priceNet: 100,
      vatDeductible: true,
      vatRate: 19,
    });
    expect(mappedPreset(presetOf('own'), undefined)).toBe(presetOf('own'));
    expect(mappedPreset(presetOf('own'), {})).toBe(presetOf('own'));
  });
});
