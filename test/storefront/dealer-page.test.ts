import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
  await publish(t, seller, { title: 'MAN TGX 18.500' });
  await t.put(
    '/api/seller/profile',
    {
      phone: '+494066969100',
      whatsapp: '+494066969123',
      languages: ['de', 'pl'],
      openingHours: { timeZone: 'Europe/Berlin', monday: [{ from: '08:00', to: '17:30' }] },
    },
    { as: seller },
  );
  await t.app.settle();
});

afterAll(() => t.close());

it('shows who the dealer is, its figures and how it is reached', async () => {
  const { status, text } = await t.get(`/en/dealer/${seller.slug}`);
  expect(status).toBe(200);
  expect(text).toContain('<h1>Hansa Trucks</h1>');
  expect(text).toMatch(/class="sign"[^>]*>HT</);
  expect(text).toContain('href="tel:+494066969100"');
  expect(text).toContain('href="https://wa.me/494066969123?text=');
  expect(text).toContain(`href="/en/dealer/${seller.slug}/inquiry?ask=call"`);
  expect(text).toContain('German and Polish');
  expect(text).toMatch(/Monday<\/th><td>08:00–17:30<[\s\S]*Sunday<\/th><td>closed</);
  expect(text).toContain('MAN TGX 18.500');
  expect(text).not.toContain('Answers in');
});

const cardTitles = (text: string): string[] =>
  [...text.matchAll(/<h3><a href="[^"]*">([^<]*)</g)].map(([, title]) => title ?? '');

describe('the stock of a dealer', () => {
  let other: TestSeller;
  let path: string;
  const open = async (query: string) => {
    await t.app.settle();
    const { status, text } = await t.get(`${path}${query}`, { headers: { accept: 'text/html' } });
    expect([query, status]).toEqual([query, 200]);
    return text.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '');
  };

  beforeAll(async () => {
    path = `/en/dealer/${seller.slug}`;
    other = await createSeller(t, { companyName: 'Nordic Lorries' });
    await publish(t, other, { title: 'DAF of another dealer', brand: 'daf', model: 'XF' });
    for (let i = 0; i < 21; i++)
      await publish(t, seller, {
        title: `DAF ${i}`,
        brand: 'daf',
        model: i % 2 === 0 ? 'XF' : 'XG',
        price: 20_000 + i * 1000,
        year: 2016 + (i % 5),
      });
  });

  /** Returns the counts of a filter's checkboxes by value. */
  const countsOf = (text: string, name: string): Record<string, number> =>
    Object.fromEntries(
      [
        ...text.matchAll(new RegExp(`name="${name}"[^>]*value="([^"]*)"[^>]*>.*?class="count">(\\d+)<`, 'g')),
      ].map(([, value = '', count]) => [value, Number(count)]),
    );

  it('can be filtered, sorted and paged on the dealer page', async () => {
    const all = await open('');
    expect(all).toContain(`<form class="filters" action="${path}"`);
    expect(countsOf(all, 'brand')).toEqual({ man: 1, daf: 21 });
    expect(cardTitles(all)).toHaveLength(20);
    expect(cardTitles(all)[0]).toBe('DAF 20');
    expect(cardTitles(await open('?page=2'))).toEqual(['DAF 0', 'MAN TGX 18.500']);
    const narrowed = await open('?min_year=2017&max_price=25000&brand=daf&sort=price&order=asc');
    expect(cardTitles(narrowed)).toEqual(['DAF 1', 'DAF 2', 'DAF 3', 'DAF 4']);
    expect(countsOf(narrowed, 'model')).toEqual({ XF: 2, XG: 2 });
    // Removing a filter keeps the reader on the dealer page.
    expect(narrowed).toContain(
      `href="${path}?max_price=25000&amp;min_year=2017&amp;sort=price&amp;order=asc"`,
    );
    expect(narrowed).not.toContain('href="/en/search?');
    expect(narrowed).toContain('<meta name="robots" content="noindex,follow"');
    expect(all).not.toContain('<meta name="robots"');
  });

  it('has cards without the name of the dealer', async () => {
    expect((await open('')).match(/class="card-dealer"/g)).toBeNull();
    expect((await t.get('/en/search')).text).toContain('class="card-dealer"');
  });

  it('has prices in the currency and on the basis of the URL, which every filter keeps', async () => {
    const text = await open('?brand=daf&currency=PLN&prices=gross');
    expect(text).toMatch(/PLN\s?[\d,]+|[\d,]+\s?PLN/);
    expect(text).toContain(`href="/de/dealer/${seller.slug}?currency=PLN&amp;brand=daf&amp;prices=gross"`);
    expect(text).toContain('name="prices" value="gross"');
  });

  it('is that of the dealer even if the URL names another dealer', async () => {
    expect(cardTitles(await open(`?seller=${other.slug}&brand=daf`))).not.toContain('DAF of another dealer');
    const empty = await open('?brand=daf&min_year=2020&model=XF&max_price=20000');
    expect(cardTitles(empty)).not.toContain('DAF of another dealer');
    expect(empty).toContain('No vehicles match your search');
    expect(empty).toContain(`href="${path}?`);
  });

  it('shows errors at invalid bounds and keeps the rest of the search', async () => {
    const text = await open('?max_price=cheap&brand=daf');
    expect(text).toContain('Enter a number, such as 60,000.');
    expect(cardTitles(text)).toHaveLength(20);
  });

  it('has no filters if it is empty', async () => {
    const empty = await createSeller(t, { companyName: 'Nothing In Stock' });
    const { status, text } = await t.get(`/en/dealer/${empty.slug}`);
    expect([status, text.includes('id="filters"')]).toEqual([200, false]);
  });

  it('is a removable filter of a search, which stays when other filters change', async () => {
    const openSearch = (query: string) => t.get(`/en/search${query}`, { headers: { accept: 'text/html' } });
    for (const key of [seller.slug, seller.sellerId]) {
      const { text } = await openSearch(`?brand=daf&seller=${key}`);
      expect(text).toContain('aria-label="Remove filter Hansa Trucks"');
      expect(text).toContain(`<input type="hidden" name="seller" value="${key}"/>`);
      expect(text).toContain(`href="/en/search?seller=${key}" aria-label="Remove filter DAF"`);
      expect(text).toMatch(/<h1>DAF, Hansa Trucks/);
    }
  });

  it('becomes a filter if the query terms name the dealer', async () => {
    await t.app.settle();
    const { text } = await t.get('/en/search?q=nordic+lorries', { headers: { accept: 'text/html' } });
    expect(text).toContain('aria-label="Remove filter Nordic Lorries"');
    expect(cardTitles(text)).toEqual(['DAF of another dealer']);
  });

  it('is empty for an unknown dealer, and the page explains why', async () => {
    for (const unknown of ['nobody', '%00', 'x'.repeat(300), 'sel_0']) {
      const { status, text } = await t.get(`/en/search?seller=${unknown}`);
      expect([unknown.slice(0, 9), status < 500]).toEqual([unknown.slice(0, 9), true]);
      if (unknown !== 'nobody') continue;
      expect(text).toContain('We couldn’t find this dealer.');
      expect(text).toContain('aria-label="Remove filter unknown dealer"');
      expect(cardTitles(text)).not.toEqual([]);
    }
  });
});

describe('following a dealer', () => {
  const DAY_MS = 24 * 3_600_000;
  const follow = async () => {
    await t.drainJobs();
    const buyer = await createBuyer(t);
    const browser = new BrowserSession(t);
    await browser.call('POST', '/web/session', { email: buyer.email, password: TEST_PASSWORD });
    // The URL may contain the slug; the search is stored with the ID and without the currency, which only affects how prices are
    // shown.
    const path = `/en/saved/new?seller=${seller.slug}&currency=USD`;
    expect((await browser.open(path)).text).toContain('value="Hansa Trucks"');
    const form = { do: 'save', once: 'f', name: 'Hansa Trucks', alert_frequency: 'instant' };
    expect((await browser.submit(path, form)).status).toBe(303);
    const saved = async () => (await t.get('/api/search/saved', { as: buyer })).body.data.saved_searches;
    const [{ id, query }] = await saved();
    expect(query).toEqual({ seller: seller.sellerId });
    return { buyer, browser, id, saved };
  };
  const mailsTo = async (email: string): Promise<string[]> => {
    await t.drainJobs();
    return t.mailbox.filter(({ to }) => to === email).map(({ text }) => text);
  };

  beforeAll(() => t.app.runner.scheduleRecurring());

  it('sends alerts about new vehicles of this dealer only, until the user unfollows it', async () => {
    const { buyer, browser, id, saved } = await follow();
    t.mailbox.length = 0;
    const other = await createSeller(t, { companyName: 'Somebody Else' });
    await publish(t, other, { title: 'Of somebody else' });
    expect(await mailsTo(buyer.email)).toEqual([]);
    await publish(t, seller, { title: 'Volvo FH 500, just in', brand: 'volvo', model: 'FH' });
    const [mail, ...more] = await mailsTo(buyer.email);
    expect([mail?.includes('Volvo FH 500, just in'), more]).toEqual([true, []]);

    const path = `/en/saved/new?seller=${seller.sellerId}`;
    const { text } = await browser.open(path);
    expect(text).toContain('You follow Hansa Trucks');
    const ended = await browser.submit(path, { do: 'unfollow', id, slug: seller.slug });
    expect(ended.headers['location']).toBe(`/en/dealer/${seller.slug}`);
    expect(await saved()).toEqual([]);
    await publish(t, seller, { title: 'Iveco S-Way, just in', brand: 'iveco', model: 'S-Way' });
    t.clock.advance(DAY_MS);
    expect(await mailsTo(buyer.email)).toHaveLength(1);
  });

  it('is recognized in the list of saved searches, apart from other searches of the dealer', async () => {
    const { buyer, browser, id } = await follow();
    await t.post(
      '/api/search/saved',
      { name: 'DAF of Hansa', query: { seller: seller.sellerId, brand: 'daf' } },
      { as: buyer },
    );
    const list = async (sellerId: string, as = buyer) =>
      (await t.get(`/api/search/saved?seller=${sellerId}`, { as })).body.data.saved_searches.map(
        (search: { id: string }) => search.id,
      );
    expect(await list(seller.sellerId)).toEqual([id]);
    expect(await list('sel_nobody')).toEqual([]);
    expect(await list(seller.sellerId, await createBuyer(t))).toEqual([]);
    // A search with other filters of the same dealer can be saved separately.
    const { text } = await browser.open(`/en/saved/new?seller=${seller.sellerId}&brand=volvo`);
    expect(text).toContain('value="Hansa Trucks · Volvo"');
  });

  it('responds with 404 for an unknown dealer', async () => {
    expect((await t.get('/en/saved/new?seller=nobody')).status).toBe(404);
  });
});
