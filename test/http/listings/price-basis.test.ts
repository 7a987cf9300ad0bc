import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { create, publish, tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  seller = await createSeller(t);
  await t.db.updateTable('sellers').set({ country: 'DE' }).where('id', '=', seller.sellerId).execute();
});
afterAll(() => t.close());

const { price: _price, ...unpriced } = tractor;
const net = { price: 54_900, priceNet: 54_900, priceGross: 65_331, vatRate: 19, vatDeductible: true };
const post = (body: object) => t.post('/api/seller/listings', { ...unpriced, ...body }, { as: seller });
const fieldsOf = (response: Awaited<ReturnType<typeof post>>): string[] =>
  response.body.error.details.map(({ field }: { field: string }) => field);

describe('a price', () => {
  it('net alone is enough to publish, and buyers see it as net with the gross amount beside it', async () => {
    const response = await post({ priceNet: 54_900, publish: true });
    expect([response.status, response.body.warnings]).toEqual([201, undefined]);
    expect(response.body.data).toMatchObject({ ...net, status: 'ACTIVE' });
    const { data } = (await t.get(`/api/listings/${response.body.data.slug}`)).body;
    expect(data).toMatchObject({
      price: 54_900,
      commercial: { priceNet: 54_900, priceGross: 65_331, vatDeductible: true },
    });
    const page = await t.get(`/en/listing/${response.body.data.slug}`, { headers: { accept: 'text/html' } });
    expect(page.text).toContain('net, VAT reclaimable');
    expect(page.text).toContain('€65,331');
    expect(page.text).not.toContain('€54,900 including VAT');
    expect(page.text).toContain('"valueAddedTaxIncluded":false');
  });

  it('without a VAT column has the basis of the company, stored with it and reported once', async () => {
    const gross = await post({ price: 100 });
    expect(gross.body.data).toMatchObject({ vatDeductible: false, priceNet: null, priceGross: 100 });
    expect(gross.body.warnings).toMatchObject([{ field: 'price' }]);
    await t.put('/api/seller/profile', { vatId: 'DE123456789' }, { as: seller });
    const company = await post({ price: 100 });
    expect(company.body.data).toMatchObject({ vatDeductible: true, vatRate: 19, priceGross: 119 });
    await t.put('/api/seller/profile', { defaultPriceBasis: 'gross' }, { as: seller });
    expect((await post({ price: 100 })).body.data.vatDeductible).toBe(false);
    const updated = await t.patch(
      `/api/seller/listings/${company.body.data.id}`,
      { price: 200 },
      { as: seller },
    );
    expect([updated.body.data.vatDeductible, updated.body.data.priceGross, updated.body.warnings]).toEqual([
      true,
      238,
      undefined,
    ]);
    const german = await t.post('/api/seller/listings', tractor, {
      as: seller,
      headers: { 'accept-language': 'de' },
    });
    expect(german.body.warnings[0].message).toContain('gilt als brutto');
  });

  it('is rejected at each field if it contradicts itself', async () => {
    const responses = [
      { priceNet: 54_900, priceGross: 70_000, vatRate: 19 },
      { price: 50_000, priceNet: 54_900 },
    ];
    const [first, second] = await Promise.all(responses.map(post));
    expect([first?.status, first && fieldsOf(first)]).toEqual([422, ['priceNet', 'priceGross']]);
    expect([second?.status, second && fieldsOf(second)]).toEqual([422, ['price', 'priceNet']]);
    const listing = await create(t, seller, { price: undefined, priceNet: 100 });
    const patched = await t.patch(
      `/api/seller/listings/${listing.id}`,
      { priceNet: 100, priceGross: 200 },
      { as: seller },
    );
    expect([patched.status, fieldsOf(patched)]).toEqual([422, ['priceNet', 'priceGross']]);
  });

  it('under the margin scheme is not split', async () => {
    const response = await post({ price: 9_000, vatScheme: 'margin', publish: true });
    expect(response.body.data).toMatchObject({
      priceNet: null,
      priceGross: 9_000,
      vatRate: null,
      vatDeductible: false,
    });
    const page = await t.get(`/en/listing/${response.body.data.slug}`, { headers: { accept: 'text/html' } });
    expect(page.text).toContain('margin scheme');
    expect((await post({ priceNet: 9_000, vatScheme: 'margin' })).status).toBe(422);
  });

  it('can be sent back as it was read, also with one amount changed and after another change', async () => {
    const listing = await publish(t, seller, { price: undefined, priceGross: 65_331 });
    const ownPath = `/api/seller/listings/${listing.id}`;
    for (const write of [t.put.bind(t), t.patch.bind(t)]) {
      const same = await write(ownPath, listing, { as: seller });
      expect([same.status, same.body.data.version]).toEqual([200, listing.version]);
    }
    const cheaper = await t.put(ownPath, { ...listing, price: 50_000 }, { as: seller });
    expect(cheaper.body.data).toMatchObject({ price: 50_000, priceNet: 50_000, priceGross: 59_500 });
    const stale = await t.put(ownPath, { ...listing, price: 48_000 }, { as: seller });
    expect(stale.body.data).toMatchObject({ price: 48_000, priceGross: 57_120 });
    const net = await t.patch(ownPath, { priceNet: 40_000 }, { as: seller });
    expect(net.body.data).toMatchObject({ price: 40_000, priceGross: 47_600, vatDeductible: true });
  });

  it('keeps its basis in batches and by stock number', async () => {
    const listing = await create(t, seller, { price: undefined, priceNet: 100, externalId: 'P-1' });
    const operations = [
      { op: 'changePrice', externalId: 'P-1', percent: -5 },
      { op: 'update', id: listing.id, listing: { priceGross: 238 } },
      { op: 'create', listing: { ...unpriced, priceNet: 1, priceGross: 500 } },
    ];
    const { body } = await t.post('/api/seller/listings/batch', { operations }, { as: seller });
    expect(body.data.results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 422]);
    const read = await t.get(`/api/seller/listings/${listing.id}`, { as: seller });
    expect(read.body.data).toMatchObject({ price: 200, priceGross: 238, vatDeductible: true });
    const put = await t.put(
      '/api/seller/listings/by-external-id/P-1',
      { ...unpriced, priceNet: 300 },
      { as: seller },
    );
    expect(put.body.data).toMatchObject({ price: 300, priceGross: 357 });
  });

  it('is not reduced if it changes from gross to net, and its history names the basis', async () => {
    const listing = await publish(t, seller, { price: 65_331, vatDeductible: false });
    const ownPath = `/api/seller/listings/${listing.id}`;
    t.clock.advance(60_000);
    const updated = await t.patch(ownPath, { priceNet: 54_900 }, { as: seller });
    expect(updated.body.data).toMatchObject({ price: 54_900, previousPrice: null });
    const { prices } = (await t.get(`/api/listings/${listing.slug}/prices`)).body.data;
    expect(prices).toMatchObject([
      { price: 65_331, vatDeductible: false },
      { price: 54_900, vatDeductible: true },
    ]);
  });
});
