// The client package as published: packed, installed in an empty directory and run from there.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { publish } from '../http/listings/bodies.ts';
import { TOUR_OUTPUT, TOUR } from '../support/client-tour.ts';
import { listen } from '../support/event-stream.ts';
import { createApiKey, createSeller } from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { markdownPages, type Snippet, snippetsOf } from '../support/snippets.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { clientOf } from '../../browser/app/dealer/developer/example-code.ts';

const run = promisify(execFile);
const PACKING_MS = 300_000;

let t: TestApp;
let base: string;
let directory: string;
let home: string;
beforeAll(async () => {
  t = await createTestApp();
  base = await listen(t);
  directory = mkdtempSync(path.join(tmpdir(), 'installed-'));
  home = path.join(directory, 'home');
  mkdirSync(home);
  const packed = path.join(directory, 'packed');
  mkdirSync(packed);
  await run('npm', ['pack', '--pack-destination', packed], {
    cwd: path.join(PACKAGE_ROOT, 'clients', 'typescript'),
  });
  const [tarball = ''] = readdirSync(packed);
  writeFileSync(path.join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  // Offline, because the package has no dependencies to download.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(packed, tarball)], {
    cwd: directory,
  });
}, PACKING_MS);
afterAll(async () => {
  rmSync(directory, { recursive: true });
  t.http.server.closeAllConnections();
  await t.close();
});

const envOf = (extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  FIFTHWHEEL_URL: base,
  ...extra,
});

it('has the command line and the types, and no other package', () => {
  const modules = path.join(directory, 'node_modules');
  expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['@fifthwheel']);
  const types = readFileSync(path.join(modules, '@fifthwheel', 'client', 'dist', 'index.d.ts'), 'utf8');
  expect(types).toContain('createClient');
});

it(
  'npx fifthwheel searches the market',
  async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    await publish(t, seller, { title: 'Truck of the packed command line' });
    const { stdout } = await run(
      'npx',
      ['--no-install', 'fifthwheel', 'search', 'packed', 'command', 'line', '--json'],
      { cwd: directory, env: envOf() },
    );
    expect(stdout).toContain('Truck of the packed command line');
    const help = await run('npx', ['--no-install', 'fifthwheel', '--help'], { cwd: directory, env: envOf() });
    expect(help.stdout).toContain('webhooks listen');
    expect(help.stdout.split('\n').length).toBeLessThan(30);
  },
  PACKING_MS,
);

it('npx fifthwheel webhooks listen forwards events', async () => {
  const seller = await createSeller(t, { plan: 'premium' });
  const key = await createApiKey(t, seller.userId, ['listings:read', 'webhooks:manage']);
  const receiver = await startReceiver();
  const binary = path.join(directory, 'node_modules', '.bin', 'fifthwheel');
  const child = spawn(
    process.execPath,
    [binary, 'webhooks', 'listen', '--forward-to', receiver.url, '--events', 'listing.sold', '--json'],
    { cwd: directory, env: envOf({ FIFTHWHEEL_API_KEY: key }), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  try {
    await once(createInterface({ input: child.stderr }), 'line');
    const { id } = await publish(t, seller);
    // The clock of the marketplace is stopped, and the stream sends only events from now on.
    t.clock.advance(1000);
    await t.post(`/api/seller/listings/${id}/sold`, {}, { as: seller });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    expect(JSON.parse(line)).toMatchObject({ type: 'listing.sold', outcome: '200' });
    expect(JSON.parse(receiver.requests[0]?.body ?? '{}')).toMatchObject({
      type: 'listing.sold',
      data: { listing: { id } },
    });
  } finally {
    child.kill();
    await receiver.close();
  }
});

it('the installed client runs the tour of the README', async () => {
  writeFileSync(path.join(directory, 'tour.mjs'), TOUR);
  const { stdout } = await run(process.execPath, ['tour.mjs'], { cwd: directory, env: envOf() });
  expect(stdout.trim().split('\n')).toEqual(TOUR_OUTPUT);
});

/** Combines snippets as readers do: a snippet with imports starts a program, and the following ones on the page continue it. */
function programsOf(snippets: readonly Snippet[]): Snippet[] {
  const programs: Snippet[] = [];
  for (const snippet of snippets) {
    const last = programs.at(-1);
    if (last?.file !== snippet.file || /^import /m.test(snippet.code)) programs.push(snippet);
    else programs[programs.length - 1] = { ...last, code: `${last.code}\n${snippet.code}` };
  }
  return programs;
}

function scriptsIn(folder: string): Snippet[] {
  const directoryOfScripts = path.join(PACKAGE_ROOT, folder);
  return readdirSync(directoryOfScripts)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => ({
      place: path.join(folder, file),
      file,
      language: 'js',
      code: readFileSync(path.join(directoryOfScripts, file), 'utf8'),
    }));
}

/** Returns the calls that the pages of the dealer workspace show, with any ID. */
function examplesOfWorkspace(): Snippet[] {
  const folder = path.join('browser', 'app', 'dealer', 'developer');
  const files = readdirSync(path.join(PACKAGE_ROOT, folder)).filter((file) => file.endsWith('.tsx'));
  return files.flatMap((file) => {
    const code = readFileSync(path.join(PACKAGE_ROOT, folder, file), 'utf8');
    return [...code.matchAll(/\bcall: (["'`])(.*?)\1/g)].map(({ 2: call = '' }, i) => ({
      place: `${path.join(folder, file)} (${i + 1})`,
      file,
      language: 'ts',
      code: clientOf({ call: call.replaceAll(/\$\{\w+\}/g, 'x') }, 'https://market.example'),
    }));
  });
}

it(
  'compiles all TypeScript and JavaScript of the docs and the workspace in strict mode',
  async () => {
    const snippets = snippetsOf(markdownPages());
    const programs = [
      ...programsOf(snippets.filter(({ language }) => language === 'ts')),
      ...programsOf(snippets.filter(({ language }) => language === 'js')),
      ...scriptsIn('docs/webhooks/examples'),
      ...scriptsIn('docs/request-signing'),
      ...examplesOfWorkspace(),
    ];
    expect(programs.length).toBeGreaterThan(10);
    const folder = path.join(directory, 'snippets');
    mkdirSync(folder);
    const files = programs.map(({ code, language }, i) => {
      const file = path.join(folder, `snippet${i}.${language === 'ts' ? 'mts' : 'mjs'}`);
      writeFileSync(file, code);
      return file;
    });
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--checkJs', '--skipLibCheck'];
    const modules = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const roots = ['--typeRoots', path.join(PACKAGE_ROOT, 'node_modules', '@types')];
    const tsc = path.join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const output = await run(process.execPath, [tsc, ...options, ...modules, ...roots, ...files], {
      cwd: directory,
    }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    const errors = output.replaceAll(/snippet(\d+)\.m[jt]s/g, (_, i) => programs[Number(i)]?.place ?? '');
    expect(errors).toBe('');
  },
  PACKING_MS,
);
