/** Recurring jobs find their work through an index: rows that are not due cost nothing, however many there are. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, addMs } from '../../src/platform/clock.ts';
import { createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Installed before the application opens its connections, so that the spy sees every statement. */
const query = vi.spyOn(pg.Client.prototype, 'query');

let t: TestApp;
beforeAll(async () => {
  // VACUUM has an effect only for the owner of a table.
  t = await createTestApp({ asOwner: true });
  await t.app.runner.scheduleRecurring();
  await t.drainJobs();
});
afterAll(async () => {
  await t.close();
  query.mockRestore();
});

async function run(name: string): Promise<void> {
  query.mockClear();
  await sql`update jobs set run_at = ${t.clock.now()} where name = ${name}`.execute(t.db);
  await t.drainJobs();
}

/** Returns the buffers that a statement of the last run touches when it runs again. */
async function buffersOf(pattern: RegExp): Promise<number> {
  const found = query.mock.calls
    .map(([config]) => config as unknown as { readonly text: string; readonly values?: unknown[] })
    .find(({ text }) => pattern.test(text));
  if (found === undefined) throw new Error(`nothing was sent that fits ${pattern.source}`);
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  // The first statement of a connection also reads the system catalogs.
  for (let n = 0; ; n += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${found.text}`,
      found.values ?? [],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (n === 0 || plan === undefined) continue;
    await client.end();
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  }
}

it('sellers whose score is of today are not looked at', async () => {
  const { sellerId } = await createSeller(t);
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema and table_name = 'sellers' and is_generated = 'NEVER'`.execute(t.db);
  const names = columns.map(({ name }) => name);
  await sql`
    insert into sellers (${sql.join(names.map((name) => sql.id(name)))})
    select ${sql.join(names.map((name) => sql.id('copy', name)))} from sellers s, generate_series(1, 5000) n,
      jsonb_populate_record(s, jsonb_build_object('id', s.id || n, 'slug', s.slug || n)) as copy
    where s.id = ${sellerId}`.execute(t.db);
  await sql`
    insert into seller_trust (seller_id, parts, scored_at)
    select id, '{}', ${t.clock.now()} from sellers where id <> ${sellerId} on conflict do nothing`.execute(
    t.db,
  );
  await sql`vacuum (analyze) sellers, seller_trust, sellers_to_score`.execute(t.db);
  await run('sellers.score-due');
  const { rows } = await sql<{ parts: object }>`
    select parts from seller_trust where seller_id = ${sellerId}`.execute(t.db);
  expect(Object.keys(rows[0]?.parts ?? {})).not.toEqual([]);
  expect(await buffersOf(/from "sellers_to_score"/)).toBeLessThan(10);
});

it('a seller that is suspended has no turn, and one that is back has it at once', async () => {
  const { sellerId } = await createSeller(t);
  const scoredAt = async (): Promise<Date | undefined> =>
    (
      await sql<{ at: Date }>`select scored_at as at from seller_trust where seller_id = ${sellerId}`.execute(
        t.db,
      )
    ).rows[0]?.at;
  const become = (status: string) =>
    sql`update sellers set status = ${status} where id = ${sellerId}`.execute(t.db);
  await become('suspended');
  await run('sellers.score-due');
  expect(await scoredAt()).toBeUndefined();
  await become('active');
  await run('sellers.score-due');
  const first = await scoredAt();
  expect(first).toEqual(expect.any(Date));
  t.clock.advance(HOUR_MS);
  await run('sellers.score-due');
  expect(await scoredAt()).toEqual(first);
  t.clock.advance(DAY_MS);
  await run('sellers.score-due');
  expect((await scoredAt())?.getTime()).toBeGreaterThan(addMs(first ?? t.clock.now(), DAY_MS).getTime());
});

it('streams of which few events are kept are not looked at', async () => {
  await sql`
    insert into live_channels (channel, last_seq) select 'quiet' || n, 5000 from generate_series(1, 20000) n`.execute(
    t.db,
  );
  await sql`
    insert into live_events (channel, seq, type, data, created_at)
    select 'quiet' || c, 4980 + n, 'notification', '{}', ${t.clock.now()}
    from generate_series(1, 2000) c, generate_series(1, 10) n`.execute(t.db);
  await sql`vacuum (analyze) live_channels, live_events`.execute(t.db);
  await run('live.purge-events');
  expect(await buffersOf(/delete from live_events[^;]*live_channels/)).toBeLessThan(30);
});
