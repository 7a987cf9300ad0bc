/** A seller with very much: the request marks and closes, batches that commit one by one do the rest. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdmin, createListing, createSeller } from '../support/factories.ts';
import type { TestListing, TestSeller, TestUser } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

async function count(table: string, condition: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where ${sql.raw(condition)}`.execute(t.db);
  return rows[0]?.n ?? 0;
}

/** More of a listing than one batch takes. */
async function multiply(listing: TestListing, times: number): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'listings' and table_schema = current_schema() and is_generated = 'NEVER'
      and column_name not in ('id', 'slug', 'external_id', 'vin')`.execute(t.db);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`
    insert into listings (id, slug, ${names})
    select 'lst_' || substr(md5(id || n), 1, 26), slug || '-' || n, ${names}
    from listings, generate_series(1, ${times}) n where id = ${listing.listingId}`.execute(t.db);
}

/** Lets a job die between two of its batches, as often as it is asked to go on. */
async function killBetweenBatches(name: string): Promise<void> {
  const job = await t.db
    .selectFrom('jobs')
    .select(['id', 'attempts'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const runner = t.app.runner;
  const stolen = sql`update jobs set attempts = attempts + 1 where id = ${job.id} and locked_until is not null`;
  const running = runner.drain({ roundsMax: 1 }).catch(() => {});
  for (let n = 0; n < 200; n++) {
    const { numAffectedRows = 0n } = await stolen.execute(t.db);
    if (numAffectedRows > 0n) break;
  }
  await running;
  await t.db
    .updateTable('jobs')
    .set({ locked_until: null, locked_by: null, attempts: 1 })
    .where('id', '=', job.id)
    .execute();
}

describe('suspending a dealer with a large stock', () => {
  let dealer: TestSeller;
  beforeEach(async () => {
    dealer = await createSeller(t, { plan: 'enterprise' });
    await multiply(await createListing(t, dealer), 1300);
    t.mailbox.length = 0;
  });
  const states = (status: string) =>
    count('listings', `seller_id = '${dealer.sellerId}' and status = '${status}'`);
  const decide = (what: 'suspend' | 'reinstate') =>
    t.post(`/api/admin/users/${dealer.userId}/${what}`, { reason: 'Fraud.' }, { as: admin });

  it('takes a batch down at once and the rest by a job, which goes on after a kill; nobody is told of each', async () => {
    expect((await decide('suspend')).status).toBe(200);
    expect(await states('SUSPENDED')).toBe(500);
    await killBetweenBatches('admin.follow-seller-status');
    await t.drainJobs();
    expect(await states('SUSPENDED')).toBe(1301);
    expect(await count('notifications', `user_id = '${dealer.userId}' and type = 'listing_suspended'`)).toBe(
      0,
    );
    expect(t.mailbox.filter(({ to }) => to === dealer.email)).toHaveLength(1);
    expect((await decide('reinstate')).status).toBe(200);
    await t.drainJobs();
    expect(await states('ACTIVE')).toBe(1301);
    const subjects = t.mailbox.filter(({ to }) => to === dealer.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !subject.startsWith('Your Fifthwheel account'))).toHaveLength(1);
  });

  it('a reinstatement before the rest is down ends with everything up', async () => {
    await decide('suspend');
    await decide('reinstate');
    await t.drainJobs();
    expect([await states('ACTIVE'), await states('SUSPENDED')]).toEqual([1301, 0]);
  });

  it('holds what waits for its webhooks in batches too', async () => {
    const hook = await t.post(
      '/api/seller/webhooks',
      { url: 'https://example.org/hook', events: ['*'] },
      { as: dealer },
    );
    const id: string = hook.body.data.webhook.id;
    await sql`
      with stored as (
        insert into webhook_payloads (event_id, event_type, body, created_at)
        select 'evt_' || lpad(n::text, 26, '0'), 'listing.updated', 'x', now() from generate_series(1, 2500) n returning *)
      insert into webhook_deliveries (webhook_id, event_id, state, due_at, created_at)
      select ${id}, event_id, 'pending', now(), ${t.clock.now()}::timestamptz - interval '1 minute' from stored`.execute(
      t.db,
    );
    await decide('suspend');
    const waiting = () => count('webhook_deliveries', `webhook_id = '${id}' and due_at is not null`);
    expect(await waiting()).toBe(1500);
    await t.drainJobs();
    expect(await waiting()).toBe(0);
  });
});
