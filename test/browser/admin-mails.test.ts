import { expect, it } from 'vitest';
import { noProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, type TestUser } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let admin: TestUser;
let isMailAway = false;
const sent: string[] = [];

testInBrowser(
  async () => {
    admin = await createAdmin(t);
    await register('sent@example.org');
    await t.drainJobs();
  },
  {
    mailer: {
      async send({ to }) {
        if (isMailAway) throw new Error('connect ECONNREFUSED');
        sent.push(to);
      },
    },
  },
);

const register = (email: string) =>
  t.post('/api/auth/register', { email, password: 'Longhaul24', name: 'Mia Mail', role: 'BUYER' });

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone in the dark', phone: true, dark: true },
])('an email that was given up is found with its reason, and sent, $name', async (kind) => {
  const email = `lost-${kind.phone ? 'phone' : 'desk'}@example.org`;
  await register(email);
  await t.db.updateTable('jobs').set({ attempts_max: 1 }).where('name', '=', 'mail.send').execute();
  isMailAway = true;
  await t.drainJobs({ mayFail: ['mail.send'] });
  isMailAway = false;
  const { page, context, errors } = await openDesk(b, admin, '/admin/overview', kind);
  // The label contains the text of all options.
  const ofState = () =>
    page.locator('label.filter', { has: page.locator('span', { hasText: /^Status$/ }) }).locator('select');
  await page.getByText(/emails? couldn’t be sent\./).waitFor();
  await page.getByText('Last error: connect ECONNREFUSED').waitFor();
  await page.getByRole('link', { name: 'Emails' }).click();
  await page.getByText('sent@example.org').waitFor();
  await noProblems(page);
  await ofState().selectOption('failed');
  await page.getByText('sent@example.org').waitFor({ state: 'detached' });
  await page.getByText(email).first().waitFor();
  await page.getByText('connect ECONNREFUSED').waitFor();
  await page.getByText('•••••• is your Fifthwheel verification code').waitFor();
  await noProblems(page);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.getByRole('button', { name: /^Try again/ }).click();
  await page.getByText('Email queued with its original text.').waitFor();
  await page.getByText('No emails match these filters.').waitFor();
  await t.drainJobs();
  expect(sent).toContain(email);
  await ofState().selectOption('');
  await page.getByLabel('To', { exact: true }).fill(email);
  await page.getByText('sent@example.org').waitFor({ state: 'detached' });
  await page.getByText(email).first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
