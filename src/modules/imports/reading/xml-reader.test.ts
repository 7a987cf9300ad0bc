import { describe, expect, it } from 'vitest';
import { FileProblem } from '../problems.ts';
import { type XmlElement, XmlReader } from './xml-reader.ts';

const TEXT_MAX = 64 * 1024;

/** The vehicles of a file that arrives in these pieces. */
function read(...pieces: readonly string[]): readonly XmlElement[] {
  const reader = new XmlReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

function refusalOf(...pieces: readonly string[]): string {
  try {
    read(...pieces);
  } catch (error) {
    if (error instanceof FileProblem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const attributes = (count: number): string =>
  Array.from({ length: count }, (_, number) => ` a${number}="1"`).join('');
const vehicle = (elements: number): string => `<v>${'<e/>'.repeat(elements - 1)}</v>`;

describe('a file', () => {
  it('is read as it arrives, one element of the list after another, without prefixes', () => {
    const reader = new XmlReader();
    expect(reader.root).toBeNull();
    expect(reader.push('<d:list d:of="x">\n between <d:v x:id="1"><d:na')).toEqual([]);
    expect(reader.root).toMatchObject({ name: 'list', attributes: { of: 'x' }, children: [], text: '' });
    const name = (text: string) => ({ name: 'name', attributes: {}, children: [], text });
    expect(reader.push('me>A &amp; <![CDATA[<B>]]></d:name></d:v> between <v><name>C</name></v>')).toEqual([
      { name: 'v', attributes: { id: '1' }, children: [name('A & <B>')], text: '' },
      { name: 'v', attributes: {}, children: [name('C')], text: '' },
    ]);
    expect(reader.push('</d:list>')).toEqual([]);
    expect(reader.end()).toEqual([]);
  });

  it('has elements twenty deep, and no deeper', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(read(nested(20))).toHaveLength(1);
    expect(refusalOf(nested(21))).toBe('FORBIDDEN_XML: The XML has elements more than 20 deep.');
  });

  it('has fifty attributes at each element, and no more', () => {
    const [first, second] = read(`<l><v${attributes(50)}/><v${attributes(50)}/></l>`);
    expect([first, second].map((element) => Object.keys(element?.attributes ?? {}).length)).toEqual([50, 50]);
    expect(refusalOf(`<l><v${attributes(51)}/></l>`)).toBe(
      'FORBIDDEN_XML: The XML has an element with more than 50 attributes.',
    );
  });

  it('has two thousand elements in each vehicle, and no more', () => {
    const items = read(`<l><v/>${vehicle(2000)}${vehicle(2000)}</l>`);
    expect(items.map(({ children }) => children.length)).toEqual([0, 1999, 1999]);
    expect(refusalOf(`<l><v/>${vehicle(2001)}</l>`)).toBe(
      'FORBIDDEN_XML: The XML has more than 2000 elements in one vehicle.',
    );
  });

  it('has 262,144 characters in each vehicle, names and values included, and no more', () => {
    const text = 'x'.repeat(TEXT_MAX);
    const rest = 'x'.repeat(TEXT_MAX - 'v'.length - 4 * 'a'.length - 'b'.length);
    const item = (last: string) => `<v b="${last}"><a>${text}</a><a>${text}</a><a>${text}</a><a/></v>`;
    expect(read(`<l><v/>${item(rest)}${item(rest)}</l>`)).toHaveLength(3);
    expect(refusalOf(`<l><v/>${item(`${rest}x`)}</l>`)).toBe(
      'FORBIDDEN_XML: The XML has more than 262144 characters in one vehicle.',
    );
  });

  it('has texts and values of 65,536 characters, and no longer ones, also where they come in parts', () => {
    const [longest, longer] = ['x'.repeat(TEXT_MAX), 'x'.repeat(TEXT_MAX + 1)];
    const [item] = read(`<l><v a="${longest}">${longest}</v></l>`);
    expect([item?.text.length, item?.attributes['a']?.length]).toEqual([TEXT_MAX, TEXT_MAX]);
    const refusal = `FORBIDDEN_XML: The XML has a text of more than ${TEXT_MAX} characters.`;
    for (const inner of [`<v>${longer}</v>`, `<v a="${longer}"/>`, `<v>${longest}<![CDATA[x]]></v>`])
      expect(refusalOf(`<l>${inner}</l>`)).toBe(refusal);
  });

  it('is rejected as soon as three times as much comes without a tag', () => {
    const comment = (length: number) => `<!--${'x'.repeat(length - 7)}-->`;
    expect(read('<l>', comment(3 * TEXT_MAX), '<v/></l>')).toHaveLength(1);
    // Each tag resets the limit.
    expect(
      read('<l>', comment(2 * TEXT_MAX), '<v>', comment(2 * TEXT_MAX), '</v>', comment(2 * TEXT_MAX), '</l>'),
    ).toHaveLength(1);
    expect(refusalOf('<l>', comment(3 * TEXT_MAX + 1))).toContain('a text of more than');
  });
});
