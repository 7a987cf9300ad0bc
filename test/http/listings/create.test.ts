import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, createSeller, createTeamMember, type TestSeller } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { create, eventsOf, lastEvent, publish, tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium', city: 'Bremen' });
});

afterAll(() => t.close());

describe('POST /seller/listings', () => {
  it.each([
    ['/api/seller/listings', '/api'],
    ['/v1/listings', '/v1'],
    ['/api/v1/listings', '/api/v1'],
  ])('201 makes a draft at %s, whose address begins with %s', async (url, mount) => {
    const response = await t.post(url, tractor, { as: seller });
    expect(response.status).toBe(201);
    const listing = response.body.data;
    expect(listing).toMatchObject({
      ...tractor,
      title: 'MAN TGX 18.510 BLS 2020',
      status: 'DRAFT',
      version: 1,
      condition: 'used',
      source: 'manual',
      location: { country: 'DE', city: 'Bremen', region: null, lat: null },
      stats: { views: 0, favorites: 0, inquiries: 0 },
      publishedAt: null,
      rejection: null,
      images: [],
      allowedActions: ['publish', 'edit', 'delete'],
    });
    expect(listing.slug).toMatch(/^man-tgx-18-510-bls-2020-[0-9a-z]{8}$/);
    expect(response.headers['etag']).toBe('"v1"');
    expect(response.headers['location']).toBe(`${mount}/seller/listings/${listing.id}`);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('201 with the minimum of a draft, and lists missing fields', async () => {
    const response = await t.post(
      '/api/seller/listings',
      { title: 'Old trailer', category: 'trailers' },
      { as: seller },
    );
    expect(response.status).toBe(201);
    expect(response.body.data.quality.missing).toEqual(
      expect.arrayContaining(['brand', 'price', 'currency', 'axles', 'images']),
    );
    expect(response.body.data.quality.score).toBeLessThan(50);
  });

  it('announces the fields of the specification, and the stock number', async () => {
    const listing = await create(t, seller);
    expect(await eventsOf(t, listing.id)).toEqual(['listing.created']);
    expect(await lastEvent(t, 'listing.created')).toEqual({
      listing: {
        id: listing.id,
        title: 'MAN TGX 18.510 BLS 2020',
        price: 45_900,
        currency: 'EUR',
        category: 'tractor-units',
        status: 'draft',
        seller_id: seller.sellerId,
        created_at: listing.createdAt,
        external_id: null,
      },
    });
  });

  it('publish: true publishes the listing in the same step', async () => {
    const listing = await publish(t, seller);
    expect(listing).toMatchObject({ status: 'ACTIVE', version: 1 });
    expect(listing.publishedAt).not.toBeNull();
    expect(await eventsOf(t, listing.id)).toEqual(['listing.created', 'listing.published']);
    expect((await lastEvent(t, 'listing.published')).listing).toMatchObject({
      id: listing.id,
      status: 'active',
      slug: listing.slug,
      brand: 'man',
    });
    const results = await t.get(`/api/search?q=${listing.model}&limit=100`);
    expect(results.body.data.results.map((hit: { id: string }) => hit.id)).toContain(listing.id);
  });

  it('reads a subcategory where the category is expected', async () => {
    const listing = await create(t, seller, { category: 'tipper-trucks', subcategory: null });
    expect(listing).toMatchObject({ category: 'trucks', subcategory: 'tipper-trucks' });
  });

  it('gives equal titles different slugs', async () => {
    const listings = await Promise.all(Array.from({ length: 10 }, () => create(t, seller)));
    expect(new Set(listings.map((listing) => listing.slug)).size).toBe(10);
  });

  it('never accepts fields that only the server sets', async () => {
    const forged = {
      id: 'lst_00000000000000000000000000',
      slug: 'mine',
      status: 'ACTIVE',
      sellerId: 'sel_00000000000000000000000000',
      seller_id: 'x',
      featured: true,
      version: 77,
      verified: true,
      views: 5000,
      stats: { views: 5000 },
      publishedAt: '2020-01-01T00:00:00.000Z',
      createdAt: '2020-01-01T00:00:00.000Z',
      previousPrice: 99_999,
      qualityScore: 100,
      rejection: { code: 'x', reason: 'y' },
    };
    const response = await t.post(
      '/api/seller/listings',
      { ...tractor, vatDeductible: true, ...forged },
      { as: seller },
    );
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      status: 'DRAFT',
      featured: false,
      version: 1,
      stats: { views: 0 },
      publishedAt: null,
      previousPrice: null,
      rejection: null,
    });
    expect(response.body.data.id).not.toBe(forged.id);
    expect(response.body.data.slug).not.toBe('mine');
    const ignored = String(response.headers['x-ignored-fields']).split(', ');
    expect(ignored).toEqual(expect.arrayContaining(['id', 'slug', 'status', 'sellerId', 'featured']));
    expect(response.body.warnings.map(({ field }: { field: string }) => field)).toEqual(ignored);
    expect(response.body.warnings[0].message).toBe('is unknown and was ignored');
    const row = await t.db
      .selectFrom('listings')
      .selectAll()
      .where('id', '=', response.body.data.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ seller_id: seller.sellerId, views: 0, status: 'DRAFT' });
  });

  it('422 names every field that is wrong, at once', async () => {
    const response = await t.post(
      '/api/seller/listings',
      { ...tractor, year: 1800, price: -1, fuelType: 'steam', features: 'abs' },
      { as: seller },
    );
    expect(response.status).toBe(422);
    expect(response.body.error.code).toBe('VALIDATION_ERROR');
    const fields = fieldsOf(response);
    expect(fields.toSorted()).toEqual(['features', 'fuelType', 'price', 'year']);
  });

  it('422 reports violated rules together with malformed fields', async () => {
    const broken = {
      title: 'No',
      category: 'tractor-onits',
      brand: 'mercedes-bens',
      year: 3000,
      location: { country: 'QQ' },
      features: ['retarder', 'warp_drive'],
      vin: 'WDB',
    };
    const fields = ['title', 'category', 'brand', 'year', 'location.country', 'features.1', 'vin'].toSorted();
    const draft = await create(t, seller);
    for (const response of [
      await t.post('/api/seller/listings', broken, { as: seller }),
      await t.put(`/api/seller/listings/${draft.id}`, broken, { as: seller }),
      await t.patch(`/v1/listings/${draft.id}`, broken, { as: seller }),
    ]) {
      expect(response.status).toBe(422);
      const fieldNames = fieldsOf(response);
      expect(fieldNames.toSorted()).toEqual(fields);
    }
    const unknown = await t.patch('/api/seller/listings/lst_0', { year: 3000 }, { as: seller });
    expect(unknown.status).toBe(422);
  });

  it('422 names every forbidden thing in a text, not only the first', async () => {
    const description =
      'Call +49 170 1234567 or 0171/7654321, write to a@b.de, see www.x.de and https://y.example <b>';
    const response = await t.post('/api/seller/listings', { ...tractor, description }, { as: seller });
    expect(response.status).toBe(422);
    const { message } = response.body.error.details[0];
    for (const forbidden of [
      '+49 170 1234567',
      '0171/7654321',
      'a@b.de',
      'www.x.de',
      'https://y.example',
      '<b>',
    ])
      expect(message).toContain(forbidden);
    expect(message).toContain('a web address');
    expect(message).toContain('an email address');
    expect(message).toContain('a phone number');
  });

  it('422 for a live listing reports required fields together with malformed ones', async () => {
    const { id } = await publish(t, seller);
    const response = await t.patch(
      `/api/seller/listings/${id}`,
      { price: null, brand: null, mileage: 'far' },
      { as: seller },
    );
    expect(response.status).toBe(422);
    const fieldNames = fieldsOf(response);
    expect(fieldNames.toSorted()).toEqual(['brand', 'mileage', 'price']);
  });

  it('201 for a full plan stores a draft; 403 for publishing it states the limit and the usage', async () => {
    const small = await createSeller(t, { plan: 'free' });
    const responses: number[] = [];
    let created = await t.post('/api/seller/listings', { ...tractor, publish: true }, { as: small });
    while (created.body.data.status === 'ACTIVE' && responses.length < 50) {
      responses.push(created.status);
      created = await t.post('/api/seller/listings', { ...tractor, publish: true }, { as: small });
    }
    expect([created.status, created.body.data.status, created.body.data.publishedAt]).toEqual([
      201,
      'DRAFT',
      null,
    ]);
    expect(created.body.data.warnings).toContainEqual({
      field: 'publish',
      message: expect.stringMatching(/allows \d+ .*in use\. The listing was saved as a draft\.$/),
    });
    const full = await t.post(`/api/seller/listings/${created.body.data.id}/publish`, undefined, {
      as: small,
    });
    expect(full.body.error.code).toBe('LISTING_LIMIT_EXCEEDED');
    expect(full.body.error.details).toEqual([
      {
        field: 'activeListings',
        message: 'counts live listings and listings in review',
        limit: responses.length,
        used: responses.length,
      },
    ]);
  });

  it('400 for a language in the address, which comes from Accept-Language', async () => {
    for (const url of [
      '/api/categories?lang=de',
      '/api/listings?lang=de',
      '/api/seller/listings?language=de',
    ]) {
      const response = await t.get(url, { as: seller });
      expect(response.status, url).toBe(400);
      expect(response.text).toMatch(/There is no parameter \\?"lang/);
    }
  });

  it('422 with publish: true reports missing fields together with malformed ones', async () => {
    const response = await t.post(
      '/api/seller/listings',
      { title: 'Nearly nothing', category: 'tractor-units', year: 3000, publish: true },
      { as: seller },
    );
    const fieldNames = fieldsOf(response);
    expect(fieldNames.toSorted()).toEqual(['brand', 'currency', 'price', 'year']);
  });

  it('422 for names that the taxonomy lacks, with suggestions', async () => {
    const response = await t.post(
      '/api/seller/listings',
      {
        ...tractor,
        category: 'tractor-onits',
        subcategory: null,
        brand: 'mercedes-bens',
        features: ['retarder', 'warp_drive'],
      },
      { as: seller },
    );
    expect(response.status).toBe(422);
    expect(response.body.error.details).toEqual(
      expect.arrayContaining([
        {
          field: 'category',
          message:
            'there is no category "tractor-onits"; did you mean "tractor-units"? GET /categories lists them',
        },
        {
          field: 'brand',
          message: 'there is no brand "mercedes-bens"; did you mean "mercedes-benz"? GET /brands lists them',
        },
        { field: 'features.1', message: 'there is no feature "warp_drive"; GET /features lists them' },
      ]),
    );
  });

  it('suggests corrections for the first ten unknown features', async () => {
    const features = Array.from({ length: 12 }, (_, index) => `retardr${'abcdefghijkl'[index]}`);
    const response = await t.post('/api/seller/listings', { ...tractor, features }, { as: seller });
    expect(response.status).toBe(422);
    const messages: string[] = response.body.error.details.map(({ message }: { message: string }) => message);
    expect(messages.map((message) => message.includes('did you mean "retarder"'))).toEqual([
      ...Array<boolean>(10).fill(true),
      false,
      false,
    ]);
  });

  it.each([
    ['a subcategory of another category', { subcategory: 'tipper-trucks' }, 'subcategory'],
    ['an inactive category', { category: 'forklifts', subcategory: null }, 'category'],
    ['a dealer price above the price', { dealerPrice: 50_000 }, 'dealerPrice'],
    ['a net price above the gross price', { priceNet: 200, priceGross: 100 }, 'priceNet'],
    ['a price together with on_request', { priceType: 'on_request' }, 'price'],
    ['three decimals', { price: 1.005 }, 'price'],
    ['a currency that does not exist', { currency: 'ZZZ' }, 'currency'],
    ['a link in the description', { description: 'see https://example.com' }, 'description'],
    ['a phone number in the title', { title: 'MAN call +49 170 1234567' }, 'title'],
    ['markup', { description: '<script>alert(1)</script>' }, 'description'],
    ['a script address as video', { videoUrl: 'javascript:alert(1)' }, 'videoUrl'],
    ['a NUL', { description: 'a\u0000b' }, 'description'],
    ['half a surrogate', { description: 'a\ud800b' }, 'description'],
    ['a megabyte of marks', { title: `a${'\u0301'.repeat(200_000)}` }, 'title'],
    ['a latitude alone', { location: { lat: 50 } }, 'location.lng'],
    ['a VIN of 16 characters', { vin: 'WDB9634031L12345' }, 'vin'],
    [
      'a member of another team',
      { contact: { memberId: 'mem_00000000000000000000000000' } },
      'contact.memberId',
    ],
    ['a registration in the future', { firstRegistration: '2090-01' }, 'firstRegistration'],
  ])('422 for %s', async (_name, body, field) => {
    const response = await t.post('/api/seller/listings', { ...tractor, ...body }, { as: seller });
    expect(response.status).toBe(422);
    const fields = fieldsOf(response);
    expect(fields).toContain(field);
  });

  it('422 with publish: true names everything that going live lacks, and nothing is written', async () => {
    const before = await t.get('/api/seller/listings', { as: seller });
    const response = await t.post(
      '/api/seller/listings',
      { title: 'Nearly nothing', category: 'tractor-units', publish: true },
      { as: seller },
    );
    expect(response.status).toBe(422);
    const fields = fieldsOf(response);
    expect(fields.toSorted()).toEqual(['brand', 'currency', 'price', 'year']);
    const after = await t.get('/api/seller/listings', { as: seller });
    expect(after.body.data.pagination.total).toBe(before.body.data.pagination.total);
  });

  it('400 for a body that is no JSON', async () => {
    const response = await t.call('POST', '/api/seller/listings', {
      as: seller,
      payload: '{"title":',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.body.error.code).toBe('BAD_REQUEST');
  });

  it('401 without a credential, 403 for buyers and for viewers of the team', async () => {
    expect((await t.post('/api/listings', tractor)).status).toBe(401);
    const buyer = await createBuyer(t);
    expect((await t.post('/api/listings', tractor, { as: buyer })).body.error.code).toBe('FORBIDDEN');
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    expect((await t.post('/api/listings', tractor, { as: viewer })).status).toBe(403);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    expect((await t.post('/api/listings', tractor, { as: agent })).status).toBe(201);
  });

  it('409 for a VIN or stock number that another listing of the seller has, naming it', async () => {
    const first = await create(t, seller, { vin: 'WMA06XZZ4HP123456', externalId: 'A-1' });
    const vin = await t.post(
      '/api/seller/listings',
      { ...tractor, vin: 'wma06xzz4hp123456' },
      { as: seller },
    );
    expect(vin.status).toBe(409);
    expect(vin.body.error).toMatchObject({
      code: 'ALREADY_EXISTS',
      details: [{ field: 'vin', message: `is already used by your listing ${first.id}` }],
    });
    const stock = await t.post('/api/seller/listings', { ...tractor, externalId: 'A-1' }, { as: seller });
    expect(stock.body.error).toMatchObject({ code: 'ALREADY_EXISTS', details: [{ field: 'externalId' }] });
    const other = await createSeller(t);
    expect((await t.post('/api/listings', { ...tractor, vin: first.vin }, { as: other })).status).toBe(201);
    expect((await t.del(`/api/seller/listings/${first.id}`, { as: seller })).status).toBe(204);
    expect((await t.post('/api/listings', { ...tractor, vin: first.vin }, { as: seller })).status).toBe(201);
  });

  it('one of twenty simultaneous requests with the same VIN wins', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        t.post('/api/seller/listings', { ...tractor, vin: 'WMA06XZZ4HP999999' }, { as: seller }),
      ),
    );
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });

  it('makes one listing of two requests with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one-of-a-kind' };
    const first = await t.post('/api/seller/listings', tractor, { as: seller, headers });
    const second = await t.post('/api/seller/listings', tractor, { as: seller, headers });
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });
});
