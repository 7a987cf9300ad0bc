/** Times use the time zone of the reader's device; calendar days stay the same everywhere. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { openDesk } from '../support/desk.ts';
import { insertConversation } from '../http/sellers/talk.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

/** An instant that is a different day, or a different time of the same day, in each zone below. */
const CHANGED_AT = '2026-03-31T23:30:00.000Z';
const ZONES = ['Asia/Tokyo', 'America/Los_Angeles'] as const;

let seller: TestSeller;
let admin: TestUser;
let truck: { id: string; slug: string };

testInBrowser(async () => {
  admin = await createAdmin(t);
  seller = await createSeller(t, { plan: 'premium', verified: true });
  truck = await publish(t, seller, { title: 'MAN TGX 18.500', price: 40_000 });
  const buyer = await createBuyer(t);
  await insertConversation(t, buyer, seller);
  const review = { rating: 4, text: 'As described, papers in order.' };
  expect((await t.post(`/api/sellers/${seller.slug}/reviews`, review, { as: buyer })).status).toBe(201);
  const changed = { updated_at: new Date(CHANGED_AT) };
  await t.db.updateTable('listings').set(changed).where('id', '=', truck.id).execute();
  await t.app.settle();
});

const formatted = (iso: string, shows: 'date' | 'moment', timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    ...(shows === 'moment' ? { timeStyle: 'short' } : {}),
    timeZone,
  }).format(new Date(iso));

interface ShownTime {
  readonly at: string;
  readonly shows: 'date' | 'moment';
  readonly text: string;
}

/** Returns the instants of the page and the text shown for each. */
const timesOf = (page: Page): Promise<ShownTime[]> =>
  page.evaluate(
    "[...document.querySelectorAll('main time')].map((time) => ({ at: time.dateTime, shows: time.dataset.shows ?? 'moment', text: time.textContent }))",
  );

it.each(ZONES)('pages of the market show times as in %s', async (timeZone) => {
  const { page, context, errors } = await openDesk(b, seller, '/en/account/sessions', { timeZone });
  for (const url of [
    '/en/account/sessions',
    `/en/listing/${truck.slug}`,
    `/en/listing/${truck.slug}/print`,
    `/en/dealer/${seller.slug}/reviews`,
    '/en/info/terms',
  ]) {
    await page.goto(`${b.origin}${url}`, { waitUntil: 'networkidle' });
    const times = await timesOf(page);
    if (url !== '/en/info/terms') expect([url, times.length > 0]).toEqual([url, true]);
    for (const { at, shows, text } of times)
      expect([url, at, text]).toEqual([url, at, formatted(at, shows, timeZone)]);
    expect(await page.locator('main').innerText()).not.toMatch(/UTC|GMT/);
  }
  expect(errors).toEqual([]);
  await context.close();
});

it('without a script they are in the zone of the marketplace, which moments name, and follow its setting', async () => {
  const open = (url: string) => openDesk(b, seller, url, { withoutScript: true, timeZone: 'Asia/Tokyo' });
  const { page, context } = await open('/en/account/sessions');
  const [first] = await timesOf(page);
  const { at = '', text } = first ?? {};
  expect(text).toMatch(new RegExp(`^${formatted(at, 'moment', 'Europe/Berlin')} CES?T$`));
  let visit = 0;
  const updated = async (): Promise<string> => {
    // The address differs each time, because the browser caches pages for a while.
    await page.goto(`${b.origin}/en/listing/${truck.slug}?visit=${++visit}`);
    return page.locator('.listing-page > .note time').innerText();
  };
  expect(await updated()).toBe('1 Apr 2026');
  const response = await t.put(
    '/api/admin/settings/site.timeZone',
    { value: 'America/New_York' },
    { as: admin },
  );
  expect(response.status).toBe(200);
  await t.app.settle();
  expect(await updated()).toBe('31 Mar 2026');
  expect(
    (await t.put('/api/admin/settings/site.timeZone', { value: 'Mars/Base' }, { as: admin })).status,
  ).toBe(422);
  await context.close();
});

it.each(ZONES)(
  'the workspace shows times as in %s, and days of figures as they are counted',
  async (timeZone) => {
    const { page, context } = await openDesk(b, seller, `/dealer/listings/${truck.id}`, { timeZone });
    const { expiresAt } = (await t.get(`/api/seller/listings/${truck.id}`, { as: seller })).body.data;
    await page.getByText(`Expires on ${formatted(expiresAt, 'date', timeZone)}`).waitFor();
    await page.goto(`${b.origin}/dealer/statistics`);
    const today = new Date().toISOString().slice(0, 10);
    await page
      .getByText(`– ${formatted(today, 'date', 'UTC')}`)
      .first()
      .waitFor();
    await context.close();
  },
);

it('a last day that an administrator chooses is theirs, and stays where another only changes the rest', async () => {
  const west = await openDesk(b, admin, '/admin/money/coupons', { timeZone: 'America/Los_Angeles' });
  await west.page.getByRole('button', { name: 'New coupon' }).click();
  const form = west.page.getByRole('dialog');
  await form.getByLabel('Name').fill('Until New Year');
  await form.getByLabel('Code').fill('newyear');
  await form.getByLabel('Percentage').fill('20');
  await form.getByLabel('Valid until').fill('2031-12-31');
  await form.getByRole('button', { name: 'Create coupon' }).click();
  await west.page.getByRole('heading', { name: 'NEWYEAR', exact: true }).waitFor();
  const address = west.page.url();
  const validUntil = async (): Promise<string> =>
    (await t.get(`/api/admin/coupons/${address.split('/').at(-1)}`, { as: admin })).body.data.coupon
      .validUntil;
  expect(await validUntil()).toBe('2032-01-01T08:00:00.000Z');
  await west.page.getByRole('button', { name: 'Edit' }).click();
  expect(await form.getByLabel('Valid until').inputValue()).toBe('2031-12-31');
  await west.context.close();

  const east = await openDesk(b, admin, new URL(address).pathname, { timeZone: 'Asia/Tokyo' });
  await east.page.getByRole('button', { name: 'Edit' }).click();
  await east.page.getByLabel('Note').fill('Seen in Tokyo.');
  await east.page.getByRole('button', { name: 'Save' }).click();
  await east.page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await validUntil()).toBe('2032-01-01T08:00:00.000Z');
  await east.context.close();
});
