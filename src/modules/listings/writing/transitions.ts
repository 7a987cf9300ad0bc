import { type Clock, DAY_MS, addMs } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { type AppError, found, invalidField, invalidState } from '../../../platform/errors/app-error.ts';
import {
  assertWithinPlan,
  getSellerPlan,
  lockSellerPlan,
  planProblem,
  type SellerPlan,
} from '../../billing/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import type { ListingAction, ListingActor } from '../lifecycle/lifecycle-table.ts';
import { transition, type Transition } from '../lifecycle/lifecycle.ts';
import { publishConditions, publishRules } from '../lifecycle/publish-conditions.ts';
import { transitionError, wrongStartState } from '../lifecycle/transition-errors.ts';
import {
  countDraftsAndPaused,
  countFeatured,
  countSlots,
  findSellerOf,
  hasBeenLive,
  isAboutListing,
  lockOwnRow,
} from '../listings.repository.ts';
import { publishNeedsReview } from '../moderation/review.ts';
import type { ListingState } from '../record/enums.ts';
import { assertMatches } from '../../../platform/http/request/version.ts';
import type { ListingRow } from '../tables.ts';
import { missingInRow } from '../record/quality.ts';
import type { ListingWriter, WriteOptions } from './listing-writer.ts';
import { changeOf, type RowChange, type StepFacts } from './row-changes.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

export interface StepOptions {
  readonly ifMatch?: string | null;
  /** The only state for this action, such as a sale for `reopen`. */
  readonly from?: ListingState;
  readonly reason?: { readonly code: string; readonly text: string } | undefined;
  readonly soldPrice?: number | null;
  readonly conversationId?: string | null;
  readonly featuredDays?: number | undefined;
  /** Restores as a draft if the plan has no capacity, instead of failing. */
  readonly orDraft?: boolean | undefined;
}

/** Actions that can take a slot or draft capacity. They lock the plan first. */
const slotActions: ReadonlySet<ListingAction> = new Set([
  'publish',
  'renew',
  'restore',
  'feature',
  'withdraw',
  'unpublish',
]);
const FEATURED_DAYS_DEFAULT = 30;

/** Administrators' identities are not disclosed to sellers. */
function writerOf(actor: ListingActor): WriteOptions {
  if (actor.kind === 'seller') return { byUserId: actor.userId, source: actor.source };
  return { byUserId: null, source: actor.kind === 'admin' ? 'moderator' : 'system' };
}

interface TransitionsParts {
  readonly clock: Clock;
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly writer: ListingWriter;
}

/** Applies transitions to single listings, including conditions and plan limits. */
export class Transitions extends Service<TransitionsParts> {
  /** Locks the plan if slots are counted, then the listing, always in this order. */
  async apply(
    trx: Transaction,
    actor: ListingActor,
    idOrSlug: string,
    action: ListingAction,
    options: StepOptions = {},
  ): Promise<ListingRow> {
    const sellerId = found(
      'listing',
      actor.kind === 'seller' ? actor.sellerId : await findSellerOf(trx, idOrSlug),
    );
    const plan = slotActions.has(action) ? await lockSellerPlan(trx, sellerId) : null;
    const row = found('listing', await lockOwnRow(trx, sellerId, idOrSlug));
    assertMatches(row, options.ifMatch ?? null);
    const change = await this.evaluate(trx, { actor, row, action, plan, options });
    await this.parts.writer.write(trx, [change], writerOf(actor));
    return change.after;
  }

  /** Returns the change that the action makes to a locked row; throws if it is not allowed. */
  async evaluate(
    trx: Transaction,
    request: {
      readonly actor: ListingActor;
      readonly row: ListingRow;
      readonly action: ListingAction;
      readonly plan: SellerPlan | null;
      readonly options: StepOptions;
    },
  ): Promise<RowChange> {
    const { actor, row, action, options } = request;
    const step = transition(row.status, action, actor.kind, {
      needsReview: await this.#needsReview(trx, row, action),
      wasLive: row.suspension?.from === 'ACTIVE' && !(await isFull(trx, request)),
      isSellerSuspended: request.plan?.isSuspended === true,
    });
    if (!step.ok) throw transitionError(step);
    if (step.effects.includes('suspend_with_seller') && row.suspension?.withSeller === true)
      throw sellerSuspended();
    if (options.from !== undefined && row.status !== options.from) throw wrongStartState(step, options.from);
    await assertSaleTalk(trx, row, options.conversationId ?? null);
    const plan = request.plan ?? (await this.#planOfRun(trx, row, step));
    await this.#assertConditions(trx, step, { actor, row, plan, options });
    return changeOf(row, action, step, this.#facts(row, plan, options));
  }

  async #needsReview(trx: Transaction, row: ListingRow, action: ListingAction): Promise<boolean> {
    const moderation = this.parts.settings.get('listings.moderation');
    if (moderation === 'auto' || (action !== 'publish' && action !== 'renew')) return false;
    return publishNeedsReview(moderation, {
      from: row.status,
      changedSinceApproval: row.changed_since_approval,
      isKnownSeller: moderation === 'first_listing' && (await hasBeenLive(trx, row.seller_id)),
    });
  }

  async #planOfRun(trx: Transaction, row: ListingRow, step: Transition): Promise<SellerPlan | null> {
    return step.effects.includes('start_run') ? getSellerPlan(trx, row.seller_id) : null;
  }

  #facts(row: ListingRow, plan: SellerPlan | null, options: StepOptions): StepFacts {
    const now = this.parts.clock.now();
    const wanted = addMs(now, (options.featuredDays ?? FEATURED_DAYS_DEFAULT) * DAY_MS);
    // Featuring ends with the listing period at the latest.
    const end = row.expires_at !== null && row.expires_at < wanted ? row.expires_at : wanted;
    return {
      now,
      listingDays: plan?.limits.listingDays ?? 0,
      featuredUntil: end,
      reason: options.reason,
      soldPrice: options.soldPrice ?? null,
      conversationId: options.conversationId ?? null,
    };
  }

  async #assertConditions(
    trx: Transaction,
    { conditions, from, to }: Transition,
    facts: {
      readonly actor: ListingActor;
      readonly row: ListingRow;
      readonly plan: SellerPlan | null;
      readonly options: StepOptions;
    },
  ): Promise<void> {
    const { actor, row, plan, options } = facts;
    const entersMarket = from !== 'ACTIVE' && to === 'ACTIVE';
    if (conditions.includes('reason') && (options.reason?.text.trim() ?? '') === '')
      throw invalidField('reason', t('is required'));
    if (plan === null) return;
    if (plan.isSuspended && actor.kind === 'admin' && entersMarket) throw sellerSuspended();
    const [problem] = publishConditions({
      conditions,
      actor,
      plan,
      slotsUsed: conditions.includes('slot') ? await countSlots(trx, row.seller_id) : 0,
      missing: conditions.includes('complete') ? missingInRow(row, this.parts.taxonomy.current) : [],
      soldAt: row.sold_at,
      now: this.parts.clock.now(),
      rules: publishRules(this.parts.settings),
    });
    if (problem !== undefined) throw problem;
    if (conditions.includes('draft_room'))
      assertWithinPlan(plan, 'drafts', await countDraftsAndPaused(trx, row.seller_id));
    if (conditions.includes('feature_slot'))
      assertWithinPlan(plan, 'featuredSlots', await countFeatured(trx, row.seller_id, row.id));
  }
}

/** Whether the plan has no capacity for a listing that can come back as a draft. */
async function isFull(
  trx: Transaction,
  {
    row,
    plan,
    options,
  }: { readonly row: ListingRow; readonly plan: SellerPlan | null; readonly options: StepOptions },
): Promise<boolean> {
  if (options.orDraft !== true || plan === null) return false;
  return planProblem(plan, 'activeListings', await countSlots(trx, row.seller_id)) !== null;
}

function sellerSuspended(): AppError {
  return invalidState(
    t('The seller is suspended, so its listings cannot go live. Reinstate the seller first.'),
  );
}

async function assertSaleTalk(
  trx: Transaction,
  row: ListingRow,
  conversationId: string | null,
): Promise<void> {
  if (conversationId === null || (await isAboutListing(trx, conversationId, row.id))) return;
  throw invalidField('conversationId', t('is not a conversation about this listing'));
}
