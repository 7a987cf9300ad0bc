import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterCount, fillTemplate, findBrokenPlaceholder, firstCharacters } from './template-text.ts';

describe('a template', () => {
  it.each([
    ['Hello {{name}}!', { name: 'Ana' }, 'Hello Ana!'],
    ['{{ name }} and {{name}}', { name: 'Ana' }, 'Ana and Ana'],
    ['{{a}}{{b}}', { a: '{{b}}', b: 'x' }, '{{b}}x'],
    ['{{a}}', { a: '{{a}}' }, '{{a}}'],
    ['{{a}}', { a: "$& $1 $' $$" }, "$& $1 $' $$"],
    ['{{a}}', { a: '' }, ''],
    ['{{{a}}}', { a: 'x' }, '{x}'],
    ['{{a}', { a: 'x' }, '{{a}'],
    ['{{a b}}', { a: 'x' }, '{{a b}}'],
    ['{{käufer}}, {{ 買家 }}', { käufer: 'Jörg', 買家: '王' }, 'Jörg, 王'],
    [
      '{{first-name}} {{buyer.name}} {{_x}} {{1}}',
      { 'first-name': 'A', 'buyer.name': 'B', _x: 'C', '1': 'D' },
      'A B C D',
    ],
    ['{{ka\u0308ufer}}', { 'k\u00e4ufer': 'Jörg' }, 'Jörg'],
    ['{{k\u00e4ufer}}', { 'ka\u0308ufer': 'Jörg' }, 'Jörg'],
    ['{{नाम}}', { नाम: 'Ravi' }, 'Ravi'],
    ['{{}}', {}, '{{}}'],
    ['{{constructor}} {{__proto__}} {{toString}}', {}, '{{constructor}} {{__proto__}} {{toString}}'],
    ['{{constructor}}', { constructor: 'x' }, '{{constructor}}'],
    ['no placeholder', { a: 'x' }, 'no placeholder'],
  ] as [string, Record<string, string>, string][])('%j with %j', (content, variables, text) => {
    expect(fillTemplate(content, variables)).toEqual({ text });
  });

  it('names what is missing, each once', () => {
    expect(fillTemplate('{{price}} {{name}} {{price}} {{date}}', { name: 'Ana' })).toEqual({
      missing: ['price', 'date'],
    });
  });

  it.each(['{{'.repeat(100_000), `{{${' '.repeat(100_000)}`, '{{a'.repeat(100_000)])(
    'leaves a flood of braces as it is',
    (flood) => {
      expect(fillTemplate(flood, {})).toEqual({ text: flood });
    },
  );

  it.each([
    ['{{a b}}', '{{a b}}'],
    ['Hello {{name}}, {{}}!', '{{}}'],
    ['Hello {{first name}} and {{last name}}', '{{first name}}'],
    ['{{a@b}}', '{{a@b}}'],
    ['Hello {{name', '{{name'],
    ['Hello name}}!', '}}'],
    ['{{{{a}}}}', '{{{{a}}'],
    ['{{line\nbreak}}', '{{line\nbreak}}'],
    [`{{${'x'.repeat(101)}}}`, `{{${'x'.repeat(38)}`],
  ])('%j holds braces without a name: %j', (content, broken) => {
    expect(findBrokenPlaceholder(content)).toBe(broken);
  });

  it.each([
    'no placeholder',
    '{{name}} {{käufer}} {{first-name}} {{buyer.name}}',
    '{ a } { }',
    '{{{a}}}',
    '{{{a}}{b}',
    '',
  ])('%j holds placeholders only', (content) => {
    expect(findBrokenPlaceholder(content)).toBeNull();
  });

  it('is filled in one pass, whatever the variables hold', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(fillTemplate('<{{a}}|{{b}}>', { a, b })).toEqual({ text: `<${a}|${b}>` });
      }),
    );
  });
});

it('counts characters, not code units', () => {
  expect(characterCount('a🚛é')).toBe(3);
  expect(firstCharacters('a🚛é', 2)).toBe('a🚛');
  expect(firstCharacters('ab', 5)).toBe('ab');
});
