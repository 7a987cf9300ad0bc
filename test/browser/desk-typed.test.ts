/** What somebody has typed in the editor and not saved yet. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createSeller } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';

let t: TestApp;
let b: BrowserForTests;

beforeAll(async () => {
  t = await createAppForBrowser();
  b = await startBrowser(t);
});
afterAll(async () => {
  await b.close();
  await t.close();
});

it('stays when the listing is paused meanwhile, and is saved then', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'DAF XF 480' });
  const { page, context, errors } = await openDesk(b, seller, `/dealer/listings/${id}`);
  const model = page.locator('[name=model]');
  await model.fill('TGX 4');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.locator('.state', { hasText: 'Paused' }).first().waitFor();
  expect(await model.inputValue()).toBe('TGX 4');
  await model.press('Control+s');
  await expect
    .poll(async () => (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data.model)
    .toBe('TGX 4');
  expect(errors).toEqual([]);
  await context.close();
});
