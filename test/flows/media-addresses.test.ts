/** Image addresses are stored with the BASE_URL of that time, and are rewritten when BASE_URL changes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/platform/clock.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { multiply } from '../support/multiply.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const FORMER = 'https://former.example';
const MOVED = 'https://moved.example';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { BASE_URL: FORMER } });
  await t.drainJobs();
});
afterAll(() => t.close());

const waiting = async () => {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from jobs where name = 'media.rebase-addresses' order by run_at`.execute(t.db);
  return rows.map(({ payload }) => payload);
};
const thumbnails = async (like: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from listings where thumbnail like ${like}`.execute(t.db);
  return rows[0]?.n;
};

it('a start looks at none of them while BASE_URL is the same, and a change rewrites them in batches that continue after a stop', async () => {
  const seller = await createSeller(t);
  const path = 'media/listings/ab/abcdef.webp';
  await sql`update sellers set logo = ${`${FORMER}/media/logos/aa/logo.png`} where id = ${seller.sellerId}`.execute(
    t.db,
  );
  await multiply(t, await createListing(t, seller), 1300);
  await sql`update listings set thumbnail = ${`${FORMER}/${path}`}`.execute(t.db);
  const total = await thumbnails(`${FORMER}/%`);
  t.clock.advance(2 * HOUR_MS);
  await t.drainJobs();
  const same = await createTestApp({ env: { BASE_URL: FORMER }, databaseUrl: t.databaseUrl });
  expect(await waiting()).toEqual([]);
  await same.close();

  const moved = await createTestApp({ env: { BASE_URL: MOVED }, databaseUrl: t.databaseUrl });
  expect(await waiting()).toEqual([{}]);
  await moved.drainJobs();
  expect([await thumbnails(`${MOVED}/${path}`), await thumbnails(`${FORMER}/%`)]).toEqual([total, 0]);
  const { logo } = await moved.db
    .selectFrom('sellers')
    .select('logo')
    .where('id', '=', seller.sellerId)
    .executeTakeFirstOrThrow();
  expect(logo).toBe(`${MOVED}/media/logos/aa/logo.png`);

  // Simulates a write by the old process during a rolling restart.
  await sql`update listings set thumbnail = ${`${FORMER}/${path}`} where id = (select max(id) from listings)`.execute(
    t.db,
  );
  expect(await waiting()).toEqual([{ isAgain: true }]);
  moved.clock.advance(2 * HOUR_MS);
  await moved.drainJobs();
  expect([await thumbnails(`${FORMER}/%`), await waiting()]).toEqual([0, []]);
  await moved.close();
});
