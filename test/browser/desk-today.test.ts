import { expect, it } from 'vitest';
import { create, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createBuyer, createSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

it.each([
  { name: 'on a desktop', phone: false, dark: true },
  { name: 'on a phone', phone: true, dark: false },
])('today shows what waits, by itself, and leads there in one press, $name', async (kind) => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await publish(t, seller, { title: 'MAN TGX 18.500' });
  await publish(t, seller, { title: 'DAF XF 480' });
  await create(t, seller, { title: 'A draft' });
  const { page, context, errors } = await openDesk(b, seller, '/dealer', kind);
  await page.waitForURL(/\/dealer\/today$/);
  await page.getByRole('link', { name: /draft is not published/ }).waitFor();
  expect(await page.getByRole('link', { name: /unread messages/ }).count()).toBe(0);
  await page
    .locator('.big-figures')
    .getByText(/^2 of \d+$/)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  const buyer = await createBuyer(t);
  await t.post('/api/messages/conversations', { listing_id: id, message: 'Is it there?' }, { as: buyer });
  await page.getByRole('link', { name: /unread messages/ }).waitFor();
  await page.getByRole('button', { name: /^Renew.*DAF XF 480/ }).click();
  await page.getByText(/DAF XF 480 renewed until/).waitFor();
  await page.getByRole('link', { name: /unread messages/ }).click();
  await page.waitForURL(/\/dealer\/inbox\?show=unread/);
  await page.locator('.conversation').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('a rejected listing is named with the moderator’s words', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const admin = await createAdmin(t);
  const { id } = await create(t, seller, { title: 'Wrong place' });
  await t.db.updateTable('listings').set({ status: 'PENDING_REVIEW' }).where('id', '=', id).execute();
  const rejected = await t.post(
    `/api/admin/listings/${id}/reject`,
    { code: 'wrong_category', reason: 'This is a semi-trailer.' },
    { as: admin },
  );
  expect(rejected.status).toBe(200);
  const { page, context } = await openDesk(b, seller, '/dealer/today');
  const section = page.getByRole('region', { name: 'Rejected, and why' });
  await section.getByText('This is a semi-trailer.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await section.getByRole('link', { name: 'Wrong place' }).click();
  await page.getByText('Rejected: This is a semi-trailer.').waitFor();
  await context.close();
});

it('a new dealer is shown the first steps, and which are done', async () => {
  const seller = await createSeller(t);
  const { page, context } = await openDesk(b, seller, '/dealer/today');
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.locator('.first-steps .done').innerText()).toContain('Confirm your email address');
  await page.getByRole('link', { name: 'Create your first listing' }).click();
  await page.getByRole('heading', { level: 1, name: 'New listing' }).waitFor();
  await context.close();
});
