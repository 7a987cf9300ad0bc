import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createBuyer, createSeller, type TestSeller, type TestUser } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let buyer: TestUser;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  await t.app.runner.scheduleRecurring();
});

afterAll(() => t.close());

beforeEach(async () => {
  buyer = await createBuyer(t);
  t.mailbox.length = 0;
});

const QUERY = { q: 'actros', brand: 'mercedes-benz', max_price: 60_000 };

const save = (body: Record<string, unknown> = {}) =>
  t.post(
    '/v1/search/saved',
    { name: 'My Actros', query: QUERY, alerts: true, alert_frequency: 'instant', ...body },
    { as: buyer },
  );

async function publish(fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const response = await t.post(
    '/api/seller/listings',
    {
      title: 'Mercedes-Benz Actros 1845',
      category: 'tractor-units',
      brand: 'mercedes-benz',
      model: 'Actros',
      year: 2019,
      price: 52_000,
      currency: 'EUR',
      publish: true,
      ...fields,
    },
    { as: seller },
  );
  expect(response.body.error).toBeUndefined();
  return response.body.data;
}

/** Waits until price changes are announced: a price must be stable for one minute, and a job checks every minute. */
async function settle(ms = 2 * MINUTE_MS): Promise<void> {
  await t.drainJobs();
  t.clock.advance(ms);
  await t.drainJobs();
}

async function notices(userId = buyer.userId) {
  await t.drainJobs();
  return t.db
    .selectFrom('notifications')
    .select(['type', 'data'])
    .where('user_id', '=', userId)
    .where('type', '=', 'saved_search_match')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

describe('saved searches', () => {
  it('are made, listed, read, changed and deleted', async () => {
    const created = await save();
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^ssr_/),
      name: 'My Actros',
      query: QUERY,
      alerts: true,
      alert_frequency: 'instant',
      created_at: expect.any(String),
      last_alert_at: null,
      match_count: expect.any(Number),
      new_count: 0,
    });
    const { id } = created.body.data;
    expect((await t.get('/v1/search/saved', { as: buyer })).body.data.saved_searches).toHaveLength(1);
    const changed = await t.patch(
      `/v1/search/saved/${id}`,
      { name: 'Any MAN', query: { brand: ['man'] }, alert_frequency: 'weekly' },
      { as: buyer },
    );
    expect(changed.body.data).toMatchObject({
      name: 'Any MAN',
      query: { brand: ['man'] },
      alert_frequency: 'weekly',
      alerts: true,
    });
    expect((await t.del(`/v1/search/saved/${id}`, { as: buyer })).status).toBe(204);
    expect((await t.get(`/v1/search/saved/${id}`, { as: buyer })).status).toBe(404);
  });

  it('report the number of results in advance', async () => {
    await publish({ title: 'Preview Tatra', brand: 'tatra', model: 'Phoenix' });
    const response = await t.post(
      '/v1/search/saved/preview',
      { query: { q: 'preview tatra' } },
      { as: buyer },
    );
    expect(response.body.data).toEqual({ match_count: 1 });
  });

  it.each([
    [{ fuel_type: 'diesell' }, 'INVALID_FILTER'],
    [{ nothing: 1 }, 'INVALID_FILTER'],
    [{ sort: 'beauty' }, 'INVALID_SORT'],
    [{ city: 'Hambrug' }, 'LOCATION_NOT_FOUND'],
    [{ min_price: 5, max_price: 1 }, 'INVALID_FILTER'],
  ])('are checked like a search: %j', async (query, code) => {
    const response = await save({ query });
    expect([response.status, response.body.error.code]).toEqual([400, code]);
  });

  it('422 for an invalid body', async () => {
    const response = await t.post(
      '/v1/search/saved',
      { query: 'actros', alert_frequency: 'hourly' },
      { as: buyer },
    );
    expect(fieldsOf(response).toSorted()).toEqual(['alert_frequency', 'name', 'query']);
  });

  it('403: at most a hundred, also when many are saved at once', async () => {
    const first = await save({ alerts: false });
    const { query_hash: _made, ...row } = await t.db
      .selectFrom('saved_searches')
      .selectAll()
      .where('id', '=', first.body.data.id)
      .executeTakeFirstOrThrow();
    await t.db
      .insertInto('saved_searches')
      .values(
        Array.from({ length: 97 }, () => ({
          ...row,
          id: newId('ssr', t.clock.now()),
          query: JSON.stringify(QUERY),
        })),
      )
      .execute();
    const responses = await Promise.all(Array.from({ length: 8 }, () => save({ alerts: false })));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201,
      201,
      ...Array(6).fill(403),
    ]);
  });

  it('are private', async () => {
    const { id } = (await save()).body.data;
    const other = await createBuyer(t);
    expect((await t.get(`/v1/search/saved/${id}`, { as: other })).status).toBe(404);
    expect((await t.del(`/v1/search/saved/${id}`, { as: other })).status).toBe(404);
    expect((await t.patch(`/v1/search/saved/${id}`, { name: 'x' }, { as: other })).status).toBe(404);
  });
});

describe('new_count', () => {
  it('counts what was listed since the search was saved, and then since it was last opened', async () => {
    const { id } = (await save({ query: { q: 'fresh tatra' } })).body.data;
    const path = `/v1/search/saved/${id}`;
    const counts = async (): Promise<unknown> => {
      t.clock.advance(2 * MINUTE_MS);
      const { match_count, new_count } = (await t.get(path, { as: buyer })).body.data;
      return [match_count, new_count];
    };
    await publish({ title: 'Fresh Tatra', brand: 'tatra', model: 'Phoenix' });
    expect(await counts()).toEqual([1, 1]);
    const stranger = await createBuyer(t);
    expect((await t.post(`${path}/seen`, undefined, { as: stranger })).status).toBe(404);
    expect((await t.post(`${path}/seen`, undefined, { as: buyer })).status).toBe(204);
    expect(await counts()).toEqual([1, 0]);
    await publish({ title: 'Fresh Tatra again', brand: 'tatra', model: 'Phoenix' });
    expect(await counts()).toEqual([2, 1]);
    await t.patch(path, { query: { q: 'tatra' } }, { as: buyer });
    expect((await t.get(path, { as: buyer })).body.data.new_count).toBe(0);
  });
});

describe('match_count', () => {
  const KEPT = { q: 'kept tatra' };
  const counts = async (as: TestUser): Promise<number[]> => {
    const { saved_searches: searches } = (await t.get('/v1/search/saved?limit=100', { as })).body.data;
    return searches.map((search: { match_count: number }) => search.match_count);
  };
  const store = (
    as: TestUser,
    rows: number,
    storedCount: { match_count: number | null; counted_at: Date | null },
  ) =>
    t.db
      .insertInto('saved_searches')
      .values(
        Array.from({ length: rows }, () => ({
          id: newId('ssr', t.clock.now()),
          user_id: as.userId,
          name: 'Kept',
          query: JSON.stringify(KEPT),
          alerts: false,
          alert_frequency: 'daily' as const,
          created_at: t.clock.now(),
          updated_at: t.clock.now(),
          last_alert_at: null,
          ...storedCount,
        })),
      )
      .execute();
  const longAgo = () => new Date(t.clock.now().getTime() - DAY_MS);
  const repeat = (count: number, value: number): number[] => Array.from({ length: count }, () => value);
  const sort = (values: number[]): number[] => values.toSorted((a, b) => a - b);

  it('is counted for twenty of a request, also of requests at the same time, and kept for a minute', async () => {
    const stranger = await createBuyer(t);
    await store(stranger, 1, { match_count: 7, counted_at: longAgo() });
    await store(buyer, 45, { match_count: 0, counted_at: longAgo() });
    await publish({ title: 'Kept Tatra', brand: 'tatra', model: 'Phoenix' });
    for (const response of await Promise.all([counts(buyer), counts(buyer)]))
      expect(response.filter((count) => count === 1).length).toBeLessThanOrEqual(40);
    const rows = await t.db
      .selectFrom('saved_searches')
      .select('match_count')
      .where('user_id', 'in', [buyer.userId, stranger.userId])
      .execute();
    expect(sort(rows.map((row) => row.match_count ?? -1))).toEqual([...repeat(5, 0), ...repeat(40, 1), 7]);
    expect(await counts(buyer)).toEqual(repeat(45, 1));
    await publish({ title: 'Kept Tatra again', brand: 'tatra', model: 'Phoenix' });
    expect(await counts(buyer)).toEqual(repeat(45, 1));
    t.clock.advance(61_000);
    expect(sort(await counts(buyer))).toEqual([...repeat(25, 1), ...repeat(20, 2)]);
    expect(sort(await counts(buyer))).toEqual([...repeat(5, 1), ...repeat(40, 2)]);
    expect(await counts(buyer)).toEqual(repeat(45, 2));
    expect(await counts(stranger)).toEqual([2]);
  });

  it('is there for each that was never counted, and for another query at once', async () => {
    await publish({ title: 'Kept Tatra for ever', brand: 'tatra', model: 'Phoenix' });
    const { match_count: now } = (await t.post('/v1/search/saved/preview', { query: KEPT }, { as: buyer }))
      .body.data;
    expect(now).toBeGreaterThan(0);
    await store(buyer, 25, { match_count: null, counted_at: null });
    expect(await counts(buyer)).toEqual(repeat(25, now));
    expect(await counts(buyer)).toEqual(repeat(25, now));
    const { id } = (await save({ query: KEPT })).body.data;
    const change = (query: unknown) => t.patch(`/v1/search/saved/${id}`, { query }, { as: buyer });
    expect((await change({ q: 'nobody sells this' })).body.data.match_count).toBe(0);
    expect((await change(KEPT)).body.data.match_count).toBe(now);
    expect((await t.get(`/v1/search/saved/${id}`, { as: buyer })).body.data.match_count).toBe(now);
  });

  it('is 0 for a query that is no longer valid', async () => {
    await store(buyer, 1, { match_count: 3, counted_at: longAgo() });
    await t.db
      .updateTable('saved_searches')
      .set({ query: JSON.stringify({ fuel_type: 'coal' }) })
      .where('user_id', '=', buyer.userId)
      .execute();
    expect(await counts(buyer)).toEqual([0]);
  });
});

describe('alerts', () => {
  it('match many listings that go live together in one job, once each, with one notification', async () => {
    const { id } = (await save({ query: { q: 'tipper', brand: 'tatra' } })).body.data;
    await t.drainJobs();
    const items = Array.from({ length: 4 }, (_, i) => ({
      mode: 'patch' as const,
      target: 'active' as const,
      body: {
        externalId: `T-${i}`,
        title: `Tatra Phoenix ${i}`,
        category: 'trucks',
        subcategory: i === 3 ? 'box-trucks' : 'tipper-trucks',
        brand: 'tatra',
        model: 'Phoenix',
        year: 2018,
        price: 30_000,
        currency: 'EUR',
      },
    }));
    const actor = { kind: 'seller', source: 'import', emailVerified: true, ...seller } as const;
    await inTransaction(t.db, (trx) => t.app.modules.listings.bulk.write(trx, items, { actor }));
    const jobs = t.db.selectFrom('jobs').selectAll().where('name', '=', 'saved-searches.match-published');
    const [job, ...otherJobs] = await jobs.execute();
    expect(otherJobs).toEqual([]);
    const noticeData = (await notices()).map((notice) => notice.data);
    expect(noticeData).toMatchObject([{ searchId: id, count: 3, reason: 'new_match' }]);
    // Simulates a crash after the last statement of the job.
    await t.db
      .insertInto('jobs')
      .values({ ...job!, payload: JSON.stringify(job!.payload), locked_until: null })
      .execute();
    expect(await notices()).toHaveLength(1);
    const { query_hash: hash } = await t.db
      .selectFrom('saved_searches')
      .select('query_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(
      await t.db.selectFrom('saved_query_matches').selectAll().where('query_hash', '=', hash).execute(),
    ).toHaveLength(3);
  });

  it('come at once for a listing that goes live, and when it gets cheaper', async () => {
    const { id } = (await save()).body.data;
    const { id: listingId } = await publish();
    await publish({ title: 'Mercedes-Benz Actros 2545', price: 75_000 });
    const [notice, ...otherNotices] = await notices();
    expect(otherNotices).toEqual([]);
    expect(notice?.data).toMatchObject({ searchId: id, listingId, count: 1, reason: 'new_match' });
    await t.post(`/api/seller/listings/${listingId}/unpublish`, undefined, { as: seller });
    await t.post(`/api/seller/listings/${listingId}/publish`, undefined, { as: seller });
    expect(await notices()).toHaveLength(1);
    await t.patch(`/api/seller/listings/${listingId}`, { price: 49_000 }, { as: seller });
    expect(await notices()).toHaveLength(1);
    await settle();
    const after = await notices();
    expect(after).toHaveLength(2);
    expect(after[0]?.data).toMatchObject({ reason: 'price_drop', price: 49_000 });
    expect(t.mailbox.filter((mail) => mail.to === buyer.email)).toHaveLength(2);
  });

  const prices = async (): Promise<unknown[]> =>
    (await notices()).map(({ data }) => [data['previousPrice'], data['price']]);
  const setPrice = async (id: string, price: number): Promise<void> => {
    const response = await t.patch(`/api/seller/listings/${id}`, { price }, { as: seller });
    expect(response.status).toBe(200);
    await t.drainJobs();
  };

  it('name the lowest price of many cuts once, and what came after it when a day has passed', async () => {
    await save();
    const { id } = await publish({ price: 50_000 });
    expect(await notices()).toHaveLength(1);
    for (let cut = 1; cut <= 50; cut++) await setPrice(id, 50_000 - 20 * cut);
    await settle();
    expect(await prices()).toEqual([
      [50_000, 49_000],
      [null, 50_000],
    ]);
    for (const price of [48_000, 55_000, 48_500, 48_000, 47_000]) await setPrice(id, price);
    await settle(HOUR_MS);
    expect(await notices()).toHaveLength(2);
    await settle(DAY_MS);
    expect((await prices())[0]).toEqual([49_000, 47_000]);
    await settle(DAY_MS);
    expect(await notices()).toHaveLength(3);
    expect(t.mailbox.filter((mail) => mail.to === buyer.email)).toHaveLength(3);
    seller = await createSeller(t, { plan: 'enterprise' });
  });

  it('do not come for a change of the basis, nor for a cut measured across it', async () => {
    await save();
    const { id } = await publish({ price: 50_000, vatDeductible: false });
    expect(await prices()).toEqual([[null, 50_000]]);
    const put = async (body: object): Promise<void> => {
      expect((await t.patch(`/api/seller/listings/${id}`, body, { as: seller })).status).toBe(200);
      await t.drainJobs();
      await settle();
    };
    await put({ priceNet: 45_000, vatRate: 19 });
    await put({ price: 44_999 });
    expect(await prices()).toEqual([[null, 50_000]]);
    await put({ price: 43_000 });
    const [notice] = await notices();
    expect(notice?.data).toMatchObject({ previousPrice: 45_000, price: 43_000, vatDeductible: true });
  });

  it('do not come for less than the least drop; small cuts add up', async () => {
    const { id: early } = await publish({ price: 50_000 });
    await t.drainJobs();
    await save();
    const { id } = await publish({ price: 51_000 });
    expect(await notices()).toHaveLength(1);
    for (let cut = 1; cut <= 9; cut++)
      for (const [listing, price] of [
        [early, 50_000],
        [id, 51_000],
      ] as const)
        await setPrice(listing, price - cut * 11);
    await settle();
    expect(await prices()).toEqual([[null, 51_000]]);
    await setPrice(early, 49_890);
    await setPrice(id, 50_890);
    await settle();
    const [digest] = await notices();
    expect(digest?.data).toMatchObject({ count: 2, newMatches: 0, priceDrops: 2 });
  });

  it('come for a vehicle whose price has come within the limit, however small the cut', async () => {
    await save({ query: { ...QUERY, max_price: 50_000 } });
    const { id } = await publish({ price: 50_001 });
    expect(await notices()).toEqual([]);
    for (const price of [50_000, 50_001, 50_000]) await setPrice(id, price);
    await settle();
    expect(await notices()).toMatchObject([{ data: { reason: 'new_match', price: 50_000 } }]);
  });

  it('do not come for a price that is no lower than when the listing was new', async () => {
    await save();
    const { id } = await publish({ price: 50_000 });
    expect(await notices()).toHaveLength(1);
    for (const price of [55_000, 50_000]) {
      await setPrice(id, price);
      await settle();
      expect(await notices()).toHaveLength(1);
    }
  });

  it('come once to an owner of several searches that find the same vehicle', async () => {
    for (const alert_frequency of ['instant', 'instant', 'daily']) await save({ alert_frequency });
    await publish();
    expect(await notices()).toHaveLength(1);
    await settle(DAY_MS - HOUR_MS);
    expect(await notices()).toHaveLength(1);
    seller = await createSeller(t, { plan: 'enterprise' });
  });

  it('come at once for twenty vehicles of a day; of further ones, added and deleted again and again, once an hour', async () => {
    await save();
    for (let i = 0; i < 25; i++) {
      const { id } = await publish({ price: 40_000 + i });
      await t.drainJobs();
      expect((await t.del(`/api/seller/listings/${id}`, { as: seller })).status).toBe(204);
    }
    expect(await notices()).toHaveLength(20);
    for (let i = 0; i < 5; i++) await publish({ price: 41_000 + i });
    expect(await notices()).toHaveLength(20);
    await settle(HOUR_MS);
    const [digest] = await notices();
    expect(digest?.data).toMatchObject({ count: 5 });
    expect(t.mailbox.filter((mail) => mail.to === buyer.email)).toHaveLength(21);
    seller = await createSeller(t, { plan: 'enterprise' });
  });

  it('do not come where they are switched off, nor for own listings', async () => {
    await save({ alerts: false });
    await t.post(
      '/v1/search/saved',
      { name: 'Own', query: QUERY, alerts: true, alert_frequency: 'instant' },
      { as: seller },
    );
    await publish();
    expect(await notices()).toEqual([]);
    expect(await notices(seller.userId)).toEqual([]);
  });

  it('come as one digest a day, and only with what is still live', async () => {
    await save({ alert_frequency: 'daily' });
    const unpublished = await publish();
    await publish({ price: 41_000 });
    await publish({ price: 42_000 });
    expect(await notices()).toEqual([]);
    await t.post(`/api/seller/listings/${unpublished.id}/unpublish`, undefined, { as: seller });
    t.clock.advance(DAY_MS + 60_000);
    const [digest, ...otherNotices] = await notices();
    expect(otherNotices).toEqual([]);
    expect(digest?.data).toMatchObject({ count: 2 });
    t.clock.advance(DAY_MS);
    expect(await notices()).toHaveLength(1);
  });
});

describe('the email of a digest', () => {
  // Previous tests have moved the clock past the expiry of tokens.
  beforeEach(async () => {
    seller = await createSeller(t, { plan: 'enterprise' });
  });
  const mailsOf = (user: TestUser) => t.mailbox.filter((mail) => mail.to === user.email);
  const place = { country: 'DE', city: 'Hamburg' };
  const press = (link: string) =>
    t.call('POST', link, {
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const pathOf = (url = ''): string => url.replace('https://market.example', '');

  it('names each vehicle once, with all reasons, image, price, place and link', async () => {
    await save({ alert_frequency: 'daily' });
    const cheaper = await publish({ title: 'Actros & 1845 cheaper', price: 52_345, location: place });
    const other = await publish({
      title: 'Actros 1851',
      price: 41_000,
      location: { country: 'FR', city: 'Lyon' },
    });
    await publish({ title: 'Actros 2545', priceType: 'on_request', price: null, currency: null });
    await t.patch(`/api/seller/listings/${cheaper.id}`, { price: 48_765 }, { as: seller });
    const thumbnail = 'https://market.example/media/a&b.jpeg';
    await t.db.updateTable('listings').set({ thumbnail }).where('id', '=', cheaper.id).execute();
    await t.drainJobs();
    t.clock.advance(DAY_MS + 60_000);
    const [digest, ...otherNotices] = await notices();
    expect(otherNotices).toEqual([]);
    expect(digest?.data).toMatchObject({ count: 2, newMatches: 2, priceDrops: 1, reason: 'new_match' });
    const [mail, ...otherMails] = mailsOf(buyer);
    expect(otherMails).toEqual([]);
    const slugs = await t.db
      .selectFrom('listings')
      .select(['id', 'slug'])
      .where('id', 'in', [cheaper.id, other.id])
      .execute();
    const linkOf = (id: string) =>
      `https://market.example/listings/${slugs.find((listing) => listing.id === id)?.slug}`;
    expect(mail?.text).toContain(
      `Actros & 1845 cheaper\n€48,765 incl. VAT\nPrice reduced from €52,345 incl. VAT\n2019\nNew on the marketplace\nHamburg, Germany\n${linkOf(cheaper.id)}\n\n` +
        `Actros 1851\n€41,000 incl. VAT\nNew on the marketplace\n2019\nLyon, France\n${linkOf(other.id)}\n\n`,
    );
    expect(mail?.html).toContain('src="https://market.example/media/a&amp;b.jpeg"');
    expect(mail?.html?.match(/<img/g)).toHaveLength(1);
    const linkTo = (id: string) => new RegExp(`<a [^>]*href="${linkOf(id)}"[^>]*>([^<]+)</a>`, 'g');
    expect([...(mail?.html ?? '').matchAll(linkTo(cheaper.id))].map(([, title]) => title)).toEqual([
      'Actros &amp; 1845 cheaper',
    ]);
    expect(mail?.html?.match(linkTo(other.id))).toHaveLength(1);
  });

  it('shows twenty vehicles and counts the rest', async () => {
    await save({ alert_frequency: 'daily', query: { q: 'phoenix', brand: 'tatra' } });
    const items = Array.from({ length: 23 }, (_, i) => ({
      mode: 'patch' as const,
      target: 'active' as const,
      body: {
        externalId: `D-${i}`,
        title: `Tatra Phoenix digest ${i}`,
        category: 'trucks',
        brand: 'tatra',
        model: 'Phoenix',
        year: 2018,
        price: 30_000 + i,
        currency: 'EUR',
      },
    }));
    const actor = { kind: 'seller', source: 'import', emailVerified: true, ...seller } as const;
    await inTransaction(t.db, (trx) => t.app.modules.listings.bulk.write(trx, items, { actor }));
    await t.drainJobs();
    t.clock.advance(DAY_MS + 60_000);
    expect(await notices()).toMatchObject([{ data: { count: 23 } }]);
    const [mail] = mailsOf(buyer);
    expect(mail?.text.match(/Tatra Phoenix digest/g)).toHaveLength(20);
    expect(mail?.text).toContain('\n\nAnd 3 more.\n\n');
  });

  it('ends the alerts of its search alone, and offers to end all', async () => {
    const { id } = (await save({ name: 'Tractor <units>' })).body.data;
    await publish();
    await notices();
    const other = (await save({ name: 'The other' })).body.data;
    const mail = mailsOf(buyer).find((candidate) => candidate.text.includes('Tractor <units>'));
    const link = pathOf(mail?.unsubscribeUrl);
    const alertsOf = async (searchId: string) =>
      (await t.get(`/v1/search/saved/${searchId}`, { as: buyer })).body.data.alerts;

    const question = await t.get(link);
    expect(question.text).toContain('Stop alerts for your saved search “Tractor &lt;units&gt;”');
    expect([await alertsOf(id), await alertsOf(other.id)]).toEqual([true, true]);

    for (let i = 0; i < 2; i++) {
      const done = await press(link);
      expect([done.status, done.text.includes('“Tractor &lt;units&gt;” are off')]).toEqual([200, true]);
    }
    expect([await alertsOf(id), await alertsOf(other.id)]).toEqual([false, true]);
    t.mailbox.length = 0;
    await publish({ title: 'Mercedes-Benz Actros 1848' });
    expect((await notices()).filter((notice) => notice.data['searchId'] === id)).toHaveLength(1);
    expect(mailsOf(buyer).map((entry) => entry.text.includes('New match for The other'))).toEqual([true]);

    const all = /action="([^"]+)"/.exec((await press(link)).text)?.[1] ?? '';
    expect(mail?.text).toContain(`Unsubscribe from these emails: https://market.example${all}`);
    expect((await press(all)).status).toBe(200);
    t.mailbox.length = 0;
    await publish({ title: 'Mercedes-Benz Actros 1853' });
    expect((await notices()).filter((notice) => notice.data['searchId'] === other.id)).toHaveLength(2);
    expect(mailsOf(buyer)).toEqual([]);
  });

  it('ends the alerts of its search by the forms that email programs send: urlencoded, multipart, or none', async () => {
    const forms = [
      { payload: 'List-Unsubscribe=One-Click', type: 'application/x-www-form-urlencoded' },
      {
        payload:
          '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
        type: 'multipart/form-data; boundary=b',
      },
      null,
    ];
    const { id } = (await save()).body.data;
    await publish();
    await notices();
    const link = pathOf(mailsOf(buyer)[0]?.unsubscribeUrl);
    for (const form of forms) {
      await t.patch(`/v1/search/saved/${id}`, { alerts: true }, { as: buyer });
      const options = form === null ? {} : { payload: form.payload, headers: { 'content-type': form.type } };
      expect((await t.call('POST', link, options)).status).toBe(200);
      expect((await t.get(`/v1/search/saved/${id}`, { as: buyer })).body.data.alerts).toBe(false);
    }
  });

  it('has a link that ends no search of others, and one that is worth nothing when it is changed', async () => {
    const { id } = (await save()).body.data;
    const stranger = await createBuyer(t);
    const foreign = await t.post(
      '/v1/search/saved',
      { name: 'Theirs', query: QUERY, alerts: true, alert_frequency: 'instant' },
      { as: stranger },
    );
    await publish();
    await notices();
    const link = pathOf(mailsOf(buyer)[0]?.unsubscribeUrl);
    for (const forged of [link.replace(id, foreign.body.data.id), link.replace(`.${id}`, ''), `${link}x`])
      expect((await press(forged)).status).toBe(404);
    await t.del(`/v1/search/saved/${id}`, { as: buyer });
    const secondPress = await press(link);
    expect([secondPress.status, secondPress.text.includes('no longer exists')]).toEqual([200, true]);
    const foreignNow = await t.get(`/v1/search/saved/${foreign.body.data.id}`, { as: stranger });
    expect(foreignNow.body.data.alerts).toBe(true);
  });
});
