import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { importFile } from '../fixtures/imports/scene.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
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

const openInGerman = async (url: string) => {
  const opened = await b.open(url, { locale: 'de-DE' });
  const { page } = opened;
  if (new URL(page.url()).pathname === '/de/sign-in') {
    await page.getByLabel('E-Mail').fill(seller.email);
    await page.getByLabel('Passwort').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Anmelden' }).click();
  }
  await page.locator('main h1').waitFor();
  return opened;
};

it('the warnings of a listing are German beside its form', async () => {
  const listing = { category: 'tractor-units', brand: 'man', model: 'TGX', location: { city: 'Hamburgg' } };
  const { id } = (await t.post('/api/seller/listings', listing, { as: seller })).body.data;
  const { page, context } = await openInGerman(`/dealer/listings/${id}`);
  await page.getByText('ist in DE nicht bekannt; meinten Sie Hamburg?').waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/is not known|did you mean/);
  await context.close();
});

it('the problems of an import are German', async () => {
  const job = await importFile(
    t,
    seller,
    csvOf([truck('P-1', { brand: 'no-such-brand', price: 'viel' }), truck('P-2', { city: 'Hamburgg' })]),
  );
  const { page, context } = await openInGerman(`/dealer/imports/${job.id}`);
  await page.getByRole('table').getByText('price: ist keine Zahl').waitFor();
  await page.getByText('location.city ist in DE nicht bekannt').waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/is not|there is|must be|did you mean/);
  await context.close();
});

it('the plans are described in German, where dealers compare them and where they choose', async () => {
  for (const url of ['/de/sell', '/dealer/plan']) {
    const { page, context } = await openInGerman(url);
    await page.getByText('Für einen kleinen Betrieb.').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('For a');
    await context.close();
  }
});
