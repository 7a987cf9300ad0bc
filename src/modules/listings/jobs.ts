import type { Platform } from '../../platform/module.ts';
import { DAY_MS, HOUR_MS, addMs, dayOf, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { AnyJobDefinition } from '../../platform/jobs/job.ts';
import { findManagers } from '../companies/index.ts';
import {
  deleteForGood,
  lockExpired,
  lockEndedFeatured,
  claimExpiring,
  logSellerChanges,
} from './due-listings.repository.ts';
import { listingPurged } from './events.ts';
import { stepOf } from './writing/inventory.ts';
import type { ListingAction } from './lifecycle/lifecycle-table.ts';
import { deletedRetentionDays } from './lifecycle/lifecycle.ts';
import { purgeHistory } from './writing/history.repository.ts';
import type { ListingWriter } from './writing/listing-writer.ts';
import type { ListingRow } from './tables.ts';
import { teamNotices } from './writing/team-notices.ts';
import { foldDays, foldStock } from './sums.repository.ts';
import { purgeViews } from './public/views.repository.ts';

type ListingJobParts = Pick<Platform, 'db' | 'clock' | 'events' | 'notices'> & {
  readonly writer: ListingWriter;
};

/** Rows per transaction: few, so that locks are held only briefly. */
const BATCH = 200;
/** Records per transaction, with events and notifications: they block the event loop for about 10 ms. */
const MOVED_AT_A_TIME = 50;
const WARN_DAYS = [7, 1] as const;
const VIEW_DAYS_KEPT = 2;
const HISTORY_DAYS_KEPT = 365;
/** Listings per transaction; each notifies the whole team. */
const WARNED_AT_A_TIME = 100;
const HISTORY_BATCH = 5000;
const VIEWS_BATCH = 10_000;
const SUMS_BATCH = 5000;

/**
 * Time-based changes of listings: expiry, warnings, purging. Each job works in batches until nothing is due, and can
 * be repeated safely.
 */
export function listingJobs(parts: ListingJobParts): readonly AnyJobDefinition[] {
  const { db, clock } = parts;
  return [
    {
      name: 'listings.note-sellers',
      lane: 'soon',
      everyMs: 10 * SECOND_MS,
      async run(_payload, { signal }) {
        while (!signal.aborted && (await logSellerChanges(db)));
      },
    },
    {
      name: 'listings.expire',
      lane: 'soon',
      everyMs: MINUTE_MS,
      run: () => untilDone(() => moveDue(parts, 'expire', lockExpired), MOVED_AT_A_TIME),
    },
    {
      name: 'listings.end-featuring',
      lane: 'soon',
      everyMs: MINUTE_MS,
      run: () => untilDone(() => moveDue(parts, 'unfeature', lockEndedFeatured), MOVED_AT_A_TIME),
    },
    {
      name: 'listings.warn-of-expiry',
      everyMs: HOUR_MS,
      async run() {
        for (const days of WARN_DAYS) await untilDone(() => warn(parts, days), WARNED_AT_A_TIME);
      },
    },
    { name: 'listings.purge-deleted', everyMs: HOUR_MS, run: () => untilDone(() => purge(parts)) },
    {
      name: 'listings.fold-sums',
      everyMs: MINUTE_MS,
      async run() {
        while ((await foldStock(db, SUMS_BATCH)) === SUMS_BATCH);
        while ((await foldDays(db, SUMS_BATCH)) === SUMS_BATCH);
      },
    },
    {
      name: 'listings.purge-history',
      everyMs: HOUR_MS,
      async run() {
        const before = addMs(clock.now(), -HISTORY_DAYS_KEPT * DAY_MS);
        while ((await purgeHistory(db, before, HISTORY_BATCH)) === HISTORY_BATCH);
      },
    },
    {
      name: 'listings.purge-views',
      everyMs: HOUR_MS,
      async run() {
        const before = dayOf(addMs(clock.now(), -VIEW_DAYS_KEPT * DAY_MS));
        while ((await purgeViews(db, before, VIEWS_BATCH)) === VIEWS_BATCH);
      },
    },
  ];
}

async function untilDone(batch: () => Promise<number>, full = BATCH): Promise<void> {
  while ((await batch()) === full);
}

function moveDue(
  { db, clock, writer }: ListingJobParts,
  action: ListingAction,
  lockDue: (trx: Transaction, now: Date, limit: number) => Promise<ListingRow[]>,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const rows = await lockDue(trx, now, MOVED_AT_A_TIME);
    const changes = rows.flatMap((row) => stepOf(row, action, 'system', { now, listingDays: 0 }) ?? []);
    await writer.write(trx, changes, { source: 'system' });
    return changes.length;
  });
}

function warn({ db, clock, notices }: ListingJobParts, days: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const listings = await claimExpiring(trx, { now, days, limit: WARNED_AT_A_TIME });
    if (listings.length === 0) return 0;
    const managers = await findManagers(trx, [...new Set(listings.map((row) => row.seller_id))]);
    const notice = { type: 'listing_expiring', reason: null, days } as const;
    await notices.add(
      trx,
      ...listings.flatMap((row) => teamNotices(row, notice, managers.get(row.seller_id) ?? [])),
    );
    return listings.length;
  });
}

function purge({ db, clock, events }: ListingJobParts): Promise<number> {
  return inTransaction(db, async (trx) => {
    const before = addMs(clock.now(), -deletedRetentionDays * DAY_MS);
    const due = await deleteForGood(trx, before, BATCH);
    if (due.length === 0) return 0;
    await events.emitMany(
      trx,
      listingPurged,
      due.map((row) => ({ data: { listing_id: row.id }, audience: { sellerId: row.seller_id } })),
    );
    return due.length;
  });
}
