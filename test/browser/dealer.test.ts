import { expect, it } from 'vitest';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';

let seller: TestSeller;

testInBrowser(async () => {
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  await publish(t, seller, { title: 'MAN TGX', price: 50_000 });
  for (let i = 0; i < 4; i++)
    await publish(t, seller, { title: `DAF XF ${i}`, brand: 'daf', model: 'XF', price: 20_000 + i * 5000 });
  await t.app.settle();
});

it('filters apply within the dealer page, with a live count on a phone', async () => {
  const { page, context, errors } = await b.open(`/en/dealer/${seller.slug}`, { phone: true });
  await page.locator('[data-open-filters]').click();
  await page.locator('#filters').getByLabel('DAF').check();
  await page.locator('#filters [data-total]', { hasText: 'Show 4 vehicles' }).waitFor();
  await page.locator('#filters input[name=max_price]').fill('26,000');
  await page.locator('#filters input[name=max_price]').press('Enter');
  await page.locator('#filters [data-total]', { hasText: 'Show 2 vehicles' }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    `/en/dealer/${seller.slug}?max_price=26000&brand=daf`,
  );
  expect(await page.locator('.card').count()).toBe(2);
  expect(await page.locator('h1').textContent()).toBe('Hansa Trucks');
  expect(errors).toEqual([]);
  await context.close();
});

it('the follow button shows its state after a reload and leads to the page to unfollow', async () => {
  const buyer = await createBuyer(t);
  const { page, context, errors } = await b.open(`/en/dealer/${seller.slug}`);
  expect(await page.locator('[data-follow]').innerText()).toContain('Follow');
  await page.goto(`${b.origin}/en/sign-in`);
  await page.locator('main [name=email]').fill(buyer.email);
  await page.locator('main [name=password]').fill(TEST_PASSWORD);
  await page.locator('main form button').first().click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.goto(`${b.origin}/en/dealer/${seller.slug}`);
  await page.locator('[data-follow]').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/saved/);
  await page.goto(`${b.origin}/en/dealer/${seller.slug}`);
  await page.locator('[data-follow]', { hasText: 'Following' }).getByText('Following').waitFor();
  await page.locator('[data-follow]').click();
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await page.locator('[data-follow]').getByText('Follow', { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it.each([false, true])('the dealer page has no accessibility problems (dark: %s)', async (dark) => {
  for (const path of ['', '/reviews'])
    for (const phone of [false, true]) {
      const { page, context } = await b.open(`/de/dealer/${seller.slug}${path}`, { dark, phone });
      // Tall enough that the sticky footer of the filters does not cover any of them.
      if (!phone) await page.setViewportSize({ width: 1280, height: 3000 });
      expect([path, phone, await accessibilityProblems(page)]).toEqual([path, phone, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await context.close();
    }
});
