import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  TEST_PASSWORD,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let seller: TestSeller;
let other: TestSeller;

const VIN = 'WMA06XZZ4KM812345';

testInBrowser(async () => {
  admin = await createAdmin(t);
  seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true, plan: 'premium' });
  other = await createSeller(t, { companyName: 'Nord Trucks', verified: false });
  await publish(t, other, { title: 'Twin of the MAN', vin: VIN });
  const set = await t.put('/api/admin/settings/listings.moderation', { value: 'manual' }, { as: admin });
  expect(set.status).toBe(200);
  for (const [title, more] of [
    ['MAN TGX first', { vin: VIN }],
    ['MAN TGX second', {}],
    ['MAN TGX third', {}],
    ['MAN TGX fourth', {}],
  ] as const)
    await publish(t, seller, { title, ...more });
  await t.drainJobs();
});

const statusOf = async (title: string): Promise<string> =>
  (await t.db.selectFrom('listings').select('status').where('title', '=', title).executeTakeFirstOrThrow())
    .status;

it('a moderator decides listings by keyboard, oldest first, and undoes a mistake', async () => {
  const { page, context, errors } = await openDesk(b, admin, '/admin/review/listings');
  await page.getByRole('heading', { name: 'MAN TGX first' }).waitFor();
  // The page explains the moderation flag and shows the listing with the same VIN.
  await page.getByText('1 listing of another dealer has the same VIN.').waitFor();
  await page.getByRole('columnheader', { name: 'Twin of the MAN' }).waitFor();
  await noProblems(page);
  await page.keyboard.press('a');
  await page.getByText('Approved: MAN TGX first').waitFor();
  await page.getByRole('heading', { name: 'MAN TGX second' }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('heading', { name: 'MAN TGX first' }).waitFor();
  expect(await statusOf('MAN TGX first')).toBe('PENDING_REVIEW');
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'MAN TGX second' }).waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('Reason', { exact: true }).selectOption('misleading_price');
  await noProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected: MAN TGX second').waitFor();
  // Leaving the page sends the pending decisions.
  await page.goto(`${b.origin}/en/`);
  await expect.poll(() => statusOf('MAN TGX second')).toBe('REJECTED');
  expect(errors).toEqual([]);
  await context.close();
});

it('many are decided at once, also on a phone; a listing shows who decided', async () => {
  const { page, context, errors } = await openDesk(b, admin, '/admin/review/listings', {
    phone: true,
    dark: true,
  });
  await page.getByLabel('Select MAN TGX third').check();
  await page.getByLabel('Select MAN TGX fourth').check();
  await noProblems(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved: 2 entries').waitFor();
  await page.goto(`${b.origin}/en/`);
  await expect.poll(() => statusOf('MAN TGX third')).toBe('ACTIVE');
  await expect.poll(() => statusOf('MAN TGX fourth')).toBe('ACTIVE');
  await page.goto(`${b.origin}/admin/listings?q=third`);
  await page.getByRole('link', { name: 'MAN TGX third' }).click();
  await page.getByText('listing.approved').waitFor();
  await page.getByRole('link', { name: admin.name }).first().waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('the number of waiting entries is announced while decisions are held and after they are sent', async () => {
  const titles = Array.from({ length: 20 }, (_, n) => `Counted tipper ${n}`);
  for (const title of titles) await publish(t, seller, { title });
  await t.drainJobs();
  const { page, context, errors } = await openDesk(b, admin, '/admin/review/listings');
  const status = page.getByRole('status').filter({ hasText: /\d+ waiting/ });
  const before = Number.parseInt(await status.innerText(), 10);
  expect(before).toBeGreaterThanOrEqual(titles.length);
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/admin/listings?')) reads++;
  });
  await page.clock.install();
  await page.getByRole('button', { name: 'Counted tipper 0' }).click();
  await page.keyboard.press('a');
  await status.getByText(`${before - 1} waiting`).waitFor();
  await page.clock.runFor(5000);
  await page.keyboard.press('a');
  await status.getByText(`${before - 2} waiting`).waitFor();
  await page.clock.runFor(5000);
  await expect.poll(() => statusOf('Counted tipper 0')).toBe('ACTIVE');
  // A decision is pending and enough entries are left, so the page does not reload the queue for this one.
  expect(reads).toBe(0);
  const isRead = page.waitForResponse((response) => response.url().includes('/admin/listings?'));
  await page.clock.runFor(5000);
  await (await isRead).finished();
  expect([await statusOf('Counted tipper 1'), reads]).toEqual(['ACTIVE', 1]);
  await page.getByRole('button', { name: 'Counted tipper 2' }).waitFor();
  await page.keyboard.press('x');
  await status.getByText(`${before - 2} waiting · 1 selected`).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('a report is acted on with a reason, and the listing leaves the market', async () => {
  const buyer = await createBuyer(t);
  const slug = (
    await t.db
      .selectFrom('listings')
      .select('slug')
      .where('title', '=', 'Twin of the MAN')
      .executeTakeFirstOrThrow()
  ).slug;
  const report = { reason: 'stolen', details: 'This is my lorry.' };
  expect((await t.post(`/api/listings/${slug}/report`, report, { as: buyer })).status).toBe(201);
  const { page, context, errors } = await openDesk(b, admin, '/admin/review/reports');
  await page.getByText('This is my lorry.').waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Take action' }).click();
  await page.getByLabel('Take down the reported content').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Take action' }).click();
  await page.getByText('This queue is empty.').waitFor();
  await page.goto(`${b.origin}/en/`);
  await expect.poll(() => statusOf('Twin of the MAN')).toBe('SUSPENDED');
  const open = async () =>
    (await t.get('/api/admin/reports?status=open', { as: admin })).body.data.pagination.total as number;
  await expect.poll(open).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('an account is found, suspended with a reason and by typing, and reinstated', async () => {
  const { page, context, errors } = await openDesk(b, admin, '/admin/users');
  await noProblems(page);
  await page.getByLabel('Search email, name, company or ID').fill('nord trucks');
  await page.getByRole('link', { name: other.name }).click();
  await page.getByRole('heading', { name: 'Signed-in devices' }).waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByLabel('Reason', { exact: true }).selectOption('fraud_suspected');
  await page.getByLabel('Message to the account holder').fill('Fraud is suspected.');
  await page.getByLabel('End date (optional)').fill('2099-12-31');
  await page.getByLabel(/^Type .* to confirm$/).fill(other.email);
  await noProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Reason for suspension:').waitFor();
  await page.getByText(/Ends automatically on .*2099/).waitFor();
  await page.getByText('user.suspended').waitFor();
  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByRole('dialog').getByText(`${other.name} will be able to use the account again.`).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await page.getByText('Reason for suspension:').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await context.close();
});

it('an irreversible action asks for the password if the sign-in is older than a quarter of an hour', async () => {
  const person = await createBuyer(t, { name: 'Erasable Person' });
  const { page, context, errors } = await openDesk(b, admin, `/admin/users/${person.userId}`);
  t.clock.advance(16 * 60_000);
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('button', { name: 'Erase account' }).click();
  await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await page.getByRole('dialog').getByRole('button', { name: 'Erase account' }).click();
  await page.getByLabel('Your password').fill('not the password');
  await noProblems(page);
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  await page.getByRole('dialog').locator('.problems').waitFor();
  await page.getByLabel('Your password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  await page.waitForURL(/\/admin\/users$/);
  const user = await t.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  expect(user.status).toBe('erased');
  expect(errors.filter((error) => !/status of 40[13]/.test(error))).toEqual([]);
  await context.close();
});
