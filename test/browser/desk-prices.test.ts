/** Number fields of the dealer workspace, bulk price changes and featured slots. */
import { expect, it } from 'vitest';
import { create, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

const read = async (seller: TestSeller, id: string) =>
  (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data;

it('the price among dealers is what is typed, shown as the language writes it', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'DAF XF 480', price: 61_900 });
  const { page, context, errors } = await openDesk(b, seller, `/dealer/listings/${id}`);
  const field = page.locator('[name=dealerPrice]');
  expect(await page.locator('[name=price]').inputValue()).toBe('61,900');
  expect(await page.locator('[name=year]').inputValue()).toBe('2020');
  await field.fill('52.000');
  await field.blur();
  expect(await field.inputValue()).toBe('52,000');
  await page.locator('[name=grossVehicleWeightKg]').fill('18 t');
  await field.press('Control+s');
  await page.getByText('Saved.').waitFor();
  expect(await read(seller, id)).toMatchObject({ dealerPrice: 52_000, grossVehicleWeightKg: 18_000 });
  await field.fill('cheap');
  await field.press('Control+s');
  await page.locator('.field-problem', { hasText: 'Enter a number, such as 60,000.' }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect((await read(seller, id)).dealerPrice).toBe(52_000);
  expect(await accessibilityProblems(page)).toEqual([]);
  // Unsaved input survives a reload.
  await field.fill("51'500");
  await page.reload();
  expect(await page.locator('[name=dealerPrice]').inputValue()).toBe('51,500');
  const group = (name: string) => page.locator('fieldset', { has: page.locator(`[name="${name}"]`) }).last();
  expect(await group('contact.phone').innerText()).toContain('Everyone can see this');
  expect(await group('videoUrl').innerText()).toContain('Everyone can see this');
  expect(await group('vinPublic').innerText()).toContain('unless you choose');
  expect(await group('dealerPrice').innerText()).toContain('Only signed-in dealers');
  expect(await group('externalId').innerText()).toContain('Only you and your team');
  expect(errors).toEqual([]);
  await context.close();
});

it.each([
  { name: 'on a desktop', phone: false },
  { name: 'on a phone', phone: true },
])('new prices are previewed, wait ten seconds, and can be undone, $name', async (kind) => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const cheap = await publish(t, seller, { title: 'Cheap one', price: 10_040 });
  const expensive = await publish(t, seller, { title: 'Dear one', price: 90_000 });
  await create(t, seller, { title: 'Not priced', price: null, priceType: 'on_request' });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/listings', kind);
  const prices = async () => [(await read(seller, cheap.id)).price, (await read(seller, expensive.id)).price];
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: /^Change \d+ price/ });
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Change price' }).click();
  for (const [typed, problem] of [
    ['', 'Enter a percentage.'],
    ['abc', 'Enter a number'],
    ['0', 'other than 0.'],
    ['-95', 'Enter a number from -90 to 900'],
  ] as const) {
    await dialog.getByLabel('Change').fill(typed);
    await send.click();
    await dialog.locator('.field-problem', { hasText: problem }).waitFor();
  }
  await dialog.getByLabel('Round to').selectOption('100');
  for (const typed of ['-5', '−5', '-5 %', '−5,0']) {
    await dialog.getByLabel('Change').fill(typed);
    await dialog.getByRole('cell', { name: '€85,500' }).waitFor();
    expect(await dialog.locator('tbody').innerText()).toContain('€9,500');
  }
  await dialog.getByText('1 vehicle keeps its price').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await send.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 prices will change in 10 seconds.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Price change undone.').waitFor();
  expect(await prices()).toEqual([10_040, 90_000]);

  await page.clock.install();
  await page.getByRole('button', { name: 'Change price' }).click();
  await dialog.getByLabel('Change').fill('-10');
  await send.click();
  await page.getByText('2 prices will change in 10 seconds.').waitFor();
  // Another member changes one of the prices in the meantime.
  await t.patch(`/api/seller/listings/${expensive.id}`, { price: 88_000 }, { as: seller });
  await page.clock.fastForward(10_000);
  await page.getByText('1 price changed.').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await dialog.getByText('1 rejected').waitFor();
  expect(await dialog.locator('.results').innerText()).toContain('Dear one');
  expect(await prices()).toEqual([9036, 88_000]);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByText('1 selected').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('prices that wait are sent when the page is left', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'DAF XF 480', price: 10_000 });
  const { page, context } = await openDesk(b, seller, '/dealer/listings');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Change price' }).click();
  await page.getByLabel('Change in percent').fill('10');
  await page.getByRole('button', { name: 'Change 1 price' }).click();
  await page.getByText('1 price will change in 10 seconds.').waitFor();
  await page.goto(`${b.origin}/en/`);
  await expect.poll(async () => (await read(seller, id)).price).toBe(11_000);
  await context.close();
});

it.each([
  { name: 'on a desktop', phone: false },
  { name: 'on a phone', phone: true },
])(
  'a vehicle is featured from its row, the editor and among many, as long as slots are left, $name',
  async (kind) => {
    const seller = await createSeller(t, { plan: 'starter', verified: true });
    const cheap = await publish(t, seller, { title: 'Cheap one' });
    await publish(t, seller, { title: 'Dear one' });
    const { page, context, errors } = await openDesk(b, seller, '/dealer/listings', kind);
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Feature', exact: true }).click();
    await dialog.getByText('1 of 1 featured slots available.').waitFor();
    await dialog.getByText('1 of the selected vehicles can’t be featured.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear selection' }).click();

    await page.getByRole('button', { name: 'More actions for Cheap one' }).click();
    await page.getByRole('button', { name: 'Feature', exact: true }).click();
    await dialog.getByText('have a badge and rank higher').waitFor();
    await dialog.getByLabel('Duration').selectOption('7');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Feature', exact: true }).click();
    await page.locator('.tag', { hasText: 'Featured' }).waitFor();
    expect(await read(seller, cheap.id)).toMatchObject({ featured: true });

    await page.getByRole('link', { name: 'Dear one' }).click();
    await page.getByRole('button', { name: 'Feature', exact: true }).click();
    await dialog.getByText('All 1 featured slots of your plan').waitFor();
    expect(await dialog.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe(
      '/dealer/plan',
    );
    await page.keyboard.press('Escape');
    await page.goBack();

    await page.getByLabel('Select Cheap one').check();
    await page.getByRole('button', { name: 'Stop featuring' }).click();
    await dialog.getByText('1 done').waitFor();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('.tag', { hasText: 'Featured' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await context.close();
  },
);

it('a plan without featured slots says so, with the way to another', async () => {
  const seller = await createSeller(t, { plan: 'free', verified: true });
  const { id } = await publish(t, seller, { title: 'Cheap one' });
  const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`);
  await page.getByRole('button', { name: 'Feature', exact: true }).click();
  await page.getByText(/Your plan .* doesn’t include featured slots/).waitFor();
  await page.getByRole('link', { name: 'Compare plans' }).click();
  await page.waitForURL(/\/dealer\/plan$/);
  await context.close();
});

it('what a vehicle was sold for is in its row, its editor and its statistics', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'Cheap one', price: 10_000 });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/listings');
  await page.getByRole('button', { name: 'More actions for Cheap one' }).click();
  await page.getByRole('button', { name: 'Mark as sold' }).click();
  await page.getByLabel('Sale price').fill('9.500,00 €');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sold' }).click();
  await page.getByText('Sold for €9,500').filter({ visible: true }).first().waitFor();
  await page.goto(`${b.origin}/dealer/listings/${id}`);
  await page.getByText('Sold for €9,500').waitFor();
  await page.goto(`${b.origin}/dealer/statistics/${id}`);
  await page.getByText('Sold for €9,500').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
