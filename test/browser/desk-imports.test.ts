import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noProblems } from '../support/axe.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { openDesk } from '../support/desk.ts';
import type { TestApp } from '../support/test-app.ts';

let t: TestApp;
let b: BrowserForTests;
let seller: TestSeller;

beforeAll(async () => {
  t = await createAppForBrowser();
  seller = await createSeller(t, { plan: 'premium', verified: true });
  await t.app.settle();
  b = await startBrowser(t);
});

afterAll(async () => {
  await b.close();
  await t.close();
});

const FILE = [
  'external_id,category,brand,model,year,price,currency',
  'A1,tractor-units,man,TGX 18.510,2020,45900,EUR',
  'A2,tractor-units,no-such-brand,XF 480,2019,39900,EUR',
].join('\n');

const choose = (page: Page) =>
  page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });

it('a file is checked, then imported; refused rows come back as a file', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/imports');
  await page.getByRole('heading', { name: 'Nothing has been imported yet' }).waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'New import' }).first().click();
  await choose(page);
  await noProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL(/\/dealer\/imports\/imp_/);
  await t.drainJobs();
  await page.getByRole('button', { name: 'Import these rows' }).waitFor();
  expect((await t.get('/api/seller/listings', { as: seller })).body.data.pagination.total).toBe(0);
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText(/no-such-brand/)
    .first()
    .waitFor();
  await noProblems(page);

  // The file that was checked is still known to the tab.
  const before = page.url();
  await page.getByRole('button', { name: 'Import these rows' }).click();
  await page.waitForURL((url) => url.href !== before);
  await t.drainJobs();
  await page.getByText('Done, with refused rows').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Refused rows as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^refused-imp_\w+\.csv$/);
  const { body } = await t.get('/api/seller/listings', { as: seller });
  expect(body.data.listings.map(({ externalId }: { externalId: string }) => externalId)).toEqual(['A1']);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'stock.csv' }).first().waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

const ODD_FILE = [
  'Bestand;Art;Fabrikat;Model;Bj.;Lagerplatz',
  'A1;tractor-units;man;TGX;2020;Nord 7',
  'A2;tractor-units;daf;XF;2019;Nord 8',
].join('\n');

it.each([
  { name: 'on a desktop', phone: false, dark: true },
  { name: 'on a phone', phone: true, dark: false },
])('unknown columns are asked about once, by keys, and known from then on, $name', async (kind) => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  const { page, context, errors } = await openDesk(b, owner, '/dealer/imports', kind);
  const sendFile = async (): Promise<void> => {
    await page.getByRole('button', { name: 'New import' }).first().press('Enter');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'yard.csv', mimeType: 'text/csv', buffer: Buffer.from(ODD_FILE) });
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).press('Enter');
  };
  await sendFile();
  const dialog = page.getByRole('dialog', { name: 'What the columns are' });
  await dialog.getByLabel('fabrikat is read as').waitFor();
  await noProblems(page);
  expect(await dialog.getByLabel('model is read as').inputValue()).toBe('model');
  for (const [column, meant] of [
    ['bestand', 'external_id'],
    ['art', 'category'],
    ['fabrikat', 'brand'],
    ['bj', 'year'],
    ['lagerplatz', ''],
  ] as const)
    await dialog.getByLabel(`${column} is read as`).selectOption(meant);
  await dialog.getByRole('button', { name: 'Keep and check the rows' }).press('Enter');
  await page.waitForURL(/\/dealer\/imports\/imp_/);
  await t.drainJobs();
  await page.getByRole('button', { name: 'Import these rows' }).waitFor();
  await page.getByText('What the columns are').click();
  expect(await page.getByLabel('bestand is read as').inputValue()).toBe('external_id');
  expect(await page.getByLabel('lagerplatz is read as').inputValue()).toBe('');
  await noProblems(page);
  // One more look: the years were the model's.
  await page.getByLabel('bj is read as').selectOption('variant');
  const checked = page.url();
  await page.getByRole('button', { name: 'Keep and check again' }).press('Enter');
  await page.waitForURL((url) => url.href !== checked);
  await t.drainJobs();
  const again = page.url();
  await page.getByRole('button', { name: 'Import these rows' }).click();
  await page.waitForURL((url) => url.href !== again);
  await t.drainJobs();
  await page.getByRole('link', { name: 'To the listings' }).waitFor();
  const { body } = await t.get('/api/seller/listings?sort=title&order=asc', { as: owner });
  expect(
    body.data.listings.map(({ externalId, year }: Record<string, unknown>) => [externalId, year]),
  ).toEqual([
    ['A2', null],
    ['A1', null],
  ]);
  // The next file of this kind is read without a question, in three presses: as last time, the file, its rows.
  await page.goto(`${b.origin}/dealer/imports`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'File as last time' }).press('Enter'),
  ]);
  await noProblems(page);
  const next = ODD_FILE.replace('A2;', 'A3;');
  await chooser.setFiles({ name: 'tuesday.csv', mimeType: 'text/csv', buffer: Buffer.from(next) });
  await page.waitForURL(/\/dealer\/imports\/imp_/);
  await t.drainJobs();
  const tuesday = page.url();
  await page.getByRole('button', { name: 'Import these rows' }).click();
  await page.waitForURL((url) => url.href !== tuesday);
  await t.drainJobs();
  const { total } = (await t.get('/api/seller/listings', { as: owner })).body.data.pagination;
  expect(total).toBe(3);
  // A column that nobody has explained is asked about here, too.
  await page.goto(`${b.origin}/dealer/imports`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'wednesday.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(ODD_FILE.replace('Lagerplatz', 'Halle')),
  });
  await dialog.getByLabel('halle is read as').waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('formats and their columns are explained in German, too', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/imports', { phone: true });
  await page.evaluate("localStorage.setItem('fw-language', 'de')");
  await page.reload();
  await page.getByRole('button', { name: 'Neuer Import' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=preset]').selectOption('mobile_de_csv');
  await dialog.getByText('Die Upload-Datei von mobile.de').waitFor();
  await dialog.locator('summary').click();
  const meaningOf = (column: string) =>
    dialog.locator('tr', { has: page.getByText(column, { exact: true }) }).locator('td');
  expect(await meaningOf('kilometer').textContent()).toBe('Laufleistung');
  expect(await meaningOf('interne_nummer').getAttribute('lang')).toBe(null);
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('a feed is fetched on schedule until it is stopped, on a phone', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/feed', { phone: true, dark: true });
  await page.getByLabel('Address').fill('https://dealer.example/stock.csv');
  await page.getByLabel('What the file is').selectOption('full');
  await noProblems(page);
  await page.getByRole('button', { name: 'Fetch on schedule' }).click();
  await page.getByText(/Next on/).waitFor();
  await page.getByRole('button', { name: 'Stop fetching' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop fetching' }).click();
  await page.getByText('The feed is no longer fetched.').waitFor();
  expect((await t.get('/api/seller/bulk-import/pull', { as: seller })).status).toBe(404);
  // Where there is no feed, the browser says so in its console.
  expect(errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  await context.close();
});
