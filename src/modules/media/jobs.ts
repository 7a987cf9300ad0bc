import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';
import { findOrphans, type OrphanParts, removeOldTemporaries } from '../../platform/storage/orphans.ts';
import type { PublicAddresses } from './public-files.ts';

const SWEEP_EVERY_MS = 15 * MINUTE_MS;

export function mediaJobs(
  parts: OrphanParts & { readonly addresses: PublicAddresses; readonly temporaryDir: string },
): readonly AnyJobDefinition[] {
  const { files, addresses, temporaryDir } = parts;
  const sweep: JobDefinition = {
    name: 'media.sweep-files',
    everyMs: SWEEP_EVERY_MS,
    run: (_payload, { signal }) => files.sweep(signal),
  };
  const orphans: JobDefinition = {
    name: 'media.find-orphans',
    everyMs: DAY_MS,
    async run(_payload, context) {
      await removeOldTemporaries(temporaryDir);
      await findOrphans(parts, context);
    },
  };
  return [sweep, orphans, addresses.rebaseJob];
}
