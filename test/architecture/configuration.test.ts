import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const CONFIG = path.join(PACKAGE_ROOT, 'src', 'config');
const source = readdirSync(CONFIG)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(path.join(CONFIG, name), 'utf8'))
  .join('\n');
const page = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'operations.md'), 'utf8');

const read = new Set(
  [...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map((match) => match[1] ?? ''),
);
const described = new Set(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]*)`/g)])
    .map((match) => match[1] ?? ''),
);

it('finds the variables', () => {
  expect([...read]).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'S3_BUCKET', 'TRUST_PROXY']));
});

it('docs/operations.md describes every variable that is read, and no other', () => {
  expect([...described].toSorted()).toEqual([...read].toSorted());
});
