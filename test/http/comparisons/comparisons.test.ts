import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { createBuyer, createListing, createSeller, type TestListing } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PATH = '/api/comparisons';

async function createListings(count: number): Promise<TestListing[]> {
  const seller = await createSeller(t);
  return Promise.all(
    Array.from({ length: count }, (_, i) =>
      createListing(t, seller, { title: `Truck ${i}`, year: 2015 + i }),
    ),
  );
}

const create = (user: { token: string }, listings: readonly TestListing[], name?: string) =>
  t.post(PATH, { listingIds: listings.map((listing) => listing.listingId), name }, { as: user });

const rowOf = (comparison: { attributes: { field: string }[] }, field: string) =>
  comparison.attributes.find((attribute) => attribute.field === field);

describe('comparisons', () => {
  it('201, 200: an aligned matrix with its differences marked and amounts in the currency of the user', async () => {
    const buyer = await createBuyer(t);
    const [one, two] = (await createListings(2)) as [TestListing, TestListing];
    await t.db
      .updateTable('listings')
      .set({ power_kw: 390, axles: 2, features: ['retarder'], price: 428, currency: 'PLN' })
      .where('id', '=', one.listingId)
      .execute();
    await t.db
      .updateTable('listings')
      .set({ power_kw: 353, axles: 2, vin: 'WMA06XZZ9FM123456', dealer_price: 1000 })
      .where('id', '=', two.listingId)
      .execute();
    const created = await create(buyer, [one, two]);
    expect(created.status).toBe(201);
    const { comparison } = created.body.data;
    expect(comparison).toMatchObject({
      id: expect.stringMatching(/^cmp_/),
      name: 'Truck 0 – Truck 1',
      listingIds: [one.listingId, two.listingId],
      shared: false,
      currency: 'EUR',
      listings: [
        { id: one.listingId, available: true, price: 428, currency: 'PLN', convertedPrice: 100 },
        { id: two.listingId, available: true, price: 45_900, currency: 'EUR', convertedPrice: 45_900 },
      ],
      features: [{ code: 'retarder', name: 'Retarder / intarder', values: [true, false], isDifferent: true }],
    });
    expect(rowOf(comparison, 'powerKw')).toEqual({
      field: 'powerKw',
      label: 'Power',
      group: 'technical',
      unit: 'kW',
      values: [390, 353],
      names: null,
      isDifferent: true,
    });
    expect(rowOf(comparison, 'axles')).toMatchObject({ values: [2, 2], isDifferent: false });
    expect(rowOf(comparison, 'price')).toMatchObject({ values: [100, 45_900], isDifferent: true });
    expect(rowOf(comparison, 'brand')).toMatchObject({ values: ['man', 'man'], isDifferent: false });
    expect(created.text).not.toMatch(/WMA06XZZ9FM123456|dealerPrice/);
    expect((await t.get(`${PATH}/${comparison.id}`, { as: buyer })).body).toEqual(created.body);
  });

  it('200: mark deleted listings and leave their column empty', async () => {
    const buyer = await createBuyer(t);
    const [one, two, three] = (await createListings(3)) as [TestListing, TestListing, TestListing];
    const { id } = (await create(buyer, [one, two, three])).body.data.comparison;
    await t.db.updateTable('listings').set({ status: 'PAUSED' }).where('id', '=', one.listingId).execute();
    await t.db.deleteFrom('listings').where('id', '=', two.listingId).execute();
    const { comparison } = (await t.get(`${PATH}/${id}`, { as: buyer })).body.data;
    expect(comparison.listings).toMatchObject([
      { title: 'Truck 0', status: 'PAUSED', available: false, slug: null, price: null },
      { title: 'Truck 1', status: 'DELETED', available: false, slug: null, price: null },
      { title: 'Truck 2', status: 'ACTIVE', available: true },
    ]);
    expect(rowOf(comparison, 'year')).toMatchObject({ values: [null, null, 2017], isDifferent: false });
    const updated = await t.put(
      `${PATH}/${id}`,
      { listingIds: [three.listingId, two.listingId], name: 'Kept' },
      { as: buyer },
    );
    expect([updated.status, updated.body.data.comparison]).toMatchObject([
      200,
      { name: 'Kept', listingIds: [three.listingId, two.listingId] },
    ]);
  });

  it('200: list, the last changed first; 204: delete', async () => {
    const buyer = await createBuyer(t);
    const listings = await createListings(3);
    const first = (await create(buyer, listings, 'First')).body.data.comparison.id;
    t.clock.advance(1000);
    await create(buyer, listings.slice(0, 2), 'Second');
    t.clock.advance(1000);
    await t.put(`${PATH}/${first}`, { name: 'First again' }, { as: buyer });
    const names = async (): Promise<string[]> =>
      (await t.get(PATH, { as: buyer })).body.data.comparisons.map((row: { name: string }) => row.name);
    expect(await names()).toEqual(['First again', 'Second']);
    expect((await t.del(`${PATH}/${first}`, { as: buyer })).status).toBe(204);
    expect(await names()).toEqual(['Second']);
  });

  it('422: fewer than two, more than five, twice the same, or one that cannot be seen, named by its place', async () => {
    const buyer = await createBuyer(t);
    const listings = await createListings(6);
    const [one] = listings as [TestListing];
    for (const wrong of [[], [one], listings, [one, one]])
      expect((await create(buyer, wrong)).status).toBe(422);
    const draft = await createListing(t, await createSeller(t), { status: 'DRAFT' });
    const response = await create(buyer, [one, draft, { ...draft, listingId: 'x' }]);
    expect(fieldsOf(response)).toEqual(['listingIds.1', 'listingIds.2']);
  });

  it('401; 404: those of others, alike to unknown ones', async () => {
    const [owner, other] = [await createBuyer(t), await createBuyer(t)];
    const { id } = (await create(owner, await createListings(2))).body.data.comparison;
    expect((await t.get(PATH)).status).toBe(401);
    const responses = await Promise.all(
      [id, 'cmp_00000000000000000000000000', 'x'].flatMap((comparisonId) => [
        t.get(`${PATH}/${comparisonId}`, { as: other }),
        t.put(`${PATH}/${comparisonId}`, { name: 'Mine' }, { as: other }),
        t.del(`${PATH}/${comparisonId}`, { as: other }),
        t.post(`${PATH}/${comparisonId}/share`, undefined, { as: other }),
        t.del(`${PATH}/${comparisonId}/share`, { as: other }),
      ]),
    );
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 404));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
  });

  it('403: more than a hundred, exactly, also at once', async () => {
    const buyer = await createBuyer(t);
    const listings = await createListings(2);
    await create(buyer, listings);
    const now = t.clock.now();
    await t.db
      .insertInto('comparisons')
      .values(
        Array.from({ length: 98 }, () => ({
          id: newId('cmp', now),
          user_id: buyer.userId,
          name: 'x',
          share_version: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    const responses = await Promise.all([create(buyer, listings), create(buyer, listings)]);
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });
});

describe('what the slugs of a comparison are called', () => {
  it("is returned in the reader's language, also behind a shared link", async () => {
    const buyer = await createBuyer(t);
    const [one, two, deleted] = (await createListings(3)) as [TestListing, TestListing, TestListing];
    const ids = await t.db
      .selectFrom('categories')
      .select(['id', 'slug'])
      .where('slug', 'in', ['standard-tractor-units', 'low-deck-tractor-units'])
      .execute();
    const idOf = (slug: string): string => ids.find((row) => row.slug === slug)?.id ?? '';
    await t.db
      .updateTable('listings')
      .set({ features: ['retarder'], subcategory_id: idOf('standard-tractor-units') })
      .where('id', '=', one.listingId)
      .execute();
    await t.db
      .updateTable('listings')
      .set({ subcategory_id: idOf('low-deck-tractor-units') })
      .where('id', '=', two.listingId)
      .execute();
    const { id } = (await create(buyer, [one, two, deleted])).body.data.comparison;
    await t.db.deleteFrom('listings').where('id', '=', deleted.listingId).execute();
    const { token } = (await t.post(`${PATH}/${id}/share`, undefined, { as: buyer })).body.data;
    const german = { headers: { 'accept-language': 'de-AT' } };
    const responses = await Promise.all([
      t.get(`${PATH}/${id}`, { as: buyer, ...german }),
      t.put(`${PATH}/${id}`, { name: 'Two' }, { as: buyer, ...german }),
      t.get(`${PATH}/shared/${token}`, german),
    ]);
    for (const { body } of responses) {
      const { comparison } = body.data;
      expect(rowOf(comparison, 'category')).toMatchObject({
        values: ['tractor-units', 'tractor-units', null],
        names: ['Sattelzugmaschinen', 'Sattelzugmaschinen', null],
      });
      expect(rowOf(comparison, 'subcategory')).toMatchObject({
        values: ['standard-tractor-units', 'low-deck-tractor-units', null],
        names: ['Standard-Sattelzugmaschinen', 'Lowliner-Sattelzugmaschinen', null],
      });
      expect(rowOf(comparison, 'brand')).toMatchObject({
        values: ['man', 'man', null],
        names: ['MAN', 'MAN', null],
      });
      expect(rowOf(comparison, 'year')).toMatchObject({ names: null });
      expect(comparison.features).toMatchObject([{ code: 'retarder', name: 'Retarder / Intarder' }]);
    }
    const { comparison } = (await t.get(`${PATH}/${id}`, { as: buyer })).body.data;
    expect(rowOf(comparison, 'category')).toMatchObject({ names: ['Tractor units', 'Tractor units', null] });
  });
});

describe('sharing', () => {
  it('creates one link that anyone can open, in their currency, until it is withdrawn', async () => {
    const buyer = await createBuyer(t);
    const { id } = (await create(buyer, await createListings(2), 'For Jan')).body.data.comparison;
    const share = () => t.post(`${PATH}/${id}/share`, undefined, { as: buyer });
    const first = await share();
    expect(first.status).toBe(201);
    const { token, url } = first.body.data;
    expect(url).toBe(`https://market.example/compare/${token}`);
    const page = await t.get(new URL(url).pathname, { headers: { 'accept-language': 'de' } });
    expect([page.status, page.headers['location']]).toEqual([302, `/de/compare/${token}`]);
    expect((await share()).body.data.token).toBe(token);
    const shared = await t.get(`${PATH}/shared/${token}?currency=USD`);
    expect(shared.status).toBe(200);
    expect(shared.body.data.comparison).toMatchObject({
      name: 'For Jan',
      currency: 'USD',
      listings: [{ price: 45_900, convertedPrice: 49_572 }, {}],
    });
    expect(shared.text).not.toContain(buyer.userId);
    expect(shared.text).not.toContain(id);
    expect((await t.get(`${PATH}/shared/${token}?currency=euro`)).status).toBe(400);
    expect((await t.del(`${PATH}/${id}/share`, { as: buyer })).status).toBe(204);
    expect((await t.get(`${PATH}/shared/${token}`)).status).toBe(404);
    const second = (await share()).body.data.token;
    expect(second).not.toBe(token);
    expect((await t.get(`${PATH}/shared/${token}`)).status).toBe(404);
    expect((await t.get(`${PATH}/shared/${second}`)).status).toBe(200);
  });

  it('404: links without a valid signature', async () => {
    for (const token of ['x', 'cmp_00000000000000000000000000.1.abc', 'a.b.c.d'])
      expect((await t.get(`${PATH}/shared/${token}`)).status).toBe(404);
  });
});
