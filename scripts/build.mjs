// Builds the program if a source is newer than the last build:
// - compiles each of packages/ to its own dist/, and src/ and bench/ to dist/, with bundles of libraries in place,
// - writes the reference to dist/reference, and the types of the clients from it,
// - compiles texts/ to dist/texts, bundles browser/ into dist/browser and compiles the client package.
// Types are checked by `npm run check`, not here, so that a start costs a fraction of a second.
import '../bin/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const client = path.join('clients', 'typescript', 'src');
const packages = readdirSync(path.join(root, 'packages')).map((name) => path.join('packages', name));
const stamp = path.join(root, 'dist', '.built');

function* filesBelow(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else yield full;
  }
}

/** A file that was added or changed moves its own or its directory's time; a removed one moves the directory's. */
function isFresh() {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  const ofPackages = packages.map((folder) => path.join(folder, 'src'));
  const sources = ['src', 'bench', 'texts', 'browser', client, ...ofPackages].filter((dir) =>
    existsSync(path.join(root, dir)),
  );
  for (const dir of sources) {
    for (const file of filesBelow(path.join(root, dir))) {
      if (statSync(file).mtimeMs > builtAt || statSync(path.dirname(file)).mtimeMs > builtAt) return false;
    }
  }
  return ['tsconfig.build.json', 'package.json', path.join('resources', 'openapi-examples.json')].every(
    (name) => statSync(path.join(root, name)).mtimeMs <= builtAt,
  );
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
}

function compile(tsc, project) {
  run(tsc, '-p', project, '--noCheck');
}

export async function build({ force = false, reloads = false } = {}) {
  if (!force && isFresh()) return;
  const startedAt = new Date();
  const require = createRequire(import.meta.url);
  let tsc;
  try {
    tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    if (existsSync(stamp)) return; // an installation without development packages runs what was built for it
    throw new Error(
      'typescript is not installed: run `npm ci`, or `npm run build` before leaving out development packages',
    );
  }
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  // Needs packages for development.
  const { compileTexts, writeKeyTypes } = await import('./texts/compile.mjs');
  writeKeyTypes();
  const { writeSymbolTypes } = await import('./symbols.mjs');
  writeSymbolTypes();
  compileTexts();
  for (const folder of packages) {
    rmSync(path.join(root, folder, 'dist'), { recursive: true, force: true });
    compile(tsc, path.join(folder, 'tsconfig.json'));
  }
  compile(tsc, 'tsconfig.build.json');
  // Skipped during development, because it takes two seconds; the next start generates them.
  if (!reloads || !existsSync(path.join(root, client, 'generated'))) {
    run(path.join('dist', 'src', 'bin', 'docs.js'));
    run(path.join('scripts', 'client-types.mjs'));
  }
  // The container image does not include the clients.
  if (existsSync(path.join(root, client))) compile(tsc, path.join('clients', 'typescript', 'tsconfig.json'));
  run(path.join('scripts', 'bundle.mjs'), ...(reloads ? ['--reloads'] : []));
  // A development build does not count as built, so that a start builds again.
  if (!reloads) writeFileSync(stamp, startedAt.toISOString());
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build({ force: process.argv.includes('--force') });
