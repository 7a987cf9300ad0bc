import { isUnavailable } from '../../platform/db/sql-errors.ts';
import type { Logger } from '../../platform/log.ts';

/** Attempts to follow the change log at the start before the start fails. */
const ATTEMPTS_AT_START = 5;

/**
 * Catches up at the start. The disk may be slow then, so a statement may run out of time. What was applied stays applied, and what
 * was read is in the caches of the database, so the next attempt has less to do.
 */
export async function catchUpAtStart(
  catchUp: () => Promise<void>,
  { log, isStopped }: { readonly log: Logger; readonly isStopped: () => boolean },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await catchUp();
    } catch (error) {
      if (!isUnavailable(error) || attempt === ATTEMPTS_AT_START || isStopped()) throw error;
      log.warn({ err: error, attempt }, 'the search index could not catch up');
    }
  }
}
