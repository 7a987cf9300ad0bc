import type { UserActor } from '../../platform/actor.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, noteCreated } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import '../messaging/tables.ts';
import type { Reviews } from './reviews.ts';
import type { ReviewReportBody, ReviewReportView } from './schemas.ts';

/** The kind of these reports in the administrators' list. */
const REVIEW_REPORT = 'review';

/** Any signed-in user may report a review; it stays public until an administrator has looked at it. */
export class ReviewReports {
  readonly #parts: Pick<Platform, 'db' | 'clock'> & { readonly reviews: Reviews };

  constructor(parts: Pick<Platform, 'db' | 'clock'> & { readonly reviews: Reviews }) {
    this.#parts = parts;
  }

  /** The report keeps a copy of the review. */
  async report(actor: UserActor, reviewId: string, body: ReviewReportBody): Promise<ReviewReportView> {
    const { db, clock, reviews } = this.#parts;
    const review = await reviews.findPublished(reviewId);
    if (review.author_id === actor.userId)
      throw new AppError('FORBIDDEN', 'Your own review can be changed or deleted, not reported.');
    const now = clock.now();
    const id = newId('rpt', now);
    const context = {
      seller: { id: review.seller_id, name: review.company_name },
      author: { id: review.author_id, name: review.author_name },
      rating: review.rating,
      title: review.title,
      text: review.text,
      reply: review.reply,
    };
    try {
      await inTransaction(db, async (trx) => {
        noteCreated(trx, id);
        await trx
          .insertInto('reports')
          .values({
            id,
            kind: REVIEW_REPORT,
            subject_id: reviewId,
            reporter_id: actor.userId,
            reported_user_id: review.author_id,
            reason: body.reason,
            details: body.details ?? null,
            context: JSON.stringify(context),
            created_at: now,
          })
          .execute();
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'reports_open_key')) throw error;
      throw new AppError('ALREADY_EXISTS', 'You have already reported this review; it is being looked into.');
    }
    return this.get(actor, id);
  }

  /** One's own. */
  async get(actor: UserActor, id: string): Promise<ReviewReportView> {
    const report = await this.#parts.db
      .selectFrom('reports')
      .select(['subject_id', 'reason', 'status', 'created_at'])
      .where('id', '=', id)
      .where('reporter_id', '=', actor.userId)
      .executeTakeFirst();
    if (report === undefined) throw notFound('report');
    const { subject_id: reviewId, reason, status, created_at } = report;
    return { id, reviewId, reason, status, createdAt: created_at.toISOString() };
  }
}
