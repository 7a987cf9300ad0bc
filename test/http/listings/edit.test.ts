import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListingTable } from '../../../src/modules/listings/tables.ts';
import { createAdmin, createSeller, createTeamMember, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendFiles } from '../media/support/form.ts';
import { jpeg } from '../media/support/pictures.ts';
import { collectNotices, create, eventsOf, lastEvent, publish, tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;
let stranger: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium' });
  stranger = await createSeller(t);
});

afterAll(() => t.close());

const path = (id: string): string => `/api/seller/listings/${id}`;

describe('GET /seller/listings/:id', () => {
  it('200 by id and by slug, with its version as entity tag', async () => {
    const listing = await create(t, seller);
    const byId = await t.get(path(listing.id), { as: seller });
    expect(byId.status).toBe(200);
    expect(byId.headers['etag']).toBe('"v1"');
    expect(byId.body.data).toEqual(listing);
    const bySlug = await t.get(path(listing.slug), { as: seller });
    expect(bySlug.body.data.id).toBe(listing.id);
    const secondResponse = await t.get(path(listing.id), {
      as: seller,
      headers: { 'if-none-match': '"v1"' },
    });
    expect(secondResponse.status).toBe(304);
  });

  it("404 for another seller's listing, exactly as for none", async () => {
    const listing = await create(t, seller);
    const responses = await Promise.all([
      t.get(path(listing.id), { as: stranger }),
      t.get(path('lst_00000000000000000000000000'), { as: stranger }),
      t.get(path('nothing'), { as: stranger }),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(404);
      expect(response.body).toEqual(responses[0]?.body);
    }
  });
});

describe("another seller's listing", () => {
  it.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/publish'],
    ['POST', '/unpublish'],
    ['POST', '/sold'],
    ['POST', '/renew'],
    ['POST', '/feature'],
    ['POST', '/unfeature'],
    ['POST', '/duplicate'],
    ['POST', '/withdraw'],
    ['POST', '/reopen'],
  ])('404 for %s %s, on both paths, and it stays as it is', async (method, suffix) => {
    const listing = await create(t, seller);
    const body = method === 'PUT' || method === 'PATCH' ? { body: { title: 'Taken over' } } : {};
    for (const place of ['/api/seller/listings', '/api/listings']) {
      const response = await t.call(method, `${place}/${listing.id}${suffix}`, { as: stranger, ...body });
      expect(response.status).toBe(404);
      expect(response.body.error.code).toBe('NOT_FOUND');
    }
    expect((await t.get(path(listing.id), { as: seller })).body.data).toEqual(listing);
  });
});

describe('PUT /seller/listings/:id', () => {
  it('sending back an unchanged listing changes nothing: no version, no event', async () => {
    const listing = await create(t, seller, {
      leasing: { monthly: 890, months: 36 },
      availability: { type: 'from_date', date: '2099-01-31' },
      tyres: [{ axle: 1, size: '315/70R22.5', treadMm: 9 }],
      translations: { de: { title: 'MAN TGX Sattelzugmaschine' } },
      contact: { name: 'Ann', phone: '+49 40 1234567' },
      location: { country: 'AT', city: 'Wien', lat: 48.2, lng: 16.4 },
      vin: 'WMA06XZZ4HP777777',
      externalId: 'PUT-1',
      dealerPrice: 41_000,
      vatRate: 19,
      vatDeductible: true,
    });
    const response = await t.put(path(listing.id), listing, { as: seller });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual(listing);
    expect(String(response.headers['x-ignored-fields'])).toContain('status');
    expect(await eventsOf(t, listing.id)).toEqual(['listing.created']);
  });

  it('clears omitted fields', async () => {
    const listing = await create(t, seller, { vin: 'WMA06XZZ4HP777778' });
    const {
      vin: _vin,
      mileage: _mileage,
      features: _features,
      ...rest
    } = { ...tractor, vin: '', mileage: 0 };
    const response = await t.put(path(listing.id), rest, { as: seller });
    expect(response.body.data).toMatchObject({ vin: null, mileage: null, features: [], version: 2 });
  });
});

describe('PATCH /seller/listings/:id', () => {
  it('changes the given fields, and no others', async () => {
    const listing = await create(t, seller);
    const response = await t.patch(
      path(listing.id),
      { price: 43_000, location: { city: 'Kiel' } },
      { as: seller },
    );
    expect(response.status).toBe(200);
    expect(response.headers['etag']).toBe('"v2"');
    expect(response.body.data).toMatchObject({
      ...tractor,
      price: 43_000,
      slug: listing.slug,
      location: { country: 'DE', city: 'Kiel' },
    });
    expect(await lastEvent(t, 'listing.updated')).toMatchObject({
      listing: { id: listing.id, price: 43_000, version: 2 },
      changed_fields: ['price', 'location.city'],
    });
  });

  it('keeps the slug when the title changes', async () => {
    const listing = await create(t, seller);
    const response = await t.patch(path(listing.id), { title: 'Another headline' }, { as: seller });
    expect(response.body.data).toMatchObject({ title: 'Another headline', slug: listing.slug });
  });

  it('a change of category clears what no longer applies, and says so', async () => {
    const listing = await create(t, seller);
    const response = await t.patch(
      path(listing.id),
      { category: 'semi-trailers', subcategory: 'curtainsider-semi-trailers' },
      { as: seller },
    );
    expect(response.body.data).toMatchObject({ mileage: null, fuelType: null, driveType: null });
    const fields = response.body.data.warnings.map((warning: { field: string }) => warning.field);
    expect(fields).toEqual(expect.arrayContaining(['mileage', 'fuelType']));
    const later = await t.get(path(listing.id), { as: seller });
    const remaining = later.body.data.warnings.map((warning: { field: string }) => warning.field);
    expect(remaining).not.toContain('mileage');
    expect(later.body.data.quality).toEqual(response.body.data.quality);
  });

  it('422 when a live listing would become incomplete; a draft may', async () => {
    const live = await publish(t, seller);
    const refused = await t.patch(path(live.id), { price: null }, { as: seller });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([{ field: 'price', message: 'is required to publish' }]);
    const draft = await create(t, seller);
    expect((await t.patch(path(draft.id), { price: null }, { as: seller })).status).toBe(200);
  });

  it('shows a fall of the price of a live listing, and remembers every price', async () => {
    const listing = await publish(t, seller);
    const reduced = await t.patch(path(listing.id), { price: 40_000 }, { as: seller });
    expect(reduced.body.data).toMatchObject({ previousPrice: 45_900 });
    expect(await lastEvent(t, 'listing.price_dropped')).toEqual({
      listing_id: listing.id,
      seller_id: seller.sellerId,
      title: listing.title,
      previous_price: 45_900,
      price: 40_000,
      currency: 'EUR',
    });
    const raised = await t.patch(path(listing.id), { price: 47_000 }, { as: seller });
    expect(raised.body.data).toMatchObject({ previousPrice: null, priceReducedAt: null });
    const otherCurrency = await t.patch(path(listing.id), { price: 40_000, currency: 'CHF' }, { as: seller });
    expect(otherCurrency.body.data.previousPrice).toBeNull();
    const history = await t.db
      .selectFrom('listing_price_history')
      .select(['price', 'currency'])
      .where('listing_id', '=', listing.id)
      .orderBy('at')
      .execute();
    expect(history).toEqual([
      { price: 45_900, currency: 'EUR' },
      { price: 40_000, currency: 'EUR' },
      { price: 47_000, currency: 'EUR' },
      { price: 40_000, currency: 'CHF' },
    ]);
    expect((await eventsOf(t, listing.id)).filter((type) => type === 'listing.price_dropped')).toHaveLength(
      1,
    );
  });

  it('a draft that gets cheaper has no former price', async () => {
    const listing = await create(t, seller);
    const response = await t.patch(path(listing.id), { price: 30_000 }, { as: seller });
    expect(response.body.data.previousPrice).toBeNull();
  });

  it('on_request drops the price, a price makes it fixed again', async () => {
    const listing = await publish(t, seller);
    const onRequest = await t.patch(path(listing.id), { priceType: 'on_request' }, { as: seller });
    expect(onRequest.body.data).toMatchObject({ price: null, priceType: 'on_request', status: 'ACTIVE' });
    const priced = await t.patch(path(listing.id), { price: 39_000 }, { as: seller });
    expect(priced.body.data).toMatchObject({ price: 39_000, priceType: 'fixed' });
  });

  it('409 when the VIN becomes that of another listing', async () => {
    const first = await create(t, seller, { vin: 'WMA06XZZ4HP555555' });
    const second = await create(t, seller);
    const response = await t.patch(path(second.id), { vin: first.vin }, { as: seller });
    expect(response.body.error).toMatchObject({ code: 'ALREADY_EXISTS', details: [{ field: 'vin' }] });
  });

  it('409 for a sold listing', async () => {
    const listing = await publish(t, seller);
    await t.post(`${path(listing.id)}/sold`, {}, { as: seller });
    const response = await t.patch(path(listing.id), { price: 1 }, { as: seller });
    expect(response.status).toBe(409);
    expect(response.body.error).toMatchObject({ code: 'INVALID_STATE' });
    expect(response.body.error.message).toContain('SOLD');
  });
});

describe('If-Match', () => {
  it('412 for another version, whatever the write', async () => {
    const listing = await publish(t, seller);
    const headers = { 'if-match': '"v9"' };
    const responses = await Promise.all([
      t.put(path(listing.id), tractor, { as: seller, headers }),
      t.patch(path(listing.id), { price: 1 }, { as: seller, headers }),
      t.del(path(listing.id), { as: seller, headers }),
      t.post(`${path(listing.id)}/unpublish`, undefined, { as: seller, headers }),
      t.post(`${path(listing.id)}/sold`, {}, { as: seller, headers }),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(412);
      expect(response.body.error.code).toBe('VERSION_CONFLICT');
    }
  });

  it("takes the public page's tag, and any", async () => {
    const listing = await publish(t, seller);
    const page = await t.get(`/api/listings/${listing.slug}`);
    const headers = { 'if-match': String(page.headers['etag']) };
    expect((await t.patch(path(listing.id), { price: 44_000 }, { as: seller, headers })).status).toBe(200);
    expect((await t.patch(path(listing.id), { price: 43_000 }, { as: seller, headers })).status).toBe(412);
    const any = { 'if-match': '*' };
    expect((await t.patch(path(listing.id), { price: 42_000 }, { as: seller, headers: any })).status).toBe(
      200,
    );
  });

  it.each([
    ['v1', 400, 'BAD_REQUEST', '"v4", not v4'],
    ["'v1'", 400, 'BAD_REQUEST', '"v4", not v4'],
    ['"v1" "v2"', 400, 'BAD_REQUEST', '"v4", not v4'],
    ['', 400, 'BAD_REQUEST', '"v4", not v4'],
    ['W/"v1"', 412, 'VERSION_CONFLICT', 'W/"v1" is weak. Send "v1".'],
    ['W/"v9"', 412, 'VERSION_CONFLICT', 'is at version 1'],
    ['"something"', 412, 'VERSION_CONFLICT', 'is at version 1'],
  ])(
    '%s is rejected with %i, whatever the write, and says what is wrong',
    async (tag, status, code, words) => {
      const { id } = await create(t, seller, { externalId: `tag ${tag}` });
      const headers = { 'if-match': tag };
      const number = encodeURIComponent(`tag ${tag}`);
      const responses = [
        await t.put(path(id), tractor, { as: seller, headers }),
        await t.patch(path(id), { price: 1 }, { as: seller, headers }),
        await t.put(`/api/seller/listings/by-external-id/${number}`, tractor, { as: seller, headers }),
        await t.post(`${path(id)}/publish`, undefined, { as: seller, headers }),
        await t.del(path(id), { as: seller, headers }),
      ];
      for (const response of responses) {
        expect([response.status, response.body.error.code]).toEqual([status, code]);
        expect(response.body.error.message).toContain(words);
      }
      const read = await t.get(path(id), { as: seller, headers: { 'if-none-match': 'W/"v1"' } });
      expect(read.status).toBe(304);
    },
  );

  describe('changes by the system are not edits:', () => {
    const write = (id: string, values: Updateable<ListingTable>): Promise<unknown> =>
      t.db.updateTable('listings').set(values).where('id', '=', id).execute();
    const runDue = async (job: string): Promise<void> => {
      await t.app.runner.scheduleRecurring();
      await t.db.updateTable('jobs').set({ run_at: t.clock.now() }).where('name', '=', job).execute();
      await t.drainJobs();
    };
    const byTheMarket: [string, (id: string) => Promise<unknown>][] = [
      [
        'images',
        async (id) => sendFiles(t, `${path(id)}/images`, [{ content: await jpeg() }], { as: seller }),
      ],
      [
        'the end of featuring',
        async (id) => {
          await write(id, { featured: true, featured_until: t.clock.now() });
          await runDue('listings.end-featuring');
        },
      ],
      [
        'expiry',
        async (id) => {
          await write(id, { expires_at: t.clock.now() });
          await runDue('listings.expire');
        },
      ],
      [
        'moderation',
        async (id) => {
          const admin = { as: await createAdmin(t) };
          await t.post(`/api/admin/listings/${id}/suspend`, { reason: 'We ask the dealer.' }, admin);
          await t.post(`/api/admin/listings/${id}/restore`, undefined, admin);
        },
      ],
      [
        'the merge of a brand',
        async (id) => {
          const admin = { as: await createAdmin(t) };
          const brand = { slug: 'manx', name: 'Manx', classes: ['TR'] };
          const created = await t.post('/api/admin/brands', brand, admin);
          await write(id, { brand_id: created.body.data.id });
          await t.post('/api/admin/brands/manx/merge', { into: 'man' }, admin);
          await t.drainJobs();
        },
      ],
    ];

    it.each(byTheMarket)('%s', async (_name, act) => {
      const { id } = await publish(t, seller);
      await act(id);
      const { headers: current } = await t.get(path(id), { as: seller });
      expect(current['etag']).not.toBe('"v1"');
      const withOldTag = { as: seller, headers: { 'if-match': '"v1"' } };
      expect((await t.patch(path(id), { price: 41_000 }, withOldTag)).status).toBe(200);
      // The previous request was an edit, so the old tags no longer match.
      expect((await t.patch(path(id), { price: 40_000 }, withOldTag)).status).toBe(412);
      const overtaken = { as: seller, headers: { 'if-match': String(current['etag']) } };
      expect((await t.patch(path(id), { price: 39_000 }, overtaken)).status).toBe(412);
    });

    it('a step of the team is one', async () => {
      const { id } = await publish(t, seller);
      await t.post(`${path(id)}/unpublish`, undefined, { as: seller });
      const response = await t.post(`${path(id)}/publish`, undefined, {
        as: seller,
        headers: { 'if-match': '"v1"' },
      });
      expect(response.status).toBe(412);
    });
  });

  it('one of ten writes of the same version wins', async () => {
    const listing = await create(t, seller);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        t.patch(path(listing.id), { price: 10_000 + index }, { as: seller, headers: { 'if-match': '"v1"' } }),
      ),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 412)).toHaveLength(9);
  });

  it('without it every one of ten writes counts', async () => {
    const listing = await create(t, seller);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        t.patch(path(listing.id), { price: 20_000 + index }, { as: seller }),
      ),
    );
    expect((await t.get(path(listing.id), { as: seller })).body.data.version).toBe(11);
  });
});

describe('DELETE /seller/listings/:id', () => {
  it('204, and the listing disappears for all readers', async () => {
    const listing = await publish(t, seller);
    const response = await t.del(`/v1/listings/${listing.id}`, { as: seller });
    expect(response.status).toBe(204);
    expect(response.text).toBe('');
    expect((await t.get(path(listing.id), { as: seller })).status).toBe(404);
    expect((await t.get(`/api/listings/${listing.slug}`)).status).toBe(404);
    expect((await t.del(path(listing.id), { as: seller })).status).toBe(404);
    expect(await eventsOf(t, listing.id)).toEqual([
      'listing.created',
      'listing.published',
      'listing.unpublished',
      'listing.deleted',
    ]);
    expect(await lastEvent(t, 'listing.unpublished')).toMatchObject({ reason: 'deleted' });
  });

  it('403 for agents, 204 for managers', async () => {
    const listing = await create(t, seller);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    expect((await t.del(path(listing.id), { as: agent })).status).toBe(403);
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    expect((await t.del(path(listing.id), { as: manager })).status).toBe(204);
  });
});

describe('POST /seller/listings/:id/duplicate', () => {
  it('201 creates a draft without the fields that identify one vehicle', async () => {
    const listing = await publish(t, seller, { vin: 'WMA06XZZ4HP888888', externalId: 'D-1' });
    const response = await t.post(`${path(listing.id)}/duplicate`, undefined, { as: seller });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      ...tractor,
      status: 'DRAFT',
      vin: null,
      externalId: null,
      publishedAt: null,
    });
    expect(response.body.data.slug).not.toBe(listing.slug);
  });
});

describe('GET /seller/listings', () => {
  it('pages, filters, searches and sorts the seller’s listings', async () => {
    const dealer = await createSeller(t, { plan: 'starter' });
    const cheap = await create(t, dealer, {
      title: 'Cheap 100% one',
      price: 1000,
      year: 2012,
      externalId: 'C-100',
    });
    const expensive = await publish(t, dealer, {
      title: 'Dear one',
      price: 90_000,
      vin: 'WMA06XZZ4HP444444',
    });
    const unpriced = await create(t, dealer, { title: 'Without price', price: null });
    const titles = async (query: string): Promise<string[]> => {
      const response = await t.get(`/api/seller/listings?${query}`, { as: dealer });
      expect(response.status).toBe(200);
      return response.body.data.listings.map((listing: { title: string }) => listing.title);
    };
    expect(await titles('')).toEqual(['Without price', 'Dear one', 'Cheap 100% one']);
    expect(await titles('sort=price&order=asc')).toEqual(['Cheap 100% one', 'Dear one', 'Without price']);
    expect(await titles('sort=price')).toEqual(['Dear one', 'Cheap 100% one', 'Without price']);
    for (const [page, expected] of [['Cheap 100% one'], ['Without price'], [], []].entries())
      expect(await titles(`status=DRAFT&sort=price&limit=1&page=${page + 1}`)).toEqual(expected);
    expect((await titles('sort=year&order=asc'))[0]).toBe('Cheap 100% one');
    expect(await titles('sort=mileage')).toHaveLength(3);
    expect(await titles('status=ACTIVE')).toEqual(['Dear one']);
    expect(await titles('status=DRAFT,ACTIVE&limit=1&page=2')).toEqual(['Dear one']);
    expect(await titles('q=hp4444')).toEqual(['Dear one']);
    expect(await titles('q=c-100')).toEqual(['Cheap 100% one']);
    expect(await titles('q=100%25')).toEqual(['Cheap 100% one']);
    expect(await titles('q=_')).toEqual([]);
    const list = await t.get('/api/seller/listings?limit=2', { as: dealer });
    expect(list.body.data.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true });
    expect([cheap.id, expensive.id, unpriced.id]).toContain(list.body.data.listings[0].id);
    expect(list.headers['cache-control']).toBe('private, no-store');
  });

  it.each([
    ['limit=0', 'VALIDATION_ERROR'],
    ['limit=101', 'VALIDATION_ERROR'],
    ['status=GONE', 'INVALID_FILTER'],
    ['status=DELETED', 'INVALID_FILTER'],
    ['sort=secret', 'INVALID_SORT'],
    ['seller=other', 'INVALID_FILTER'],
  ])('400 for %s', async (query, code) => {
    const response = await t.get(`/api/seller/listings?${query}`, { as: seller });
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe(code);
  });

  it('400 names the parameter and suggests the state', async () => {
    const response = await t.get('/api/seller/listings?status=ACTIVE,draft', { as: seller });
    expect(response.body.error.details[0]).toEqual({
      field: 'status',
      message: expect.stringMatching(/^must be one of DRAFT, .*; did you mean "DRAFT"\?$/),
    });
  });
});
