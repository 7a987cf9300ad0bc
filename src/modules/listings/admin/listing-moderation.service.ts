import { type Origin, personal } from '../../../platform/audit/audit-log.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, found, notFound } from '../../../platform/errors/app-error.ts';
import type { KeysetPage } from '../../../platform/http/keyset.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { findMember } from '../../companies/index.ts';
import type { Decisions, StatementOfReasons } from '../../decisions/index.ts';
import type { Category, Taxonomy } from '../../taxonomy/index.ts';
import type { ListingImages, ListingImageView } from '../public/images.ts';
import type { Transitions } from '../writing/transitions.ts';
import {
  findModerated,
  listModerated,
  type ModeratedRow,
  moderationKey,
  type ModerationFilters,
} from './listing-moderation.repository.ts';

export { moderationKey };

/** Includes all images, which moderators judge too. */
export type ModeratedListing = ModeratedRow & {
  readonly images: readonly ListingImageView[];
  readonly category: Category | undefined;
};

export const MODERATION_ACTIONS = [
  'approve',
  'reject',
  'suspend',
  'restore',
  'feature',
  'unfeature',
  'delete',
] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

export interface Decision {
  readonly action: ModerationAction;
  readonly reason?: { readonly code: string; readonly text: string } | undefined;
  readonly featuredDays?: number | undefined;
  readonly foundBy?: StatementOfReasons['foundBy'];
  /** Restores as a draft if the plan has no capacity, instead of failing. */
  readonly orDraft?: boolean | undefined;
}

interface BulkOutcome {
  readonly id: string;
  readonly success: boolean;
  readonly status: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const YOUNG_ACCOUNT_MS = 14 * DAY_MS;

interface ModerationParts extends Pick<Platform, 'db' | 'clock' | 'audit'> {
  readonly transitions: Pick<Transitions, 'apply'>;
  readonly decisions: Pick<Decisions, 'state' | 'lift'>;
  readonly images: ListingImages;
  readonly taxonomy: Taxonomy;
}

/** Moderators' decisions about listings. If two decide the same at the same time, one gets INVALID_STATE. */
export class ListingAdminService extends Service<ModerationParts> {
  async list(filters: ModerationFilters, page: KeysetPage) {
    const found = await listModerated(this.parts.db, filters, page);
    return { ...found, rows: await this.#withParts(found.rows) };
  }

  async get(idOrSlug: string): Promise<ModeratedListing> {
    const [listing] = await this.#withParts([await this.#find(idOrSlug)]);
    if (listing === undefined) throw notFound('listing');
    return listing;
  }

  async #find(idOrSlug: string): Promise<ModeratedRow> {
    return found('listing', await findModerated(this.parts.db, idOrSlug));
  }

  async #withParts(rows: readonly ModeratedRow[]): Promise<ModeratedListing[]> {
    const byListing = await this.parts.images.of(rows.map(({ id }) => id));
    const taxonomy = this.parts.taxonomy.current;
    return rows.map((row) => ({
      ...row,
      images: byListing.get(row.id) ?? [],
      category: row.category_id === null ? undefined : taxonomy.shownCategory(row.category_id),
    }));
  }

  /** Reasons for a closer look: findings from when the listing was written, and the age of its seller. */
  flagsOf(listing: ModeratedListing): Record<string, unknown> {
    const isYoung = this.parts.clock.now().getTime() - listing.seller_since.getTime() < YOUNG_ACCOUNT_MS;
    return { ...listing.moderation_flags, ...(isYoung ? { youngAccount: true } : {}) };
  }

  decide(actor: UserActor, idOrSlug: string, decision: Decision, origin: Origin): Promise<void> {
    return inTransaction(this.parts.db, (trx) => this.decideIn(trx, actor, idOrSlug, decision, origin));
  }

  /** Decides within the transaction of a larger decision. */
  async decideIn(
    trx: Transaction,
    actor: UserActor,
    idOrSlug: string,
    decision: Decision,
    origin: Origin,
  ): Promise<void> {
    const before = found('listing', await findModerated(trx, idOrSlug));
    const after = await this.parts.transitions.apply(
      trx,
      { kind: 'admin', userId: actor.userId },
      before.id,
      decision.action,
      {
        reason: decision.reason,
        featuredDays: decision.featuredDays,
        orDraft: decision.orDraft,
      },
    );
    await this.#stateReasons(trx, actor, before, decision);
    if (decision.action === 'restore') await this.parts.decisions.lift(trx, 'listing.suspended', before.id);
    if (decision.action === 'approve') await this.parts.decisions.lift(trx, 'listing.rejected', before.id);
    await this.parts.audit.record(trx, {
      actor,
      action: `listing.${PAST[decision.action]}`,
      subject: { type: 'listing', id: before.id },
      before: { status: before.status, featured: before.featured },
      after: {
        status: after.status,
        featured: after.featured,
        reason: personal(decision.reason, actor.userId, after.seller_id),
      },
      origin,
    });
  }

  /** Lifts a suspension as far as the plan and the seller's state allow. False: the listing is not suspended. */
  async restoreIn(trx: Transaction, actor: UserActor, listingId: string, origin: Origin): Promise<boolean> {
    const listing = await findModerated(trx, listingId);
    if (listing?.status !== 'SUSPENDED') return false;
    await this.decideIn(trx, actor, listingId, { action: 'restore', orDraft: true }, origin);
    return true;
  }

  async #stateReasons(
    trx: Transaction,
    actor: UserActor,
    listing: ModeratedRow,
    { action, reason, foundBy = 'administrator' }: Decision,
  ): Promise<void> {
    const kind = RESTRICTIONS[action];
    const userId = kind === undefined ? undefined : await findMember(trx, listing.seller_id);
    if (kind === undefined || userId === undefined) return;
    await this.parts.decisions.state(trx, {
      kind,
      subjectId: listing.id,
      userId,
      subject: listing.title,
      code: reason?.code ?? 'other',
      reason: reason?.text ?? '–',
      foundBy,
      decidedBy: actor.userId,
    });
  }

  /** Decides each listing separately: a failing one does not stop the others. */
  async decideMany(
    actor: UserActor,
    ids: readonly string[],
    decision: Decision,
    origin: Origin,
  ): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    for (const id of ids) {
      try {
        await this.decide(actor, id, decision, origin);
        outcomes.push({ id, success: true, status: (await this.get(id)).status, error: null });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcomes.push({
          id,
          success: false,
          status: null,
          error: { code: error.code, message: error.message },
        });
      }
    }
    return outcomes;
  }
}

/** Actions for which the seller receives a statement of reasons. */
const RESTRICTIONS: Partial<Record<ModerationAction, StatementOfReasons['kind']>> = {
  reject: 'listing.rejected',
  suspend: 'listing.suspended',
  delete: 'listing.deleted',
};

const PAST: Readonly<Record<ModerationAction, string>> = {
  approve: 'approved',
  reject: 'rejected',
  suspend: 'suspended',
  restore: 'restored',
  feature: 'featured',
  unfeature: 'unfeatured',
  delete: 'deleted',
};
