// A dealer's own stock numbers are free text, and appear wherever the dealer sees the vehicle.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, stockOf } from '../../fixtures/imports/scene.ts';
import { createBuyer, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { create, eventsOf, lastEvent, publish, tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium' });
});

afterAll(() => t.close());

const NUMBERS = ['LKW 12/24', 'Größe Ä#7', '№ 100%', '=1+1', 'a', '2024.001 (B)', '🚛 7', 'x'.repeat(40)];

async function findStockNumbers(externalId: string): Promise<string[]> {
  const response = await t.get(`/api/seller/listings?externalId=${encodeURIComponent(externalId)}`, {
    as: seller,
  });
  return (response.body.data.listings as { externalId: string }[]).map((listing) => listing.externalId);
}

describe('stock numbers', () => {
  it.each(NUMBERS)(
    '%j is created, found exactly, replaced by its address and included in events',
    async (number) => {
      const body = { ...tractor, externalId: number };
      const address = `/api/seller/listings/by-external-id/${encodeURIComponent(number)}`;
      const created = await t.put(address, body, { as: seller });
      expect(created.status, created.text).toBe(201);
      expect(created.body.data.externalId).toBe(number);
      expect(await findStockNumbers(number)).toEqual([number]);
      expect(await findStockNumbers(`${number.slice(0, -1)}z`)).toEqual([]);
      const replaced = await t.put(address, { ...body, price: 44_000 }, { as: seller });
      expect(replaced.status).toBe(200);
      expect(replaced.body.data.id).toBe(created.body.data.id);
      expect((await lastEvent(t, 'listing.updated')).listing.external_id).toBe(number);
      expect((await lastEvent(t, 'listing.created')).listing.external_id).toBe(number);
    },
  );

  it('are the same with more white space around and within', async () => {
    const listing = await create(t, seller, { externalId: '  LKW   77/1 ' });
    expect(listing['externalId']).toBe('LKW 77/1');
    expect(await findStockNumbers('LKW  77/1')).toEqual(['LKW 77/1']);
    const address = `/api/seller/listings/by-external-id/${encodeURIComponent('LKW  77/1')}`;
    const put = await t.put(address, { ...tractor, externalId: 'LKW 77/1' }, { as: seller });
    expect(put.body.data.id).toBe(listing['id']);
    const operations = [{ op: 'update', externalId: ' LKW 77/1', listing: { price: 40_000 } }];
    const batch = await t.post('/api/seller/listings/batch', { operations }, { as: seller });
    expect(batch.body.data.results[0]).toMatchObject({ status: 200, externalId: 'LKW 77/1' });
  });

  it('come through export and import as they are', async () => {
    const dealer = await createSeller(t, { plan: 'premium' });
    await importFile(
      t,
      dealer,
      csvOf(NUMBERS.map((number) => truck(number.startsWith('=') ? `'${number}` : number))),
    );
    const numbers = async () =>
      (await stockOf(t, dealer.sellerId)).map((row) => row.external_id ?? '').toSorted();
    expect(await numbers()).toEqual(NUMBERS.toSorted());
    for (const format of ['csv', 'xml']) {
      const file = (await t.get(`/api/seller/bulk-import/export?format=${format}`, { as: dealer })).text;
      const job = await importFile(t, dealer, file, {}, `stock.${format}`);
      expect(job.totals, format).toMatchObject({ rows: NUMBERS.length, created: 0, failed: 0 });
      expect(await numbers()).toEqual(NUMBERS.toSorted());
    }
  });

  it('422 for one that is too long or cannot be printed', async () => {
    for (const externalId of ['x'.repeat(41), 'a\u0007b']) {
      const response = await t.post('/api/seller/listings', { ...tractor, externalId }, { as: seller });
      expect(response.status).toBe(422);
      expect(response.body.error.details[0].field).toBe('externalId');
    }
  });

  it('come with the email and phone of a buyer who allows it, and with nothing otherwise', async () => {
    const listing = await publish(t, seller, { externalId: 'LEAD 2/1' });
    const other = await publish(t, seller);
    const buyer = await createBuyer(t);
    await t.db.updateTable('users').set({ phone: '+4940123456' }).where('id', '=', buyer.userId).execute();
    const ask = (body: Record<string, unknown>) =>
      t.post('/api/messages', { content: 'Still there?', ...body }, { as: buyer });
    expect((await ask({ listingId: listing.id, shareContact: ['email', 'phone'] })).status).toBe(201);
    expect((await lastEvent(t, 'inquiry.created')).inquiry.buyer).toMatchObject({
      id: buyer.userId,
      email: buyer.email,
      phone: '+4940123456',
    });
    expect((await ask({ listingId: other.id })).status).toBe(201);
    const { buyer: anonymous } = (await lastEvent(t, 'inquiry.created')).inquiry;
    expect(Object.keys(anonymous).toSorted()).toEqual(['id', 'name']);
    const snake = await t.post(
      '/v1/messages/conversations',
      { listing_id: (await publish(t, seller)).id, message: 'Hello', share_contact: ['email'] },
      { as: buyer },
    );
    expect(snake.status, snake.text).toBe(201);
    const { buyer: withMail } = (await lastEvent(t, 'inquiry.created')).inquiry;
    expect(Object.keys(withMail).toSorted()).toEqual(['email', 'id', 'name']);
    expect((await ask({ listingId: other.id, shareContact: ['password'] })).status).toBe(422);
  });

  it("are in the dealer's lead, and not in the buyer's notification", async () => {
    const listing = await publish(t, seller, { externalId: 'LEAD 1/1' });
    const buyer = await createBuyer(t);
    const started = await t.post(
      '/api/messages/conversations',
      { listing_id: listing.id, message: 'Is it still there?' },
      { as: buyer },
    );
    expect(started.status, started.text).toBe(201);
    for (const [type, part] of [
      ['inquiry.created', 'inquiry'],
      ['conversation.created', 'conversation'],
      ['message.received', 'message'],
    ] as const)
      expect((await lastEvent(t, type))[part].listing, type).toMatchObject({
        id: listing.id,
        external_id: 'LEAD 1/1',
      });
    const { conversation_id: conversationId } = (await lastEvent(t, 'message.received')).message;
    await t.post('/api/messages', { threadId: conversationId, content: 'It is.' }, { as: seller });
    const toBuyer = (await lastEvent(t, 'message.received')).message;
    expect(toBuyer.content).toBe('It is.');
    expect(toBuyer.listing).not.toHaveProperty('external_id');
    expect(await eventsOf(t, listing.id)).toContain('listing.published');
  });
});
