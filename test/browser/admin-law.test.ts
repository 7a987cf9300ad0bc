/** What the law asks of a market: reports without an account, reasons, objections. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { noProblems } from '../support/axe.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';

let t: TestApp;
let b: BrowserForTests;
let first: TestUser;
let second: TestUser;
let seller: TestSeller;
let slug: string;

const TITLE = 'MAN TGX with another price';

beforeAll(async () => {
  t = await createAppForBrowser();
  first = await createAdmin(t);
  second = await createAdmin(t);
  seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true });
  ({ slug } = await publish(t, seller, { title: TITLE }));
  await t.app.settle();
  b = await startBrowser(t);
});

afterAll(async () => {
  await b.close();
  await t.close();
});

const mailTo = async (to: string, subject: string) => {
  await t.drainJobs();
  return t.mailbox.findLast((mail) => mail.to === to && mail.subject === subject)?.text;
};
const statusOf = async (): Promise<string> =>
  (await t.db.selectFrom('listings').select('status').where('slug', '=', slug).executeTakeFirstOrThrow())
    .status;

it.each([
  { name: 'on a desktop', phone: false },
  { name: 'on a phone, without script', phone: true, withoutScript: true },
])('somebody without an account reports a listing and gets a receipt, $name', async (kind) => {
  const to = `guest-${String(kind.phone)}@guests.example`;
  const { page, context, errors } = await b.open(`/en/listing/${slug}`, kind);
  await page.getByRole('link', { name: 'Report this listing' }).click();
  await page.getByLabel('What is wrong?').selectOption('misleading');
  await page.getByLabel('What is wrong, and how do you know?').fill('On the phone they ask for more.');
  await page.getByLabel('Your e-mail address (optional)').fill(to);
  if (!kind.withoutScript) await noProblems(page);
  await page.getByRole('button', { name: 'Send the report' }).click();
  await page.getByText('Thank you. We have received your report.').waitFor();
  expect(await mailTo(to, 'We have received your report')).toContain('A person looks at every report.');
  expect(errors).toEqual([]);
  await context.close();
});

it('an administrator acts; the dealer reads why and objects from the mail; another administrator takes it back', async () => {
  const desk = await openDesk(b, first, '/admin/review/reports');
  await desk.page.getByText('without an account').first().waitFor();
  await noProblems(desk.page);
  await desk.page.getByRole('button', { name: 'Act on the report' }).click();
  await desk.page.getByLabel('Take down what was reported').check();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Act on the report' }).click();
  await desk.page.goto(`${b.origin}/en/`);
  await expect.poll(statusOf).toBe('SUSPENDED');
  await desk.context.close();

  const mail = await mailTo(seller.email, 'Your listing was taken off the market');
  const link = /https?:\/\/\S+(\/decisions\/\S+)/.exec(mail ?? '')?.[1] ?? 'no link';
  const dealer = await b.open(link, { phone: true });
  await dealer.page.getByText(TITLE).waitFor();
  await dealer.page.getByText('We looked into it because somebody reported it.').waitFor();
  await noProblems(dealer.page);
  await dealer.page.getByLabel('Why is the decision wrong?').fill('The price includes the trailer.');
  await dealer.page.getByRole('button', { name: 'Send the objection' }).click();
  await dealer.page.getByText('We have received your objection.').waitFor();
  await noProblems(dealer.page);
  expect(dealer.errors).toEqual([]);
  await dealer.context.close();

  const judge = await openDesk(b, second, '/admin/review/objections');
  await judge.page.getByText('The price includes the trailer.').waitFor();
  await noProblems(judge.page);
  await judge.page.getByRole('button', { name: 'Take the decision back' }).click();
  await judge.page.getByRole('dialog').getByRole('button', { name: 'Take the decision back' }).click();
  await judge.page.getByText('This queue is empty.').waitFor();
  await judge.page.goto(`${b.origin}/en/`);
  await expect.poll(statusOf).toBe('ACTIVE');
  expect(judge.errors).toEqual([]);
  await judge.context.close();
  expect(await mailTo(seller.email, 'We have decided on your objection')).toContain(
    'You were right to object',
  );
});

it('the dealer finds all decisions in the account', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/en/account/decisions');
  await page.getByText('Your listing was taken off the market.').waitFor();
  await noProblems(page);
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByText('The decision has been taken back.').first().waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('on a phone, in German too, the button that asks a dealer is whole', async () => {
  const { page, context, errors } = await openDesk(b, second, '/admin/law/traders', { phone: true });
  await page.evaluate("localStorage.setItem('fw-language', 'de')");
  await page.reload();
  const button = page.getByRole('button', { name: /^Per Mail fragen/ }).first();
  await button.waitFor();
  await noProblems(page);
  const shown = await button.boundingBox();
  const frame = await page.locator('.table-frame').boundingBox();
  expect((shown?.x ?? 0) + (shown?.width ?? 999)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  expect(errors).toEqual([]);
  await context.close();
});
