import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';
import { createSeller } from '../support/factories.ts';

let address: string;

testInBrowser(async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id, slug } = await publish(t, seller);
  const url = `/api/seller/listings/${id}/images`;
  for (let i = 0; i < 3; i++) await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
  await t.app.settle();
  address = `/en/listing/${slug}`;
});

const counterOf = (page: Page) => page.locator('dialog.viewer output');
const expectCounter = (page: Page, text: string) =>
  expect.poll(() => counterOf(page).textContent()).toBe(text);

it('photos open in a viewer with arrow keys and a counter, which Escape and Back close', async () => {
  const { page, context, errors } = await b.open(address);
  await page.locator('.gallery li a').nth(1).click();
  await expectCounter(page, '2 / 3');
  await page.keyboard.press('ArrowRight');
  await expectCounter(page, '3 / 3');
  await page.keyboard.press('ArrowRight');
  await expectCounter(page, '1 / 3');
  await page.keyboard.press('ArrowLeft');
  await expectCounter(page, '3 / 3');
  await page.keyboard.press('Escape');
  await counterOf(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(address);
  await page.locator('.gallery li a').first().click();
  await expectCounter(page, '1 / 3');
  await page.goBack();
  await counterOf(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(address);
  expect(await page.locator('h1').count()).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

it('phones swipe through the numbered photos of the page', async () => {
  const { page, context, errors } = await b.open(address, { phone: true });
  const row = page.locator('.gallery > ul');
  const at = () =>
    row.evaluate((list: { scrollLeft: number; clientWidth: number }) =>
      Math.round(list.scrollLeft / list.clientWidth),
    );
  expect([await at(), await page.getByText('1 / 3').isVisible()]).toEqual([0, true]);
  await row.evaluate((list: { scrollBy: (x: number, y: number) => void; clientWidth: number }) =>
    list.scrollBy(list.clientWidth, 0),
  );
  await expect.poll(at).toBe(1);
  expect(await page.locator('.gallery li').nth(1).getByText('2 / 3').isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

it('without a script, each photo links to its file, and the last button shows all photos', async () => {
  const { page, context } = await b.open(address, { withoutScript: true });
  expect(await page.locator('.gallery li a').first().getAttribute('href')).toMatch(/\.webp$/);
  await page.getByRole('link', { name: /^All 3 photos/ }).click();
  expect(new URL(page.url()).hash).toBe('#photos');
  await context.close();
});

it('the delivery estimate appears on the page and is shown again on the next visit', async () => {
  const { page, context, errors } = await b.open(address);
  await page.getByText('What would delivery cost?').click();
  await page.getByLabel('Your town or postcode').fill('Dresden');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByText('Delivery to Dresden:').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await page.getByText('Delivery to Dresden:').waitFor();
  await page.getByText('Delivery to Dresden:').click();
  await page.getByLabel('Your town or postcode').fill('Nowhere-on-Sea');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByText('We couldn’t find “Nowhere-on-Sea”.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
