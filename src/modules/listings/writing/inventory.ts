import type { Clock } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { Service } from '../../../platform/service.ts';
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

/** Listings per transaction; a seller can have a hundred thousand. */
const BATCH = 500;
/** Rows per piece; each blocks the event loop for about 10 ms. */
const PIECE = 50;

/** Returns the change of a row; null leaves it unchanged. */
type StepOf = (row: ListingRow) => RowChange | null;

interface InventoryParts {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly writer: ListingWriter;
}

/** Transitions of all or many of a seller's listings, for billing, accounts and administrators. */
export class Inventory extends Service<InventoryParts> {
  /** The newest live listings beyond `allowed` slots; null means no limit. */
  async listOverLimit(db: Queryable, sellerId: string, allowed: number | null): Promise<ListingName[]> {
    if (allowed === null) return [];
    const surplus = (await countSlots(db, sellerId)) - allowed;
    return surplus <= 0 ? [] : listNewestLive(db, sellerId, surplus);
  }

  /** Pauses the listings of `listOverLimit` until the plan has capacity. */
  async pauseOverLimit(trx: Transaction, sellerId: string, allowed: number | null): Promise<string[]> {
    await lockSellerPlan(trx, sellerId);
    const over = await this.listOverLimit(trx, sellerId, allowed);
    const ids = over.map(({ id }) => id);
    return this.applyAll(trx, sellerId, ids, 'pauseByPlan');
  }

  /** Resumes listings that the plan had paused, oldest first, as capacity allows. */
  async resumeWithinLimit(trx: Transaction, sellerId: string): Promise<string[]> {
    const { facts, mayPublish } = await this.#gate(trx, sellerId);
    const moderation = this.parts.settings.get('listings.moderation');
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

  /** Suspends a batch of a seller's listings that are on the market or could return to it. True: there may be more. */
  async suspendSomeOfSeller(trx: Transaction, sellerId: string, reason: string): Promise<boolean> {
    // Concurrent publications commit first, or are rejected.
    await lockSellerPlan(trx, sellerId);
    const ids = await listSomeInStates(trx, sellerId, ['ACTIVE', 'PAUSED', 'PENDING_REVIEW'], BATCH);
    await this.applyAll(trx, sellerId, ids, 'suspend', {
      reason: { code: 'seller_suspended', text: reason },
      withSeller: true,
    });
    return ids.length === BATCH;
  }

  /**
   * Reverses `suspendSomeOfSeller`, a batch at a time: listings that were live go live if there is capacity, others
   * become drafts. True: there may be more.
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
   * Applies a transition to these listings without checking its conditions. Listings in other states stay. Returns
   * the IDs of those that moved.
   */
  applyAll(
    trx: Transaction,
    sellerId: string,
    listingIds: readonly string[],
    action: ListingAction,
    { actor = 'system', ...extra }: Partial<StepFacts> & { readonly actor?: ListingActorKind } = {},
  ): Promise<string[]> {
    const facts = { now: this.parts.clock.now(), listingDays: 0, ...extra };
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
      // Lock in ID order, whatever the order of decisions.
      await lockIds(trx, sellerId, batch);
      for (let start = 0; start < batch.length; start += PIECE) {
        const piece = batch.slice(start, start + PIECE);
        const rows = new Map((await lockRows(trx, sellerId, piece)).map((row) => [row.id, row]));
        const changes = piece.flatMap((id) => {
          const row = rows.get(id);
          return (row === undefined ? null : stepOfRow(row)) ?? [];
        });
        await this.parts.writer.write(trx, changes, { source: 'system' });
        moved.push(...changes.map((change) => change.after.id));
      }
    }
    return moved;
  }

  /** Publishes listings one by one under the plan's lock; each takes a slot. */
  async #gate(trx: Transaction, sellerId: string) {
    const { clock, settings, taxonomy } = this.parts;
    const plan = await lockSellerPlan(trx, sellerId);
    let slotsUsed = await countSlots(trx, sellerId);
    const now = clock.now();
    const rules = publishRules(settings);
    const actor = { kind: 'system' } as const;
    const canPublish = (row: ListingRow, conditions: readonly Condition[]): boolean => {
      const known = { actor, plan, slotsUsed, soldAt: row.sold_at, now, rules };
      // Stop at a full plan before reading the record: the stock can be large.
      if (publishConditions({ ...known, conditions: ['slot'], missing: [] }).length > 0) return false;
      const missing = missingInRow(row, taxonomy.current);
      if (publishConditions({ ...known, conditions, missing }).length > 0) return false;
      slotsUsed += 1;
      return true;
    };
    return { facts: { now, listingDays: plan.limits.listingDays }, mayPublish: canPublish };
  }
}

/** The transition of a locked row, if its state allows it. */
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
