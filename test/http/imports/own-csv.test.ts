import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cells, csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { presetOf } from '../../../src/modules/imports/presets/presets.ts';
import { columnName } from '../../../src/modules/imports/reading/raw-row.ts';
import {
  errorReport,
  eventTypes,
  importFile,
  problemsOf,
  stockOf,
  upload,
} from '../../fixtures/imports/scene.ts';
import { createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('importing the own CSV', () => {
  it('creates drafts, reports them, and finds nothing to do the second time', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const rows = [
      truck('A-1', { title: "Lion's Star 🚛 Größe Ж", description: 'One\nTwo, "three"' }),
      truck('A-2', { price: '1.234,50', features: 'retarder|Tempomat|flux capacitor' }),
      ...Array.from({ length: 18 }, (_, i) => truck(`B-${i}`)),
    ];
    const job = await importFile(t, seller, csvOf(rows));
    expect(job).toMatchObject({
      status: 'completed',
      mode: 'upsert',
      preset: 'own',
      totals: {
        rows: 20,
        created: 20,
        updated: 0,
        unchanged: 0,
        removed: 0,
        skipped: 0,
        failed: 0,
        warnings: 1,
      },
      progress: { processed: 20, rows: 20, percent: 100 },
    });
    expect(await problemsOf(t, seller, job.id)).toMatchObject([
      { row: 2, code: 'UNKNOWN_FEATURE', severity: 'warning', value: 'flux capacitor' },
    ]);
    const [first, second] = await stockOf(t, seller.sellerId);
    expect(first).toMatchObject({
      title: "Lion's Star 🚛 Größe Ж",
      description: 'One\nTwo, "three"',
      status: 'DRAFT',
      source: 'import',
      price: 45_900,
    });
    expect(second).toMatchObject({ price: 1234.5, features: ['retarder', 'cruise_control'] });
    expect(await eventTypes(t, seller.sellerId)).toEqual(Array(20).fill('listing.created'));

    t.clock.advance(60_000);
    const secondImport = await importFile(t, seller, csvOf(rows));
    expect(secondImport.totals).toMatchObject({ created: 0, updated: 0, unchanged: 20, failed: 0 });
    expect((await stockOf(t, seller.sellerId))[0]?.updated_at).toEqual(first?.updated_at);
    expect(await eventTypes(t, seller.sellerId)).toHaveLength(20);
  });

  it('names all that is wrong with a row at once', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const broken = { price: 'a lot', year: '1802', axles: '99', vin: 'WDB963403', fuel_type: 'dylithium' };
    const rows = [
      truck('D-1'),
      truck('D-2', broken),
      truck('D-3', { ...broken, vin: 'WDB9', category: 'spaceships' }),
    ];
    const job = await importFile(t, seller, csvOf(rows));
    const problems = await problemsOf(t, seller, job.id, 'limit=100');
    const codes = new Set(['OUT_OF_RANGE', 'UNKNOWN_CATEGORY']);
    const isNamed = ({ code }: { code: string }) => codes.has(code) || code.startsWith('INVALID_');
    const problemsOfRow = (row: number) =>
      problems
        .filter((problem) => problem.row === row && isNamed(problem))
        .map(({ column, code, severity }) => `${column} ${code} ${severity}`);
    const expected = [
      'axles OUT_OF_RANGE warning',
      'fuel_type INVALID_ENUM warning',
      'price INVALID_NUMBER error',
      'vin INVALID_VIN warning',
      'year OUT_OF_RANGE warning',
    ];
    expect(problemsOfRow(2).toSorted()).toEqual(expected);
    expect(problemsOfRow(3).toSorted()).toEqual([...expected, 'category UNKNOWN_CATEGORY error'].toSorted());
    const secondImport = await importFile(t, seller, csvOf([truck('D-1', broken)]));
    const onExisting = await problemsOf(t, seller, secondImport.id, 'limit=100');
    expect(
      onExisting
        .filter(isNamed)
        .map(({ column, code, severity }) => `${column} ${code} ${severity}`)
        .toSorted(),
    ).toEqual(expected);
  });

  it('imports a vehicle without an optional value that cannot be read, and warns each time', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const oddCells = { year: '1802', axles: '99', fuel_type: 'dylithium', first_registration: '31.31.2020' };
    const file = csvOf([
      truck('O-1', oddCells),
      truck('O-2', { ...oddCells, city: 'x'.repeat(300), vin: 'WDB9' }),
    ]);
    const first = await importFile(t, seller, file);
    expect(first).toMatchObject({ status: 'completed', totals: { created: 2, failed: 0 } });
    const [row] = await stockOf(t, seller.sellerId);
    expect(row).toMatchObject({ external_id: 'O-1', year: null, fuel_type: null, price: 45_900 });
    const columns = async (id: string): Promise<string[]> =>
      (await problemsOf(t, seller, id, 'limit=100&severity=warning')).flatMap(({ row, column }) =>
        row === 1 && column !== null && column in oddCells ? [column] : [],
      );
    const warned = ['axles', 'first_registration', 'fuel_type', 'year'];
    expect((await columns(first.id)).toSorted()).toEqual(warned);
    const secondImport = await importFile(t, seller, file);
    expect(secondImport.totals).toMatchObject({ updated: 0, unchanged: 2, failed: 0 });
    expect((await columns(secondImport.id)).toSorted()).toEqual(warned);
  });

  it('keeps the stored value where the new one cannot be read', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    await importFile(t, seller, csvOf([truck('K-1', { axles: '3' })]));
    await importFile(
      t,
      seller,
      csvOf([truck('K-1', { axles: '99', fuel_type: 'dylithium', price: '44000' })]),
    );
    expect((await stockOf(t, seller.sellerId))[0]).toMatchObject({
      axles: 3,
      fuel_type: 'diesel',
      price: 44_000,
    });
  });

  it('reads abbreviations, other units and paint codes', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const cells = {
      transmission: 'autom.',
      gross_weight_kg: '18,0 t',
      length_mm: '7,2 m',
      power_kw: '480 PS',
      color: 'RAL 9010',
    };
    const job = await importFile(t, seller, csvOf([truck('R-1', cells)]));
    expect(job.totals).toMatchObject({ created: 1, failed: 0 });
    const [row] = await stockOf(t, seller.sellerId);
    expect(row).toMatchObject({ transmission: 'automatic', color: 'white', power_kw: 353 });
    const { body } = await t.get(`/api/seller/listings/${row?.id}`, { as: seller });
    expect(body.data).toMatchObject({ grossVehicleWeightKg: 18_000, lengthMm: 7200 });
  });

  it('takes good rows and gives broken ones back, which go in once they are corrected', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const rows = [
      truck('C-1'),
      truck('C-2', { brand: 'mna' }),
      truck('C-3', { price: 'a lot', note: '=1+1' }),
      truck('C-4', { year: '1802' }),
      truck('C-5', { vin: 'WDB963403' }),
      truck('C-6', { category: 'spaceships' }),
      truck('', {}),
      truck('C-1', { price: '1' }),
      truck('C-9', { fuel_type: 'dylithium' }),
      truck('C-10', { brand: '' }),
    ];
    const job = await importFile(t, seller, csvOf(rows));
    expect(job).toMatchObject({ status: 'completed_with_errors', totals: { created: 4, failed: 6 } });
    const errors = await problemsOf(t, seller, job.id, 'limit=100&severity=error');
    expect(errors.map(({ row, code, column }) => [row, code, column])).toEqual([
      [2, 'UNKNOWN_BRAND', 'brand'],
      [3, 'INVALID_NUMBER', 'price'],
      [6, 'UNKNOWN_CATEGORY', 'category'],
      [7, 'REQUIRED', null],
      [8, 'DUPLICATE_KEY', 'external_id'],
      [10, 'REQUIRED', 'brand'],
    ]);
    expect(errors[0]).toMatchObject({ externalId: 'C-2', value: 'mna', suggestion: 'man' });

    const report = await errorReport(t, seller, job.id);
    expect(report.split('\r\n')).toHaveLength(8);
    expect(report).toContain("'=1+1");
    const corrected = report
      .replace(',mna,', ',man,')
      .replace('a lot', '44000')
      .replace('spaceships', 'tractor-units')
      .replace('\r\n,tractor-units', '\r\nC-7,tractor-units')
      .replace('\r\nC-1,', '\r\nC-8,')
      .replace('C-10,tractor-units,,', 'C-10,tractor-units,man,');
    const second = await importFile(t, seller, corrected);
    expect(await problemsOf(t, seller, second.id, 'severity=error')).toEqual([]);
    expect(second).toMatchObject({ status: 'completed', totals: { created: 6, failed: 0 } });
    expect(await stockOf(t, seller.sellerId)).toHaveLength(10);
  });

  it('leaves what empty cells and absent columns say nothing of, and clears what \\N names', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf([truck('D-1', { color: 'red', variant: '18.510' })]));
    await importFile(t, seller, 'external_id,price,color,variant\nD-1,41000,,\\N\n');
    expect((await stockOf(t, seller.sellerId))[0]).toMatchObject({
      price: 41_000,
      color: 'red',
      variant: null,
      model: 'TGX',
    });
  });

  it('finds a listing by its VIN where that has no stock number', async () => {
    const seller = await createSeller(t);
    await importFile(t, seller, csvOf([truck('', { vin: 'WDB96340310123456' })]));
    const job = await importFile(t, seller, csvOf([truck('E-1', { vin: 'wdb 9634031 0123456' })]));
    expect(job.totals).toMatchObject({ created: 0, updated: 1 });
    expect(await stockOf(t, seller.sellerId)).toHaveLength(1);
  });

  it('publishes when asked, and keeps drafts beyond the room of the plan', async () => {
    const seller = await createSeller(t);
    const rows = Array.from({ length: 7 }, (_, i) => truck(`F-${i}`));
    const job = await importFile(t, seller, csvOf(rows), { publish: 'submit' });
    expect(job.totals).toMatchObject({ created: 7, failed: 0, warnings: 2 });
    const codes = (await problemsOf(t, seller, job.id)).map(({ code }) => code);
    expect(codes).toEqual(['LISTING_LIMIT_EXCEEDED', 'LISTING_LIMIT_EXCEEDED']);
    const states = (await stockOf(t, seller.sellerId)).map(({ status }) => status);
    expect(states).toEqual([...Array<string>(5).fill('ACTIVE'), 'DRAFT', 'DRAFT']);
    const results = await t.get('/api/search?brand=man&limit=100');
    expect(
      results.body.data.results.filter((hit: { slug: string }) => hit.slug.includes('tgx')),
    ).toHaveLength(5);
  });

  it('follows the status of a row', async () => {
    const seller = await createSeller(t);
    const file = (status: string) => csvOf([truck('G-1', { status })]);
    const steps = [
      ['active', 'ACTIVE'],
      ['paused', 'PAUSED'],
      ['active', 'ACTIVE'],
      ['draft', 'PAUSED'],
      ['sold', 'SOLD'],
    ] as const;
    for (const [status, state] of steps) {
      await importFile(t, seller, file(status));
      expect((await stockOf(t, seller.sellerId))[0]?.status).toBe(state);
    }
    await importFile(t, seller, file('deleted'));
    expect(await stockOf(t, seller.sellerId)).toEqual([]);
    const soldImport = await importFile(t, seller, file('sold'));
    expect(soldImport.totals).toMatchObject({ created: 0, skipped: 1 });
  });

  it.each([
    [
      'semicolons and Windows letters',
      Buffer.from(csvOf([truck('H-1', { city: 'Köln' })], { delimiter: ';' }), 'latin1'),
    ],
    [
      'a byte order mark and CRLF',
      Buffer.from(`\ufeff${csvOf([truck('H-1', { city: 'Köln' })], { lineEnd: '\r\n' })}`),
    ],
    [
      'tabs and UTF-16',
      Buffer.from(`\ufeff${csvOf([truck('H-1', { city: 'Köln' })], { delimiter: '\t' })}`, 'utf16le'),
    ],
    [
      'headers in other spellings',
      csvOf([truck('H-1', { city: 'Köln' })])
        .replace('external_id', '"External ID"')
        .replace('fuel_type', 'fuelType'),
    ],
  ])('reads %s', async (_name, file) => {
    const seller = await createSeller(t);
    const job = await importFile(t, seller, file);
    expect(await problemsOf(t, seller, job.id)).toEqual([]);
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      { external_id: 'H-1', city: 'Köln', fuel_type: 'diesel' },
    ]);
  });

  it('gives back more refused rows than are read at once, each once and in order', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const rows = Array.from({ length: 1001 }, (_, i) => truck(`R-${i}`, { brand: 'nobody' }));
    const job = await importFile(t, seller, csvOf(rows), { dryRun: true });
    const lines = (await errorReport(t, seller, job.id)).trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map((row) => row['external_id']));
  });

  it('gives refused rows of XML back as CSV, with the columns of all of them', async () => {
    const seller = await createSeller(t);
    const xml =
      '<listings><listing externalId="X1"><brand>nobody</brand></listing><listing externalId="X2"><brand>noone</brand><model>Q</model></listing></listings>';
    const job = await importFile(t, seller, xml, {}, 'a.xml');
    const [head = '', ...rows] = (await errorReport(t, seller, job.id)).trim().split('\r\n');
    expect(head.replace('\ufeff', '').split(',').slice(0, 5).toSorted()).toEqual(
      ['brand', 'external_id', 'import_errors', 'import_row', 'model'].toSorted(),
    );
    expect(rows).toHaveLength(2);
  });

  it('reports 25 problems per row at most, and 50 unknown columns', async () => {
    const seller = await createSeller(t);
    const features = Array.from({ length: 40 }, (_, i) => `Feature ${i}`).join('|');
    const oddColumns = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`zzqq_${i}_x`, '1']));
    const job = await importFile(t, seller, csvOf([truck('N-1', { features, ...oddColumns })]), {
      dryRun: true,
    });
    const { body } = await t.get(`/api/seller/bulk-import/${job.id}/errors?limit=100`, { as: seller });
    const problems = body.data.errors as { row: number | null }[];
    expect(problems.filter(({ row }) => row === 1)).toHaveLength(25);
    expect(problems.filter(({ row }) => row === null)).toHaveLength(50);
    expect(job.totals['warnings']).toBe(90);
  });

  it('writes nothing in a dry run and says the same', async () => {
    const seller = await createSeller(t);
    const job = await importFile(t, seller, csvOf([truck('I-1'), truck('I-2', { brand: 'x' })]), {
      dryRun: true,
    });
    expect(job).toMatchObject({ dryRun: true, totals: { created: 1, failed: 1 } });
    expect(await stockOf(t, seller.sellerId)).toEqual([]);
    expect(await eventTypes(t, seller.sellerId)).toEqual([]);
  });

  it('takes addresses of images with http and https, and names all others', async () => {
    const seller = await createSeller(t);
    const good = ['https://images.example/a.jpg', 'http://images.example/b.jpg'];
    const bad = [
      'ftp://images.example/c.jpg',
      'file:///etc/passwd',
      'c.jpg',
      `https://images.example/${'d'.repeat(2100)}`,
    ];
    const job = await importFile(
      t,
      seller,
      csvOf([truck('P-1', { image_urls: [...good, ...bad].join('|') })]),
      {
        dryRun: true,
      },
    );
    expect(job.totals).toMatchObject({ created: 1, warnings: bad.length });
    const problems = await problemsOf(t, seller, job.id);
    expect(problems.map(({ code, value }) => [code, value?.slice(0, 20)])).toEqual(
      bad.map((address) => ['IMAGE_FETCH_FAILED', address.slice(0, 20)]),
    );
  });

  it('reports an unknown column once, with the values that were read differently', async () => {
    const seller = await createSeller(t);
    const job = await importFile(
      t,
      seller,
      csvOf([truck('J-1', { paint: 'x', brand: 'Mercedes' }), truck('J-2', { paint: 'y' })]),
    );
    expect(await problemsOf(t, seller, job.id)).toMatchObject([
      { row: null, code: 'UNKNOWN_COLUMN', column: 'paint', severity: 'warning' },
    ]);
    expect((job['columns'] as { column: string }[]).find(({ column }) => column === 'paint')).toMatchObject({
      field: null,
      isKnown: false,
    });
    expect(job['aliases']).toEqual([
      { field: 'brand', written: 'Mercedes', meant: 'mercedes-benz', rows: 1 },
    ]);
  });

  it('shows in a dry run how it reads columns and words, in the languages of headers too', async () => {
    const seller = await createSeller(t);
    const file =
      'Interne Nummer;Fahrzeugart;Aufbau;Marke;Modell;Preis;EZ;KM-Stand;Getriebe;Farbee;Qwxyz\n' +
      'LKW 12/24;Lkw;Kühlkoffer;Mercedes;Actros;45.900,00;03.2019;400000;Automatik;weiß;1\n';
    const job = await importFile(t, seller, file, { dryRun: true });
    expect(job).toMatchObject({
      status: 'completed',
      dryRun: true,
      totals: { rows: 1, created: 1, failed: 0 },
    });
    expect(job['columns']).toEqual([
      {
        column: 'interne_nummer',
        field: 'externalId',
        readAs: 'external_id',
        isKnown: true,
        suggestion: null,
      },
      { column: 'fahrzeugart', field: 'category', readAs: 'category', isKnown: true, suggestion: null },
      { column: 'aufbau', field: 'subcategory', readAs: 'subcategory', isKnown: true, suggestion: null },
      { column: 'marke', field: 'brand', readAs: 'brand', isKnown: true, suggestion: null },
      { column: 'modell', field: 'model', readAs: 'model', isKnown: true, suggestion: null },
      { column: 'preis', field: 'price', readAs: 'price', isKnown: true, suggestion: null },
      {
        column: 'ez',
        field: 'firstRegistration',
        readAs: 'first_registration',
        isKnown: true,
        suggestion: null,
      },
      { column: 'km_stand', field: 'mileage', readAs: 'mileage', isKnown: true, suggestion: null },
      { column: 'getriebe', field: 'transmission', readAs: 'transmission', isKnown: true, suggestion: null },
      { column: 'farbee', field: null, readAs: null, isKnown: false, suggestion: 'color' },
      { column: 'qwxyz', field: null, readAs: null, isKnown: false, suggestion: null },
    ]);
    expect(
      (job['aliases'] as { written: string; meant: string }[]).map((alias) => [alias.written, alias.meant]),
    ).toEqual([
      ['Lkw', 'trucks'],
      ['Kühlkoffer', 'refrigerated-trucks'],
      ['Mercedes', 'mercedes-benz'],
      ['Automatik', 'automatic'],
    ]);
    expect(await problemsOf(t, seller, job.id)).toContainEqual(
      expect.objectContaining({ code: 'UNKNOWN_COLUMN', column: 'farbee', suggestion: 'color' }),
    );
    const listed = (await t.get('/api/seller/bulk-import', { as: seller })).body.data.jobs[0];
    expect(listed).not.toHaveProperty('columns');
  });

  it('422 for an unknown header lists the expected columns and suggests corrections', async () => {
    const seller = await createSeller(t);
    const response = await upload(t, seller, 'Markee;Modelll;Xyzzy\nMAN;TGX;1\n');
    expect(response.status).toBe(422);
    const { message } = response.body.error.details[0];
    expect(message).toContain('"Markee" is perhaps brand, "Modelll" is perhaps model.');
    expect(message).toContain('Expected are external_id, category, subcategory, brand, model');
  });

  it('has no two columns that one header names', () => {
    const rules = new Map<string, string[]>();
    for (const { column, aliases = [] } of presetOf('own').rules) {
      for (const name of new Set([column, ...aliases].map(columnName)))
        rules.set(name, [...(rules.get(name) ?? []), column]);
    }
    expect([...rules].filter(([, columns]) => columns.length > 1)).toEqual([]);
  });
});

describe('prices in a file', () => {
  const base = {
    category: 'tractor-units',
    brand: 'man',
    model: 'TGX',
    condition: 'used',
    currency: 'EUR',
    year: '2020',
  };
  const fileWith = (cells: Cells): string => csvOf([{ external_id: 'P1', ...base, ...cells }]);

  it.each<[Cells, object]>([
    [{ 'Netto-Preis': '84.626' }, { price: 84_626, vat_deductible: true }],
    [{ 'Preis (zzgl. MwSt.)': '54.900,00 €' }, { price: 54_900, vat_deductible: true }],
    [
      { 'Prix TTC': '60 000', 'Taux de TVA': '20 %' },
      { price: 50_000, vat_rate: 20, vat_deductible: true },
    ],
    [
      { Preis: '65.331', 'Preis netto': '54.900', MwSt: '19' },
      { price: 54_900, vat_deductible: true },
    ],
    [{ Preis: '54.900 € netto' }, { price: 54_900, vat_deductible: true }],
    [
      { Preis: '9.000', 'MwSt. ausweisbar': 'nein' },
      { price: 9_000, vat_deductible: false },
    ],
    [
      { Preis: '9.000', MwSt: '§25a' },
      { price: 9_000, vat_scheme: 'margin', vat_deductible: false },
    ],
    [
      { Preis: '9.000', Differenzbesteuert: 'ja' },
      { price: 9_000, vat_scheme: 'margin', vat_deductible: false },
    ],
  ])('%j are read according to their headers and cells', async (cells, expected) => {
    const seller = await createSeller(t);
    await t.db.updateTable('sellers').set({ country: 'DE' }).where('id', '=', seller.sellerId).execute();
    const job = await importFile(t, seller, fileWith(cells));
    expect(await problemsOf(t, seller, job.id, 'severity=error')).toEqual([]);
    expect(await stockOf(t, seller.sellerId)).toMatchObject([expected]);
  });

  it('without a word about VAT are warned of in a dry run, and those that contradict each other are rejected', async () => {
    const seller = await createSeller(t);
    const file = csvOf([
      { external_id: 'P1', ...base, price: '9000', price_net: '' },
      { external_id: 'P2', ...base, price: '9000', price_net: '9500' },
    ]);
    const job = await importFile(t, seller, file, { dryRun: 'true' });
    expect(
      (await problemsOf(t, seller, job.id)).filter(({ field }) => field?.startsWith('price')),
    ).toMatchObject([
      { row: 1, severity: 'warning', field: 'price' },
      { row: 2, severity: 'error', field: 'price' },
      { row: 2, severity: 'error', field: 'priceNet' },
    ]);
  });
});
