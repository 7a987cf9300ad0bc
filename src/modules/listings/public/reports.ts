import type { UserActor } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts';
import { inTransaction, noteCreated } from '../../../platform/db/transaction.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { DetailPages } from './detail-pages.ts';
import {
  findListingReport,
  insertListingReport,
  LISTING_REPORT_REASONS,
  type ListingReportReason,
} from './reports.repository.ts';

export { LISTING_REPORT_REASONS };

export interface ListingReport {
  readonly id: string;
  readonly listingId: string;
  readonly reason: string;
  readonly status: 'open' | 'resolved' | 'dismissed';
  readonly createdAt: string;
}

/** Anybody signed in may report a listing; it stays public until an administrator has looked at it. */
export class ListingReports {
  readonly #parts: { readonly db: Database; readonly clock: Clock; readonly pages: DetailPages };

  constructor(parts: { db: Database; clock: Clock; pages: DetailPages }) {
    this.#parts = parts;
  }

  async report(
    actor: UserActor,
    idOrSlug: string,
    { reason, details }: { readonly reason: ListingReportReason; readonly details?: string },
  ): Promise<ListingReport> {
    const { db, clock, pages } = this.#parts;
    const { row } = await pages.find(idOrSlug);
    if (actor.seller?.sellerId === row.seller_id)
      throw new AppError('FORBIDDEN', 'A listing of your own can be changed or deleted, not reported.');
    const now = clock.now();
    const id = newId('rpt', now);
    const { title, slug, description, price, currency } = row;
    try {
      await inTransaction(db, async (trx) => {
        noteCreated(trx, id);
        await insertListingReport(trx, {
          id,
          listingId: row.id,
          sellerId: row.seller_id,
          reporterId: actor.userId,
          reason,
          details: details ?? null,
          listing: { id: row.id, slug, title, description, price, currency },
          now,
        });
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'reports_open_key')) throw error;
      throw new AppError(
        'ALREADY_EXISTS',
        'You have already reported this listing; it is being looked into.',
      );
    }
    return this.get(actor, id);
  }

  async get(actor: UserActor, id: string): Promise<ListingReport> {
    const report = await findListingReport(this.#parts.db, actor.userId, id);
    if (report === undefined) throw notFound('report');
    const { subject_id: listingId, reason, status, created_at } = report;
    return { id, listingId, reason, status, createdAt: created_at.toISOString() };
  }
}
