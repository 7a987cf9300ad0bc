import type { Platform } from '../../platform/module.ts';
import { DAY_MS, HOUR_MS, addMs, MINUTE_MS } from '../../platform/clock.ts';
import type { AnyJobDefinition, JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import { deleteFinishedBefore } from './imports.repository.ts';

/** Reports of imports can be read this long. */
const KEPT_DAYS = 90;
const PURGE_BATCH = 100;

/** Definitions that others enqueue by; what they run is put in when it has been made. */
export interface ImportJobs {
  readonly run: JobDefinition<{ importId: string }>;
  readonly runLarge: JobDefinition<{ importId: string }>;
  readonly pictures: JobDefinition<{ listingId: string }>;
  readonly discard: JobDefinition<{ keys: readonly string[] }>;
}

export interface JobWork {
  run(importId: string, context: JobContext, options: { readonly mayBeLarge: boolean }): Promise<void>;
  pictures(listingId: string, context: JobContext): Promise<void>;
  startPulls(): Promise<void>;
}

export function importJobs(
  platform: Pick<Platform, 'db' | 'clock' | 'storage'>,
  work: () => JobWork,
): ImportJobs & { readonly list: readonly AnyJobDefinition[] } {
  const { db, clock, storage } = platform;
  const run: ImportJobs['run'] = {
    name: 'imports.run-import',
    attemptsMax: 6,
    concurrency: 2,
    run: ({ importId }, context) => work().run(importId, context, { mayBeLarge: false }),
  };
  // Minutes long, and so one at a time: the small imports of others do not wait for it.
  const runLarge: ImportJobs['runLarge'] = {
    name: 'imports.run-large-import',
    attemptsMax: 6,
    concurrency: 1,
    run: ({ importId }, context) => work().run(importId, context, { mayBeLarge: true }),
  };
  const pictures: ImportJobs['pictures'] = {
    name: 'imports.fetch-pictures',
    lane: 'whenever',
    attemptsMax: 4,
    concurrency: 2,
    leaseMs: 5 * MINUTE_MS,
    run: ({ listingId }, context) => work().pictures(listingId, context),
  };
  const discard: ImportJobs['discard'] = {
    name: 'imports.discard-files',
    lane: 'whenever',
    async run({ keys }) {
      for (const key of keys) await storage.remove(key);
    },
  };
  const pull: JobDefinition = {
    name: 'imports.start-pulls',
    lane: 'soon',
    everyMs: MINUTE_MS,
    run: () => work().startPulls(),
  };
  const purge: JobDefinition = {
    name: 'imports.purge-reports',
    everyMs: 6 * HOUR_MS,
    async run() {
      const before = addMs(clock.now(), -KEPT_DAYS * DAY_MS);
      while ((await deleteFinishedBefore(db, before, PURGE_BATCH)) === PURGE_BATCH);
    },
  };
  return { run, runLarge, pictures, discard, list: [run, runLarge, pictures, discard, pull, purge] };
}
