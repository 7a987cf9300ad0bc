import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { collectNotices, create, publish } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium' });
});
afterAll(() => t.close());

const CONTEXT = { signal: new AbortController().signal, heartbeat: () => Promise.resolve(true) } as never;

const positionOf = async (slug: string) => {
  await t.app.settle();
  const response = await t.get(`/api/listings/${slug}/price-position`);
  expect(response.status).toBe(200);
  return response.body.data;
};

/** Publishes tractor units with 368 kW and these prices. */
const market = (prices: readonly number[], fields: Readonly<Record<string, unknown>>) =>
  Promise.all(
    prices.map((price) => publish(t, seller, { price, powerKw: 368, vatDeductible: true, ...fields })),
  );

describe('GET /listings/:slug/price-position', () => {
  it('says where a price lies among like vehicles, by the search that finds them', async () => {
    const prices = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((thousand) => thousand * 1000);
    const listings = await market(prices, { model: 'TGS', year: 2018 });
    // Vehicles that do not count as similar: too old, too many kilometers, too powerful, new, and with another VAT basis.
    for (const other of [
      { year: 2010 },
      { mileage: 900_000 },
      { powerKw: 471 },
      { condition: 'new', mileage: 100 },
      { vatDeductible: false },
    ])
      await publish(t, seller, {
        model: 'TGS',
        year: 2018,
        powerKw: 368,
        vatDeductible: true,
        price: 1000,
        ...other,
      });

    const first = await positionOf(listings[0].slug);
    expect(first).toMatchObject({ position: 'lowest', compared: 9, currency: 'EUR', median: 60_000 });
    expect(first).toMatchObject({ low: 30_000, usualFrom: 40_000, usualTo: 80_000, high: 90_000 });
    expect((await positionOf(listings[2].slug)).position).toBe('low');
    expect(await positionOf(listings[4].slug)).toMatchObject({ position: 'usual', median: 60_000 });
    expect((await positionOf(listings[7].slug)).position).toBe('high');
    expect((await positionOf(listings[9].slug)).position).toBe('highest');

    expect(first.basis).toMatchObject({ model: 'TGS', brand: 'man', min_year: 2017, max_year: 2019 });
    const search = await t.get(`/api/search?${new URLSearchParams(first.basis).toString()}`);
    expect(search.body.data.pagination.total).toBe(10);
    // Cards show the stored positions.
    await t.app.modules.pricePositions.compareJob.run({}, CONTEXT);
    await t.app.settle();
    const page = await t.get('/en/search?q=tgs&min_year=2018&min_price=5000', {
      headers: { accept: 'text/html' },
    });
    expect(page.text).toMatch(/83% under 9 similar vehicles/);
    expect(page.text.match(/class="place lowest"/g)).toHaveLength(2);
  });

  it('counts prices of other currencies at their worth', async () => {
    const listings = await market(Array<number>(9).fill(40_000), { model: 'TGM', year: 2016 });
    const cheap = await publish(t, seller, {
      model: 'TGM', year: 2016, powerKw: 368, vatDeductible: true, price: 100_000, currency: 'PLN',
    }); // prettier-ignore
    const position = await positionOf(cheap.slug);
    expect(position).toMatchObject({ position: 'lowest', compared: 9, currency: 'PLN' });
    expect(position.median).toBeGreaterThan(140_000);
    expect(await positionOf(listings[0].slug)).toMatchObject({
      position: 'usual',
      median: 40_000,
      low: 40_000,
    });
  });

  it('says nothing with fewer than eight, without a price, and of what was sold looks at the others', async () => {
    const few = await market(Array<number>(8).fill(40_000), { brand: 'daf', model: 'CF', year: 2005 });
    expect(await positionOf(few[0].slug)).toEqual({
      position: null,
      compared: 7,
      basis: null,
      currency: null,
      low: null,
      usualFrom: null,
      median: null,
      usualTo: null,
      high: null,
    });
    await t.post(`/api/seller/listings/${few[0].id}/sold`, {}, { as: seller });
    expect(await positionOf(few[0].slug)).toMatchObject({ position: null, compared: 7 });
    await publish(t, seller, { brand: 'daf', model: 'CF', year: 2005, powerKw: 368, vatDeductible: true });
    expect(await positionOf(few[0].slug)).toMatchObject({ position: 'usual', compared: 8 });
    const silent = await publish(t, seller, { priceType: 'on_request', price: null });
    expect((await positionOf(silent.slug)).position).toBeNull();
  });

  it('404 for a draft and for none', async () => {
    const draft = await create(t, seller);
    expect((await t.get(`/api/listings/${draft.slug}/price-position`)).status).toBe(404);
    expect((await t.get('/api/listings/none-at-all/price-position')).status).toBe(404);
  });
});
