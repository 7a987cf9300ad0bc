import { expect, it } from 'vitest';
import { createSubscriber } from '../http/billing/support.ts';
import { publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createBuyer, createSeller, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let listing: { id: string; slug: string };

testInBrowser(async () => {
  admin = await createAdmin(t);
  const seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true });
  listing = await publish(t, seller, { title: 'MAN TGX 18.500' });
  const buyer = await createBuyer(t);
  const report = await t.post(`/api/listings/${listing.slug}/report`, { reason: 'fraud' }, { as: buyer });
  expect(report.status).toBe(201);
  await createSubscriber(t, 'starter');
  await t.get('/api/search?q=zeppelin');
  await t.app.settle();
  await t.drainJobs();
});

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('an administrator gets from the storefront to the pending work, $name', async (kind) => {
  const { page, context, errors } = await openDesk(b, admin, '/admin', kind);
  await page.waitForURL(/\/admin\/overview$/);
  await page.getByRole('link', { name: /open reports/ }).waitFor();
  await page.getByText('Searches without results').waitFor();
  await page.getByRole('heading', { name: 'Performance and errors' }).waitFor();
  await page.getByText(/€49(?:\.00)? in twelve months/).waitFor();
  await page.getByText('0 seconds and 0 changes behind.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.getByText('Show as table').first().click();
  await page.getByRole('rowheader', { name: 'Active' }).waitFor();
  await page.goto(`${b.origin}/en/`);
  await page.locator('.drop.account > summary').click();
  await page.getByRole('link', { name: 'Admin console' }).click();
  await page.waitForURL(/\/admin\/overview$/);
  expect(errors).toEqual([]);
  await context.close();
});

it('the palette finds accounts and listings', async () => {
  const { page, context, errors } = await openDesk(b, admin, '/admin/overview');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('TGX');
  await page.getByRole('option', { name: 'MAN TGX 18.500' }).waitFor();
  await page.getByRole('combobox').fill(admin.email);
  await page.getByRole('option', { name: new RegExp(admin.email) }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
