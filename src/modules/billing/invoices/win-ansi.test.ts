import { expect, it } from 'vitest';
import { toWinAnsi } from './win-ansi.ts';

it.each([
  ['Müller & Söhne, 5 €', 'Müller & Söhne, 5 €'],
  ['Łódź Święta Żółć', 'Lódz Swieta Zólc'],
  ['Škoda Žilina', 'Škoda Žilina'],
  ['Ďáblice Čech', 'Dáblice Cech'],
  ['I\u0307stanbul', 'Istanbul'],
  ['Мост', '????'],
  ['two\nlines', 'two\nlines'],
])('%s', (text, expected) => {
  expect(toWinAnsi(text)).toBe(expected);
});
