import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { sources } from './sources.ts';

const rows = readFileSync(path.join(PACKAGE_ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| Term') && !line.startsWith('| ---'));

it('every name in the last column of the glossary exists in the code', () => {
  const names = rows.flatMap((row) =>
    [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  );
  expect(names.length).toBeGreaterThan(30);
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

it('the glossary defines each term once', () => {
  const terms = rows.flatMap((row) => (row.split('|')[1] ?? '').split(',').map((term) => term.trim()));
  expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
});
