import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const execute = promisify(execFile);

/** The folder with the packages of `tools/NAME`, which the first use downloads. */
export async function fetchTool(name: string): Promise<string> {
  const script = path.join(PACKAGE_ROOT, 'scripts', 'fetch-tool.mjs');
  const { stdout } = await execute(process.execPath, [script, name]);
  return stdout.trim();
}

/** Loads packages of `tools/NAME`. `tsc` does not know them, so callers declare the part that they use. */
export async function loaderOfTool(name: string): Promise<(specifier: string) => unknown> {
  return createRequire(path.join(await fetchTool(name), 'package.json'));
}
