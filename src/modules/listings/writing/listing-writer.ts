import type { Platform } from '../../../platform/module.ts';
import type { Static, TSchema } from 'typebox';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { EventDefinition } from '../../../platform/events/event.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { findManagers } from '../../companies/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import * as events from '../events.ts';

import { hasOtherPrice, priceDrop, type RowChange } from './row-changes.ts';
import { addPrices, insertRows, type RowUpdate, updateRows } from './rows.repository.ts';
import type { ChangeSource, ListingRow } from '../tables.ts';
import { addHistory } from './history.repository.ts';
import { recordedChanges } from './history.ts';
import { teamNotices } from './team-notices.ts';

export type ListingWriterParts = Pick<Platform, 'events' | 'jobs' | 'notices'> & {
  readonly taxonomy: Taxonomy;
  readonly flagJob: JobDefinition<{ listingIds: readonly string[] }>;
};

export interface WriteOptions {
  /** The user who did it is not notified. */
  readonly byUserId?: string | null;
  /** Left out where nobody knows it. */
  readonly source?: ChangeSource;
}

/**
 * Writes listings: rows, prices, events and notices of any number of them, in a few statements. Others write single
 * columns that are no part of the record and have no version: counters (view-counter, messaging, favorites), moderation
 * flags (flag-job), addresses of files after a move of the server (media). Besides, taxonomy moves the references of a
 * merged category or brand by the thousand, erasure blanks the texts of deleted rows, and the demo market copies rows in.
 */
export class ListingWriter {
  readonly #parts: ListingWriterParts;

  constructor(parts: ListingWriterParts) {
    this.#parts = parts;
  }

  async write(trx: Transaction, changes: readonly RowChange[], options: WriteOptions = {}): Promise<void> {
    if (changes.length === 0) return;
    const created = changes.filter((change) => change.before === null);
    await insertRows(
      trx,
      created.map((change) => change.after),
    );
    const updates = changes.filter(isUpdate).map((change) => withEditedVersion(change, options));
    const assertions: (() => Promise<void>)[] = [];
    for (const written of ['record', 'state', 'images'] as const)
      assertions.push(
        await updateRows(
          trx,
          updates.filter(({ writes }) => writes === written),
          written,
        ),
      );
    await this.#keepPrices(trx, changes);
    await this.#keepHistory(trx, changes, options);
    await this.#announce(trx, changes);
    await this.#tell(trx, changes, options);
    const listingIds = changes.filter(isToBeFlagged).map((change) => change.after.id);
    if (listingIds.length > 0) await this.#parts.jobs.enqueue(trx, this.#parts.flagJob, { listingIds });
    for (const assertUpdated of assertions) await assertUpdated();
  }

  async #keepPrices(trx: Transaction, changes: readonly RowChange[]): Promise<void> {
    const entries = changes
      .filter(({ before, after }) => (before === null ? after.price !== null : hasOtherPrice(before, after)))
      .map(({ after }) => ({
        listingId: after.id,
        at: after.updated_at,
        price: after.price,
        vatDeductible: after.vat_deductible,
        currency: after.currency,
      }));
    await addPrices(trx, entries);
  }

  async #keepHistory(trx: Transaction, changes: readonly RowChange[], by: WriteOptions): Promise<void> {
    const taxonomy = this.#parts.taxonomy.current;
    const entries = changes
      .map((change) => ({ after: change.after, changes: recordedChanges(change, taxonomy) }))
      .filter((one) => one.changes.length > 0)
      .map(({ after, changes: recorded }) => ({
        listingId: after.id,
        version: after.version,
        at: after.updated_at,
        source: by.source ?? null,
        userId: by.byUserId ?? null,
        changes: recorded,
      }));
    await addHistory(trx, entries);
  }

  /** Emits events kind by kind, in an order that keeps each listing's own events in sequence. */
  async #announce(trx: Transaction, changes: readonly RowChange[]): Promise<void> {
    const taxonomy = this.#parts.taxonomy.current;
    const listing = (row: ListingRow) => events.fullListing(row, taxonomy);
    await this.#emit(trx, changes, 'listing.created', events.listingCreated, ({ after }) => ({
      listing: events.createdListing(after, taxonomy, 'DRAFT'),
    }));
    await this.#emit(trx, changes, 'listing.updated', events.listingUpdated, (change) => ({
      listing: listing(change.after),
      changed_fields: [...change.changedFields],
    }));
    await this.#emit(trx, changes, 'listing.rejected', events.listingRejected, ({ after }) => ({
      listing: listing(after),
      rejection: { code: after.rejection?.code ?? '', reason: after.rejection?.reason ?? '' },
    }));
    await this.#emit(trx, changes, 'listing.approved', events.listingApproved, ({ after }) => ({
      listing: listing(after),
    }));
    await this.#emit(trx, changes, 'listing.published', events.listingPublished, ({ after }) => ({
      listing: listing(after),
    }));
    await this.#emit(trx, changes, 'listing.unpublished', events.listingUnpublished, (change) => ({
      listing: listing(change.after),
      reason: change.unpublishReason,
    }));
    await this.#emit(trx, changes, 'listing.suspended', events.listingSuspended, ({ after }) => ({
      listing: listing(after),
      reason: after.suspension?.reason ?? '',
    }));
    await this.#emit(trx, changes, 'listing.sold', events.listingSold, ({ after }) => ({
      listing: listing(after),
      sold_at: (after.sold_at ?? after.updated_at).toISOString(),
      sold_price: after.sold_price,
      conversation_id: after.sold_conversation_id,
    }));
    await this.#emit(trx, changes, 'listing.deleted', events.listingDeleted, ({ after }) => ({
      listing: listing(after),
      deleted_at: (after.deleted_at ?? after.updated_at).toISOString(),
    }));
    await this.#signalDrops(trx, changes);
  }

  async #emit<S extends TSchema>(
    trx: Transaction,
    changes: readonly RowChange[],
    type: RowChange['events'][number],
    definition: EventDefinition<S>,
    dataOf: (change: RowChange) => Static<S>,
  ): Promise<void> {
    const items = changes
      .filter((change) => change.events.includes(type))
      .map((change) => ({ data: dataOf(change), audience: { sellerId: change.after.seller_id } }));
    await this.#parts.events.emitMany(trx, definition, items);
  }

  async #signalDrops(trx: Transaction, changes: readonly RowChange[]): Promise<void> {
    const items = changes.flatMap(({ before, after }) => {
      const drop = before?.status === 'ACTIVE' && after.status === 'ACTIVE' ? priceDrop(before, after) : null;
      if (drop === null) return [];
      const data = {
        listing_id: after.id,
        seller_id: after.seller_id,
        title: after.title,
        previous_price: drop.previous,
        price: drop.price,
        currency: drop.currency,
      };
      return [{ data, audience: { sellerId: after.seller_id } }];
    });
    await this.#parts.events.emitMany(trx, events.listingPriceDropped, items);
  }

  async #tell(trx: Transaction, changes: readonly RowChange[], options: WriteOptions): Promise<void> {
    const newsworthy = changes.filter((change) => change.notice !== null);
    if (newsworthy.length === 0) return;
    const sellerIds = [...new Set(newsworthy.map((change) => change.after.seller_id))];
    const managers = await findManagers(trx, sellerIds);
    const notices = newsworthy.flatMap(({ after, notice }) =>
      notice === null
        ? []
        : teamNotices(after, notice, (managers.get(after.seller_id) ?? []).filter(isOther(options))),
    );
    if (notices.length > 0) await this.#parts.notices.add(trx, ...notices);
  }
}

function isOther({ byUserId }: WriteOptions): (userId: string) => boolean {
  return (userId) => userId !== byUserId;
}

/** Enqueues the moderation check for listings beyond draft: nobody moderates drafts, and imports write thousands. */
function isToBeFlagged({ before, after, writes }: RowChange): boolean {
  return after.status !== 'DRAFT' && (writes === 'record' || before === null || before.status === 'DRAFT');
}

/**
 * Notes which version an integrator may still name in If-Match. What the market does by itself (expiry, plan limits, moderation, the
 * end of featuring) takes nothing from what they would write; nor do images, which have endpoints of their own.
 */
function withEditedVersion(change: RowChange & RowUpdate, { source }: WriteOptions): RowChange & RowUpdate {
  const { before, after, writes } = change;
  const isEdit = writes === 'record' || (writes === 'state' && source !== 'system' && source !== 'moderator');
  const edited = isEdit ? null : (before.edited_version ?? before.version);
  return edited === after.edited_version
    ? change
    : { ...change, after: { ...after, edited_version: edited } };
}

function isUpdate(change: RowChange): change is RowChange & RowUpdate {
  return change.before !== null;
}
