import type { Clock } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { lockSellerPlan } from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { listingStates } from '../record/enums.ts';
import type {
  Condition,
  ListingAction,
  ListingActorKind,
  TransitionContext,
} from '../lifecycle/lifecycle-table.ts';
import { transition } from '../lifecycle/lifecycle.ts';
import { publishConditions, publishRules } from '../lifecycle/publish-conditions.ts';
import { missingInRow } from '../record/quality.ts';
import type { ListingWriter } from './listing-writer.ts';
import {
  countSlots,
  listIdsInStates,
  type ListingName,
  listNewestLive,
  listSomeInStates,
  listSuspendedWithSeller,
  lockIds,
  lockRows,
} from '../listings.repository.ts';
import { publishNeedsReview } from '../moderation/review.ts';
import { changeOf, type RowChange, type StepFacts } from './row-changes.ts';
import type { ListingRow } from '../tables.ts';

/** Listings per transaction, where there may be more; a seller may have a hundred thousand. */
const BATCH = 500;
/** Rows that are read, changed and announced in one go: the event loop is held for some ten milliseconds. */
const PIECE = 50;

/** Maps a row to its change; null leaves it as it is. */
type StepOf = (row: ListingRow) => RowChange | null;

export interface InventoryParts {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly writer: ListingWriter;
}

/** Steps of all or many of a seller's listings at once, for billing, accounts and administrators. */
export class Inventory {
  readonly #parts: InventoryParts;

  constructor(parts: InventoryParts) {
    this.#parts = parts;
  }

  /** The newest live listings beyond `allowed` slots; null means no limit. */
  async listOverLimit(db: Queryable, sellerId: string, allowed: number | null): Promise<ListingName[]> {
    if (allowed === null) return [];
    const surplus = (await countSlots(db, sellerId)) - allowed;
    return surplus <= 0 ? [] : listNewestLive(db, sellerId, surplus);
  }

  /** Pauses what `listOverLimit` names, until the plan has room again. */
  async pauseOverLimit(trx: Transaction, sellerId: string, allowed: number | null): Promise<string[]> {
    await lockSellerPlan(trx, sellerId);
    const over = await this.listOverLimit(trx, sellerId, allowed);
    const ids = over.map(({ id }) => id);
    return this.applyAll(trx, sellerId, ids, 'pauseByPlan');
  }

  /** Resumes listings that the plan had paused, oldest first, as far as there is room. */
  async resumeWithinLimit(trx: Transaction, sellerId: string): Promise<string[]> {
    const { facts, mayPublish } = await this.#gate(trx, sellerId);
    const moderation = this.#parts.settings.get('listings.moderation');
    const oldestFirst = (await listIdsInStates(trx, sellerId, ['PAUSED'])).toReversed();
    return this.#each(trx, sellerId, oldestFirst, (row) => {
      if (!row.paused_by_plan) return null;
      const needsReview = publishNeedsReview(moderation, {
        from: row.status,
        changedSinceApproval: row.changed_since_approval,
        isKnownSeller: true,
      });
      const step = transition(row.status, 'publish', 'system', { needsReview });
      return step.ok && mayPublish(row, step.conditions) ? changeOf(row, 'publish', step, facts) : null;
    });
  }

  /** Suspends a batch of the listings of a seller that are, or could come, on the market. True: there may be more. */
  async suspendSomeOfSeller(trx: Transaction, sellerId: string, reason: string): Promise<boolean> {
    // What is on its way to the market at this moment arrives first, or is refused.
    await lockSellerPlan(trx, sellerId);
    const ids = await listSomeInStates(trx, sellerId, ['ACTIVE', 'PAUSED', 'PENDING_REVIEW'], BATCH);
    await this.applyAll(trx, sellerId, ids, 'suspend', {
      reason: { code: 'seller_suspended', text: reason },
      withSeller: true,
    });
    return ids.length === BATCH;
  }

  /**
   * Undoes `suspendSomeOfSeller`, a batch at a time: what was live and has room goes live, the rest becomes drafts. True:
   * there may be more.
   */
  async restoreSomeOfSeller(trx: Transaction, sellerId: string): Promise<boolean> {
    const { facts, mayPublish } = await this.#gate(trx, sellerId);
    const oldestFirst = await listSuspendedWithSeller(trx, sellerId, BATCH);
    const moved = await this.#each(trx, sellerId, oldestFirst, (row) => {
      if (row.suspension?.withSeller !== true) return null;
      const wasLive = row.suspension.from === 'ACTIVE' && mayPublish(row, ['slot']);
      return stepOf(row, 'restore', 'admin', facts, { wasLive });
    });
    return moved.length > 0 && oldestFirst.length === BATCH;
  }

  /** Deletes a batch of a seller's listings, and returns which. */
  async deleteSomeOfSeller(
    trx: Transaction,
    sellerId: string,
  ): Promise<{ readonly ids: readonly string[]; readonly isMore: boolean }> {
    const states = listingStates.filter((state) => state !== 'DELETED');
    const wanted = await listSomeInStates(trx, sellerId, states, BATCH);
    const ids = await this.applyAll(trx, sellerId, wanted, 'delete');
    return { ids, isMore: ids.length > 0 && wanted.length === BATCH };
  }

  /**
   * Applies one step to each of these listings, without its conditions. Those whose state does not allow it stay as
   * they are. Returns the ids of those that moved.
   */
  applyAll(
    trx: Transaction,
    sellerId: string,
    listingIds: readonly string[],
    action: ListingAction,
    { actor = 'system', ...extra }: Partial<StepFacts> & { readonly actor?: ListingActorKind } = {},
  ): Promise<string[]> {
    const facts = { now: this.#parts.clock.now(), listingDays: 0, ...extra };
    return this.#each(trx, sellerId, listingIds, (row) => stepOf(row, action, actor, facts));
  }

  async #each(
    trx: Transaction,
    sellerId: string,
    ids: readonly string[],
    stepOfRow: StepOf,
  ): Promise<string[]> {
    const moved: string[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      // In the order of their ids, whatever order they are decided in.
      await lockIds(trx, sellerId, batch);
      for (let at = 0; at < batch.length; at += PIECE) {
        const piece = batch.slice(at, at + PIECE);
        const rows = new Map((await lockRows(trx, sellerId, piece)).map((row) => [row.id, row]));
        const changes = piece.flatMap((id) => {
          const row = rows.get(id);
          return (row === undefined ? null : stepOfRow(row)) ?? [];
        });
        await this.#parts.writer.write(trx, changes, { source: 'system' });
        moved.push(...changes.map((change) => change.after.id));
      }
    }
    return moved;
  }

  /** Lets listings to the market one by one, under the plan's lock; each takes a slot. */
  async #gate(trx: Transaction, sellerId: string) {
    const { clock, settings, taxonomy } = this.#parts;
    const plan = await lockSellerPlan(trx, sellerId);
    let slotsUsed = await countSlots(trx, sellerId);
    const now = clock.now();
    const rules = publishRules(settings);
    const actor = { kind: 'system' } as const;
    const mayPublish = (row: ListingRow, conditions: readonly Condition[]): boolean => {
      const known = { actor, plan, slotsUsed, soldAt: row.sold_at, now, rules };
      // A full plan ends it before the record is read: the stock may be large.
      if (publishConditions({ ...known, conditions: ['slot'], missing: [] }).length > 0) return false;
      const missing = missingInRow(row, taxonomy.current);
      if (publishConditions({ ...known, conditions, missing }).length > 0) return false;
      slotsUsed += 1;
      return true;
    };
    return { facts: { now, listingDays: plan.limits.listingDays }, mayPublish };
  }
}

/** The step of a locked row, where its state allows it. */
export function stepOf(
  row: ListingRow,
  action: ListingAction,
  actor: ListingActorKind,
  facts: StepFacts,
  context: TransitionContext = {},
): RowChange | null {
  const step = transition(row.status, action, actor, context);
  return step.ok ? changeOf(row, action, step, facts) : null;
}
