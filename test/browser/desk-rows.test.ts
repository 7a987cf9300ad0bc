import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createSeller, createTeamMember, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
});

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('a row changes the price, sells its vehicle and leads to its figures, $name', async (kind) => {
  const title = `Row ${kind.name}`;
  const { id } = await publish(t, seller, {
    title,
    price: 50_000,
    priceNet: 50_000,
    priceGross: 59_500,
    vatRate: 19,
    vatDeductible: true,
  });
  const read = async () => (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data;
  const { page, context, errors } = await openDesk(b, seller, '/dealer/listings', kind);
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('button', { name: 'Mark as sold' }).waitFor();
  await noProblems(page);
  await page.keyboard.press('Escape');
  await act('Change price');
  await page.getByLabel('New price').fill('a lot');
  await page.keyboard.press('Enter');
  await page.locator('[name=price][aria-invalid=true]').waitFor();
  // A price in German notation.
  await page.getByLabel('New price').fill('48.500');
  await page.keyboard.press('Enter');
  await page.getByText(/^Row .*: Active, €48,500/).waitFor();
  expect(await read()).toMatchObject({ price: 48_500, vatDeductible: true, status: 'ACTIVE' });
  await act('Mark as sold');
  await page.getByLabel('Sale price').fill('47.900');
  await page.keyboard.press('Enter');
  await page.getByText(/^Row .*: Sold/).waitFor();
  expect(await read()).toMatchObject({ status: 'SOLD', soldPrice: 47_900 });
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  // The navigation has a link with the same name, so look only in the popover.
  await page.locator('[popover]:popover-open').getByRole('link', { name: 'Statistics' }).click();
  await page.getByRole('heading', { name: title }).waitFor();
  await page.getByText('Show as table').first().waitFor();
  await noProblems(page);
  await page.getByRole('link', { name: 'View listing' }).click();
  await page.waitForURL(new RegExp(`/dealer/listings/${id}$`));
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  await context.close();
});

it('a viewer sees statistics in the row, but no actions', async () => {
  await publish(t, seller, { title: 'Only to look at' });
  const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
  const { page, context } = await openDesk(b, viewer, '/dealer/listings');
  await page.getByRole('button', { name: 'More actions for Only to look at' }).click();
  const menu = page.locator('[popover]:popover-open');
  await menu.getByRole('link', { name: 'Statistics' }).waitFor();
  expect(await menu.getByRole('button').count()).toBe(0);
  await context.close();
});

it('input survives a change of category, and nothing is saved before the form is rendered', async () => {
  const { id } = await publish(t, seller, { title: 'Slowly drawn' });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/listings/new');
  await page.getByLabel('Category').selectOption('tractor-units');
  await page.getByLabel('Title', { exact: true }).fill('Typed first');
  await page.getByLabel('Model', { exact: true }).fill('TGX');
  await page.getByLabel('Currency').selectOption('SEK');
  await page.getByLabel('Category').selectOption('trucks');
  // The body types of the other category show that the form has been rendered.
  await expect
    .poll(() => page.locator('[name=subcategory] option').allTextContents())
    .not.toContain('Standard tractor units');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed first');
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('TGX');
  expect(await page.getByLabel('Currency').inputValue()).toBe('SEK');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/web/api/categories**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${b.origin}/dealer/listings/${id}`);
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.keyboard.press('Control+s');
  release();
  await page.getByLabel('Make').waitFor();
  await expect.poll(() => save.isEnabled()).toBe(true);
  const { data } = (await t.get(`/api/seller/listings/${id}`, { as: seller })).body;
  expect(data).toMatchObject({ category: 'tractor-units', version: 1 });
  expect(errors).toEqual([]);
  await context.close();
});

it('a form whose session has ended is restored with its input after sign-in', async () => {
  const { page, context } = await openDesk(b, seller, '/dealer/templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByLabel('Name').fill('Greeting');
  await page.getByLabel('Text').fill('Dear {{name}}, it is there.');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/en\/sign-in/);
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dealer\/templates$/);
  await page.getByRole('button', { name: 'New template' }).first().click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Greeting');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Greeting' }).waitFor();
  await page.getByText('Dear {{name}}, it is there.').waitFor();
  await context.close();
});

it('an editor whose session has ended leads to sign-in, and keeps its input', async () => {
  const { id } = await publish(t, seller, { title: 'Kept while away' });
  const { page, context } = await openDesk(b, seller, `/dealer/listings/${id}`);
  await page.getByLabel('Model', { exact: true }).fill('TGX 2');
  await context.clearCookies();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/en\/sign-in/);
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('have been restored').waitFor();
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('TGX 2');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved.').waitFor();
  const { data } = (await t.get(`/api/seller/listings/${id}`, { as: seller })).body;
  expect(data.model).toBe('TGX 2');
  await context.close();
});

it.each([
  { name: 'on a desktop', phone: false },
  { name: 'on a phone', phone: true },
])(
  'a menu at the foot of the window opens above its button, and nothing of it is cut, $name',
  async (kind) => {
    const title = `Last ${kind.name}`;
    await publish(t, seller, { title });
    const { page, context } = await openDesk(b, seller, `/dealer/listings?q=${title}`, kind);
    const button = page.getByRole('button', { name: `More actions for ${title}` });
    await button.waitFor();
    const { y, height } = (await button.boundingBox())!;
    await page.setViewportSize({ width: kind.phone ? 390 : 1280, height: Math.ceil(y + height + 80) });
    await button.click();
    const menu = page.getByRole('group', { name: `More actions for ${title}` });
    await menu.getByRole('button', { name: 'Pause' }).waitFor();
    await expect
      .poll(async () => {
        const box = (await menu.boundingBox())!;
        return box.y >= 0 && box.x >= 0 && box.y + box.height <= y;
      })
      .toBe(true);
    await context.close();
  },
);
