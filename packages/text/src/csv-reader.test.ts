import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, CsvReader, sniffDelimiter, type CsvRecord } from './csv-reader.ts';

function read(text: string, options: { delimiter?: string; pieceLength?: number } = {}): CsvRecord[] {
  const reader = new CsvReader(options.delimiter ?? ',');
  const records: CsvRecord[] = [];
  const step = options.pieceLength ?? 7;
  for (let index = 0; index < text.length; index += step)
    records.push(...reader.push(text.slice(index, index + step)));
  return [...records, ...reader.end()];
}

const cellsOf = (records: readonly CsvRecord[]) => records.map((record) => record.cells);
const faultsOf = (records: readonly CsvRecord[]) => records.map((record) => record.fault !== null);

describe('CsvReader', () => {
  it('reads quotes, doubled quotes, line breaks inside them and mixed line ends', () => {
    const text = 'a,"b ""c""",\r\n"x\ny",2,3\n\n1,2,3\r4,5,6';
    expect(cellsOf(read(text))).toEqual([
      ['a', 'b "c"', ''],
      ['x\ny', '2', '3'],
      ['1', '2', '3'],
      ['4', '5', '6'],
    ]);
  });

  it('takes apostrophes, inches and other alphabets as text', () => {
    expect(cellsOf(read(`Lion's Coach,22.5" rims,КамАЗ 🚛\n`))).toEqual([
      ["Lion's Coach", '22.5" rims', 'КамАЗ 🚛'],
    ]);
  });

  it('loses one line to a quote that is never closed', () => {
    const records = read('1,a\n2,"b\n3,c\n4,d\n');
    expect(faultsOf(records)).toEqual([false, true, false, false]);
    expect(records[1]?.cells).toEqual(['2']);
    expect(cellsOf(records.slice(2))).toEqual([
      ['3', 'c'],
      ['4', 'd'],
    ]);
  });

  it('loses one line to text behind a closing quote', () => {
    expect(faultsOf(read('1,"a"b\n2,c\n'))).toEqual([true, false]);
  });

  it.each([
    ['a field of 20 MB', `1,${'x'.repeat(20_000_000)}\n2,b\n`],
    ['a quoted field of 20 MB', `1,"${'x'.repeat(20_000_000)}"\n2,b\n`],
    ['a million columns', `${'1,'.repeat(1_000_000)}\n2,b\n`],
    ['a NUL', '1,a\0\n2,b\n'],
  ])('gives up the line with %s, and no other', (_name, text) => {
    const records = read(text, { pieceLength: 65_536 });
    expect(faultsOf(records)).toEqual([true, false]);
    expect(records[1]?.cells).toEqual(['2', 'b']);
  });

  it('reads what csv-parse reads, in pieces of any size', () => {
    const cell = fc.stringMatching(/^[a-z0-9 "';,\n\r äЖ]{0,12}$/);
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, pieceLength) => {
        const text = rows.map((row) => csvLine(row)).join('');
        const expected: unknown = parse(text, { relax_column_count: true, record_delimiter: '\r\n' });
        expect(cellsOf(read(text, { pieceLength }))).toEqual(expected);
        expect(cellsOf(read(text, { pieceLength }))).toEqual(rows);
      }),
    );
  });

  it('comes to an end with any text, and to the same one in any pieces', () => {
    const hostile = fc.stringMatching(/^[a",;\n\r\0 ]{0,60}$/);
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 9 }), (text, pieceLength) => {
        expect(read(text, { pieceLength })).toEqual(read(text, { pieceLength: 1000 }));
      }),
    );
  });
});

describe('sniffDelimiter', () => {
  it.each([
    ['a;b;"c,d,e,f"\n1,2,3,4,5', ';'],
    ['a\tb\tc\n', '\t'],
    ['a,b\n', ','],
    ['single\n', ','],
    ['a;b;price (EUR, net, no VAT, fixed)\n1;2;45.900,00\n', ';'],
    ['a;price (net, fixed)\n1;45,00\n2;46,00\n', ';'],
    ['a;b;c (1, 2, 3, 4)\n1;x, y\n', ';'],
    ['sep=;\r\na,b,c;d\r\n', ';'],
    ['"sep=|"\na,b|c\n', '|'],
    ['sep=\t\na,b\tc\n', '\t'],
    ['separator;b\n', ';'],
  ])('finds the separator of %j', (head, delimiter) => {
    expect(sniffDelimiter(head, ',')).toBe(delimiter);
  });
});
