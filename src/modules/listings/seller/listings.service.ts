import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  inTransaction,
  noteCreated,
  type Queryable,
  type Transaction,
} from '../../../platform/db/transaction.ts';
import { type AppError, notFound } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import { assertWithinPlan, lockSellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import {
  assess,
  missingForMarket,
  qualityOf,
  type Assessment,
  type RecordContext,
} from '../writing/assessment.ts';
import { errorAt, type FieldProblem } from '../record/field-check.ts';
import type { ListingRecord } from '../record/fields.ts';
import { withKeyConflicts } from '../writing/key-conflict.ts';
import { transition } from '../lifecycle/lifecycle.ts';
import type { SellerListingActor } from '../lifecycle/listing-actor.ts';
import type { ListingBody } from '../record/listing-body.ts';
import type { ListingWriter } from '../writing/listing-writer.ts';
import { countAside, findOwnRow, findOwner, getRow, lockOwnRowWithNext } from '../listings.repository.ts';
import { recordOf } from '../record/record-columns.ts';
import { patchedRecord, recordFromBody } from '../record/record.ts';
import { refusal, invalidRecord } from '../writing/refusals.ts';
import { editNeedsReview, makesAnotherOffer } from '../moderation/review.ts';
import {
  changedNames,
  changeOf,
  type ImagesSummary,
  imagesChange,
  newRow,
  rowWithRecord,
  type RowChange,
} from '../writing/row-changes.ts';
import { slugOf } from '../../../platform/text/slug.ts';
import type { ListingRow } from '../tables.ts';
import type { Transitions } from '../lifecycle/transitions.ts';
import { assertVersion } from '../record/version.ts';

/** A listing for its owner, with its warnings and quality. */
export interface OwnListing {
  readonly row: ListingRow;
  readonly assessment: Assessment;
}

export interface ListingServiceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
  readonly transitions: Transitions;
}

/** Characters of the id at the end of a slug; 40 random bits keep equal titles apart. */
const SLUG_SUFFIX_LENGTH = 8;

export function slugFor(title: string, id: string): string {
  return slugOf(title, id.slice(-SLUG_SUFFIX_LENGTH).toLowerCase());
}

/** Creating and editing listings, for their sellers. */
export class ListingService {
  readonly #parts: ListingServiceParts;

  constructor(parts: ListingServiceParts) {
    this.#parts = parts;
  }

  async get(db: Queryable, sellerId: string, idOrSlug: string): Promise<OwnListing> {
    const row = await findOwnRow(db, sellerId, idOrSlug);
    if (row === undefined) throw notFound('listing');
    return { row, assessment: await this.assessmentOf(db, row) };
  }

  /** Creates a DRAFT. With `publish` it goes to the market in the same transaction, or nothing is created. */
  async create(actor: SellerListingActor, body: ListingBody & { publish?: boolean }): Promise<OwnListing> {
    return this.#insert(actor, recordFromBody(body), body.publish === true);
  }

  /** Creates a DRAFT with the same fields, except those that identify one vehicle. */
  async duplicate(actor: SellerListingActor, idOrSlug: string): Promise<OwnListing> {
    const { row } = await this.get(this.#parts.db, actor.sellerId, idOrSlug);
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

  /** The problems of a body, or of the readable part of it. */
  async problemsOf(
    sellerId: string,
    body: ListingBody & { publish?: boolean },
    edited: { readonly idOrSlug: string; readonly isPatch: boolean } | null,
  ): Promise<readonly FieldProblem[]> {
    const { db } = this.#parts;
    const context = await this.context(db, sellerId);
    if (edited === null) {
      const assessment = assess(recordFromBody(body), context);
      return [...assessment.errors, ...(body.publish === true ? missingForMarket(assessment) : [])];
    }
    const row = await findOwnRow(db, sellerId, edited.idOrSlug);
    if (row === undefined) return [];
    const before = recordOf(row, context.taxonomy);
    return assess(edited.isPatch ? patchedRecord(before, body) : recordFromBody(body), context, before)
      .errors;
  }

  async context(db: Queryable, sellerId: string): Promise<RecordContext> {
    const { taxonomy, clock } = this.#parts;
    return { taxonomy: taxonomy.current, owner: await findOwner(db, sellerId), now: clock.now() };
  }

  /** Judges the stored record by today's rules. */
  async assessmentOf(db: Queryable, row: ListingRow): Promise<Assessment> {
    const context = await this.context(db, row.seller_id);
    const record = recordOf(row, context.taxonomy);
    return assess(record, context, record);
  }

  /** Keeps what lists show of the images; the caller has locked the listing. */
  async changeImages(trx: Transaction, listingId: string, images: ImagesSummary): Promise<void> {
    const row = await getRow(trx, listingId);
    const { score } = qualityOf(await this.assessmentOf(trx, row), images.count);
    await this.#parts.writer.write(trx, [imagesChange(row, images, score, this.#parts.clock.now())]);
  }

  #insert(actor: SellerListingActor, written: ListingRecord, publish: boolean): Promise<OwnListing> {
    return this.#refusingDuplicates(
      actor,
      () => written,
      () =>
        inTransaction(this.#parts.db, async (trx) => {
          const plan = await lockSellerPlan(trx, actor.sellerId);
          const assessment = assess(written, await this.context(trx, actor.sellerId));
          const errors = [...assessment.errors, ...(publish ? missingForMarket(assessment) : [])];
          if (errors.length > 0) throw invalidRecord(errors);
          // Also when it goes live at once: pausing it later is never refused.
          assertWithinPlan(plan, 'drafts', await countAside(trx, actor.sellerId));
          const now = this.#parts.clock.now();
          const id = newId('lst', now);
          const slug = slugFor(assessment.record.title ?? '', id);
          const draft = newRow(assessment, { ...actor, id, slug, now });
          const step = publish
            ? await this.#parts.transitions.judge(trx, {
                actor,
                row: draft,
                action: 'publish',
                plan,
                options: {},
              })
            : null;
          const change = creation(draft, step);
          noteCreated(trx, id);
          await this.#parts.writer.write(trx, [change], { byUserId: actor.userId });
          return { row: change.after, assessment };
        }),
    );
  }

  #edit(
    actor: SellerListingActor,
    idOrSlug: string,
    ifMatch: string | null,
    toRecord: (current: ListingRecord) => ListingRecord,
  ): Promise<OwnListing> {
    let written: ListingRecord | null = null;
    return this.#refusingDuplicates(
      actor,
      () => written,
      () =>
        inTransaction(this.#parts.db, async (trx) => {
          const lockedRow = await lockOwnRowWithNext(trx, actor.sellerId, idOrSlug);
          const context = await this.context(trx, actor.sellerId);
          const row = await lockedRow();
          if (row === undefined) throw notFound('listing');
          assertVersion(row.version, ifMatch);
          const before = recordOf(row, context.taxonomy);
          written = toRecord(before);
          const assessment = assess(written, context, before);
          const edit = this.tryEdit(row, before, assessment);
          if ('refusal' in edit) throw edit.refusal;
          if (edit.change === null) return { row, assessment };
          await this.#parts.writer.write(trx, [edit.change], { byUserId: actor.userId });
          return { row: edit.change.after, assessment };
        }),
    );
  }

  /**
   * The change that an edit makes to a locked row (`change` is null when nothing differs); or why it is not allowed.
   */
  tryEdit(
    row: ListingRow,
    before: ListingRecord,
    assessment: Assessment,
  ): { change: RowChange | null } | { refusal: AppError; errors: readonly FieldProblem[] } {
    const { clock, settings } = this.#parts;
    const now = clock.now();
    const isAnotherOffer = makesAnotherOffer(before, assessment.record);
    const step = transition(row.status, 'edit', 'seller', {
      needsReview: editNeedsReview(settings.get('listings.moderation'), isAnotherOffer),
    });
    if (!step.ok) return { refusal: refusal(step), errors: [errorAt('status', step.message)] };
    const missing = step.conditions.includes('complete') ? missingForMarket(assessment) : [];
    const errors = [...assessment.errors, ...missing];
    if (errors.length > 0) return { refusal: invalidRecord(errors), errors };
    const names = changedNames(before, assessment.record);
    if (names.length === 0) return { change: null };
    const moved = changeOf(row, 'edit', step, { now, listingDays: 0 });
    const { status, submitted_at, featured, featured_until } = moved.after;
    // Edits off the market are not reviewed; another offer waits for review when it returns.
    const hides = row.status !== 'ACTIVE' && row.published_at !== null && isAnotherOffer;
    const after = {
      ...rowWithRecord(row, assessment, now),
      status,
      submitted_at,
      featured,
      featured_until,
      changed_since_approval: row.changed_since_approval || hides,
    };
    const changedFields = [...names, ...moved.changedFields];
    return { change: { ...moved, after, writes: 'record', changedFields } };
  }

  #refusingDuplicates<T>(
    { sellerId }: SellerListingActor,
    written: () => ListingRecord | null,
    work: () => Promise<T>,
  ): Promise<T> {
    const keys = {
      sellerId,
      vin: () => written()?.vin ?? null,
      externalId: () => written()?.externalId ?? null,
    };
    return withKeyConflicts(this.#parts.db, keys, work);
  }
}

/** The change that adds a row, with the step that it takes at once. */
export function creation(draft: ListingRow, step: RowChange | null): RowChange {
  return {
    before: null,
    after: step === null ? draft : { ...step.after, version: draft.version },
    writes: 'record',
    events: ['listing.created', ...(step?.events ?? [])],
    changedFields: step?.changedFields ?? [],
    unpublishReason: 'paused',
    notice: null,
  };
}
