import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const execute = promisify(execFile);

/** Returns the folder with the packages of `tools/NAME`; the first call downloads them. */
export async function fetchTool(name: string): Promise<string> {
  const script = path.join(PACKAGE_ROOT, 'scripts', 'fetch-tool.mjs');
  const { stdout } = await execute(process.execPath, [script, name]);
  return stdout.trim();
}

/** Returns a function that loads packages of `tools/NAME`. `tsc` does not know them, so callers declare the types they use. */
export async function loaderOfTool(name: string): Promise<(specifier: string) => unknown> {
  return createRequire(path.join(await fetchTool(name), 'package.json'));
}
