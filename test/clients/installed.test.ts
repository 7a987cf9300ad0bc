// The client package as it is published: packed, installed in an empty folder, run from there.
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
import { TOLD, TOUR } from '../support/client-tour.ts';
import { listen } from '../support/event-stream.ts';
import { createApiKey, createSeller } from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

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
  // Offline: the package has no dependency, so nothing need be asked for.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(packed, tarball)], {
    cwd: directory,
  });
}, PACKING_MS);
afterAll(async () => {
  rmSync(directory, { recursive: true });
  t.http.server.closeAllConnections();
  await t.close();
});

const envOf = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  FIFTHWHEEL_URL: base,
  ...more,
});

it('has the command line and the types, and no package beside itself', () => {
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

it('npx fifthwheel webhooks listen hands on what happens', async () => {
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
    // The clock of the market stands still, and it tells only of what happens from now on.
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

it('the installed client makes the tour of the README', async () => {
  writeFileSync(path.join(directory, 'tour.mjs'), TOUR);
  const { stdout } = await run(process.execPath, ['tour.mjs'], { cwd: directory, env: envOf() });
  expect(stdout.trim().split('\n')).toEqual(TOLD);
});
