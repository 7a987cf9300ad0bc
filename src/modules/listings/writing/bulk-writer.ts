/**
 * Writes many listings of one seller in one transaction with few statements, for imports and the demo market. Each
 * item is checked like a single write; a failing one reports its problems and does not affect the others.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { lockSellerPlan, type SellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import {
  assess,
  comparerWith,
  type Assessment,
  type RecordContext,
  recordContext,
  assessWithoutRefused,
} from './assessment.ts';
import { BulkKeys, keysOf } from './bulk-keys.ts';
import { type BulkResult, type Evaluated, failed, unchanged } from './bulk-results.ts';
import type { ListingState } from '../record/enums.ts';
import { errorAt, warningAt, type FieldProblem } from '../record/field-check.ts';
import type { SellerListingActor } from '../lifecycle/lifecycle-table.ts';
import { countsAsDraft, transition, usesSlot } from '../lifecycle/lifecycle.ts';
import { publishConditions, type PublishRules, publishRules } from '../lifecycle/publish-conditions.ts';
import type { ListingRecord } from '../record/fields.ts';
import type { ListingBody } from '../record/listing-body.ts';
import type { ListingWriter } from './listing-writer.ts';
import { clearRowHash, type RowHash, storeRowHashes } from './rows.repository.ts';
import { countDraftsAndPaused, countSlots, hasBeenLive, lockRowsByKeys } from '../listings.repository.ts';
import { recordOf } from '../record/record-columns.ts';
import { patchedRecord, recordFromBody, replacedRecord } from '../record/record.ts';
import { publishNeedsReview, type Moderation } from '../moderation/review.ts';
import { editOf } from './edits.ts';
import { changeOf, combineChanges, creation, newRow, type RowChange } from './row-changes.ts';
import type { ListingRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

/** Items between two yields to the event loop. */
const TURN_ITEMS = 20;

/** Target state; null and draft keep the state, and a new listing becomes a draft. */
export type BulkTarget = 'draft' | 'active' | 'paused' | 'sold' | 'deleted' | null;

export interface BulkItem {
  /** The listing is found by externalId, then by VIN, then by `listingId`; otherwise it is new. */
  readonly body: ListingBody;
  readonly listingId?: string | null;
  /** patch: omitted fields stay. replace: they are cleared. */
  readonly mode: 'patch' | 'replace';
  readonly target: BulkTarget;
  /** Digest of the source row: an equal one means no change. */
  readonly rowHash?: Buffer | undefined;
  /** The body as already checked, if the item turns out to be new. */
  readonly prepared?: PreparedRecord | undefined;
  /** Whether the item is written without the field if its value is rejected; omitted: the item fails. */
  readonly isOptional?: (field: string) => boolean;
}

/** A body that was checked as a new listing before the transaction, while the database was busy with others. */
export interface PreparedRecord {
  readonly assessment: Assessment;
  readonly context: RecordContext;
}

export interface BulkOptions {
  readonly actor: SellerListingActor;
  readonly importId?: string | null;
  /** Dry run, which writes nothing. Pass the same object to all calls of one import. */
  readonly dryRun?: DryRun | undefined;
}

/** Capacity that the previous calls of a dry run would have used. */
export interface DryRun {
  /** Slots taken minus slots freed. */
  slotsTaken: number;
  draftsTaken: number;
}

/** Shared by all items of one call. */
interface Batch {
  readonly actor: SellerListingActor;
  readonly importId: string | null;
  readonly context: RecordContext;
  readonly now: Date;
  readonly keys: BulkKeys;
  readonly plan: SellerPlan;
  readonly moderation: Moderation;
  readonly isKnownSeller: boolean;
  readonly rules: PublishRules;
  /** Whether an assessment in that context is valid in this one. */
  readonly isAlike: (context: RecordContext) => boolean;
  slotsUsed: number;
  draftsLeft: number;
}

interface BulkWriterParts {
  readonly clock: Clock;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
}

export class BulkWriter extends Service<BulkWriterParts> {
  /** Context of `prepare`; valid while neither the taxonomy nor the seller changes. */
  contextOf(db: Queryable, sellerId: string): Promise<RecordContext> {
    return recordContext(db, this.parts, sellerId);
  }

  prepare(body: ListingBody, context: RecordContext): PreparedRecord {
    return { assessment: assess(recordFromBody(body), context), context };
  }

  /** Makes the next import process an equal row again, because part of the row failed. */
  forgetRow(trx: Transaction, sellerId: string, listingId: string): Promise<void> {
    return clearRowHash(trx, sellerId, listingId);
  }

  /** Writes up to a few hundred items; returns one result per item, in order. */
  async write(trx: Transaction, items: readonly BulkItem[], options: BulkOptions): Promise<BulkResult[]> {
    const batch = await this.#begin(trx, items, options);
    const evaluated: Evaluated[] = [];
    for (const item of items) {
      const evaluation = this.#evaluate(item, batch);
      if (evaluation.change !== null) batch.draftsLeft -= additionalUse(evaluation.change, countsAsDraft);
      evaluated.push(evaluation);
      if (evaluated.length % TURN_ITEMS === 0) await nextTurn();
    }
    const changes = evaluated.flatMap(({ change }) => change ?? []);
    const { dryRun, actor } = options;
    if (dryRun === undefined) {
      await this.parts.writer.write(trx, changes, { byUserId: actor.userId, source: actor.source });
      await storeRowHashes(trx, actor.sellerId, equalRows(items, evaluated));
    } else
      for (const change of changes) {
        dryRun.slotsTaken += additionalUse(change, usesSlot);
        dryRun.draftsTaken += additionalUse(change, countsAsDraft);
      }
    return evaluated.map(({ change: _change, ...result }) => result);
  }

  async #begin(trx: Transaction, items: readonly BulkItem[], options: BulkOptions): Promise<Batch> {
    const { actor } = options;
    const { sellerId } = actor;
    const publishes = items.some((item) => item.target === 'active');
    const plan = await lockSellerPlan(trx, sellerId);
    const { drafts } = plan.limits;
    const takenBefore = options.dryRun ?? NOTHING_TAKEN;
    const moderation = this.parts.settings.get('listings.moderation');
    const context = await this.contextOf(trx, sellerId);
    return {
      actor,
      importId: options.importId ?? null,
      context,
      now: context.now,
      isAlike: comparerWith(context),
      keys: new BulkKeys(await lockRowsByKeys(trx, sellerId, items.map(keysOf))),
      plan,
      moderation,
      isKnownSeller: moderation === 'first_listing' && (await hasBeenLive(trx, sellerId)),
      rules: publishRules(this.parts.settings),
      slotsUsed: publishes ? (await countSlots(trx, sellerId)) + takenBefore.slotsTaken : 0,
      draftsLeft:
        drafts === null
          ? Infinity
          : drafts - (await countDraftsAndPaused(trx, sellerId)) - takenBefore.draftsTaken,
    };
  }

  #evaluate(item: BulkItem, batch: Batch): Evaluated {
    const { row, problem } = batch.keys.match(keysOf(item));
    if (problem !== null) return failed(row?.id ?? null, [problem]);
    if (row === null) return this.#evaluateNew(item, batch);
    if (item.rowHash !== undefined && row.row_hash?.equals(item.rowHash) === true) return unchanged(row.id);
    if (item.target === 'sold' || item.target === 'deleted')
      return this.#evaluateRemoval(row, item.target, item, batch);
    return this.#evaluateExisting(row, item, batch);
  }

  #evaluateNew(item: BulkItem, batch: Batch): Evaluated {
    // Do not create a listing only to remove it.
    if (item.target === 'sold' || item.target === 'deleted') return unchanged(null);
    const early = item.prepared;
    const first =
      early !== undefined && batch.isAlike(early.context)
        ? early.assessment
        : this.prepare(item.body, batch.context).assessment;
    const { assessment, leftOut } = assessWithoutRefused(item, first, (body) =>
      assess(recordFromBody(body), batch.context),
    );
    const { now } = batch;
    const id = newId('lst', now);
    const errors = [...assessment.errors, ...batch.keys.claim(assessment.record, id)];
    if (errors.length > 0) return { ...failed(null, errors, warningsOf(assessment)), leftOut };
    const draft = newRow(assessment, { ...batch.actor, id, now, ...stampOf(item, batch, leftOut) });
    if (batch.draftsLeft <= 0) return { ...failed(null, [], warningsOf(assessment)), isOverDrafts: true };
    const step = this.#stepTo(draft, item.target, assessment, batch);
    return {
      outcome: 'created',
      listingId: id,
      errors: [],
      warnings: [...warningsOf(assessment), ...step.warnings],
      leftOut,
      isOverLimit: step.isOverLimit,
      isOverDrafts: false,
      change: creation(draft, step.change),
    };
  }

  #evaluateExisting(row: ListingRow, item: BulkItem, batch: Batch): Evaluated {
    const before = recordOf(row, batch.context.taxonomy);
    const assessed = (body: ListingBody): Assessment =>
      assess(
        item.mode === 'patch' ? patchedRecord(before, body) : replacedRecord(before, body),
        batch.context,
        before,
      );
    const { assessment, leftOut } = assessWithoutRefused(item, assessed(item.body), assessed);
    const conflicts = batch.keys.claim(assessment.record, row.id);
    if (conflicts.length > 0) return { ...failed(row.id, conflicts, warningsOf(assessment)), leftOut };
    if (row.status === 'SOLD' && item.target === 'active')
      return { ...this.#evaluateReturn({ row, before, assessment, leftOut }, item, batch), leftOut };
    const edit = editOf(row, before, assessment, batch);
    if ('errors' in edit) return { ...failed(row.id, edit.errors, warningsOf(assessment)), leftOut };
    const edited = edit.change?.after ?? row;
    const step = this.#stepTo(edited, item.target, assessment, batch);
    const change = combineChanges(row, [edit.change, step.change]);
    return {
      outcome: change === null ? 'unchanged' : 'updated',
      listingId: row.id,
      errors: [],
      warnings: [...warningsOf(assessment), ...step.warnings],
      leftOut,
      isOverLimit: step.isOverLimit,
      isOverDrafts: false,
      change: change === null ? null : { ...change, after: withStamps(change.after, item, batch, leftOut) },
    };
  }

  /** A sale that fell through: reactivate first, because sold listings cannot be edited. */
  #evaluateReturn(
    sold: {
      readonly row: ListingRow;
      readonly before: ListingRecord;
      readonly assessment: Assessment;
      readonly leftOut: readonly FieldProblem[];
    },
    item: BulkItem,
    batch: Batch,
  ): Evaluated {
    const { row, before, assessment, leftOut } = sold;
    if (assessment.errors.length > 0) return failed(row.id, assessment.errors, warningsOf(assessment));
    const { change: step, warnings, isOverLimit } = this.#publish(row, assessment, batch);
    if (step === null) return { ...unchanged(row.id), warnings, isOverLimit };
    const edit = editOf(step.after, before, assessment, batch);
    if ('errors' in edit) return failed(row.id, edit.errors, warningsOf(assessment));
    const change = combineChanges(row, [step, edit.change]) ?? step;
    return {
      ...unchanged(row.id),
      outcome: 'updated',
      warnings: warningsOf(assessment),
      change: { ...change, after: withStamps(change.after, item, batch, leftOut) },
    };
  }

  #evaluateRemoval(row: ListingRow, target: 'sold' | 'deleted', item: BulkItem, batch: Batch): Evaluated {
    if (target === 'sold' && row.status === 'SOLD') return unchanged(row.id);
    const action = target === 'sold' ? 'markSold' : 'delete';
    const step = transition(row.status, action, 'seller');
    if (!step.ok) return failed(row.id, [errorAt('status', step.message)]);
    const change = changeOf(row, action, step, { now: batch.now, listingDays: 0 });
    return {
      outcome: 'removed',
      listingId: row.id,
      errors: [],
      warnings: [],
      leftOut: [],
      isOverLimit: false,
      isOverDrafts: false,
      change: { ...change, notice: null, after: withStamps(change.after, item, batch, []) },
    };
  }

  /** The transition to the target state; if it is not possible, the listing stays and gets a warning. */
  #stepTo(row: ListingRow, target: BulkTarget, assessment: Assessment, batch: Batch): StepResult {
    if (target === 'active') return this.#publish(row, assessment, batch);
    if (target !== 'paused') return NO_STEP;
    const step = transition(row.status, 'unpublish', 'seller');
    if (!step.ok) return NO_STEP;
    if (step.to === 'DRAFT' && batch.draftsLeft <= 0)
      return {
        ...NO_STEP,
        warnings: [warningAt('status', t("cannot be draft because the plan's limit of drafts is reached"))],
      };
    const change = changeOf(row, 'unpublish', step, { now: batch.now, listingDays: 0 });
    return { ...NO_STEP, change };
  }

  #publish(row: ListingRow, assessment: Assessment, batch: Batch): StepResult {
    if (row.status === 'ACTIVE' || row.status === 'PENDING_REVIEW') return NO_STEP;
    const { moderation, isKnownSeller, actor, plan } = batch;
    const step = transition(row.status, 'publish', 'seller', {
      needsReview: publishNeedsReview(moderation, {
        from: row.status,
        changedSinceApproval: row.changed_since_approval,
        isKnownSeller,
      }),
    });
    if (!step.ok) return { ...NO_STEP, warnings: [warningAt('status', step.message)] };
    const [problem] = publishConditions({
      conditions: step.conditions,
      actor,
      plan,
      slotsUsed: batch.slotsUsed,
      missing: assessment.missing,
      soldAt: row.sold_at,
      now: batch.now,
      rules: batch.rules,
    });
    if (problem !== undefined) {
      if (problem.code === 'LISTING_LIMIT_EXCEEDED') return { ...NO_STEP, isOverLimit: true };
      const { message, details = [{ field: 'status', message }] } = problem;
      return { ...NO_STEP, warnings: details.map((detail) => warningAt(detail.field, detail.message)) };
    }
    batch.slotsUsed += 1;
    const facts = { now: batch.now, listingDays: plan.limits.listingDays };
    return { ...NO_STEP, change: changeOf(row, 'publish', step, facts) };
  }
}

interface StepResult {
  readonly change: RowChange | null;
  readonly warnings: readonly FieldProblem[];
  readonly isOverLimit: boolean;
}
const NO_STEP: StepResult = { change: null, warnings: [], isOverLimit: false };

const NOTHING_TAKEN: DryRun = { slotsTaken: 0, draftsTaken: 0 };

/** How many more rows use a resource of the plan after the change than before. */
function additionalUse({ before, after }: RowChange, uses: (state: ListingState) => boolean): number {
  return Number(uses(after.status)) - Number(before !== null && uses(before.status));
}

/** Source rows that equal their listings: compared once, and skipped from then on. */
function equalRows(items: readonly BulkItem[], evaluated: readonly Evaluated[]): RowHash[] {
  return evaluated.flatMap(({ outcome, listingId, leftOut }, at) => {
    const rowHash = items[at]?.rowHash;
    const isEqual = outcome === 'unchanged' && leftOut.length === 0;
    return isEqual && listingId !== null && rowHash !== undefined ? [{ listingId, rowHash }] : [];
  });
}

function warningsOf({ warnings, remarks }: Assessment): readonly FieldProblem[] {
  return remarks.length === 0 ? warnings : [...warnings, ...remarks];
}

function withStamps(
  row: ListingRow,
  item: BulkItem,
  batch: Batch,
  leftOut: readonly FieldProblem[],
): ListingRow {
  if (batch.actor.source !== 'import') return row;
  const { importId, rowHash } = stampOf(item, batch, leftOut);
  return { ...row, source: 'import', import_id: importId, row_hash: rowHash };
}

/**
 * The import that last wrote a row, and the digest of the source row; none for other writers. A row with ignored
 * values has no digest, so that the next import reports them again.
 */
function stampOf(item: BulkItem, { importId, actor }: Batch, leftOut: readonly FieldProblem[]) {
  return actor.source === 'import'
    ? { importId, rowHash: leftOut.length === 0 ? (item.rowHash ?? null) : null }
    : { importId: null, rowHash: null };
}
