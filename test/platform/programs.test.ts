/** Continuous integration skips no test because of a missing program. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { canUse } from '../support/programs.ts';

const script = readFileSync(path.join(PACKAGE_ROOT, '.ci/run'), 'utf8');

afterEach(() => vi.unstubAllEnvs());

it.each(['true', '1'])('CI=%s: a test whose program is missing fails', (ci) => {
  vi.stubEnv('CI', ci);
  expect(() => canUse('the missing feature', 'sh', 'no-such-program')).toThrow(
    'skipped because no-such-program is not installed: the missing feature',
  );
  expect(canUse('the present feature', 'sh')).toBe(true);
});

it.each([undefined, '', '0', 'false'])('CI=%s: it is skipped, with a message', (ci) => {
  vi.stubEnv('CI', ci);
  const stderrWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(canUse('the missing feature', 'no-such-program')).toBe(false);
  expect(stderrWrite).toHaveBeenCalledWith(
    'skipped because no-such-program is not installed: the missing feature\n',
  );
  stderrWrite.mockRestore();
});

it('every program that a test requires is installed by .ci/run, which sets CI', () => {
  expect(script).toMatch(/^export CI=true$/m);
  const installed = new Set([...script.matchAll(/^need (\S+) /gm)].map((match) => match[1]));
  const files = readdirSync(path.join(PACKAGE_ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== path.join('platform', 'programs.test.ts'),
  );
  const required = new Set(
    files.flatMap((file) => {
      const text = readFileSync(path.join(PACKAGE_ROOT, 'test', file), 'utf8');
      const calls = text.matchAll(/canUse\(\s*(?:'[^']*'|`[^`]*`),([^)]*)\)/g);
      return [...calls].flatMap((call) =>
        [...(call[1] ?? '').matchAll(/'([a-z\d_-]+)'/g)].map((name) => name[1]),
      );
    }),
  );
  expect([...required]).toEqual(expect.arrayContaining(['psql', 'redis-server']));
  expect([...required].filter((name) => !installed.has(name))).toEqual([]);
});

it('.ci/run fails when any of its suites does, and runs all of them', () => {
  const suites = readFileSync(path.join(PACKAGE_ROOT, '.ci/suites'), 'utf8');
  for (const each of [script, suites]) expect(each).toMatch(/^set -euo pipefail$/m);
  expect(script).toMatch(/^npm run check$/m);
  expect(script.trimEnd()).toMatch(/^exec env SUITES=short \.ci\/suites$/m);
  const otherSuites = [
    'check:tools',
    'check:clients',
    'check:schemathesis',
    'test:faults',
    'test:opensearch',
  ];
  for (const suite of ['test', ...otherSuites]) expect(suites).toMatch(new RegExp(`^suite ${suite}$`, 'm'));
  expect(suites).toContain('npm run test:scale');
  expect(suites.trimEnd()).toMatch(/^\[ "\$\{#failed\[@\]\}" -eq 0 \]$/m);
});
