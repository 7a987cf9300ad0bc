import type { Total } from '../../platform/db/count-up-to.ts';
import { alreadyExists, found, notFound } from '../../platform/errors/app-error.ts';
import { inTransaction, recordCreated } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import {
  findReview,
  getReview,
  listReviews,
  lockReview,
  type ReviewRow,
  updateReview,
} from './reviews.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Sellers' access to their reviews, and their replies: one per review, which can be edited. */
export class ReviewReplies extends Service<Pick<Platform, 'db' | 'clock' | 'notices'>> {
  list(
    actor: SellerActor,
    filter: { readonly replied?: boolean | undefined },
    page: Page,
  ): Promise<{ rows: ReviewRow[] } & Total> {
    const { sellerId } = actor.seller;
    return listReviews(this.parts.db, { ...filter, sellerId, status: 'published' }, page);
  }

  async get(actor: SellerActor, id: string): Promise<ReviewRow> {
    const review = await findReview(this.parts.db, id);
    if (review?.seller_id !== actor.seller.sellerId || review.status !== 'published')
      throw notFound('review');
    return review;
  }

  async reply(actor: SellerActor, id: string, text: string): Promise<ReviewRow> {
    const { db, clock, notices } = this.parts;
    return inTransaction(db, async (trx) => {
      const review = found(
        'review',
        isId('rev', id) && (await lockReview(trx, id, { sellerId: actor.seller.sellerId })),
      );
      if (review.reply !== null)
        throw alreadyExists(t('This review already has a reply; you can change it.'));
      await updateReview(trx, id, { reply: text.trim(), reply_by: actor.userId, replied_at: clock.now() });
      recordCreated(trx, id);
      if (review.author_status === 'active') {
        await notices.add(trx, {
          userId: review.author_id,
          type: 'review_reply',
          data: { reviewId: id, seller: review.company_name },
          about: { [review.seller_id]: ['seller'] },
          link: `/sellers/${review.seller_slug}`,
          dedupeKey: `review-reply:${id}`,
        });
      }
      return getReview(trx, id);
    });
  }

  /** Edits the reply and keeps the time of the first one. */
  async change(actor: SellerActor, id: string, text: string): Promise<ReviewRow> {
    return inTransaction(this.parts.db, async (trx) => {
      const review = isId('rev', id)
        ? await lockReview(trx, id, { sellerId: actor.seller.sellerId })
        : undefined;
      if (review === undefined || review.reply === null) throw notFound('reply');
      await updateReview(trx, id, { reply: text.trim(), reply_by: actor.userId });
      return getReview(trx, id);
    });
  }
}
