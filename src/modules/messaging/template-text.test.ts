import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterCount, fillTemplate, firstCharacters } from './template-text.ts';

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
    ['{{ä}} {{1}} {{}}', {}, '{{ä}} {{1}} {{}}'],
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
