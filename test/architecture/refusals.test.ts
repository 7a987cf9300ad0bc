import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const sources = readdirSync(path.join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(path.join(PACKAGE_ROOT, 'src', name), 'utf8')] as const);

it('errors about a rate limit name the limit that was reached', () => {
  const refusing = sources.filter(([, text]) => /AppError\(\s*'RATE_LIMITED'/.test(text));
  expect(refusing.map(([name]) => name)).toEqual(['platform/errors/rate-limited.ts']);
});
