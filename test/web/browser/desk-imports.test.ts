import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityProblems } from '../../support/axe.ts';
import { type BrowserForTests, startBrowser } from '../../support/browser.ts';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { openDesk } from '../../support/desk.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let b: BrowserForTests;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
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

const noProblems = async (page: Page): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
};

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

  await page.getByRole('button', { name: 'Import these rows' }).click();
  await choose(page);
  await page.getByLabel('Check first').uncheck();
  const before = page.url();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
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
