import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { collectNotices, create, publish } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium', companyName: 'Hansa Trucks', verified: true });
});

afterAll(() => t.close());

describe('GET /listings/:slug', () => {
  it('200 with the summary of lists, and the rest in groups', async () => {
    const listing = await publish(t, seller, {
      powerKw: 375,
      vatDeductible: true,
      vatRate: 19,
      contact: { name: 'Ann', phone: '+49 40 1234567', email: 'ann@example.org' },
      vin: 'WMA06XZZ4HP000001',
      externalId: 'SECRET-1',
      dealerPrice: 40_000,
      grossVehicleWeightKg: 18_000,
    });
    const response = await t.get(`/api/listings/${listing.slug}`);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=120');
    const list = await t.get('/api/listings?limit=1');
    const { location, seller: sellerSummary, ...summary } = list.body.data.listings[0];
    expect(response.body.data).toMatchObject({ ...summary, location });
    expect(response.body.data.seller).toEqual({
      ...sellerSummary,
      id: seller.sellerId,
      slug: seller.slug,
      companyName: 'Hansa Trucks',
      trustScore: 0,
      country: 'DE',
      city: 'Hamburg',
    });
    expect(response.body.data).toMatchObject({
      subcategory: { slug: 'standard-tractor-units', name: 'Standard tractor units' },
      technical: { powerKw: 375, powerHp: 510, fuelType: 'diesel', euCategory: 'N3' },
      commercial: { vatDeductible: true, priceNet: 45_900, priceGross: 54_621 },
      features: [
        { code: 'retarder', name: 'Retarder / intarder' },
        { code: 'air_suspension', name: 'Air suspension' },
      ],
      contact: { name: 'Ann', phone: '+49 40 1234567' },
      stats: { views: 0, favorites: 0 },
      images: [],
      vin: null,
      createdAt: listing.createdAt,
      publishedAt: listing.publishedAt,
    });
    for (const secret of ['SECRET-1', 'ann@example.org', 'WMA06XZZ4HP000001', 'dealerPrice', '40000'])
      expect(response.text).not.toContain(secret);
  });

  it('200 by id, and at every mount', async () => {
    const listing = await publish(t, seller);
    for (const url of [`/api/listings/${listing.id}`, `/v1/listings/${listing.slug}`])
      expect((await t.get(url)).body.data.id).toBe(listing.id);
  });

  it('304 for the tag of the same bytes, until something changes', async () => {
    const listing = await publish(t, seller);
    const url = `/api/listings/${listing.slug}`;
    const first = await t.get(url);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    expect((await t.get(url, { headers })).status).toBe(304);
    await t.patch(`/api/seller/listings/${listing.id}`, { price: 40_000 }, { as: seller });
    expect((await t.get(url, { headers })).status).toBe(200);
  });

  it('names categories and equipment in the language asked for', async () => {
    const listing = await publish(t, seller);
    const response = await t.get(`/api/listings/${listing.slug}`, {
      headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.1' },
    });
    expect(response.body.data.category.name).toBe('Sattelzugmaschinen');
    expect(response.body.data.features[1].name).toBe('Luftfederung');
    expect((await t.get(`/api/listings/${listing.slug}`)).body.data.category.name).toBe('Tractor units');
  });

  it('shows each field only to the readers that the catalog names', async () => {
    const privateFields = {
      externalId: 'SEEN-NUMBER',
      vin: 'WMA06XZZ4HP000077',
      dealerPrice: 41_077,
      videoUrl: 'https://videos.example/seen-video',
      contact: { name: 'Seen Name', phone: '+49 40 7707707', email: 'seen-email@example.org' },
    };
    const seenBy = async (listing: { slug: string }, as?: TestUser) => {
      const { text } = await t.get(`/api/listings/${listing.slug}`, as === undefined ? {} : { as });
      return (value: unknown): boolean => text.includes(String(value));
    };
    const hidden = await publish(t, seller, privateFields);
    const chosen = await publish(t, seller, {
      ...privateFields,
      externalId: 'SEEN-CHOSEN',
      vin: 'WMA06XZZ4HP000078',
      vinPublic: true,
    });
    const [anonymous, dealer, whenChosen] = [
      await seenBy(hidden),
      await seenBy(hidden, await createSeller(t)),
      await seenBy(chosen),
    ];
    const { attributes } = (await t.get('/api/categories/tractor-units')).body.data;
    const visibilityOf = (name: string): string => {
      const [object = '', part = ''] = name.split('.');
      const attribute = attributes.find((attribute: { name: string }) => attribute.name === object);
      return attribute.ownerParts.includes(part) ? 'owner' : attribute.visibility;
    };
    const flat: [string, unknown][] = Object.entries(privateFields).flatMap(([name, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([part, inner]): [string, unknown] => [`${name}.${part}`, inner])
        : [[name, value] as [string, unknown]],
    );
    for (const [name, value] of flat) {
      const visibility = visibilityOf(name);
      const chosenValue =
        name === 'vin' ? 'WMA06XZZ4HP000078' : name === 'externalId' ? 'SEEN-CHOSEN' : value;
      expect([name, anonymous(value), dealer(value), whenChosen(chosenValue)]).toEqual([
        name,
        visibility === 'public',
        visibility === 'public' || visibility === 'dealers',
        visibility === 'public' || visibility === 'chosen',
      ]);
    }
    expect(flat.map(([name]) => visibilityOf(name)).toSorted()).toEqual(
      ['owner', 'chosen', 'dealers', 'public', 'public', 'public', 'owner'].toSorted(),
    );
  });

  it('shows the VIN where the seller wants it', async () => {
    const listing = await publish(t, seller, { vin: 'WMA06XZZ4HP000002', vinPublic: true });
    expect((await t.get(`/api/listings/${listing.slug}`)).body.data.vin).toBe('WMA06XZZ4HP000002');
  });

  it('shows the dealer price to sellers only, in a response that must not be cached', async () => {
    const listing = await publish(t, seller, { dealerPrice: 41_000 });
    const url = `/api/listings/${listing.slug}`;
    const dealer = await t.get(url, { as: await createSeller(t) });
    expect(dealer.body.data.dealerPrice).toBe(41_000);
    expect(dealer.headers['cache-control']).toBe('private, no-store');
    for (const as of [await createBuyer(t), undefined]) {
      const response = await t.get(url, as === undefined ? {} : { as });
      expect(response.body.data).not.toHaveProperty('dealerPrice');
    }
  });

  it('is cached for two minutes by a signed-in reader, unless it is not public', async () => {
    const plain = `/api/listings/${(await publish(t, seller)).slug}`;
    const withDealerPrice = `/api/listings/${(await publish(t, seller, { dealerPrice: 41_000 })).slug}`;
    const policy = async (url: string, as?: TestUser): Promise<unknown> =>
      (await t.get(url, as === undefined ? {} : { as })).headers['cache-control'];
    const [buyer, dealer] = [await createBuyer(t), await createSeller(t)];
    const cacheable = 'public, max-age=120';
    expect([await policy(plain), await policy(plain, buyer), await policy(plain, dealer)]).toEqual([
      cacheable,
      cacheable,
      cacheable,
    ]);
    expect([
      await policy(withDealerPrice),
      await policy(withDealerPrice, buyer),
      await policy(withDealerPrice, dealer),
    ]).toEqual([cacheable, cacheable, 'private, no-store']);
    const [anonymous, asDealer] = [await t.get(plain), await t.get(plain, { as: dealer })];
    expect(asDealer.text).toBe(anonymous.text);
    expect(String(asDealer.headers['vary'])).toContain('Authorization');
  });

  it('names the team member who is responsible for it', async () => {
    const member = await createTeamMember(t, seller.sellerId, 'AGENT');
    const { id } = await t.db
      .selectFrom('team_members')
      .select('id')
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow();
    const listing = await publish(t, seller, { contact: { memberId: id } });
    const page = await t.get(`/api/listings/${listing.slug}`);
    expect(page.body.data.contact).toEqual({ name: member.name });
    expect(page.text).not.toContain(id);
  });

  it('404 for a draft, its owner included; for nonsense, and for unknown ids', async () => {
    const draft = await create(t, seller);
    expect((await t.get(`/api/listings/${draft.slug}`)).status).toBe(404);
    expect((await t.get(`/api/listings/${draft.slug}`, { as: seller })).status).toBe(404);
    for (const name of [
      'nothing',
      'lst_00000000000000000000000000',
      "'; drop table listings; --",
      '%F0%9F%9A%9A',
    ])
      expect((await t.get(`/api/listings/${encodeURIComponent(name)}`)).status).toBe(404);
  });

  it('escapes nothing and executes nothing: hostile text comes back as it is', async () => {
    const title = 'MAN TGX "><img src=x> \\u003c \u2028 \'; --';
    const refused = await t.post('/api/listings', { category: 'trucks', title }, { as: seller });
    expect(refused.status).toBe(422);
    const harmless = 'MAN "TGX" \\ \u2028 \'; drop table listings; --';
    const listing = await publish(t, seller, { title: harmless });
    expect((await t.get(`/api/listings/${listing.slug}`)).body.data.title).toBe(
      'MAN "TGX" \\ \'; drop table listings; --',
    );
  });
});

describe('the pages in memory', () => {
  it('never show what a completed write has changed', async () => {
    const listing = await publish(t, seller);
    const ownPath = `/api/seller/listings/${listing.id}`;
    const page = async () => (await t.get(`/api/listings/${listing.slug}`)).body;
    const write = {
      patch: () => t.patch(ownPath, { price: 44_444 }, { as: seller }),
      put: () => t.put(ownPath, { ...listing, title: 'Put title', price: 43_000 }, { as: seller }),
      feature: () => t.post(`${ownPath}/feature`, { days: 3 }, { as: seller }),
      unfeature: () => t.post(`${ownPath}/unfeature`, undefined, { as: seller }),
      unpublish: () => t.post(`${ownPath}/unpublish`, undefined, { as: seller }),
      publish: () => t.post(`${ownPath}/publish`, undefined, { as: seller }),
      sold: () => t.post(`${ownPath}/sold`, undefined, { as: seller }),
      reopen: () => t.post(`${ownPath}/reopen`, undefined, { as: seller }),
      delete: () => t.del(ownPath, { as: seller }),
    };
    await page();
    await write.patch();
    expect((await page()).data.price).toBe(44_444);
    await write.put();
    expect((await page()).data).toMatchObject({ title: 'Put title', price: 43_000 });
    await write.feature();
    expect((await page()).data.featured).toBe(true);
    await write.unfeature();
    expect((await page()).data.featured).toBe(false);
    await write.unpublish();
    expect((await page()).error.code).toBe('NOT_FOUND');
    await write.publish();
    expect((await page()).data.status).toBe('ACTIVE');
    await write.sold();
    expect((await page()).data.status).toBe('SOLD');
    await write.reopen();
    expect((await page()).data.status).toBe('ACTIVE');
    await inTransaction(t.db, (trx) =>
      t.app.modules.listings.inventory.suspendSomeOfSeller(trx, seller.sellerId, 'Test.'),
    );
    expect((await page()).error.code).toBe('NOT_FOUND');
    await inTransaction(t.db, (trx) =>
      t.app.modules.listings.inventory.restoreSomeOfSeller(trx, seller.sellerId),
    );
    expect((await page()).data.status).toBe('ACTIVE');
    await write.delete();
    expect((await page()).error.code).toBe('NOT_FOUND');
  });

  it('follow the seller whose name they show', async () => {
    const dealer = await createSeller(t, { companyName: 'Old name' });
    const listing = await publish(t, dealer);
    const name = async () => (await t.get(`/api/listings/${listing.slug}`)).body.data.seller.name;
    expect(await name()).toBe('Old name');
    await inTransaction(t.db, (trx) =>
      trx
        .updateTable('sellers')
        .set({ company_name: 'New name' })
        .where('id', '=', dealer.sellerId)
        .execute(),
    );
    expect(await name()).toBe('New name');
    const results = await t.get('/api/listings?limit=100');
    const summary = results.body.data.listings.find(
      (candidate: { id: string }) => candidate.id === listing.id,
    );
    expect(summary.seller.name).toBe('New name');
  });

  it('follow writes of another process, by its notification', async () => {
    const listing = await publish(t, seller);
    const url = `/api/listings/${listing.slug}`;
    const price = async (): Promise<number> => (await t.get(url)).body.data.price;
    expect(await price()).toBe(45_900);
    // This statement bypasses the application, like a write of another process.
    await t.db.updateTable('listings').set({ price: 41_000 }).where('id', '=', listing.id).execute();
    await vi.waitFor(async () => expect(await price()).toBe(41_000), { timeout: 4000 });
  });

  it('are the same in two applications on one database', async () => {
    const other = await createTestApp({ databaseUrl: t.databaseUrl });
    try {
      const listing = await publish(t, seller);
      const url = `/api/listings/${listing.slug}`;
      expect((await other.get(url)).body.data.price).toBe(45_900);
      await t.patch(`/api/seller/listings/${listing.id}`, { price: 41_000 }, { as: seller });
      expect((await other.get(url)).body.data.price).toBe(41_000);
      await other.del(`/api/seller/listings/${listing.id}`, { as: seller });
      expect((await t.get(url)).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  it('stay right while readers and a writer meet', async () => {
    const listing = await publish(t, seller);
    const url = `/api/listings/${listing.slug}`;
    for (let price = 30_000; price < 30_020; price++) {
      const reads = Array.from({ length: 5 }, () => t.get(url));
      await t.patch(`/api/seller/listings/${listing.id}`, { price }, { as: seller });
      expect((await t.get(url)).body.data.price).toBe(price);
      await Promise.all(reads);
      expect((await t.get(url)).body.data.price).toBe(price);
    }
  });
});

describe('GET /listings/:slug/similar', () => {
  it('finds like ones, the most alike first, never itself', async () => {
    const dealer = await createSeller(t, { plan: 'premium' });
    const base = { brand: 'scania', model: 'R-series', category: 'trucks', subcategory: 'tipper-trucks' };
    const self = await publish(t, dealer, { ...base, title: 'Self', price: 50_000 });
    const twin = await publish(t, dealer, { ...base, title: 'Twin', price: 52_000 });
    const brand = await publish(t, dealer, { ...base, model: 'P-series', title: 'Brand', price: 60_000 });
    const body = await publish(t, dealer, {
      ...base,
      brand: 'daf',
      model: 'CF',
      title: 'Body',
      price: 49_000,
    });
    await publish(t, dealer, { ...base, category: 'vans', subcategory: null, title: 'Van' });
    const response = await t.get(`/api/listings/${self.slug}/similar`);
    expect(response.status).toBe(200);
    expect(response.body.data.listings.map((listing: { id: string }) => listing.id)).toEqual([
      twin.id,
      brand.id,
      body.id,
    ]);
    expect((await t.get('/api/listings/nothing/similar')).status).toBe(404);
  });

  it('gives at most eight', async () => {
    const dealer = await createSeller(t, { plan: 'premium' });
    const published = await Promise.all(Array.from({ length: 10 }, () => publish(t, dealer)));
    const response = await t.get(`/api/listings/${published[0].slug}/similar`);
    expect(response.body.data.listings).toHaveLength(8);
    expect(response.text).not.toContain(published[0].id);
  });
});
