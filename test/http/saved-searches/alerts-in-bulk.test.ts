/** Cost of alerts: a changed search writes one entry, digests are found by their due time, and one failure stops nothing else. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { inLongTransaction, inTransaction, type Transaction } from '../../../src/platform/db/transaction.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { eraseSection } from '../../support/personal-data.ts';
import { watchStatements } from '../../support/statements.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** Start before the application opens its connections, because only later ones are watched. */
const sent = watchStatements();

let t: TestApp;
let seller: TestSeller;
let buyer: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  buyer = await createBuyer(t);
  // Insert more than one batch of searches, none of which matches a listing.
  await fill((trx) =>
    sql`
    insert into saved_searches (id, user_id, name, query, alerts, alert_frequency, created_at, updated_at)
    select 'ssr_' || lpad(n::text, 26, '0'), ${buyer.userId}, 'Search ' || n,
      jsonb_build_object('max_price', 5, 'min_mileage', n % 1250), true, 'daily', now(), now()
    from generate_series(1, 2500) n`.execute(trx),
  );
  await t.app.runner.scheduleRecurring();
});
afterEach(() => sent.clear());
afterAll(async () => {
  await t.close();
  sent.stop();
});

/** On a busy machine, writing thousands of rows takes longer than the statement timeout of requests. */
const fill = (work: (trx: Transaction) => Promise<unknown>) => inLongTransaction(t.db, MINUTE_MS, work);

const save = (as: TestUser, body: Record<string, unknown> = {}) =>
  t.post(
    '/v1/search/saved',
    { name: 'Mine', query: { q: 'actros' }, alerts: true, alert_frequency: 'instant', ...body },
    { as },
  );

async function publish(title: string, body: Record<string, unknown> = {}): Promise<string> {
  const response = await t.post(
    '/api/seller/listings',
    {
      title,
      category: 'tractor-units',
      brand: 'mercedes-benz',
      model: 'Actros',
      year: 2019,
      price: 52_000,
      currency: 'EUR',
      publish: true,
      ...body,
    },
    { as: seller },
  );
  expect(response.status).toBe(201);
  return response.body.data.id;
}

const countAlerts = async (user: TestUser): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notifications where user_id = ${user.userId} and type = 'saved_search_match'`.execute(
    t.db,
  );
  return rows[0]?.n ?? 0;
};

/** Runs the job that sends due alerts immediately. */
async function sendDue(): Promise<void> {
  await sql`update jobs set run_at = ${t.clock.now()} where name = 'saved-searches.send-alerts'`.execute(
    t.db,
  );
  await t.drainJobs();
}

/** Makes the alert of a saved search due now. */
const makeDue = (id: string) =>
  t.db.updateTable('saved_searches').set({ alert_due_at: t.clock.now() }).where('id', '=', id).execute();

/** Marks all listings up to a day ago as announced for this search. */
const markAnnounced = (id: string) =>
  t.db
    .updateTable('saved_searches')
    .set({ alerts_after: new Date(t.clock.now().getTime() - DAY_MS) })
    .where('id', '=', id)
    .execute();

/** Returns the statements that read queries of saved searches, for a full load or a refresh. */
const listReads = (): string[] =>
  sent.texts.filter((text) => /"query_hash", "query" from "saved_searches"|with recursive hashes/.test(text));

it('all queries are read in batches once; after that one that changes is read alone', async () => {
  const reader = await createBuyer(t);
  await publish('Actros one');
  await t.drainJobs();
  // 1,250 distinct queries, each used by two searches, in batches of 250, and a last read that finds no more.
  expect(listReads()).toHaveLength(6);
  expect(listReads().every((text) => text.includes('limit'))).toBe(true);
  sent.clear();

  await save(reader);
  await publish('Actros two');
  await t.drainJobs();
  expect(await countAlerts(reader)).toBe(1);
  expect(listReads()).toHaveLength(1);
  expect(listReads()[0]).toContain('any(');
  sent.clear();

  await publish('Actros three');
  await t.drainJobs();
  expect(await countAlerts(reader)).toBe(2);
  expect(listReads()).toEqual([]);
});

it('a search that is deleted, switched off or changed no longer alerts as it did', async () => {
  const [deleting, silent, other] = [await createBuyer(t), await createBuyer(t), await createBuyer(t)];
  const ids = await Promise.all(
    [deleting, silent, other].map(async (user) => (await save(user)).body.data.id),
  );
  await publish('Actros four');
  await t.drainJobs();
  await t.del(`/v1/search/saved/${ids[0]}`, { as: deleting });
  await t.patch(`/v1/search/saved/${ids[1]}`, { alerts: false }, { as: silent });
  await t.patch(`/v1/search/saved/${ids[2]}`, { query: { q: 'tgx' } }, { as: other });
  await publish('Actros five');
  await t.drainJobs();
  expect(await Promise.all([deleting, silent, other].map(countAlerts))).toEqual([1, 1, 1]);
});

it('a search that another process has saved alerts too', async () => {
  const second = await createTestApp({ databaseUrl: t.databaseUrl });
  try {
    const reader = await createBuyer(t);
    await second.post(
      '/v1/search/saved',
      { name: 'Theirs', query: { q: 'actros' }, alerts: true, alert_frequency: 'instant' },
      { as: reader },
    );
    let count = 0;
    await expect
      .poll(async () => {
        await publish(`Actros again ${count++}`);
        await t.drainJobs();
        return countAlerts(reader);
      })
      .toBeGreaterThan(0);
  } finally {
    await second.close();
  }
});

it('after a read of the searches that failed, the next try reads again', async () => {
  const reader = await createBuyer(t);
  await save(reader);
  let failures = 1;
  const spy = vi.spyOn(t.db, 'selectFrom').mockImplementation(((...args: unknown[]) => {
    const build = Object.getPrototypeOf(t.db).selectFrom as (...all: unknown[]) => unknown;
    if (args[0] === 'saved_searches' && failures-- > 0) throw new Error('the database is away');
    return build.apply(t.db, args);
  }) as never);
  await publish('Actros six');
  await t.drainJobs({ mayFail: ['saved-searches.match-published'] });
  spy.mockRestore();
  expect(await countAlerts(reader)).toBe(0);
  t.clock.advance(60_000);
  await t.drainJobs();
  expect(await countAlerts(reader)).toBe(1);
});

it('a digest is sent at the stored time of its search, and moves with another frequency', async () => {
  const reader = await createBuyer(t);
  const { id } = (await save(reader, { alert_frequency: 'weekly' })).body.data;
  await publish('Actros seven');
  await t.drainJobs();
  const readDueIn = async (): Promise<number | null> => {
    const row = await t.db
      .selectFrom('saved_searches')
      .select(['alert_due_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.alert_due_at === null
      ? null
      : Math.round((row.alert_due_at.getTime() - row.created_at.getTime()) / DAY_MS);
  };
  expect(await readDueIn()).toBe(7);
  await t.patch(`/v1/search/saved/${id}`, { alert_frequency: 'daily' }, { as: reader });
  expect(await readDueIn()).toBe(1);
  t.clock.advance(DAY_MS + 1000);
  await t.drainJobs();
  expect(await countAlerts(reader)).toBe(1);
  expect(await readDueIn()).toBeNull();
});

it(
  'a digest of more than a thousand listings is one notice of the first thousand',
  { timeout: 240_000 },
  async () => {
    const reader = await createBuyer(t);
    const { id } = (await save(reader, { alert_frequency: 'weekly' })).body.data;
    const { listingId } = await createListing(t, seller);
    await fill(async (trx) => {
      await sql`
      insert into listings select copy.* from listings l, generate_series(1, 2300) n,
        jsonb_populate_record(l, jsonb_build_object('id', l.id || n, 'slug', l.slug || n)) as copy
      where l.id = ${listingId}`.execute(trx);
      await sql`
      insert into saved_query_matches (query_hash, listing_id, reason, at)
      select query_hash, ${listingId}::text || n, 'new_match', ${t.clock.now()}::timestamptz + n * interval '1 millisecond' - interval '1 hour'
      from generate_series(1, 2300) n, saved_searches where id = ${id}`.execute(trx);
    });
    await markAnnounced(id);
    await makeDue(id);
    sent.clear();
    await sendDue();
    await t.drainJobs();
    const { rows: notices } = await sql<{ data: { count: number } }>`
    select data from notifications where user_id = ${reader.userId}`.execute(t.db);
    expect(notices.map(({ data }) => data.count)).toEqual([1000]);
    const { rows: later } =
      await sql`select from saved_searches where id = ${id} and alert_due_at is not null`.execute(t.db);
    expect(later).toEqual([]);
    await makeDue(id);
    await sendDue();
    expect(await countAlerts(reader)).toBe(1);
  },
);

it('a digest skips listings that have left the market, however many', async () => {
  const reader = await createBuyer(t);
  const { id } = (await save(reader, { alert_frequency: 'weekly' })).body.data;
  const { listingId } = await createListing(t, seller);
  await fill(async (trx) => {
    await sql`
      insert into listings select copy.* from listings l, generate_series(1, 1001) n,
        jsonb_populate_record(l, jsonb_build_object(
          'id', l.id || n, 'slug', l.slug || n, 'status', case when n = 1001 then 'ACTIVE' else 'EXPIRED' end)) as copy
      where l.id = ${listingId}`.execute(trx);
    await sql`
      insert into saved_query_matches (query_hash, listing_id, reason, at)
      select query_hash, ${listingId}::text || n, 'new_match', ${t.clock.now()}::timestamptz + n * interval '1 millisecond' - interval '1 hour'
      from generate_series(1, 1001) n, saved_searches where id = ${id}`.execute(trx);
  });
  await markAnnounced(id);
  await makeDue(id);
  await sendDue();
  await t.drainJobs();
  expect(await countAlerts(reader)).toBe(1);
});

it('due searches are found by index, however many have alerts for later', async () => {
  await sql`
    update saved_searches set alert_due_at = ${t.clock.now()}::timestamptz + interval '1 hour' where query ? 'max_price'`.execute(
    t.db,
  );
  await sql`analyze saved_searches`.execute(t.db);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, format json)
    select id from saved_searches where alerts and alert_due_at <= ${t.clock.now()} order by alert_due_at, id limit 100`.execute(
    t.db,
  );
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(10);
});

it('sixty due searches are delivered in as many statements as ten, by a job that matching only requests', async () => {
  const { listingId } = await createListing(t, seller);
  await t.drainJobs();
  const job = t.app.modules.list
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ name }) => name === 'saved-searches.send-alerts');
  const deliveryOf = async (searches: number, mark: string): Promise<number> => {
    const now = t.clock.now();
    await sql`
      with people as (
        insert into users (id, email, name, role, password_hash, email_verified, created_at, updated_at)
        select 'usr_' || lpad(n::text, 26, ${mark}::text), ${mark}::text || n || '@example.org', 'Person', 'BUYER', 'x', true, ${now}, ${now}
        from generate_series(101, 100 + ${searches}::integer) n returning id
      ), searches as (
        insert into saved_searches (id, user_id, name, query, alerts, alert_frequency, created_at, updated_at, alert_due_at)
        select 'ssr_' || substr(id, 5), id, 'Mine', '{}', true, 'instant', ${now}, ${now}, ${now} from people returning query_hash
      )
      insert into saved_query_matches (query_hash, listing_id, reason, at)
      select distinct query_hash, ${listingId}, 'new_match', ${now}::timestamptz from searches
      on conflict (query_hash, listing_id, reason) do update set at = excluded.at`.execute(t.db);
    sent.clear();
    await job?.run({} as never, { heartbeat: async () => true } as never);
    const statements = sent.texts.filter((text) => /saved_|announcements/.test(text)).length;
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from saved_searches where alert_due_at <= ${now}`.execute(t.db);
    expect(rows[0]?.waiting).toBe(0);
    return statements;
  };
  const ten = await deliveryOf(10, '3');
  expect(await deliveryOf(60, '4')).toBe(ten);
  await t.drainJobs();

  // Previous tests have moved the clock past the expiry of tokens.
  seller = await createSeller(t, { plan: 'enterprise' });
  const reader = await createBuyer(t);
  await save(reader);
  await publish('Actros that one job finds and another tells');
  const hasQueuedAlert = async (): Promise<boolean> => {
    await t.app.runner.drain({ roundsMax: 1 }).catch(() => {});
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from jobs where name = 'saved-searches.send-alerts' and dedupe_key = 'due') as waits`.execute(
      t.db,
    );
    return rows[0]?.waits === true;
  };
  await expect.poll(hasQueuedAlert, { timeout: 20_000 }).toBe(true);
  expect(await countAlerts(reader)).toBe(0);
  await t.drainJobs();
  expect(await countAlerts(reader)).toBe(1);
});

describe('what many have saved', () => {
  const QUERY = { q: 'phoenix', brand: 'tatra' };
  const publishTatra = (title: string) =>
    publish(title, { category: 'trucks', brand: 'tatra', model: 'Phoenix' });
  const rowOf = (id: string) =>
    t.db.selectFrom('saved_searches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const matchesOf = async (id: string) => {
    const { query_hash: hash } = await rowOf(id);
    return t.db.selectFrom('saved_query_matches').selectAll().where('query_hash', '=', hash).execute();
  };
  beforeEach(async () => {
    // Previous tests have moved the clock past the expiry of tokens.
    seller = await createSeller(t, { plan: 'enterprise' });
  });

  it('is stored once for all of them, and sent to each', async () => {
    const readers = await Promise.all([createBuyer(t), createBuyer(t), createBuyer(t)]);
    const ids = [];
    for (const reader of readers)
      ids.push((await save(reader, { query: QUERY, name: `Of ${reader.email}` })).body.data.id);
    await publishTatra('Tatra Phoenix of many');
    await t.drainJobs();
    expect(await Promise.all(readers.map(countAlerts))).toEqual([1, 1, 1]);
    expect(await matchesOf(ids[0])).toHaveLength(1);
  });

  it('changes no search that waits for its time already', async () => {
    const reader = await createBuyer(t);
    const { id } = (await save(reader, { query: QUERY, alert_frequency: 'daily' })).body.data;
    const versions: (string | undefined)[] = [];
    for (const title of ['Tatra Phoenix that marks it', 'Tatra Phoenix that adds to it']) {
      await publishTatra(title);
      await t.drainJobs();
      const { rows } = await sql<{ version: string }>`
        select xmin::text as version from saved_searches where id = ${id} and alert_due_at is not null`.execute(
        t.db,
      );
      versions.push(rows[0]?.version);
    }
    expect(versions[0]).toBeDefined();
    expect(versions[1]).toBe(versions[0]);
    t.clock.advance(DAY_MS);
    await sendDue();
    const notice = await t.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', reader.userId)
      .executeTakeFirstOrThrow();
    expect(notice.data).toMatchObject({ count: 2, newMatches: 2 });
  });

  it('notifies a user who saves the search or turns alerts on later of no earlier matches', async () => {
    const [early, late, turned, silent] = [
      await createBuyer(t),
      await createBuyer(t),
      await createBuyer(t),
      await createBuyer(t),
    ];
    await save(early, { query: QUERY });
    const other = (await save(turned, { query: { q: 'nothing like it' } })).body.data.id;
    const disabledId = (await save(silent, { query: QUERY, alerts: false })).body.data.id;
    await publishTatra('Tatra Phoenix before');
    await t.drainJobs();
    t.clock.advance(MINUTE_MS);
    await save(late, { query: QUERY });
    await t.patch(`/v1/search/saved/${other}`, { query: QUERY }, { as: turned });
    await t.patch(`/v1/search/saved/${disabledId}`, { alerts: true }, { as: silent });
    for (const id of [other, disabledId]) await makeDue(id);
    await sendDue();
    expect(await Promise.all([early, late, turned, silent].map(countAlerts))).toEqual([1, 0, 0, 0]);
    await publishTatra('Tatra Phoenix after');
    await t.drainJobs();
    expect(await Promise.all([early, late, turned, silent].map(countAlerts))).toEqual([2, 1, 1, 1]);
  });

  it('keeps what waits when a search is saved as it is', async () => {
    const reader = await createBuyer(t);
    const { id } = (await save(reader, { query: QUERY, alert_frequency: 'daily' })).body.data;
    await publishTatra('Tatra Phoenix that waits');
    await t.drainJobs();
    t.clock.advance(MINUTE_MS);
    await t.patch(`/v1/search/saved/${id}`, { query: QUERY, alerts: true, name: 'Renamed' }, { as: reader });
    t.clock.advance(DAY_MS);
    await sendDue();
    expect(await countAlerts(reader)).toBe(1);
  });

  it('is sent although its search is delivered while it is being recorded', async () => {
    const reader = await createBuyer(t);
    const { id } = (await save(reader, { query: QUERY })).body.data;
    await makeDue(id);
    let drained: Promise<unknown> = Promise.resolve();
    // Hold the row like a job that has already checked the search and found nothing.
    await inTransaction(t.db, async (trx) => {
      await sql`select from saved_searches where id = ${id} for no key update`.execute(trx);
      const listingId = await publishTatra('Tatra Phoenix in between');
      drained = t.app.runner.drain({ roundsMax: 50 }).catch(() => undefined);
      const isNoted = async () => (await matchesOf(id)).some((match) => match.listing_id === listingId);
      await expect.poll(isNoted).toBe(true);
      await sql`update saved_searches set alert_due_at = null where id = ${id}`.execute(trx);
    });
    await drained;
    expect(await countAlerts(reader)).toBe(1);
  });

  it('is sent although it commits after the turn for its time', async () => {
    const reader = await createBuyer(t);
    const { id } = (await save(reader, { query: QUERY })).body.data;
    const listingId = await publishTatra('Tatra Phoenix that is slow');
    await t.db.deleteFrom('jobs').where('name', '=', 'saved-searches.match-published').execute();
    await t.db.deleteFrom('saved_query_matches').execute();
    const before = t.clock.now();
    t.clock.advance(MINUTE_MS / 2);
    await makeDue(id);
    await sendDue();
    const { query_hash } = await rowOf(id);
    await t.db
      .insertInto('saved_query_matches')
      .values({ query_hash, listing_id: listingId, reason: 'new_match', at: before })
      .execute();
    await makeDue(id);
    await sendDue();
    expect(await countAlerts(reader)).toBe(1);
  });

  it('is deleted when all users have been notified', async () => {
    const reader = await createBuyer(t);
    const { id } = (await save(reader, { query: QUERY })).body.data;
    await publishTatra('Tatra Phoenix of the past');
    await t.drainJobs();
    t.clock.advance(8 * DAY_MS);
    await t.drainJobs();
    expect(await matchesOf(id)).not.toEqual([]);
    t.clock.advance(3 * DAY_MS);
    await t.drainJobs();
    expect(await matchesOf(id)).toEqual([]);
  });
});

let attempts = 0;

it(
  'takes a few alternating jobs for many users and two sellers, with batched emails that name no erased seller',
  { timeout: 240_000 },
  async () => {
    // What a first attempt of this test left.
    await sql`delete from saved_searches where name = 'Mine'`.execute(t.db);
    const attempt = ++attempts;
    const other = await createSeller(t, { plan: 'enterprise' });
    const popular = await createListing(t, seller, { title: 'Many look for it' });
    const rare = await createListing(t, other, { title: 'Few look for it' });
    await t.drainJobs();
    const now = t.clock.now();
    await sql`
    with people as (
      insert into users (id, email, name, role, password_hash, email_verified, created_at, updated_at)
      select 'usr_' || lpad(n::text, 26, ${String(attempt)}), ${`alerted${attempt}-`} || n || '@example.org', 'Alerted ' || n, 'BUYER', 'x', true,
        ${now}, ${now}
      from generate_series(100, 229) n returning id
    ), searches as (
      insert into saved_searches (id, user_id, name, query, alerts, alert_frequency, created_at, updated_at, alert_due_at)
      select 'ssr_' || substr(id, 5), id, 'Mine', jsonb_build_object('q', case when right(id, 3) < '103' then 'few' else 'many' end),
        true, 'instant', ${now}, ${now}, ${now} from people returning query, query_hash
    )
    insert into saved_query_matches (query_hash, listing_id, reason, at)
    select distinct query_hash, case query ->> 'q' when 'few' then ${rare.listingId} else ${popular.listingId} end, 'new_match',
      ${now}::timestamptz from searches`.execute(t.db);
    t.mailbox.length = 0;
    sent.clear();
    const job = t.app.modules.list
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === 'saved-searches.send-alerts');
    await job?.run({} as never, { heartbeat: async () => true } as never);
    const { rows: batches } = await sql<{ notices: number; account: string; lane: number }>`
    select jsonb_array_length(payload -> 'notices') as notices, account, lane from jobs
    where name = 'notifications.deliver-batch' order by turn, id`.execute(t.db);
    expect(batches.reduce((sum, { notices }) => sum + notices, 0)).toBe(130);
    expect(batches.every(({ lane }) => lane === 2)).toBe(true);
    // 100 searches per transaction, 20 notifications per job: the three users of the other seller do not wait for the rest.
    expect(batches.length).toBeLessThanOrEqual(9);
    expect(batches.slice(0, 3).map(({ account }) => account)).toContain(other.sellerId);

    const erased = { userId: other.userId, email: other.email, sellerId: other.sellerId };
    await inTransaction(t.db, (trx) =>
      eraseSection(t.app.modules.notifications.personalData, trx, erased, t.clock.now()),
    );
    await t.drainJobs();
    const alerted = t.mailbox.filter(({ to }) => to.startsWith('alerted'));
    expect(new Set(alerted.map(({ to }) => to)).size).toBe(130);
    expect(alerted).toHaveLength(130);
    expect(alerted.filter(({ text, html }) => `${text}${html}`.includes('Few look for it'))).toEqual([]);
    expect(alerted.filter(({ text }) => text.includes('Many look for it'))).toHaveLength(127);
  },
);
