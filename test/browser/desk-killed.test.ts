/** The server is killed while a user is typing, and started again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../bench/support/server.ts';
import { publish } from '../http/listings/bodies.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { cloneTemplate, TEST_SECRET, type TestApp } from '../support/test-app.ts';

const STORY_MS = 240_000;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let dataDir: string;
let port: number;
let t: TestApp;
let b: BrowserForTests;
let seller: TestSeller;
let listingId: string;
let server: ServerProcess;

/** Starts the same program at the same address each time. */
async function start(): Promise<void> {
  server = await startServerProcess({
    port,
    env: {
      DATABASE_URL: database.url,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: dataDir,
      BASE_URL: `http://127.0.0.1:${port}`,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  await server.ready();
}

beforeAll(async () => {
  database = await cloneTemplate();
  dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-killed-'));
  port = await freePort();
  t = await createAppForBrowser({ databaseUrl: database.url });
  seller = await createSeller(t, { plan: 'premium', verified: true });
  ({ id: listingId } = await publish(t, seller, { title: 'Half written', model: 'TGX' }));
  b = await startBrowser(t);
  await start();
});

afterAll(async () => {
  await server.kill();
  await b.close();
  await t.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const modelOf = async (): Promise<unknown> =>
  (await t.get(`/api/seller/listings/${listingId}`, { as: seller })).body.data.model;

it(
  'input survives a killed server, and is saved once it is back',
  async () => {
    const context = await b.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${server.url}/dealer/listings/${listingId}`);
    await page.getByLabel('Email').fill(seller.email);
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const model = page.getByLabel('Model', { exact: true });
    await model.fill('TGX 1');

    await server.kill();
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').getByText('Can’t reach the marketplace.').waitFor();
    expect(await model.inputValue()).toBe('TGX 1');
    // An area whose page was never loaded reports the failure too, and the frame stays.
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('heading', { name: 'This couldn’t be loaded' }).waitFor();
    await page.getByText('Can’t reach the marketplace.').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.press('Escape');

    await start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
    await page.goBack();
    await page.getByText('have been restored').waitFor();
    expect(await model.inputValue()).toBe('TGX 1');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(await modelOf()).toBe('TGX 1');

    // Repeat, and reload the page after the restart.
    await model.fill('TGX 2');
    await server.kill();
    await start();
    await page.reload();
    await page.getByText('have been restored').waitFor();
    expect(await model.inputValue()).toBe('TGX 2');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(await modelOf()).toBe('TGX 2');
    await context.close();
  },
  STORY_MS,
);
