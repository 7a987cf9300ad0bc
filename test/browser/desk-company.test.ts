import sharp from 'sharp';
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { insertConversation } from '../http/sellers/talk.ts';
import { noProblems } from '../support/axe.ts';
import { createBuyer, createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { openDesk } from '../support/desk.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;

testInBrowser(async () => {
  seller = await createSeller(t, { companyName: 'Hansa Trucks', verified: true });
  await t.app.settle();
});

const unexpected = (errors: readonly string[]): string[] =>
  errors.filter((error) => !error.includes('status of 422'));

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('statistics show a period, with tables and files, $name', async (kind) => {
  const dealer = await createSeller(t, { plan: 'premium' });
  await publish(t, dealer, { title: 'Volvo FH 500' });
  const { page, context, errors } = await openDesk(b, dealer, '/dealer/statistics', kind);
  await page.getByRole('link', { name: 'Volvo FH 500' }).waitFor();
  await noProblems(page);
  await page.getByLabel('Period', { exact: true }).selectOption('90');
  await page.waitForURL(/days=90/);
  await page.getByText('Show as table').first().click();
  await page.getByRole('button', { name: 'Least popular first' }).click();
  await page.waitForURL(/order=asc/);
  await noProblems(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download vehicles (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^vehicles-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('a dealer replies to a review and changes the reply', async () => {
  const buyer = await createBuyer(t, { name: 'Ben Buyer' });
  await insertConversation(t, buyer, seller);
  const review = { rating: 4, title: 'Fair', text: 'As described.' };
  expect((await t.post(`/api/sellers/${seller.slug}/reviews`, review, { as: buyer })).status).toBe(201);
  const { page, context, errors } = await openDesk(b, seller, '/dealer/reviews');
  await page.getByText('As described.').waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.getByLabel('Your reply').fill('Thank you!');
  await page.getByRole('button', { name: 'Publish reply' }).click();
  await page.getByText('Thank you!').waitFor();
  await page.getByRole('button', { name: 'Edit reply' }).click();
  await page.getByLabel('Your reply').fill('Thank you, Ben!');
  await page.getByRole('button', { name: 'Publish reply' }).click();
  await page.getByText('Thank you, Ben!').waitFor();
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('the profile is changed; errors appear at their fields; a logo is added and removed', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/company');
  await page.getByLabel('City').waitFor();
  await noProblems(page);
  await page.getByLabel('City').fill('Bremen');
  await page.getByLabel('Website').fill('not an address');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[name=website][aria-invalid=true]:focus').waitFor();
  expect(await page.getByLabel('City').inputValue()).toBe('Bremen');
  await page.getByLabel('Website').fill('https://hansa.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await t.get('/api/seller/profile', { as: seller })).body.data).toMatchObject({
    city: 'Bremen',
    website: 'https://hansa.example',
  });
  const buffer = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#0b4f7d' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await page.getByText('Logo saved.').waitFor();
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
  await page.getByText('Logo removed.').waitFor();
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('an owner invites a member; a member gets another role and leaves', async () => {
  const firm = await createSeller(t, { plan: 'premium' });
  const member = await createTeamMember(t, firm.sellerId, 'VIEWER');
  const { page, context, errors } = await openDesk(b, firm, '/dealer/team');
  await page.getByText(member.name, { exact: true }).waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email address').fill('new@dealer.example');
  await noProblems(page);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Invitation sent to').waitFor();
  await page.getByRole('button', { name: 'Withdraw: new@dealer.example' }).click();
  await page.getByRole('dialog').getByText('new@dealer.example can’t join with this invitation').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No pending invitations.').waitFor();
  const role = page.getByLabel(`Role of ${member.name}`);
  await role.selectOption('AGENT');
  await page.getByRole('dialog').getByText('The role changes from Viewer to Agent.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await role.inputValue()).toBe('VIEWER');
  await role.selectOption('AGENT');
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByText(`${member.name} now has the role Agent.`).waitFor();
  await page.getByRole('button', { name: `Remove: ${member.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${member.name} removed from the team.`).waitFor();
  expect((await t.get('/api/seller/team', { as: member })).status).toBe(403);
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('a plan is looked at, ordered and cancelled; its invoice is a file', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/plan');
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Choose Premium' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Charged now').waitFor();
  await noProblems(page);
  await dialog.getByLabel('Street and number').fill('Hafenstraße 1');
  await dialog.getByLabel('Postal code').fill('20457');
  await dialog.getByLabel('Payment method').selectOption('pm_declined');
  await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Payment method').selectOption('pm_ok');
  await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await page.getByText('Plan changed to Premium.').waitFor();
  await page.getByRole('link', { name: 'Invoices' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .* as PDF/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  await noProblems(page);
  await page.getByRole('link', { name: 'Plan' }).click();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('button', { name: 'Keep plan' }).click();
  await page.getByText('Cancellation withdrawn. Your plan continues.').waitFor();
  expect(errors.filter((error) => !/status of 4(02|09|22)/.test(error))).toEqual([]);
  await context.close();
});

it.each([
  ['VIEWER', ['Plan', 'Invoices'], 'Invite'],
  ['AGENT', ['Plan', 'Invoices'], 'Invite'],
  ['MANAGER', [], null],
] as const)('the role %s sees what it may, and why it may not', async (role, closed, disabled) => {
  const member = await createTeamMember(t, seller.sellerId, role);
  const { page, context } = await openDesk(b, member, '/dealer/team');
  for (const name of closed)
    expect(await page.locator('.sidebar .nav-item.off', { hasText: name }).count()).toBe(1);
  expect(await page.locator('.sidebar .nav-item.off').count()).toBe(closed.length);
  const invite = page.getByRole('button', { name: 'Invite' });
  expect(await invite.isDisabled()).toBe(disabled !== null);
  await context.close();
});
