// Runs every line of docs/sync-my-stock.md against an instance.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { stockOf } from '../fixtures/imports/scene.ts';
import { publish } from '../http/listings/bodies.ts';
import { listen } from '../support/event-stream.ts';
import { createApiKey, createBuyer, createSeller, type TestSeller } from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const PAGE = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'sync-my-stock.md'), 'utf8');
const CLIENT = path.join(PACKAGE_ROOT, 'clients', 'typescript', 'src', 'index.ts');

const codeIn = (language: string): string =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))]
    .map(([, code]) => code)
    .join('\n');

let t: TestApp;
let base: string;
let directory: string;
beforeAll(async () => {
  t = await createTestApp();
  base = await listen(t);
  directory = mkdtempSync(path.join(tmpdir(), 'sync-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  t.http.server.closeAllConnections();
  await t.close();
});

/** A dealer with one vehicle that is not in the file of the page's example, and a buyer who has sent an inquiry about it. */
async function scene(): Promise<{ seller: TestSeller; env: NodeJS.ProcessEnv }> {
  const seller = await createSeller(t, { plan: 'premium' });
  const { id } = await publish(t, seller, { externalId: 'LKW 01/19' });
  const buyer = await createBuyer(t);
  await t.post('/api/messages', { listingId: id, content: 'Is it still there?' }, { as: buyer });
  const key = await createApiKey(t, seller.userId, ['listings:read', 'listings:write', 'messages:read']);
  return { seller, env: { ...process.env, FIFTHWHEEL_URL: base, FIFTHWHEEL_KEY: key } };
}

/** The same scene, in which more vehicles are missing from the file than are in it. */
async function sceneOfALargerStock(): Promise<{ seller: TestSeller; env: NodeJS.ProcessEnv }> {
  const found = await scene();
  for (const externalId of ['LKW 02/19', '=LKW "3", 19']) await publish(t, found.seller, { externalId });
  return found;
}

async function expectNoneSold(seller: TestSeller): Promise<void> {
  const rows = await stockOf(t, seller.sellerId);
  expect(rows.map(({ status }) => status)).toEqual(Array<string>(5).fill('ACTIVE'));
}

async function expectSynced(seller: TestSeller): Promise<void> {
  const rows = await stockOf(t, seller.sellerId);
  expect(rows.map((row) => [row.external_id, row.status, row.year, row.currency, row.price])).toEqual([
    ['LKW 01/19', 'SOLD', 2020, 'EUR', 45_900],
    ['LKW 12/24', 'ACTIVE', 2021, 'EUR', 59_900],
    ['LKW 13/24', 'ACTIVE', 2019, 'EUR', 38_500],
  ]);
}

const run = promisify(execFile);

it.runIf(canUse('the Python of "Sync my stock"', 'python3'))('the Python lines, twice', async () => {
  const { seller, env } = await scene();
  const file = path.join(directory, 'sync.py');
  writeFileSync(file, codeIn('python'));
  const first = await run('python3', [file], { env });
  await expectSynced(seller);
  expect(first.stdout).toContain('LKW 12/24 ACTIVE []');
  expect(first.stdout).toContain('1 sold, 0 refused');
  expect(first.stdout).toMatch(/LKW 01\/19 .* Is it still there\?/);
  // The file does not contain the last price change: the next night's run resets it, then changes it again.
  await run('python3', [file], { env });
  await expectSynced(seller);
});

it.runIf(canUse('that the Python of "Sync my stock" spares a larger stock', 'python3'))(
  'the Python lines, pasted as they are, mark nothing as sold where most of the stock is not in them',
  async () => {
    const { seller, env } = await sceneOfALargerStock();
    const file = path.join(directory, 'larger.py');
    writeFileSync(file, codeIn('python'));
    await expect(run('python3', [file], { env })).rejects.toThrow('3 of 5 live listings are missing');
    await expectNoneSold(seller);
  },
);

it.runIf(canUse('that the Python of "Sync my stock" follows no redirect', 'python3'))(
  'the Python lines take their key to no other address',
  async () => {
    const [market, other] = [await startReceiver(), await startReceiver()];
    try {
      market.usually((response) => response.writeHead(302, { location: other.url }).end());
      const file = path.join(directory, 'redirected.py');
      writeFileSync(file, codeIn('python'));
      const env = { ...process.env, FIFTHWHEEL_URL: new URL(market.url).origin, FIFTHWHEEL_KEY: 'fw_live_x' };
      await expect(run('python3', [file], { env })).rejects.toThrow('RuntimeError');
      expect([market.requests.length, other.requests.length]).toEqual([1, 0]);
    } finally {
      await Promise.all([market.close(), other.close()]);
    }
  },
);

/** Compiles the TypeScript lines of the page into a program. */
async function builtLines(): Promise<string> {
  const source = path.join(directory, 'sync.ts');
  writeFileSync(source, codeIn('ts'));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@fifthwheel/client': CLIENT } },
    build: {
      ssr: source,
      outDir: directory,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'sync.mjs' } },
    },
  });
  return path.join(directory, 'sync.mjs');
}

it('the TypeScript lines, twice', async () => {
  const { seller, env } = await scene();
  const file = await builtLines();
  const first = await run(process.execPath, [file], { env });
  await expectSynced(seller);
  expect(first.stdout).toContain('1 sold, 0 refused');
  expect(first.stdout).toContain('LKW 01/19');
  await run(process.execPath, [file], { env });
  await expectSynced(seller);
});

it('the TypeScript lines, pasted as they are, mark nothing as sold where most of the stock is not in them', async () => {
  const { seller, env } = await sceneOfALargerStock();
  const file = await builtLines();
  await expect(run(process.execPath, [file], { env })).rejects.toThrow('3 of 5 live listings are missing');
  await expectNoneSold(seller);
});
