import { afterAll, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { noProblems } from '../support/axe.ts';
import {
  createApiKey,
  createSeller,
  createTeamMember,
  TEST_PASSWORD,
  type TestSeller,
} from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openDesk } from '../support/desk.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let receiver: Receiver;

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  receiver = await startReceiver();
  await t.app.settle();
});

afterAll(async () => {
  await receiver.close();
});

/** Drops the errors that the browser logs for responses that a test provokes. */
const unexpected = (errors: readonly string[]): string[] =>
  errors.filter((error) => !error.includes('status of 422'));

it.each([
  { name: 'on a desktop', phone: false, dark: false },
  { name: 'on a phone, dark', phone: true, dark: true },
])('a key is made, shown once, used, replaced and revoked, $name', async (kind) => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/developer/keys', kind);
  await page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'New API key' }).first().click();
  const dialog = page.getByRole('dialog');
  // The form marks the missing input at its field and focuses the first one.
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.locator('[name=name][aria-invalid=true]:focus').waitFor();
  await dialog.getByLabel('Name').fill('Stock system');
  await dialog.getByLabel('listings:read').check();
  await dialog.getByLabel('Your password').fill(TEST_PASSWORD);
  await noProblems(page);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Copy it now.').waitFor();
  await noProblems(page);
  const key = (await page.locator('code.secret').first().textContent()) ?? '';
  const use = () => t.get('/v1/seller/listings', { headers: { 'x-api-key': key } });
  expect((await use()).status).toBe(200);
  // Escape must not close the dialog while it shows a secret.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);
  await page.reload({ waitUntil: 'load' });
  await page.getByRole('heading', { name: 'Stock system' }).waitFor();
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Replace key' }).click();
  await dialog.getByLabel('Keep the old key working').selectOption('0');
  await dialog.getByLabel('Your password').fill(TEST_PASSWORD);
  await dialog.getByRole('button', { name: 'Replace key' }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  expect((await use()).status).toBe(401);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('a webhook is created, tested, monitored and re-enabled; missed events are replayed', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/developer/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByLabel('listing.published').check();
  await noProblems(page);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  expect(await page.locator('code.secret').textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByText('No deliveries in the last 30 days.').waitFor();
  await noProblems(page);

  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialog.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText(/Test event delivered in \d+ ms/).waitFor();
  receiver.script(500);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialog.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('The test event couldn’t be delivered: the response status was 500').waitFor();

  await page.getByLabel('Result').selectOption('failed');
  await page.locator('tbody .is-good').waitFor({ state: 'detached' });
  await noProblems(page);
  // The button in the row sends the delivery again; this time the receiver accepts it.
  const tried = receiver.requests.length;
  await page.getByRole('button', { name: /^Send now/ }).click();
  await page.getByText('Delivery sent.').waitFor();
  await t.app.modules.webhooks.deliverDue();
  await receiver.received(tried + 1);
  await page.getByRole('button', { name: 'listing.published', exact: true }).click();
  await page.getByRole('dialog').getByText('webhook-id:').first().waitFor();
  await noProblems(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').waitFor();
  await publish(t, seller, { title: 'DAF XF 480' });
  await t.drainJobs();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Paused').waitFor({ state: 'detached' });
  const before = receiver.requests.length;
  await page.getByRole('button', { name: 'Resend events' }).click();
  await noProblems(page);
  await dialog.getByRole('button', { name: 'Resend events' }).click();
  await page.getByText('Resending 1 event.').waitFor();
  await t.app.modules.webhooks.deliverDue();
  await receiver.received(before + 1);
  expect(receiver.requests.at(-1)?.body).toContain('DAF XF 480');

  await page.getByRole('link', { name: 'Events' }).click();
  // The page that is being left lists deliveries under the same names.
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.getByRole('button', { name: 'listing.published', exact: true }).click();
  await page.getByRole('dialog').getByText('DAF XF 480').waitFor();
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('what failed last is sent again with three presses, the area and its page included', async () => {
  const dealer = await createSeller(t, { plan: 'premium', verified: true });
  const failing = await startReceiver();
  await t.post('/v1/webhooks', { url: failing.url, events: ['listing.published'] }, { as: dealer });
  failing.script(500);
  await publish(t, dealer, { title: 'Scania R 450' });
  await t.drainJobs();
  await t.app.modules.webhooks.deliverDue();
  await failing.received(1);
  const { page, context, errors } = await openDesk(b, dealer, '/dealer/today');
  await page.getByRole('link', { name: 'Developer' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  const failures = page.getByRole('region', { name: `Recent failures of ${failing.url}` });
  await failures.first().waitFor();
  await noProblems(page);
  await failures
    .getByRole('button', { name: /^Send now/ })
    .first()
    .click();
  await page.getByText('Delivery sent.').waitFor();
  await t.app.modules.webhooks.deliverDue();
  await failing.received(2);
  expect(unexpected(errors)).toEqual([]);
  await context.close();
  await failing.close();
});

it('access of keys is narrowed to addresses; a wrong one is named at its field', async () => {
  const { page, context, errors } = await openDesk(b, seller, '/dealer/developer/security');
  await page.getByLabel('Allow only these IP addresses').check();
  await page.getByLabel('IP addresses', { exact: true }).fill('203.0.113.700');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('textarea[aria-invalid=true]').waitFor();
  await noProblems(page);
  await page.getByLabel('IP addresses', { exact: true }).fill('203.0.113.7\n2001:db8::/48');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Applies from the next request.').waitFor();
  expect((await t.get('/api/account/security', { as: seller })).body.data.ipRestriction).toEqual({
    enabled: true,
    addresses: ['203.0.113.7', '2001:db8::/48'],
  });
  // Lifting the restriction requires the password, so the page prompts for it.
  await page.reload();
  await page.getByLabel('Allow only these IP addresses').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('input[name=password][aria-invalid=true]').waitFor();
  await page.getByLabel('Your password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Applies from the next request.').waitFor();
  const { body } = await t.get('/api/account/security', { as: seller });
  expect(body.data.ipRestriction.enabled).toBe(false);
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('an owner sees the keys of all members, and hands over the webhook of one who has left', async () => {
  const colleague = await createTeamMember(t, seller.sellerId, 'MANAGER');
  await createApiKey(t, colleague.userId, ['listings:read']);
  const body = { url: 'https://hooks.colleague.example/in', events: ['*'] };
  const created = await t.post('/v1/webhooks', body, { as: colleague });
  const { page, context, errors } = await openDesk(b, seller, '/dealer/developer/team-keys');
  const { name } = (await t.get('/api/auth/me', { as: colleague })).body.data;
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('API key revoked.').waitFor();
  await noProblems(page);

  const { members } = (await t.get('/api/seller/team', { as: seller })).body.data;
  const { id } = members.find(({ userId }: { userId: string }) => userId === colleague.userId);
  await t.del(`/api/seller/team/${id}`, { as: seller });
  await page.goto(`${b.origin}/dealer/developer/webhooks/${created.body.data.webhook.id}`);
  await page.getByText('Paused: the responsible member has left').waitFor();
  await noProblems(page);
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
  await page.getByText(/Webhook handed over to/).waitFor();
  await page.getByText('Delivering').waitFor();
  await noProblems(page);
  expect(unexpected(errors)).toEqual([]);
  await context.close();
});

it('a viewer sees webhooks and the reason why they cannot be changed', async () => {
  const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
  const { page, context } = await openDesk(b, viewer, '/dealer/developer/webhooks');
  const button = page.getByRole('button', { name: 'New webhook' });
  await button.first().waitFor();
  expect([await button.first().isDisabled(), await button.first().getAttribute('title')]).toEqual([
    true,
    'Requires the role Manager or higher.',
  ]);
  await context.close();
});
