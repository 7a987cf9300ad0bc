import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  inTransaction,
  noteCreated,
  type Queryable,
  type Transaction,
} from '../../../platform/db/transaction.ts';
import { type ErrorDetail, notFound } from '../../../platform/errors/app-error.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { newId } from '../../../platform/ids.ts';
import { assertWithinPlan, lockSellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import type { ListingAction, SellerListingActor } from '../lifecycle/lifecycle-table.ts';
import { detailsOf, invalidRecord } from '../lifecycle/refusals.ts';
import { countAside, findOwnRow, getRow, lockOwnRowWithNext } from '../listings.repository.ts';
import type { ListingImages, ListingImageView } from '../public/images.ts';
import type { ListingRecord } from '../record/fields.ts';
import type { ListingBody } from '../record/listing-body.ts';
import { patchedRecord, recordFromBody } from '../record/record.ts';
import { recordOf } from '../record/record-columns.ts';
import { assertVersion } from '../record/version.ts';
import type { ListingRow } from '../tables.ts';
import {
  assess,
  type Assessment,
  missingForMarket,
  qualityOf,
  recordContext,
} from '../writing/assessment.ts';
import { editOf } from '../writing/edits.ts';
import { withKeyConflicts } from '../writing/key-conflict.ts';
import type { ListingWriter } from '../writing/listing-writer.ts';
import { creation, type ImagesSummary, imagesChange, newRow } from '../writing/row-changes.ts';
import type { StepOptions, Transitions } from '../writing/transitions.ts';
import { type ListedRow, type OwnListFilter, pageOwnRows } from './own-list.repository.ts';

/** A listing for its owner, with its warnings, its quality and its pictures. */
export interface OwnListing {
  readonly row: ListingRow;
  readonly assessment: Assessment;
  readonly images: readonly ListingImageView[];
}

export interface ListingServiceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
  readonly transitions: Transitions;
  readonly images: ListingImages;
}

/** What sellers do with their own listings. */
export class ListingService {
  readonly #parts: ListingServiceParts;

  constructor(parts: ListingServiceParts) {
    this.#parts = parts;
  }

  list(sellerId: string, filter: OwnListFilter, page: Page): Promise<{ rows: ListedRow[]; total: number }> {
    return pageOwnRows(this.#parts.db, sellerId, filter, page);
  }

  async get(sellerId: string, idOrSlug: string): Promise<OwnListing> {
    const row = await findOwnRow(this.#parts.db, sellerId, idOrSlug);
    if (row === undefined) throw notFound('listing');
    return this.#assessed(row);
  }

  /** Creates a DRAFT. With `publish` it goes to the market in the same transaction, or nothing is created. */
  async create(actor: SellerListingActor, body: ListingBody & { publish?: boolean }): Promise<OwnListing> {
    return this.#insert(actor, recordFromBody(body), body.publish === true);
  }

  /** Creates a DRAFT with the same fields, except those that identify one vehicle. */
  async duplicate(actor: SellerListingActor, idOrSlug: string): Promise<OwnListing> {
    const row = await findOwnRow(this.#parts.db, actor.sellerId, idOrSlug);
    if (row === undefined) throw notFound('listing');
    const record = recordOf(row, this.#parts.taxonomy.current);
    return this.#insert(actor, { ...record, vin: null, serialNumber: null, externalId: null }, false);
  }

  replace(
    actor: SellerListingActor,
    idOrSlug: string,
    body: ListingBody,
    ifMatch: string | null,
  ): Promise<OwnListing> {
    return this.#edit(actor, idOrSlug, ifMatch, () => recordFromBody(body));
  }

  patch(
    actor: SellerListingActor,
    idOrSlug: string,
    body: ListingBody,
    ifMatch: string | null,
  ): Promise<OwnListing> {
    return this.#edit(actor, idOrSlug, ifMatch, (current) => patchedRecord(current, body));
  }

  async step(
    actor: SellerListingActor,
    idOrSlug: string,
    action: ListingAction,
    options: StepOptions,
  ): Promise<OwnListing> {
    const { db, transitions } = this.#parts;
    const row = await inTransaction(db, (trx) => transitions.apply(trx, actor, idOrSlug, action, options));
    return this.#assessed(row);
  }

  async delete(actor: SellerListingActor, idOrSlug: string, ifMatch: string | null): Promise<void> {
    const { db, transitions } = this.#parts;
    await inTransaction(db, (trx) => transitions.apply(trx, actor, idOrSlug, 'delete', { ifMatch }));
  }

  /** Further problems of a body that does not fit its schema, from the part of it that does. */
  async problemsOf(
    sellerId: string,
    body: ListingBody & { publish?: boolean },
    edited: { readonly idOrSlug: string; readonly isPatch: boolean } | null = null,
  ): Promise<readonly ErrorDetail[]> {
    const { db } = this.#parts;
    const context = await recordContext(db, this.#parts, sellerId);
    if (edited === null) {
      const assessment = assess(recordFromBody(body), context);
      return detailsOf([
        ...assessment.errors,
        ...(body.publish === true ? missingForMarket(assessment) : []),
      ]);
    }
    const row = await findOwnRow(db, sellerId, edited.idOrSlug);
    if (row === undefined) return [];
    const before = recordOf(row, context.taxonomy);
    const written = edited.isPatch ? patchedRecord(before, body) : recordFromBody(body);
    return detailsOf(assess(written, context, before).errors);
  }

  /** Keeps what lists show of the images; the caller has locked the listing. */
  async changeImages(trx: Transaction, listingId: string, images: ImagesSummary): Promise<void> {
    const row = await getRow(trx, listingId);
    const { score } = qualityOf(await this.#assess(trx, row), images.count);
    await this.#parts.writer.write(trx, [imagesChange(row, images, score, this.#parts.clock.now())]);
  }

  async #insert(actor: SellerListingActor, written: ListingRecord, publish: boolean): Promise<OwnListing> {
    const { db, clock, transitions, writer } = this.#parts;
    const work = async (trx: Transaction): Promise<OwnListing> => {
      const plan = await lockSellerPlan(trx, actor.sellerId);
      const assessment = assess(written, await recordContext(trx, this.#parts, actor.sellerId));
      const errors = [...assessment.errors, ...(publish ? missingForMarket(assessment) : [])];
      if (errors.length > 0) throw invalidRecord(errors);
      // Also when it goes live at once: pausing it later is never refused.
      assertWithinPlan(plan, 'drafts', await countAside(trx, actor.sellerId));
      const now = clock.now();
      const id = newId('lst', now);
      const row = newRow(assessment, { ...actor, id, now });
      const step = publish
        ? await transitions.evaluate(trx, { actor, row, action: 'publish', plan, options: {} })
        : null;
      const change = creation(row, step);
      noteCreated(trx, id);
      await writer.write(trx, [change], { byUserId: actor.userId });
      return { row: change.after, assessment, images: [] };
    };
    return withKeyConflicts(
      db,
      actor.sellerId,
      () => written,
      () => inTransaction(db, work),
    );
  }

  async #edit(
    actor: SellerListingActor,
    idOrSlug: string,
    ifMatch: string | null,
    toRecord: (current: ListingRecord) => ListingRecord,
  ): Promise<OwnListing> {
    const { db, clock, settings, writer } = this.#parts;
    let written: ListingRecord | null = null;
    const work = async (trx: Transaction): Promise<Omit<OwnListing, 'images'>> => {
      const lockedRow = await lockOwnRowWithNext(trx, actor.sellerId, idOrSlug);
      const context = await recordContext(trx, this.#parts, actor.sellerId);
      const row = await lockedRow();
      if (row === undefined) throw notFound('listing');
      assertVersion(row.version, ifMatch);
      const before = recordOf(row, context.taxonomy);
      written = toRecord(before);
      const assessment = assess(written, context, before);
      const rules = { now: clock.now(), moderation: settings.get('listings.moderation') };
      const edit = editOf(row, before, assessment, rules);
      if ('refusal' in edit) throw edit.refusal;
      if (edit.change === null) return { row, assessment };
      await writer.write(trx, [edit.change], { byUserId: actor.userId });
      return { row: edit.change.after, assessment };
    };
    const edited = await withKeyConflicts(
      db,
      actor.sellerId,
      () => written,
      () => inTransaction(db, work),
    );
    return { ...edited, images: await this.#imagesOf(edited.row) };
  }

  async #assessed(row: ListingRow): Promise<OwnListing> {
    const assessment = await this.#assess(this.#parts.db, row);
    return { row, assessment, images: await this.#imagesOf(row) };
  }

  /** Checks the stored record by today's rules. */
  async #assess(db: Queryable, row: ListingRow): Promise<Assessment> {
    const context = await recordContext(db, this.#parts, row.seller_id);
    const record = recordOf(row, context.taxonomy);
    return assess(record, context, record);
  }

  async #imagesOf({ id }: ListingRow): Promise<readonly ListingImageView[]> {
    return (await this.#parts.images.of([id])).get(id) ?? [];
  }
}
