import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { type BrowserForTests } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createBuyer, createSeller, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let listingId: string;

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  ({ id: listingId } = await publish(t, seller, { title: 'MAN TGX 18.500', price: 40_000 }));
  await t.app.settle();
});

const open = (url: string, options?: Parameters<BrowserForTests['open']>[1]) =>
  openDesk(b, seller, url, options);

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('a dealer signs in, sees what is new and signs out, $name', async (kind) => {
  const { page, context, errors } = await open('/dealer/today', kind);
  expect(new URL(page.url()).pathname).toBe('/dealer/today');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  const buyer = await createBuyer(t);
  await t.post(
    '/api/messages/conversations',
    { listing_id: listingId, message: 'Is it there?' },
    { as: buyer },
  );
  await t.drainJobs();
  // The badge appears without a reload.
  await page.locator('.topbar .badge').waitFor();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.locator('.notice.unread').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.locator('.topbar .badge').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  // The storefront links back to the dealer workspace for its members.
  await page.goto(`${b.origin}/en/`);
  await page.locator('.drop.account > summary').click();
  await page.getByRole('link', { name: 'Dealer workspace' }).click();
  await page.waitForURL(/\/dealer\/today$/);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/en\/$/);
  expect(errors).toEqual([]);
  await context.close();
});

it('keyboard shortcuts open areas, vehicles and help, but not while the user types', async () => {
  const { page, context, errors } = await open('/dealer/today');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('tgx');
  await page.getByRole('option', { name: 'MAN TGX 18.500' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(errors).toEqual([]);
  await context.close();
});

it('an address without a page says so in its heading', async () => {
  const { page, context, errors } = await open('/dealer/nothing');
  await page.getByRole('heading', { level: 1, name: 'This page doesn’t exist.' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

it('two tabs share one stream, and the second continues when the first is closed', async () => {
  const { page, context } = await open('/dealer/today');
  const second = await context.newPage();
  let streams = 0;
  for (const tab of [page, second])
    tab.on('request', (request) => {
      if (request.url().includes('/notifications/stream')) streams++;
    });
  await second.goto(`${b.origin}/dealer/today`, { waitUntil: 'load' });
  await second.locator('main h1').waitFor();
  const buyer = await createBuyer(t);
  const write = (message: string) =>
    t.post('/api/messages/conversations', { listing_id: listingId, message }, { as: buyer });
  await write('Still there?');
  await t.drainJobs();
  await second.locator('.topbar .badge').waitFor();
  expect(streams).toBe(0);
  await second.getByRole('button', { name: 'Notifications' }).click();
  await second.getByRole('button', { name: 'Mark all as read' }).click();
  await second.locator('.topbar .badge').waitFor({ state: 'detached' });
  await page.close();
  await expect.poll(() => streams).toBe(1);
  await context.close();
});

it('a session that has ended leads to the sign-in and back to the same view', async () => {
  const { page, context } = await open('/dealer/today?note=kept');
  await context.clearCookies();
  // A request that is still pending may redirect before the press does.
  const press = page.getByRole('button', { name: 'Notifications' }).click({ timeout: 5000 });
  await Promise.all([page.waitForURL(/\/en\/sign-in/), press.catch(() => null)]);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/dealer/today?note=kept');
  await context.close();
});

it('the workspace switches to German when the user chooses it', async () => {
  const { page, context } = await open('/dealer/today');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Heute' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await context.close();
});
