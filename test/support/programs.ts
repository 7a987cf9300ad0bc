import { spawnSync } from 'node:child_process';
import { report } from './report.ts';

/**
 * Returns whether the programs that a test requires are installed. If one is missing, reports what the run leaves out; in
 * CI, where `.ci/run` installs them, throws instead.
 */
export function canUse(what: string, ...programs: readonly string[]): boolean {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return true;
  const text = `skipped because ${missing.join(' and ')} is not installed: ${what}`;
  if (isContinuousIntegration()) throw new Error(text);
  report(text);
  return false;
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status === 0;
}

function isContinuousIntegration(): boolean {
  return !['', '0', 'false', undefined].includes(process.env['CI']);
}
