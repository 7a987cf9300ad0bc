import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const FILES_MAX = 35;

const walks = readFileSync(path.join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    name: section.split('\n')[0],
    files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map((match) => match[1] ?? ''),
  }))
  .filter(({ files }) => files.length > 0);

describe('the walks in CONTRIBUTING.md', () => {
  it('are those of a search and of a new listing', () => {
    expect(walks.map(({ name }) => name)).toEqual([
      '`GET /search`',
      '`POST /seller/listings` with `publish: true`, to the webhook',
    ]);
  });

  it.each(walks)('$name: files that exist, each once, and no more than a newcomer reads', ({ files }) => {
    expect(files.filter((file) => !existsSync(path.join(PACKAGE_ROOT, file)))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
    expect(files.length).toBeLessThanOrEqual(FILES_MAX);
  });
});
