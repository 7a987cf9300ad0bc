/**
 * Writes many listings of one seller in one transaction and few statements: for imports, for the demo market. Each item is
 * checked like a single write; a bad one is answered with its problems and leaves the others alone.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { lockSellerPlan, type SellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { assess, comparedWith, type Assessment, type RecordContext, recordContext } from './assessment.ts';
import { BulkKeys, keysOf } from './bulk-keys.ts';
import { type BulkResult, type Evaluated, failed, unchanged } from './bulk-results.ts';
import type { ListingState } from '../record/enums.ts';
import { errorAt, warningAt, type FieldProblem } from '../record/field-check.ts';
import type { SellerListingActor } from '../lifecycle/lifecycle-table.ts';
import { isAside, transition, usesSlot } from '../lifecycle/lifecycle.ts';
import { publishConditions, type PublishRules, publishRules } from '../lifecycle/publish-conditions.ts';
import type { ListingRecord } from '../record/fields.ts';
import type { ListingBody } from '../record/listing-body.ts';
import type { ListingWriter } from './listing-writer.ts';
import { clearRowHash, type RowHash, storeRowHashes } from './rows.repository.ts';
import { countAside, countSlots, hasBeenLive, lockRowsByKeys } from '../listings.repository.ts';
import { recordOf } from '../record/record-columns.ts';
import { patchedRecord, recordFromBody, replacedRecord } from '../record/record.ts';
import { publishNeedsReview, type Moderation } from '../moderation/review.ts';
import { editOf } from './edits.ts';
import { assessWithoutRefused } from './optional-values.ts';
import { changeOf, composed, creation, newRow, type RowChange } from './row-changes.ts';
import type { ListingRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Others get their turn in between. */
const TURN_ITEMS = 20;

/** Where a listing is to stand; null and draft leave it where it is, a new one as a draft. */
export type BulkTarget = 'draft' | 'active' | 'paused' | 'sold' | 'deleted' | null;

export interface BulkItem {
  /** Found by externalId, else by VIN, else by `listingId`; otherwise new. */
  readonly body: ListingBody;
  readonly listingId?: string | null;
  /** patch: what the body leaves out stays. replace: it is cleared. */
  readonly mode: 'patch' | 'replace';
  readonly target: BulkTarget;
  /** Digest of the source row: an equal one is no change. */
  readonly rowHash?: Buffer | undefined;
  /** Its body checked beforehand, for an item that turns out to be new. */
  readonly prepared?: PreparedRecord | undefined;
  /** Whether the item is written without the field if its value is refused; absent: the item fails. */
  readonly isOptional?: (field: string) => boolean;
}

/** A body that was checked as a new listing before the transaction, while the database was at work on others. */
export interface PreparedRecord {
  readonly assessment: Assessment;
  readonly context: RecordContext;
}

export interface BulkOptions {
  readonly actor: SellerListingActor;
  readonly importId?: string | null;
  /** Writes nothing. The same rehearsal for all calls of one import. */
  readonly rehearsal?: Rehearsal | undefined;
}

/** What the calls of a dry run so far would have changed for the next ones. */
export interface Rehearsal {
  /** Of the plan, less those that would have become free. */
  slotsTaken: number;
  draftsTaken: number;
}

/** What is the same for all items of one call. */
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
  /** Whether an assessment by that context holds in this one. */
  readonly isAlike: (context: RecordContext) => boolean;
  slotsUsed: number;
  draftsLeft: number;
}

export interface BulkWriterParts {
  readonly clock: Clock;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
}

export class BulkWriter {
  readonly #parts: BulkWriterParts;

  constructor(parts: BulkWriterParts) {
    this.#parts = parts;
  }

  /** What `prepare` checks by; good for as long as neither the taxonomy nor the seller changes. */
  contextOf(db: Queryable, sellerId: string): Promise<RecordContext> {
    return recordContext(db, this.#parts, sellerId);
  }

  prepare(body: ListingBody, context: RecordContext): PreparedRecord {
    return { assessment: assess(recordFromBody(body), context), context };
  }

  /** The next import reads an equal row again, since something that belongs to the row is missing. */
  forgetRow(trx: Transaction, sellerId: string, listingId: string): Promise<void> {
    return clearRowHash(trx, sellerId, listingId);
  }

  /** Up to some hundred items a call; one result for each, in their order. */
  async write(trx: Transaction, items: readonly BulkItem[], options: BulkOptions): Promise<BulkResult[]> {
    const batch = await this.#begin(trx, items, options);
    const evaluated: Evaluated[] = [];
    for (const item of items) {
      const one = this.#evaluate(item, batch);
      if (one.change !== null) batch.draftsLeft -= taken(one.change, isAside);
      evaluated.push(one);
      if (evaluated.length % TURN_ITEMS === 0) await nextTurn();
    }
    const changes = evaluated.flatMap(({ change }) => change ?? []);
    const { rehearsal, actor } = options;
    if (rehearsal === undefined) {
      await this.#parts.writer.write(trx, changes, { byUserId: actor.userId, source: actor.source });
      await storeRowHashes(trx, actor.sellerId, equalRows(items, evaluated));
    } else
      for (const change of changes) {
        rehearsal.slotsTaken += taken(change, usesSlot);
        rehearsal.draftsTaken += taken(change, isAside);
      }
    return evaluated.map(({ change: _change, ...result }) => result);
  }

  async #begin(trx: Transaction, items: readonly BulkItem[], options: BulkOptions): Promise<Batch> {
    const { actor } = options;
    const { sellerId } = actor;
    const publishes = items.some((item) => item.target === 'active');
    const plan = await lockSellerPlan(trx, sellerId);
    const { drafts } = plan.limits;
    const takenBefore = options.rehearsal ?? NOTHING_TAKEN;
    const moderation = this.#parts.settings.get('listings.moderation');
    const context = await this.contextOf(trx, sellerId);
    return {
      actor,
      importId: options.importId ?? null,
      context,
      now: context.now,
      isAlike: comparedWith(context),
      keys: new BulkKeys(await lockRowsByKeys(trx, sellerId, items.map(keysOf))),
      plan,
      moderation,
      isKnownSeller: moderation === 'first_listing' && (await hasBeenLive(trx, sellerId)),
      rules: publishRules(this.#parts.settings),
      slotsUsed: publishes ? (await countSlots(trx, sellerId)) + takenBefore.slotsTaken : 0,
      draftsLeft:
        drafts === null ? Infinity : drafts - (await countAside(trx, sellerId)) - takenBefore.draftsTaken,
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
    // Nothing is made only to be gone.
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
    const change = composed(row, [edit.change, step.change]);
    return {
      outcome: change === null ? 'unchanged' : 'updated',
      listingId: row.id,
      errors: [],
      warnings: [...warningsOf(assessment), ...step.warnings],
      leftOut,
      isOverLimit: step.isOverLimit,
      isOverDrafts: false,
      change: change === null ? null : { ...change, after: stamped(change.after, item, batch, leftOut) },
    };
  }

  /** A sale that fell through: back on the market first, since what is sold cannot be edited. */
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
    const change = composed(row, [step, edit.change]) ?? step;
    return {
      ...unchanged(row.id),
      outcome: 'updated',
      warnings: warningsOf(assessment),
      change: { ...change, after: stamped(change.after, item, batch, leftOut) },
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
      change: { ...change, notice: null, after: stamped(change.after, item, batch, []) },
    };
  }

  /** The step that brings a row where it is to stand; what stands in the way is a warning, and it stays. */
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

const NOTHING_TAKEN: Rehearsal = { slotsTaken: 0, draftsTaken: 0 };

/** How many more rows use something of the plan after a change than before it. */
function taken({ before, after }: RowChange, uses: (state: ListingState) => boolean): number {
  return Number(uses(after.status)) - Number(before !== null && uses(before.status));
}

/** Source rows that their listings equal, as they are: compared once, and passed over unread from then on. */
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

function stamped(
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
 * The import that wrote a row last, and the digest of the source row; nothing for other writers. A row with values left out
 * has no digest, so that the next import of the same row reports them again.
 */
function stampOf(item: BulkItem, { importId, actor }: Batch, leftOut: readonly FieldProblem[]) {
  return actor.source === 'import'
    ? { importId, rowHash: leftOut.length === 0 ? (item.rowHash ?? null) : null }
    : { importId: null, rowHash: null };
}
