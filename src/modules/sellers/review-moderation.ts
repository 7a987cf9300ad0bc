import type { Total } from '../../platform/db/count-up-to.ts';
import type { UserActor } from '../../platform/actor.ts';
import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { found, invalidState } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { Decisions, StatementOfReasons } from '../decisions/index.ts';
import { announceReview, recount, type ReviewParts } from './reviews.ts';
import { getReview, listReviews, lockReview, type ReviewRow, updateReview } from './reviews.repository.ts';
import type { ReviewState } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';
import { Service } from '../../platform/service.ts';

export type { ReviewRow };

interface ReviewDecision {
  readonly status: 'published' | 'rejected';
  /** Shown to the author of a rejected review. */
  readonly reason: string | null;
  readonly code?: string | undefined;
  readonly foundBy?: StatementOfReasons['foundBy'];
}

/** Moderation decisions about reviews. Pending reviews come first, and every decision can be changed. */
export class ReviewModeration extends Service<
  ReviewParts & { readonly decisions: Pick<Decisions, 'state' | 'lift'> }
> {
  list(
    filter: { readonly status?: ReviewState; readonly sellerId?: string },
    page: Page,
  ): Promise<{ rows: ReviewRow[] } & Total> {
    return listReviews(this.parts.db, { ...filter, oldestFirst: filter.status === 'pending' }, page);
  }

  decide(actor: UserActor, id: string, decision: ReviewDecision, origin: Origin): Promise<ReviewRow> {
    return inTransaction(this.parts.db, (trx) => this.decideIn(trx, actor, id, decision, origin));
  }

  /** Decides within the transaction of a larger decision. */
  async decideIn(
    trx: Transaction,
    actor: UserActor,
    id: string,
    decision: ReviewDecision,
    origin: Origin,
  ): Promise<ReviewRow> {
    const { clock, audit, trust } = this.parts;
    const before = found('review', isId('rev', id) && (await lockReview(trx, id, null)));
    if (before.status === decision.status)
      throw invalidState(t('The review is already {status}.', { status: before.status }));
    await updateReview(trx, id, {
      status: decision.status,
      decision: decision.reason,
      decided_by: actor.userId,
      decided_at: clock.now(),
    });
    const after = await getReview(trx, id);
    if (before.status === 'rejected') await this.parts.decisions.lift(trx, 'review.rejected', id);
    if (after.status === 'published') await announceReview(trx, this.parts, after);
    else await recount(trx, trust, before, after);
    if (after.status === 'rejected' && after.author_id !== null)
      await this.parts.decisions.state(trx, {
        kind: 'review.rejected',
        subjectId: id,
        userId: after.author_id,
        subject: after.title ?? after.text ?? '—',
        code: decision.code ?? 'other',
        reason: decision.reason ?? '–',
        foundBy: decision.foundBy ?? 'administrator',
        decidedBy: actor.userId,
      });
    await audit.record(trx, {
      actor,
      action: `review.${decision.status}`,
      subject: { type: 'review', id },
      before: { status: before.status },
      after: { status: after.status, reason: personal(decision.reason, actor.userId, after.author_id) },
      origin,
    });
    return after;
  }

  /** Publishes a rejected review again. False if the review was deleted or is not rejected. */
  async publishAgain(trx: Transaction, actor: UserActor, id: string, origin: Origin): Promise<boolean> {
    if ((await lockReview(trx, id, null))?.status !== 'rejected') return false;
    await this.decideIn(trx, actor, id, { status: 'published', reason: null }, origin);
    return true;
  }
}
