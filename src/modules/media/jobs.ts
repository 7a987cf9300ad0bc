import { MINUTE_MS } from '../../platform/clock.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';
import type { PublicFiles } from './public-files.ts';

const SWEEP_EVERY_MS = 15 * MINUTE_MS;

export interface MediaJobs {
  readonly list: readonly AnyJobDefinition[];
  readonly rebaseAddresses: JobDefinition<Record<string, never>>;
}

export function mediaJobs(files: PublicFiles): MediaJobs {
  const sweep: JobDefinition = {
    name: 'media.sweep-files',
    everyMs: SWEEP_EVERY_MS,
    run: (_payload, { signal }) => files.sweep(signal),
  };
  const rebaseAddresses: JobDefinition<Record<string, never>> = {
    name: 'media.rebase-addresses',
    run: (_payload, { signal }) => files.rebaseAddresses(signal),
  };
  return { list: [sweep, rebaseAddresses], rebaseAddresses };
}
