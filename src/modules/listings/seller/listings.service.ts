import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Total } from '../../../platform/db/count-up-to.ts';
import {
  inTransaction,
  recordCreated,
  type Queryable,
  type Transaction,
} from '../../../platform/db/transaction.ts';
import { type ErrorDetail, found } from '../../../platform/errors/app-error.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import type { ListingAction, SellerListingActor } from '../lifecycle/lifecycle-table.ts';
import { usesSlot } from '../lifecycle/lifecycle.ts';
import { detailsOf } from '../lifecycle/transition-errors.ts';
import { findOwnRow, getRow, lockOwnRowWithNext } from '../listings.repository.ts';
import type { ListingImages, ListingImageView } from '../public/images.ts';
import type { ListingRecord } from '../record/fields.ts';
import type { ListingBody } from '../record/listing-body.ts';
import { patchedRecord, recordFromBody, replacedRecord } from '../record/record.ts';
import { qualityOf } from '../record/quality.ts';
import { recordOf } from '../record/record-columns.ts';
import { assertMatches } from '../../../platform/http/request/version.ts';
import type { ListingRow } from '../tables.ts';
import { assess, type Assessment, recordContext } from '../writing/assessment.ts';
import { pageHistory } from '../writing/history.repository.ts';
import { withKeyConflicts } from '../writing/key-conflict.ts';
import type { ListingWriter } from '../writing/listing-writer.ts';
import { imageOrderOf, type ImageOrders, type ImageOrderState } from '../writing/image-orders.ts';
import type { RecordEdit, RecordWrites, Written } from '../writing/record-writes.ts';
import { type ImagesSummary, imagesChange } from '../writing/row-changes.ts';
import type { StepOptions, Transitions } from '../writing/transitions.ts';
import { type ListedRow, type OwnListFilter, pageOwnRows } from './own-list.repository.ts';

/** Listing for its owner, with warnings, quality and images. */
export interface OwnListing {
  readonly row: ListingRow;
  readonly assessment: Assessment;
  readonly images: readonly ListingImageView[];
  readonly imageOrder: ImageOrderState;
}

type ListingServiceParts = Pick<Platform, 'db' | 'clock'> & {
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
  readonly transitions: Transitions;
  readonly images: ListingImages;
  readonly imageOrders: ImageOrders;
  readonly records: RecordWrites;
};

/** Sellers' operations on their listings. */
export class ListingService extends Service<ListingServiceParts> {
  list(sellerId: string, filter: OwnListFilter, page: Page): Promise<{ rows: ListedRow[] } & Total> {
    return pageOwnRows(this.parts.db, sellerId, filter, page);
  }

  async get(sellerId: string, idOrSlug: string): Promise<OwnListing> {
    const row = found('listing', await findOwnRow(this.parts.db, sellerId, idOrSlug));
    return this.#assessed(row);
  }

  /** Creates a draft. With `publish` it is published in the same transaction if the plan has a free slot. */
  async create(actor: SellerListingActor, body: ListingBody & { publish?: boolean }): Promise<OwnListing> {
    const { publish = false, imageUrls = null } = body;
    return this.#insert(actor, recordFromBody(body), { publish, imageUrls });
  }

  /** Creates a draft with the same fields, except those that identify one vehicle. */
  async duplicate(actor: SellerListingActor, idOrSlug: string): Promise<OwnListing> {
    const row = found('listing', await findOwnRow(this.parts.db, actor.sellerId, idOrSlug));
    const record = recordOf(row, this.parts.taxonomy.current);
    return this.#insert(actor, { ...record, vin: null, serialNumber: null, externalId: null });
  }

  replace(
    actor: SellerListingActor,
    idOrSlug: string,
    body: ListingBody,
    ifMatch: string | null,
  ): Promise<OwnListing> {
    return this.#edit(actor, idOrSlug, ifMatch, {
      toRecord: (current) => replacedRecord(current, body),
      imageUrls: body.imageUrls ?? null,
    });
  }

  patch(
    actor: SellerListingActor,
    idOrSlug: string,
    body: ListingBody,
    ifMatch: string | null,
  ): Promise<OwnListing> {
    return this.#edit(actor, idOrSlug, ifMatch, {
      toRecord: (current) => patchedRecord(current, body),
      imageUrls: body.imageUrls ?? null,
    });
  }

  async history(sellerId: string, idOrSlug: string, page: Page): ReturnType<typeof pageHistory> {
    const row = found('listing', await findOwnRow(this.parts.db, sellerId, idOrSlug));
    return pageHistory(this.parts.db, row.id, page);
  }

  async step(
    actor: SellerListingActor,
    idOrSlug: string,
    action: ListingAction,
    options: StepOptions,
  ): Promise<OwnListing> {
    const { db, transitions } = this.parts;
    const row = await inTransaction(db, (trx) => transitions.apply(trx, actor, idOrSlug, action, options));
    return this.#assessed(row);
  }

  async delete(actor: SellerListingActor, idOrSlug: string, ifMatch: string | null): Promise<void> {
    const { db, transitions } = this.parts;
    await inTransaction(db, (trx) => transitions.apply(trx, actor, idOrSlug, 'delete', { ifMatch }));
  }

  /** Finds further problems of a body that violates its schema, in its valid part. */
  async problemsOf(
    sellerId: string,
    body: ListingBody & { publish?: boolean },
    edited: { readonly idOrSlug: string; readonly isPatch: boolean } | null = null,
  ): Promise<readonly ErrorDetail[]> {
    const { db } = this.parts;
    const context = await recordContext(db, this.parts, sellerId);
    if (edited === null) {
      const assessment = assess(recordFromBody(body), context);
      return detailsOf([...assessment.errors, ...(body.publish === true ? assessment.missing : [])]);
    }
    const row = await findOwnRow(db, sellerId, edited.idOrSlug);
    if (row === undefined) return [];
    const before = recordOf(row, context.taxonomy);
    const written = edited.isPatch ? patchedRecord(before, body) : replacedRecord(before, body);
    const assessment = assess(written, context, before);
    // Listings on the market or in review must stay complete.
    return detailsOf([...assessment.errors, ...(usesSlot(row.status) ? assessment.missing : [])]);
  }

  /** Updates the image data for lists; the caller has locked the listing. */
  async changeImages(trx: Transaction, listingId: string, images: ImagesSummary): Promise<void> {
    const row = await getRow(trx, listingId);
    const { score } = qualityOf(await this.#assess(trx, row), images.count);
    await this.parts.writer.write(trx, [imagesChange(row, images, score, this.parts.clock.now())]);
  }

  async #insert(
    actor: SellerListingActor,
    written: ListingRecord,
    options: { readonly publish?: boolean; readonly imageUrls?: readonly string[] | null } = {},
  ): Promise<OwnListing> {
    const { db, records } = this.parts;
    const work = async (trx: Transaction): Promise<Written> => {
      const shared = await records.begin(trx, actor);
      const inserted = await records.insert(trx, shared, { written, ...options });
      recordCreated(trx, inserted.row.id);
      return inserted;
    };
    const created = await withKeyConflicts(
      db,
      actor.sellerId,
      () => written,
      () => inTransaction(db, work),
    );
    return { ...created, images: [], imageOrder: imageOrderOf(options.imageUrls) };
  }

  async #edit(
    actor: SellerListingActor,
    idOrSlug: string,
    ifMatch: string | null,
    edit: Pick<RecordEdit, 'toRecord' | 'imageUrls'>,
  ): Promise<OwnListing> {
    const { db, records } = this.parts;
    let written: ListingRecord | null = null;
    const work = async (trx: Transaction): Promise<Written> => {
      const lockedRow = await lockOwnRowWithNext(trx, actor.sellerId, idOrSlug);
      const context = await recordContext(trx, this.parts, actor.sellerId);
      const row = found('listing', await lockedRow());
      assertMatches(row, ifMatch);
      const toRecord = (current: ListingRecord): ListingRecord => (written = edit.toRecord(current));
      return records.edit(trx, { actor, context, plan: null }, row, { ...edit, toRecord });
    };
    const edited = await withKeyConflicts(
      db,
      actor.sellerId,
      () => written,
      () => inTransaction(db, work),
    );
    return this.viewOf(edited);
  }

  async #assessed(row: ListingRow): Promise<OwnListing> {
    return this.viewOf({ row, assessment: await this.#assess(this.parts.db, row) });
  }

  /** Returns the written listing with its images. */
  async viewOf(written: Written): Promise<OwnListing> {
    const { images, imageOrders } = this.parts;
    const { id } = written.row;
    const [byListing, imageOrder] = await Promise.all([images.of([id]), imageOrders.stateOf(id)]);
    return { ...written, images: byListing.get(id) ?? [], imageOrder };
  }

  /** Checks the stored record by the current rules. */
  async #assess(db: Queryable, row: ListingRow): Promise<Assessment> {
    const context = await recordContext(db, this.parts, row.seller_id);
    const record = recordOf(row, context.taxonomy);
    return assess(record, context, record);
  }
}
