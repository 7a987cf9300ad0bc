/** What every page loads stays small. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { readAssets } from '../../src/storefront/shell/assets.ts';

const KB = 1024;
const BROWSER = path.join(PACKAGE_ROOT, 'dist', 'browser');

const sizeOf = (file: string): number => readFileSync(path.join(BROWSER, `${file}.br`)).length;

it('the style sheet is at most 14 kB, compressed', () => {
  expect(sizeOf(readAssets().style)).toBeLessThanOrEqual(14 * KB);
});

it('the scripts of the storefront are at most 20 kB together, compressed', () => {
  const manifest = JSON.parse(readFileSync(path.join(BROWSER, 'manifest.json'), 'utf8')) as Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
    }
  >;
  const found = new Set<string>();
  const add = (name: string): void => {
    const entry = manifest[name];
    if (entry === undefined || found.has(entry.file)) return;
    found.add(entry.file);
    for (const other of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) add(other);
  };
  add('browser/islands/main.ts');
  const sum = [...found].reduce((total, file) => total + sizeOf(file), 0);
  expect(sum).toBeLessThanOrEqual(20 * KB);
});

it('one typeface is loaded ahead', () => {
  expect(readAssets().fonts).toHaveLength(1);
});
