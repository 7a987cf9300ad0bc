// Regressions: changes that took effect without being reported, or were reported without taking effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg } from '../http/media/support/pictures.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { publish, tractor } from '../http/listings/bodies.ts';
import { CONVERSATIONS, createScene } from '../http/messaging/scene.ts';
import { createAdmin, createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('a plan with more room', () => {
  async function statesOf(seller: TestSeller): Promise<string[]> {
    const rows = await t.db
      .selectFrom('listings')
      .select('status')
      .where('seller_id', '=', seller.sellerId)
      .orderBy('id')
      .execute();
    return rows.map(({ status }) => status);
  }

  it('restores listings that a smaller plan had paused, oldest first, and no others', async () => {
    const admin = await createAdmin(t);
    const seller = await createSeller(t, { plan: 'premium' });
    const other = await createSeller(t, { plan: 'premium' });
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) {
      t.clock.advance(1000);
      ids.push((await publish(t, seller)).id);
    }
    const otherId = (await publish(t, other)).id;
    for (const [who, id] of [
      [seller, ids[0]],
      [other, otherId],
    ] as const)
      await t.post(`/api/seller/listings/${id}/unpublish`, {}, { as: who });
    const give = (planId: string) =>
      t.put(`/api/admin/users/${seller.userId}/subscription`, { planId }, { as: admin });
    const active = (count: number) => Array<string>(count).fill('ACTIVE');
    await give('free');
    expect(await statesOf(seller)).toEqual(['PAUSED', ...active(5), 'PAUSED', 'PAUSED']);
    await t.patch('/api/admin/plans/starter', { limits: { activeListings: 6 } }, { as: admin });
    await give('starter');
    expect(await statesOf(seller)).toEqual(['PAUSED', ...active(6), 'PAUSED']);
    await give('premium');
    expect(await statesOf(seller)).toEqual(['PAUSED', ...active(7)]);
    expect(await statesOf(other)).toEqual(['PAUSED']);
  });
});

describe('messages', () => {
  it('say so to webhooks if they have only an attachment', async () => {
    const { seller, buyer, conversationId } = await createScene(t);
    const url = `${CONVERSATIONS}/${conversationId}`;
    const file = { content: await jpeg(), field: 'attachment', filename: 'cab.jpg' };
    expect((await sendFiles(t, url, [file], { as: buyer })).status).toBe(201);
    const events = await t.db
      .selectFrom('events')
      .select('data')
      .where('seller_id', '=', seller.sellerId)
      .where('type', '=', 'message.received')
      .orderBy('id')
      .execute();
    expect(events.map(({ data }) => data)).toMatchObject([
      { message: { type: 'text', attachments: [] } },
      {
        message: {
          content: '',
          type: 'image',
          attachments: [
            {
              id: expect.stringMatching(/^att_/),
              filename: 'cab.jpg',
              content_type: 'image/jpeg',
              size: expect.any(Number),
            },
          ],
        },
      },
    ]);
  });

  it('are about a listing whose price has a currency', async () => {
    const { buyer } = await createScene(t);
    const { conversations } = (await t.get(CONVERSATIONS, { as: buyer })).body.data;
    expect(conversations[0].listing).toMatchObject({ price: expect.any(Number), currency: 'EUR' });
  });
});

describe('exchange rates', () => {
  it('are rejected if they omit a currency in use, with an error that names it and the number of its listings', async () => {
    const admin = await createAdmin(t);
    const seller = await createSeller(t);
    for (let i = 0; i < 2; i++)
      await t.post('/api/seller/listings', { ...tractor, currency: 'PLN' }, { as: seller });
    const change = (rates: Record<string, number>) =>
      t.patch(
        '/api/admin/settings',
        { settings: { exchangeRates: { base: 'EUR', rates, asOf: '2026-01-02' } } },
        { as: admin },
      );
    const refused = await change({ USD: 1.1 });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([
      { field: 'exchangeRates.rates', message: expect.stringContaining('PLN (2)') },
    ]);
    const { currencies } = (await t.get('/api/currencies')).body.data;
    expect(JSON.stringify(currencies ?? {})).not.toContain('"2026-01-02"');
    expect((await change({ USD: 1.1, PLN: 4.3 })).status).toBe(200);
  });
});

describe('an unknown city', () => {
  it('is named as a warning, with the nearest known name, and kept', async () => {
    const seller = await createSeller(t);
    const write = async (city: string) => {
      const body = { ...tractor, location: { country: 'DE', city } };
      const { status, body: response } = await t.post('/api/seller/listings', body, { as: seller });
      expect(status).toBe(201);
      expect(response.data.location.city).toBe(city);
      return (response.data.warnings as { field: string; message: string }[]).filter(
        ({ field }) => field === 'location.city',
      );
    };
    expect(await write('Hamburg')).toEqual([]);
    expect(await write('Hambrug')).toEqual([
      { field: 'location.city', message: 'is not known in DE; did you mean Hamburg?' },
    ]);
  });
});
