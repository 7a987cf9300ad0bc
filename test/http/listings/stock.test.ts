import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { watchStatements } from '../../support/statements.ts';
import { type TestResponse, createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import { jpeg } from '../media/support/pictures.ts';
import { collectNotices, create, eventsOf, publish, tractor } from './bodies.ts';

/** Start before the application opens its connections, because only later ones are watched. */
const sent = watchStatements();

let t: TestApp;
let seller: TestSeller;
/** Images of a local server, by path. */
const pictures = new Map<string, Buffer>();
const server = createServer((request, response) => {
  const body = pictures.get(request.url ?? '');
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'image/jpeg' }).end(body);
});
let origin: string;

beforeAll(async () => {
  t = await createTestApp({ env: { IMPORTS_ALLOW_PRIVATE: '1' } });
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of ['/a.jpg', '/b.jpg', '/c.jpg']) pictures.set(name, await jpeg(320 + pictures.size, 240));
});

afterAll(async () => {
  server.close();
  await t.close();
  sent.stop();
});

const put = (
  number: string,
  body: unknown = tractor,
  as: TestUser = seller,
  headers: Readonly<Record<string, string>> = {},
) => t.put(`/api/seller/listings/by-external-id/${number}`, body, { as, headers });
const batch = (operations: readonly unknown[], options: object = {}, as: TestUser | string = seller) =>
  t.post('/api/seller/listings/batch', { operations, ...options }, { as });
const read = async (id: string): Promise<TestResponse['body']> =>
  (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data;

describe('PUT /seller/listings/by-external-id/:externalId', () => {
  it('201 creates, 200 replaces the listing with the number, and the same body again changes nothing', async () => {
    const first = await put('A-17');
    expect([first.status, first.headers['etag']]).toEqual([201, '"v1"']);
    const { id } = first.body.data;
    expect(first.headers['location']).toBe(`/api/seller/listings/${id}`);
    expect(first.body.data).toMatchObject({ externalId: 'A-17', status: 'DRAFT' });

    const second = await put('A-17', { ...tractor, price: 44_000, mileage: undefined });
    expect([second.status, second.body.data.id, second.body.data.version]).toEqual([200, id, 2]);
    expect(second.body.data).toMatchObject({ price: 44_000, mileage: null });

    const updated = await put('A-17', { ...tractor, price: 44_000, mileage: undefined });
    expect([updated.status, updated.body.data.version]).toEqual([200, 2]);
    expect(await eventsOf(t, id)).toEqual(['listing.created', 'listing.updated']);
  });

  it('publishes with the change in one version, and leaves a live one live', async () => {
    const { id } = (await put('A-18')).body.data;
    const live = await put('A-18', { ...tractor, price: 43_000, publish: true });
    expect(live.body.data).toMatchObject({ id, status: 'ACTIVE', version: 2, price: 43_000 });
    expect((await put('A-18', { ...tractor, publish: true })).body.data).toMatchObject({ status: 'ACTIVE' });
    expect((await put('A-18', { ...tractor, price: 42_000 })).body.data.status).toBe('ACTIVE');
    const other = await put('A-19', { ...tractor, publish: true });
    expect([other.status, other.body.data.status]).toEqual([201, 'ACTIVE']);
  });

  it('restores a sold listing that is published again, and does not edit it otherwise', async () => {
    const { id } = (await put('A-20', { ...tractor, publish: true })).body.data;
    await t.post(`/api/seller/listings/${id}/sold`, {}, { as: seller });
    const refused = await put('A-20', { ...tractor, price: 1000 });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
    const back = await put('A-20', { ...tractor, price: 41_000, publish: true });
    expect(back.body.data).toMatchObject({ id, status: 'ACTIVE', price: 41_000, soldAt: null });
  });

  it('422 reports all problems, including fields missing for publishing', async () => {
    const response = await put('A-21', {
      title: 'No',
      category: 'tractor-units',
      brand: 'mann',
      publish: true,
    });
    expect(response.status).toBe(422);
    expect(fieldsOf(response)).toEqual(expect.arrayContaining(['title', 'brand', 'price', 'year']));
    expect(fieldsOf(await put('A-21', { ...tractor, externalId: 'A-22' }))).toEqual(['externalId']);
    expect(fieldsOf(await put('x'.repeat(41), tractor))).toEqual(['externalId']);
    expect((await put('A-21')).status).toBe(201);
  });

  it('409 names the listing that has the VIN, in the details too', async () => {
    const { id } = await create(t, seller, { vin: 'WDB9634031L738495' });
    const response = await put('A-23', { ...tractor, vin: 'wdb9634031l738495' });
    expect([response.status, response.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(response.body.error.details).toEqual([
      { field: 'vin', message: `is already used by your listing ${id}`, listingId: id },
    ]);
    const single = await t.post(
      '/api/seller/listings',
      { ...tractor, vin: 'WDB9634031L738495' },
      { as: seller },
    );
    expect(single.body.error.details[0].listingId).toBe(id);
  });

  it('at the limit of the plan keeps the draft and saves the new values, however often it is sent', async () => {
    const small = await createSeller(t, { plan: 'free' });
    for (let i = 0; i < 5; i++) await put(`L-${i}`, { ...tractor, publish: true }, small);
    for (const [status, price] of [
      [201, 40_000],
      [200, 40_000],
      [200, 39_000],
    ]) {
      const response = await put('L-5', { ...tractor, price, publish: true }, small);
      expect([response.status, response.body.data.status, response.body.data.price]).toEqual([
        status,
        'DRAFT',
        price,
      ]);
      expect(response.body.data.warnings).toContainEqual({
        field: 'publish',
        message: expect.stringContaining('allows 5 active listings'),
      });
    }
    const { results } = (
      await batch(
        [{ op: 'put', externalId: 'L-5', listing: { ...tractor, price: 38_000, publish: true } }],
        {},
        small,
      )
    ).body.data;
    expect(results[0]).toMatchObject({ status: 200, state: 'DRAFT' });
    expect(results[0].warnings).toContainEqual({
      field: 'publish',
      message: expect.stringContaining('allows 5 active listings'),
    });
  });

  it('412 for another version, and for a version of nothing', async () => {
    await put('A-24');
    const stale = await put('A-24', tractor, seller, { 'if-match': '"v9"' });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'VERSION_CONFLICT']);
    expect((await put('A-25', tractor, seller, { 'if-match': '"v1"' })).status).toBe(412);
    expect((await put('A-24', tractor, seller, { 'if-match': '"v1"' })).status).toBe(200);
  });

  it('creates once, however many ask at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => put('A-26')));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('rejects who may not write, and numbers of others are their own', async () => {
    const url = '/api/seller/listings/by-external-id/A-17';
    expect((await t.put(url, tractor)).status).toBe(401);
    expect((await put('A-17', tractor, await createBuyer(t))).status).toBe(403);
    expect((await put('A-17', tractor, await createAdmin(t))).status).toBe(403);
    expect((await put('A-17', tractor, await createTeamMember(t, seller.sellerId, 'VIEWER'))).status).toBe(
      403,
    );
    const key = await createApiKey(t, seller.userId, ['listings:read']);
    expect((await t.put(url, tractor, { as: key })).body.error.code).toBe('INSUFFICIENT_SCOPE');
    const other = await createSeller(t, { plan: 'premium' });
    expect((await put('A-17', tractor, other)).status).toBe(201);
  });
});

describe('imageUrls', () => {
  const images = async (id: string): Promise<number[]> =>
    (await read(id)).images.map(({ width }: { width: number }) => width);

  it('are fetched after the response, in their order, and follow the list', async () => {
    const body = { ...tractor, imageUrls: [`${origin}/b.jpg`, `${origin}/a.jpg`, `${origin}/b.jpg`] };
    const response = await put('P-1', body);
    expect([response.status, response.body.data.awaitedImages]).toEqual([201, 2]);
    const { id } = response.body.data;
    await t.drainJobs();
    expect(await images(id)).toEqual([321, 320]);
    expect(await read(id)).not.toHaveProperty('awaitedImages');

    // The tag of the response is still valid, because no request has edited the listing since.
    const unedited = { 'if-match': String(response.headers['etag']) };
    const next = { ...tractor, price: 45_000, imageUrls: [`${origin}/c.jpg`, `${origin}/b.jpg`] };
    expect((await put('P-1', next, seller, unedited)).status).toBe(200);
    await t.drainJobs();
    expect(await images(id)).toEqual([322, 321]);
    await put('P-1', tractor);
    await t.drainJobs();
    expect(await images(id)).toHaveLength(2);
    await put('P-1', { ...tractor, imageUrls: [] });
    await t.drainJobs();
    expect(await images(id)).toEqual([]);
  });

  it('cause warnings if they cannot be downloaded, until the next list', async () => {
    const { id } = (
      await t.post(
        '/api/seller/listings',
        { ...tractor, imageUrls: [`${origin}/gone.jpg`, `${origin}/a.jpg`] },
        { as: seller },
      )
    ).body.data;
    await t.drainJobs();
    expect((await read(id)).warnings).toContainEqual({
      field: 'imageUrls',
      message: `${origin}/gone.jpg: The address responded with status 404.`,
    });
    expect(await images(id)).toEqual([320]);
    await t.patch(`/api/seller/listings/${id}`, { imageUrls: [`${origin}/a.jpg`] }, { as: seller });
    await t.drainJobs();
    expect((await read(id)).warnings.filter(({ field }: { field: string }) => field === 'imageUrls')).toEqual(
      [],
    );
  });

  it('422 for invalid addresses, and for too many', async () => {
    expect(fieldsOf(await put('P-2', { ...tractor, imageUrls: ['ftp://x.example/a.jpg'] }))[0]).toMatch(
      /^imageUrls/,
    );
    const many = Array.from({ length: 51 }, (_, i) => `${origin}/${i}.jpg`);
    expect(fieldsOf(await put('P-2', { ...tractor, imageUrls: many }))).toEqual(['imageUrls']);
  });
});

describe('GET /seller/listings', () => {
  it('finds by stock number, by VIN and by the time of the last change', async () => {
    const first = await create(t, seller, { externalId: 'F-1', vin: 'WDB9634031L738496' });
    await create(t, seller, { externalId: 'F-10' });
    const ids = async (query: string): Promise<string[]> =>
      (await t.get(`/api/seller/listings?${query}`, { as: seller })).body.data.listings.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids('externalId=F-1')).toEqual([first.id]);
    expect(await ids('vin=wdb9634031l738496')).toEqual([first.id]);
    expect(await ids('externalId=F-1&vin=WDB9634031L738497')).toEqual([]);
    t.clock.advance(60_000);
    const since = encodeURIComponent(t.clock.now().toISOString());
    expect(await ids(`updatedSince=${since}`)).toEqual([]);
    await t.patch(`/api/seller/listings/${first.id}`, { price: 40_000 }, { as: seller });
    const changed = await t.get(`/api/seller/listings?updatedSince=${since}`, { as: seller });
    expect(changed.body.data.pagination.total).toBe(1);
    expect(changed.body.data.listings[0].id).toBe(first.id);
    const wrong = await t.get('/api/seller/listings?updatedSince=yesterday', { as: seller });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID_FILTER']);
  });
});

describe('POST /seller/listings/batch', () => {
  it('does what can be done, each with its own result', async () => {
    const live = await publish(t, seller, { price: 10_000, priceNet: 10_000, vatDeductible: true });
    const existing = await create(t, seller, { externalId: 'B-9' });
    const response = await batch([
      { op: 'create', listing: { ...tractor, externalId: 'B-1', publish: true, colour: 'red' } },
      { op: 'create', listing: { ...tractor, externalId: 'B-1' } },
      { op: 'put', externalId: 'B-1', listing: { ...tractor, price: 30_000 } },
      { op: 'update', externalId: 'B-1', listing: { price: 29_000 } },
      { op: 'update', externalId: 'B-1', listing: { price: -1, brand: 'mann' } },
      { op: 'changePrice', id: live.id, percent: -5 },
      { op: 'unpublish', id: live.slug },
      { op: 'publish', id: 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      { op: 'delete', externalId: 'B-9' },
      { op: 'renew', externalId: 'B-9' },
      { op: 'update', id: live.id, version: 1, listing: { price: 1 } },
      { op: 'update', id: live.id },
      { op: 'publish' },
    ]);
    expect(response.status).toBe(200);
    const { results, succeeded, failed } = response.body.data;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([
      201, 409, 200, 200, 422, 200, 200, 404, 200, 404, 412, 422, 422,
    ]);
    expect([succeeded, failed]).toEqual([6, 7]);
    const { id } = results[0];
    expect(results[0]).toMatchObject({ index: 0, externalId: 'B-1', state: 'ACTIVE', version: 1 });
    expect(results[0].warnings).toContainEqual({ field: 'colour', message: 'is unknown and was ignored' });
    expect(results[1].error).toMatchObject({ code: 'ALREADY_EXISTS', details: [{ listingId: id }] });
    expect(results[4].error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'brand',
      'price',
    ]);
    expect(await read(id)).toMatchObject({ price: 29_000, version: 3 });
    expect(await read(live.id)).toMatchObject({ price: 9500, priceNet: 9500, status: 'PAUSED' });
    expect((await t.get(`/api/seller/listings/${existing.id}`, { as: seller })).status).toBe(404);
  });

  it('changes a hundred prices in as many statements as ten, and the same vehicle twice in two versions', async () => {
    const stock = await Promise.all(Array.from({ length: 10 }, () => publish(t, seller, { price: 20_000 })));
    const { rows: copies } = await sql<{ id: string }>`
      insert into listings select copy.* from generate_series(1, 90) n, listings l,
        jsonb_populate_record(l, jsonb_build_object('id', overlay(l.id placing lpad(n::text, 4, '0') from 27),
          'slug', l.slug || n, 'vin', null, 'external_id', null)) as copy
      where l.id = ${stock[0]!.id} returning id`.execute(t.db);
    const all = [...stock, ...copies].map(({ id }) => id);
    const cost = async (ids: readonly string[]): Promise<number> => {
      sent.clear();
      const response = await batch(ids.map((id) => ({ op: 'changePrice', id, percent: -5 })));
      expect(response.body.data).toMatchObject({ succeeded: ids.length, failed: 0 });
      return sent.texts.length;
    };
    await cost(all.slice(0, 10));
    const ten = await cost(all.slice(0, 10));
    // The index reads changed listings meanwhile, in pieces of 50.
    expect(await cost(all)).toBeLessThan(ten + 10);
    // Listings that the request names by ID are not looked up by other keys.
    expect(sent.texts.filter((text) => /slug = any|as key\(value\)/.test(text))).toEqual([]);
    const [first] = all;
    const response = await batch([
      { op: 'changePrice', id: first, price: 15_000 },
      { op: 'update', id: first, listing: { mileage: 123 } },
    ]);
    const [before, after] = response.body.data.results;
    expect(after.version).toBe(before.version + 1);
    expect(await read(first!)).toMatchObject({ price: 15_000, mileage: 123, version: after.version });
  });

  it('changes a price to an amount, net and gross with it, in the version that was read', async () => {
    const net = { price: 10_000, priceNet: 10_000, priceGross: 11_900, vatDeductible: true, vatRate: 19 };
    const [one, other] = [await publish(t, seller, net), await publish(t, seller, { price: 20_000 })];
    const response = await batch([
      { op: 'changePrice', id: one.id, version: one.version, price: 9500 },
      { op: 'changePrice', id: other.id, version: other.version, price: 19_000 },
      { op: 'changePrice', id: one.id, version: one.version, price: 9000 },
      { op: 'changePrice', id: one.id, price: 9000, percent: -5 },
      { op: 'changePrice', id: one.id },
    ]);
    expect(response.body.data.results.map(({ status }: { status: number }) => status)).toEqual([
      200, 200, 412, 422, 422,
    ]);
    expect(await read(one.id)).toMatchObject({ price: 9500, priceNet: 9500, priceGross: 11_305 });
    expect(await read(other.id)).toMatchObject({ price: 19_000 });
  });

  it('features and stops featuring, as many as the plan has slots', async () => {
    const small = await createSeller(t, { plan: 'free' });
    const basic = await createSeller(t, { plan: 'starter' });
    const listing = await publish(t, small);
    const [refused] = (await batch([{ op: 'feature', id: listing.id }], {}, small)).body.data.results;
    expect([refused.status, refused.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    const usage = async () =>
      (await t.get('/api/seller/dashboard', { as: basic })).body.data.plan.usage.featuredSlots;
    const { limit } = await usage();
    const listings = [];
    for (let i = 0; i <= limit; i++) listings.push(await publish(t, basic));
    const week = (): string => new Date(t.clock.now().getTime() + 7 * 86_400_000).toISOString();
    const earliest = week();
    const { results } = (
      await batch(
        listings.map(({ id }) => ({ op: 'feature', id, days: 7 })),
        {},
        basic,
      )
    ).body.data;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([
      ...Array.from({ length: limit }, () => 200),
      403,
    ]);
    expect(await usage()).toEqual({ used: limit, limit });
    const [first] = listings;
    const { featured, featuredUntil } = (await t.get(`/api/seller/listings/${first?.id}`, { as: basic })).body
      .data;
    expect([featured, featuredUntil >= earliest, featuredUntil <= week()]).toEqual([true, true, true]);
    await batch([{ op: 'unfeature', id: first?.id }], {}, basic);
    expect(await usage()).toEqual({ used: limit - 1, limit });
  });

  it('rejects only the operation that is itself invalid', async () => {
    const listing = await create(t, seller);
    const operations = [
      { op: 'burn', id: listing.id },
      { id: listing.id },
      { op: 'markSold', id: listing.id, soldPrice: 'much' },
      { op: 'changePrice', id: listing.id, percent: 5000 },
      { op: 'put', externalId: 'x'.repeat(41), listing: tractor },
      { op: 'update', id: listing.id, listing: { price: 21_000 } },
    ];
    const { results, succeeded } = (await batch(operations)).body.data;
    const fields = results.map(({ error }: { error?: { details: { field: string }[] } }) =>
      error?.details.map(({ field }) => field),
    );
    expect(fields).toEqual([['op'], ['op'], ['soldPrice'], ['percent'], ['externalId'], undefined]);
    expect([results[0].id, succeeded]).toEqual([listing.id, 1]);
    expect(await read(listing.id)).toMatchObject({ price: 21_000 });
    const atomic = await batch(operations, { atomic: true });
    expect([atomic.status, fieldsOf(atomic)[0]]).toEqual([422, 'operations[0].op']);
  });

  it('takes more than half of the live stock off the market only if that is confirmed', async () => {
    const dealer = await createSeller(t, { plan: 'premium' });
    for (let i = 0; i < 5; i++) await put(`M-${i}`, { ...tractor, publish: true }, dealer);
    const removalsOf = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        op: ['markSold', 'unpublish', 'withdraw', 'delete'][i % 4],
        externalId: `M-${i}`,
      }));
    const refused = await batch(removalsOf(3), {}, dealer);
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['confirmMassRemoval']]);
    expect(refused.body.error.details[0].message).toContain('3 of 5 live listings');
    const listed = await t.get('/api/seller/listings?status=ACTIVE', { as: dealer });
    expect(listed.body.data.pagination.total).toBe(5);
    const confirmed = await batch(removalsOf(3), { confirmMassRemoval: true }, dealer);
    expect(confirmed.body.data.results).toHaveLength(3);
    expect((await batch([{ op: 'markSold', externalId: 'M-3' }], {}, dealer)).body.data.succeeded).toBe(1);
  });

  it('writes all or nothing when it is atomic, and names each problem by its operation', async () => {
    const listing = await create(t, seller);
    const refused = await batch(
      [
        { op: 'update', id: listing.id, listing: { price: 20_000 } },
        { op: 'create', listing: { ...tractor, brand: 'mann' } },
        { op: 'renew', id: listing.id },
      ],
      { atomic: true },
    );
    expect([refused.status, refused.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(refused)).toEqual(['operations[1].brand', 'operations[2]']);
    expect(await read(listing.id)).toMatchObject({ price: tractor.price, version: 1 });
    const done = await batch(
      [
        { op: 'update', id: listing.id, listing: { price: 20_000 } },
        { op: 'publish', id: listing.id },
      ],
      { atomic: true },
    );
    expect(done.body.data).toMatchObject({ succeeded: 2, failed: 0 });
    expect(await read(listing.id)).toMatchObject({ price: 20_000, status: 'ACTIVE' });
  });

  it('counts the plan over all of its operations', async () => {
    const small = await createSeller(t, { plan: 'free' });
    const operations = Array.from({ length: 60 }, () => ({
      op: 'create',
      listing: { ...tractor, publish: true },
    }));
    const { results } = (await batch(operations, {}, small)).body.data;
    const live = results.filter(({ state }: { state?: string }) => state === 'ACTIVE').length;
    expect(live).toBe(5);
    const draft = results.find(({ state }: { state?: string }) => state === 'DRAFT');
    expect([draft.status, draft.warnings.at(-1).field]).toEqual([201, 'publish']);
    const listed = await t.get('/api/seller/listings?status=ACTIVE', { as: small });
    expect(listed.body.data.pagination.total).toBe(live);
  });

  it('deletes for those alone who may', async () => {
    const { id } = await create(t, seller);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const operation = { op: 'delete', id };
    expect((await batch([operation], {}, agent)).body.data.results[0].error.code).toBe('FORBIDDEN');
    const key = await createApiKey(t, seller.userId, ['listings:write']);
    expect((await batch([operation], {}, key)).body.data.results[0].error.code).toBe('INSUFFICIENT_SCOPE');
    const both = await createApiKey(t, seller.userId, ['listings:write', 'listings:delete']);
    expect((await batch([operation], {}, both)).body.data.results[0].status).toBe(200);
  });

  it('takes effect once with an Idempotency-Key', async () => {
    const send = () =>
      t.post(
        '/api/seller/listings/batch',
        {
          operations: [
            { op: 'create', listing: tractor },
            { op: 'publish', id: 'no-such-listing' },
          ],
        },
        { as: seller, headers: { 'idempotency-key': 'batch-1' } },
      );
    const first = await send();
    const repeated = await send();
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(repeated.body).toEqual(first.body);
  });

  it('two at once that name the same listings in opposite order both succeed', async () => {
    const [a, b] = [await create(t, seller), await create(t, seller)];
    const operations = [a, b].map(({ id }) => ({ op: 'changePrice', id, percent: 1 }));
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => batch(i % 2 === 0 ? operations : operations.toReversed())),
    );
    expect(responses.map(({ body }) => body.data.failed)).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await read(a.id)).version).toBe(7);
  });

  it('401, 403, and 422 for none and for too many', async () => {
    const operations = [{ op: 'publish', id: 'x' }];
    expect((await t.post('/api/seller/listings/batch', { operations })).status).toBe(401);
    expect((await batch(operations, {}, await createBuyer(t))).status).toBe(403);
    expect(fieldsOf(await batch([]))).toEqual(['operations']);
    expect(fieldsOf(await batch(Array.from({ length: 101 }, () => operations[0])))).toEqual(['operations']);
  });
});
