/** Reads rows from the bytes of a file. */
import { describe, expect, it } from 'vitest';
import type { ImportOptions } from '../options.ts';
import { presetOf } from '../presets/presets.ts';
import type { PresetName } from '../presets/preset.ts';
import { FileProblem } from '../problems.ts';
import { inspectFile, inspectHead, type OpenFile, readRows } from './import-file.ts';
import type { FileFormat, RawRow } from './raw-row.ts';
import { truckradarCells } from './xml-rows.ts';

/** A file that arrives in pieces, the smaller the more borders there are in it. */
function file(content: string | Buffer, size = 4096): OpenFile {
  const bytes = Buffer.from(content);
  return async function* () {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  };
}

/** Row limit of the plan. */
const ROWS_MAX = 300;

const inspect = (content: string | Buffer, wishes: ImportOptions = {}, preset: PresetName = 'own') =>
  inspectFile(file(content), presetOf(preset), wishes, { plan: 'Professional', rows: ROWS_MAX });

async function refusal(content: string | Buffer, wishes: ImportOptions = {}, preset: PresetName = 'own') {
  try {
    await inspect(content, wishes, preset);
  } catch (error) {
    if (error instanceof FileProblem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

async function rowsOf(open: OpenFile, format: FileFormat, preset: PresetName = 'own'): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const group of readRows(open, format, presetOf(preset))) rows.push(...group);
  return rows;
}

const cellsOf = (rows: readonly RawRow[]) => rows.map(({ cells }) => Object.fromEntries(cells.entries()));

const HEAD = 'external_id,brand\n';
const lines = (count: number): string => Array.from({ length: count }, (_, n) => `A${n},man\n`).join('');

describe('a file', () => {
  it('of CSV has the columns of its header, or of the positions of its format', async () => {
    expect(await inspect(`External ID;Marke;\nA1;man;x\nA2;man\n`)).toEqual({
      format: {
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ';',
        columns: ['external_id', 'marke', 'column_3'],
        hasHeader: true,
      },
      rows: 2,
    });
    const { format, rows } = await inspect('47;N1;Lkw;man\n', {}, 'mobile_de_csv');
    expect([format.hasHeader, format.columns.slice(0, 4), rows]).toEqual([
      false,
      ['kundennummer', 'interne_nummer', 'kategorie', 'marke'],
      1,
    ]);
    expect(format.columns.slice(-2)).toEqual(['import_row', 'import_errors']);
    const { positions } = presetOf('mobile_de_csv');
    const wide = await inspect(`${'x;'.repeat(positions.length + 4)}x\n`, {}, 'mobile_de_csv');
    expect(wide.format.columns.slice(-3)).toEqual([
      `column_${positions.length + 3}`,
      `column_${positions.length + 4}`,
      `column_${positions.length + 5}`,
    ]);
  });

  it('has a header if three columns are known, or all of fewer, or if the options say so', async () => {
    const hasHeader = async (first: string, wishes: ImportOptions = {}) =>
      (await inspect(`${first}\nx;y;z;w\n`, wishes, 'mobile_de_csv')).format.hasHeader;
    expect(await hasHeader('marke;modell;preis;zzz')).toBe(true);
    expect(await hasHeader('marke;modell;zzz;yyy')).toBe(false);
    expect(await hasHeader('marke;zzz')).toBe(false);
    expect(await hasHeader('marke;zzz', { hasHeader: true })).toBe(true);
    expect(await hasHeader('marke;modell;preis', { hasHeader: false })).toBe(false);
    expect((await inspect('marke;modell\nMAN;TGX\n', {}, 'mobile_de_csv')).format.hasHeader).toBe(true);
  });

  it('may name its separator in the first line, which is no row', async () => {
    for (const [first, separator] of [
      ['sep=;\r\n', ';'],
      ['"sep=|"\n', '|'],
      ['SEP=\t\n', '\t'],
      ['sep=;;;\n', ';'],
    ] as const) {
      const content = `${first}external_id,x${separator}brand\nA1${separator}man\n`;
      const { format, rows } = await inspect(content);
      expect([format.delimiter, format.columns, rows]).toEqual([separator, ['external_id,x', 'brand'], 1]);
      expect(cellsOf(await rowsOf(file(content, 3), format))).toEqual([
        { 'external_id,x': 'A1', brand: 'man' },
      ]);
    }
    const { format } = await inspect('sep=;\nexternal_id,brand\nA1,man\n', { delimiter: 'comma' });
    expect(format.columns).toEqual(['external_id', 'brand']);
  });

  it('has names with commas in brackets, where the rows below have one cell for each', async () => {
    const columns = async (header: string, row: string) =>
      (await inspect(`${header}\n${row}\n`)).format.columns;
    expect(await columns('external_id;price (EUR, net, fixed, dealers);brand', 'A1;45.900,00;man')).toEqual([
      'external_id',
      'price_(eur,_net,_fixed,_dealers)',
      'brand',
    ]);
    expect(await columns('external_id,price (EUR, net),brand', 'A1,45900,man')).toEqual([
      'external_id',
      'price_(eur,_net)',
      'brand',
    ]);
    expect(await columns('external_id,price (EUR, net),brand', 'A1,45900,x,man')).toHaveLength(4);
    expect(await columns('external_id,price (EUR,brand,model', 'A1,45900,man')).toHaveLength(4);
  });

  it('has no rows without text in them, wherever they stand', async () => {
    const content = ';;\nexternal_id;brand;\n;;\nA1;man;\n" ";"";\u00a0\n="";;\nA2;man;\n;;;;;\n;\n';
    const { format, rows } = await inspect(content);
    expect([format.columns.slice(0, 2), rows]).toEqual([['external_id', 'brand'], 2]);
    const read = await rowsOf(file(content, 5), format);
    expect(read.map(({ number, fault }) => [number, fault])).toEqual([
      [1, null],
      [2, null],
    ]);
  });

  it('notes columns whose dates are month-first, or some of them', async () => {
    const head = 'external_id;first_registration;ez;next_inspection;title\n';
    const content = `${head}A1;12/31/2018;31/12/2018;31/12/2018;12/31/2018\nA2;01/12/2018;12/31/2018;;\n`;
    expect((await inspect(content)).format.dateOrders).toEqual({
      first_registration: 'month-first',
      ez: 'mixed',
    });
    const xml = '<l><v externalId="A"><firstRegistration>12/31/2018</firstRegistration></v></l>';
    expect((await inspect(xml)).format.dateOrders).toEqual({ first_registration: 'month-first' });
  });

  it('has texts that a spreadsheet keeps as formulas, and no other formula', async () => {
    const content = 'external_id;brand;model\n="00123";"=""a ""b"""" ""c""";=A1\n"=""0""";=;= "x"\n';
    const { format } = await inspect(content);
    expect(cellsOf(await rowsOf(file(content), format))).toEqual([
      { external_id: '00123', brand: '="a "b"" "c"', model: '=A1' },
      { external_id: '0', brand: '=', model: 'x' },
    ]);
    const xml = '<l><v externalId="=&quot;007&quot;"><year>="2019"</year></v></l>';
    const { format: asXml } = await inspect(xml);
    expect(cellsOf(await rowsOf(file(xml), asXml))).toEqual([{ external_id: '007', year: '2019' }]);
  });

  it('is rejected where its header names nothing that is known, with what is probably meant', async () => {
    const message = await refusal('Markee,Xyzzy\nMAN,1\n');
    expect(message).toMatch(
      /^MISSING_COLUMNS: The first row names none of the columns of the preset own; it begins with "Markee"\. "Markee" is perhaps brand\. Expected are external_id, /,
    );
    expect(await refusal(`${'q'.repeat(45)},Xyzzy\n1,1\n`)).toMatch(
      new RegExp(`begins with "${'q'.repeat(40)}"\\. Expected are external_id`),
    );
    const twentyOne = [...Array.from({ length: 20 }, (_, n) => `zzqq${n}`), 'Markee'].join(',');
    expect(await refusal(`${twentyOne}\n1\n`)).not.toContain('perhaps');
    const twenty = [...Array.from({ length: 19 }, (_, n) => `zzqq${n}`), 'Markee'].join(',');
    expect(await refusal(`${twenty}\n1\n`)).toContain('"Markee" is perhaps brand.');
    expect(await refusal(`Markee${' '.repeat(60)}.,Xyzzy\n1,1\n`)).toContain(
      `"Markee${' '.repeat(34)}" is perhaps`,
    );
  });

  it('has as many rows as its plan imports, and at least one', async () => {
    expect((await inspect(HEAD + lines(ROWS_MAX))).rows).toBe(ROWS_MAX);
    expect(await refusal(HEAD + lines(ROWS_MAX + 1))).toBe(
      'TOO_MANY_ROWS: The file has more than 300 rows, the maximum per import of the plan Professional.',
    );
    for (const empty of ['', ' \n\n ']) expect(await refusal(empty)).toBe('EMPTY_FILE: The file is empty.');
    expect(await refusal(HEAD)).toBe('EMPTY_FILE: The file has no rows.');
    expect(await refusal('\n\n""')).toBe('EMPTY_FILE: The file has no rows.');
    expect(await refusal('<listings></listings>')).toBe('EMPTY_FILE: The file has no rows.');
    expect(await refusal('"never closed\n')).toMatch(/^TOO_MANY_COLUMNS: The first row has a quote/);
  });

  it('is XML if it starts like XML, after blanks, or if the request says so; otherwise as its format is read', async () => {
    const xml = ' \n<listings><listing externalId="A"/></listings>';
    expect(await inspect(xml)).toEqual({
      format: { format: 'xml', encoding: 'utf-8', delimiter: '', columns: [], hasHeader: false },
      rows: 1,
    });
    expect(await refusal(xml, {}, 'ax10_csv')).toBe(
      'MISSING_COLUMNS: The preset ax10_csv reads CSV; this is XML.',
    );
    expect(await refusal(xml, { format: 'csv' })).toMatch(/^MISSING_COLUMNS: The first row/);
    expect(await refusal(HEAD + lines(1), { format: 'xml' })).toMatch(/^MALFORMED_XML/);
    for (const format of ['auto', 'csv'] as const)
      expect((await inspect(HEAD + lines(1), { format })).format.format).toBe('csv');
    expect((await inspect(xml, { format: 'auto' })).format.format).toBe('xml');
    expect((await inspect('make,vin\nMAN,1\n', {}, 'truckradar_xml')).format.format).toBe('csv');
    expect(await refusal('<a><b c="d"/></a>')).toBe(
      'MISSING_COLUMNS: No element is a field of the preset own.',
    );
    expect((await inspect('<l><v z="1"/><v brand="man"/></l>')).rows).toBe(2);
  });

  it('is decoded by its detected encoding, or by the given one', async () => {
    const latin = Buffer.from(`${HEAD}M\xe4rz,man\n`, 'latin1');
    const encoding = async (wishes: ImportOptions) => (await inspect(latin, wishes)).format.encoding;
    expect([
      await encoding({}),
      await encoding({ encoding: 'auto' }),
      await encoding({ encoding: 'iso-8859-15' }),
    ]).toEqual(['windows-1252', 'windows-1252', 'iso-8859-15']);
    expect(await refusal(latin, { encoding: 'utf-8' })).toBe(
      'UNREADABLE_TEXT: The file is not valid utf-8; name its encoding.',
    );
  });

  it('is looked at by its first twenty rows, whatever its columns are', async () => {
    for (const size of [10, 64, 1 << 20]) {
      const { rows } = await inspectHead(file(`zzz,yyy\n${lines(50)}`, size), presetOf('own'), {});
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    }
    const { rows } = await inspectHead(file(HEAD + lines(3)), presetOf('own'), {});
    expect(rows).toHaveLength(3);
  });
});

describe('rows of CSV', () => {
  const format = (columns: readonly string[], hasHeader = true): FileFormat => ({
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    columns,
    hasHeader,
  });

  it('are numbered from the first after the header, in whatever pieces they come', async () => {
    for (const size of [1, 5, 1000]) {
      const rows = await rowsOf(file('a,b\n1,2\n3,4', size), format(['a', 'b']));
      expect([rows.map(({ number }) => number), cellsOf(rows)]).toEqual([
        [1, 2],
        [
          { a: '1', b: '2' },
          { a: '3', b: '4' },
        ],
      ]);
      expect(await rowsOf(file('1,2\n3,4', size), format(['a', 'b'], false))).toHaveLength(2);
    }
  });

  it('have no text for columns that are left out, and a fault for text behind the last column', async () => {
    const rows = await rowsOf(file('a,b\n1\n1,2,\n1,2,x\n1,2,,,y\n'), format(['a', 'b']));
    expect(cellsOf(rows)[0]).toEqual({ a: '1', b: '' });
    expect([
      rows[0]?.cells.get('b'),
      rows[0]?.cells.get('c'),
      rows[0]?.cells.has('b'),
      rows[0]?.cells.has('c'),
    ]).toEqual(['', undefined, true, false]);
    expect(rows.map(({ fault }) => fault)).toEqual([
      null,
      null,
      {
        text: 'has {count} columns instead of {expected}; check the separators and quotes',
        values: { count: 3, expected: 2 },
      },
      {
        text: 'has {count} columns instead of {expected}; check the separators and quotes',
        values: { count: 5, expected: 2 },
      },
    ]);
  });
});

describe('rows of XML', () => {
  const format = { format: 'xml', encoding: 'utf-8', delimiter: '', columns: [], hasHeader: false } as const;
  const ownFormatCells = async (xml: string, size = 1000) => cellsOf(await rowsOf(file(xml, size), format));

  it('are numbered, and have the fields of the API as columns', async () => {
    const xml =
      '<listings><listing externalId="A"><brand>man</brand><grossVehicleWeightKg>18000</grossVehicleWeightKg>' +
      '<technical><fuelType>diesel</fuelType></technical><contact name="Anna"><phone>1</phone></contact>' +
      '<location country="DE" postalCode="20095"><city>Hamburg</city></location></listing>' +
      '<listing/><listing externalId=" "><brand/></listing><listing externalId="B"/></listings>';
    for (const size of [3, 1000]) {
      const rows = await rowsOf(file(xml, size), format);
      expect(rows.map(({ number }) => number)).toEqual([1, 2]);
      expect(cellsOf(rows)).toEqual([
        {
          external_id: 'A',
          brand: 'man',
          gross_vehicle_weight_kg: '18000',
          fuel_type: 'diesel',
          contact_name: 'Anna',
          contact_phone: '1',
          country: 'DE',
          postal_code: '20095',
          city: 'Hamburg',
        },
        { external_id: 'B' },
      ]);
    }
  });

  it('have prices by text or attributes, and lists by their elements or as one text', async () => {
    const [first, second] = await ownFormatCells(
      '<l><v><price currency="EUR" type="fixed" vatRate="19"> 45 </price><features><feature>abs</feature><other>x</other><feature> esp </feature></features>' +
        '<images><image url="b" position="2"/><image url="c"/><image position="1">a</image></images></v>' +
        '<v><price amount="7"> </price><features>abs|esp</features></v></l>',
    );
    expect(first).toEqual({
      price: ' 45 ',
      currency: 'EUR',
      price_type: 'fixed',
      vat_rate: '19',
      features: 'abs|esp',
      image_urls: 'a|b|c',
    });
    expect(second).toEqual({ price: '7', features: 'abs|esp' });
    expect(
      await ownFormatCells(
        '<l><v><features><feature>a</feature><feature>b</feature><feature>c</feature></features></v></l>',
      ),
    ).toEqual([{ features: 'a|b|c' }]);
  });

  it('of TruckRadar are flat, but for lists, and know what kind of vehicle they are', async () => {
    const rows = await rowsOf(
      file(
        '<inventory><truck><vin>1</vin><photos><photo url=" a "/><photo>b</photo></photos></truck></inventory>',
      ),
      format,
      'truckradar_xml',
    );
    expect(cellsOf(rows)).toEqual([{ vehicle_type: 'truck', vin: '1', photos: 'a|b' }]);
    const bare = { name: 'trailer', attributes: {}, children: [], text: '' };
    expect([...truckradarCells(bare)]).toEqual([['vehicle_type', 'trailer']]);
  });

  it('are none without an element', async () => {
    await expect(ownFormatCells('<!-- nothing -->')).rejects.toThrow(FileProblem);
  });
});
