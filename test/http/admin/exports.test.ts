/** Exports of an account's personal data, requested by an administrator. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/platform/clock.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  signIn,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

const requestExport = (userId: string, as = admin) =>
  t.post(`/api/admin/users/${userId}/export`, undefined, { as });
const fetchExport = (userId: string, as = admin) => t.get(`/api/admin/users/${userId}/export`, { as });
// The access token expires after an hour.
const refreshAdmin = async (): Promise<TestUser> => ({
  ...admin,
  ...(await signIn(t, { userId: admin.userId, role: 'ADMIN' })),
});
const exportMailsTo = (email: string) =>
  t.mailbox.filter(({ to, text }) => to === email && text.includes('has exported all data'));

describe('the export of an account by an administrator', () => {
  it("contains the same data as the user's own export, is recorded in the audit log, and the user is notified", async () => {
    const seller = await createSeller(t);
    const ordered = await requestExport(seller.userId);
    expect([ordered.status, ordered.body.data.status]).toEqual([202, 'preparing']);
    expect((await fetchExport(seller.userId)).status).toBe(202);
    await t.drainJobs();
    const ownExport = (await t.get('/api/auth/me/export', { as: seller })).body.data;
    const adminExport = await fetchExport(seller.userId);
    expect([adminExport.status, adminExport.body.data]).toEqual([200, ownExport]);
    expect(ownExport.account.email).toBe(seller.email);
    expect(exportMailsTo(seller.email)).toHaveLength(1);
    const { entries } = (await t.get('/api/admin/audit-log?action=user.exported', { as: admin })).body.data;
    expect(entries[0]).toMatchObject({
      actor: { id: admin.userId },
      subject: { type: 'user', id: seller.userId },
    });
  });

  it('can be downloaded for an hour, only by the administrator who requested it', async () => {
    const [buyer, other] = [await createBuyer(t), await createAdmin(t)];
    expect((await fetchExport(buyer.userId)).status).toBe(404);
    await requestExport(buyer.userId);
    await t.drainJobs();
    expect((await fetchExport(buyer.userId, other)).status).toBe(404);
    const both = await Promise.all([requestExport(buyer.userId, other), requestExport(buyer.userId)]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    for (const as of [admin, other]) expect((await fetchExport(buyer.userId, as)).status).toBe(200);
    t.clock.advance(HOUR_MS);
    admin = await refreshAdmin();
    expect((await fetchExport(buyer.userId)).status).toBe(404);
  });

  it('does not come of what the person has had put together', async () => {
    const buyer = await createBuyer(t);
    await t.get('/api/auth/me/export', { as: buyer });
    expect((await fetchExport(buyer.userId)).status).toBe(404);
  });

  it('is rejected without credentials', async () => {
    for (const id of ['usr_nobody', 'x']) {
      expect((await requestExport(id)).status).toBe(404);
      expect((await fetchExport(id)).status).toBe(404);
    }
  });
});

describe('the list of reports', () => {
  it('can be filtered by the reported account', async () => {
    const [seller, buyer] = [await createSeller(t), await createBuyer(t)];
    const [about, other] = [await createListing(t, seller), await createListing(t, await createSeller(t))];
    for (const { slug } of [about, other])
      await t.post(`/api/listings/${slug}/report`, { reason: 'fraud' }, { as: buyer });
    const { reports, pagination } = (
      await t.get(`/api/admin/reports?reportedUserId=${seller.userId}`, { as: admin })
    ).body.data;
    expect(pagination.total).toBe(1);
    expect(reports[0]).toMatchObject({ reportedUserId: seller.userId, subjectId: about.listingId });
  });
});
