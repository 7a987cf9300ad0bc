import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addMs, DAY_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { JobDefinition } from '../../src/platform/jobs/job.ts';
import { JobRunner } from '../../src/platform/jobs/runner.ts';
import { watchStatements } from '../support/statements.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const sent = watchStatements();

let t: TestApp;
beforeAll(async () => {
  // Polls on the runner's timer would count as well, so stop the timers.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  t = await createTestApp();
});
afterAll(async () => {
  await t.close();
  vi.useRealTimers();
  sent.stop();
});

/** Counts how often a runner looked for jobs until it had run this many. */
async function countLooks(jobs: number): Promise<number> {
  const { db, clock, log } = t.app.platform;
  const runner = new JobRunner({ db, clock, log });
  let left = jobs;
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const job: JobDefinition<{ n: number }> = {
    name: `looks.count-${jobs}`,
    run: async () => {
      if (--left === 0) finish();
    },
  };
  runner.register([job]);
  await inTransaction(db, async (trx) => {
    for (let n = 0; n < jobs; n++) await t.app.platform.jobs.enqueue(trx, job, { n });
  });
  sent.clear();
  await runner.start();
  await finished;
  await runner.stop(1000);
  return sent.texts.filter((text) => text.includes('skip locked') && text.includes('jobs')).length;
}

it('a runner that found fewer jobs than it could take does not look again', async () => {
  expect(await countLooks(1)).toBe(1);
  expect(await countLooks(4)).toBe(1);
});

it('one that may have left some looks until it has run them all', async () => {
  expect(await countLooks(30)).toBeGreaterThan(3);
});

it('many jobs are enqueued by one statement, but for those whose key waits already', async () => {
  const { db, jobs, clock } = t.app.platform;
  const job: JobDefinition<{ n: number }> = { name: 'looks.with-keys', run: async () => {} };
  const enqueue = (keys: readonly string[]): Promise<unknown> =>
    inTransaction(db, (trx) =>
      jobs.enqueueMany(
        trx,
        job,
        keys.map((_, n) => ({ n })),
        { dedupeKeys: keys, runAt: addMs(clock.now(), DAY_MS) },
      ),
    );
  await enqueue(['a', 'b']);
  sent.clear();
  await enqueue(['b', 'c', 'd']);
  expect(sent.texts.filter((text) => text.includes('insert into jobs'))).toHaveLength(1);
  const rows = await db
    .selectFrom('jobs')
    .select(['dedupe_key', 'payload'])
    .where('name', '=', job.name)
    .orderBy('dedupe_key')
    .execute();
  expect(rows.map(({ dedupe_key: key, payload }) => [key, payload])).toEqual([
    ['a', { n: 0 }],
    ['b', { n: 1 }],
    ['c', { n: 1 }],
    ['d', { n: 2 }],
  ]);
});
