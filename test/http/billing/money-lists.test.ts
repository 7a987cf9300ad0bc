/** Payments and invoices of all sellers, searched by the name of the seller. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, type TestSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber } from './support.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
  await name(await createSubscriber(t, 'starter'), 'Hansa Trucks');
  await name(await createSubscriber(t, 'starter'), 'Nordhansa 100% Trailer');
  await name(await createSubscriber(t, 'starter'), 'Kruse Baumaschinen');
});
afterAll(() => t.close());

const name = ({ sellerId }: TestSeller, company: string) =>
  t.db.updateTable('sellers').set({ company_name: company }).where('id', '=', sellerId).execute();

const list = async (resource: 'payments' | 'invoices', query: string) => {
  const { body } = await t.get(`/api/admin/${resource}?${query}`, { as: admin });
  return body.data;
};

it.each(['payments', 'invoices'] as const)('%s are found by a part of the name', async (resource) => {
  const ids = async (query: string): Promise<string[]> =>
    (await list(resource, query))[resource].map(({ id }: { id: string }) => id);
  const all = await ids('');
  expect(all).toHaveLength(3);
  const [kruse = '', nordhansa = '', hansa = ''] = all;
  expect(await ids('seller=HANSA')).toEqual([nordhansa, hansa]);
  expect(await ids('seller=100%25')).toEqual([nordhansa]);
  expect(await ids('seller=kruse')).toEqual([kruse]);
  expect(await ids('seller=k_use')).toEqual([]);
  expect(await ids('seller=hansa&limit=1&page=2')).toEqual([hansa]);
  expect(await ids('seller=hansa&to=2020-01-01')).toEqual([]);
  expect((await list(resource, 'seller=hansa&limit=1')).pagination).toMatchObject({
    total: 2,
    totalPages: 2,
  });
  expect((await t.get(`/api/admin/${resource}?seller=x`, { as: admin })).status).toBe(400);
});

it.each([
  ['payments', 'created_at'],
  ['invoices', 'issued_at'],
] as const)('%s go by their time, and by their ids only where that is the same', async (resource, column) => {
  const ids = async (query: string): Promise<string[]> =>
    (await list(resource, query))[resource].map(({ id }: { id: string }) => id);
  const [kruse = '', nordhansa = '', hansa = ''] = await ids('');
  await sql`update ${sql.table(resource)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '1 hour' where id = ${kruse}`.execute(
    t.db,
  );
  expect(await ids('')).toEqual([nordhansa, hansa, kruse]);
  expect(await ids('limit=2')).toEqual([nordhansa, hansa]);
  await sql`update ${sql.table(resource)} set ${sql.ref(column)} = now()`.execute(t.db);
  expect(await ids('')).toEqual([kruse, nordhansa, hansa]);
  expect(await ids('limit=2')).toEqual([kruse, nordhansa]);
});
