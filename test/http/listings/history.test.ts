import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMs, DAY_MS } from '../../../src/platform/clock.ts';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile, stockOf } from '../../fixtures/imports/scene.ts';
import {
  createAdmin,
  createApiKey,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { create, publish } from './bodies.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

interface Version {
  readonly version: number;
  readonly source: string | null;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

async function historyOf(as: TestSeller | string, id: string, query = ''): Promise<Version[]> {
  return (await t.get(`/api/seller/listings/${id}/history${query}`, { as })).body.data.history;
}

it('records who changed what: by hand, by key, by a moderator and by time', async () => {
  const seller = await createSeller(t, { plan: 'premium', verified: true });
  const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
  const key = await createApiKey(t, seller.userId, ['listings:read', 'listings:write']);
  const { id } = await publish(t, seller, { title: 'Told', price: 50_000 });
  await t.patch(
    `/api/seller/listings/${id}`,
    { price: 48_500, description: 'Words of a person', location: { city: 'Bremen' } },
    { as: agent },
  );
  await t.patch(`/v1/seller/listings/${id}`, { mileage: 1234, brand: 'daf' }, { as: key });
  const admin = await createAdmin(t);
  const reason = { reason: 'Reported as stolen.' };
  expect((await t.post(`/api/admin/listings/${id}/suspend`, reason, { as: admin })).status).toBe(200);
  const [suspended, byKey, byAgent] = await historyOf(seller, id);
  expect(suspended).toMatchObject({
    source: 'moderator',
    by: null,
    changes: [{ field: 'status', before: 'ACTIVE', after: 'SUSPENDED' }],
  });
  expect(byKey).toMatchObject({ source: 'api', by: { id: seller.userId } });
  expect(byKey?.changes).toEqual(
    expect.arrayContaining([
      { field: 'brand', before: expect.any(String), after: 'daf' },
      { field: 'mileage', before: expect.any(Number), after: 1234 },
    ]),
  );
  expect(byAgent).toMatchObject({ source: 'manual', by: { id: agent.userId, name: expect.any(String) } });
  expect(byAgent?.changes).toEqual(
    expect.arrayContaining([
      { field: 'price', before: 50_000, after: 48_500 },
      { field: 'description', before: null, after: null },
      { field: 'location.city', before: null, after: null },
    ]),
  );
  expect(JSON.stringify(await historyOf(seller, id))).not.toContain('Words of a person');
});

it('begins with the creation, has each version once, and pages', async () => {
  const seller = await createSeller(t);
  const { id } = await create(t, seller, { price: 10_000 });
  await Promise.all(
    [1, 2, 3].map((n) => t.patch(`/api/seller/listings/${id}`, { price: 10_000 + n }, { as: seller })),
  );
  const all = await historyOf(seller, id);
  expect(all.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  expect(all.at(-1)?.changes).toEqual([{ field: 'status', before: null, after: 'DRAFT' }]);
  expect(await historyOf(seller, id, '?page=2&limit=3')).toEqual(all.slice(3));
  // A request that changes nothing creates no version.
  await t.patch(
    `/api/seller/listings/${id}`,
    { price: (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data.price },
    { as: seller },
  );
  expect(await historyOf(seller, id)).toEqual(all);
});

it('an import is named as such', async () => {
  const seller = await createSeller(t);
  await importFile(t, seller, csvOf([truck('H-1', { price: '20000' })]));
  await importFile(t, seller, csvOf([truck('H-1', { price: '21000' })]));
  const [row] = await stockOf(t, seller.sellerId);
  expect(await historyOf(seller, String(row?.['id']))).toMatchObject([
    { source: 'import', changes: [{ field: 'price', before: 20_000, after: 21_000 }] },
    { source: 'import', changes: [{ field: 'status', before: null, after: 'DRAFT' }] },
  ]);
});

it('is for the team alone', async () => {
  const [seller, other] = [await createSeller(t), await createSeller(t)];
  const { id } = await create(t, seller);
  const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
  expect(await historyOf(viewer as TestSeller, id)).toHaveLength(1);
  const url = `/api/seller/listings/${id}/history`;
  expect((await t.get(url, { as: other })).status).toBe(404);
  expect((await t.get(url)).status).toBe(401);
  const writes = await createApiKey(t, seller.userId, ['listings:write']);
  expect((await t.get(url, { as: writes })).status).toBe(403);
});

it('the newest 500 versions are kept, and those of a year', async () => {
  const seller = await createSeller(t);
  const { id } = await create(t, seller, { price: 1000 });
  await t.db.updateTable('listings').set({ version: 500 }).where('id', '=', id).execute();
  await t.patch(`/api/seller/listings/${id}`, { price: 2000 }, { as: seller });
  expect((await historyOf(seller, id)).map(({ version }) => version)).toEqual([501]);
  const other = await create(t, seller);
  await t.db
    .updateTable('listing_history')
    .set({ at: addMs(t.clock.now(), -365 * DAY_MS - 1000) })
    .where('listing_id', '=', id)
    .execute();
  await t.app.runner.scheduleRecurring();
  await t.db
    .updateTable('jobs')
    .set({ run_at: t.clock.now() })
    .where('name', '=', 'listings.purge-history')
    .execute();
  await t.drainJobs();
  expect(await historyOf(seller, id)).toEqual([]);
  expect(await historyOf(seller, other.id)).toHaveLength(1);
});
