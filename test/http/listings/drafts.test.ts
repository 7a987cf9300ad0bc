// The draft quota of a plan applies however drafts are created.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, problemsOf, stockOf } from '../../fixtures/imports/scene.ts';
import { createAdmin, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestResponse, type TestApp } from '../../support/test-app.ts';
import { tractor } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;

const LIMIT = 3;
const OVER_QUOTA = [403, 'PLAN_LIMIT_EXCEEDED'];
const outcome = (response: TestResponse) => [response.status, response.body?.error?.code];

beforeEach(async () => {
  t = await createTestApp();
  const admin = await createAdmin(t);
  const changed = await t.patch('/api/admin/plans/free', { limits: { drafts: LIMIT } }, { as: admin });
  expect(changed.body.data.plan.limits.drafts).toBe(LIMIT);
  seller = await createSeller(t);
});
afterEach(() => t.close());

function create(extra: Record<string, unknown> = {}): Promise<TestResponse> {
  return t.post('/api/seller/listings', { ...tractor, ...extra }, { as: seller });
}

async function idOf(response: Promise<TestResponse>): Promise<string> {
  const { status, body } = await response;
  expect(status).toBe(201);
  return body.data.id as string;
}

function step(id: string, action: string, body?: unknown): Promise<TestResponse> {
  return t.post(`/api/seller/listings/${id}/${action}`, body, { as: seller });
}

async function usage(): Promise<unknown> {
  return (await t.get('/api/subscriptions', { as: seller })).body.data.usage.drafts;
}

async function statuses(): Promise<string[]> {
  return (await stockOf(t, seller.sellerId)).map(({ status }) => status).toSorted();
}

describe('drafts of a plan', () => {
  it('many simultaneous requests create as many drafts as the limit allows', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => create()));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(LIMIT);
    expect(responses.filter(({ status }) => status !== 201).map(outcome)).toEqual(
      Array(12 - LIMIT).fill(OVER_QUOTA),
    );
    expect(await usage()).toEqual({ used: LIMIT, limit: LIMIT });
    expect((await create()).body.error.message).toBe(
      'The plan Free allows 3 drafts and paused listings; 3 are in use.',
    );
  });

  it('duplicates and paused listings count; live, sold and deleted ones do not', async () => {
    const [live, paused] = [await idOf(create({ publish: true })), await idOf(create({ publish: true }))];
    for (let i = 1; i < LIMIT; i++) expect((await step(live, 'duplicate')).status).toBe(201);
    expect(await usage()).toEqual({ used: LIMIT - 1, limit: LIMIT });
    expect((await step(paused, 'unpublish')).body.data.status).toBe('PAUSED');
    expect(await usage()).toEqual({ used: LIMIT, limit: LIMIT });
    expect(outcome(await step(live, 'duplicate'))).toEqual(OVER_QUOTA);
    expect((await step(live, 'sold', {})).body.data.status).toBe('SOLD');
    expect(await usage()).toEqual({ used: LIMIT, limit: LIMIT });
    expect(await statuses()).toEqual(['DRAFT', 'DRAFT', 'PAUSED', 'SOLD']);
    const [draft] = (await stockOf(t, seller.sellerId)).filter(({ status }) => status === 'DRAFT');
    expect((await t.del(`/api/seller/listings/${draft?.id}`, { as: seller })).status).toBe(204);
    expect(await usage()).toEqual({ used: LIMIT - 1, limit: LIMIT });
    expect((await create()).status).toBe(201);
  });

  it('are never made by publishing and pausing over and over; pausing itself is not refused', async () => {
    const ids: string[] = [];
    for (let i = 0; i < LIMIT; i++) ids.push(await idOf(create({ publish: true })));
    const last = await idOf(create({ publish: true }));
    for (const id of [...ids, last]) expect((await step(id, 'unpublish')).body.data.status).toBe('PAUSED');
    expect(await usage()).toEqual({ used: LIMIT + 1, limit: LIMIT });
    for (const publish of [true, false]) expect(outcome(await create({ publish }))).toEqual(OVER_QUOTA);
    const rows = [truck('A-1'), truck('A-2')];
    const job = await importFile(t, seller, csvOf(rows), { publish: 'submit' });
    expect(job.totals).toMatchObject({ created: 0, failed: 2 });
    for (const id of [last, ids[0] ?? '']) expect((await step(id, 'publish')).status).toBe(200);
    expect((await create({ publish: true })).status).toBe(201);
  });

  it('publishing frees a draft; withdrawing a listing from review needs one', async () => {
    const drafts = [await idOf(create()), await idOf(create()), await idOf(create())];
    expect((await step(drafts[0] ?? '', 'publish')).status).toBe(200);
    const admin = await createAdmin(t);
    const manual = { settings: { 'listings.moderation': 'manual' } };
    expect((await t.patch('/api/admin/settings', manual, { as: admin })).status).toBe(200);
    const waiting = await idOf(create({ publish: true }));
    expect((await create()).status).toBe(201);
    for (const action of ['withdraw', 'unpublish'])
      expect(outcome(await step(waiting, action))).toEqual(OVER_QUOTA);
    await t.del(`/api/seller/listings/${drafts[1]}`, { as: seller });
    expect((await step(waiting, 'unpublish')).body.data.status).toBe('DRAFT');
  });

  it.each([false, true])('rows of an import beyond them come back (dry run: %s)', async (dryRun) => {
    await create();
    // Five are published, two become drafts, and the rest exceeds the quota.
    const rows = Array.from({ length: 10 }, (_, i) => truck(`A-${i}`));
    const job = await importFile(t, seller, csvOf(rows), { publish: 'submit', dryRun });
    expect(job.totals).toMatchObject({ created: 7, failed: 3 });
    const errors = await problemsOf(t, seller, job.id, 'severity=error');
    expect(errors.map(({ row, code }) => [row, code])).toEqual(
      [8, 9, 10].map((row) => [row, 'PLAN_LIMIT_EXCEEDED']),
    );
    expect(await statuses()).toEqual(
      dryRun ? ['DRAFT'] : [...Array<string>(5).fill('ACTIVE'), 'DRAFT', 'DRAFT', 'DRAFT'],
    );
  });
});

describe('plans', () => {
  it('publish their limits', async () => {
    const { plans } = (await t.get('/api/subscriptions/plans')).body.data;
    const figures = plans.map(({ slug, limits }: { slug: string; limits: Record<string, unknown> }) => [
      slug,
      limits['drafts'],
      limits['uploadMegabytesPerDay'],
    ]);
    expect(figures).toEqual([
      ['free', LIMIT, 2000],
      ['starter', 2000, 5000],
      ['professional', 20_000, 50_000],
      ['premium', 100_000, 200_000],
      ['enterprise', null, null],
    ]);
  });
});
