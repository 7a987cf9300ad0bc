/** A dealer's first day in the browser, from registration to resending a webhook event. */
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { mobileDeCsv } from '../fixtures/imports/mobile-de-csv.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { createBuyer, TEST_PASSWORD } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

const EMAIL = 'first.day@dealer.example';
const STORY_MS = 240_000;

let receiver: Receiver;

testInBrowser(async () => {
  receiver = await startReceiver();
  await t.app.settle();
});

afterAll(async () => {
  await receiver.close();
});

const codeFor = async (email: string): Promise<string> => {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
};

/** A file as the dealer's system exports it: a header row, one renamed column and one unknown column. */
function yardFile(): Buffer {
  const [header = '', ...rows] = mobileDeCsv(3, { header: true }).toString('latin1').trim().split('\r\n');
  const renamed = `${header.replace('"marke"', '"fabrikat"')};lagerplatz`;
  return Buffer.from([renamed, ...rows.map((row, n) => `${row};Nord ${n}`)].join('\r\n'), 'latin1');
}

it(
  'registers, brings the stock, sells, and connects the own system',
  async () => {
    const { page, context, errors } = await b.open('/en/register?role=SELLER');
    const dialog = page.getByRole('dialog');

    // Register.
    await page.getByLabel('Name', { exact: true }).fill('Frieda First');
    await page.getByLabel('Company').fill('First Day Trucks');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/en\/verify/);
    await page.getByLabel('Code').fill(await codeFor(EMAIL));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes('verify'));
    await page.goto(`${b.origin}/dealer/today`);
    await page.getByRole('heading', { name: 'Get started' }).waitFor();

    // Fill in the company profile that buyers see.
    await page.goto(`${b.origin}/dealer/company`);
    await page.getByLabel('City').fill('Bremen');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    // Import the stock and map its columns.
    await page.getByRole('link', { name: 'Imports' }).first().click();
    await page.getByRole('button', { name: 'New import' }).first().click();
    await dialog.getByLabel('Format', { exact: true }).selectOption('mobile_de_csv');
    await dialog.getByLabel('New vehicles').selectOption('draft');
    await dialog
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'yard.csv', mimeType: 'text/csv', buffer: yardFile() });
    await dialog.getByRole('button', { name: 'Start import', exact: true }).click();
    await dialog.getByLabel('Import fabrikat as').selectOption('marke');
    await dialog.getByLabel('Import lagerplatz as').selectOption('');
    await dialog.getByRole('button', { name: 'Save and check rows' }).click();
    await page.waitForURL(/\/dealer\/imports\/imp_/);
    await t.drainJobs();
    const checked = page.url();
    await page.getByRole('button', { name: 'Import these rows' }).click();
    await page.waitForURL((url) => url.href !== checked);
    await t.drainJobs();
    await page.getByRole('link', { name: 'View listings' }).click();
    const row = page.locator('tbody tr').filter({ hasText: 'Scania' });
    await row.getByRole('link').click();

    // Add photos, then publish.
    const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#0b4f7d' } })
      .jpeg()
      .toBuffer();
    await page
      .locator('.drop-zone input[type=file]')
      .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect.poll(() => page.locator('.photo').count()).toBe(1);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.locator('.state', { hasText: 'Active' }).first().waitFor();
    const listingId = new URL(page.url()).pathname.split('/').pop()!;

    // Create a template, receive an inquiry without a reload, and reply.
    await page.goto(`${b.origin}/dealer/templates`);
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByLabel('Name').fill('Viewing');
    await page.getByLabel('Text').fill('Dear {{name}}, the {{vehicle}} is here. Come on Friday.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.goto(`${b.origin}/dealer/inbox`);
    await page.locator('main h1').waitFor();
    const buyer = await createBuyer(t, { name: 'Bernd Buyer' });
    const inquiry = await t.post(
      '/api/messages/conversations',
      { listing_id: listingId, message: 'Is it still there?' },
      { as: buyer },
    );
    expect(inquiry.status).toBe(201);
    await page.locator('.conversation.unread').getByRole('link').click();
    await page.locator('.message').getByText('Is it still there?').waitFor();
    await page.getByRole('button', { name: 'Template' }).click();
    await page.getByRole('button', { name: 'Viewing' }).click();
    const response = page.getByLabel('Your reply');
    await expect.poll(() => response.inputValue()).toMatch(/^Dear Bernd Buyer, the Scania .* is here/);
    await response.press('Control+Enter');
    await page.locator('.message.own').getByText('Come on Friday.').waitFor();

    // View statistics, and upgrade the plan.
    await page.goto(`${b.origin}/dealer/statistics`);
    await page
      .getByRole('link', { name: /Scania/ })
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${b.origin}/dealer/plan`);
    await page.getByRole('button', { name: 'Choose Premium' }).click();
    await dialog.getByText('Charged now').waitFor();
    await dialog.getByLabel('Street and number').fill('Hafenstraße 1');
    await dialog.getByLabel('Postal code').fill('20457');
    await dialog.getByLabel('Payment method').selectOption('pm_ok');
    await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await page.getByText('Plan changed to Premium.').waitFor();

    // Create an API key and a webhook for the dealer's own system.
    await page.goto(`${b.origin}/dealer/developer/keys`);
    await page.getByRole('button', { name: 'New API key' }).first().click();
    await dialog.getByLabel('Name').fill('Stock system');
    await dialog.getByLabel('listings:read').check();
    await dialog.getByLabel('listings:write').check();
    await dialog.getByLabel('Your password').fill(TEST_PASSWORD);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('code.secret').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.goto(`${b.origin}/dealer/developer/webhooks`);
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('listing.updated').check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    const changed = await t.call('PATCH', `/v1/seller/listings/${listingId}`, {
      body: { mileage: 91_500 },
      headers: { 'x-api-key': key },
    });
    expect(changed.status).toBe(200);
    await t.app.modules.webhooks.deliverDue();
    await receiver.received(1);
    expect(receiver.requests[0]?.body).toContain('"mileage":91500');

    // The history names the user who made each change.
    await page.goto(`${b.origin}/dealer/listings/${listingId}`);
    await page.getByText('History', { exact: true }).click();
    await page.getByText(/Frieda First, via the API/).waitFor();
    await page.getByText(/Mileage: .* → 91,500/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    // Resend once more, as after a night of failed deliveries.
    await page.goto(`${b.origin}/dealer/developer/webhooks`);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Resend events' }).first().click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Resend events' }).click();
    await page.getByText(/^Resending /).waitFor();
    await t.app.modules.webhooks.deliverDue();
    const later = () => receiver.requests.slice(1).some(({ body }) => body.includes('"mileage":91500'));
    await expect.poll(later).toBe(true);
    // The browser logs the 404 and 409 of a plan that is unavailable and of a vehicle without a price comparison.
    expect(errors.filter((error) => !/status of 40[49]/.test(error))).toEqual([]);
    await context.close();
  },
  STORY_MS,
);
