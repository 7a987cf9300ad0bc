/** The buyer's tasks, from the first search to the review, and the ones that need only a keyboard. */
import { describe, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { type OpenPage } from '../support/browser.ts';
import { openDesk } from '../support/desk.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { b, t, testInBrowser } from '../support/browser-file.ts';

let seller: TestSeller;
let truck: { id: string; slug: string };

testInBrowser(async () => {
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  truck = await publish(t, seller, { title: 'MAN TGX 18.500', price: 40_000 });
  await publish(t, seller, { title: 'MAN TGX 18.440', price: 31_000 });
  await publish(t, seller, { title: 'DAF XF 480', brand: 'daf', model: 'XF', price: 30_000 });
  await t.app.settle();
});

const codeFor = async (email: string): Promise<string> => {
  await t.drainJobs();
  const mail = t.mailbox.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
};

/** Opens a page as a signed-in user, through the sign-in form that it redirects to. */
async function openAs(email: string, url: string, kind = {}): Promise<OpenPage> {
  const opened = await b.open(url, kind);
  await opened.page.getByLabel('Email').fill(email);
  await opened.page.getByLabel('Password').fill(TEST_PASSWORD);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.waitForURL(`**${url}`);
  return opened;
}

async function judge({ page, errors }: OpenPage, address: string): Promise<void> {
  expect([address, errors]).toEqual([address, []]);
  expect([address, await page.locator('h1').count()]).toEqual([address, 1]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect([address, overflow]).toEqual([address, 0]);
  expect([address, await accessibilityProblems(page)]).toEqual([address, []]);
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect([`${address} in large letters`, beyond]).toEqual([`${address} in large letters`, 0]);
}

describe.each([
  { name: 'on a desktop', kind: { phone: false } },
  { name: 'on a phone, in the dark', kind: { phone: true, dark: true } },
])('pages that few open, $name,', ({ kind }) => {
  it('public pages have no errors and no accessibility problems that axe detects', async () => {
    for (const address of [
      '/de/search',
      `/de/listing/${truck.slug}`,
      '/en/info/imprint',
      '/en/info/accessibility',
      '/en/sign-in',
      '/en/register',
      '/en/register?role=seller',
      '/en/forgot',
      '/en/reset-password?token=old',
      '/en/sell',
      `/en/inquiry/${truck.slug}`,
      `/en/report/${truck.slug}`,
    ]) {
      const opened = await b.open(address, kind);
      await judge(opened, address);
      await opened.context.close();
    }
  });

  it('pages of buyers and dealers have none either', async () => {
    const buyer = await createBuyer(t);
    for (const [email, addresses] of [
      [
        buyer.email,
        [
          '/en/messages',
          '/en/account/notices',
          '/de/account/data',
          '/en/account/keys',
          '/en/account/phone',
          `/en/dealer/${seller.slug}/review`,
          '/en/saved/new?brand=man',
        ],
      ],
      [seller.email, ['/en/account/documents']],
    ] as const) {
      const [first = '', ...rest] = addresses;
      const opened = await openAs(email, first, kind);
      await judge(opened, first);
      for (const address of rest) {
        await opened.page.goto(`${b.origin}${address}`);
        await judge(opened, address);
      }
      await opened.context.close();
    }
  });
});

it('a buyer searches, compares, registers, writes, is answered by the dealer in another browser, and reviews', async () => {
  const email = 'story@buyer.example';
  const buyer = await b.open('/en/search');
  const { page } = buyer;
  await page.getByRole('checkbox', { name: /^MAN/ }).check();
  await page.getByText('2 vehicles', { exact: true }).waitFor();
  for (const title of ['MAN TGX 18.500', 'MAN TGX 18.440'])
    await page.getByRole('button', { name: `Compare: ${title}`, exact: true }).click();
  await page
    .locator('[data-compare-bar]')
    .getByRole('link', { name: /^Compare/ })
    .click();
  await page.waitForURL(/\/en\/compare\?ids=/);
  await page.getByRole('link', { name: 'MAN TGX 18.500', exact: true }).click();
  await page.waitForURL(`**/en/listing/${truck.slug}`);
  await page.goto(`${b.origin}/en/register`);
  await page.getByLabel('Name', { exact: true }).fill('Bea Buyer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(TEST_PASSWORD);
  await page.getByLabel('Password').first().press('Enter');
  await page.waitForURL(/\/en\/verify/);
  await page.getByLabel('Code').fill(await codeFor(email));
  await page.getByLabel('Code').press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/verify'));
  await page.goto(`${b.origin}/en/listing/${truck.slug}`);
  await page.getByRole('link', { name: 'Write to the dealer' }).click();
  await page.getByLabel('Your message').fill('Is the retarder original?');
  await page.getByLabel('Your message').press('Tab');
  await page.getByRole('button', { name: 'Send' }).first().click();
  await page.getByText('Is the retarder original?').waitFor();
  const dealer = await openDesk(b, seller, '/dealer/inbox');
  await dealer.page
    .getByRole('link', { name: /MAN TGX 18\.500/ })
    .first()
    .click();
  await dealer.page.locator('.message').getByText('Is the retarder original?').waitFor();
  await dealer.page
    .getByRole('textbox', { name: /message|reply|answer/i })
    .first()
    .fill('Yes, it is.');
  await dealer.page.keyboard.press('Control+Enter');
  // The buyer's page was open all the time.
  await page.getByText('Yes, it is.').waitFor();
  await page.goto(`${b.origin}/en/dealer/${seller.slug}/review`);
  await page.getByLabel('Your rating').selectOption('5');
  await page.getByLabel('Your experience').fill('Quick and honest answers, and the truck is as described.');
  await page.getByRole('button', { name: 'Publish review' }).click();
  await page.waitForURL(/done=done\.reviewed/);
  const { reviews } = (await t.get('/api/reviews', { as: await signedIn(email) })).body.data;
  expect(reviews).toMatchObject([{ seller: { slug: seller.slug }, rating: 5 }]);
  expect([buyer.errors, dealer.errors]).toEqual([[], []]);
  await buyer.context.close();
  await dealer.context.close();
});

describe('buying with the keyboard alone', () => {
  it('the first key leads past the header to the content', async () => {
    const { page, context } = await b.open('/en/search');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    await context.close();
  });

  it('a filter is set, and the map of countries opened', async () => {
    const { page, context } = await b.open('/en/search');
    await page.getByRole('checkbox', { name: /^DAF/ }).press('Space');
    await page.getByText('1 vehicle', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Remove filter DAF' }).press('Enter');
    await page.getByText('3 vehicles', { exact: true }).waitFor();
    await context.close();
  });

  it('the order is chosen', async () => {
    const { page, context } = await b.open('/en/search');
    await page.locator('details:has(a[href*="sort=price"]) > summary').press('Enter');
    await page.getByRole('link', { name: 'Price: low to high' }).press('Enter');
    await page.waitForURL(/sort=price/);
    await expect.poll(() => page.locator('article.card h3').first().innerText()).toBe('DAF XF 480');
    await context.close();
  });

  it('the language is changed', async () => {
    const { page, context } = await b.open(`/en/listing/${truck.slug}`);
    await page.getByRole('link', { name: 'Polski' }).press('Enter');
    await page.waitForURL(`**/pl/listing/${truck.slug}`);
    await context.close();
  });

  it('a user signs in and returns to the requested page', async () => {
    const { email } = await createBuyer(t);
    const { page, context } = await b.open('/en/saved');
    await page.getByLabel('Email').focus();
    await page.keyboard.type(email);
    await page.getByLabel('Password').focus();
    await page.keyboard.type(TEST_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/saved');
    await context.close();
  });

  it('a vehicle is saved to the favorites', async () => {
    const { email } = await createBuyer(t);
    const { page, context } = await openAs(email, '/en/saved');
    await page.goto(`${b.origin}/en/listing/${truck.slug}`);
    const save = page.locator(`form[data-favorite] button`);
    await save.press('Enter');
    await page.locator('form[data-favorite] button[aria-pressed=true]').waitFor();
    await expect
      .poll(async () => (await t.get('/api/favorites/ids', { as: await signedIn(email) })).body.data.total)
      .toBe(1);
    await page.reload();
    await page.locator('form[data-favorite] button[aria-pressed=true]').waitFor();
    await context.close();
  });

  it('favorites of a guest are kept, and become those of the account', async () => {
    const { email } = await createBuyer(t);
    const { page, context, errors } = await b.open('/en/search');
    const heart = (title: string, state: boolean) =>
      page.locator(`button.heart[aria-label="Save: ${title}"][aria-pressed=${state}]`);
    await heart('MAN TGX 18.500', false).press('Enter');
    await heart('DAF XF 480', false).press('Enter');
    await heart('DAF XF 480', true).press('Enter');
    await page.reload();
    await heart('MAN TGX 18.500', true).waitFor();
    await heart('DAF XF 480', false).waitFor();
    expect(await page.locator('.heart-link [data-count]').textContent()).toBe('1');
    await page.goto(`${b.origin}/en/sign-in?next=/en/search`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await page.waitForURL('**/en/search');
    await heart('MAN TGX 18.500', true).waitFor();
    const total = async () =>
      (await t.get('/api/favorites/ids', { as: await signedIn(email) })).body.data.total;
    await expect.poll(total).toBe(1);
    await heart('MAN TGX 18.500', true).press('Enter');
    await expect.poll(total).toBe(0);
    await page.reload();
    await heart('MAN TGX 18.500', false).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('vehicles that were looked at are on a shelf', async () => {
    const { page, context } = await b.open(`/en/listing/${truck.slug}`);
    await page.goto(`${b.origin}/de/`);
    const shelf = page.getByRole('region', { name: 'Zuletzt angesehen' });
    await shelf.getByRole('link', { name: 'MAN TGX 18.500' }).waitFor();
    await shelf.getByRole('button').press('Enter');
    await shelf.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('vehicles are compared', async () => {
    const { page, context } = await b.open('/en/search');
    for (const title of ['MAN TGX 18.500', 'DAF XF 480'])
      await page.getByRole('button', { name: `Compare: ${title}`, exact: true }).press('Enter');
    await page
      .locator('[data-compare-bar]')
      .getByRole('link', { name: /^Compare/ })
      .press('Enter');
    await page.waitForURL(/\/en\/compare\?ids=/);
    await page.getByRole('link', { name: 'DAF XF 480', exact: true }).waitFor();
    await context.close();
  });

  it('a message is written to a dealer', async () => {
    const { email } = await createBuyer(t);
    const { page, context } = await openAs(email, '/en/saved');
    await page.goto(`${b.origin}/en/listing/${truck.slug}`);
    await page.getByRole('link', { name: 'Write to the dealer' }).press('Enter');
    await page.getByLabel('Your message').focus();
    await page.keyboard.type('May I see it on Monday?');
    await page.getByRole('button', { name: 'Send' }).first().press('Enter');
    await page.waitForURL(/\/en\/messages\//);
    await page.getByText('May I see it on Monday?').waitFor();
    await context.close();
  });

  it('a search is saved', async () => {
    const { email } = await createBuyer(t);
    const { page, context } = await openAs(email, '/en/saved');
    await page.goto(`${b.origin}/en/saved/new?brand=man`);
    await page.locator('main').getByRole('textbox').first().press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/en/saved');
    const { body } = await t.get('/api/search/saved', { as: await signedIn(email) });
    expect(body.data.saved_searches).toHaveLength(1);
    await context.close();
  });
});

async function signedIn(email: string): Promise<string> {
  return (await t.post('/api/auth/login', { email, password: TEST_PASSWORD })).body.data.accessToken;
}

it('a message brings an archived conversation back into the list, by itself', async () => {
  const buyer = await createBuyer(t);
  const inquiry = { listing_id: truck.id, message: 'Is it there?' };
  const conversation = await t.post('/api/messages/conversations', inquiry, { as: buyer });
  const path = `/api/messages/conversations/${conversation.body.data.conversation.id}`;
  await t.put(`${path}/archive`, undefined, { as: buyer });
  const { page, context, errors } = await openAs(buyer.email, '/en/messages');
  await page.getByText('No messages yet.').waitFor();
  await t.post(path, { content: 'Come and see it.' }, { as: seller });
  await page.locator('.row.unread').getByText('Come and see it.').waitFor();
  expect(await page.getByText('No messages yet.').count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});
