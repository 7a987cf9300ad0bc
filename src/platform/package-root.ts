import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of package.json, found from the sources as well as from dist/; migrations and assets are below it. */
export const PACKAGE_ROOT = findRoot(path.dirname(fileURLToPath(import.meta.url)));

/** Files that the build copies from packages. */
export const ASSETS_DIRECTORY = path.join(PACKAGE_ROOT, 'dist', 'assets');

const manifest = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

export const VERSION = manifest.version;
/** The oldest Node.js that this release runs on. */
export const NODE_VERSION_MIN = manifest.engines.node.replace('>=', '');

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error('package.json is not above the program');
  return findRoot(parent);
}
