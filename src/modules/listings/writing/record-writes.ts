import type { Clock } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import { assertWithinPlan, lockSellerPlan, type SellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import type { SellerListingActor } from '../lifecycle/lifecycle-table.ts';
import { usesSlot } from '../lifecycle/lifecycle.ts';
import { invalidRecord } from '../lifecycle/transition-errors.ts';
import { countDraftsAndPaused } from '../listings.repository.ts';
import { type FieldProblem, warningAt } from '../record/field-check.ts';
import type { ListingRecord } from '../record/fields.ts';
import { recordOf } from '../record/record-columns.ts';
import type { ListingRow } from '../tables.ts';
import { assess, type Assessment, type RecordContext, recordContext } from './assessment.ts';
import { editOf } from './edits.ts';
import { assertKeysFree } from './key-conflict.ts';
import type { ListingWriter } from './listing-writer.ts';
import type { ImageOrders } from './image-orders.ts';
import { combineChanges, creation, newRow, type RowChange } from './row-changes.ts';
import type { Transitions } from './transitions.ts';
import { joined, t } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

export interface Written {
  readonly row: ListingRow;
  readonly assessment: Assessment;
}

/** Shared by all writes of one transaction. */
export interface SharedFacts {
  readonly actor: SellerListingActor;
  readonly context: RecordContext;
  /** Locked plan; null for an edit that neither creates nor publishes. */
  readonly plan: SellerPlan | null;
}

interface Options {
  readonly publish?: boolean;
  readonly imageUrls?: readonly string[] | null;
  /** Looks keys up before the write, so that a taken key does not fail the whole transaction. */
  readonly looksUpKeys?: boolean;
}

export interface RecordEdit extends Options {
  readonly toRecord: (current: ListingRecord) => ListingRecord;
}

interface RecordWritesParts {
  readonly clock: Clock;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
  readonly transitions: Transitions;
  readonly imageOrders: ImageOrders;
}

/**
 * Writes single records in a transaction that other writes can share. Errors occur before anything is written, so the
 * transaction can continue.
 */
export class RecordWrites extends Service<RecordWritesParts> {
  /** Locks the plan, which must precede any lock of a listing. */
  async begin(
    trx: Transaction,
    actor: SellerListingActor,
  ): Promise<SharedFacts & { readonly plan: SellerPlan }> {
    const plan = await lockSellerPlan(trx, actor.sellerId);
    return { actor, plan, context: await recordContext(trx, this.parts, actor.sellerId) };
  }

  async insert(
    trx: Transaction,
    { actor, context, plan }: SharedFacts & { readonly plan: SellerPlan },
    { written, publish = false, imageUrls = null, looksUpKeys = false }: Options & { written: ListingRecord },
  ): Promise<Written> {
    const { clock } = this.parts;
    const assessment = assess(written, context);
    const errors = [...assessment.errors, ...(publish ? assessment.missing : [])];
    if (errors.length > 0) throw invalidRecord(errors);
    // The limit also applies if it goes live immediately, because pausing it later is never rejected.
    assertWithinPlan(plan, 'drafts', await countDraftsAndPaused(trx, actor.sellerId));
    const now = clock.now();
    const id = newId('lst', now);
    if (looksUpKeys) await assertKeysFree(trx, actor.sellerId, assessment.record, null);
    const row = newRow(assessment, { ...actor, id, now });
    const { step, warnings } = publish
      ? await this.#stepWithinLimit(trx, { actor, context, plan }, row, (error) =>
          warningAt('publish', joined([error.sentence, t('The listing was saved as a draft.')], ' ')),
        )
      : { step: null, warnings: [] };
    const change = creation(row, step);
    await this.write(trx, actor, [change]);
    if (imageUrls !== null && imageUrls.length > 0)
      await this.parts.imageOrders.order(trx, { id, sellerId: actor.sellerId }, imageUrls);
    return {
      row: change.after,
      assessment: { ...assessment, warnings: [...assessment.warnings, ...warnings] },
    };
  }

  /**
   * Publishes if the plan has a free slot. Otherwise the record is saved and the listing keeps its state, as in
   * imports, so that the client need not resend it. `warningOf` creates the warning.
   */
  async #stepWithinLimit(
    trx: Transaction,
    shared: SharedFacts,
    row: ListingRow,
    warningOf: (error: AppError) => FieldProblem,
  ): Promise<{ step: RowChange | null; warnings: readonly FieldProblem[] }> {
    try {
      return { step: await this.#publish(trx, shared, row), warnings: [] };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'LISTING_LIMIT_EXCEEDED') throw error;
      const warning = warningOf(error);
      return { step: null, warnings: [warning] };
    }
  }

  /** `row` is locked. */
  async edit(trx: Transaction, shared: SharedFacts, row: ListingRow, edit: RecordEdit): Promise<Written> {
    const { actor } = shared;
    const { imageUrls = null } = edit;
    const { change, assessment } = await this.evaluate(trx, shared, row, edit);
    if (change !== null) await this.write(trx, actor, [change]);
    if (imageUrls !== null)
      await this.parts.imageOrders.order(trx, { id: row.id, sellerId: actor.sellerId }, imageUrls);
    return { row: change?.after ?? row, assessment };
  }

  write(trx: Transaction, actor: SellerListingActor, changes: readonly RowChange[]): Promise<void> {
    return this.parts.writer.write(trx, changes, { byUserId: actor.userId, source: actor.source });
  }

  /** Returns the change that an edit makes to a locked row, without writing it; null if nothing differs. */
  async evaluate(
    trx: Transaction,
    shared: SharedFacts,
    row: ListingRow,
    { toRecord, publish = false, looksUpKeys = false }: RecordEdit,
  ): Promise<{ readonly change: RowChange | null; readonly assessment: Assessment }> {
    const { clock, settings } = this.parts;
    const { actor, context } = shared;
    const before = recordOf(row, context.taxonomy);
    const assessment = assess(toRecord(before), context, before);
    const { errors, missing } = assessment;
    if (publish && missing.length > 0) throw invalidRecord([...errors, ...missing]);
    if (looksUpKeys) await assertKeysFree(trx, actor.sellerId, assessment.record, before);
    // Sold listings cannot be edited: reactivate first.
    const returned = publish && row.status === 'SOLD' ? await this.#publish(trx, shared, row) : null;
    const start = returned?.after ?? row;
    const rules = { now: clock.now(), moderation: settings.get('listings.moderation') };
    const edit = editOf(start, before, assessment, rules);
    if ('refusal' in edit) throw edit.refusal;
    const edited = edit.change?.after ?? start;
    const isOnMarket = !publish || usesSlot(edited.status);
    const { step: published, warnings } = isOnMarket
      ? { step: null, warnings: [] }
      : await this.#stepWithinLimit(trx, shared, edited, (error) =>
          warningAt(
            'publish',
            joined([error.sentence, t('The change is saved, but the listing is not live.')], ' '),
          ),
        );
    const isPlainEdit = returned === null && published === null;
    return {
      change: isPlainEdit ? edit.change : combineChanges(row, [returned, edit.change, published]),
      assessment: { ...assessment, warnings: [...assessment.warnings, ...warnings] },
    };
  }

  #publish(trx: Transaction, { actor, plan }: SharedFacts, row: ListingRow) {
    return this.parts.transitions.evaluate(trx, { actor, row, action: 'publish', plan, options: {} });
  }
}
