import { expect, it } from 'vitest';
import { createSubscriber } from '../http/billing/support.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import {
  createAdmin,
  createSellerWithAddress,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let newcomer: TestSeller;
let subscriber: TestSeller;

testInBrowser(async () => {
  admin = await createAdmin(t);
  newcomer = await createSellerWithAddress(t);
  subscriber = await createSubscriber(t, 'starter');
});

it('an administrator creates a coupon, two dealers redeem it, and it is deactivated', async () => {
  const desk = await openDesk(b, admin, '/admin/money/coupons');
  await desk.page.getByText('No coupons yet.').waitFor();
  await noProblems(desk.page);
  await desk.page.getByRole('button', { name: 'New coupon' }).click();
  const form = desk.page.getByRole('dialog');
  await form.getByLabel('Name').fill('Fair in spring');
  await form.getByLabel('Code').fill('spring-26');
  await form.getByLabel('Number of billing periods').fill('2');
  await form.getByLabel('Maximum redemptions').fill('2');
  await form.getByLabel('Starter').check();
  await form.getByLabel('Valid until').fill('2031-03-31');
  await noProblems(desk.page);
  await form.getByRole('button', { name: 'Create coupon' }).click();
  await form.getByText('is required').first().waitFor();
  await form.getByLabel('Percentage').fill('20');
  await form.getByRole('button', { name: 'Create coupon' }).click();
  await desk.page.getByRole('heading', { name: 'SPRING-26', exact: true }).waitFor();
  await desk.page.getByText('No redemptions yet.').waitFor();
  await desk.page.getByText('20% off').waitFor();
  await noProblems(desk.page);

  const first = await openDesk(b, newcomer, '/dealer/plan');
  await first.page.getByRole('button', { name: 'Choose Starter' }).click();
  const order = first.page.getByRole('dialog');
  await order.getByText('€58.31').first().waitFor();
  await order.getByLabel('Coupon code').fill('nothing-like-it');
  await order.getByRole('button', { name: 'Check code' }).click();
  await order.getByText('This coupon code doesn’t exist. Check the spelling.').waitFor();
  await order.getByLabel('Coupon code').fill('spring-26');
  await order.getByRole('button', { name: 'Check code' }).click();
  await order.getByText('You save €9.80, excl. VAT.').waitFor();
  await order.getByText('Discount with coupon SPRING-26').waitFor();
  await order.getByText('€46.65').first().waitFor();
  await noProblems(first.page);
  await order.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await first.page.getByText('Coupon SPRING-26: 20% off for 1 period.').waitFor();
  await noProblems(first.page);

  const second = await openDesk(b, subscriber, '/dealer/plan');
  await second.page.getByRole('button', { name: 'Redeem a coupon' }).click();
  const redeem = second.page.getByRole('dialog');
  await redeem.getByLabel('Coupon code').fill('Spring-26');
  await redeem.getByRole('button', { name: 'Check code' }).click();
  await redeem.getByText('you save €9.80, excl. VAT, and pay €39.20.').waitFor();
  await noProblems(second.page);
  await redeem.getByRole('button', { name: 'Redeem', exact: true }).click();
  await second.page.getByText('Coupon SPRING-26: 20% off for 2 periods.').waitFor();

  await desk.page.reload();
  await desk.page.getByText('2 of 2').waitFor();
  await desk.page.getByRole('table').waitFor();
  await desk.page.getByRole('button', { name: 'Edit' }).click();
  await form.getByText('This coupon has been redeemed, so you').waitFor();
  await form.getByLabel('Note').fill('No more of it.');
  await form.getByRole('button', { name: 'Save' }).click();
  await desk.page.getByText('No more of it.').first().waitFor();
  await desk.page.getByRole('button', { name: 'Deactivate' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await desk.page.getByText('Coupon deactivated.').waitFor();
  await desk.page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
  await noProblems(desk.page);

  const errors = [desk, first, second].flatMap((opened) => opened.errors);
  // The coupon without a discount and the unknown code.
  expect(errors.filter((error) => !error.includes('status of 422'))).toEqual([]);
  for (const { context } of [desk, first, second]) await context.close();
});

it('an unredeemed coupon is deleted; the list is shown on a phone in dark mode', async () => {
  for (const code of ['KEPT', 'GONE'])
    await t.post(
      '/api/admin/coupons',
      { code, name: code, amount: { amount: 5, currency: 'EUR' } },
      { as: admin },
    );
  const { page, context, errors } = await openDesk(b, admin, '/admin/money/coupons', {
    phone: true,
    dark: true,
  });
  await page.getByRole('link', { name: 'KEPT' }).waitFor();
  await noProblems(page);
  await page.getByRole('link', { name: 'GONE' }).click();
  await page.getByText('No redemptions yet.').waitFor();
  await page.getByText('€5 off').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'KEPT' }).waitFor();
  await page.getByRole('link', { name: 'GONE' }).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await context.close();
});
