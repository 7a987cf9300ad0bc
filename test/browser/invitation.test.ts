/** The path from an invitation email into the team, with every detour that people take. */
import { expect, it } from 'vitest';
import { accessibilityProblems } from '../support/axe.ts';
import { type OpenPage } from '../support/browser.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let owner: TestSeller;

testInBrowser(async () => {
  owner = await createSeller(t, { plan: 'enterprise', companyName: 'Hansa Trucks' });
});

/** Invites the address and returns the path of the link in the email. */
async function invite(email: string, role = 'AGENT'): Promise<string> {
  const response = await t.post('/api/seller/team/invitations', { email, role }, { as: owner });
  expect(response.status).toBe(201);
  return linkIn(email, /\/team\/invitations\/fwi_[\w-]+/);
}

async function linkIn(email: string, form: RegExp): Promise<string> {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to, text }) => to === email && form.test(text));
  return form.exec(mail?.text ?? '')?.[0] ?? '';
}

const title = ({ page }: OpenPage) => page.locator('main h1').textContent();
const clickButton = ({ page }: OpenPage, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
const clickLink = ({ page }: OpenPage, name: string) =>
  page.locator('main').getByRole('link', { name, exact: true }).click();

async function signIn({ page }: OpenPage): Promise<void> {
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function isInWorkspace({ page, errors }: OpenPage): Promise<void> {
  await page.waitForURL('**/dealer/today**');
  await page.locator('main h1').waitFor();
  // A rejected form is a page with the error status.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
}

async function teamOf(email: string): Promise<string | undefined> {
  const row = await t.db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.seller_id')
    .where('u.email', '=', email)
    .executeTakeFirst();
  return row?.seller_id;
}

it('names company and role, and leads by the sign-in into the team', async () => {
  const { email } = await createBuyer(t);
  const opened = await b.open(await invite(email, 'MANAGER'));
  expect(await title(opened)).toBe('Join the team of Hansa Trucks');
  await opened.page.getByText('Your role in the team: manager').waitFor();
  expect(await opened.page.getByText(email).isVisible()).toBe(true);
  expect(await accessibilityProblems(opened.page)).toEqual([]);
  await clickLink(opened, 'Sign in');
  await opened.page.getByText('You are joining the team of Hansa Trucks.').waitFor();
  expect(await opened.page.getByLabel('Email').inputValue()).toBe(email);
  await signIn(opened);
  await opened.page.waitForURL('**/team/invitations/**');
  await clickButton(opened, 'Accept invitation');
  await isInWorkspace(opened);
  expect(await teamOf(email)).toBe(owner.sellerId);
});

async function registerFrom(link: string): Promise<OpenPage> {
  const opened = await b.open(link);
  await clickLink(opened, 'Create an account');
  // A colleague does not found a company.
  expect(await opened.page.getByLabel('Company').count()).toBe(0);
  await opened.page.getByLabel('Name', { exact: true }).fill('Nele New');
  await opened.page.getByLabel('Password').fill(TEST_PASSWORD);
  await clickButton(opened, 'Create account');
  await opened.page.waitForURL('**/verify?**');
  return opened;
}

it('leads by registration and the code of the email address into the team, also when a second code was needed', async () => {
  const email = 'nele@hansa.example';
  const opened = await registerFrom(await invite(email));
  await clickButton(opened, 'Send a new code');
  await opened.page.waitForURL('**done=done.codeSent**');
  await opened.page.getByLabel('Code').fill(await linkIn(email, /\b\d{6}\b/));
  await clickButton(opened, 'Confirm');
  await opened.page.waitForURL('**/team/invitations/**');
  await clickButton(opened, 'Accept invitation');
  await isInWorkspace(opened);
  expect(await teamOf(email)).toBe(owner.sellerId);
});

it('survives the link of the verification email, and a forgotten password', async () => {
  const email = 'nils@hansa.example';
  const opened = await registerFrom(await invite(email));
  await opened.page.goto(`${b.origin}${await linkIn(email, /\/verify\?token=[^\s"]+/)}`);
  await clickButton(opened, 'Confirm');
  await opened.page.waitForURL('**/team/invitations/**');

  // Leave the page first; a pending response would restore its cookie.
  const invitation = opened.page.url();
  await opened.page.goto('about:blank');
  await opened.context.clearCookies();
  await opened.page.goto(invitation);
  await clickLink(opened, 'Sign in');
  await clickLink(opened, 'Forgot your password?');
  await opened.page.getByLabel('Email').fill(email);
  await clickButton(opened, 'Send link');
  await opened.page.waitForURL('**/sign-in?**');
  await opened.page.goto(`${b.origin}${await linkIn(email, /\/reset-password\?token=[^\s"]+/)}`);
  for (const label of ['New password', 'Repeat new password'])
    await opened.page.getByLabel(label, { exact: true }).fill(TEST_PASSWORD);
  await clickButton(opened, 'Set password');
  await opened.page.waitForURL('**/sign-in?**');
  await signIn(opened);
  await opened.page.waitForURL('**/team/invitations/**');
  await clickButton(opened, 'Accept invitation');
  await isInWorkspace(opened);
});

it('a user who is signed in with another account is informed and can switch', async () => {
  const [wrong, right] = [await createBuyer(t), await createBuyer(t)];
  const link = await invite(right.email);
  const opened = await b.open(`/en/sign-in?next=${encodeURIComponent(`/en${link}`)}`);
  await opened.page.getByLabel('Email').fill(wrong.email);
  await signIn(opened);
  await opened.page.waitForURL('**/team/invitations/**');
  const notice = `You are signed in as ${wrong.email}, but the invitation is for ${right.email}.`;
  expect(await opened.page.getByText(notice).isVisible()).toBe(true);
  expect(await opened.page.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0);
  await clickButton(opened, 'Sign out and use another account');
  await opened.page.waitForURL('**/sign-in?**');
  expect(await opened.page.getByLabel('Email').inputValue()).toBe(right.email);
  await signIn(opened);
  await opened.page.waitForURL('**/team/invitations/**');
  await clickButton(opened, 'Accept invitation');
  await isInWorkspace(opened);
});

it('says plainly when it was withdrawn, has expired or was used, and when there is none', async () => {
  const { email } = await createBuyer(t);
  const textOf = async (link: string): Promise<string> => {
    const opened = await b.open(`/en${link}`);
    expect(await opened.page.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0);
    return (await opened.page.locator('main').textContent()) ?? '';
  };
  const withdrawn = await invite(email);
  const { invitations } = (await t.get('/api/seller/team', { as: owner })).body.data;
  for (const { id } of invitations) await t.del(`/api/seller/team/invitations/${id}`, { as: owner });
  expect(await textOf(withdrawn)).toContain('Hansa Trucks has withdrawn this invitation.');

  const expired = await invite(email);
  await t.db
    .updateTable('team_invitations')
    .set({ expires_at: t.clock.now() })
    .where('email', '=', email)
    .where('revoked_at', 'is', null)
    .execute();
  expect(await textOf(expired)).toContain('This invitation has expired.');

  const used = await invite(email);
  await t.db
    .updateTable('team_invitations')
    .set({ accepted_at: t.clock.now() })
    .where('email', '=', email)
    .where('revoked_at', 'is', null)
    .execute();
  expect(await textOf(used)).toContain('This invitation has already been accepted.');
  expect(await textOf('/team/invitations/fwi_none')).toContain('This invitation doesn’t exist.');
});

it('lets the owner of an empty company leave it, and says what keeps one that is not empty', async () => {
  const seller = await createSeller(t, { companyName: 'Own Trucks' });
  const opened = await b.open(await invite(seller.email));
  await clickLink(opened, 'Sign in');
  await signIn(opened);
  await opened.page.waitForURL('**/team/invitations/**');
  await t.db
    .updateTable('subscriptions')
    .set({ trial_used_at: t.clock.now() })
    .where('seller_id', '=', seller.sellerId)
    .execute();
  // The page still shows the offer from before.
  await clickButton(opened, 'Delete my company and join');
  await opened.page.getByText('It has a paid plan, or has had a trial.').waitFor();
  expect(await teamOf(seller.email)).toBe(seller.sellerId);

  await t.db
    .updateTable('subscriptions')
    .set({ trial_used_at: null })
    .where('seller_id', '=', seller.sellerId)
    .execute();
  await opened.page.goto(opened.page.url());
  await opened.page.getByText('Own Trucks, and it is empty').waitFor();
  await clickButton(opened, 'Delete my company and join');
  await isInWorkspace(opened);
  expect(await teamOf(seller.email)).toBe(owner.sellerId);
});
