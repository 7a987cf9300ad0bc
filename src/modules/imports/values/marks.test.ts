import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLEAR, markedText, unmarkedText } from './marks.ts';

describe('marks of cells', () => {
  it.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+49 40 1234567', "'+49 40 1234567"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-Scheinwerfer', "'-Scheinwerfer"],
    ["'=1+1", "''=1+1"],
    ["Lion's Coach", "Lion's Coach"],
    ["'quoted'", "'quoted'"],
    ['-0.1276', '-0.1276'],
    ['\\N', '\\\\N'],
  ])('writes %j as %j', (text, cell) => {
    expect(markedText(text)).toBe(cell);
    expect(unmarkedText(cell)).toBe(text);
  });

  it('reads back whatever it wrote, and never writes a formula or a clearing mark', () => {
    const risky = fc.stringMatching(/^['\\=+\-@N\t]{0,6}[a-z0-9.]{0,4}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), risky), (text) => {
        const cell = markedText(text);
        expect(unmarkedText(cell)).toBe(text);
        expect(cell).not.toBe(CLEAR);
        expect(/^[=+@\t\r\0]/.test(cell) || /^-(?!\d+(\.\d+)?$)/.test(cell)).toBe(false);
      }),
    );
  });
});
