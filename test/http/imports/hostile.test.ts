import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { errorReport, importFile, problemsOf, stockOf, upload } from '../../fixtures/imports/scene.ts';
import { PRESETS } from '../../../src/modules/imports/presets/presets.ts';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
});
afterAll(() => t.close());

const listing = (inner: string) =>
  `<listings><listing externalId="A1"><category>trucks</category><brand>man</brand><model>TGS</model>${inner}</listing></listings>`;

async function refusal(content: string | Buffer, filename: string): Promise<[number, string]> {
  const response = await upload(t, seller, content, {}, filename);
  return [response.status, response.body.error?.details?.[0]?.message ?? response.body.error?.message ?? ''];
}

describe('hostile XML', () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  it.each([
    [
      'billion laughs',
      `<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]>${listing('<title>&l9;</title>')}`,
      /DOCTYPE/,
    ],
    [
      'an entity that is a file',
      `<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>${listing('<title>&x;</title>')}`,
      /DOCTYPE/,
    ],
    ['a document type elsewhere', `<!DOCTYPE l SYSTEM "http://127.0.0.1:9/x.dtd">${listing('')}`, /DOCTYPE/],
    ['an unknown entity', listing('<title>&secret;</title>'), /not well-formed/],
    ['a character that is none', listing('<title>&#9999999;</title>'), /not well-formed/],
    ['depth of 100,000', `<listings>${'<a>'.repeat(100_000)}`, /deep/],
    [
      '51 attributes',
      listing(`<x ${Array.from({ length: 51 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
      /attributes/,
    ],
    ['a text of a megabyte', listing(`<title>${'x'.repeat(1_000_000)}</title>`), /text/],
    ['100,000 references', listing(`<title>${'&#65;'.repeat(100_000)}</title>`), /text/],
    ['an attribute of a megabyte', listing(`<x a="${'x'.repeat(1_000_000)}"/>`), /text/],
    ['a comment of a megabyte', listing(`<!--${'x'.repeat(1_000_000)}-->`), /text/],
    ['an end too early', '<listings><listing>', /not well-formed/],
    ['no elements', '<?xml version="1.0"?>', /root element/],
  ])('422 for %s', async (_name, xml, words) => {
    const [status, message] = await refusal(xml, 'feed.xml');
    expect(status).toBe(422);
    expect(message).toMatch(words);
  });

  it.each(['<html><body>Not found</body></html>', '<foo><bar>x</bar></foo>', '<a><b c="d"/></a>'])(
    'is not ours: %s',
    async (text) => {
      const response = await upload(t, seller, text, {}, 'a.xml');
      expect([response.status, response.body.error.details]).toEqual([
        422,
        [{ field: 'file', message: 'No element is a field of the preset own.' }],
      ]);
    },
  );

  it('does not follow XInclude', async () => {
    const xi = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>';
    const job = await importFile(
      t,
      seller,
      listing(`<title>Plain ${'x'}</title>${xi}<year>2019</year>`),
      {},
      'a.xml',
    );
    expect(job.totals).toMatchObject({ created: 1, warnings: 2 });
    expect(
      (await problemsOf(t, seller, job.id, 'severity=warning')).map(({ code, column }) => [code, column]),
    ).toContainEqual(['UNKNOWN_COLUMN', 'include_href']);
    expect((await stockOf(t, seller.sellerId)).find((row) => row.external_id === 'A1')?.title).toBe(
      'Plain x',
    );
  });
});

describe('hostile CSV', () => {
  it.each([
    ['nothing but a NUL', '\0'],
    ['a header only', 'external_id,category,brand\n'],
    ['columns that nobody knows', 'foo,bar\n1,2\n'],
    ['a million columns', `external_id,${'x,'.repeat(1_000_000)}\n`],
    ['an image', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])],
  ])('422 for %s', async (_name, content) => {
    expect((await refusal(content, 'feed.csv'))[0]).toBe(422);
  });

  it('gives up single rows and reads on', async () => {
    const good = csvOf([truck('H-1')]);
    const [header = '', row = ''] = good.split('\n');
    const rows = [
      header,
      row,
      row.replace('H-1', 'H-2').replace('TGX', `"${'x'.repeat(9000)}"`),
      row.replace('H-1', 'H-3').replace('TGX', '"never closed'),
      row.replace('H-1', 'H-4').replace('TGX', 'T\0GX'),
      `${row.replace('H-1', 'H-5')},surplus`,
      row.replace('H-1', 'H-6').replace('TGX', "=cmd|' /C calc'!A0"),
    ];
    const job = await importFile(t, seller, `${rows.join('\r\n')}\n`);
    expect(job.totals).toMatchObject({ rows: 6, created: 2, failed: 4 });
    const errors = await problemsOf(t, seller, job.id, 'severity=error');
    expect(errors.map(({ row: number, code }) => [number, code])).toEqual([
      [2, 'MALFORMED_ROW'],
      [3, 'MALFORMED_ROW'],
      [4, 'MALFORMED_ROW'],
      [5, 'MALFORMED_ROW'],
    ]);
    const rowOf = (await stockOf(t, seller.sellerId)).find((candidate) => candidate.external_id === 'H-6');
    expect(rowOf?.model).toBe("=cmd|' /C calc'!A0");
  });

  it('responds to any bytes with 202 or 422, and the import ends', async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        'external_id',
        'category',
        'trucks',
        'brand',
        'man',
        '\\N',
        '"',
        '=1',
        '\0',
        '\ud800',
        '<x>',
      ),
      fc.string({ maxLength: 12 }),
    );
    const table = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (rows, hasHeader) => {
        const text = rows.map((cells) => cells.join(',')).join('\n');
        const response = await upload(
          t,
          seller,
          hasHeader ? `external_id,category,brand,title\n${text}` : text,
        );
        expect([202, 422]).toContain(response.status);
        if (response.status !== 202) return;
        await t.drainJobs();
        const job = (await t.get(`/api/seller/bulk-import/${response.body.data.job.id}`, { as: seller })).body
          .data.job;
        expect(['completed', 'completed_with_errors']).toContain(job.status);
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('leaves no files behind', async () => {
    const remaining = await readdir(path.join(t.dataDir, 'tmp')).catch(() => []);
    // Look only at files of imports: the request deletes its uploads after it sends the response.
    expect(remaining.filter((name) => name.startsWith('import-'))).toEqual([]);
    const stored = await readdir(path.join(t.dataDir, 'media', 'private', 'imports'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    expect(stored.filter((entry) => entry.isFile())).toEqual([]);
  });
});

describe('names that every object has', () => {
  const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

  it.each(PRESETS.filter(({ formats }) => formats.includes('csv')).map((preset) => [preset.name, preset]))(
    'are words like any other in every column of %s, and in its header',
    async (name, { rules, defaults }) => {
      const otherSeller = await createSeller(t, { plan: 'enterprise' });
      const columns = [...rules.map(({ column }) => column), ...NAMES];
      const rows = [columns, ...NAMES.map((word) => columns.map(() => word))];
      const csv = rows.map((cells) => cells.join(defaults.delimiter)).join('\n');
      const job = await importFile(t, otherSeller, csv, { preset: name });
      expect(job.status).toBe('completed_with_errors');
      expect(await stockOf(t, otherSeller.sellerId)).toEqual([]);
      expect(job.totals['failed']).toBeGreaterThanOrEqual(NAMES.length);
      const problems = await problemsOf(t, otherSeller, job.id, 'limit=100');
      expect(problems.length).toBeGreaterThan(0);
      expect(JSON.stringify(problems) + (await errorReport(t, otherSeller, job.id))).not.toMatch(
        /native code/,
      );
    },
  );

  it('count as unknown XML elements and attributes', async () => {
    const otherSeller = await createSeller(t, { plan: 'enterprise' });
    const elements = NAMES.map((name) => `<${name} ${name}="x">x</${name}>`).join('');
    const price = `<price ${NAMES.map((name) => `${name}="1"`).join(' ')} currency="EUR">9000</price>`;
    const job = await importFile(t, otherSeller, listing(elements + price), {}, 'feed.xml');
    expect(job).toMatchObject({ status: 'completed', totals: { created: 1, failed: 0 } });
    expect(await stockOf(t, otherSeller.sellerId)).toMatchObject([{ price: 9000, currency: 'EUR' }]);
  });
});
