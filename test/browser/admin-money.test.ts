import { expect, it } from 'vitest';
import { createSubscriber } from '../http/billing/support.ts';
import { noProblems } from '../support/axe.ts';
import { type BrowserForTests } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, type TestSeller, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let seller: TestSeller;

testInBrowser(async () => {
  admin = await createAdmin(t);
  seller = await createSubscriber(t, 'professional');
});

const open = (url: string, options?: Parameters<BrowserForTests['open']>[1]) =>
  openDesk(b, admin, url, options);

it('an administrator refunds part of a payment, with a credit note as a PDF', async () => {
  const { page, context, errors } = await open('/admin/money/payments?status=succeeded');
  const { company_name: name } = await t.db
    .selectFrom('sellers')
    .select('company_name')
    .where('id', '=', seller.sellerId)
    .executeTakeFirstOrThrow();
  await page.getByRole('link', { name }).waitFor();
  await noProblems(page);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Payment of €177.31' }).waitFor();
  await page.getByRole('button', { name: 'Refund payment', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Up to €177.31.').waitFor();
  await noProblems(page);
  await dialog.getByLabel('Amount incl. VAT (EUR)').fill('500');
  await dialog.getByLabel('Reason (for the audit log)').fill('A week without service.');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Refund now' }).click();
  await dialog.getByText('must be at most 177.31').first().waitFor();
  await dialog.getByLabel('Amount incl. VAT (EUR)').fill('44.33');
  await dialog.getByRole('button', { name: 'Refund now' }).click();
  await page.getByText('Refunded.').waitFor();
  await page.getByText('A week without service.').first().waitFor();
  await noProblems(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download FW-\d+-000002 as PDF/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^FW-\d+-000002\.pdf$/);
  await page.goto(page.url().replace(/payments.*/, 'invoices?kind=credit_note'));
  await page.getByText('-€44.33').waitFor();
  await noProblems(page);
  // The 422 for the amount that is too large.
  expect(errors.filter((error) => !error.includes('status of 422'))).toEqual([]);
  await context.close();
});

it.each(['/admin/money/payments', '/admin/money/invoices'])(
  '%s is shown on a phone in the dark',
  async (url) => {
    const { page, context, errors } = await open(url, { phone: true, dark: true });
    await page.getByRole('table').waitFor();
    await noProblems(page);
    expect(errors).toEqual([]);
    await context.close();
  },
);

it('payments are found by a part of the name of the seller', async () => {
  await t.db
    .updateTable('sellers')
    .set({ company_name: 'Hansa Trucks' })
    .where('id', '=', seller.sellerId)
    .execute();
  await createSubscriber(t, 'starter');
  const { page, context, errors } = await open('/admin/money/payments');
  await page.getByRole('row').nth(2).waitFor();
  await page.getByLabel('Dealer name').fill('hansa');
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Hansa Trucks' }).waitFor();
  await noProblems(page);
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.waitForURL('**/admin/money/invoices');
  await page.getByRole('region', { name: 'Invoices' }).waitFor();
  await page.getByLabel('Dealer name').fill('nobody');
  await page.getByText('No results for these filters.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
