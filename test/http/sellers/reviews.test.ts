import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { newId } from '../../../src/platform/ids.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { eraseSection } from '../../support/personal-data.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { insertConversation } from './talk.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

const WORDS = { rating: 4, title: 'Good truck', text: 'As described, papers in order.' };

async function createPair(): Promise<{ seller: TestSeller; buyer: TestUser; url: string }> {
  const seller = await createSeller(t);
  const buyer = await createBuyer(t, { name: 'Anna Petersen' });
  await insertConversation(t, buyer, seller);
  return { seller, buyer, url: `/api/sellers/${seller.slug}/reviews` };
}

async function createReview(): Promise<{ seller: TestSeller; buyer: TestUser; id: string }> {
  const { seller, buyer, url } = await createPair();
  const response = await t.post(url, WORDS, { as: buyer });
  return { seller, buyer, id: response.body.data.id as string };
}

async function ratingOf(seller: TestSeller): Promise<{ average: number | null; count: number }> {
  const { average, count } = (await t.get(`/api/sellers/${seller.slug}`)).body.data.rating;
  return { average, count };
}

function noticesTo(user: TestUser, type: string) {
  return t
    .get('/api/notifications', { as: user })
    .then((response) =>
      (response.body.data.notifications as { type: string }[]).filter((notice) => notice.type === type),
    );
}

async function setModeration(value: 'auto' | 'manual'): Promise<void> {
  await inTransaction(t.db, (trx) => t.app.modules.settings.change(trx, 'reviews.moderation', value, null));
  await t.app.modules.settings.reload();
}

describe('GET /reviews', () => {
  it('lists the review of one seller alone', async () => {
    const { seller, buyer, id } = await createReview();
    const other = await createSeller(t);
    await insertConversation(t, buyer, other);
    await t.post(`/api/sellers/${other.slug}/reviews`, WORDS, { as: buyer });
    const list = async (query: string): Promise<unknown> =>
      (await t.get(`/api/reviews?${query}`, { as: buyer })).body.data;
    expect(await list(`seller=${seller.slug}`)).toMatchObject({
      reviews: [{ id }],
      pagination: { total: 1 },
    });
    expect(await list('seller=nobody')).toMatchObject({ reviews: [], pagination: { total: 0 } });
    expect(await list('limit=10')).toMatchObject({ pagination: { total: 2 } });
  });
});

describe('POST /sellers/:slug/reviews', () => {
  it('201: the review is public immediately and counted, and the seller is notified', async () => {
    const { seller, buyer, url } = await createPair();
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const response = await t.post(
      url,
      { rating: 5, title: '  Good truck ', text: ' As described. ' },
      { as: buyer },
    );
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.stringMatching(/^rev_/),
      rating: 5,
      title: 'Good truck',
      text: 'As described.',
      author: { name: 'Anna P.' },
      reply: null,
      status: 'published',
      decision: null,
      seller: { id: seller.sellerId, slug: seller.slug, companyName: expect.any(String) },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await ratingOf(seller)).toEqual({ average: 5, count: 1 });
    await t.drainJobs();
    expect(await noticesTo(seller, 'review_received')).toHaveLength(1);
    expect(await noticesTo(manager, 'review_received')).toHaveLength(1);
    expect((await t.get('/api/reviews', { as: buyer })).body.data.reviews).toEqual([response.body.data]);
  });

  it('201: without a title', async () => {
    const { buyer, url } = await createPair();
    const response = await t.post(url, { rating: 1, text: 'No.' }, { as: buyer });
    expect([response.status, response.body.data.title]).toEqual([201, null]);
  });

  it.each([
    [{}, ['rating', 'text']],
    [{ ...WORDS, rating: 0 }, ['rating']],
    [{ ...WORDS, rating: 6 }, ['rating']],
    [{ ...WORDS, rating: 4.5 }, ['rating']],
    [{ ...WORDS, rating: '5' }, ['rating']],
    [{ ...WORDS, title: 'x'.repeat(121) }, ['title']],
    [{ ...WORDS, text: 'x'.repeat(2001) }, ['text']],
    [{ ...WORDS, text: '   ' }, ['text']],
    [{ ...WORDS, text: 'a\u0000b' }, ['text']],
  ])('422: %j', async (body, fields) => {
    const { buyer, url } = await createPair();
    const response = await t.post(url, body, { as: buyer });
    expect([response.status, response.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response)).toEqual(fields);
  });

  it('never accepts server-controlled fields', async () => {
    const { seller, buyer, url } = await createPair();
    const extra = { ...WORDS, status: 'rejected', sellerId: 'sel_x', reply: 'thanks', author: { name: 'X' } };
    const response = await t.post(url, extra, { as: buyer });
    expect(response.body.data).toMatchObject({
      status: 'published',
      reply: null,
      seller: { id: seller.sellerId },
    });
    expect(response.headers['x-ignored-fields']).toMatch(/status/);
  });

  it('401: without credentials', async () => {
    const { url } = await createPair();
    expect((await t.post(url, WORDS)).status).toBe(401);
  });

  it('403: accounts that are not buyers, and buyers without a reply', async () => {
    const { seller, url } = await createPair();
    const unanswered = await createBuyer(t);
    await insertConversation(t, unanswered, seller, { answeredAfter: null });
    const answeredByOthers = await createBuyer(t);
    await insertConversation(t, answeredByOthers, await createSeller(t));
    const callers = [seller, await createSeller(t), await createAdmin(t), unanswered, answeredByOthers];
    for (const as of callers) {
      const response = await t.post(url, WORDS, { as });
      expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect(await ratingOf(seller)).toEqual({ average: null, count: 0 });
  });

  it('404: unknown and suspended sellers', async () => {
    const { seller, buyer, url } = await createPair();
    expect((await t.post('/api/sellers/nobody/reviews', WORDS, { as: buyer })).status).toBe(404);
    await t.db
      .updateTable('sellers')
      .set({ status: 'suspended' })
      .where('id', '=', seller.sellerId)
      .execute();
    expect((await t.post(url, WORDS, { as: buyer })).status).toBe(404);
  });

  it('409: one per buyer and seller, also of ten at once', async () => {
    const { seller, buyer, url } = await createPair();
    const responses = await Promise.all(Array.from({ length: 10 }, () => t.post(url, WORDS, { as: buyer })));
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    const refused = responses.filter((response) => response.status === 409);
    expect(refused.map((response) => response.body.error.code)).toEqual(Array(9).fill('ALREADY_EXISTS'));
    expect(await ratingOf(seller)).toEqual({ average: 4, count: 1 });
  });

  it('adds up when many buyers write at once', async () => {
    const seller = await createSeller(t);
    const ratings = [1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 5, 5];
    const buyers = await Promise.all(ratings.map(() => createBuyer(t)));
    await Promise.all(buyers.map((buyer) => insertConversation(t, buyer, seller)));
    await Promise.all(
      buyers.map((as, i) =>
        t.post(`/api/sellers/${seller.slug}/reviews`, { ...WORDS, rating: ratings[i] }, { as }),
      ),
    );
    expect(await ratingOf(seller)).toEqual({ average: 3.33, count: 12 });
  });
});

describe('PUT and DELETE /reviews/:id', () => {
  it('200: a change is counted as the difference', async () => {
    const { seller, buyer, id } = await createReview();
    const response = await t.put(
      `/api/reviews/${id}`,
      { rating: 2, text: 'The clutch went.' },
      { as: buyer },
    );
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({
      rating: 2,
      title: null,
      text: 'The clutch went.',
      status: 'published',
    });
    expect(await ratingOf(seller)).toEqual({ average: 2, count: 1 });
    expect((await t.put(`/api/reviews/${id}`, { rating: 9, text: '' }, { as: buyer })).status).toBe(422);
  });

  it('204: a deleted review no longer counts, and another can be written', async () => {
    const { seller, buyer, id } = await createReview();
    expect((await t.del(`/api/reviews/${id}`, { as: buyer })).status).toBe(204);
    expect(await ratingOf(seller)).toEqual({ average: null, count: 0 });
    expect((await t.del(`/api/reviews/${id}`, { as: buyer })).status).toBe(404);
    expect((await t.post(`/api/sellers/${seller.slug}/reviews`, WORDS, { as: buyer })).status).toBe(201);
  });

  it('204: the seller is notified once a day of a review that is deleted and written again', async () => {
    const { seller, buyer, url } = await createPair();
    for (let i = 0; i < 3; i++) {
      const { id } = (await t.post(url, WORDS, { as: buyer })).body.data;
      await t.drainJobs();
      expect((await t.del(`/api/reviews/${id}`, { as: buyer })).status).toBe(204);
    }
    expect(await noticesTo(seller, 'review_received')).toHaveLength(1);
  });

  it('401 and 404: for other accounts', async () => {
    const { seller, id } = await createReview();
    const stranger = await createBuyer(t);
    for (const as of [stranger, seller, await createAdmin(t)]) {
      expect((await t.put(`/api/reviews/${id}`, WORDS, { as })).status).toBe(404);
      expect((await t.del(`/api/reviews/${id}`, { as })).status).toBe(404);
    }
    expect((await t.put(`/api/reviews/${id}`, WORDS)).status).toBe(401);
    expect((await t.del(`/api/reviews/${newId('rev')}`, { as: stranger })).status).toBe(404);
    expect((await t.del('/api/reviews/rev_x', { as: stranger })).status).toBe(404);
  });
});

describe('replies of the seller', () => {
  it('201 once, 200 to change it; the buyer is notified once', async () => {
    const { seller, buyer, id } = await createReview();
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    const url = `/api/seller/reviews/${id}/reply`;
    expect((await t.put(url, { text: 'Too early' }, { as: agent })).status).toBe(404);
    const first = await t.post(url, { text: ' Thank you. ' }, { as: agent });
    expect([first.status, first.body.data.reply.text]).toEqual([201, 'Thank you.']);
    const second = await t.post(url, { text: 'Again.' }, { as: seller });
    expect([second.status, second.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const changed = await t.put(url, { text: 'Thank you, Anna.' }, { as: seller });
    expect([changed.status, changed.body.data.reply]).toEqual([
      200,
      { text: 'Thank you, Anna.', createdAt: first.body.data.reply.createdAt },
    ]);
    const publicReview = (await t.get(`/api/sellers/${seller.slug}/reviews`)).body.data.reviews[0];
    expect(publicReview.reply.text).toBe('Thank you, Anna.');
    await t.drainJobs();
    expect(await noticesTo(buyer, 'review_reply')).toHaveLength(1);
    expect((await t.post(url, { text: '' }, { as: seller })).status).toBe(422);
  });

  it('one of ten simultaneous replies remains', async () => {
    const { seller, id } = await createReview();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        t.post(`/api/seller/reviews/${id}/reply`, { text: `${i}` }, { as: seller }),
      ),
    );
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
  });

  it('401, 403, 404: without credentials, viewers and buyers, other sellers', async () => {
    const { seller, buyer, id } = await createReview();
    const url = `/api/seller/reviews/${id}/reply`;
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    expect((await t.post(url, { text: 'x' })).status).toBe(401);
    expect((await t.post(url, { text: 'x' }, { as: viewer })).status).toBe(403);
    expect((await t.post(url, { text: 'x' }, { as: buyer })).status).toBe(403);
    expect((await t.post(url, { text: 'x' }, { as: await createSeller(t) })).status).toBe(404);
  });

  it('200: the list of the seller, filtered by replies', async () => {
    const { seller, id } = await createReview();
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    const other = await createBuyer(t);
    await insertConversation(t, other, seller);
    await t.post(`/api/sellers/${seller.slug}/reviews`, WORDS, { as: other });
    await t.post(`/api/seller/reviews/${id}/reply`, { text: 'Thanks' }, { as: seller });
    const list = async (query: string): Promise<number> =>
      (await t.get(`/api/seller/reviews${query}`, { as: viewer })).body.data.pagination.total as number;
    expect([await list(''), await list('?replied=true'), await list('?replied=false')]).toEqual([2, 1, 1]);
    expect((await t.get('/api/seller/reviews', { as: other })).status).toBe(403);
    expect((await t.get('/api/seller/reviews')).status).toBe(401);
  });
});

describe('POST /reviews/:id/report', () => {
  it('201 once per person; the desk gets the review as it was', async () => {
    const { seller, buyer, id } = await createReview();
    const url = `/api/reviews/${id}/report`;
    const response = await t.post(url, { reason: 'spam', details: 'Never a customer.' }, { as: seller });
    expect(response.status).toBe(201);
    expect(response.body.data.report).toEqual({
      id: expect.stringMatching(/^rpt_/),
      reviewId: id,
      reason: 'spam',
      status: 'open',
      createdAt: expect.any(String),
    });
    expect((await t.post(url, { reason: 'fraud' }, { as: seller })).status).toBe(409);
    const row = await t.db
      .selectFrom('reports')
      .selectAll()
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      kind: 'review',
      reporter_id: seller.userId,
      reported_user_id: buyer.userId,
      context: { rating: 4, title: 'Good truck', text: WORDS.text },
    });
  });

  it('401, 403, 404, 422', async () => {
    const { seller, buyer, id } = await createReview();
    const url = `/api/reviews/${id}/report`;
    expect((await t.post(url, { reason: 'spam' })).status).toBe(401);
    expect((await t.post(url, { reason: 'spam' }, { as: buyer })).status).toBe(403);
    expect((await t.post(url, { reason: 'boring' }, { as: seller })).status).toBe(422);
    expect(
      (await t.post(`/api/reviews/${newId('rev')}/report`, { reason: 'spam' }, { as: seller })).status,
    ).toBe(404);
  });
});

describe('moderation', () => {
  it('shows, counts and announces a waiting review once it is approved', async () => {
    await setModeration('manual');
    const { seller, buyer, id } = await createReview();
    const admin = await createAdmin(t);
    expect(await ratingOf(seller)).toEqual({ average: null, count: 0 });
    expect((await t.get(`/api/sellers/${seller.slug}/reviews`)).body.data.reviews).toEqual([]);
    expect((await t.get('/api/reviews', { as: buyer })).body.data.reviews[0].status).toBe('pending');
    const { moderation } = t.app.modules.sellers;
    const page = { page: 1, limit: 20, offset: 0 };
    const waiting = await moderation.list({ status: 'pending', sellerId: seller.sellerId }, page);
    expect(waiting.rows.map((row) => row.id)).toEqual([id]);
    const actor = {
      kind: 'user',
      userId: admin.userId,
      email: admin.email,
      emailVerified: true,
      role: 'ADMIN',
      language: 'en',
      seller: null,
      credential: { kind: 'session', sessionId: admin.sessionId },
    } as const;
    const origin = { ip: null, requestId: null };
    await moderation.decide(actor, id, { status: 'published', reason: null }, origin);
    expect(await ratingOf(seller)).toEqual({ average: 4, count: 1 });
    await t.drainJobs();
    expect(await noticesTo(seller, 'review_received')).toHaveLength(1);
    await expect(
      moderation.decide(actor, id, { status: 'published', reason: null }, origin),
    ).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await moderation.decide(actor, id, { status: 'rejected', reason: 'An insult.' }, origin);
    expect(await ratingOf(seller)).toEqual({ average: null, count: 0 });
    const ownReview = (await t.get('/api/reviews', { as: buyer })).body.data.reviews[0];
    expect(ownReview).toMatchObject({ status: 'rejected', decision: 'An insult.' });
    await setModeration('auto');
    // Editing a rejected review must not bypass moderation.
    const edited = await t.put(`/api/reviews/${id}`, WORDS, { as: buyer });
    expect(edited.body.data).toMatchObject({ status: 'pending', decision: null });
    const logged = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(logged.map((row) => row.action)).toEqual(['review.published', 'review.rejected']);
  });
});

describe('an author who leaves', () => {
  it('takes the words along and leaves the rating', async () => {
    const { seller, buyer, id } = await createReview();
    await t.post(`/api/reviews/${id}/report`, { reason: 'spam' }, { as: seller });
    const person = { userId: buyer.userId, email: buyer.email, sellerId: null };
    const exported = (await t.get('/api/auth/me/export', { as: buyer })).body.data.reviews;
    expect(exported.written).toMatchObject([{ id, rating: 4, text: WORDS.text }]);
    const { sellers, messaging } = t.app.modules;
    for (const { personalData } of [sellers, messaging])
      await inTransaction(t.db, (trx) => eraseSection(personalData, trx, person, t.clock.now()));
    await t.db.updateTable('users').set({ status: 'erased' }).where('id', '=', buyer.userId).execute();
    const [review] = (await t.get(`/api/sellers/${seller.slug}/reviews`)).body.data.reviews;
    expect(review).toMatchObject({ rating: 4, title: null, text: null, author: { name: 'Former user' } });
    expect(await ratingOf(seller)).toEqual({ average: 4, count: 1 });
    const report = await t.db
      .selectFrom('reports')
      .select('context')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(report.context)).not.toMatch(/papers in order|Anna/);
  });
});
