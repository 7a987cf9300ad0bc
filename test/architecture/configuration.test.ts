import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { VARIABLES } from '../../src/config/variables.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const page = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'operations.md'), 'utf8');

const read: ReadonlySet<string> = new Set(Object.keys(VARIABLES));
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
