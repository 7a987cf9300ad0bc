import { HOUR_MS } from '../../platform/clock.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { deleteSome, PURGE_BATCH_SIZE, purges } from './purges.repository.ts';
import type { StoredFiles } from '../../platform/storage/stored-files.ts';

export function purgeJob(parts: Pick<Platform, 'db' | 'clock' | 'wallClock'>): AnyJobDefinition {
  return {
    name: 'auth.purge-expired',
    everyMs: HOUR_MS,
    async run(_payload, { signal }) {
      for (const purge of purges(parts.clock.now(), parts.wallClock.now())) {
        while (!signal.aborted && (await deleteSome(parts.db, purge)) >= PURGE_BATCH_SIZE);
      }
    },
  };
}

export function removeFilesJob(
  files: StoredFiles,
): JobDefinition<{ readonly storageKeys: readonly string[] }> {
  return {
    name: 'auth.remove-files',
    lane: 'whenever',
    async run({ storageKeys }) {
      await files.retire(storageKeys);
    },
  };
}
