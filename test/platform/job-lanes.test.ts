import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { JobDefinition } from '../../src/platform/jobs/job.ts';
import { readQueueState } from '../../src/platform/jobs/queue-state.repository.ts';
import { JobRunner } from '../../src/platform/jobs/runner.ts';
import type { Mail } from '../../src/platform/mail/mailer.ts';
import { createBuyer, createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
const sent: Mail[] = [];
let isRefused = (_mail: Mail): boolean => false;
beforeAll(async () => {
  t = await createTestApp({
    mailer: {
      async send(mail) {
        if (isRefused(mail)) throw new Error('the mail server refuses it');
        sent.push(mail);
      },
    },
  });
});
afterAll(() => t.close());

interface NamedPayload {
  readonly name: string;
}

describe('the queue', () => {
  let ran: string[];
  let runner: JobRunner;
  const recordingJob = (
    name: string,
    overrides: Partial<JobDefinition<NamedPayload>> = {},
  ): JobDefinition<NamedPayload> => ({
    name,
    run: async (payload) => void ran.push(payload.name),
    ...overrides,
  });
  const urgent = recordingJob('lanes.urgent', { lane: 'urgent' });
  const soon = recordingJob('lanes.soon');
  const whenever = recordingJob('lanes.whenever', { lane: 'whenever' });

  function enqueue(
    job: JobDefinition<NamedPayload>,
    names: readonly string[],
    options = {},
  ): Promise<unknown> {
    return inTransaction(t.db, (trx) =>
      t.app.platform.jobs.enqueueMany(
        trx,
        job,
        names.map((name) => ({ name })),
        options,
      ),
    );
  }

  beforeAll(async () => {
    ran = [];
    runner = new JobRunner({ db: t.db, clock: t.clock, log: t.app.platform.log });
    runner.register([urgent, soon, whenever]);
  });

  it('runs urgent jobs first, then those due soon, then the rest', async () => {
    await enqueue(
      whenever,
      Array.from({ length: 100 }, (_, n) => `rest ${n}`),
    );
    await enqueue(soon, ['soon']);
    await enqueue(urgent, ['urgent']);
    await runner.drain();
    expect(ran.slice(0, 3)).toEqual(['urgent', 'soon', 'rest 0']);
    expect(ran).toHaveLength(102);
  });

  it('lets accounts take turns, however many jobs one of them has', async () => {
    ran = [];
    const flood = Array.from({ length: 50 }, (_, n) => `flood ${n}`);
    await enqueue(soon, flood.slice(0, 25), { account: 'sel_flood' });
    await enqueue(soon, flood.slice(25), { account: 'sel_flood' });
    t.clock.advance(1);
    await enqueue(soon, ['small 0', 'small 1'], { account: 'sel_small' });
    await runner.drain();
    expect(ran.indexOf('small 0')).toBe(1);
    expect(ran.indexOf('small 1')).toBe(3);
    expect(ran.filter((name) => name.startsWith('flood'))).toEqual(flood);
  });

  it('a job that failed waits for its time and then comes before the turns of a flood', async () => {
    ran = [];
    let failures = 1;
    const failing = recordingJob('lanes.failing', {
      run: async ({ name }) => {
        if (failures-- > 0) throw new Error('not yet');
        ran.push(name);
      },
    });
    const separateRunner = new JobRunner({ db: t.db, clock: t.clock, log: t.app.platform.log });
    separateRunner.register([failing, soon]);
    await enqueue(failing, ['late'], { account: 'sel_a' });
    await separateRunner.drain();
    expect(ran).toEqual([]);
    t.clock.advance(10_000);
    await enqueue(soon, ['a 0', 'a 1'], { account: 'sel_a' });
    await separateRunner.drain();
    expect(ran).toEqual(['late', 'a 0', 'a 1']);
  });

  it('hanging work in one lane leaves slots for urgent jobs', async () => {
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    let startedCount = 0;
    const slow = (lane: 'soon' | 'whenever'): JobDefinition<NamedPayload> =>
      recordingJob(`lanes.slow-${lane}`, {
        lane,
        run: () => {
          startedCount++;
          return hanging;
        },
      });
    let isAnswered = false;
    const separateRunner = new JobRunner({ db: t.db, clock: t.clock, log: t.app.platform.log });
    const urgentJob = recordingJob('lanes.asked', {
      lane: 'urgent',
      run: async () => void (isAnswered = true),
    });
    const [slowSoon, slowWhenever] = [slow('soon'), slow('whenever')];
    separateRunner.register([slowSoon, slowWhenever, urgentJob]);
    const many = Array.from({ length: 20 }, (_, n) => `slow ${n}`);
    await enqueue(slowSoon, many);
    await enqueue(slowWhenever, many);
    await separateRunner.start();
    await expect.poll(() => startedCount).toBe(8);
    await enqueue(urgentJob, ['asked']);
    separateRunner.wake();
    await expect.poll(() => isAnswered).toBe(true);
    expect(startedCount).toBe(8);
    release();
    await expect.poll(() => startedCount).toBe(40);
    await separateRunner.stop(5000);
  });

  it('an account whose jobs hang has two places of a lane, so a job of another account runs at once', async () => {
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    let startedCount = 0;
    ran = [];
    const slow = recordingJob('lanes.slow-account', {
      run: () => {
        startedCount++;
        return hanging;
      },
    });
    const quick = recordingJob('lanes.quick-account');
    const separateRunner = new JobRunner({ db: t.db, clock: t.clock, log: t.app.platform.log });
    separateRunner.register([slow, quick]);
    const many = Array.from({ length: 40 }, (_, n) => `slow ${n}`);
    await enqueue(slow, many, { account: 'sel_many' });
    // All of its jobs have an earlier virtual start time, and they are more than a claim scans for its free slots.
    t.clock.advance(MINUTE_MS);
    await separateRunner.start();
    await expect.poll(() => startedCount).toBe(2);
    await enqueue(quick, ['other'], { account: 'sel_other' });
    await enqueue(quick, ['nobody']);
    separateRunner.wake();
    await expect.poll(() => ran.toSorted()).toEqual(['nobody', 'other']);
    expect(startedCount).toBe(2);
    release();
    await expect.poll(() => startedCount, { timeout: 20_000 }).toBe(40);
    await separateRunner.stop(5000);
  });

  it('reports the age of the oldest job and the number due, per lane', async () => {
    await t.drainJobs();
    await enqueue(whenever, ['x', 'y']);
    t.clock.advance(90_000);
    await enqueue(soon, ['z']);
    const { lanes } = await readQueueState(t.db, t.clock.now());
    expect(lanes.whenever).toEqual({ due: 2, oldestSeconds: expect.closeTo(90, 0) });
    expect(lanes.soon).toEqual({ due: 1, oldestSeconds: expect.closeTo(0, 0) });
    expect(lanes.urgent).toEqual({ due: 0, oldestSeconds: 0 });
    const { text } = await t.get('/metrics');
    expect(text).toContain('fifthwheel_jobs_due{lane="whenever"} 2');
    expect(text).toMatch(/fifthwheel_jobs_oldest_due_seconds\{lane="whenever"\} 90/);
    expect(text).toMatch(/fifthwheel_nodejs_eventloop_lag_p99_seconds \d/);
    ran = [];
    await runner.drain();
  });
});

describe('a fan-out', () => {
  it('takes a few jobs after a password reset for a listing with many favorites; each recipient is notified once', async () => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller, { price: 50_000 });
    const buyer = await createBuyer(t);
    await t.post('/api/favorites', { listingId: listing.listingId }, { as: buyer });
    await sql`
      with people as (
        insert into users (id, email, name, role, password_hash, email_verified, created_at, updated_at)
        select 'usr_' || lpad(n::text, 26, '0'), 'fan' || n || '@example.org', 'Fan ' || n, 'BUYER', 'x', true, now(), now()
        from generate_series(1, 230) n returning id)
      insert into favorites (id, user_id, listing_id, title, price_at_added, currency_at_added, created_at)
      select 'fav_' || substr(id, 5), id, ${listing.listingId}, 'x', 50000, 'EUR', now() from people`.execute(
      t.db,
    );
    await t.drainJobs();
    sent.length = 0;
    const response = await t.patch(
      `/api/seller/listings/${listing.listingId}`,
      { price: 45_000 },
      { as: seller },
    );
    expect(response.status).toBe(200);
    await t.drainJobs();
    // The price has been stable for a minute.
    t.clock.advance(MINUTE_MS);
    await expect
      .poll(async () => {
        await t.app.runner.drain({ roundsMax: 1 }).catch(() => {});
        const { rows } = await sql<{ jobs: number; account: string | null }>`
          select count(*)::int as jobs, min(account) as account from jobs
          where name = 'notifications.deliver-notice' and lane = 2`.execute(t.db);
        return rows[0];
      })
      .toEqual({ jobs: 3, account: seller.sellerId });
    await t.post('/api/auth/forgot-password', { email: buyer.email });
    await t.drainJobs();
    expect(sent[0]?.to).toBe(buyer.email);
    expect(sent[0]?.text).toContain('reset-password');
    expect(sent).toHaveLength(232);
    const { rows } = await sql<{ told: number; unread: number }>`
      select count(*)::int as told, (select sum(unread)::int from notification_counts) as unread
      from notifications where type = 'price_drop'`.execute(t.db);
    expect(rows[0]).toEqual({ told: 231, unread: 231 });
    expect(new Set(sent.map(({ to }) => to)).size).toBe(231);
  });

  it('sends again only the emails of a batch that failed', async () => {
    const { mails } = t.app.platform;
    const names = Array.from({ length: 12 }, (_, n) => `batch-${n}@example.org`);
    const templated = names.map((to) => ({
      to,
      language: 'en',
      name: 'notice',
      values: { name: '', title: 'A title', sentence: 'A title.', body: '', action: '', label: '' },
      subjectValues: { label: 'News' },
    }));
    sent.length = 0;
    isRefused = (mail) => mail.to === 'batch-3@example.org';
    await inTransaction(t.db, (trx) =>
      mails.enqueueMany(trx, templated, { account: null, lane: 'whenever' }),
    );
    await t.drainJobs({ mayFail: ['mail.write-many'] });
    expect(sent.map(({ to }) => to).toSorted()).toEqual(
      names.filter((to) => to !== 'batch-3@example.org').toSorted(),
    );
    isRefused = () => false;
    t.clock.advance(60_000);
    sent.length = 0;
    await t.drainJobs();
    expect(sent.map(({ to }) => to)).toEqual(['batch-3@example.org']);
  });

  it('keeps of emails to many what they are written of', async () => {
    const { mails } = t.app.platform;
    const templated = {
      to: 'written-later@example.org',
      language: 'en',
      name: 'notice',
      values: { name: '', title: 'A title', sentence: 'A title.', body: '', action: '', label: '' },
      subjectValues: { label: 'News' },
    };
    sent.length = 0;
    await inTransaction(t.db, (trx) =>
      mails.enqueueMany(trx, [templated], { account: null, lane: 'whenever' }),
    );
    const { rows } = await sql<{ length: number }>`
      select length(payload::text) as length from jobs where payload::text like '%written-later%'`.execute(
      t.db,
    );
    expect(rows.map(({ length }) => length < 1000)).toEqual([true]);
    await t.drainJobs();
    const [mail] = sent;
    expect(mail?.html).toContain('A title.');
  });
});
