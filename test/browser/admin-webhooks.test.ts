import { afterAll, expect, it } from 'vitest';
import { accessibilityProblems } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createWebhook, parcelSent, prepareWebhookTests, sendParcel } from '../http/webhooks/setup.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let receiver: Receiver;
let admin: TestUser;
let seller: TestSeller;
let webhookId: string;

testInBrowser(async () => {
  prepareWebhookTests(t);
  receiver = await startReceiver();
  receiver.usually(500);
  admin = await createAdmin(t);
  seller = await createSeller(t);
  webhookId = (await createWebhook(t, seller, receiver.url, [parcelSent.type])).id;
  await sendParcel(t, seller);
  await t.app.modules.webhooks.deliverDue();
});

afterAll(async () => {
  await receiver.close();
});

it.each([
  { name: 'on a desktop', phone: false },
  { name: 'on a phone in the dark', phone: true, dark: true },
])('a failing webhook is paused and resumed, and missed events are replayed, $name', async (kind) => {
  const { page, context, errors } = await openDesk(b, admin, '/admin/operations/webhooks', kind);
  const statusOf = async (): Promise<string | null> =>
    (
      await t.db
        .selectFrom('webhooks')
        .select('disabled_reason')
        .where('id', '=', webhookId)
        .executeTakeFirstOrThrow()
    ).disabled_reason;
  await page.getByText('No paused webhooks.').waitFor();
  await page.getByRole('button', { name: /^Pause/ }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: /^Resume/ }).waitFor();
  expect(await statusOf()).toBe('administrator');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await page.getByRole('button', { name: /^Resume/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByText('No paused webhooks.').waitFor();
  expect(await statusOf()).toBe(null);
  await page.getByRole('button', { name: /^Resend events/ }).click();
  const since = new Date(t.clock.now().getTime() - 24 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('Events not delivered since').fill(since);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Resend events' }).click();
  await page.getByText('Resending 1 event.').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
