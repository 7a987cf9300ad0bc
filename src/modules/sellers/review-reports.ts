import type { UserActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/module.ts';
import { fileReport, getOwnReport, type OwnReport } from '../reports/index.ts';
import type { Reviews } from './reviews.ts';
import type { ReviewReportBody, ReviewReportView } from './schemas.ts';
import { t } from '../../platform/errors/sentence.ts';

export class ReviewReports {
  readonly #parts: Pick<Platform, 'db' | 'clock'> & { readonly reviews: Reviews };

  constructor(parts: Pick<Platform, 'db' | 'clock'> & { readonly reviews: Reviews }) {
    this.#parts = parts;
  }

  async report(actor: UserActor, reviewId: string, body: ReviewReportBody): Promise<ReviewReportView> {
    const review = await this.#parts.reviews.findPublished(reviewId);
    if (review.author_id === actor.userId)
      throw new AppError('FORBIDDEN', t('You cannot report your own review. Change or delete it instead.'));
    const context = {
      seller: { id: review.seller_id, name: review.company_name },
      author: { id: review.author_id, name: review.author_name },
      rating: review.rating,
      title: review.title,
      text: review.text,
      reply: review.reply,
    };
    const report = { kind: 'review', subjectId: reviewId, ...body } as const;
    return reportView(
      await fileReport(this.#parts, actor, report, async () => ({ userId: review.author_id, context })),
    );
  }

  async get(actor: UserActor, id: string): Promise<ReviewReportView> {
    return reportView(await getOwnReport(this.#parts, actor, 'review', id));
  }
}

function reportView({ id, subject_id: reviewId, reason, status, created_at }: OwnReport): ReviewReportView {
  return {
    id,
    reviewId,
    reason: reason as ReviewReportView['reason'],
    status,
    createdAt: created_at.toISOString(),
  };
}
