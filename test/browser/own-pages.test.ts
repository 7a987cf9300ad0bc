import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectNotices, publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { createAppForBrowser, type BrowserForTests, startBrowser } from '../support/browser.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';

let t: TestApp;
let b: BrowserForTests;
let seller: TestSeller;
let slug: string;

beforeAll(async () => {
  t = await createAppForBrowser();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  ({ slug } = await publish(t, seller, { title: 'MAN TGX 18.500', price: 40_000 }));
  await t.app.settle();
  b = await startBrowser(t);
});

afterAll(async () => {
  await b.close();
  await t.close();
});

const codeFor = async (email: string): Promise<string> => {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
};

/** Each attempt uses a new address, because a repeated test finds the data of the first attempt. */
let people = 0;
const newAddress = (name: string): string => `${name}-${++people}@buyer.example`;

const PAGES = [
  '/saved',
  '/favorites',
  '/messages',
  '/notifications',
  '/account',
  '/account/sessions',
  '/account/notices',
  '/account/data',
];

it.each([
  { name: 'on a desktop', phone: false },
  { name: 'on a phone', phone: true },
])('a guest writes to a dealer, is answered live, keeps the vehicle and signs out, $name', async (kind) => {
  const { page, context, errors } = await b.open(`/en/listing/${slug}`, kind);
  const email = newAddress('guest');
  const write = kind.phone ? 'Write' : 'Write to the dealer';
  await page.getByRole('link', { name: write, exact: true }).click();
  await page.getByLabel('Your message').fill('Is the retarder original?');
  await page.getByLabel('Name').fill('Guest Buyer');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`We’ve sent a code to ${email}.`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Code').fill(await codeFor(email));
  let openStream = (): void => undefined;
  const mayOpen = new Promise<void>((resolve) => {
    openStream = resolve;
  });
  await page.route('**/notifications/stream', async (route) => {
    await mayOpen;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Message sent.').waitFor();
  await page.getByText('Is the retarder original?').waitFor();
  const { conversations } = (await t.get('/api/messages/conversations', { as: seller })).body.data;
  const response = (content: string) =>
    t.post(`/api/messages/conversations/${conversations[0].id}`, { content }, { as: seller });
  // The dealer replies before the page subscribes to events, and again afterwards.
  await response('Yes, it is.');
  openStream();
  await page.getByText('Yes, it is.').waitFor();
  await response('Come and see it.');
  await page.getByText('Come and see it.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // The header shows the signed-in user.
  await page.locator('.drop.account > summary').waitFor();
  await page.goto(`${new URL(page.url()).origin}/en/listing/${slug}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save', pressed: true }).waitFor();
  for (const path of PAGES) {
    await page.goto(`${new URL(page.url()).origin}/en${path}`);
    expect([path, await page.locator('h1').count()]).toEqual([path, 1]);
    expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
      path,
      0,
    ]);
    expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
  }
  await page.goto(`${new URL(page.url()).origin}/en/favorites`);
  expect(await page.getByRole('link', { name: 'MAN TGX 18.500', exact: true }).count()).toBe(1);
  await page.goto(`${new URL(page.url()).origin}/en/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/en\/$/);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-fw');
  expect(errors).toEqual([]);
  await context.close();
});

it('a user registers and signs in by keyboard alone, without a script', async () => {
  const { page, context } = await b.open('/de/register', { withoutScript: true });
  const email = newAddress('karla');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('Karla Käuferin');
  await page.getByLabel('E-Mail').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await page.getByText('Wählen Sie ein längeres').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Karla Käuferin');
  // The rejected field has the focus.
  await page.keyboard.type(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/de\/verify/);
  await page.getByLabel('Code').fill(await codeFor(email));
  await page.keyboard.press('Enter');
  await page.getByText('E-Mail-Adresse bestätigt.').waitFor();
  await page.goto(`${new URL(page.url()).origin}/de/account`);
  expect(await page.getByLabel('Name').first().inputValue()).toBe('Karla Käuferin');
  await context.close();
});

it('a guest’s favorites are on the favorites page, and in the account after signing in', async () => {
  const sold = await publish(t, seller, { title: 'DAF XF 480', price: 30_000 });
  await t.app.settle();
  const { page, context, errors } = await b.open(`/en/listing/${sold.slug}`);
  const origin = new URL(page.url()).origin;
  const heart = page.getByRole('button', { name: 'Save', exact: true });
  await heart.click();
  await page.getByRole('button', { name: 'Save', exact: true, pressed: true }).waitFor();
  await page.goto(`${origin}/en/listing/${slug}?currency=PLN`);
  await heart.click();
  await page.getByRole('button', { name: 'Save', exact: true, pressed: true }).waitFor();
  await t.post(`/api/seller/listings/${sold.id}/sold`, {}, { as: seller });
  await t.app.settle();
  await page.goto(`${origin}/en/favorites`);
  await page.getByText('One of your saved vehicles is no longer for sale.').waitFor();
  expect(await page.locator('.card h3').allTextContents()).toEqual(['MAN TGX 18.500']);
  // The currency chosen on the previous page applies.
  expect(await page.locator('.card .price').textContent()).toContain('PLN');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: 'MAN TGX 18.500', exact: true }).waitFor();
  expect(await page.getByText('no longer for sale').count()).toBe(0);
  const { email } = await createBuyer(t);
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await page.getByRole('link', { name: 'MAN TGX 18.500', exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('without a script and an account, the favorites page suggests signing in', async () => {
  const { page, context } = await b.open('/en/favorites', { withoutScript: true });
  // Text locators ignore noscript elements.
  const advice = await page.locator('noscript .say').innerText();
  expect(advice).toContain('Without JavaScript, we can’t keep favourites in this browser.');
  expect(await page.getByText('You haven’t saved any vehicles yet').isVisible()).toBe(false);
  await context.close();
});
