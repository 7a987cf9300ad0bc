import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import type { Notice } from '../../../src/platform/notices.ts';
import { listingStates, type ListingState } from '../../../src/modules/listings/record/enums.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { collectNotices, create, eventsOf, lastEvent, publish } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;
let notices: Notice[];

beforeAll(async () => {
  t = await createTestApp();
  notices = collectNotices(t);
});

beforeEach(async () => {
  seller = await createSeller(t, { plan: 'starter' });
});

afterAll(() => t.close());

const step = (id: string, name: string, body?: unknown) =>
  t.post(`/api/seller/listings/${id}/${name}`, body, { as: seller });

async function reloadSettings(): Promise<void> {
  for (const module of t.app.modules.list) if (module.name === 'settings') await module.start?.();
}

const actions = [
  'publish',
  'unpublish',
  'sold',
  'renew',
  'feature',
  'unfeature',
  'withdraw',
  'reopen',
] as const;
type Action = (typeof actions)[number];

/** The target state of each action, by the states in which the action is allowed. */
const allowed: Readonly<Record<Action, Partial<Record<ListingState, ListingState>>>> = {
  publish: { DRAFT: 'ACTIVE', REJECTED: 'ACTIVE', PAUSED: 'ACTIVE', EXPIRED: 'ACTIVE', SOLD: 'ACTIVE' },
  unpublish: { ACTIVE: 'PAUSED', PENDING_REVIEW: 'DRAFT' },
  sold: { ACTIVE: 'SOLD', PAUSED: 'SOLD' },
  renew: { EXPIRED: 'ACTIVE', ACTIVE: 'ACTIVE' },
  feature: { ACTIVE: 'ACTIVE' },
  unfeature: { ACTIVE: 'ACTIVE' },
  withdraw: { PENDING_REVIEW: 'DRAFT' },
  reopen: { SOLD: 'ACTIVE' },
};

const pairs = listingStates
  .filter((state) => state !== 'DELETED')
  .flatMap((state) => actions.map((action) => [state, action, allowed[action][state]] as const));

async function createListingIn(state: ListingState): Promise<string> {
  const listing = await createListing(t, seller, { status: state === 'SOLD' ? 'ACTIVE' : state });
  if (state === 'SOLD')
    await t.db
      .updateTable('listings')
      .set({ status: 'SOLD', sold_at: t.clock.now() })
      .where('id', '=', listing.listingId)
      .execute();
  return listing.listingId;
}

describe('every action from every state', () => {
  it.each(pairs.filter(([, , to]) => to !== undefined))('%s, %s: goes to %s', async (state, action, to) => {
    const id = await createListingIn(state);
    const response = await step(id, action);
    expect(response.status).toBe(200);
    expect(response.body.data.status).toBe(to);
    expect(response.body.data.version).toBe(2);
  });

  it.each(pairs.filter(([, , to]) => to === undefined))('%s, %s: 409', async (state, action) => {
    const id = await createListingIn(state);
    const response = await step(id, action);
    expect(response.status).toBe(409);
    expect(response.body.error.code).toBe('INVALID_STATE');
    expect(response.body.error.message).toContain(state);
    const targetStates = {
      publish: 'ACTIVE',
      unpublish: 'PAUSED',
      sold: 'SOLD',
      renew: 'ACTIVE',
      withdraw: 'DRAFT',
    };
    const other = Object.entries(targetStates).find(([name]) => name === action)?.[1] ?? 'ACTIVE';
    expect(response.body.error.message).toContain(other);
  });
});

describe('publish and unpublish', () => {
  it('put on and take off the market, at both paths', async () => {
    const { id, slug } = await create(t, seller);
    const live = await t.post(`/v1/listings/${id}/publish`, undefined, { as: seller });
    expect(live.body.data.status).toBe('ACTIVE');
    expect(new Date(live.body.data.expiresAt).getTime() - t.clock.now().getTime()).toBeGreaterThan(
      59 * 86_400_000,
    );
    expect((await t.get(`/api/listings/${slug}`)).status).toBe(200);
    const paused = await t.post(`/api/listings/${slug}/unpublish`, undefined, { as: seller });
    expect(paused.body.data.status).toBe('PAUSED');
    expect((await t.get(`/api/listings/${slug}`)).status).toBe(404);
    const results = await t.get('/api/listings?limit=100');
    expect(results.body.data.listings.map((listing: { id: string }) => listing.id)).not.toContain(id);
    expect(await eventsOf(t, id)).toEqual(['listing.created', 'listing.published', 'listing.unpublished']);
    expect(await lastEvent(t, 'listing.unpublished')).toMatchObject({
      listing: { id, status: 'paused' },
      reason: 'paused',
    });
  });

  it('422 names what is missing', async () => {
    const { id } = await create(t, seller, {
      brand: null,
      year: null,
      firstRegistration: null,
      title: 'A tractor',
    });
    const response = await step(id, 'publish');
    expect(response.status).toBe(422);
    expect(response.body.error.details).toEqual([
      { field: 'brand', message: 'is required to publish' },
      { field: 'year', message: 'is required to publish' },
    ]);
  });

  it('403 without a verified email address where the setting requires it', async () => {
    const unverified = await createSeller(t, { emailVerified: false });
    const { id } = await create(t, unverified);
    await t.db
      .insertInto('settings')
      .values({
        name: 'auth.requireVerifiedEmail',
        value: 'true',
        updated_by: null,
        updated_at: t.clock.now(),
      })
      .execute();
    await reloadSettings();
    const response = await t.post(`/api/listings/${id}/publish`, undefined, { as: unverified });
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({ code: 'FORBIDDEN' });
    expect(response.body.error.message).toContain('verified email');
    await t.db.deleteFrom('settings').where('name', '=', 'auth.requireVerifiedEmail').execute();
    await reloadSettings();
    expect((await t.post(`/api/listings/${id}/publish`, undefined, { as: unverified })).status).toBe(200);
  });

  it('403 when the plan has no room; a listing that leaves makes room', async () => {
    const small = await createSeller(t);
    const live = await Promise.all(Array.from({ length: 5 }, () => publish(t, small)));
    const draft = await create(t, small);
    const refused = await t.post(`/api/listings/${draft.id}/publish`, undefined, { as: small });
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('LISTING_LIMIT_EXCEEDED');
    const created = await t.post(
      '/api/listings',
      { category: 'trailers', brand: 'krone', price: 1, currency: 'EUR', title: 'One more', publish: true },
      { as: small },
    );
    expect([created.status, created.body.data.status]).toEqual([201, 'DRAFT']);
    expect(
      (await t.get('/api/seller/listings?status=ACTIVE', { as: small })).body.data.pagination.total,
    ).toBe(5);
    await t.post(`/api/listings/${live[0].id}/sold`, undefined, { as: small });
    expect((await t.post(`/api/listings/${draft.id}/publish`, undefined, { as: small })).status).toBe(200);
  });

  it('exactly one of twenty simultaneous requests for the last slot succeeds', async () => {
    const small = await createSeller(t);
    await Promise.all(Array.from({ length: 4 }, () => publish(t, small)));
    const drafts = await Promise.all(Array.from({ length: 20 }, () => create(t, small)));
    const responses = await Promise.all(
      drafts.map(({ id }) => t.post(`/api/listings/${id}/publish`, undefined, { as: small })),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(
      responses.filter((response) => response.body.error?.code === 'LISTING_LIMIT_EXCEEDED'),
    ).toHaveLength(19);
    const active = await t.get('/api/seller/listings?status=ACTIVE', { as: small });
    expect(active.body.data.pagination.total).toBe(5);
  });

  it('exactly one of twenty simultaneous requests with publish: true goes live in the last slot, the others become drafts', async () => {
    const small = await createSeller(t);
    await Promise.all(Array.from({ length: 4 }, () => publish(t, small)));
    const created = await Promise.all(Array.from({ length: 20 }, () => publish(t, small)));
    const states = created.map(({ status }) => status);
    expect(states.filter((status) => status === 'ACTIVE')).toHaveLength(1);
    expect(states.filter((status) => status === 'DRAFT')).toHaveLength(19);
  });

  it('one of ten simultaneous requests publishes the listing', async () => {
    const { id } = await create(t, seller);
    const responses = await Promise.all(Array.from({ length: 10 }, () => step(id, 'publish')));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await eventsOf(t, id)).toEqual(['listing.created', 'listing.published']);
  });
});

describe('sold and reopen', () => {
  it('stores price and conversation of the sale, notifies the rest of the team, and frees the slot', async () => {
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const { id } = await publish(t, seller);
    const buyer = await createBuyer(t);
    const sendInquiry = (listingId: string) =>
      t.post('/v1/messages/conversations', { listing_id: listingId, message: 'Hi' }, { as: buyer });
    const { id: conversationId } = (await sendInquiry(id)).body.data.conversation;
    const other = await publish(t, seller);
    const { id: elsewhere } = (await sendInquiry(other.id)).body.data.conversation;
    for (const foreign of [elsewhere, 'cnv_01JQ8Z6M3V0K9T2B7C4D5E6F7G']) {
      const refused = await step(id, 'sold', { conversationId: foreign });
      expect([refused.status, refused.body.error.details[0]]).toEqual([
        422,
        { field: 'conversationId', message: 'is not a conversation about this listing' },
      ]);
    }
    const response = await step(id, 'sold', { soldPrice: 44_000.5, conversationId });
    expect(response.body.data).toMatchObject({
      status: 'SOLD',
      soldPrice: 44_000.5,
      soldConversationId: conversationId,
    });
    expect(await eventsOf(t, id)).toEqual([
      'listing.created',
      'listing.published',
      'listing.unpublished',
      'listing.sold',
    ]);
    expect(await lastEvent(t, 'listing.sold')).toMatchObject({
      listing: { id, status: 'sold' },
      sold_price: 44_000.5,
      conversation_id: conversationId,
    });
    await t.drainJobs();
    const saleNotices = notices.filter(
      ({ type, data }) => type === 'listing_sold' && data['listingId'] === id,
    );
    expect(saleNotices.map(({ userId }) => userId)).toEqual([manager.userId]);
  });

  it('notifies the team of a sale once a day, however often it is reversed', async () => {
    const { id } = await publish(t, seller);
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    for (const action of ['sold', 'reopen', 'sold', 'reopen', 'sold'])
      expect((await step(id, action)).status).toBe(200);
    await t.drainJobs();
    const saleNotices = notices.filter(
      ({ userId, type, data }) =>
        userId === manager.userId && type === 'listing_sold' && data['listingId'] === id,
    );
    expect([saleNotices.length, new Set(saleNotices.map(({ dedupeKey }) => dedupeKey)).size]).toEqual([3, 1]);
  });

  it.each([
    [{ soldPrice: -1 }, 'soldPrice'],
    [{ soldPrice: 1.005 }, 'soldPrice'],
    [{ conversationId: 'nothing' }, 'conversationId'],
  ])('422 for %j', async (body, field) => {
    const { id } = await publish(t, seller);
    const response = await step(id, 'sold', body);
    expect(response.status).toBe(422);
    expect(response.body.error.details[0].field).toBe(field);
  });

  it('reopens within 30 days, and forgets the sale', async () => {
    const { id } = await publish(t, seller);
    await step(id, 'sold', { soldPrice: 40_000 });
    const response = await step(id, 'reopen');
    expect(response.body.data).toMatchObject({ status: 'ACTIVE', soldAt: null, soldPrice: null });
  });

  it('409 after the days have passed', async () => {
    const { id } = await publish(t, seller);
    await step(id, 'sold');
    await t.db
      .updateTable('listings')
      .set({ sold_at: new Date(t.clock.now().getTime() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    const response = await step(id, 'reopen');
    expect(response.body.error.code).toBe('INVALID_STATE');
    expect(response.body.error.message).toContain('30 days');
  });
});

describe('feature and unfeature', () => {
  it('uses the featured slots of the plan, and leaving the market frees them', async () => {
    const first = await publish(t, seller);
    const second = await publish(t, seller);
    const featured = await step(first.id, 'feature', { days: 7 });
    expect(featured.body.data.featured).toBe(true);
    const days =
      (new Date(featured.body.data.featuredUntil).getTime() - t.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const refused = await step(second.id, 'feature');
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('PLAN_LIMIT_EXCEEDED');
    expect((await step(first.id, 'feature', { days: 10 })).status).toBe(200);
    const paused = await step(first.id, 'unpublish');
    expect(paused.body.data).toMatchObject({ featured: false, featuredUntil: null });
    expect((await step(second.id, 'feature')).status).toBe(200);
    expect((await step(second.id, 'unfeature')).body.data.featured).toBe(false);
  });

  it('one of ten simultaneous requests for one slot is featured', async () => {
    const live = await Promise.all(Array.from({ length: 10 }, () => publish(t, seller)));
    const responses = await Promise.all(live.map(({ id }) => step(id, 'feature')));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  it('never lasts longer than the listing runs', async () => {
    const { id } = await publish(t, seller);
    const response = await step(id, 'feature', { days: 365 });
    expect(response.body.data.featuredUntil).toBe(response.body.data.expiresAt);
  });

  it('403 on the free plan, 422 for no days', async () => {
    const small = await createSeller(t);
    const { id } = await publish(t, small);
    const refused = await t.post(`/api/listings/${id}/feature`, undefined, { as: small });
    expect(refused.body.error.code).toBe('PLAN_LIMIT_EXCEEDED');
    expect((await t.post(`/api/listings/${id}/feature`, { days: 0 }, { as: small })).status).toBe(422);
  });
});

describe('all listings of a seller', () => {
  it('pauses the newest over the limit and resumes them when there is room', async () => {
    const dealer = await createSeller(t, { plan: 'starter' });
    const live: { id: string }[] = [];
    for (let i = 0; i < 8; i++) live.push(await publish(t, dealer));
    const { inventory } = t.app.modules.listings;
    const newest = live.slice(5).map(({ id }) => id);
    const overLimit = await inventory.listOverLimit(t.db, dealer.sellerId, 5);
    expect(overLimit.map(({ id }) => id)).toEqual(newest.toReversed());
    const paused = await inTransaction(t.db, (trx) => inventory.pauseOverLimit(trx, dealer.sellerId, 5));
    expect(paused.toSorted()).toEqual(newest.toSorted());
    const newestListing = await t.get(`/api/seller/listings/${newest[0]}`, { as: dealer });
    expect(newestListing.body.data).toMatchObject({ status: 'PAUSED', pausedByPlan: true });
    expect(await lastEvent(t, 'listing.unpublished')).toMatchObject({ reason: 'plan' });
    const resumed = await inTransaction(t.db, (trx) => inventory.resumeWithinLimit(trx, dealer.sellerId));
    expect(resumed).toEqual(newest);
    expect(await t.app.modules.listings.countActive(t.db, dealer.sellerId)).toBe(8);
  });

  it('goes offline with its seller and returns with it, except for listings taken down before', async () => {
    const dealer = await createSeller(t, { plan: 'starter' });
    const live = await publish(t, dealer);
    const suspended = await publish(t, dealer);
    const draft = await create(t, dealer);
    const admin = { kind: 'admin', userId: 'usr_00000000000000000000000000' } as const;
    const reason = { code: 'fraud', text: 'Forged.' };
    const { listings } = t.app.modules;
    await inTransaction(t.db, (trx) => listings.transition(trx, admin, suspended.id, 'suspend', { reason }));
    await inTransaction(t.db, (trx) =>
      listings.inventory.suspendSomeOfSeller(trx, dealer.sellerId, 'Fraud.'),
    );
    expect((await t.get(`/api/listings/${live.slug}`)).status).toBe(404);
    await inTransaction(t.db, (trx) => listings.inventory.restoreSomeOfSeller(trx, dealer.sellerId));
    expect((await t.get(`/api/listings/${live.slug}`)).status).toBe(200);
    const stateOf = async (id: string) =>
      (await t.get(`/api/seller/listings/${id}`, { as: dealer })).body.data.status;
    expect(await stateOf(suspended.id)).toBe('SUSPENDED');
    expect(await stateOf(draft.id)).toBe('DRAFT');
  });

  it('deletes all', async () => {
    const dealer = await createSeller(t);
    await publish(t, dealer);
    await create(t, dealer);
    await inTransaction(t.db, (trx) =>
      t.app.modules.listings.inventory.deleteSomeOfSeller(trx, dealer.sellerId),
    );
    const list = await t.get('/api/seller/listings', { as: dealer });
    expect(list.body.data.pagination.total).toBe(0);
  });
});
