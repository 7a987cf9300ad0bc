import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { publish } from '../listings/bodies.ts';
import { insertConversation } from '../sellers/talk.ts';

let t: TestApp;
let admin: TestUser;
let seller: TestSeller;
let buyer: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

async function createReport(): Promise<{ id: string; listingId: string }> {
  [seller, buyer] = [await createSeller(t), await createBuyer(t)];
  const listing = await publish(t, seller);
  const response = await t.post(`/api/listings/${listing.slug}/report`, { reason: 'fraud' }, { as: buyer });
  return { id: response.body.data.report.id, listingId: listing.id };
}
const decide = (id: string, body: Record<string, unknown>, as = admin) =>
  t.post(
    `/api/admin/reports/${id}/decide`,
    { status: 'resolved', code: 'fraud_suspected', decision: 'It is a fraud.', ...body },
    { as },
  );
const report = async (id: string) => (await t.get(`/api/admin/reports/${id}`, { as: admin })).body.data;
const notices = async () => {
  await t.drainJobs();
  const { notifications } = (await t.get('/api/notifications', { as: buyer })).body.data;
  return notifications.filter((notification: { type: string }) => notification.type === 'report_decided');
};
const statusOf = async (listingId: string) => {
  const { status } = await t.db
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  return status;
};

describe('deciding a report', () => {
  it('takes its measures in the same step, names them, and tells the reporter', async () => {
    const { id, listingId } = await createReport();
    const response = await decide(id, { takeDown: true, effect: 'suspend_user' });
    expect([response.status, response.body.data.measures.toSorted()]).toEqual([
      200,
      ['listing.suspended', 'user.suspended'],
    ]);
    expect(await statusOf(listingId)).toBe('SUSPENDED');
    const [notice] = await notices();
    expect(notice.data).toMatchObject({
      status: 'resolved',
      contentMeasure: 'listing.suspended',
      accountMeasure: 'user.suspended',
    });
    expect(notice.body).toContain('The listing was taken down. The account was suspended.');
  });

  it('changes nothing if a measure fails: the report stays open, and no notification is sent', async () => {
    const { id, listingId } = await createReport();
    await t.post(`/api/admin/users/${seller.userId}/suspend`, { reason: 'Before.' }, { as: admin });
    const { length } = t.mailbox;
    const response = await decide(id, { effect: 'suspend_user' });
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(await report(id)).toMatchObject({ status: 'open', decision: null, measures: [] });
    expect(await notices()).toEqual([]);
    await t.post(`/api/admin/users/${seller.userId}/reinstate`, undefined, { as: admin });
    await t.drainJobs();
    // The listing is taken down before the account is suspended, in the same transaction.
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', seller.userId).execute();
    expect((await decide(id, { takeDown: true, effect: 'suspend_user' })).status).toBe(409);
    expect(await statusOf(listingId)).toBe('ACTIVE');
    expect(
      t.mailbox.slice(length).some(({ to, subject }) => to === seller.email && subject.includes('taken off')),
    ).toBe(false);
    const entries = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .execute();
    expect(entries).toEqual([]);
  });

  it('is done by one of two administrators at the same moment', async () => {
    const { id } = await createReport();
    const second = await createAdmin(t);
    const both = await Promise.all([
      decide(id, { effect: 'suspend_user' }),
      decide(id, { effect: 'suspend_user' }, second),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('names the decisions since the report', async () => {
    const { id, listingId } = await createReport();
    const body = { code: 'fraud_suspected', reason: 'A fraud.', foundBy: 'report' };
    await t.post(`/api/admin/listings/${listingId}/suspend`, body, { as: admin });
    expect((await decide(id, {})).body.data.measures).toEqual(['listing.suspended']);
  });

  it('names no measure that was lifted, and none against the account that no report led to', async () => {
    const { id, listingId } = await createReport();
    const listing = `/api/admin/listings/${listingId}`;
    const body = { code: 'fraud_suspected', reason: 'A fraud.', foundBy: 'report' };
    await t.post(`${listing}/suspend`, body, { as: admin });
    await t.post(`${listing}/restore`, { reason: 'By mistake.' }, { as: admin });
    const user = `/api/admin/users/${seller.userId}`;
    await t.post(`${user}/suspend`, body, { as: admin });
    await t.post(`${user}/reinstate`, undefined, { as: admin });
    await t.drainJobs();
    expect(await statusOf(listingId)).toBe('ACTIVE');
    await t.post(`${user}/suspend`, { reason: 'Unpaid bills.' }, { as: admin });
    const response = await decide(id, {});
    expect([response.status, response.body.data.measures]).toEqual([200, []]);
    expect((await notices())[0].body).not.toContain('suspended');
  });

  it('hides a review, and tells a reporter of a dismissal that there was no breach', async () => {
    const { id } = await createReport();
    expect((await decide(id, { status: 'dismissed' })).status).toBe(200);
    expect((await notices())[0].body).toContain('found no breach');
    const author = await createBuyer(t);
    await insertConversation(t, author, seller);
    const written = await t.post(
      `/api/sellers/${seller.slug}/reviews`,
      { rating: 1, text: 'They took my money and ran away with it.' },
      { as: author },
    );
    const { id: reviewId } = written.body.data;
    await t.post(`/api/admin/reviews/${reviewId}/decide`, { status: 'published' }, { as: admin });
    const sent = await t.post(`/api/reviews/${reviewId}/report`, { reason: 'inappropriate' }, { as: buyer });
    const response = await decide(sent.body.data.report.id, { takeDown: true, code: 'invented' });
    expect([response.status, response.body.data.measures]).toEqual([200, ['review.rejected']]);
  });

  it.each([
    [{ status: 'dismissed', takeDown: true }, 'takeDown'],
    [{ status: 'dismissed', effect: 'suspend_user' }, 'effect'],
  ])('422 for %j', async (body, field) => {
    const { id } = await createReport();
    const response = await decide(id, body);
    expect([response.status, response.body.error.details[0].field]).toEqual([422, field]);
    expect((await report(id)).status).toBe('open');
  });
});

describe('PATCH /admin/users/:id', () => {
  it('changes the role and the status together, or neither', async () => {
    const person = await createAdmin(t);
    const patch = (body: Record<string, unknown>) =>
      t.call('PATCH', `/api/admin/users/${person.userId}`, { as: admin, body });
    const read = async () => (await t.get(`/api/admin/users/${person.userId}`, { as: admin })).body.data.user;
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
    // The change of the role fails after the status has been changed; both must be rolled back.
    expect((await patch({ role: 'SELLER', status: 'active' })).status).toBe(422);
    expect(await read()).toMatchObject({ role: 'ADMIN', status: 'suspended' });
    const selfDemotion = await t.call('PATCH', `/api/admin/users/${admin.userId}`, {
      as: admin,
      body: { role: 'BUYER', status: 'suspended' },
    });
    expect(selfDemotion.status).toBe(409);
    const self = (await t.get(`/api/admin/users/${admin.userId}`, { as: admin })).body.data.user;
    expect(self).toMatchObject({ role: 'ADMIN', status: 'active' });
    expect((await patch({ role: 'BUYER', status: 'active' })).status).toBe(200);
    expect(await read()).toMatchObject({ role: 'BUYER', status: 'active' });
  });
});
