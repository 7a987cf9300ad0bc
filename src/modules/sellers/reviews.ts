import type { Total } from '../../platform/db/count-up-to.ts';
import type { Actor, UserActor } from '../../platform/actor.ts';
import { dayOf } from '../../platform/clock.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { alreadyExists, forbidden, found, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { changeRating, findManagers, findPublicSeller } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { authorName } from './author-name.ts';
import {
  deleteReview,
  findReview,
  getReview,
  haveConversed,
  insertReview,
  listReviews,
  lockReview,
  type ReviewRow,
  updateReview,
} from './reviews.repository.ts';
import { fileReport, getOwnReport, type OwnReport } from '../reports/index.ts';
import type { ReviewBody, ReviewReportBody, ReviewReportView } from './schemas.ts';
import type { Trust } from './trust.ts';
import { t } from '../../platform/errors/sentence.ts';
import type { Notice } from '../../platform/notices.ts';

export type ReviewParts = Pick<Platform, 'db' | 'reads' | 'clock' | 'notices' | 'audit'> & {
  readonly settings: Settings;
  readonly trust: Trust;
};

/** Buyers' reviews. Published reviews count in the rating; each change of state updates it in the same transaction. */
export class Reviews extends Service<ReviewParts> {
  listPublished(actor: Actor, slug: string, page: Page): Promise<{ rows: ReviewRow[] } & Total> {
    return this.parts.reads.publicFor(actor, async (db) => {
      const seller = found('seller', await findPublicSeller(db, slug));
      return listReviews(db, { sellerId: seller.id, status: 'published' }, page);
    });
  }

  listOwn(
    actor: UserActor,
    sellerSlug: string | undefined,
    page: Page,
  ): Promise<{ rows: ReviewRow[] } & Total> {
    return listReviews(this.parts.db, { authorId: actor.userId, sellerSlug }, page);
  }

  async getOwn(actor: UserActor, id: string): Promise<ReviewRow> {
    const review = await findReview(this.parts.db, id);
    if (review?.author_id !== actor.userId) throw notFound('review');
    return review;
  }

  async write(actor: UserActor, slug: string, body: ReviewBody): Promise<ReviewRow> {
    const { db, clock } = this.parts;
    if (actor.role !== 'BUYER') throw forbidden(t('Only buyers can write reviews.'));
    const seller = found('seller', await findPublicSeller(db, slug));
    if (!(await haveConversed(db, actor.userId, seller.id))) {
      throw forbidden(
        t('You can review a seller after a conversation. Write to the seller and wait for a reply.'),
      );
    }
    const now = clock.now();
    const review = {
      id: newId('rev', now),
      seller_id: seller.id,
      author_id: actor.userId,
      ...contentOf(body),
      status: this.#firstState(),
      created_at: now,
      updated_at: now,
    };
    return inTransaction(db, async (trx) => {
      await insertReview(trx, review);
      recordCreated(trx, review.id);
      const row = await getReview(trx, review.id);
      if (row.status === 'published') await announceReview(trx, this.parts, row);
      return row;
    }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'reviews_author_key'))
        throw alreadyExists(t('You have already reviewed this seller; you can change your review.'));
      throw error;
    });
  }

  /** Edits a review. With moderation it becomes pending again; a rejected one always does. */
  async edit(actor: UserActor, id: string, body: ReviewBody): Promise<ReviewRow> {
    const { db, clock } = this.parts;
    return inTransaction(db, async (trx) => {
      const before = await this.#lockOwn(trx, actor, id);
      const status = before.status === 'published' ? this.#firstState() : 'pending';
      await updateReview(trx, id, { ...contentOf(body), status, updated_at: clock.now() });
      const after = await getReview(trx, id);
      await recount(trx, this.parts.trust, before, after);
      return after;
    });
  }

  async remove(actor: UserActor, id: string): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const before = await this.#lockOwn(trx, actor, id);
      await deleteReview(trx, id);
      await recount(trx, this.parts.trust, before, null);
    });
  }

  async report(actor: UserActor, id: string, body: ReviewReportBody): Promise<ReviewReportView> {
    const review = isId('rev', id) ? await findReview(this.parts.db, id) : undefined;
    if (review?.status !== 'published') throw notFound('review');
    if (review.author_id === actor.userId)
      throw forbidden(t('You cannot report your own review. Change or delete it instead.'));
    const context = {
      seller: { id: review.seller_id, name: review.company_name },
      author: { id: review.author_id, name: review.author_name },
      rating: review.rating,
      title: review.title,
      text: review.text,
      reply: review.reply,
    };
    const report = { kind: 'review', subjectId: id, ...body } as const;
    const reported = async () => ({ userId: review.author_id, context });
    return reportView(await fileReport(this.parts, actor, report, reported));
  }

  async getReport(actor: UserActor, id: string): Promise<ReviewReportView> {
    return reportView(await getOwnReport(this.parts, actor, 'review', id));
  }

  async #lockOwn(trx: Transaction, actor: UserActor, id: string): Promise<ReviewRow> {
    return found('review', isId('rev', id) && (await lockReview(trx, id, { authorId: actor.userId })));
  }

  #firstState(): 'published' | 'pending' {
    return this.parts.settings.get('reviews.moderation') === 'manual' ? 'pending' : 'published';
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

/** Counts a newly published review and notifies its seller. */
export async function announceReview(
  trx: Transaction,
  parts: Pick<ReviewParts, 'notices' | 'trust'>,
  review: ReviewRow,
): Promise<void> {
  await recount(trx, parts.trust, null, review);
  const responsible = (await findManagers(trx, [review.seller_id])).get(review.seller_id) ?? [];
  await parts.notices.add(
    trx,
    ...responsible.map((userId): Notice => ({
      userId,
      type: 'review_received',
      data: {
        reviewId: review.id,
        rating: review.rating,
        title: review.title,
        author: authorName(review.author_name),
      },
      about: { [review.author_id]: ['title', 'author'] },
      link: `/sellers/${review.seller_slug}`,
      // One per author and day, because an author can delete a review and write it again.
      dedupeKey: `review:${review.seller_id}:${review.author_id}:${dayOf(review.created_at)}`,
    })),
  );
}

/** Updates the seller's count and sum of ratings for a change of one review. */
export async function recount(
  trx: Transaction,
  trust: Trust,
  before: ReviewRow | null,
  after: ReviewRow | null,
): Promise<void> {
  const sellerId = after?.seller_id ?? before?.seller_id;
  if (sellerId === undefined) return;
  const ratingBefore = before?.status === 'published' ? before.rating : null;
  const ratingAfter = after?.status === 'published' ? after.rating : null;
  if (ratingBefore === ratingAfter) return;
  await changeRating(trx, sellerId, {
    count: (ratingAfter === null ? 0 : 1) - (ratingBefore === null ? 0 : 1),
    sum: (ratingAfter ?? 0) - (ratingBefore ?? 0),
  });
  await trust.expire(trx, sellerId);
}

function contentOf(body: ReviewBody): { rating: number; title: string | null; text: string } {
  return { rating: body.rating, title: body.title?.trim() ?? null, text: body.text.trim() };
}
