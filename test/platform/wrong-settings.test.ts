import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

it.each([
  ['a secret that is missing', { DATABASE_URL: 'postgres://127.0.0.1/market' }, /^APP_SECRET is required/],
  ['a port that is none', { PORT: 'many' }, /^PORT must be a whole number/],
])('%s is told in one line, and the start fails', (_name, settings, line) => {
  const { PATH } = process.env;
  const started = spawnSync(process.execPath, ['scripts/start.mjs', 'server'], {
    cwd: PACKAGE_ROOT,
    env: { PATH, ...settings },
    encoding: 'utf8',
  });
  expect(started.status).toBe(1);
  expect(started.stderr).toMatch(line);
  expect(started.stderr.trim().split('\n')).toHaveLength(1);
});
