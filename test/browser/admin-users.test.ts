/** Inspecting an account: its reports, a copy of its data, the marketplace as its owner sees it, and its identity. */
import { expect, it } from 'vitest';
import { createScene } from '../http/messaging/scene.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let seller: TestSeller;

testInBrowser(async () => {
  admin = await createAdmin(t);
  seller = await createSeller(t, { companyName: 'Hansa Trucks' });
});

it('an administrator reads reported messages on the page of the account', async () => {
  const { seller: reporter, buyer, messageId } = await createScene(t);
  await t.post(`/api/messages/${messageId}/report`, { reason: 'fraud' }, { as: reporter });
  const { page, context, errors } = await openDesk(b, admin, `/admin/users/${buyer.userId}`);
  const report = page.getByRole('region', { name: 'Reports against this account' }).locator('summary');
  await report.click();
  await page.locator('details .attention .user-text').waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('an administrator has a copy of an account’s data made, and saves it', async () => {
  const { page, context, errors } = await openDesk(b, admin, `/admin/users/${seller.userId}`);
  await page.locator('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Data export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start export' }).click();
  await page.getByText('Preparing the export…').waitFor();
  await t.drainJobs();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download file' }).click();
  expect((await saving).suggestedFilename()).toBe(`account-${seller.userId}.json`);
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('an administrator sees the market as a dealer does, and ends that on any page', async () => {
  const { page, context } = await openDesk(b, admin, `/admin/users/${seller.userId}`);
  await page.locator('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'View as this user' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('They say that their listings are gone.');
  await noProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'View as this user' }).click();
  await page.waitForURL(/\/dealer/);
  await page.getByText(`You are viewing the marketplace as ${seller.email}`).waitFor();
  await noProblems(page);
  await page.goto(`${b.origin}/en/`);
  await page.getByText('You are viewing the marketplace as').waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Stop viewing' }).click();
  await page.waitForURL(`${b.origin}/admin/users/${seller.userId}`);
  await page
    .getByRole('heading', { name: 'Hansa Trucks' })
    .or(page.getByText('Hansa Trucks'))
    .first()
    .waitFor();
  await context.close();
});

it('an administrator requests trader information from a dealer', async () => {
  const { page, context, errors } = await openDesk(b, admin, '/admin/law/traders');
  await page.getByRole('button', { name: /^Request information\W+Hansa Trucks$/ }).click();
  await page.getByRole('dialog').getByText('Request information from Hansa Trucks?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Request information' }).click();
  await page.getByText('Request sent to the owners.').waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
  await t.drainJobs();
  expect(t.mailbox.some(({ to, text }) => to === seller.email && text.includes('/dealer/company'))).toBe(
    true,
  );
});
