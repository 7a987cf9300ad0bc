import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { toMidnight } from '../../support/day.ts';
import { createAdmin, createBuyer, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import { collectNotices, create, publish } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;
beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'premium' });
});
afterAll(() => t.close());

describe('GET /listings/:slug/prices', () => {
  it('200: prices since publication, and none from before', async () => {
    const draft = await create(t, seller, { price: 90_000 });
    const change = async (body: object): Promise<void> => {
      t.clock.advance(60_000);
      await t.patch(`/api/seller/listings/${draft.id}`, body, { as: seller });
    };
    await change({ price: 80_000 });
    t.clock.advance(60_000);
    await t.post(`/api/seller/listings/${draft.id}/publish`, undefined, { as: seller });
    await change({ price: 70_000 });
    await change({ mileage: 500_000 });
    await change({ priceType: 'on_request' });
    const response = await t.get(`/api/listings/${draft.slug}/prices`);
    expect(response.status).toBe(200);
    expect(response.body.data.prices.map(({ price }: { price: number | null }) => price)).toEqual([
      80_000,
      70_000,
      null,
    ]);
    expect(response.headers['cache-control']).toBe('public, max-age=120');
    expect((await t.get(`/v1/listings/${draft.id}/prices`)).body).toEqual(response.body);
  });

  it('404 for a draft and for an unknown listing', async () => {
    const draft = await create(t, seller);
    expect((await t.get(`/api/listings/${draft.slug}/prices`)).status).toBe(404);
    expect((await t.get('/api/listings/none-at-all/prices')).status).toBe(404);
  });
});

describe('POST /listings/:slug/report', () => {
  it('201: reaches the administrators with a copy, once per person while it is open', async () => {
    const listing = await publish(t, seller);
    const buyer = await createBuyer(t);
    const url = `/api/listings/${listing.slug}/report`;
    const send = () => t.post(url, { reason: 'stolen', details: 'This is my truck.' }, { as: buyer });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.error?.code === 'ALREADY_EXISTS')).toHaveLength(2);
    const { report } = responses.find(({ status }) => status === 201)!.body.data;
    expect(report).toMatchObject({ listingId: listing.id, reason: 'stolen', status: 'open' });
    const admin = await createAdmin(t);
    const readReport = await t.get(`/api/admin/reports/${report.id}`, { as: admin });
    expect(readReport.body.data).toMatchObject({
      kind: 'listing',
      reporterId: buyer.userId,
      reporterName: buyer.name,
      reportedUserId: seller.userId,
      reportedUserName: seller.name,
      details: 'This is my truck.',
      context: { seller: { id: seller.sellerId }, listing: { id: listing.id, title: listing.title } },
    });
    expect((await t.get('/api/admin/reports?kind=listing', { as: admin })).body.data.reports).toHaveLength(1);
  });

  it('403 for the own listing, 404, 401 and 422', async () => {
    const listing = await publish(t, seller);
    const url = `/api/listings/${listing.slug}/report`;
    const body = { reason: 'sold' };
    expect((await t.post(url, body, { as: seller })).status).toBe(403);
    expect((await t.post(url, body)).status).toBe(401);
    const buyer = await createBuyer(t);
    expect((await t.post('/api/listings/none/report', body, { as: buyer })).status).toBe(404);
    expect(fieldsOf(await t.post(url, { reason: 'ugly' }, { as: buyer }))).toEqual(['reason']);
  });
});

describe('POST /listings/:slug/guest-report', () => {
  const details = 'This truck was stolen from our yard on Monday.';
  const decide = async (id: string, status: 'resolved' | 'dismissed'): Promise<void> => {
    const response = await t.post(
      `/api/admin/reports/${id}/decide`,
      { status, decision: 'Looked into.' },
      { as: await createAdmin(t) },
    );
    expect(response.status).toBe(200);
    await t.drainJobs();
  };

  it("201 for guests: receipt and decision are sent in the requested language, without the guest's words", async () => {
    const listing = await publish(t, seller);
    const body = { reason: 'stolen', details, name: 'Grete Gast', email: 'grete@guests.example' };
    const response = await t.post(`/api/listings/${listing.slug}/guest-report`, body, {
      headers: { 'accept-language': 'de' },
    });
    expect(response.status).toBe(201);
    const { report } = response.body.data;
    expect(report).toMatchObject({ listingId: listing.id, reason: 'stolen', status: 'open' });
    await t.drainJobs();
    const receipt = t.mailbox.findLast(({ to }) => to === 'grete@guests.example');
    expect(receipt?.subject).toBe('Ihre Meldung ist eingegangen');
    expect(receipt?.text).toContain(report.id);
    expect(receipt?.text).toContain(`/listings/${listing.id}`);
    expect(receipt?.text).not.toContain(details);
    expect(receipt?.text).not.toContain('Grete');
    const admin = await createAdmin(t);
    expect((await t.get(`/api/admin/reports/${report.id}`, { as: admin })).body.data).toMatchObject({
      reporterId: null,
      guest: { name: 'Grete Gast', email: 'grete@guests.example' },
      reportedUserId: seller.userId,
      details,
    });
    await decide(report.id, 'dismissed');
    const decision = t.mailbox.findLast(({ to }) => to === 'grete@guests.example');
    expect(decision?.subject).toBe('Wir haben über Ihre Meldung entschieden');
    expect(decision?.text).toContain(report.id);
  });

  it('accepts a report without name and address, and sends no email about it', async () => {
    const listing = await publish(t, seller);
    const sent = t.mailbox.length;
    const response = await t.post(`/api/listings/${listing.slug}/guest-report`, { reason: 'fraud', details });
    expect(response.status).toBe(201);
    await decide(response.body.data.report.id, 'resolved');
    expect(t.mailbox.slice(sent).filter(({ subject }) => /report|Meldung/.test(subject))).toEqual([]);
  });

  it('422 for invalid fields; 404 without a listing', async () => {
    const listing = await publish(t, seller);
    const url = `/api/listings/${listing.slug}/guest-report`;
    const wrong = await t.post(url, { reason: 'ugly', details: 'Bad', email: 'nobody' });
    expect([wrong.status, fieldsOf(wrong).toSorted()]).toEqual([422, ['details', 'email', 'reason']]);
    expect((await t.post('/api/listings/none/guest-report', { reason: 'fraud', details })).status).toBe(404);
  });

  it('429 after twenty per network and day, also for concurrent ones; five receipts a day go to one address', async () => {
    // Create a new seller, because a previous test moved the clock past the expiry of the other seller's token.
    const listing = await publish(t, await createSeller(t));
    const to = 'many@guests.example';
    const sent = t.mailbox.length;
    const report = (last: number) =>
      t.post(
        `/api/listings/${listing.slug}/guest-report`,
        { reason: 'spam', details, email: to },
        { ip: `198.51.100.${last}` },
      );
    toMidnight(t.clock);
    const first = [];
    for (let round = 0; round < 3; round += 1) {
      first.push(...(await Promise.all(Array.from({ length: 9 }, () => report(7)))));
      t.clock.advance(20 * 60_000);
    }
    expect(first.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(first.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await report(8)).status).toBe(201);
    await t.drainJobs();
    expect(t.mailbox.slice(sent).filter((mail) => mail.to === to)).toHaveLength(5);
    t.clock.advance(DAY_MS);
    expect((await report(7)).status).toBe(201);
  });
});
