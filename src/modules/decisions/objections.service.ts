import type { Total } from '../../platform/db/count-up-to.ts';
import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { found } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Decisions } from './decisions.ts';
import { type DecisionRow, isSuperseded } from './decisions.repository.ts';
import type { Outcome } from './tables.ts';

/** `canReview`: open, and another administrator's decision or that of the only one. */
export type ReviewableDecision = DecisionRow & { readonly canReview: boolean };

/** Undoes one decision. False: nothing is left to undo. */
type Undo = (trx: Transaction, actor: UserActor, subjectId: string, origin: Origin) => Promise<boolean>;

/** How each kind of decision is undone, by the areas that they are about. */
export interface UndoHandlers {
  readonly suspensionOfUser: Undo;
  readonly suspensionOfListing: Undo;
  readonly rejectionOfReview: Undo;
}

/** Objections to administrators' decisions. Another administrator judges each, if there is another one. */
export class ObjectionAdminService extends Service<
  Pick<Platform, 'db' | 'audit'> & { readonly decisions: Decisions; readonly undoing: UndoHandlers }
> {
  async list(
    actor: UserActor,
    status: 'open' | 'decided',
    page: Page,
  ): Promise<{ rows: ReviewableDecision[] } & Total> {
    const { rows, ...total } = await this.parts.decisions.objections(status, page);
    return { rows: await this.#withJudge(actor, rows), ...total };
  }

  async get(actor: UserActor, id: string): Promise<ReviewableDecision> {
    const [row] = await this.#withJudge(actor, [await this.parts.decisions.get(id)]);
    return found('appeal', row);
  }

  async #withJudge(actor: UserActor, rows: readonly DecisionRow[]): Promise<ReviewableDecision[]> {
    const isReviewable = await this.parts.decisions.judgeOf(actor.userId);
    return rows.map((row) => ({ ...row, canReview: row.outcome === null && isReviewable(row) }));
  }

  /** Decides on an appeal. If the decision is reversed, undoes what is still in force, in the same transaction. */
  async judge(
    actor: UserActor,
    id: string,
    { outcome, reason }: { readonly outcome: Outcome; readonly reason: string },
    origin: Origin,
  ): Promise<void> {
    const { db, audit } = this.parts;
    const row = await this.parts.decisions.get(id);
    await inTransaction(db, async (trx) => {
      // Before the decision itself is locked: an erasure locks the account first, too.
      const isUndone = outcome === 'reversed' && (await this.#undo(trx, actor, row, origin));
      await this.parts.decisions.judge(trx, row, { outcome, reason, by: actor.userId });
      await audit.record(trx, {
        actor,
        action: `objection.${outcome}`,
        subject: { type: 'decision', id },
        before: { kind: row.kind, decidedBy: row.decided_by },
        after: { outcome, isUndone, reason: personal(reason, actor.userId, row.user_id) },
        origin,
      });
    });
  }

  /** Returns false if there is nothing left to undo, or a later decision of the same kind is in force. */
  async #undo(trx: Transaction, actor: UserActor, row: DecisionRow, origin: Origin): Promise<boolean> {
    if (await isSuperseded(trx, row)) return false;
    switch (row.kind) {
      case 'user.suspended':
        return this.parts.undoing.suspensionOfUser(trx, actor, row.subject_id, origin);
      case 'listing.suspended':
        return this.parts.undoing.suspensionOfListing(trx, actor, row.subject_id, origin);
      case 'review.rejected':
        return this.parts.undoing.rejectionOfReview(trx, actor, row.subject_id, origin);
      // The life cycle has no direct transition back to live: the dealer submits the listing again.
      case 'listing.rejected':
      case 'listing.deleted':
        return false;
    }
  }
}
