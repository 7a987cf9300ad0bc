import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const SOURCES = path.join(PACKAGE_ROOT, 'src');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(path.join(SOURCES, name), 'utf8') }));

const importersOf = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

it('images are decoded in image processes alone', () => {
  expect(importersOf(/(?:from|import\()\s*'sharp'/)).toEqual(['modules/media/image-renderer.ts']);
  // Type-only imports do not exist at run time.
  expect(importersOf(/^import (?!type )(?!\{ type \w+ \})[^;]*'\.\/image-renderer\.ts'/m)).toEqual([
    'modules/media/image-process.ts',
  ]);
});
