import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendFiles } from '../media/support/form.ts';
import { hugePng, jpeg } from '../media/support/pictures.ts';
import { insertConversation } from './talk.ts';

let t: TestApp;
const url = '/api/seller/profile';

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

const FULL = {
  about: 'Trucks since 1968.',
  phone: '+49431123456',
  email: 'info@nord.example',
  website: 'https://nord.example',
  vatId: 'de123456789',
  country: 'DK',
  region: 'Syddanmark',
  city: 'Padborg',
  postalCode: '6330',
  lat: 54.82,
  lng: 9.36,
};

describe('PUT /seller/profile', () => {
  it('200: given fields change, null clears, the rest stays', async () => {
    const seller = await createSeller(t, { companyName: 'Nord Trucks', city: 'Kiel' });
    const response = await t.put(url, FULL, { as: seller });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({
      ...FULL,
      vatId: 'DE123456789',
      companyName: 'Nord Trucks',
      slug: seller.slug,
    });
    const cleared = await t.put(url, { about: null, lat: null, lng: null }, { as: seller });
    expect(cleared.body.data).toMatchObject({ about: null, lat: null, lng: null, city: 'Padborg' });
    expect((await t.get(url, { as: seller })).body.data).toEqual(cleared.body.data);
    expect((await t.get(`/api/sellers/${seller.slug}`)).body.data).toMatchObject({
      city: 'Padborg',
      country: 'DK',
    });
  });

  it('200: a new name appears in searches immediately, and requires a new verification', async () => {
    const seller = await createSeller(t, { companyName: 'Nord Trucks', verified: true });
    const { listingId } = await createListing(t, seller, { title: 'A truck of the north' });
    const sellerIn = async (path: string): Promise<unknown> => {
      const { data } = (await t.get(path)).body;
      return (data.results ?? data.listings).find((listing: { id: string }) => listing.id === listingId)
        .seller;
    };
    const search = '/api/search?q=north';
    expect(await sellerIn(search)).toEqual({ name: 'Nord Trucks', verified: true });
    const response = await t.put(url, { companyName: '  Süd Trucks ' }, { as: seller });
    expect(response.body.data).toMatchObject({
      companyName: 'Süd Trucks',
      verified: false,
      slug: seller.slug,
    });
    expect(await sellerIn(search)).toEqual({ name: 'Süd Trucks', verified: false });
    const log = await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', seller.sellerId)
      .execute();
    expect(await t.app.platform.audit.open(t.db, log)).toMatchObject([
      {
        action: 'seller.renamed',
        before: { companyName: 'Nord Trucks' },
        after: { companyName: 'Süd Trucks' },
      },
    ]);
  });

  it('200: the same again changes nothing', async () => {
    const seller = await createSeller(t, { companyName: 'Nord Trucks', verified: true });
    const first = await t.get(url, { as: seller });
    t.clock.advance(1000);
    const updated = await t.put(
      url,
      { companyName: 'Nord Trucks', city: first.body.data.city },
      { as: seller },
    );
    expect(updated.body.data).toEqual(first.body.data);
  });

  it('never changes server-controlled fields', async () => {
    const seller = await createSeller(t);
    const extra = {
      verified: true,
      trustScore: 100,
      slug: 'mine',
      status: 'active',
      rating: { count: 9 },
      logo: 'x',
    };
    const response = await t.put(url, { ...extra, about: 'x' }, { as: seller });
    expect(response.body.data).toMatchObject({ verified: false, slug: seller.slug, logo: null });
    expect(response.headers['x-ignored-fields']).toMatch(/verified, trustScore, slug, status/);
  });

  it.each([
    [{ companyName: 'x' }, 'companyName'],
    [{ companyName: null }, 'companyName'],
    [{ phone: '12' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ vatId: '1' }, 'vatId'],
    [{ country: 'XX' }, 'country'],
    [{ lat: 91, lng: 0 }, 'lat'],
    [{ lat: 54 }, 'lng'],
    [{ about: 'x'.repeat(4001) }, 'about'],
  ])('422: %j', async (body, field) => {
    const seller = await createSeller(t);
    const response = await t.put(url, body, { as: seller });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, field]);
  });

  it('401, 403: without credentials, without a seller, with a lower team role', async () => {
    const seller = await createSeller(t);
    const [manager, agent, viewer] = [
      await createTeamMember(t, seller.sellerId, 'MANAGER'),
      await createTeamMember(t, seller.sellerId, 'AGENT'),
      await createTeamMember(t, seller.sellerId, 'VIEWER'),
    ];
    const statuses = async (as?: { token: string }): Promise<number[]> => {
      const options = as === undefined ? {} : { as };
      return [(await t.get(url, options)).status, (await t.put(url, { about: 'x' }, options)).status];
    };
    expect(await statuses()).toEqual([401, 401]);
    for (const as of [await createBuyer(t), await createAdmin(t)])
      expect(await statuses(as)).toEqual([403, 403]);
    for (const as of [agent, viewer]) expect(await statuses(as)).toEqual([200, 403]);
    expect(await statuses(manager)).toEqual([200, 200]);
  });
});

describe('the logo', () => {
  it('200, replaced and removed; old files go', async () => {
    const seller = await createSeller(t);
    const clear = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const first = await sendFiles(
      t,
      `${url}/logo`,
      [{ content: clear, field: 'logo', filename: 'logo.png' }],
      {
        as: seller,
        method: 'PUT',
      },
    );
    expect(first.status).toBe(200);
    const served = await t.http.inject(new URL(first.body.data.logo).pathname);
    const { width, height, format, hasAlpha } = await sharp(served.rawPayload).metadata();
    expect({ width, height, format, hasAlpha }).toEqual({
      width: 512,
      height: 171,
      format: 'webp',
      hasAlpha: true,
    });
    expect((await t.get(`/api/sellers/${seller.slug}`)).body.data.logo).toBe(first.body.data.logo);
    const second = await sendFiles(t, `${url}/logo`, [{ content: await jpeg(), field: 'image' }], {
      as: seller,
      method: 'PUT',
    });
    expect(second.body.data.logo).not.toBe(first.body.data.logo);
    expect((await t.del(`${url}/logo`, { as: seller })).status).toBe(204);
    expect((await t.get(url, { as: seller })).body.data.logo).toBeNull();
    await t.app.runner.scheduleRecurring();
    t.clock.advance(16 * MINUTE_MS);
    await t.drainJobs();
    for (const { body } of [first, second])
      expect((await t.http.inject(new URL(body.data.logo).pathname)).statusCode).toBe(404);
    expect(await t.db.selectFrom('file_removals').selectAll().execute()).toEqual([]);
  });

  it('403, 413, 415, 422', async () => {
    const seller = await createSeller(t);
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const put = (content: Buffer, as: { token: string } = seller) =>
      sendFiles(t, `${url}/logo`, [{ content, field: 'logo', filename: 'l.png' }], { as, method: 'PUT' });
    expect((await put(await jpeg(), agent)).status).toBe(403);
    expect((await put(Buffer.from('<svg/>'))).status).toBe(415);
    expect((await put(hugePng(9000, 9000))).body.error.details[0].message).toMatch(
      /^l\.png has more than 40/,
    );
    const two = [1, 2].map(() => ({ content: hugePng(20, 20), field: 'logo' }));
    expect((await sendFiles(t, `${url}/logo`, two, { as: seller, method: 'PUT' })).status).toBe(413);
    const empty = await sendFiles(t, `${url}/logo`, [], { as: seller, method: 'PUT' });
    expect([empty.status, empty.body.error.details[0].field]).toEqual([422, 'logo']);
  });
});

describe('the trust score', () => {
  it('is computed for new sellers, with its parts, and again within a day', async () => {
    const seller = await createSeller(t, { verified: true });
    await t.app.runner.scheduleRecurring();
    t.clock.advance(6 * MINUTE_MS);
    await t.drainJobs();
    const { trust, trustScore } = (await t.get(url, { as: seller })).body.data;
    expect(trustScore).toBeGreaterThan(40);
    const points = trust.parts.reduce((sum: number, part: { points: number }) => sum + part.points, 0);
    expect(Math.round(points)).toBe(trustScore);
    expect(trust.parts).toContainEqual({ part: 'verified', points: 25, max: 25 });
    await t.db.updateTable('sellers').set({ verified: false }).where('id', '=', seller.sellerId).execute();
    t.clock.advance(23 * HOUR_MS);
    await t.drainJobs();
    expect((await t.get(`/api/sellers/${seller.slug}`)).body.data.trustScore).toBe(trustScore);
    t.clock.advance(HOUR_MS);
    await t.drainJobs();
    expect((await t.get(`/api/sellers/${seller.slug}`)).body.data.trustScore).toBe(trustScore - 25);
  });

  it('knows every fact that it counts', async () => {
    const seller = await createSeller(t, { emailVerified: true });
    await t.put(url, { ...FULL, vatId: 'DE123456789' }, { as: seller });
    const listings = await Promise.all([1, 2, 3, 4, 5].map(() => createListing(t, seller)));
    await t.db
      .updateTable('listings')
      .set({ quality_score: 80 })
      .where('seller_id', '=', seller.sellerId)
      .execute();
    const rejected = listings[0]?.listingId ?? '';
    await t.db.updateTable('listings').set({ status: 'REJECTED' }).where('id', '=', rejected).execute();
    for (const answeredAfter of [30, null])
      await insertConversation(t, await createBuyer(t), seller, { answeredAfter });
    await t.db
      .updateTable('sellers')
      .set({ response_time_minutes: 30, rating_count: 5, rating_sum: 25 })
      .where('id', '=', seller.sellerId)
      .execute();
    await t.db
      .insertInto('reports')
      .values({
        id: newId('rpt'),
        kind: 'message',
        subject_id: 'msg_x',
        reporter_id: (await createBuyer(t)).userId,
        reported_user_id: seller.userId,
        reason: 'fraud',
        details: null,
        context: '{}',
        status: 'resolved',
        decided_at: t.clock.now(),
        created_at: t.clock.now(),
      })
      .execute();
    await t.app.modules.sellers.scoreTrust([seller.sellerId]);
    const { trust } = (await t.get(url, { as: seller })).body.data;
    const parts = Object.fromEntries(
      trust.parts.map(({ part, points }: { part: string; points: number }) => [part, points]),
    );
    expect(parts).toEqual({
      verified: 0,
      email: 5,
      age: 0,
      rating: 20.3,
      answers: 5,
      speed: 5,
      profile: 8.6,
      listings: 6.4,
      reports: -15,
      refusals: -3,
    });
  });

  it('follows a review without waiting for the day', async () => {
    const seller = await createSeller(t);
    const buyer = await createBuyer(t);
    await insertConversation(t, buyer, seller);
    await t.app.modules.sellers.scoreTrust([seller.sellerId]);
    const before = (await t.get(`/api/sellers/${seller.slug}`)).body.data.trustScore;
    await t.post(`/api/sellers/${seller.slug}/reviews`, { rating: 5, text: 'Fine.' }, { as: buyer });
    await t.drainJobs();
    expect((await t.get(`/api/sellers/${seller.slug}`)).body.data.trustScore).toBeGreaterThan(before);
  });
});
