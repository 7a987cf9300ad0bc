import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { COMPARABLE_MIN, flagsOf } from './moderation-flags.ts';
import { findFacts, writeFlags } from './flags.repository.ts';

/** Listings per statement. */
const SLICE = 500;

export interface FlagPayload {
  readonly listingIds: readonly string[];
}

/** Sets the moderation flags of written listings; a job, because the write must not wait for it. */
export function flagListingsJob(db: Database): JobDefinition<FlagPayload> {
  return {
    name: 'listings.flag-listings',
    concurrency: 1,
    async run({ listingIds }, context) {
      for (let from = 0; from < listingIds.length; from += SLICE) {
        if (from > 0) await context.heartbeat();
        await flag(db, listingIds.slice(from, from + SLICE));
      }
    },
  };
}

async function flag(db: Database, ids: readonly string[]): Promise<void> {
  const facts = await findFacts(db, ids);
  const changed = facts.flatMap((row) => {
    const flags = flagsOf({
      price: row.price,
      median: row.comparable >= COMPARABLE_MIN ? row.median : null,
      duplicates: row.duplicates ?? [],
      texts: { title: row.title, description: row.description },
    });
    return isDeepStrictEqual(flags, row.flags) ? [] : [{ id: row.id, flags }];
  });
  if (changed.length > 0) await inTransaction(db, (trx) => writeFlags(trx, changed));
}
