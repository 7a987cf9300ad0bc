import type { Static, TSchema } from 'typebox';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { EventDefinition } from '../../../platform/events/event.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { findManagers } from '../../companies/index.ts';
import type { Taxonomy, TaxonomySnapshot } from '../../taxonomy/index.ts';
import { hasOtherPrice, priceDrop, type RowChange } from './row-changes.ts';
import { addPrices, insertRows, type RowUpdate, updateRows } from './rows.repository.ts';
import type { ChangeSource, ListingRow, RecordedChange } from '../tables.ts';
import { addHistory } from './history.repository.ts';
import { teamNotices } from './team-notices.ts';
import { bodyPath } from '../record/listing-body.ts';
import { type FieldRow, fields } from '../record/fields.ts';
import * as events from '../events.ts';

type ListingWriterParts = Pick<Platform, 'events' | 'jobs' | 'notices'> & {
  readonly taxonomy: Taxonomy;
  readonly flagJob: JobDefinition<{ listingIds: readonly string[] }>;
};

export interface WriteOptions {
  /** The user who made the change is not notified. */
  readonly byUserId?: string | null;
  /** Omitted if unknown. */
  readonly source?: ChangeSource;
}

/**
 * Writes listings: rows, prices, events and notifications of any number of them, in a few statements. Other code only
 * writes single columns that are not part of the record and have no version: counters (view-counter, messaging,
 * favorites), moderation flags (flag-job), file addresses after a change of the base URL (media). In addition,
 * taxonomy moves the references of merged categories and brands in bulk, erasure blanks the texts of deleted rows,
 * and the demo market copies rows in.
 */
export class ListingWriter extends Service<ListingWriterParts> {
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
    await this.#notify(trx, changes, options);
    const listingIds = changes.filter(isToBeFlagged).map((change) => change.after.id);
    if (listingIds.length > 0) await this.parts.jobs.enqueue(trx, this.parts.flagJob, { listingIds });
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
    const taxonomy = this.parts.taxonomy.current;
    const entries = changes
      .map((change) => ({ after: change.after, changes: recordedChanges(change, taxonomy) }))
      .filter((change) => change.changes.length > 0)
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

  /** Emits events by kind, in an order that keeps each listing's events in sequence. */
  async #announce(trx: Transaction, changes: readonly RowChange[]): Promise<void> {
    const taxonomy = this.parts.taxonomy.current;
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
    await this.parts.events.emitMany(trx, definition, items);
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
    await this.parts.events.emitMany(trx, events.listingPriceDropped, items);
  }

  async #notify(trx: Transaction, changes: readonly RowChange[], options: WriteOptions): Promise<void> {
    const newsworthy = changes.filter((change) => change.notice !== null);
    if (newsworthy.length === 0) return;
    const sellerIds = [...new Set(newsworthy.map((change) => change.after.seller_id))];
    const managers = await findManagers(trx, sellerIds);
    const notices = newsworthy.flatMap(({ after, notice }) =>
      notice === null
        ? []
        : teamNotices(after, notice, (managers.get(after.seller_id) ?? []).filter(isOther(options))),
    );
    if (notices.length > 0) await this.parts.notices.add(trx, ...notices);
  }
}

function isOther({ byUserId }: WriteOptions): (userId: string) => boolean {
  return (userId) => userId !== byUserId;
}

/**
 * Whether to enqueue the moderation check: not for drafts, which are not moderated and which imports write by the
 * thousand.
 */
function isToBeFlagged({ before, after, writes }: RowChange): boolean {
  return after.status !== 'DRAFT' && (writes === 'record' || before === null || before.status === 'DRAFT');
}

/**
 * Records which version a client can still name in If-Match. Changes by the marketplace itself (expiry, plan limits,
 * moderation, end of featuring) do not conflict with edits; nor do images, which have separate endpoints.
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

type Value = RecordedChange['before'];

/** Kinds with short values that are not personal data. For others only the name is stored. */
const KEPT: ReadonlySet<FieldRow['kind']> = new Set([
  'integer',
  'decimal',
  'boolean',
  'enum',
  'yearMonth',
  'date',
]);

const byPath: ReadonlyMap<string, FieldRow> = new Map(fields.map((field) => [bodyPath(field), field]));

/** Differences between two versions, by the names of a body. */
function recordedChanges(
  { before, after, changedFields }: RowChange,
  taxonomy: TaxonomySnapshot,
): readonly RecordedChange[] {
  const isMoved = before?.status !== after.status;
  const names = new Set([...(isMoved ? ['status'] : []), ...(before === null ? [] : changedFields)]);
  return [...names].map((field) => ({
    field,
    before: before === null ? null : valueOf(before, field, taxonomy),
    after: valueOf(after, field, taxonomy),
  }));
}

function valueOf(row: ListingRow, name: string, taxonomy: TaxonomySnapshot): Value {
  switch (name) {
    case 'status':
      return row.status;
    case 'featured':
      return row.featured;
    case 'images':
      return row.images_count;
    case 'category':
      return taxonomy.shownCategory(row.category_id)?.slug ?? null;
    case 'subcategory':
      return row.subcategory_id === null ? null : (taxonomy.shownCategory(row.subcategory_id)?.slug ?? null);
    case 'brand':
      return row.brand_id === null ? null : (taxonomy.shownBrand(row.brand_id)?.slug ?? null);
  }
  const field = byPath.get(name);
  if (field === undefined || !KEPT.has(field.kind)) return null;
  return ((row as Readonly<Record<string, unknown>>)[field.column] ?? null) as Value;
}
