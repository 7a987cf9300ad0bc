/** Erasure removes a person's data from imports and keeps all other data. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { importsPersonalData } from '../../../src/modules/imports/personal-data.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { JobDefinition } from '../../../src/platform/jobs/job.ts';
import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import { importFile } from '../../fixtures/imports/scene.ts';
import { createSeller, createTeamMember, type TestSeller, type TestUser } from '../../support/factories.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let finished: string;
beforeAll(async () => {
  t = await createTestApp();
  finished = (await importFile(t, await createSeller(t), csvOf([truck('A-1')]), { dryRun: true })).id;
});
afterAll(() => t.close());
afterEach(() => void vi.restoreAllMocks());

const KEPT = 'kept@dealers.example';
const discard: JobDefinition<{ keys: readonly string[] }> = {
  name: 'imports.discard-for-a-test',
  run: () => Promise.resolve(),
};
const section = () => importsPersonalData(t.app.platform.jobs, discard);
const erase = (person: TestUser, sellerId: string | null) =>
  inTransaction(t.db, (trx) => eraseSection(section(), trx, { ...person, sellerId }, t.clock.now()));

/** Inserts an import that this user started, with these addresses to notify. */
async function insertImport(seller: TestSeller, by: TestUser, notifyEmails: readonly string[]) {
  const id = newId('imp', t.clock.now());
  const row = {
    id,
    seller_id: seller.sellerId,
    user_id: by.userId,
    storage_key: id,
    options: { notifyEmails },
  };
  await sql`
    insert into imports select (jsonb_populate_record(i, ${JSON.stringify(row)}::jsonb)).*
    from imports i where id = ${finished}`.execute(t.db);
  return id;
}

async function insertPull(seller: TestSeller, by: TestUser, notifyEmails: readonly string[]): Promise<void> {
  const now = t.clock.now();
  await t.db
    .insertInto('import_pulls')
    .values({
      seller_id: seller.sellerId,
      user_id: by.userId,
      url: 'https://feeds.example/stock.csv',
      options: JSON.stringify({ notifyEmails }),
      next_at: now,
      last_import_id: null,
      last_error: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function optionsOf(table: 'imports' | 'import_pulls', sellers: readonly TestSeller[]) {
  const rows = await t.db
    .selectFrom(table)
    .select(['seller_id', 'user_id', 'options'])
    .where(
      'seller_id',
      'in',
      sellers.map(({ sellerId }) => sellerId),
    )
    .orderBy(table === 'imports' ? 'imports.id' : 'seller_id')
    .execute();
  return rows.map((row) => [row.seller_id, row.user_id, row.options]);
}

describe('the erasure of the last of a seller', () => {
  it('takes its imports with their files, its feed and its columns, and nothing of others', async () => {
    const [erased, other] = [await createSeller(t), await createSeller(t)];
    const ids = new Map<TestSeller, string[]>();
    for (const seller of [erased, other]) {
      const importIds = [];
      // Insert more imports than one batch deletes.
      for (let count = 0; count < 12; count++) importIds.push(await insertImport(seller, seller, []));
      ids.set(seller, importIds);
      await insertPull(seller, seller, []);
      await t.db
        .insertInto('import_mappings')
        .values({ seller_id: seller.sellerId, preset: 'own', columns: '{}', updated_at: t.clock.now() })
        .execute();
    }
    const enqueue = vi.spyOn(t.app.platform.jobs, 'enqueue').mockResolvedValue();
    await erase(erased, erased.sellerId);
    for (const table of ['imports', 'import_pulls', 'import_mappings'] as const) {
      const rows = await t.db
        .selectFrom(table)
        .select('seller_id')
        .where('seller_id', 'in', [erased.sellerId, other.sellerId])
        .execute();
      expect([table, rows.length, new Set(rows.map((row) => row.seller_id))]).toEqual([
        table,
        table === 'imports' ? 12 : 1,
        new Set([other.sellerId]),
      ]);
    }
    const keys = enqueue.mock.calls.map(([, job, payload]) => {
      expect(job).toBe(discard);
      return (payload as { keys: readonly string[] }).keys;
    });
    expect(keys.map((batch) => batch.length)).toEqual([10, 2]);
    expect(keys.flat().toSorted()).toEqual(ids.get(erased)?.toSorted());
  });
});

describe('the erasure of a member', () => {
  it('takes their address from the results of all, and what is fetched in their name', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    const member = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const spelled = member.email.toUpperCase();
    const memberImports = [
      await insertImport(seller, member, [member.email, KEPT]),
      await insertImport(seller, member, []),
    ];
    await insertImport(seller, seller, [KEPT, spelled]);
    await insertImport(seller, seller, [KEPT]);
    await insertImport(other, other, [spelled]);
    await insertPull(seller, member, [KEPT]);
    await insertPull(other, other, [spelled, KEPT]);
    expect(await exportSection(section(), t.db, { ...member, sellerId: seller.sellerId })).toMatchObject(
      memberImports.map((id) => ({ id })),
    );
    await erase(member, null);
    expect(await optionsOf('imports', [seller, other])).toEqual([
      [seller.sellerId, member.userId, {}],
      [seller.sellerId, member.userId, {}],
      [seller.sellerId, seller.userId, { notifyEmails: [KEPT] }],
      [seller.sellerId, seller.userId, { notifyEmails: [KEPT] }],
      [other.sellerId, other.userId, { notifyEmails: [] }],
    ]);
    expect(await optionsOf('import_pulls', [seller, other])).toEqual([
      [other.sellerId, other.userId, { notifyEmails: [KEPT] }],
    ]);
  });
});
