/** Unsaved input: why it was rejected, where it is stored, and the prompts before it is lost. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { create } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createSeller, createTeamMember, TEST_PASSWORD } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

testInBrowser();

const draftsOf = (page: Page): Promise<unknown> =>
  page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('fw-draft-')).length");
const isFocusInView = (page: Page): Promise<unknown> =>
  page.evaluate(
    '(() => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()',
  );

it.each([{ phone: false }, { phone: true }])(
  'a rejected save of a listing is reported in view of the user, and its field is scrolled into view, phone: $phone',
  async (kind) => {
    const owner = await createSeller(t, { plan: 'premium', verified: true });
    const { id } = await create(t, owner, { title: 'Tipper of ours' });
    const { page, context } = await openDesk(b, owner, `/dealer/listings/${id}`, kind);
    await page.getByLabel('Title', { exact: true }).fill('x'.repeat(300));
    const last = page.locator('#listing-form textarea, #listing-form input').last();
    await last.scrollIntoViewIfNeeded();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('That didn’t work. Correct 1 field and try again.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('title');
    expect(await isFocusInView(page)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    // The message disappears when its cause is fixed.
    await page.getByLabel('Title', { exact: true }).fill('Tipper of theirs');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('That didn’t work.').waitFor({ state: 'detached' });
    await context.close();
  },
);

it('the texts of a listing survive leaving the page, belong to their account, and go with saving and signing out', async () => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  const colleague = await createTeamMember(t, owner.sellerId, 'AGENT');
  const { id } = await create(t, owner, { title: 'Tipper of ours' });
  const { page, context, errors } = await openDesk(b, owner, `/dealer/listings/${id}`);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Typed and not saved');
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.goto(`${b.origin}/dealer/listings/${id}`);
  await page.getByText(/Your unsaved changes from .* have been restored/).waitFor();
  expect(await title.inputValue()).toBe('Typed and not saved');

  // The session ends, and a colleague signs in with the same browser.
  await context.clearCookies();
  await page.goto(`${b.origin}/en/sign-in?next=/dealer/listings/${id}`);
  await page.getByLabel('Email').fill(colleague.email);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await title.waitFor();
  expect(await title.inputValue()).toBe('Tipper of ours');
  await title.fill('Typed by the colleague');
  expect(await draftsOf(page)).toBe(2);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await draftsOf(page)).toBe(1);

  await title.fill('Typed again');
  expect(await draftsOf(page)).toBe(2);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${b.origin}/en/`);
  expect(await draftsOf(page)).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('drafts go with a sign-out on the pages of the market, too', async () => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await create(t, owner, { title: 'Tipper of ours' });
  const { page, context } = await openDesk(b, owner, `/dealer/listings/${id}`);
  await page.getByLabel('Title', { exact: true }).fill('Never finished');
  expect(await draftsOf(page)).toBe(1);
  await page.goto(`${b.origin}/en/account`);
  await page.waitForLoadState('networkidle');
  await page.locator('main').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${b.origin}/en/`);
  expect(await draftsOf(page)).toBe(0);
  await context.close();
});

it('a browser keeps a bounded number of drafts, the newest', async () => {
  const owner = await createSeller(t, { plan: 'premium', verified: true });
  const { id } = await create(t, owner, { title: 'Tipper of ours' });
  const { page, context } = await openDesk(b, owner, `/dealer/listings/${id}`);
  await page.evaluate(
    "for (let n = 0; n < 60; n++) localStorage.setItem(`fw-draft-x-${n}`, JSON.stringify({ at: `2026-01-01T00:00:${String(n).padStart(2, '0')}Z` }))",
  );
  await page.getByLabel('Title', { exact: true }).fill('The newest');
  expect(await draftsOf(page)).toBe(30);
  const isStored = await page.evaluate(
    "['fw-draft-x-59', 'fw-draft-x-0'].map((key) => localStorage.getItem(key) !== null)",
  );
  expect(isStored).toEqual([true, false]);
  await context.close();
});

it('the text of an info page survives leaving it, and does not write over another version unnoticed', async () => {
  const admin = await createAdmin(t);
  const { page, context } = await openDesk(b, admin, '/admin/info/terms/en');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('# Terms\n\nTyped and not saved.');
  await page.goto(`${b.origin}/admin/overview`);
  await page.locator('main h1').waitFor();
  const response = await t.put(
    '/api/admin/info-pages/terms/en',
    { title: 'Terms', body: 'Of a colleague.' },
    { as: admin },
  );
  expect(response.status).toBeLessThan(300);
  await page.goto(`${b.origin}/admin/info/terms/en`);
  await page.getByText(/Your unsaved changes from .* have been restored/).waitFor();
  expect(await text.inputValue()).toBe('# Terms\n\nTyped and not saved.');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await page
    .getByText(/Someone else has saved a newer version/)
    .first()
    .waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('body');
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await page
    .getByText(/Someone else has saved a newer version/)
    .first()
    .waitFor({ state: 'detached' });
  await expect.poll(() => draftsOf(page)).toBe(0);
  expect(await text.inputValue()).toBe('# Terms\n\nTyped and not saved.');
  await context.close();
});

it('a dialog with something typed asks before Escape, a press beside it or its cross closes it', async () => {
  const owner = await createSeller(t, { plan: 'premium' });
  const { page, context, errors } = await openDesk(b, owner, '/dealer/team');
  const openDialog = () => page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await openDialog();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await openDialog();
  await page.getByLabel('Email address').fill('colleague@');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: 'Close' }).first().click(),
  ];
  for (const close of ways) {
    await close();
    await question.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The second Escape answers the prompt; it does not close the dialog.
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Email address').inputValue()).toBe('colleague@');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });

  // A dialog shows the errors of its form.
  await page.getByLabel('Email address').press('Enter');
  await dialog.locator('.field-problem').first().waitFor();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await openDialog();
  expect(await page.getByLabel('Email address').inputValue()).toBe('');

  // Submitted input causes no prompt.
  await page.getByLabel('Email address').fill('colleague@hansa.example');
  await page.getByLabel('Email address').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  await context.close();
});

it('what was chosen in a panel is there when it opens again, until it is sent', async () => {
  const owner = await createSeller(t, { plan: 'premium' });
  await create(t, owner, { title: 'A draft' });
  const { page, context } = await openDesk(b, owner, '/dealer/listings');
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.click();
  await page.getByLabel('Stock no.').fill('A-17');
  await page.keyboard.press('Escape');
  await page.getByLabel('Stock no.').waitFor({ state: 'hidden' });
  await filters.click();
  expect(await page.getByLabel('Stock no.').inputValue()).toBe('A-17');
  await page.getByLabel('Stock no.').press('Enter');
  await page.waitForURL(/externalId=A-17/);
  await page.getByRole('button', { name: /Remove filter Stock no/ }).click();
  await filters.click();
  expect(await page.getByLabel('Stock no.').inputValue()).toBe('');
  await context.close();
});
