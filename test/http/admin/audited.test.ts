/** Every change by an administrator is in the audit log, with actor and subject and one entry per changed resource. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { JobDefinition } from '../../../src/platform/jobs/job.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber } from '../billing/support.ts';
import { createScene } from '../messaging/scene.ts';
import { createWebhook } from '../webhooks/setup.ts';
import { insertConversation } from '../sellers/talk.ts';
import { newObjection } from '../../support/objection.ts';

let t: TestApp;
let admin: TestUser;
let seller: TestSeller;

const waiting: JobDefinition<Record<string, never>> = {
  name: 'test.wait',
  attemptsMax: 1,
  run: async () => {},
};

beforeAll(async () => {
  t = await createTestApp();
  t.app.runner.register([waiting]);
  admin = await createAdmin(t);
  seller = await createSeller(t, { plan: 'professional' });
});
afterAll(() => t.close());

/** A request and the audit log entries that it must write: an action on each subject, as [action, type, id]. */
interface Change {
  readonly url: string;
  readonly body?: unknown;
  readonly entries: readonly (readonly [string, string, string])[];
}

const DAY_AHEAD_MS = 86_400_000;

let counter = 0;

async function newCategory(): Promise<string> {
  const body = { slug: `audited-${++counter}`, names: { en: 'Audited' }, class: 'TR' };
  return (await t.post('/api/admin/categories', body, { as: admin })).body.data.id;
}

async function newBrand(): Promise<string> {
  const body = { slug: `audited-${++counter}`, name: `Audited ${counter}` };
  return (await t.post('/api/admin/brands', body, { as: admin })).body.data.id;
}

async function newJob(): Promise<string> {
  await inTransaction(t.db, (trx) =>
    t.app.platform.jobs.enqueue(
      trx,
      waiting,
      {},
      { runAt: new Date(t.clock.now().getTime() + DAY_AHEAD_MS) },
    ),
  );
  const { id } = await t.db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', waiting.name)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

async function newCoupon(code: string): Promise<string> {
  const response = await t.post('/api/admin/coupons', { code, name: code, percent: 5 }, { as: admin });
  expect(response.status).toBe(201);
  return response.body.data.coupon.id;
}

async function newWebhook(): Promise<string> {
  const seller = await createSeller(t, { plan: 'premium' });
  const { id } = await createWebhook(t, seller, 'https://erp.example/hooks');
  return id;
}

async function newReport(): Promise<string> {
  const { seller: reporter, messageId } = await createScene(t);
  const body = { reason: 'fraud' };
  const response = await t.post(`/api/messages/${messageId}/report`, body, { as: reporter });
  expect(response.status).toBe(201);
  const { id } = await t.db
    .selectFrom('reports')
    .select('id')
    .where('subject_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return id;
}

async function newReview(): Promise<string> {
  const buyer = await createBuyer(t);
  await insertConversation(t, buyer, seller);
  const body = { rating: 4, text: 'As described, papers in order.' };
  return (await t.post(`/api/sellers/${seller.slug}/reviews`, body, { as: buyer })).body.data.id;
}

async function draftOfTerms(): Promise<number> {
  const body = { title: 'Terms', body: '# Who may sell\n\nDealers.' };
  const response = await t.put('/api/admin/info-pages/terms/en', body, { as: admin });
  expect(response.status).toBe(200);
  const { version } = await t.db
    .selectFrom('info_page_versions')
    .select((select) => select.fn.max<number>('version').as('version'))
    .where('slug', '=', 'terms')
    .where('language', '=', 'en')
    .executeTakeFirstOrThrow();
  return version;
}

async function ofListing(
  step: string,
  action: string,
  status = 'ACTIVE',
  body: unknown = {},
): Promise<Change> {
  const { listingId } = await createListing(t, seller, { status } as never);
  return { url: `/listings/${listingId}/${step}`, body, entries: [[action, 'listing', listingId]] };
}

async function ofUser(step: string, action: string, body: unknown = {}): Promise<Change> {
  const { userId } = await createBuyer(t);
  return { url: `/users/${userId}${step}`, body, entries: [[action, 'user', userId]] };
}

const setting = (name: string) => ['setting.changed', 'setting', name] as const;

/** One request per endpoint that changes something. */
const CHANGES: Readonly<Record<string, () => Promise<Change>>> = {
  'PATCH /admin/settings': async () => ({
    url: '/settings',
    body: { settings: { 'listings.soldReopenDays': 31, 'auth.sessionDaysMax': 364 } },
    entries: [setting('auth.sessionDaysMax'), setting('listings.soldReopenDays')],
  }),
  'PUT /admin/settings/:name': async () => ({
    url: '/settings/listings.soldReopenDays',
    body: { value: 32 },
    entries: [setting('listings.soldReopenDays')],
  }),
  'DELETE /admin/settings/:name': async () => ({
    url: '/settings/listings.soldReopenDays',
    entries: [setting('listings.soldReopenDays')],
  }),
  'POST /admin/settings/:name/rollback': async () => {
    await t.put('/api/admin/settings/listings.soldReopenDays', { value: 33 }, { as: admin });
    const { history } = (await t.get('/api/admin/settings/listings.soldReopenDays/history', { as: admin }))
      .body.data;
    return {
      url: '/settings/listings.soldReopenDays/rollback',
      body: { historyId: history[0].id },
      entries: [setting('listings.soldReopenDays')],
    };
  },
  'POST /admin/settings/exchangeRates/import': async () => ({
    url: '/settings/exchangeRates/import',
    body: { csv: 'USD,1.25\n', asOf: '2026-11-20', replace: false },
    entries: [setting('exchangeRates')],
  }),
  'PATCH /admin/plans/:id': async () => {
    const { id } = await t.db
      .selectFrom('plans')
      .select('id')
      .where('slug', '=', 'starter')
      .executeTakeFirstOrThrow();
    return { url: '/plans/starter', body: { name: 'Beginner' }, entries: [['plan.changed', 'plan', id]] };
  },
  'POST /admin/payments/:id/refunds': async () => {
    const { sellerId } = await createSubscriber(t, 'starter');
    const { id } = await t.db
      .selectFrom('payments')
      .select('id')
      .where('seller_id', '=', sellerId)
      .executeTakeFirstOrThrow();
    return {
      url: `/payments/${id}/refunds`,
      body: { reason: 'Agreed on the telephone.' },
      entries: [['payment.refunded', 'payment', id]],
    };
  },
  'POST /admin/coupons': async () => ({
    url: '/coupons',
    body: { code: 'AUDITED', name: 'Audited', percent: 5 },
    entries: [['coupon.created', 'coupon', 'cpn_']],
  }),
  'PATCH /admin/coupons/:id': async () => {
    const id = await newCoupon('CHANGED');
    return { url: `/coupons/${id}`, body: { active: false }, entries: [['coupon.changed', 'coupon', id]] };
  },
  'DELETE /admin/coupons/:id': async () => {
    const id = await newCoupon('DELETED');
    return { url: `/coupons/${id}`, entries: [['coupon.deleted', 'coupon', id]] };
  },
  'PUT /admin/users/:id/subscription': async () => {
    const { userId, sellerId } = await createSeller(t);
    return {
      url: `/users/${userId}/subscription`,
      body: { planId: 'enterprise' },
      entries: [['subscription.granted', 'seller', sellerId]],
    };
  },
  'POST /admin/categories': async () => ({
    url: '/categories',
    body: { slug: 'audited-anew', names: { en: 'Audited anew' }, class: 'TR' },
    entries: [['category.created', 'category', 'cat_']],
  }),
  'PUT /admin/categories/order': async () => {
    const vans = (await t.get('/api/categories/vans')).body.data;
    const ids = vans.children.map(({ id }: { id: string }) => id).toReversed();
    return {
      url: '/categories/order',
      body: { parent: 'vans', ids },
      entries: [['category.ordered', 'category', vans.id]],
    };
  },
  'PATCH /admin/categories/:id': async () => {
    const id = await newCategory();
    return {
      url: `/categories/${id}`,
      body: { position: 7 },
      entries: [['category.updated', 'category', id]],
    };
  },
  'POST /admin/categories/:id/merge': async () => {
    const id = await newCategory();
    return {
      url: `/categories/${id}/merge`,
      body: { into: 'trucks' },
      entries: [['category.merged', 'category', id]],
    };
  },
  'DELETE /admin/categories/:id': async () => {
    const id = await newCategory();
    return { url: `/categories/${id}`, entries: [['category.deleted', 'category', id]] };
  },
  'POST /admin/brands': async () => ({
    url: '/brands',
    body: { name: 'Audited anew' },
    entries: [['brand.created', 'brand', 'brd_']],
  }),
  'PATCH /admin/brands/:id': async () => {
    const id = await newBrand();
    return { url: `/brands/${id}`, body: { aliases: ['aud'] }, entries: [['brand.updated', 'brand', id]] };
  },
  'POST /admin/brands/:id/merge': async () => {
    const id = await newBrand();
    return { url: `/brands/${id}/merge`, body: { into: 'man' }, entries: [['brand.merged', 'brand', id]] };
  },
  'DELETE /admin/brands/:id': async () => {
    const id = await newBrand();
    return { url: `/brands/${id}`, entries: [['brand.deleted', 'brand', id]] };
  },
  'PUT /admin/features/:code': async () => ({
    url: '/features/audited_feature',
    body: { group: 'driving', names: { en: 'Audited' }, classes: ['TR'] },
    entries: [['feature.created', 'feature', 'audited_feature']],
  }),
  'DELETE /admin/features/:code': async () => ({
    url: '/features/audited_feature',
    entries: [['feature.deleted', 'feature', 'audited_feature']],
  }),
  'POST /admin/reports/:id/decide': async () => {
    const id = await newReport();
    return {
      url: `/reports/${id}/decide`,
      body: { status: 'resolved', decision: 'Nothing to do.', effect: 'none' },
      entries: [['report.resolved', 'report', id]],
    };
  },
  'POST /admin/objections/:id/judge': async () => {
    const id = await newObjection(t);
    return {
      url: `/objections/${id}/judge`,
      body: { outcome: 'upheld', reason: 'The price was wrong.' },
      entries: [['objection.upheld', 'decision', id]],
    };
  },
  'PATCH /admin/webhooks/:id': async () => {
    const id = await newWebhook();
    return {
      url: `/webhooks/${id}`,
      body: { status: 'disabled' },
      entries: [['webhook.paused', 'webhook', id]],
    };
  },
  'POST /admin/webhooks/:id/replay': async () => {
    const id = await newWebhook();
    return {
      url: `/webhooks/${id}/replay`,
      body: { since: t.clock.now().toISOString() },
      entries: [['webhook.replayed', 'webhook', id]],
    };
  },
  'POST /admin/reviews/:id/decide': async () => {
    const id = await newReview();
    return {
      url: `/reviews/${id}/decide`,
      body: { status: 'rejected', reason: 'Not about the seller.' },
      entries: [['review.rejected', 'review', id]],
    };
  },
  'PATCH /admin/users/:id': () => ofUser('', 'user.role_changed', { role: 'ADMIN' }),
  'POST /admin/users/:id/make-seller': () =>
    ofUser('/make-seller', 'user.made_seller', { companyName: 'Audited Trucks', country: 'DE' }),
  'POST /admin/users/:id/suspend': () => ofUser('/suspend', 'user.suspended', { reason: 'Only a trial.' }),
  'POST /admin/users/:id/reinstate': async () => {
    const change = await ofUser('/reinstate', 'user.reinstated');
    const suspended = await t.post(
      `/api/admin${change.url.replace('reinstate', 'suspend')}`,
      { reason: 'Only a trial.' },
      { as: admin },
    );
    expect(suspended.status).toBe(200);
    return change;
  },
  'POST /admin/users/:id/sign-out': () => ofUser('/sign-out', 'user.signed_out'),
  'POST /admin/traders/:id/ask': async () => {
    const { sellerId } = await createSeller(t);
    return {
      url: `/traders/${sellerId}/ask`,
      entries: [['seller.asked_for_data', 'seller', sellerId]],
    };
  },
  'POST /admin/users/:id/export': () => ofUser('/export', 'user.exported'),
  'POST /admin/users/:id/verify-seller': async () => {
    const { userId } = await createSeller(t);
    return {
      url: `/users/${userId}/verify-seller`,
      body: { verified: true },
      entries: [['seller.verified', 'user', userId]],
    };
  },
  'DELETE /admin/users/:id': () => ofUser('', 'user.erased'),
  'POST /admin/verifications/:id/decide': async () => {
    const { userId, sellerId } = await createSeller(t, { verified: false });
    const id = newId('doc', t.clock.now());
    await t.db
      .insertInto('seller_documents')
      .values({
        id,
        seller_id: sellerId,
        user_id: userId,
        filename: 'register.pdf',
        content_type: 'application/pdf',
        bytes: 10,
        storage_key: `private/documents/${sellerId}/${id}`,
        created_at: t.clock.now(),
      })
      .execute();
    return {
      url: `/verifications/${sellerId}/decide`,
      body: { verified: false, reason: 'The register cannot be read.' },
      entries: [['seller.documents_refused', 'user', userId]],
    };
  },
  'POST /admin/listings/:id/approve': () => ofListing('approve', 'listing.approved', 'PENDING_REVIEW'),
  'POST /admin/listings/:id/restore': () => ofListing('restore', 'listing.restored', 'SUSPENDED'),
  'POST /admin/listings/:id/unfeature': async () => {
    const change = await ofListing('unfeature', 'listing.unfeatured');
    const featured = await t.post(
      `/api/admin${change.url.replace('unfeature', 'feature')}`,
      { days: 7 },
      { as: admin },
    );
    expect(featured.status).toBe(200);
    return change;
  },
  'POST /admin/listings/:id/reject': () =>
    ofListing('reject', 'listing.rejected', 'PENDING_REVIEW', { code: 'incomplete', reason: 'No pictures.' }),
  'POST /admin/listings/:id/suspend': () =>
    ofListing('suspend', 'listing.suspended', 'ACTIVE', { code: 'fraud', reason: 'Not there.' }),
  'POST /admin/listings/:id/feature': () => ofListing('feature', 'listing.featured', 'ACTIVE', { days: 7 }),
  'DELETE /admin/listings/:id': async () => {
    const { url, entries } = await ofListing('', 'listing.deleted');
    return { url: url.slice(0, -1), entries };
  },
  'POST /admin/listings/bulk': async () => {
    const ids = [
      (await createListing(t, seller)).listingId,
      (await createListing(t, seller)).listingId,
      'lst_00000000000000000000000000',
    ];
    return {
      url: '/listings/bulk',
      body: { ids, action: 'feature', days: 7 },
      entries: ids.slice(0, 2).map((id) => ['listing.featured', 'listing', id] as const),
    };
  },
  'POST /admin/jobs/:id/retry': async () => {
    const id = await newJob();
    return { url: `/jobs/${id}/retry`, body: {}, entries: [['job.retried', 'job', id]] };
  },
  'POST /admin/mails/:id/retry': async () => {
    const to = `audited-${++counter}@example.org`;
    const mail = { to, language: 'en', name: 'password_changed', values: { name: to } };
    await inTransaction(t.db, (trx) => t.app.platform.mails.enqueue(trx, mail));
    const { id } = await t.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow();
    return { url: `/mails/${id}/retry`, body: {}, entries: [['mail.retried', 'mail', id]] };
  },
  'POST /admin/jobs/:id/cancel': async () => {
    const id = await newJob();
    return { url: `/jobs/${id}/cancel`, body: {}, entries: [['job.cancelled', 'job', id]] };
  },
  'PUT /admin/translations/:language': async () => ({
    url: '/translations/de',
    body: { entries: { 'ui.search': 'Finden', 'category.trucks': 'Lastwagen' } },
    entries: [['translations.changed', 'language', 'de']],
  }),
  'PUT /admin/info-pages/:slug/:language': async () => ({
    url: '/info-pages/imprint/en',
    body: { title: 'Imprint', body: '# Who we are\n\n{operator}' },
    entries: [['info_page.written', 'info_page', 'imprint/en']],
  }),
  'POST /admin/info-pages/:slug/:language/publish': async () => ({
    url: '/info-pages/terms/en/publish',
    body: { version: await draftOfTerms() },
    entries: [['info_page.published', 'info_page', 'terms/en']],
  }),
};

/** These endpoints write nothing. The last one is for browsers, see account-views.test.ts. */
const CHANGES_NOTHING = [
  'POST /admin/search/preview',
  'POST /admin/audit-log/verify',
  'POST /admin/users/:id/view',
];

async function entriesAfter(seq: number) {
  const rows = await t.db
    .selectFrom('audit_log')
    .select(['seq', 'action', 'subject_type', 'subject_id', 'actor_id', 'request_id'])
    .where('seq', '>', seq)
    .orderBy('subject_id')
    .execute();
  return rows;
}

it('every change that administrators can make is among those tried', () => {
  const writing = t.app.routes.filter((row) => row.path.startsWith('/admin') && row.method !== 'GET');
  expect([...Object.keys(CHANGES), ...CHANGES_NOTHING].toSorted()).toEqual(
    writing.map((row) => `${row.method} ${row.path}`).toSorted(),
  );
});

it.each(Object.keys(CHANGES))('%s is in the log', async (name) => {
  const { url, body, entries } = await CHANGES[name]!();
  const { last } = await t.db
    .selectFrom('audit_log')
    .select((select) => select.fn.coalesce(select.fn.max<number>('seq'), select.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  const [method = ''] = name.split(' ');
  const response = await t.call(method, `/api/admin${url}`, {
    as: admin,
    ...(body === undefined ? {} : { body }),
  });
  expect([response.status < 300, response.body?.error]).toEqual([true, undefined]);
  const found = await entriesAfter(Number(last));
  expect(found).toMatchObject(
    entries
      .toSorted(([, , a], [, , b]) => (a < b ? -1 : 1))
      .map(([action, subjectType, subjectId]) => ({
        action,
        subject_type: subjectType,
        // If the request creates the subject, only the prefix of its ID is known.
        subject_id: subjectId.endsWith('_') ? expect.stringMatching(`^${subjectId}`) : subjectId,
        actor_id: admin.userId,
        request_id: response.headers['x-request-id'],
      })),
  );
});
