/**
 * Clients that third-party generators create from the OpenAPI document. Each compiles and runs the tour of the README
 * against an instance. The tours are in clients/generated. Generators and packages are cached in node_modules/.cache; the
 * first run downloads them (those for TypeScript: tools/client-generators). The short form tests only the TypeScript
 * clients, which detect the same defects of the document.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { TOUR_OUTPUT, TOUR } from '../support/client-tour.ts';
import { listen } from '../support/event-stream.ts';
import { documentOf } from '../support/openapi.ts';
import { canUse } from '../support/programs.ts';
import { IS_SHORT } from '../support/short-form.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { fetchTool } from '../support/tool.ts';

const SOURCES = path.join(PACKAGE_ROOT, 'clients', 'generated');
const CACHE = path.join(PACKAGE_ROOT, 'node_modules', '.cache', 'generated-clients');
const MINUTES = 60_000;
const DONE = 'the tour is done\n';

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';

const execute = promisify(execFile);

/**
 * Runs a program without blocking the server, and returns its output. Throws an error with the full output if the program
 * fails.
 */
async function run(program: string, args: readonly string[], cwd: string, env = {}): Promise<string> {
  try {
    const { stdout, stderr } = await execute(program, args, {
      cwd,
      env: { ...process.env, MARKET_URL: market, ...env },
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`, {
      cause: error,
    });
  }
}

let t: TestApp;
let market: string;
let document: string;
beforeAll(async () => {
  t = await createTestApp();
  market = await listen(t);
  await mkdir(CACHE, { recursive: true });
  document = path.join(CACHE, 'openapi.json');
  await writeFile(document, JSON.stringify(documentOf(t.app, 'api')));
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});

/** Copies the sources of a tour into a cache directory, in which the client is generated. */
async function folderFor(language: string, cache = CACHE): Promise<string> {
  const folder = path.join(cache, language);
  await mkdir(folder, { recursive: true });
  await cp(path.join(SOURCES, language), folder, { recursive: true });
  return folder;
}

describe('a client for TypeScript', () => {
  let folder: string;
  let generators: string;
  const bin = (name: string): string => path.join(generators, 'node_modules', '.bin', name);

  beforeAll(async () => {
    generators = await fetchTool('client-generators');
    // Inside this directory, because the tour imports packages from it.
    folder = await folderFor('typescript', generators);
    await rm(path.join(folder, 'generated'), { recursive: true, force: true });
    await run(bin('openapi-typescript'), [document, '-o', 'generated/openapi-typescript.ts'], folder);
    await run(bin('openapi-ts'), ['-i', document, '-o', 'generated/hey-api'], folder);
    await run(process.execPath, ['orval.mjs', document, 'generated/orval.ts', market], folder);
    await run(bin('tsc'), ['-p', '.'], folder);
  }, 10 * MINUTES);

  it.each(['openapi-typescript', 'hey-api', 'orval'])(
    'by %s is strictly typed and does the tour',
    { timeout: 2 * MINUTES },
    async (name) => {
      const bundle = `generated/${name}.bundle.mjs`;
      const options = ['--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`];
      await run(bin('esbuild'), [`${name}.ts`, '--log-level=warning', ...options], folder);
      expect(await run(process.execPath, [bundle], folder)).toBe(DONE);
    },
  );

  it('of ours, packed and installed, does the tour in Deno', { timeout: 5 * MINUTES }, async () => {
    const installed = path.join(CACHE, 'installed');
    await rm(installed, { recursive: true, force: true });
    await mkdir(path.join(installed, 'packed'), { recursive: true });
    const pack = ['pack', '--pack-destination', path.join(installed, 'packed')];
    await run('npm', pack, path.join(PACKAGE_ROOT, 'clients', 'typescript'));
    const [tarball = ''] = await readdir(path.join(installed, 'packed'));
    await writeFile(path.join(installed, 'package.json'), '{ "private": true, "type": "module" }');
    await writeFile(path.join(installed, 'tour.mjs'), TOUR);
    const file = path.join(installed, 'packed', tarball);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], installed);
    const args = ['run', '--allow-net', '--allow-env', '--allow-read', 'tour.mjs'];
    const printed = await run(bin('deno'), args, installed, { FIFTHWHEEL_URL: market });
    expect(printed.trim().split('\n')).toEqual(TOUR_OUTPUT);
  });
});

it.runIf(!IS_SHORT && canUse('a client for Python', 'python3'))(
  'a client for Python has every call, imports and does the tour',
  { timeout: 10 * MINUTES },
  async () => {
    const folder = await folderFor('python');
    const python = path.join(folder, 'venv', 'bin', 'python');
    await run('python3', ['-m', 'venv', 'venv'], folder);
    await run(python, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'], folder);
    const args = ['generate', '--path', document, '--output-path', 'client', '--overwrite'];
    const printed = await run(path.join(folder, 'venv', 'bin', 'openapi-python-client'), args, folder, {
      PATH: `${path.join(folder, 'venv', 'bin')}:${process.env['PATH'] ?? ''}`,
    });
    expect(printed).not.toMatch(/warning/i);
    const env = { PYTHONPATH: path.join(folder, 'client') };
    expect(await run(python, ['tour.py'], folder, env)).toBe(DONE);
  },
);

it.runIf(!IS_SHORT && canUse('a client for Go', 'go'))(
  'a client for Go compiles and does the tour',
  { timeout: 10 * MINUTES },
  async () => {
    const folder = await folderFor('go');
    const env = { GOBIN: path.join(folder, 'bin'), GOFLAGS: '-mod=mod' };
    await run('go', ['install', OAPI_CODEGEN], folder, env);
    await run(path.join(folder, 'bin', 'oapi-codegen'), ['--config', 'oapi-codegen.yaml', document], folder);
    await run('go', ['build', '-o', 'bin/tour', '.'], folder, env);
    expect(await run(path.join(folder, 'bin', 'tour'), [], folder)).toBe(DONE);
  },
);

it.runIf(!IS_SHORT && canUse('a client for Java', 'java', 'javac', 'mvn'))(
  'a client for Java compiles and does the tour',
  { timeout: 10 * MINUTES },
  async () => {
    const folder = await folderFor('java');
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    const mvn = (...args: readonly string[]) => run('mvn', ['--batch-mode', '--quiet', ...args], folder);
    await mvn(copy, `-Dartifact=${OPENAPI_GENERATOR}`, '-DoutputDirectory=generator', '-Dmdep.stripVersion');
    await rm(path.join(folder, 'client'), { recursive: true, force: true });
    await run(
      'java',
      [
        '-jar',
        'generator/openapi-generator-cli.jar',
        'generate',
        '-g',
        'java',
        '-i',
        document,
        '-o',
        'client',
      ],
      folder,
    );
    await cp(path.join(folder, 'Tour.java'), path.join(folder, 'client', 'src', 'main', 'java', 'Tour.java'));
    // Includes the tests that the generator creates.
    const dependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
    await mvn('-f', 'client/pom.xml', 'test-compile', dependencies);
    const classes = 'client/target/classes:client/target/dependency/*';
    expect(await run('java', ['-cp', classes, 'Tour'], folder)).toBe(DONE);
  },
);
