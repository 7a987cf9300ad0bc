import type { UserActor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { fileReport, getOwnReport, type OwnReport } from '../../reports/index.ts';
import type { DetailPages } from './detail-pages.ts';
import { getReportedSeller } from './detail.repository.ts';

export const LISTING_REPORT_REASONS = [
  'fraud',
  'stolen',
  'misleading',
  'sold',
  'duplicate',
  'inappropriate',
  'spam',
  'other',
] as const;

export interface ListingReport {
  readonly id: string;
  readonly listingId: string;
  readonly reason: string;
  readonly status: OwnReport['status'];
  readonly createdAt: string;
}

export class ListingReports {
  readonly #parts: Pick<Platform, 'db' | 'clock'> & { readonly pages: DetailPages };

  constructor(parts: Pick<Platform, 'db' | 'clock'> & { readonly pages: DetailPages }) {
    this.#parts = parts;
  }

  /** The owner of the company answers for it. */
  async report(
    actor: UserActor,
    idOrSlug: string,
    body: { readonly reason: (typeof LISTING_REPORT_REASONS)[number]; readonly details?: string },
  ): Promise<ListingReport> {
    const { row } = await this.#parts.pages.find(idOrSlug);
    if (actor.seller?.sellerId === row.seller_id)
      throw new AppError('FORBIDDEN', 'A listing of your own can be changed or deleted, not reported.');
    const { id, slug, title, description, price, currency } = row;
    const report = { kind: 'listing', subjectId: id, ...body } as const;
    return reportView(
      await fileReport(this.#parts, actor, report, async (trx) => {
        const { ownerId, name } = await getReportedSeller(trx, row.seller_id);
        const listing = { id, slug, title, description, price, currency };
        return { userId: ownerId, context: { seller: { id: row.seller_id, name }, listing } };
      }),
    );
  }

  async get(actor: UserActor, id: string): Promise<ListingReport> {
    return reportView(await getOwnReport(this.#parts, actor, 'listing', id));
  }
}

function reportView({ id, subject_id: listingId, reason, status, created_at }: OwnReport): ListingReport {
  return { id, listingId, reason, status, createdAt: created_at.toISOString() };
}
