// Checks the changes since a commit (HEAD by default): format, lint and types, and tests that changed or that are next
// to a changed source. `vitest run --changed` runs all tests that a change can reach.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const since = process.argv[2] ?? 'HEAD';

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
  return stdout.split('\n').filter(Boolean);
}

const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const sources = changed.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const folders = new Set(
  sources.filter((file) => /^(?:src|packages)\//.test(file)).map((file) => path.dirname(file)),
);
const beside = [...folders].flatMap((folder) =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
    : [],
);
const tests = [...new Set([...sources, ...beside])].filter((file) => file.endsWith('.test.ts'));

/** Returns the exit status. Prints the output as a whole, because several programs run in parallel. */
function run(name, program, args) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const child = spawn(program, args, { cwd: root, shell: process.platform === 'win32' });
    const output = [];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('close', (status) => {
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      console.log(`${status === 0 ? 'passed' : 'FAILED'} ${name} (${seconds} s)`);
      resolve(status);
    });
  });
}

if (changed.length === 0) {
  console.log(`nothing has changed since ${since}`);
  process.exit(0);
}
const npx = (...args) => ['npx', ['--no-install', ...args]];
const checks = [
  run('format', ...npx('prettier', '--check', '--ignore-unknown', '--log-level', 'warn', ...changed)),
];
if (sources.length > 0) {
  // The types of the clients and the programs that tests start are built.
  const built = await run('build', process.execPath, ['scripts/build.mjs']);
  const types = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
  checks.push(
    built,
    run('lint', ...npx('oxlint', '--type-aware', '--deny-warnings', ...sources)),
    run('types', ...npx('tsc', '-p', 'tsconfig.json', ...types)),
  );
  if (sources.some((file) => file.startsWith('browser/')))
    checks.push(run('types of pages', ...npx('tsc', '-p', 'browser/tsconfig.json')));
}
// Excludes the slow suites, which have their own commands.
const projects = ['market', 'alone', 'browser'].flatMap((name) => ['--project', name]);
if (tests.length > 0)
  checks.push(run('tests', ...npx('vitest', 'run', '--passWithNoTests', ...projects, ...tests)));
const failures = (await Promise.all(checks)).filter((status) => status !== 0);
process.exitCode = failures.length > 0 ? 1 : 0;
