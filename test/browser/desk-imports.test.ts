import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { noProblems } from '../support/axe.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { openDesk } from '../support/desk.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', verified: true });
  await t.app.settle();
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
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'New import' }).first().click();
  await choose(page);
  await noProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Start import', exact: true }).click();
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

  // The tab still remembers the file that was checked.
  const before = page.url();
  await page.getByRole('button', { name: 'Import these rows' }).click();
  await page.waitForURL((url) => url.href !== before);
  await t.drainJobs();
  await page.getByText('Done, with rejected rows').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download rejected rows' }).click(),
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
])(
  'a dealer maps unknown columns once, by keyboard, and they are known from then on, $name',
  async (kind) => {
    const owner = await createSeller(t, { plan: 'premium', verified: true });
    const { page, context, errors } = await openDesk(b, owner, '/dealer/imports', kind);
    const sendFile = async (): Promise<void> => {
      await page.getByRole('button', { name: 'New import' }).first().press('Enter');
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'yard.csv', mimeType: 'text/csv', buffer: Buffer.from(ODD_FILE) });
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Start import', exact: true })
        .press('Enter');
    };
    await sendFile();
    const dialog = page.getByRole('dialog', { name: 'Match columns' });
    await dialog.getByLabel('Import fabrikat as').waitFor();
    await noProblems(page);
    expect(await dialog.getByLabel('Import model as').inputValue()).toBe('model');
    for (const [column, meant] of [
      ['bestand', 'external_id'],
      ['art', 'category'],
      ['fabrikat', 'brand'],
      ['bj', 'year'],
      ['lagerplatz', ''],
    ] as const)
      await dialog.getByLabel(`Import ${column} as`).selectOption(meant);
    await dialog.getByRole('button', { name: 'Save and check rows' }).press('Enter');
    await page.waitForURL(/\/dealer\/imports\/imp_/);
    await t.drainJobs();
    await page.getByRole('button', { name: 'Import these rows' }).waitFor();
    await page.getByText('Match columns').click();
    expect(await page.getByLabel('Import bestand as').inputValue()).toBe('external_id');
    expect(await page.getByLabel('Import lagerplatz as').inputValue()).toBe('');
    await noProblems(page);
    // Check once more: the values of `bj` belong to the model, not to the year.
    await page.getByLabel('Import bj as').selectOption('variant');
    const checkedUrl = page.url();
    await page.getByRole('button', { name: 'Save and check again' }).press('Enter');
    await page.waitForURL((url) => url.href !== checkedUrl);
    await t.drainJobs();
    const recheckedUrl = page.url();
    await page.getByRole('button', { name: 'Import these rows' }).click();
    await page.waitForURL((url) => url.href !== recheckedUrl);
    await t.drainJobs();
    await page.getByRole('link', { name: 'View listings' }).waitFor();
    const { body } = await t.get('/api/seller/listings?sort=title&order=asc', { as: owner });
    expect(
      body.data.listings.map(({ externalId, year }: Record<string, unknown>) => [externalId, year]),
    ).toEqual([
      ['A2', null],
      ['A1', null],
    ]);
    // A later file of this kind needs three presses and no questions: "as last time", the file, its rows.
    await page.goto(`${b.origin}/dealer/imports`);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import next file' }).press('Enter'),
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
    // The page also prompts here for a column without a mapping.
    await page.goto(`${b.origin}/dealer/imports`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'wednesday.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(ODD_FILE.replace('Lagerplatz', 'Halle')),
    });
    await dialog.getByLabel('Import halle as').waitFor();
    await noProblems(page);
    expect(errors).toEqual([]);
    await context.close();
  },
);

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
  expect(await meaningOf('kilometer').textContent()).toBe('Kilometerstand');
  expect(await meaningOf('interne_nummer').getAttribute('lang')).toBe(null);
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('a feed is fetched on schedule until it is stopped, on a phone', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/feed', { phone: true, dark: true });
  await page.getByLabel('URL').fill('https://dealer.example/stock.csv');
  await page.getByLabel('The file contains').selectOption('full');
  await noProblems(page);
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText(/Next import on/).waitFor();
  await page.getByRole('button', { name: 'Stop feed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop feed' }).click();
  await page.getByText('Feed stopped.').waitFor();
  expect((await t.get('/api/seller/bulk-import/pull', { as: seller })).status).toBe(404);
  // If there is no feed, the browser logs the 404.
  expect(errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  await context.close();
});
