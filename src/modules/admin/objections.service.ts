import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Platform } from '../../platform/module.ts';
import type { DecisionRow, Decisions, Outcome } from '../decisions/index.ts';
import type { ReviewModeration } from '../sellers/index.ts';
import type { ListingAdminService } from './listings.service.ts';
import type { UserAdminService } from './users.service.ts';

interface Ports {
  readonly decisions: Decisions;
  readonly users: UserAdminService;
  readonly listings: ListingAdminService;
  readonly reviews: ReviewModeration;
}

/** Objections to administrators' decisions; another administrator than the first judges each. */
export class ObjectionAdminService {
  readonly #platform: Pick<Platform, 'db' | 'audit'>;
  readonly #ports: Ports;

  constructor(platform: Pick<Platform, 'db' | 'audit'>, ports: Ports) {
    this.#platform = platform;
    this.#ports = ports;
  }

  list(status: 'open' | 'decided', page: Page): Promise<{ rows: DecisionRow[]; total: number }> {
    return this.#ports.decisions.objections(status, page);
  }

  get(id: string): Promise<DecisionRow> {
    return this.#ports.decisions.get(id);
  }

  /** A decision that is taken back is undone, as far as it still stands. */
  async judge(
    actor: UserActor,
    id: string,
    { outcome, reason }: { readonly outcome: Outcome; readonly reason: string },
    origin: Origin,
  ): Promise<void> {
    const { db, audit } = this.#platform;
    const row = await this.get(id);
    await inTransaction(db, async (trx) => {
      await this.#ports.decisions.judge(trx, row, { outcome, reason, by: actor.userId });
      await audit.record(trx, {
        actor,
        action: `objection.${outcome}`,
        subject: { type: 'decision', id },
        before: { kind: row.kind, decidedBy: row.decided_by },
        after: { outcome, reason: personal(reason, actor.userId, row.user_id) },
        origin,
      });
    });
    if (outcome === 'reversed') await this.#undo(actor, row, origin);
  }

  async #undo(actor: UserActor, row: DecisionRow, origin: Origin): Promise<void> {
    const { users, listings, reviews } = this.#ports;
    try {
      if (row.kind === 'user.suspended') await users.reinstate(actor, row.subject_id, origin);
      if (row.kind === 'listing.suspended')
        await listings.decide(actor, row.subject_id, { action: 'restore' }, origin);
      if (row.kind === 'review.rejected') {
        const decision = { status: 'published', reason: null } as const;
        await reviews.decide(actor, row.subject_id, decision, origin);
      }
    } catch (error) {
      // Somebody has undone it before, or the listing no longer fits the plan: then its dealer publishes it.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
