import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSubscriber } from '../http/billing/support.ts';
import { noProblems } from '../support/axe.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, type TestSeller, type TestUser } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';

let t: TestApp;
let b: BrowserForTests;
let admin: TestUser;
let seller: TestSeller;

beforeAll(async () => {
  t = await createAppForBrowser();
  admin = await createAdmin(t);
  seller = await createSubscriber(t, 'professional');
  b = await startBrowser(t);
});

afterAll(async () => {
  await b.close();
  await t.close();
});

const open = (url: string, options?: Parameters<BrowserForTests['open']>[1]) =>
  openDesk(b, admin, url, options);

it('a part of a payment is given back, with a credit note as a PDF', async () => {
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
  await page.getByRole('button', { name: 'Give back', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('At most €177.31.').waitFor();
  await noProblems(page);
  await dialog.getByLabel('Amount with VAT (EUR)').fill('500');
  await dialog.getByLabel('Why (for the audit log)').fill('A week without service.');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Give back now' }).click();
  await dialog.getByText('must be at most 177.31').first().waitFor();
  await dialog.getByLabel('Amount with VAT (EUR)').fill('44.33');
  await dialog.getByRole('button', { name: 'Give back now' }).click();
  await page.getByText('It is given back.').waitFor();
  await page.getByText('A week without service.').first().waitFor();
  await noProblems(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /PDF of FW-\d+-000002/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^FW-\d+-000002\.pdf$/);
  await page.goto(page.url().replace(/payments.*/, 'invoices?kind=credit_note'));
  await page.getByText('-€44.33').waitFor();
  await noProblems(page);
  // The refusal of an amount that is too large.
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
  await page.getByLabel('Name of the seller').fill('hansa');
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Hansa Trucks' }).waitFor();
  await noProblems(page);
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.waitForURL('**/admin/money/invoices');
  await page.getByRole('region', { name: 'Invoices' }).waitFor();
  await page.getByLabel('Name of the seller').fill('nobody');
  await page.getByText('Nothing matches these filters.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
