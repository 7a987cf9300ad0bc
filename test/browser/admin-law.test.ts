/** Legal duties of a marketplace: reports without an account, statements of reasons, appeals. */
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let first: TestUser;
let second: TestUser;
let seller: TestSeller;
let slug: string;

const TITLE = 'MAN TGX with another price';

testInBrowser(async () => {
  first = await createAdmin(t);
  second = await createAdmin(t);
  seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true });
  ({ slug } = await publish(t, seller, { title: TITLE }));
  await t.app.settle();
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
])('a guest reports a listing and gets a confirmation, $name', async (kind) => {
  const to = `guest-${String(kind.phone)}@guests.example`;
  const { page, context, errors } = await b.open(`/en/listing/${slug}`, kind);
  await page.getByRole('link', { name: 'Report listing' }).click();
  await page.getByLabel('What is wrong?').selectOption('misleading');
  await page.getByLabel('What is wrong, and how do you know?').fill('On the phone they ask for more.');
  await page.getByLabel('Your email address (optional)').fill(to);
  if (!kind.withoutScript) await noProblems(page);
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Report sent. Thank you.').waitFor();
  expect(await mailTo(to, 'We have received your report')).toContain('A person reviews every report.');
  expect(errors).toEqual([]);
  await context.close();
});

it('an administrator acts; the dealer reads why and objects from the email; another administrator takes it back', async () => {
  const desk = await openDesk(b, first, '/admin/review/reports');
  await desk.page.getByText('without an account').first().waitFor();
  await noProblems(desk.page);
  await desk.page.getByRole('button', { name: 'Take action' }).click();
  await desk.page.getByLabel('Take down the reported content').check();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Take action' }).click();
  await desk.page.goto(`${b.origin}/en/`);
  await expect.poll(statusOf).toBe('SUSPENDED');
  await desk.context.close();

  const mail = await mailTo(seller.email, 'Your listing was taken down');
  const link = /https?:\/\/\S+(\/decisions\/\S+)/.exec(mail ?? '')?.[1] ?? 'no link';
  const dealer = await b.open(link, { phone: true });
  await dealer.page.getByText(TITLE).waitFor();
  await dealer.page.getByText('We reviewed it because of a report.').waitFor();
  await noProblems(dealer.page);
  await dealer.page.getByLabel('Why is the decision wrong?').fill('The price includes the trailer.');
  await dealer.page.getByRole('button', { name: 'Send appeal' }).click();
  await dealer.page.getByText('We’ve received your appeal.').waitFor();
  await noProblems(dealer.page);
  expect(dealer.errors).toEqual([]);
  await dealer.context.close();

  const judge = await openDesk(b, second, '/admin/review/objections');
  await judge.page.getByText('The price includes the trailer.').waitFor();
  await noProblems(judge.page);
  await judge.page.getByRole('button', { name: 'Reverse decision' }).click();
  await judge.page.getByRole('dialog').getByRole('button', { name: 'Reverse decision' }).click();
  await judge.page.getByText('This queue is empty.').waitFor();
  await judge.page.goto(`${b.origin}/en/`);
  await expect.poll(statusOf).toBe('ACTIVE');
  expect(judge.errors).toEqual([]);
  await judge.context.close();
  expect(await mailTo(seller.email, 'We have decided on your appeal')).toContain('Your appeal was justified');
});

it('the dealer finds all decisions in the account', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/en/account/decisions');
  await page.getByText('Your listing was taken down.').waitFor();
  await noProblems(page);
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByText('The decision was reversed.').first().waitFor();
  await noProblems(page);
  expect(errors).toEqual([]);
  await context.close();
});

it('on a phone, in German too, the button that asks a dealer is whole', async () => {
  const { page, context, errors } = await openDesk(b, second, '/admin/law/traders', { phone: true });
  await page.evaluate("localStorage.setItem('fw-language', 'de')");
  await page.reload();
  const button = page.getByRole('button', { name: /^Angaben anfordern\W/ }).first();
  await button.waitFor();
  await noProblems(page);
  const buttonBox = await button.boundingBox();
  const frameBox = await page.locator('.table-frame').boundingBox();
  expect((buttonBox?.x ?? 0) + (buttonBox?.width ?? 999)).toBeLessThanOrEqual(
    (frameBox?.x ?? 0) + (frameBox?.width ?? 0),
  );
  expect(errors).toEqual([]);
  await context.close();
});
