import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentSucceeded } from '../../../src/modules/billing/events.ts';
import {
  type EventFilter,
  findEvent,
  listEventIds,
  pageEvents,
} from '../../../src/modules/webhooks/account-events.repository.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import type { Page } from '../../../src/platform/http/pagination.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { publish } from '../listings/bodies.ts';
import { createWebhook, prepareWebhookTests } from './setup.ts';

let t: TestApp;
let receiver: Receiver;
let seller: TestSeller;
beforeAll(async () => {
  t = await createTestApp();
  prepareWebhookTests(t);
  receiver = await startReceiver();
  seller = await createSeller(t, { plan: 'premium' });
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});

const list = (query = '', as: TestUser | string = seller) => t.get(`/api/events?${query}`, { as });

describe('GET /events', () => {
  it('has the bodies that webhooks got, newest first or oldest first, by type and time', async () => {
    await createWebhook(t, seller, receiver.url, ['listing.created', 'listing.published']);
    const listing = await publish(t, seller);
    await t.app.modules.webhooks.deliverDue();
    const sent = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(sent).toHaveLength(2);
    const response = await list('type=listing.created,listing.published');
    expect(response.status).toBe(200);
    expect(response.body.data.events).toEqual(sent.toSorted((a, b) => (a.id < b.id ? 1 : -1)));
    expect(response.body.data.pagination).toMatchObject({ total: 2, hasMore: false });
    const oldest = await list('order=asc&limit=1&type=listing.created,listing.published');
    expect(oldest.body.data).toMatchObject({
      events: [{ type: 'listing.created' }],
      pagination: { hasMore: true },
    });
    const everyType = await list('type=*,listing.created');
    expect(everyType.body.data).toEqual((await list()).body.data);
    const until = encodeURIComponent(sent[0].created_at);
    expect((await list(`until=${until}`)).body.data.events).toEqual([]);
    expect((await list(`since=${until}&type=listing.created`)).body.data.events).toHaveLength(1);
    const single = await t.get(`/api/events/${sent[0].id}`, { as: seller });
    expect(single.body.data).toEqual(sent.find(({ id }) => id === sent[0].id));
    expect(single.body.data.data.listing.id).toBe(listing.id);
  });

  it('contains only data that the key can read', async () => {
    const key = await createApiKey(t, seller.userId, ['messages:read']);
    expect((await list('type=listing.created', key)).body.data.events).toEqual([]);
    const reader = await createApiKey(t, seller.userId, ['listings:read']);
    expect((await list('type=listing.created', reader)).body.data.events).toHaveLength(1);
    const writer = await createApiKey(t, seller.userId, ['listings:write']);
    expect((await list('', writer)).body.error.code).toBe('INSUFFICIENT_SCOPE');
  });

  it('contains nothing about others, and no private data of colleagues', async () => {
    const [event] = (await list('type=listing.created')).body.data.events;
    const other = await createSeller(t);
    expect((await list('type=listing.created', other)).body.data.events).toEqual([]);
    expect((await t.get(`/api/events/${event.id}`, { as: other })).status).toBe(404);
    expect((await t.get('/api/events/evt_nothing', { as: seller })).status).toBe(404);
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    expect((await t.get(`/api/events/${event.id}`, { as: viewer })).status).toBe(200);
    const personal = (await list('type=user.created', viewer)).body.data.events;
    for (const { data } of personal) expect(data.user.id).toBe(viewer.userId);
  });

  it('shows payments only to readers of invoices, here and in the delivery log', async () => {
    const owner = await createSeller(t, { plan: 'premium' });
    const webhook = await createWebhook(t, owner, receiver.url, ['payment.succeeded']);
    const event = await inTransaction(t.db, (trx) =>
      t.app.platform.events.emit(trx, paymentSucceeded, paymentSucceeded.sample, {
        sellerId: owner.sellerId,
      }),
    );
    await t.app.modules.webhooks.deliverDue();
    const [entry] = (await t.get(`/api/webhooks/${webhook.id}/logs`, { as: owner })).body.data.logs;
    const readAs = async (as: TestUser) => {
      const { data } = (await t.get(`/api/webhooks/${webhook.id}/logs/${entry.id}`, { as })).body;
      return {
        listed: (await list('type=payment.succeeded', as)).body.data.events.length,
        read: (await t.get(`/api/events/${event.id}`, { as })).status,
        logged: data.log.request.body === null ? null : JSON.parse(data.log.request.body).type,
      };
    };
    for (const role of ['VIEWER', 'AGENT'] as const) {
      const member = await createTeamMember(t, owner.sellerId, role);
      expect(await readAs(member), role).toEqual({ listed: 0, read: 404, logged: null });
      expect((await t.get('/api/subscriptions/invoices', { as: member })).status).toBe(403);
    }
    const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
    for (const as of [manager, owner])
      expect(await readAs(as)).toEqual({ listed: 1, read: 200, logged: 'payment.succeeded' });
  });

  it('finds one by whose it is, by its type and by its time', async () => {
    const at = t.clock.now();
    const audiences = {
      theirs: { seller_id: seller.sellerId },
      shared: { user_id: 'usr_other', shared_with: [seller.sellerId] },
      own: { user_id: seller.userId },
      colleague: { user_id: 'usr_other' },
      foreign: { seller_id: 'sel_other', user_id: seller.userId },
    };
    const rows = Object.entries(audiences).map(([name, audience]) => ({
      id: `evt_${name}`,
      type: 'parcel.sent',
      data: '{}',
      created_at: at,
      ...audience,
    }));
    for (const row of rows)
      await t.db
        .insertInto('events')
        .values(row as never)
        .execute();
    const filter: EventFilter = {
      sellerId: seller.sellerId,
      userId: seller.userId,
      types: ['parcel.sent'],
      since: at,
      until: null,
      order: 'asc',
    };
    const findIds = async (change: Partial<EventFilter> = {}) => {
      const ids: string[] = [];
      for (const { id } of rows)
        if ((await findEvent(t.db, { ...filter, ...change }, id)) !== undefined) ids.push(id);
      return ids.toSorted();
    };
    const listIds = async (change: Partial<EventFilter> = {}) =>
      (await listEventIds(t.db, { ...filter, ...change }, 10)).map(({ id }) => id);
    const visible = ['evt_own', 'evt_shared', 'evt_theirs'];
    expect([await findIds(), await listIds()]).toEqual([visible, visible]);
    const emptyFilters: Partial<EventFilter>[] = [
      { since: new Date(at.getTime() + 1) },
      { types: ['parcel.lost'] },
      { sellerId: 'sel_none', userId: 'usr_none' },
    ];
    for (const change of emptyFilters)
      expect([await findIds(change), await listIds(change)]).toEqual([[], []]);
    expect(await listIds({ until: at })).toEqual([]);
    expect(await listIds({ after: { created_at: at, id: 'evt_own' } })).toEqual(['evt_shared', 'evt_theirs']);
    const page = async (order: 'asc' | 'desc', offset: number, limit: number) =>
      (await pageEvents(t.db, { ...filter, order }, { page: 1, limit, offset } as Page)).events.map(
        ({ id }) => id,
      );
    expect(await page('asc', 1, 2)).toEqual(visible.slice(1));
    expect(await page('desc', 0, 2)).toEqual(visible.toReversed().slice(0, 2));
    await t.db.deleteFrom('events').where('type', '=', 'parcel.sent').execute();
  });

  it('ends after 30 days', async () => {
    const [event] = (await list('type=listing.created')).body.data.events;
    const key = await createApiKey(t, seller.userId, ['webhooks:manage', 'listings:read']);
    t.clock.advance(31 * DAY_MS);
    expect((await list('since=2020-01-01T00:00:00Z', key)).body.data.events).toEqual([]);
    expect((await t.get(`/api/events/${event.id}`, { as: key })).status).toBe(404);
    t.clock.advance(-31 * DAY_MS);
  });

  it('401, 403, and 400 for an unknown event', async () => {
    expect((await t.get('/api/events')).status).toBe(401);
    expect((await list('', await createBuyer(t))).status).toBe(403);
    expect((await list('', await createAdmin(t))).status).toBe(403);
    const wrong = await list('type=listing.create');
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID_FILTER']);
    expect(wrong.body.error.message).toContain('listing.created');
    expect((await list('since=yesterday')).status).toBe(400);
  });
});
