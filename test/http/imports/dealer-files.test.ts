/** Import files as dealers send them: currencies, encodings, spreadsheets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile, problemsOf, stockOf, upload } from '../../fixtures/imports/scene.ts';
import { createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const csv = (columns: string, ...rows: readonly string[]): string =>
  [
    `external_id;category;brand;model;${columns}`,
    ...rows.map((row) => row.replace(';', ';trucks;man;TGX;')),
  ].join('\r\n');

async function stock(sellerId: string) {
  const rows = await stockOf(t, sellerId);
  return Object.fromEntries(rows.map((row) => [row.external_id ?? '', row]));
}

describe('net and gross prices', () => {
  it('are distinguished by headers, also unquoted ones with commas, and by cells with a currency', async () => {
    const seller = await createSeller(t);
    const header = csv(
      'price (EUR, net, no VAT, fixed, dealers, only, a);currency;title',
      'N1;45.900,00;EUR;MAN TGX',
    );
    for (const dryRun of [true, false]) {
      const job = await importFile(t, seller, header, { dryRun });
      expect(job.totals).toMatchObject({ rows: 1, created: 1, failed: 0, warnings: 0 });
    }
    const cells = csv(
      'price;title',
      'N2;45 900 zł netto;MAN TGX',
      "N3;CHF 45'900 excl. MwSt.;MAN TGX",
      'N4;SEK 45 900 inkl. moms;MAN TGX',
    );
    expect((await importFile(t, seller, cells)).totals).toMatchObject({ created: 3, failed: 0 });
    const columns = csv('price_net;title', 'N5;45900;MAN TGX');
    expect((await importFile(t, seller, columns, { currency: 'PLN' })).totals).toMatchObject({ created: 1 });
    const read = Object.values(await stock(seller.sellerId)).map((row) => [
      row.external_id,
      row.price,
      row.currency,
      row.vat_deductible,
    ]);
    expect(read).toEqual([
      ['N1', 45_900, 'EUR', true],
      ['N2', 45_900, 'PLN', true],
      ['N3', 45_900, 'CHF', true],
      ['N4', 38_571.43, 'SEK', true],
      ['N5', 45_900, 'PLN', true],
    ]);
  });
});

describe('currencies in amounts', () => {
  const file = csv(
    'title;price;year',
    'C1;pound;£45,900;2019',
    "C2;chf;CHF 45'900.00;2019",
    'C3;usd;$45,900;2019',
    'C4;pln;45900 PLN;2019',
    'C5;zloty;45 900 zł;2019',
    'C6;krona;45 900 kr;2019',
    'C7;none;45900;2019',
  );

  it('count for the listing, in a dry run and in XML too; a sign of several is rejected or decided by the country', async () => {
    const seller = await createSeller(t);
    const dry = await importFile(t, seller, file, { dryRun: true });
    expect(dry.totals).toMatchObject({ created: 5, failed: 2 });
    const job = await importFile(t, seller, file);
    expect(
      (await problemsOf(t, seller, job.id, 'severity=error')).map(({ externalId, column, code }) => [
        externalId,
        column,
        code,
      ]),
    ).toEqual([
      ['C3', 'price', 'INVALID_VALUE'],
      ['C6', 'price', 'INVALID_VALUE'],
    ]);
    const listings = await stock(seller.sellerId);
    const read = Object.entries(listings).map(([id, { price, currency }]) => [id, price, currency]);
    expect(read).toEqual([
      ['C1', 45_900, 'GBP'],
      ['C2', 45_900, 'CHF'],
      ['C4', 45_900, 'PLN'],
      ['C5', 45_900, 'PLN'],
      ['C7', 45_900, 'EUR'],
    ]);
    await t.db.updateTable('sellers').set({ country: 'SE' }).where('id', '=', seller.sellerId).execute();
    await importFile(t, seller, file);
    expect((await stock(seller.sellerId))['C6']).toMatchObject({ price: 45_900, currency: 'SEK' });
    const xml = `<listings><listing externalId="X1"><category>trucks</category><brand>man</brand><price amount="£45,900"/></listing>
      <listing externalId="X2"><category>trucks</category><brand>man</brand><price amount="£45,900" currency="EUR"/></listing></listings>`;
    const ofXml = await importFile(t, seller, xml);
    expect(ofXml.totals).toMatchObject({ created: 1, failed: 1 });
    expect((await stock(seller.sellerId))['X1']).toMatchObject({ currency: 'GBP' });
  });
});

describe('encodings', () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

  it('one bad byte of UTF-8 costs its row, and every other title stays as it is', async () => {
    const seller = await createSeller(t);
    const rows = ['A1;MAN Größe;45900;2019', 'A2;MAN gut;45900;2019'];
    await importFile(t, seller, csv('title;price;year', ...rows));
    const bytes = Buffer.concat([
      Buffer.from(`\ufeff${csv('title;price;year', 'A1;MAN Größe;44000;2019')}\r\n`),
      latin('A2;trucks;man;TGX;MAN bad \xfc byte;45900;2019\r\n'),
    ]);
    for (const file of [bytes, bytes.subarray(3)]) {
      const job = await importFile(t, seller, file, { mode: 'full' });
      expect(job.totals).toMatchObject({ failed: 1, removed: 0 });
      expect(await problemsOf(t, seller, job.id, 'severity=error')).toMatchObject([
        {
          row: 2,
          externalId: 'A2',
          code: 'MALFORMED_ROW',
          message: 'The row has a character that cannot be read: "MAN bad � byte".',
        },
      ]);
    }
    expect(await stock(seller.sellerId)).toMatchObject({
      A1: { title: 'MAN Größe', price: 44_000 },
      A2: { title: 'MAN gut' },
    });
  });

  it('a stock number that cannot be read could be any, so nothing leaves the market', async () => {
    const seller = await createSeller(t);
    await importFile(
      t,
      seller,
      csv('title;price;year', 'ü1;MAN eins;45900;2019', 'B;MAN zwei;45900;2019', 'C;MAN drei;1;2019'),
      { mode: 'full', publish: 'submit' },
    );
    const file = Buffer.concat([
      Buffer.from(csv('title;price;year', 'B;MAN zwöi;45900;2019', 'C;MAN drei;1;2019')),
      latin('\r\n\xfc1;trucks;man;TGX;MAN eins;45900;2019'),
    ]);
    const job = await importFile(t, seller, file, { mode: 'full', publish: 'submit' });
    expect(job.totals).toMatchObject({ removed: 0, failed: 1 });
  });

  it('Central European letters are recognized, or read as is said', async () => {
    const seller = await createSeller(t);
    const polish = Buffer.concat([
      Buffer.from('external_id;category;brand;model;title\r\nA1;trucks;man;TGX;'),
      latin('Ci\xb9gnik siod\xb3owy \xa3\xf3d\x9f \xbf\xf3\xb3ty'),
    ]);
    for (const fields of [{}, { encoding: 'windows-1250' }]) {
      await importFile(t, seller, polish, fields);
      expect((await stock(seller.sellerId))['A1']?.title).toBe('Ciągnik siodłowy Łódź żółty');
    }
    for (const [encoding, letters, title] of [
      ['iso-8859-2', '\xb1\xb6\xbc', 'MAN ąśź'],
      ['windows-1251', '\xf2\xff\xe3', 'MAN тяг'],
    ] as const) {
      await importFile(t, seller, latin(`external_id;title\nA1;MAN ${letters}`), { encoding });
      expect((await stock(seller.sellerId))['A1']?.title).toBe(title);
    }
  });

  it('XML is of the encoding that it declares, or refused', async () => {
    const seller = await createSeller(t);
    const xml = (encoding: string, title: string) =>
      latin(
        `<?xml version="1.0" encoding="${encoding}"?><l><listing externalId="A1"><title>MAN ${title}</title><category>trucks</category><brand>man</brand></listing></l>`,
      );
    for (const [encoding, title, decoded] of [
      ['windows-1250', 'b\xb3d', 'błd'],
      ['ISO-8859-2', '\xb6roda', 'środa'],
      ['windows-1251', '\xf2', 'т'],
      ['windows-1253', '\xe1', 'α'],
      ['iso-8859-1', 'Gr\xf6\xdfe', 'Größe'],
    ] as const) {
      await importFile(t, seller, xml(encoding, title), {}, 'stock.xml');
      expect((await stock(seller.sellerId))['A1']?.title).toBe(`MAN ${decoded}`);
    }
    for (const [encoding, title, message] of [
      ['utf-8', 'Gr\xc3\xb6\xc3\x9fe \xfc', /declares utf-8, but has bytes that are not valid UTF-8/],
      ['x-klingon', 'x', /unknown encoding x-klingon/],
      ['windows-1252', 'Gr\xc3\xb6\xc3\x9fe', /declares windows-1252, but is UTF-8/],
    ] as const) {
      const response = await upload(t, seller, xml(encoding, title), {}, 'stock.xml');
      expect(response.status).toBe(422);
      expect(response.text).toMatch(message);
    }
  });
});

describe('files of spreadsheets', () => {
  it('blank rows at the end keep no sold vehicle on the market', async () => {
    const seller = await createSeller(t);
    const rows = ['A1;1;45900;2019', 'A2;2;45900;2019', 'A3;3;45900;2019'].map((row) =>
      row.replace(';', ';MAN '),
    );
    const blank = '\r\n;;;;;;\r\n ;;;;;;';
    const full = { mode: 'full', publish: 'submit' } as const;
    await importFile(t, seller, csv('title;price;year', ...rows) + blank, full);
    const job = await importFile(t, seller, csv('title;price;year', ...rows.slice(1)) + blank, full);
    expect(job).toMatchObject({ status: 'completed', totals: { rows: 2, removed: 1, failed: 0 } });
  });

  it('months as they show them, formulas that keep zeros, and dates of one order in a column', async () => {
    const seller = await createSeller(t);
    const months = [
      'Jun-19',
      'Jun 19',
      'cze.19',
      'juin-19',
      '01.06.19',
      '01.06.2019 00:00:00',
      '06/19',
      '2019-06',
    ];
    const file = csv('title;first_registration', ...months.map((month, n) => `="00${n}";MAN ${n};${month}`));
    expect((await importFile(t, seller, file)).totals).toMatchObject({ created: months.length, failed: 0 });
    const listings = await stock(seller.sellerId);
    expect(Object.keys(listings)).toContain('007');
    expect(Object.values(listings).map((row) => row.first_registration)).toEqual(months.map(() => '2019-06'));
    const mixed = csv(
      'title;first_registration',
      'M1;MAN 1;31/12/2018',
      'M2;MAN 2;01/12/2018',
      'M3;MAN 3;12/31/2018',
      'M4;MAN 4;31.02.2018',
      '1,23457E+11;MAN 5;',
    );
    const job = await importFile(t, seller, mixed);
    const problems = await problemsOf(t, seller, job.id);
    expect(problems.map(({ row, severity, code }) => [row, severity, code])).toEqual(
      expect.arrayContaining([
        [2, 'warning', 'INVALID_DATE'],
        [4, 'warning', 'INVALID_DATE'],
        [5, 'error', 'INVALID_VALUE'],
      ]),
    );
    expect(job.totals).toMatchObject({ created: 4, failed: 1 });
    expect((await stock(seller.sellerId))['M4']).toMatchObject({ first_registration: null });
    const american = csv('title;first_registration', 'U1;MAN 1;12/31/2018', 'U2;MAN 2;01/12/2018');
    await importFile(t, seller, american);
    expect((await stock(seller.sellerId))['U2']).toMatchObject({ first_registration: '2018-01' });
  });
});
