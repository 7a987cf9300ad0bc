import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { DAY_MS, HOUR_MS, addMs, dayOf, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { AnyJobDefinition } from '../../platform/jobs/job.ts';
import type { Notices } from '../../platform/notices.ts';
import { findManagers } from '../auth/index.ts';
import { listingPurged } from './events.ts';
import { stepOf } from './writing/inventory.ts';
import type { ListingAction } from './lifecycle/lifecycle-table.ts';
import { deletedRetentionDays } from './lifecycle/lifecycle.ts';
import { purgeHistory } from './writing/history.repository.ts';
import type { ListingWriter } from './writing/listing-writer.ts';
import type { ListingRow } from './tables.ts';
import { teamNotices } from './writing/team-notices.ts';
import { noteSellerChanges } from './change-log/seller-changes.repository.ts';
import { foldDays, foldStock } from './sums.repository.ts';
import { purgeViews } from './public/views.repository.ts';

export interface ListingJobParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly notices: Notices;
  readonly writer: ListingWriter;
}

/** Rows per transaction: few, so that nobody waits long for their locks. */
const BATCH = 200;
/** Whole records per transaction, with their events and notices: they hold the event loop for some ten milliseconds. */
const MOVED_AT_A_TIME = 50;
const WARN_DAYS = [7, 1] as const;
const VIEW_DAYS_KEPT = 2;
export const HISTORY_DAYS_KEPT = 365;
/** Each is told to everybody in a team. */
const WARNED_AT_A_TIME = 100;
const HISTORY_BATCH = 5000;
const VIEWS_BATCH = 10_000;
const SUMS_BATCH = 5000;

/**
 * What happens to listings by time alone: expiry, warnings, purging. Each job works in batches until nothing is due,
 * and may be repeated safely.
 */
export function listingJobs(parts: ListingJobParts): readonly AnyJobDefinition[] {
  const { db, clock } = parts;
  return [
    {
      name: 'listings.note-sellers',
      lane: 'soon',
      everyMs: 10 * SECOND_MS,
      async run(_payload, { signal }) {
        while (!signal.aborted && (await noteSellerChanges(db)));
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
      run: () => untilDone(() => moveDue(parts, 'unfeature', lockFeaturedOut), MOVED_AT_A_TIME),
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

/** After a full batch there may be more. */
async function untilDone(batch: () => Promise<number>, full = BATCH): Promise<void> {
  while ((await batch()) === full);
}

function moveDue(
  { db, clock, writer }: ListingJobParts,
  action: ListingAction,
  lockDue: (trx: Transaction, now: Date) => Promise<ListingRow[]>,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const rows = await lockDue(trx, now);
    const changes = rows.flatMap((row) => stepOf(row, action, 'system', { now, listingDays: 0 }) ?? []);
    await writer.write(trx, changes, { source: 'system' });
    return changes.length;
  });
}

/** Locked rows are left for the next run. */
function lockExpired(trx: Transaction, now: Date): Promise<ListingRow[]> {
  return trx
    .selectFrom('listings')
    .selectAll()
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(MOVED_AT_A_TIME)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

function lockFeaturedOut(trx: Transaction, now: Date): Promise<ListingRow[]> {
  return trx
    .selectFrom('listings')
    .selectAll()
    .where('featured', '=', true)
    .where('featured_until', '<=', now)
    .orderBy('featured_until')
    .limit(MOVED_AT_A_TIME)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** The warning's own row makes sure that each run of a listing is warned once per term. */
function warn({ db, clock, notices }: ListingJobParts, days: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const { rows } = await sql<{ listing_id: string }>`
      insert into listing_expiry_warnings (listing_id, expires_at, days_before)
      select l.id, l.expires_at, ${days} from listings l
      where l.status = 'ACTIVE' and l.expires_at > ${now} and l.expires_at <= ${addMs(now, days * DAY_MS)}
        and not exists (
          select from listing_expiry_warnings w
          where w.listing_id = l.id and w.expires_at = l.expires_at and w.days_before <= ${days}
        )
      order by l.expires_at limit ${WARNED_AT_A_TIME}
      on conflict do nothing
      returning listing_id`.execute(trx);
    if (rows.length === 0) return 0;
    const listings = await trx
      .selectFrom('listings')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map((row) => row.listing_id),
      )
      .execute();
    const managers = await findManagers(trx, [...new Set(listings.map((row) => row.seller_id))]);
    const notice = { type: 'listing_expiring', reason: null, days } as const;
    await notices.add(
      trx,
      ...listings.flatMap((row) => teamNotices(row, notice, managers.get(row.seller_id) ?? [])),
    );
    return rows.length;
  });
}

function purge({ db, clock, events }: ListingJobParts): Promise<number> {
  return inTransaction(db, async (trx) => {
    const before = addMs(clock.now(), -deletedRetentionDays * DAY_MS);
    const due = await trx
      .selectFrom('listings')
      .select(['id', 'seller_id'])
      .where('deleted_at', '<', before)
      .orderBy('deleted_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return 0;
    await trx
      .deleteFrom('listings')
      .where(
        'id',
        'in',
        due.map((row) => row.id),
      )
      .execute();
    await events.emitMany(
      trx,
      listingPurged,
      due.map((row) => ({ data: { listing_id: row.id }, audience: { sellerId: row.seller_id } })),
    );
    return due.length;
  });
}
