import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/platform/clock.ts';
import { collectNotices, create, publish } from '../http/listings/bodies.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { createBuyer, createSeller, TEST_PASSWORD, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
});
afterAll(() => t.close());

const page = async (url: string) => {
  await t.app.settle();
  const response = await t.get(url, { headers: { accept: 'text/html' } });
  return { ...response, text: response.text.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '') };
};

describe('the price on the page of a listing', () => {
  it('has a label with the vehicles that it is compared with, and none without them', async () => {
    const alike = { vatDeductible: true, powerKw: 368, year: 2019 };
    const truck = await publish(t, seller, { ...alike, price: 20_000 });
    expect((await page(`/en/listing/${truck.slug}`)).text).toContain('too few similar vehicles');
    for (let i = 0; i < 8; i++) await publish(t, seller, { ...alike, price: 40_000 + i * 1000 });
    const { text } = await page(`/en/listing/${truck.slug}`);
    expect(text).toContain('Among the cheapest');
    expect(text).toContain('Half of them cost €42,000 to €45,000.');
    expect(text).toMatch(/\d+% under 8 similar vehicles/);
    expect(text).toContain(
      'Similar vehicles: MAN TGX, 2018–2020, 206,000–618,000 km, 425–575 hp, net prices.',
    );
    const search = /href="(\/en\/search\?[^"]+)"[^>]*>Show them/.exec(text)?.[1] ?? '';
    expect((await page(search.replaceAll('&amp;', '&'))).text).toContain('9 vehicles');
    expect((await page(`/de/listing/${truck.slug}`)).text).toContain('Gehört zu den günstigsten');
  });

  it('has an estimate of a rate, whose percentages are written as its language does', async () => {
    const { slug } = await publish(t, seller, { price: 20_000 });
    const [english, german] = [await page(`/en/listing/${slug}`), await page(`/de/listing/${slug}`)];
    expect(english.text).toMatch(/Deposit <span[^>]*>20%<[^]*at 5\.9% interest per year/);
    expect(german.text).toMatch(/Anzahlung <span[^>]*>20 %<[^]*bei 5,9 % Zinsen pro Jahr/);
  });
});

describe('a leasing offer', () => {
  it.each([
    ['en', 'Leasing offer', '€1,250 per month', '36 months', '€5,000', 'Estimate a monthly rate'],
    ['de', 'Leasingangebot', '1.250 € pro Monat', '36 Monate', '5.000 €', 'Monatsrate schätzen'],
    ['fr', 'Offre de leasing', '1\u202f250 € par mois', '36 mois', '5\u202f000 €', 'Estimer une mensualité'],
    ['nl', 'Leaseaanbod', '€ 1.250 per maand', '36 maanden', '€ 5.000', 'Maandbedrag schatten'],
    ['pl', 'Oferta leasingu', '1250 € miesięcznie', '36 miesięcy', '5000 €', 'Oszacuj miesięczną ratę'],
  ])('of the dealer takes the place of the estimate in /%s', async (language, ...texts) => {
    const estimate = texts.at(-1) ?? '';
    const leasing = { monthly: 1250, months: 36, deposit: 5000 };
    const { slug } = await publish(t, seller, { price: 40_000, leasing });
    const offered = (await page(`/${language}/listing/${slug}`)).text;
    for (const part of texts.slice(0, -1)) expect(offered).toContain(part);
    expect(offered).toContain('Hansa Trucks');
    expect(offered).not.toContain(estimate);
    const printed = (await page(`/${language}/listing/${slug}/print`)).text;
    expect(printed).toContain(texts[1]);
    const listing = await publish(t, seller, { price: 40_000 });
    const estimated = (await page(`/${language}/listing/${listing.slug}`)).text;
    expect([estimated.includes(estimate), estimated.includes(texts[0] ?? '')]).toEqual([true, false]);
  });

  it('can have its own currency, be short, and occur next to a price on request', async () => {
    const { slug } = await publish(t, seller, {
      price: null,
      priceType: 'on_request',
      currency: 'EUR',
      leasing: { monthly: 899.5, currency: 'PLN' },
    });
    const { text } = await page(`/en/listing/${slug}`);
    expect(text).toContain('PLN 899.50 per month');
    expect(text).not.toContain('rate-terms');
  });
});

describe('the price at which a vehicle was sold', () => {
  it('is for its seller alone', async () => {
    const truck = await publish(t, seller, { title: 'Sold for less', price: 40_000 });
    await t.post(`/api/seller/listings/${truck.id}/sold`, { soldPrice: 37_123 }, { as: seller });
    const ownListings = await t.get('/api/seller/listings?status=SOLD', { as: seller });
    expect(ownListings.body.data.listings[0]).toMatchObject({ id: truck.id, soldPrice: 37_123 });
    const figures = await t.get('/api/seller/dashboard/vehicles?limit=100', { as: seller });
    expect(figures.body.data.vehicles).toContainEqual(
      expect.objectContaining({ id: truck.id, soldPrice: 37_123 }),
    );
    expect((await t.get('/api/seller/dashboard/vehicles.csv', { as: seller })).text).toContain(',37123');
    const other = await createSeller(t);
    for (const as of [undefined, other, await createBuyer(t)])
      for (const url of [`/api/listings/${truck.slug}`, `/en/listing/${truck.slug}`]) {
        const { text } = await t.get(url, as === undefined ? {} : { as });
        expect(text).toContain('Sold for less');
        expect(text).not.toMatch(/37.?123/);
      }
  });
});

describe('the place of a listing', () => {
  it('is a dot on the map, also where only the town is known', async () => {
    const truck = await publish(t, seller, { location: { country: 'DE', city: 'Hamburg' } });
    const { text } = await page(`/en/listing/${truck.slug}`);
    expect(text).toContain('aria-label="Map of Europe: Hamburg, Germany"');
    const [, x = '', y = ''] = /class="map-dot" cx="(\d+)" cy="(\d+)"/.exec(text) ?? [];
    expect([Math.abs(Number(x) - 275) < 15, Math.abs(Number(y) - 250) < 20]).toEqual([true, true]);
    expect(text).toContain('https://www.openstreetmap.org/?mlat=53.5');
  });

  it('outside Europe is given in words only', async () => {
    const truck = await publish(t, seller, { location: { country: 'US', city: 'Chicago' } });
    const { text } = await page(`/en/listing/${truck.slug}`);
    expect(text).toContain('Chicago, United States');
    expect(text).not.toContain('map-dot');
  });
});

describe('the printed sheet', () => {
  it('has price, facts, seller and the address as a code, and is not listed', async () => {
    const truck = await publish(t, seller, { title: 'DAF XF 480 with a sheet', price: 55_000 });
    const sheet = await page(`/de/listing/${truck.slug}/print`);
    expect(sheet.status).toBe(200);
    for (const part of ['DAF XF 480 with a sheet', '55.000 €', 'Hansa Trucks', 'class="qr"', '412.000 km'])
      expect(sheet.text).toContain(part);
    expect(sheet.text).toContain(`https://market.example/de/listing/${truck.slug}`);
    expect(sheet.text).toContain('noindex');
    expect((await page(`/de/listing/${truck.slug}`)).text).toContain(`/de/listing/${truck.slug}/print`);
    expect((await page('/de/listing/none-at-all/print')).status).toBe(404);
  });
});

describe('reporting a listing', () => {
  it('lets people without an account file a report', async () => {
    const truck = await publish(t, seller);
    const url = `/en/report/${truck.slug}`;
    const browser = new BrowserSession(t);
    const form = (await browser.open(url)).text;
    expect(form).toContain('Your email address (optional)');
    expect(form).toContain('/en/sign-in?next=');
    const fields = { do: 'guest', once: 'g1', reason: 'fraud', details: 'Too short' };
    const refused = await browser.submit(url, fields);
    expect([refused.status, refused.text.includes('Write a sentence or two')]).toEqual([422, true]);
    const details = 'The seller asks for money before anybody may see the truck.';
    const sent = await browser.submit(url, { ...fields, once: 'g2', details, email: 'guest@guests.example' });
    expect([sent.status, sent.headers['location']]).toEqual([303, `${url}?done=done.reported`]);
    const reports = await t.db
      .selectFrom('reports')
      .select(['reporter_id', 'reporter_email', 'details'])
      .where('subject_id', '=', truck.id)
      .execute();
    expect(reports).toEqual([{ reporter_id: null, reporter_email: 'guest@guests.example', details }]);
  });

  it('sends the report of an account once, and says why a second is rejected', async () => {
    const truck = await publish(t, seller);
    expect((await page(`/en/listing/${truck.slug}`)).text).toContain(`href="/en/report/${truck.slug}"`);
    const url = `/en/report/${truck.slug}`;
    const browser = new BrowserSession(t);
    const { email } = await createBuyer(t);
    await browser.call('POST', '/web/session', { email, password: TEST_PASSWORD });
    expect((await browser.open(url)).text).toContain('The vehicle is stolen');
    const fields = { do: 'report', once: 'r1', reason: 'stolen', details: 'This is my truck.' };
    const sent = await browser.submit(url, fields);
    expect([sent.status, sent.headers['location']]).toEqual([303, `${url}?done=done.reported`]);
    expect((await browser.open(String(sent.headers['location']))).text).toContain('Report sent. Thank you.');
    const secondReport = await browser.submit(url, { ...fields, once: 'r2' });
    expect([
      secondReport.status,
      secondReport.text.includes('You have already reported this listing'),
    ]).toEqual([409, true]);
    const reports = await t.db
      .selectFrom('reports')
      .select(['reason', 'details'])
      .where('subject_id', '=', truck.id)
      .execute();
    expect(reports).toEqual([{ reason: 'stolen', details: 'This is my truck.' }]);
    const wrong = await browser.submit(url, { ...fields, once: 'r3', reason: 'dislike' });
    expect(wrong.status).toBe(422);
  });
});

describe('what has left the market', () => {
  it('is shown for 30 days, then 410; 404 for unknown addresses', async () => {
    const sold = await publish(t, seller);
    const deleted = await publish(t, seller);
    const paused = await publish(t, seller);
    const draft = await create(t, seller);
    await t.post(`/api/seller/listings/${sold.id}/sold`, {}, { as: seller });
    await t.del(`/api/seller/listings/${deleted.id}`, { as: seller });
    await t.post(`/api/seller/listings/${paused.id}/unpublish`, {}, { as: seller });
    expect((await page(`/en/listing/${sold.slug}`)).status).toBe(200);
    const deletedPage = await page(`/en/listing/${deleted.slug}`);
    expect([deletedPage.status, deletedPage.text.includes('This vehicle is no longer for sale')]).toEqual([
      410,
      true,
    ]);
    expect((await page(`/en/listing/${paused.slug}`)).status).toBe(404);
    expect((await page(`/en/listing/${draft.slug}`)).status).toBe(404);
    t.clock.advance(31 * DAY_MS);
    expect((await page(`/de/listing/${sold.slug}`)).status).toBe(410);
    // The API does not distinguish these cases: it returns 404 for all of them.
    expect((await t.get(`/api/listings/${sold.slug}`)).status).toBe(404);
  });
});
