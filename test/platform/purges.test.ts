/** Recurring jobs that delete by age: each deletes everything that has expired, and nothing else. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { csvOf, truck } from '../fixtures/imports/own-csv.ts';
import { importFile, problemsOf, readJob, stockOf } from '../fixtures/imports/scene.ts';
import { publish } from '../http/listings/bodies.ts';
import { createApiKey, createBuyer, createSeller, type TestUser } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.runner.scheduleRecurring();
});
afterAll(() => t.close());

/** Runs a recurring job now. The test fails if the job fails. */
async function run(name: string): Promise<void> {
  const { numUpdatedRows } = await t.db
    .updateTable('jobs')
    .set({ run_at: t.clock.now() })
    .where('name', '=', name)
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  await t.drainJobs();
}

const ago = (ms: number): Date => addMs(t.clock.now(), -ms);

describe('reports of imports', () => {
  it('go 90 days after the end, with their problems; younger and unfinished ones stay, and the stock', async () => {
    const seller = await createSeller(t);
    const names = ['old', 'young', 'running'] as const;
    const jobs = new Map<string, string>();
    for (const name of names) {
      const rows = csvOf([truck(`${name}-1`), truck(`${name}-2`, { brand: 'nobody' })]);
      jobs.set(name, (await importFile(t, seller, rows)).id);
    }
    const idOf = (name: string): string => jobs.get(name) ?? '';
    const finished = (name: string, at: Date | null) =>
      t.db.updateTable('imports').set({ finished_at: at }).where('id', '=', idOf(name)).execute();
    await finished('old', ago(90 * DAY_MS + MINUTE_MS));
    await finished('young', ago(90 * DAY_MS - HOUR_MS));
    await finished('running', null);
    await run('imports.purge-reports');
    expect((await t.get(`/api/seller/bulk-import/${idOf('old')}`, { as: seller })).status).toBe(404);
    const left = await sql<{ id: string }>`select distinct import_id as id from import_problems`.execute(
      t.db,
    );
    expect(new Set(left.rows.map(({ id }) => id))).toEqual(new Set([idOf('young'), idOf('running')]));
    for (const name of ['young', 'running']) {
      expect(await readJob(t, seller, idOf(name))).toMatchObject({ totals: { rows: 2, created: 1 } });
      expect(await problemsOf(t, seller, idOf(name))).not.toEqual([]);
    }
    const stock = await stockOf(t, seller.sellerId);
    expect(new Set(stock.map((row) => row.external_id))).toEqual(new Set(['old-1', 'running-1', 'young-1']));
  });

  it('go in batches until none is left', async () => {
    const seller = await createSeller(t);
    const { id } = await importFile(t, seller, csvOf([truck('B-1')]));
    const columns = (
      await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = 'imports' and column_name not in ('id', 'finished_at') and is_generated = 'NEVER'`.execute(
        t.db,
      )
    ).rows.map(({ name }) => sql.ref(name));
    await sql`
      insert into imports (id, finished_at, ${sql.join(columns)})
      select 'imp_copy' || n, ${ago(91 * DAY_MS)}, ${sql.join(columns)} from imports, generate_series(1, 250) n
      where id = ${id}`.execute(t.db);
    await run('imports.purge-reports');
    const left = await t.db
      .selectFrom('imports')
      .select('id')
      .where('seller_id', '=', seller.sellerId)
      .execute();
    expect(left).toEqual([{ id }]);
  });
});

describe('events of streams', () => {
  it('go after a day, and beyond the last thousand of a channel; the others stay', async () => {
    const write = (channel: string, first: number, last: number, at: Date) =>
      sql`
        insert into live_events (channel, seq, type, data, created_at)
        select ${channel}, n, 'notification', '{}', ${at} from generate_series(${first}::int, ${last}::int) n`.execute(
        t.db,
      );
    const numbers: Record<string, number> = {
      aged: 30,
      full: 1500,
      just: 1000,
      beside: 7,
      quiet: 3,
    };
    for (const [channel, last] of Object.entries(numbers))
      await sql`insert into live_channels (channel, last_seq) values (${channel}, ${last})`.execute(t.db);
    await write('aged', 1, 10, ago(DAY_MS + MINUTE_MS));
    await write('aged', 11, 30, ago(DAY_MS - MINUTE_MS));
    await write('full', 1, 1500, ago(HOUR_MS));
    await write('just', 1, 1000, ago(HOUR_MS));
    await write('beside', 1, 7, ago(HOUR_MS));
    await write('quiet', 1, 3, ago(DAY_MS + MINUTE_MS));
    await run('live.purge-events');
    const channels = await t.db
      .selectFrom('live_channels')
      .select('channel')
      .where('channel', 'in', Object.keys(numbers))
      .orderBy('channel')
      .execute();
    expect(channels.map(({ channel }) => channel)).toEqual(['aged', 'beside', 'full', 'just']);
    const { rows } = await sql<{ channel: string; first: number; last: number; count: number }>`
      select channel, min(seq) as first, max(seq) as last, count(*) as count from live_events
      where channel in ('aged', 'full', 'just', 'beside') group by channel order by channel`.execute(t.db);
    expect(rows).toEqual([
      { channel: 'aged', first: 11, last: 30, count: 20 },
      { channel: 'beside', first: 1, last: 7, count: 7 },
      { channel: 'full', first: 501, last: 1500, count: 1000 },
      { channel: 'just', first: 1, last: 1000, count: 1000 },
    ]);
  });
});

describe('words that were searched for in vain', () => {
  it('are deleted after 30 days without use, as are the rarest beyond ten thousand; the others stay', async () => {
    const miss = (words: string, times: number, at: Date) => ({ words, times, last_at: at });
    await t.db
      .insertInto('search_misses')
      .values([
        miss('old', 20_000, ago(30 * DAY_MS + MINUTE_MS)),
        miss('young', 20_000, ago(30 * DAY_MS - MINUTE_MS)),
      ])
      .execute();
    await sql`
      insert into search_misses (words, times, last_at)
      select 'word ' || n, n, ${t.clock.now()} from generate_series(1, 10002) n`.execute(t.db);
    await run('discovery.purge-misses');
    const { rows } = await sql<{ count: number; rarest: number; others: string[] }>`
      select count(*)::int as count, min(times)::int as rarest,
        array_agg(words) filter (where words not like 'word %') as others
      from search_misses`.execute(t.db);
    // The query `young` is one of the 10,000 that are left.
    expect(rows).toEqual([{ count: 10_000, rarest: 4, others: ['young'] }]);
  });
});

describe('counts of uploads', () => {
  it('go after the day that follows theirs', async () => {
    const { userId } = await createBuyer(t);
    const days = [0, 1, 2].map((n) =>
      ago(n * DAY_MS)
        .toISOString()
        .slice(0, 10),
    );
    for (const day of days)
      await sql`insert into upload_bytes (owner_id, day, bytes) values (${userId}, ${day}::date, 7)`.execute(
        t.db,
      );
    await run('media.sweep-files');
    const { rows } = await sql<{ day: string }>`
      select day::text from upload_bytes where owner_id = ${userId} order by day desc`.execute(t.db);
    expect(rows.map(({ day }) => day)).toEqual(days.slice(0, 2));
  });
});

describe('responses stored for repetitions', () => {
  it('go after a day, and younger ones stay', async () => {
    const row = (key: string, at: Date) => ({
      principal: 'usr_x',
      endpoint: 'POST /x',
      key,
      request_hash: Buffer.from(key),
      status: 201,
      headers: '{}',
      body: Buffer.from('{}'),
      created_at: at,
    });
    await t.db
      .insertInto('idempotency_keys')
      .values([row('old', ago(DAY_MS + MINUTE_MS)), row('young', ago(DAY_MS - MINUTE_MS))])
      .execute();
    await run('http.purge-idempotency-keys');
    const left = await t.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('principal', '=', 'usr_x')
      .execute();
    expect(left).toEqual([{ key: 'young' }]);
  });
});

describe('listings', () => {
  it('are deleted 30 days after their deletion; recently deleted and live ones stay, and old views are removed', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const [gone, kept, live] = [await publish(t, seller), await publish(t, seller), await publish(t, seller)];
    for (const [listing, at] of [
      [gone, ago(30 * DAY_MS + MINUTE_MS)],
      [kept, ago(30 * DAY_MS - MINUTE_MS)],
    ] as const) {
      expect((await t.del(`/api/seller/listings/${listing.id}`, { as: seller })).status).toBe(204);
      await t.db.updateTable('listings').set({ deleted_at: at }).where('id', '=', listing.id).execute();
    }
    const today = Date.parse(t.clock.now().toISOString().slice(0, 10));
    const days = [0, 1, 2, 3, 4].map((n) => new Date(today - n * DAY_MS).toISOString().slice(0, 10));
    for (const day of days)
      await sql`
        insert into listing_views (listing_id, day, visitor)
        values (${live.id}, ${day}::date, ${Buffer.from(day)})`.execute(t.db);
    await run('listings.purge-deleted');
    await run('listings.purge-views');
    const left = await t.db
      .selectFrom('listings')
      .select('id')
      .where('seller_id', '=', seller.sellerId)
      .execute();
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([kept.id, live.id]));
    const { rows } = await sql<{ day: string }>`
      select day::text from listing_views where listing_id = ${live.id} order by day desc`.execute(t.db);
    expect(rows.map(({ day }) => day)).toEqual(days.slice(0, 3));
  });
});

describe('files', () => {
  it('are recorded once if several purged images or sources share them, and stay while others refer to them', async () => {
    const seller = await createSeller(t, { plan: 'professional' });
    const [gone, live] = [await publish(t, seller), await publish(t, seller)];
    const key = (file: string) => `media/listings/ab/${file}-large.jpg`;
    const image = (listingId: string, position: number, file: string) =>
      sql`
      insert into listing_images (id, listing_id, position, width, height, bytes, checksum, renditions, created_at)
      values (${`img_${file}_${listingId}_${position}`}, ${listingId}, ${position}, 10, 10, 10, ${Buffer.from(file)},
        ${JSON.stringify([{ key: key(file) }])}::jsonb, ${t.clock.now()})`.execute(t.db);
    for (const position of [1, 2]) await image(gone.id, position, 'ownshared');
    await image(gone.id, 3, 'demoshared');
    await image(live.id, 1, 'demoshared');
    const sources = JSON.stringify([{ key: 'private/imports/twice' }, { key: 'private/imports/twice' }]);
    await sql`
      insert into import_pictures (listing_id, sources, publish, created_at)
      values (${gone.id}, ${sources}::jsonb, false, ${t.clock.now()})`.execute(t.db);
    await t.del(`/api/seller/listings/${gone.id}`, { as: seller });
    await sql`update listings set deleted_at = ${ago(31 * DAY_MS)} where id = ${gone.id}`.execute(t.db);
    await run('listings.purge-deleted');
    const noted = await t.db.selectFrom('file_removals').select('key').orderBy('key').execute();
    const ownPrefixes = ['media/listings/ab/', 'private/imports/twice'];
    expect(
      noted.map((row) => row.key).filter((name) => ownPrefixes.some((start) => name.startsWith(start))),
    ).toEqual([key('demoshared'), key('ownshared'), 'private/imports/twice']);
    expect(await t.app.platform.files.namedOf([key('demoshared'), key('ownshared')])).toEqual([
      key('demoshared'),
    ]);
  });
});

describe('credentials', () => {
  it('are deleted 30 days after they end; newer and valid ones stay', async () => {
    const person = await createSeller(t, { plan: 'professional' });
    const keyIds: string[] = [];
    for (let i = 0; i < 3; i++) {
      await createApiKey(t, person.userId, ['listings:read']);
      const rows = await t.db
        .selectFrom('api_keys')
        .select('id')
        .where('user_id', '=', person.userId)
        .execute();
      keyIds.push(rows.map(({ id }) => id).find((id) => !keyIds.includes(id)) ?? '');
    }
    const [old, young, valid] = keyIds as [string, string, string];
    const revoke = (id: string, at: Date) =>
      t.db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).execute();
    await revoke(old, ago(30 * DAY_MS + MINUTE_MS));
    await revoke(young, ago(30 * DAY_MS - MINUTE_MS));
    const [ended, recent, open] = [await createBuyer(t), await createBuyer(t), await createBuyer(t)];
    const end = (user: TestUser, at: Date) =>
      t.db
        .updateTable('sessions')
        .set({ ended_at: at, end_reason: 'logout' })
        .where('id', '=', user.sessionId)
        .execute();
    await end(ended, ago(30 * DAY_MS + MINUTE_MS));
    await end(recent, ago(30 * DAY_MS - MINUTE_MS));
    await run('auth.purge-expired');
    const keys = await t.db
      .selectFrom('api_keys')
      .select('id')
      .where('user_id', '=', person.userId)
      .execute();
    expect(new Set(keys.map(({ id }) => id))).toEqual(new Set([young, valid]));
    const sessions = await t.db
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', [ended.sessionId, recent.sessionId, open.sessionId])
      .execute();
    expect(new Set(sessions.map(({ id }) => id))).toEqual(new Set([recent.sessionId, open.sessionId]));
  });
});

describe('what has expired', () => {
  it('goes in batches until none is left, used refresh tokens after thirty days and codes to phones after an hour', async () => {
    const [old, young] = [await createBuyer(t), await createBuyer(t)];
    const now = t.clock.now();
    await sql`
      insert into sign_in_failures (account_hash, source_hash, failures, window_ends_at)
      select sha256(n::text::bytea), '', 1, ${ago(MINUTE_MS)} from generate_series(1, 1000) n`.execute(t.db);
    for (const [of, by] of [
      [old, MINUTE_MS],
      [young, -MINUTE_MS],
    ] as const) {
      const hash = Buffer.from(of.userId.padEnd(32));
      await sql`
        insert into refresh_tokens (token_hash, session_id, created_at, used_at)
        values (${hash}, ${of.sessionId}, ${ago(30 * DAY_MS + by)}, ${now})`.execute(t.db);
      await sql`
        insert into phone_codes (user_id, phone, code_hash, expires_at, issued_since)
        values (${of.userId}, '+4940123', ${hash}, ${ago(HOUR_MS + by)}, ${now})`.execute(t.db);
    }
    await run('auth.purge-expired');
    const left = async (table: string, owner: RawBuilder<unknown>) =>
      (
        await sql<{ owner: string }>`select ${owner} as owner from ${sql.table(table)}`.execute(t.db)
      ).rows.map((row) => row.owner);
    expect(await left('sign_in_failures', sql`1`)).toEqual([]);
    expect(await left('refresh_tokens', sql`session_id`)).toEqual([young.sessionId]);
    expect(await left('phone_codes', sql`user_id`)).toEqual([young.userId]);
  });
});

describe('codes, tickets and records of repetitions', () => {
  it('go when they have ended, some a while after; those that may still be used or asked for stay', async () => {
    const [expired, active] = [await createBuyer(t), await createBuyer(t)];
    const hash = (user: TestUser): Buffer => Buffer.from(user.userId.padEnd(32, '0')).subarray(0, 32);
    const insertBoth = async (insert: (user: TestUser, time: Date) => RawBuilder<unknown>, dueAt: Date) => {
      await insert(expired, addMs(dueAt, -MINUTE_MS)).execute(t.db);
      await insert(active, addMs(dueAt, MINUTE_MS)).execute(t.db);
    };
    const now = t.clock.now();
    for (const table of ['verification_codes', 'email_changes', 'password_resets']) {
      const name = sql.table(table);
      await insertBoth(
        (user, time) =>
          table === 'email_changes'
            ? sql`insert into ${name} (user_id, email, code_hash, expires_at, issued_since)
                values (${user.userId}, ${`new.${user.email}`}, ${hash(user)}, ${time}, ${now})`
            : table === 'password_resets'
              ? sql`insert into ${name} (user_id, token_hash, expires_at, created_at)
                  values (${user.userId}, ${hash(user)}, ${time}, ${now})`
              : sql`insert into ${name} (user_id, code_hash, expires_at, created_at)
                  values (${user.userId}, ${hash(user)}, ${time}, ${now})`,
        ago(HOUR_MS),
      );
    }
    await insertBoth(
      (user, time) => sql`insert into sign_in_failures (account_hash, source_hash, failures, window_ends_at)
        values (${hash(user)}, ${hash(user)}, 3, ${time})`,
      now,
    );
    await insertBoth(
      (user, time) => sql`insert into stream_tickets (ticket_hash, session_id, expires_at)
        values (${hash(user)}, ${user.sessionId}, ${time})`,
      now,
    );
    await insertBoth(
      (user, time) => sql`insert into seen_signatures (key_id, signature, seen_at)
        values (${user.userId}, ${hash(user)}, ${time})`,
      ago(10 * MINUTE_MS),
    );
    const replaceKey = async (user: TestUser, expiresAt: Date): Promise<void> => {
      await createApiKey(t, user.userId, ['listings:read']);
      await sql`update api_keys set replaced_by = id, expires_at = ${expiresAt} where user_id = ${user.userId}`.execute(
        t.db,
      );
    };
    await replaceKey(expired, ago(30 * DAY_MS + MINUTE_MS));
    await replaceKey(active, ago(30 * DAY_MS - MINUTE_MS));
    await run('auth.purge-expired');
    const owners: Readonly<Record<string, RawBuilder<unknown>>> = {
      verification_codes: sql`user_id`,
      email_changes: sql`user_id`,
      password_resets: sql`user_id`,
      api_keys: sql`user_id`,
      stream_tickets: sql`(select user_id from sessions s where s.id = session_id)`,
      seen_signatures: sql`key_id`,
      sign_in_failures: sql`case account_hash when ${hash(expired)} then ${expired.userId} else ${active.userId} end`,
    };
    for (const [table, owner] of Object.entries(owners)) {
      const { rows } = await sql<{
        owner: string;
      }>`select ${owner} as owner from ${sql.table(table)}`.execute(t.db);
      const left = rows.map((row) => row.owner).filter((id) => id === expired.userId || id === active.userId);
      expect([table, left]).toEqual([table, [active.userId]]);
    }
  });
});

describe('notifications', () => {
  it('go after 180 days, and the counts of each reader fit what is left', async () => {
    const [reader, otherReader] = [await createBuyer(t), await createBuyer(t)];
    let n = 0;
    const write = async (user: TestUser, age: number, { isRead = false, inApp = true } = {}) => {
      const createdAt = ago(age * DAY_MS);
      await sql`
        insert into notifications (id, user_id, type, data, link, dedupe_key, in_app, read_at, created_at)
        values (${`ntf_purge${++n}`}, ${user.userId}, 'listing_sold', '{}', null, ${`purge${n}`}, ${inApp},
          ${isRead ? createdAt : null}, ${createdAt})`.execute(t.db);
    };
    for (const options of [{}, { isRead: true }, { inApp: false }]) {
      await write(reader, 181, options);
      await write(reader, 179, options);
    }
    await write(reader, 200);
    await write(otherReader, 1, { isRead: true });
    await write(otherReader, 2);
    await sql`
      insert into notification_counts (user_id, total, unread)
      values (${reader.userId}, 5, 3), (${otherReader.userId}, 2, 1)`.execute(t.db);
    await run('notifications.purge-old');
    const left = await sql<{ count: number }>`
      select count(*) as count from notifications where user_id = ${reader.userId}`.execute(t.db);
    expect(left.rows[0]?.count).toBe(3);
    const counts = async (user: TestUser) => {
      const all = (await t.get('/api/notifications', { as: user })).body.data;
      const { unreadCount } = (await t.get('/api/notifications/unread-count', { as: user })).body.data;
      return [all.pagination.total, all.notifications.length, unreadCount];
    };
    expect(await counts(reader)).toEqual([2, 2, 1]);
    expect(await counts(otherReader)).toEqual([2, 2, 1]);
  });
});

describe('responses that are stored for repeated requests', () => {
  it('go a day after, all of them, in batches that commit one by one', async () => {
    const keysOf = (principal: string) =>
      sql<{
        n: number;
      }>`select count(*)::int as n from idempotency_keys where principal = ${principal}`.execute(t.db);
    for (const [principal, age] of [
      ['user:old', '49 hours'],
      ['user:young', '1 hour'],
    ] as const) {
      await sql`
        insert into idempotency_keys (principal, endpoint, key, request_hash, created_at)
        select ${principal}, 'POST /x', 'k' || n, 'x', ${t.clock.now()}::timestamptz - ${age}::interval
        from generate_series(1, 2500) n`.execute(t.db);
    }
    await run('http.purge-idempotency-keys');
    expect((await keysOf('user:old')).rows).toEqual([{ n: 0 }]);
    expect((await keysOf('user:young')).rows).toEqual([{ n: 2500 }]);
  });
});

describe('the change log', () => {
  it('loses what is older than a week in batches, and keeps what is not and the last entry', async () => {
    await sql`
      insert into listing_changes (listing_id, changed_at)
      select 'lst_old', clock_timestamp() - interval '8 days' from generate_series(1, 12000)`.execute(t.db);
    await sql`
      insert into listing_changes (listing_id, changed_at)
      select 'lst_young', clock_timestamp() - interval '6 days' from generate_series(1, 3)`.execute(t.db);
    await sql`update listing_changes set changed_at = clock_timestamp() - interval '9 days' where listing_id not in ('lst_young')`.execute(
      t.db,
    );
    await run('discovery.purge-change-log');
    const { rows } = await sql<{ listing_id: string; n: number }>`
      select listing_id, count(*)::int as n from listing_changes group by 1`.execute(t.db);
    expect(rows).toEqual([{ listing_id: 'lst_young', n: 3 }]);
  });
});

describe('people who have reported something without an account', () => {
  it('are forgotten half a year after the decision; their reports stay', async () => {
    const rows = [
      ['rpt_old', 'dismissed', ago(184 * DAY_MS)],
      ['rpt_young', 'resolved', ago(182 * DAY_MS)],
      ['rpt_open', 'open', null],
    ] as const;
    for (const [id, status, at] of rows)
      await t.db
        .insertInto('reports')
        .values({
          id,
          kind: 'listing',
          subject_id: 'lst_none',
          reporter_id: null,
          reporter_name: 'Grete Gast',
          reporter_email: 'grete@guests.example',
          reported_user_id: null,
          reason: 'fraud',
          details: null,
          context: '{}',
          status,
          decided_at: at,
          created_at: ago(300 * DAY_MS),
        })
        .execute();
    await run('reports.forget-guests');
    const remaining = await t.db
      .selectFrom('reports')
      .select(['id', 'reporter_name', 'reporter_email'])
      .where(
        'id',
        'in',
        rows.map(([id]) => id),
      )
      .orderBy('id')
      .execute();
    expect(remaining.map((row) => [row.id, row.reporter_name, row.reporter_email])).toEqual([
      ['rpt_old', null, null],
      ['rpt_open', 'Grete Gast', 'grete@guests.example'],
      ['rpt_young', 'Grete Gast', 'grete@guests.example'],
    ]);
  });
});
