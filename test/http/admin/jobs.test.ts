import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { JobDefinition } from '../../../src/platform/jobs/job.ts';
import { createAdmin, createBuyer, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

interface Payload {
  readonly sellerId: string;
  readonly secret: string;
}

let t: TestApp;
let admin: TestUser;
let isBroken = false;
const ran: string[] = [];

const job: JobDefinition<Payload> = {
  name: 'test.do-work',
  attemptsMax: 1,
  async run({ sellerId }, { jobId }) {
    if (isBroken) throw new Error(`no luck with ${sellerId}`);
    ran.push(jobId);
  },
};

beforeAll(async () => {
  t = await createTestApp();
  t.app.runner.register([job]);
  admin = await createAdmin(t);
});
afterAll(() => t.close());

/** Enqueues a job and returns its ID. */
async function enqueue(options: { runAt?: Date; dedupeKey?: string } = {}): Promise<string> {
  const payload = { sellerId: newId('sel'), secret: 'hush-hush' };
  await inTransaction(t.db, (trx) => t.app.platform.jobs.enqueue(trx, job, payload, options));
  const row = await t.db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', job.name)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function createFailedJob(options: { dedupeKey?: string } = {}): Promise<string> {
  const id = await enqueue(options);
  isBroken = true;
  await t.drainJobs({ mayFail: ['test.do-work'] });
  isBroken = false;
  return id;
}

const tomorrow = () => new Date(t.clock.now().getTime() + DAY_MS);
const list = (query: string) => t.get(`/api/admin/jobs?${query}`, { as: admin });
const idsOf = async (query: string): Promise<string[]> =>
  (await list(query)).body.data.jobs.map((row: { id: string }) => row.id);
const act = (id: string, action: 'retry' | 'cancel') =>
  t.post(`/api/admin/jobs/${id}/${action}`, {}, { as: admin });

/** Leases the job as if another process were running it. */
const lease = (id: string, until: Date) =>
  t.db
    .updateTable('jobs')
    .set({ locked_until: until, locked_by: 'elsewhere', attempts: 1 })
    .where('id', '=', id)
    .execute();

describe('jobs as administrators see them', () => {
  it('are listed newest first by name and state, with their subject and never their secrets', async () => {
    const failure = await createFailedJob();
    const running = await enqueue();
    await lease(running, tomorrow());
    const abandoned = await enqueue({ runAt: tomorrow() });
    await lease(abandoned, new Date(t.clock.now().getTime() - HOUR_MS));
    const waiting = await enqueue({ runAt: tomorrow() });

    expect(await idsOf('name=test.do-work')).toEqual([waiting, abandoned, running, failure]);
    expect(await idsOf('name=test.do-work&state=waiting')).toEqual([waiting, abandoned]);
    expect(await idsOf('name=test.do-work&state=running')).toEqual([running]);
    expect(await idsOf('state=failed')).toEqual([failure]);
    expect(await idsOf('name=test.do')).toEqual([]);
    const second = (await list('name=test.do-work&page=2&limit=3')).body.data;
    expect(second.jobs.map((row: { id: string }) => row.id)).toEqual([failure]);
    expect(second.pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2, hasMore: false });

    const response = await list('state=failed');
    const subject = response.body.data.jobs[0].subject;
    expect(subject).toEqual({ sellerId: expect.stringMatching(/^sel_/) });
    expect(response.body.data.jobs[0]).toMatchObject({
      name: 'test.do-work',
      state: 'failed',
      recurring: false,
      attempts: 1,
      attemptsMax: 1,
      lastError: `no luck with ${subject.sellerId}`,
      failedAt: expect.any(String),
    });
    expect(JSON.stringify((await list('limit=100')).body)).not.toContain('hush-hush');
    await t.db.deleteFrom('jobs').where('name', '=', job.name).execute();
  });

  it('are for administrators only', async () => {
    const buyer = await createBuyer(t);
    const id = await enqueue({ runAt: tomorrow() });
    expect((await t.get('/api/admin/jobs', { as: buyer })).status).toBe(403);
    expect((await t.post(`/api/admin/jobs/${id}/cancel`, {}, { as: buyer })).status).toBe(403);
    expect(await idsOf('name=test.do-work')).toEqual([id]);
    await act(id, 'cancel');
  });

  it('reach no further than 10,000 rows', async () => {
    expect((await list('page=101&limit=100')).status).toBe(400);
    expect((await list('state=lost')).status).toBe(400);
  });
});

describe('retrying', () => {
  it('runs a failed job once more, and again if that fails too', async () => {
    const id = await createFailedJob();
    isBroken = true;
    expect((await act(id, 'retry')).status).toBe(200);
    await t.drainJobs({ mayFail: ['test.do-work'] });
    isBroken = false;
    expect(await idsOf('state=failed')).toEqual([id]);
    expect((await act(id, 'retry')).status).toBe(200);
    await t.drainJobs();
    expect(ran).toEqual([id]);
    expect(await idsOf('name=test.do-work')).toEqual([]);
  });

  it('makes a job due that waits', async () => {
    const id = await enqueue({ runAt: tomorrow() });
    await t.drainJobs();
    expect(ran).not.toContain(id);
    await act(id, 'retry');
    await t.drainJobs();
    expect(ran).toContain(id);
  });

  it('is rejected while another job waits to do the same', async () => {
    const id = await createFailedJob({ dedupeKey: 'one' });
    const other = await enqueue({ dedupeKey: 'one', runAt: tomorrow() });
    const response = await act(id, 'retry');
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(await idsOf('state=failed')).toEqual([id]);
    await act(other, 'cancel');
    await act(id, 'cancel');
  });
});

describe('cancelling', () => {
  it('removes a job that waits or has failed', async () => {
    const waiting = await enqueue({ runAt: tomorrow() });
    const failure = await createFailedJob();
    expect((await act(waiting, 'cancel')).status).toBe(200);
    expect((await act(failure, 'cancel')).status).toBe(200);
    expect(await idsOf('name=test.do-work')).toEqual([]);
    expect((await act(waiting, 'cancel')).status).toBe(404);
  });

  it('a running job is rejected, as is retrying it', async () => {
    const id = await enqueue();
    await lease(id, tomorrow());
    expect((await act(id, 'cancel')).status).toBe(409);
    expect((await act(id, 'retry')).status).toBe(409);
    await t.db.deleteFrom('jobs').where('id', '=', id).execute();
  });

  it('a recurring job is rejected', async () => {
    await t.app.runner.scheduleRecurring();
    const [recurring] = (await list('name=auth.purge-expired')).body.data.jobs;
    expect(recurring.recurring).toBe(true);
    expect((await act(recurring.id, 'cancel')).status).toBe(409);
  });

  it('either happens before the run or has no effect', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await enqueue();
      const [response] = await Promise.all([act(id, 'cancel'), t.drainJobs()]);
      expect(ran.includes(id)).toBe(response.status !== 200);
    }
  });
});

it('unknown jobs are not found', async () => {
  expect((await act(newId('job'), 'retry')).status).toBe(404);
  expect((await act('x', 'cancel')).status).toBe(404);
});

it('both are audited', async () => {
  const id = await createFailedJob();
  await act(id, 'retry');
  await t.drainJobs();
  const other = await enqueue({ runAt: tomorrow() });
  await act(other, 'cancel');
  const entries = await t.get('/api/admin/audit-log?subjectType=job&limit=2', { as: admin });
  expect(
    entries.body.data.entries.map((entry: { action: string; subject: unknown; before: unknown }) => [
      entry.action,
      entry.subject,
      entry.before,
    ]),
  ).toEqual([
    ['job.cancelled', { type: 'job', id: other }, { name: job.name, state: 'waiting', attempts: 0 }],
    ['job.retried', { type: 'job', id }, { name: job.name, state: 'failed', attempts: 1 }],
  ]);
});
