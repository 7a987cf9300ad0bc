import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStates } from '../../../src/modules/listings/record/enums.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { upload } from '../../fixtures/imports/scene.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});

afterAll(() => t.close());

const post = (path: string, body?: unknown, as = admin) => t.post(`/api/admin${path}`, body, { as });
const total = async (query: string): Promise<number> =>
  (await t.get(`/api/search?${query}`)).body.data.pagination.total;

describe('accounts', () => {
  it('are searched and read with their activity', async () => {
    const seller = await createSeller(t, { companyName: 'Findable Trucks' });
    await createListing(t, seller);
    const found = (await t.get('/api/admin/users?q=findable', { as: admin })).body.data;
    expect(found.users).toEqual([
      expect.objectContaining({
        id: seller.userId,
        seller: expect.objectContaining({ companyName: 'Findable Trucks' }),
      }),
    ]);
    const { data } = (await t.get(`/api/admin/users/${seller.userId}`, { as: admin })).body;
    expect(data.activity).toMatchObject({ liveSessions: 1, activeListings: 1 });
    expect((await t.get('/api/admin/users/usr_nobody', { as: admin })).status).toBe(404);
    const devices = (await t.get(`/api/admin/users/${seller.userId}/sessions`, { as: admin })).body.data;
    expect(devices).toMatchObject({
      sessions: [{ ip: '127.0.0.1', device: null }],
      pagination: { total: 1 },
    });
    expect((await t.get('/api/admin/users/usr_nobody/sessions', { as: admin })).status).toBe(404);
  });

  it('are found by a whole mail domain, which others may contain, and by any part of it', async () => {
    const emailed = (email: string) => createBuyer(t, { email });
    const older = await emailed('ann@Common.Example');
    const newer = await emailed('bob@common.example');
    const other = await emailed('cid@not-common.example');
    const named = await createBuyer(t, { email: 'dan@elsewhere.example', name: 'Dan of common.example' });
    const find = async (query: string): Promise<string[]> => {
      const { data } = (await t.get(`/api/admin/users?${query}`, { as: admin })).body;
      return data.users.map(({ id }: { id: string }) => id);
    };
    for (const q of ['common.example', '@COMMON.example'])
      expect((await find(`q=${q}`)).toSorted()).toEqual(
        [older, newer, ...(q.startsWith('@') ? [] : [named])].map(({ userId }) => userId).toSorted(),
      );
    expect(await find('q=common.example&role=ADMIN')).toEqual([]);
    expect(await find('q=ommon.example')).toEqual(
      expect.arrayContaining([older, newer, other, named].map(({ userId }) => userId)),
    );
    const first = (await t.get('/api/admin/users?q=common.example&limit=2', { as: admin })).body.data;
    const next = await find(`q=common.example&limit=2&cursor=${first.pagination.nextCursor}`);
    expect(first.users.map(({ id }: { id: string }) => id).concat(next)).toEqual(
      await find('q=common.example'),
    );
  });

  it('lose tokens and listings immediately when they are suspended, and get the listings back', async () => {
    const seller = await createSeller(t, { companyName: 'Suspended Trucks' });
    await createListing(t, seller, { title: 'Suspendable tipper' });
    expect(await total('q=suspendable')).toBe(1);
    expect((await post(`/users/${seller.userId}/suspend`, {})).status).toBe(422);
    expect(
      (await post(`/users/${seller.userId}/suspend`, { reason: 'Fraud is suspected.' })).body.data.user
        .status,
    ).toBe('suspended');
    expect((await t.get('/api/auth/me', { as: seller })).status).toBeGreaterThanOrEqual(401);
    expect(await total('q=suspendable')).toBe(0);
    expect((await post(`/users/${seller.userId}/suspend`, { reason: 'Again.' })).body.error.code).toBe(
      'INVALID_STATE',
    );
    expect((await post(`/users/${seller.userId}/reinstate`)).body.data.user.status).toBe('active');
    expect(await total('q=suspendable')).toBe(1);
  });

  it('can be sent back as they are read', async () => {
    const person = await createBuyer(t);
    const { user } = (await t.get(`/api/admin/users/${person.userId}`, { as: admin })).body.data;
    const response = await t.patch(`/api/admin/users/${person.userId}`, user, { as: admin });
    expect([response.status, response.body.data.user]).toEqual([200, user]);
  });

  it('change their role, which ends their sessions; never the last administrator', async () => {
    const buyer = await createBuyer(t);
    expect(
      (await t.patch(`/api/admin/users/${buyer.userId}`, { role: 'ADMIN' }, { as: admin })).body.data.user
        .role,
    ).toBe('ADMIN');
    expect((await t.get('/api/auth/me', { as: buyer })).status).toBe(401);
    expect((await t.patch(`/api/admin/users/${buyer.userId}`, { role: 'BUYER' }, { as: admin })).status).toBe(
      200,
    );
    expect(
      (await t.patch(`/api/admin/users/${admin.userId}`, { role: 'BUYER' }, { as: admin })).body.error.code,
    ).toBe('INVALID_STATE');
  });

  it('keep one administrator if two demote each other at the same time', async () => {
    const other = await createTestApp();
    const [a, b] = [await createAdmin(other), await createAdmin(other)];
    await Promise.all([
      other.patch(`/api/admin/users/${b.userId}`, { role: 'BUYER' }, { as: a }),
      other.patch(`/api/admin/users/${a.userId}`, { role: 'BUYER' }, { as: b }),
    ]);
    const remaining = await other.db.selectFrom('users').select('id').where('role', '=', 'ADMIN').execute();
    expect(remaining.length).toBeGreaterThanOrEqual(1);
    await other.close();
  });

  it('are verified, which every summary shows', async () => {
    const seller = await createSeller(t);
    await createListing(t, seller, { title: 'Verifiable mixer' });
    expect((await post(`/users/${seller.userId}/verify-seller`)).body.data.user.seller.verified).toBe(true);
    expect((await t.get('/api/search?q=verifiable')).body.data.results[0].seller.verified).toBe(true);
  });

  it('are signed out everywhere, and erased', async () => {
    const buyer = await createBuyer(t);
    expect((await post(`/users/${buyer.userId}/sign-out`)).body.data).toEqual({ ended: 1 });
    expect((await t.get('/api/auth/me', { as: buyer })).status).toBe(401);
    expect((await t.del(`/api/admin/users/${buyer.userId}`, { as: admin })).status).toBe(204);
    expect((await t.get(`/api/admin/users/${buyer.userId}`, { as: admin })).body.data.user.status).toBe(
      'erased',
    );
  });
});

describe('listings', () => {
  it('are approved once by concurrent administrators; the decision is in the audit log', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller, {
      title: 'Reviewable crane',
      status: 'PENDING_REVIEW',
    });
    const queue = (await t.get('/api/admin/listings?status=PENDING_REVIEW', { as: admin })).body.data
      .listings;
    expect(queue).toEqual([
      expect.objectContaining({ id: listingId, flags: expect.objectContaining({ youngAccount: true }) }),
    ]);
    const responses = await Promise.all([
      post(`/listings/${listingId}/approve`),
      post(`/listings/${listingId}/approve`),
    ]);
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await total('q=reviewable')).toBe(1);
    const entries = (
      await t.get(`/api/admin/audit-log?action=listing.approved&subjectId=${listingId}`, { as: admin })
    ).body.data.entries;
    expect(entries).toHaveLength(1);
  });

  it('are rejected with a reason, suspended and restored, in bulk with a result each', async () => {
    const seller = await createSeller(t);
    const waiting = await createListing(t, seller, { status: 'PENDING_REVIEW' });
    expect((await post(`/listings/${waiting.listingId}/reject`, {})).status).toBe(422);
    const rejected = await post(`/listings/${waiting.listingId}/reject`, {
      code: 'wrong_category',
      reason: 'This is a van.',
    });
    expect(rejected.body.data.listing).toMatchObject({
      status: 'REJECTED',
      rejection: { code: 'wrong_category', reason: 'This is a van.' },
    });
    const other = await createListing(t, seller, { status: 'PENDING_REVIEW' });
    const plain = await post(`/listings/${other.listingId}/reject`, { reason: 'No photos.' });
    expect([plain.status, plain.body.data.listing.rejection]).toEqual([
      200,
      { code: 'other', reason: 'No photos.' },
    ]);
    const live = await createListing(t, seller, { title: 'Takedown target' });
    const bulk = await post('/listings/bulk', {
      ids: [live.listingId, waiting.listingId],
      action: 'suspend',
      reason: 'Takedown.',
    });
    expect(bulk.body.data.results.map((result: { success: boolean }) => result.success)).toEqual([
      true,
      false,
    ]);
    expect(await total('q=takedown')).toBe(0);
    expect((await post(`/listings/${live.listingId}/restore`)).body.data.listing.status).toBe('ACTIVE');
  });
});

describe('the listings of a seller who is suspended', () => {
  const states = async (sellerId: string) => {
    const rows = await t.db
      .selectFrom('listings')
      .select('status')
      .where('seller_id', '=', sellerId)
      .execute();
    return rows.map(({ status }) => status);
  };
  const suspend = (userId: string) =>
    t.post(`/api/admin/users/${userId}/suspend`, { reason: 'Fraud.' }, { as: admin });

  it('do not come to the market with what is published at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const seller = await createSeller(t, { plan: 'professional' });
      const drafts = await Promise.all(
        Array.from({ length: 6 }, () => createListing(t, seller, { status: 'DRAFT' })),
      );
      const [suspended, ...published] = await Promise.all([
        suspend(seller.userId),
        ...drafts.map(({ listingId }) =>
          t.post(`/api/seller/listings/${listingId}/publish`, undefined, { as: seller }),
        ),
      ]);
      expect(suspended.status).toBe(200);
      for (const response of published) expect([200, 401, 403]).toContain(response.status);
      expect(await states(seller.sellerId)).not.toContain('ACTIVE');
    }
  });

  it('do not come to the market by an import that waits', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const response = await upload(t, seller, csvOf([truck('S-1', { status: 'active' })]));
    expect(response.status).toBe(202);
    expect((await suspend(seller.userId)).status).toBe(200);
    await t.drainJobs();
    expect(await states(seller.sellerId)).not.toContain('ACTIVE');
  });
});

describe('the dashboard, reports and reviews', () => {
  it('answer', async () => {
    const { data } = (await t.get('/api/admin/dashboard', { as: admin })).body;
    expect(data).toMatchObject({
      users: { BUYER: expect.any(Number), SELLER: expect.any(Number), ADMIN: 1 },
      sellers: { verified: expect.any(Number), unverified: expect.any(Number) },
      queues: expect.any(Object),
      webhooks: expect.any(Object),
    });
    expect(Object.keys(data.listings)).toEqual([...listingStates]);
    expect(data.listings.EXPIRED).toBe(0);
    expect(data.series).toHaveLength(30);
    for (const path of ['/reports', '/reviews', '/webhooks', '/plans'])
      expect((await t.get(`/api/admin${path}`, { as: admin })).status).toBe(200);
  });

  it('a report is decided once, and can suspend the account', async () => {
    const [reporter, rogue] = [await createBuyer(t), await createBuyer(t)];
    const now = t.clock.now();
    await t.db
      .insertInto('reports')
      .values({
        id: 'rpt_01JGFJJZ000000000000000000',
        kind: 'message',
        subject_id: 'msg_x',
        reporter_id: reporter.userId,
        reported_user_id: rogue.userId,
        reason: 'fraud',
        details: null,
        context: '{}',
        status: 'open',
        decision: null,
        decided_by: null,
        decided_at: null,
        created_at: now,
      })
      .execute();
    const decide = () =>
      post('/reports/rpt_01JGFJJZ000000000000000000/decide', {
        status: 'resolved',
        decision: 'It was fraud.',
        effect: 'suspend_user',
      });
    expect((await decide()).body.data).toMatchObject({ status: 'resolved', decidedBy: admin.userId });
    expect((await decide()).body.error.code).toBe('INVALID_STATE');
    expect((await t.get('/api/auth/me', { as: rogue })).status).toBeGreaterThanOrEqual(401);
  });
});

describe('every administrator route', () => {
  it('is 401 without a credential and 403 for everyone else', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const ordinary = await createUser(t, { role: 'SELLER' });
    const rows = t.app.routes.filter((row) => row.access.kind === 'admin');
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const url = `/v1${row.path.replaceAll(/:[A-Za-z]+/g, 'x')}`;
      expect([row.path, (await t.call(row.method, url)).status]).toEqual([row.path, 401]);
      for (const caller of [buyer, seller, ordinary]) {
        const response = await t.call(row.method, url, { as: caller });
        expect([row.path, response.status, response.body.error.code]).toEqual([row.path, 403, 'FORBIDDEN']);
      }
    }
  });
});
