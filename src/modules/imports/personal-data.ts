import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { PagedList, type PersonalDataSection } from '../../platform/personal-data.ts';
import {
  deletePullsOf,
  deleteSettingsOfSeller,
  deleteSomeImports,
  exportImports,
  forgetReceiver,
  forgetSomeReceivers,
} from './imports.repository.ts';

/** Imports per batch; each has problems and images. */
const DELETED_AT_ONCE = 10;

/** Imports belong to a seller. They name people who started them or receive their results. */
export function importsPersonalData(
  jobs: JobQueue,
  discardJob: JobDefinition<{ keys: readonly string[] }>,
): PersonalDataSection {
  return {
    export: new PagedList(exportImports),
    erase: async (trx, { userId, email, sellerId }) => {
      await forgetReceiver(trx, email);
      await deletePullsOf(trx, userId);
      if (sellerId !== null) await deleteSettingsOfSeller(trx, sellerId);
    },
    batches: {
      receivers: forgetSomeReceivers,
      ofSeller: async (trx, { sellerId }) => {
        if (sellerId === null) return null;
        const { count, keys } = await deleteSomeImports(trx, sellerId, DELETED_AT_ONCE);
        if (keys.length > 0) await jobs.enqueue(trx, discardJob, { keys });
        return count === DELETED_AT_ONCE ? 'more' : null;
      },
    },
  };
}
