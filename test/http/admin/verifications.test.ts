import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { createAdmin, createSeller, type TestSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});

afterAll(() => t.close());

async function withDocuments(companyName: string, names: readonly string[]): Promise<TestSeller> {
  const seller = await createSeller(t, { companyName, verified: false });
  for (const filename of names) {
    const id = newId('doc', t.clock.now());
    await t.db
      .insertInto('seller_documents')
      .values({
        id,
        seller_id: seller.sellerId,
        user_id: seller.userId,
        filename,
        content_type: 'application/pdf',
        bytes: 10,
        storage_key: `private/documents/${seller.sellerId}/${id}`,
        created_at: t.clock.now(),
      })
      .execute();
    t.clock.advance(60_000);
  }
  return seller;
}
const list = async () => (await t.get('/api/admin/verifications', { as: admin })).body.data;
const decide = (sellerId: string, body: unknown) =>
  t.post(`/api/admin/verifications/${sellerId}/decide`, body, { as: admin });

describe('documents of sellers', () => {
  it('wait oldest first, are accepted or refused with a reason, and then wait no more', async () => {
    const first = await withDocuments('First Trucks', ['register.pdf', 'licence.pdf']);
    const second = await withDocuments('Second Trucks', ['photo.pdf']);
    await createSeller(t, { companyName: 'Without Documents', verified: false });
    const { verifications, pagination } = await list();
    expect(pagination.total).toBe(2);
    expect(verifications).toMatchObject([
      {
        sellerId: first.sellerId,
        companyName: 'First Trucks',
        userId: first.userId,
        documents: [{ filename: 'register.pdf' }, { filename: 'licence.pdf' }],
      },
      { sellerId: second.sellerId, documents: [{ filename: 'photo.pdf' }] },
    ]);
    const overview = (await t.get('/api/admin/dashboard', { as: admin })).body.data;
    expect(overview.queues.documents).toEqual({ waiting: 2, oldestMinutes: 3 });

    expect((await decide(first.sellerId, { verified: true })).status).toBe(204);
    const user = (await t.get(`/api/admin/users/${first.userId}`, { as: admin })).body.data.user;
    expect(user.seller.verified).toBe(true);

    expect((await decide(second.sellerId, { verified: false })).status).toBe(422);
    const reason = 'The picture cannot be read.';
    expect((await decide(second.sellerId, { verified: false, reason })).status).toBe(204);
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to }) => to === second.email);
    expect(mail?.text).toContain(reason);
    expect(mail?.subject).toBe('We couldn’t verify your company yet');
    const ownDocuments = (await t.get('/api/account/documents', { as: second })).body.data.documents;
    expect(ownDocuments).toMatchObject([
      { filename: 'photo.pdf', refusedAt: expect.any(String), refusalReason: reason },
    ]);
    const exported = (await t.get('/api/auth/me/export', { as: second })).body.data;
    expect(JSON.stringify(exported)).toContain(reason);
    expect((await list()).verifications).toEqual([]);
    expect((await decide(second.sellerId, { verified: false, reason })).body.error.code).toBe(
      'INVALID_STATE',
    );
    const log = (await t.get(`/api/admin/audit-log?subjectId=${second.userId}`, { as: admin })).body.data;
    expect(log.entries[0]).toMatchObject({
      action: 'seller.documents_refused',
      before: { verified: false },
      after: { verified: false, reason },
      actor: { id: admin.userId },
    });
  });

  it('are rejected once by two administrators at the same time', async () => {
    const seller = await withDocuments('Raced Trucks', ['register.pdf']);
    const reason = 'The register entry is of another company.';
    const responses = await Promise.all(
      [1, 2].map(() => decide(seller.sellerId, { verified: false, reason })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  it('wait no longer than their seller is active, and than there are any', async () => {
    const seller = await withDocuments('Queued Trucks', ['register.pdf', 'licence.pdf']);
    const listWaiting = async () =>
      (await list()).verifications.map(
        (verification: { companyName: string; documents: readonly unknown[] }) => [
          verification.companyName,
          verification.documents.length,
        ],
      );
    expect(await listWaiting()).toEqual([['Queued Trucks', 2]]);
    const { userId, sellerId } = seller;
    const reason = 'Their documents are looked into by the police.';
    expect((await t.post(`/api/admin/users/${userId}/suspend`, { reason }, { as: admin })).status).toBe(200);
    expect(await listWaiting()).toEqual([]);
    expect((await t.post(`/api/admin/users/${userId}/reinstate`, {}, { as: admin })).status).toBe(200);
    expect(await listWaiting()).toEqual([['Queued Trucks', 2]]);
    const remove = (filename: string) =>
      t.db.deleteFrom('seller_documents').where('seller_id', '=', sellerId).where('filename', '=', filename);
    await remove('register.pdf').execute();
    expect(await listWaiting()).toEqual([['Queued Trucks', 1]]);
    await remove('licence.pdf').execute();
    expect(await listWaiting()).toEqual([]);
    const overview = (await t.get('/api/admin/dashboard', { as: admin })).body.data;
    expect(overview.queues.documents).toEqual({ waiting: 0, oldestMinutes: null });
  });

  it('return 404 for an unknown seller', async () => {
    expect((await decide('sel_nobody', { verified: true })).status).toBe(404);
  });
});
