import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

interface LintConfig {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: Readonly<Record<string, unknown>>;
  }[];
}

const LIMITS = ['eslint/complexity', 'eslint/max-depth', 'eslint/max-params'];
const config = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, '.oxlintrc.json'), 'utf8')) as LintConfig;

function filesExceeding(rule: string, files: readonly string[]): string[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'fifthwheel-lint-'));
  const file = path.join(directory, 'limits.json');
  writeFileSync(file, JSON.stringify({ rules: { [rule]: config.rules[rule] } }));
  const oxlint = path.join(PACKAGE_ROOT, 'node_modules/oxlint/bin/oxlint');
  const run = spawnSync(process.execPath, [oxlint, '-c', file, '-f', 'json', ...files], {
    cwd: PACKAGE_ROOT,
    encoding: 'utf8',
  });
  rmSync(directory, { recursive: true });
  const { diagnostics } = JSON.parse(run.stdout) as {
    readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
  };
  const code = `eslint(${path.basename(rule)})`;
  return [
    ...new Set(
      diagnostics.filter((diagnostic) => diagnostic.code === code).map((diagnostic) => diagnostic.filename),
    ),
  ].toSorted();
}

/** Maximum number of files exempt from each limit. Lower the numbers when possible; never raise them. */
const EXEMPT_MAX: Readonly<Record<string, number>> = {
  'eslint/complexity': 8,
  'eslint/max-depth': 0,
  'eslint/max-params': 1,
};

it.each(LIMITS)('%s: only files that exceed it are exempt, and they become fewer', (rule) => {
  const exempt = config.overrides
    .filter(({ rules }) => rules[rule] === 'off')
    .flatMap(({ files }) => files)
    .filter((file) => !file.includes('*'));
  expect(exempt.length).toBeLessThanOrEqual(EXEMPT_MAX[rule] ?? 0);
  expect(exempt.length === 0 ? [] : filesExceeding(rule, exempt)).toEqual(exempt.toSorted());
});
