/** Set IMPORT_KILL_ROWS=10000 for the full size. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { readJob, upload } from '../fixtures/imports/scene.ts';
import { createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { when, type WorkerProcesses, workerProcesses } from '../support/worker-process.ts';

const ROWS = Number(process.env['IMPORT_KILL_ROWS'] ?? 1600);
/** Shares of the imported rows after which a worker is killed, while it processes the next batch. */
const KILL_AT = [0.2, 0.6];

let t: TestApp;
let workers: WorkerProcesses;

beforeAll(async () => {
  t = await createTestApp();
  workers = workerProcesses(t);
}, 120_000);
afterAll(async () => {
  workers.killAll();
  await t.close();
});

it('writes every row once, although its workers are killed in the middle', { timeout: 240_000 }, async () => {
  const seller = await createSeller(t, { plan: 'enterprise' });
  const file = csvOf(Array.from({ length: ROWS }, (_, i) => truck(`K-${i}`, { status: 'active' })));
  const { id } = (await upload(t, seller, file)).body.data.job;
  const position = async (): Promise<number> => {
    const row = t.db.selectFrom('imports').select('position').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).position;
  };
  const killedAt: number[] = [];
  for (const share of KILL_AT) {
    const worker = workers.start();
    await when(t, async () => (await position()) >= share * ROWS);
    await workers.kill(worker);
    killedAt.push(await position());
  }
  workers.start();
  await when(t, async () => (await readJob(t, seller, id)).status !== 'running');

  expect(await readJob(t, seller, id)).toMatchObject({
    status: 'completed',
    totals: { rows: ROWS, created: ROWS, updated: 0, unchanged: 0, failed: 0 },
  });
  for (const [i, row] of killedAt.entries()) {
    expect(row).toBeGreaterThan(killedAt[i - 1] ?? 0);
    expect(row).toBeLessThan(ROWS);
  }
  const { rows } = await sql`
    select count(*)::integer as listings, count(distinct external_id)::integer as vehicles,
      (select count(*)::integer from events where type = 'listing.created') as created,
      (select count(*)::integer from events where type = 'listing.published') as published
    from listings where seller_id = ${seller.sellerId} and status = 'ACTIVE'`.execute(t.db);
  expect(rows).toEqual([{ listings: ROWS, vehicles: ROWS, created: ROWS, published: ROWS }]);
  // Other processes wrote the listings, so this process finds them a moment later.
  await expect
    .poll(
      async () => (await t.get(`/api/sellers/${seller.slug}/listings?limit=1`)).body.data.pagination.total,
    )
    .toBe(ROWS);
});
