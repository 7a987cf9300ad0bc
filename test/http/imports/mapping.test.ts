import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { mobileDeCsv } from '../../fixtures/imports/mobile-de-csv.ts';
import {
  errorReport,
  type Fields,
  importFile,
  problemsOf,
  readJob,
  stockOf,
  upload,
} from '../../fixtures/imports/scene.ts';
import { createApiKey, createSeller, createTeamMember, type TestSeller } from '../../support/factories.ts';
import { type TestResponse, createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const BASE = '/api/seller/bulk-import';
/** A file with the dealer's own columns. Only `model` is also a column name of ours, but it has another meaning there. */
const FILE = [
  'Bestand;Art;Fabrikat;Model;Typ;Bj.;Netto;Lagerplatz',
  'A1;tractor-units;man;510;TGX;2020;45900;Nord 7',
  'A2;tractor-units;daf;480;XF;2019;viele;Nord 8',
].join('\n');
const COLUMNS = [
  { column: 'Bestand', readAs: 'external_id' },
  { column: 'Art', readAs: 'category' },
  { column: 'Fabrikat', readAs: 'brand' },
  { column: 'Model', readAs: 'variant' },
  { column: 'Typ', readAs: 'model' },
  { column: 'Bj.', readAs: 'year' },
  { column: 'Netto', readAs: 'price_net' },
  { column: 'Lagerplatz', readAs: null },
];

const map = (as: TestSeller | string, columns: unknown, preset = 'own'): Promise<TestResponse> =>
  t.call('PUT', `${BASE}/mappings/${preset}`, { as, body: { columns } });

const inspect = (as: TestSeller, content: string | Buffer, fields: Fields = {}): Promise<TestResponse> =>
  upload(t, as, content, fields, 'stock.csv', `${BASE}/inspect`);

interface Column {
  readonly column: string;
  readonly readAs: string | null;
}

describe('what values are', () => {
  it('problems are grouped by value, the value is explained once, and the next file is read so', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const row = (number: string, gearbox: string) => truck(number, { Getriebe: gearbox, transmission: '' });
    const file = csvOf([
      ...['G-1', 'G-2', 'G-3'].map((number) => row(number, 'Opticruiser')),
      row('G-4', 'xyz'),
    ]);
    const first = await importFile(t, seller, file);
    expect(first.totals).toMatchObject({ created: 4, failed: 0 });
    const groupsOf = async (id: string) =>
      (await t.get(`${BASE}/${id}/problem-groups?severity=warning`, { as: seller })).body.data.groups.filter(
        ({ column }: { column: string }) => column === 'getriebe',
      );
    expect(await groupsOf(first.id)).toMatchObject([
      { column: 'getriebe', field: 'transmission', value: 'Opticruiser', code: 'INVALID_ENUM', rows: 3 },
      { value: 'xyz', rows: 1 },
    ]);
    const values = [
      { column: 'Getriebe', value: 'opticruiser', readAs: 'semi_automatic' },
      { column: 'Getriebe', value: 'xyz', readAs: null },
    ];
    const set = await t.call('PUT', `${BASE}/mappings/own`, { as: seller, body: { values } });
    expect(set.body.data.mapping).toMatchObject({ columns: [], values: [{ column: 'getriebe' }, {}] });
    const second = await importFile(t, seller, file);
    expect(second.totals).toMatchObject({ updated: 3 });
    expect(await groupsOf(second.id)).toEqual([]);
    const stock = await stockOf(t, seller.sellerId);
    expect(stock.map(({ transmission }) => transmission)).toEqual([
      ...Array<string>(3).fill('semi_automatic'),
      null,
    ]);
    expect((await t.get(`${BASE}/${first.id}/problem-groups`, { as: await createSeller(t) })).status).toBe(
      404,
    );
  });

  it('columns and values are set independently; a value occurs once', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const set = (body: object) => t.call('PUT', `${BASE}/mappings/own`, { as: seller, body });
    await set({ values: [{ column: 'Farbe', value: 'mint', readAs: 'green' }] });
    const both = await set({ columns: [{ column: 'Typ', readAs: 'model' }] });
    expect(both.body.data.mapping).toMatchObject({
      columns: [{ column: 'typ', readAs: 'model' }],
      values: [{ column: 'farbe', value: 'mint', readAs: 'green' }],
    });
    const value = { column: 'Farbe', value: 'mint', readAs: 'green' };
    expect(fieldsOf(await set({ values: [value, { ...value, value: ' MINT ' }] }))).toEqual([
      'values.1.value',
    ]);
    expect(fieldsOf(await set({}))).toEqual(['columns']);
  });
});

describe('what columns are', () => {
  it('a file is looked at, its columns are mapped, and imports read them so', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const before = await inspect(seller, FILE);
    expect(before.status).toBe(200);
    const { inspection } = before.body.data;
    expect(inspection).toMatchObject({ format: 'csv', delimiter: ';', hasHeader: true, preset: 'own' });
    expect(inspection.columns.find(({ column }: Column) => column === 'lagerplatz')).toMatchObject({
      readAs: null,
      isKnown: false,
      samples: ['Nord 7', 'Nord 8'],
    });
    expect((await map(seller, COLUMNS)).status).toBe(200);
    const after = await inspect(seller, FILE);
    expect(after.body.data.inspection.columns.map(({ column, readAs }: Column) => [column, readAs])).toEqual([
      ['bestand', 'external_id'],
      ['art', 'category'],
      ['fabrikat', 'brand'],
      ['model', 'variant'],
      ['typ', 'model'],
      ['bj', 'year'],
      ['netto', 'price_net'],
      ['lagerplatz', null],
    ]);
    const job = await importFile(t, seller, FILE);
    expect(job).toMatchObject({ totals: { created: 1, failed: 1, warnings: 0 } });
    expect(await stockOf(t, seller.sellerId)).toMatchObject([
      { external_id: 'A1', model: 'TGX', variant: '510', year: 2020, price: 45_900 },
    ]);
    // Problems and the report of rejected rows use the column names of the file.
    expect(await problemsOf(t, seller, job.id)).toMatchObject([
      { column: 'netto', field: 'priceNet', row: 2 },
    ]);
    const report = await errorReport(t, seller, job.id);
    const repaired = report.replace('viele', '39900');
    expect(await importFile(t, seller, repaired)).toMatchObject({ totals: { created: 1, failed: 0 } });
  });

  it('an import keeps the mapping with which it started, and a later one uses the current mapping', async () => {
    const seller = await createSeller(t);
    await map(seller, COLUMNS);
    const uploaded = await upload(t, seller, FILE);
    expect(uploaded.status).toBe(202);
    await map(seller, [{ column: 'Bestand', readAs: null }]);
    await t.drainJobs();
    expect(await readJob(t, seller, uploaded.body.data.job.id)).toMatchObject({ totals: { created: 1 } });
    expect((await t.del(`${BASE}/mappings/own`, { as: seller })).status).toBe(204);
    expect((await t.del(`${BASE}/mappings/own`, { as: seller })).status).toBe(404);
    const { body } = await t.get(`${BASE}/mappings`, { as: seller });
    expect(body.data.mappings).toEqual([]);
  });

  it('a mapping holds for the files of its seller and of its format, and for no others', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    await map(seller, COLUMNS);
    await map(seller, [{ column: 'Typ', readAs: 'model' }], 'ax10_csv');
    await map(other, [{ column: 'Netto', readAs: 'price' }]);
    const { mappings } = (await t.get(`${BASE}/mappings`, { as: seller })).body.data;
    expect(mappings.map(({ preset }: { preset: string }) => preset)).toEqual(['ax10_csv', 'own']);
    const readAs = async (as: TestSeller, fields: Fields = {}) =>
      (await inspect(as, FILE, { hasHeader: true, ...fields })).body.data.inspection.columns.flatMap(
        (column: Column) => column.readAs ?? [],
      );
    expect(await readAs(seller)).toHaveLength(7);
    expect(await readAs(seller, { preset: 'ax10_csv' })).toEqual(['model', 'model']);
    expect(await readAs(other)).toEqual(['model', 'price']);
    await map(seller, [], 'ax10_csv');
    expect((await t.del(`${BASE}/mappings/ax10_csv`, { as: seller })).status).toBe(204);
    expect(await readAs(seller)).toHaveLength(7);
    expect(await readAs(other)).toEqual(['model', 'price']);
  });

  it('a look shows three values of each column that has some, cut to sixty letters', async () => {
    const seller = await createSeller(t);
    const long = 'x'.repeat(61);
    const rows = ['', long, 'b', 'c', 'd'].map((model, n) => `A${n},${model}`);
    const { columns } = (await inspect(seller, `external_id,model\n${rows.join('\n')}\n`)).body.data
      .inspection;
    expect(columns.map(({ samples }: { samples: string[] }) => samples)).toEqual([
      ['A0', 'A1', 'A2'],
      ['x'.repeat(60), 'b', 'c'],
    ]);
    const many = Array.from({ length: 30 }, (_, n) => `A${n},${n < 20 ? '' : 'late'}`);
    const inspection = (await inspect(seller, `external_id,model\n${many.join('\n')}\n`)).body.data
      .inspection;
    expect(inspection.columns[1].samples).toEqual([]);
  });

  it('what follows from several columns together follows from mapped ones', async () => {
    const [plain, mapped] = [await createSeller(t), await createSeller(t)];
    const fields = { preset: 'mobile_de_csv', publish: 'draft' };
    await importFile(t, plain, mobileDeCsv(3, { header: true }), fields);
    const renamed = mobileDeCsv(3, { header: true })
      .toString('latin1')
      .replace(/^[^\r\n]*/, (header) => header.replace('neufahrzeug', 'ist_neu').replace('marke', 'wer'));
    const columns = [
      { column: 'ist_neu', readAs: 'neufahrzeug' },
      { column: 'wer', readAs: 'marke' },
    ];
    expect((await map(mapped, columns, 'mobile_de_csv')).status).toBe(200);
    await importFile(t, mapped, Buffer.from(renamed, 'latin1'), fields);
    const readFacts = async ({ sellerId }: TestSeller) =>
      (await stockOf(t, sellerId)).map(({ title, condition, price }) => ({ title, condition, price }));
    expect(await readFacts(mapped)).toHaveLength(3);
    expect(await readFacts(mapped)).toEqual(await readFacts(plain));
  });

  it('elements of XML are mapped too', async () => {
    const seller = await createSeller(t);
    await map(seller, [{ column: 'maker', readAs: 'brand' }]);
    const xml =
      '<listings><listing externalId="X1"><category>tractor-units</category><maker>man</maker></listing></listings>';
    const inspected = await inspect(seller, xml);
    expect(inspected.body.data.inspection).toMatchObject({ format: 'xml', delimiter: null, hasHeader: null });
    expect(inspected.body.data.inspection.columns).toContainEqual(
      expect.objectContaining({ column: 'maker', readAs: 'brand', samples: ['man'] }),
    );
    expect(await importFile(t, seller, xml)).toMatchObject({
      totals: { created: 1, failed: 0, warnings: 1 },
    });
  });
});

describe('rejected input', () => {
  it('422 names the columns that no format has, and those that stand there twice', async () => {
    const seller = await createSeller(t);
    const refused = await map(seller, [
      { column: 'Typ', readAs: 'type' },
      { column: 'Art', readAs: 'category' },
      { column: ' ART ', readAs: 'model' },
      { column: '--', readAs: null },
    ]);
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused)).toEqual(['columns.0.readAs', 'columns.2.column', 'columns.3.column']);
    expect((await map(seller, [], 'no_format')).status).toBe(404);
    const many = Array.from({ length: 301 }, (_, n) => ({ column: `c${n}`, readAs: null }));
    expect((await map(seller, many)).status).toBe(422);
  });

  it('422 for a file that cannot be read; names of objects are names like others', async () => {
    const seller = await createSeller(t);
    expect((await inspect(seller, ' ')).status).toBe(422);
    expect((await inspect(seller, '<listings/>', { preset: 'ax10_csv' })).status).toBe(422);
    expect((await t.post(`${BASE}/inspect`, {}, { as: seller })).status).toBe(422);
    const oddMapping = [{ column: 'constructor', readAs: null }];
    expect((await map(seller, oddMapping)).body.data.mapping.columns).toEqual(oddMapping);
    expect((await inspect(seller, 'toString,external_id\n1,A1')).body.data.inspection.columns).toMatchObject([
      { column: 'tostring', isKnown: false },
      { column: 'external_id', readAs: 'external_id' },
    ]);
  });

  it('agents read the mapping and managers write it; a key needs the scope', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    expect((await map(agent as TestSeller, COLUMNS)).status).toBe(403);
    expect((await t.get(`${BASE}/mappings`, { as: agent })).status).toBe(200);
    const reads = await createApiKey(t, seller.userId, ['listings:read']);
    const writes = await createApiKey(t, seller.userId, ['listings:write']);
    expect((await map(reads, COLUMNS)).status).toBe(403);
    expect((await map(writes, COLUMNS)).status).toBe(200);
  });
});
