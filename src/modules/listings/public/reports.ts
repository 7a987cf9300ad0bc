import type { UserActor } from '../../../platform/actor.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { forbidden } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import {
  fileGuestReport,
  fileReport,
  getGuestReport,
  getOwnReport,
  type Guest,
  type OwnReport,
  type Reported,
} from '../../reports/index.ts';
import type { DetailPages } from './detail-pages.ts';
import { getReportedSeller } from './detail.repository.ts';
import type { ListingRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

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

interface Parts extends Pick<Platform, 'db' | 'clock' | 'keys' | 'mails' | 'config'> {
  readonly pages: DetailPages;
}

export class ListingReports extends Service<Parts> {
  /** The owner of the company is responsible. */
  async report(
    actor: UserActor,
    idOrSlug: string,
    body: { readonly reason: (typeof LISTING_REPORT_REASONS)[number]; readonly details?: string },
  ): Promise<ListingReport> {
    const { row } = await this.parts.pages.find(idOrSlug);
    if (actor.seller?.sellerId === row.seller_id)
      throw forbidden(t('You cannot report your own listing. Change or delete it instead.'));
    const report = { kind: 'listing', subjectId: row.id, ...body } as const;
    return reportView(await fileReport(this.parts, actor, report, (trx) => copyOf(trx, row)));
  }

  /** Report by a visitor without an account. */
  async reportAsGuest(
    guest: Guest,
    idOrSlug: string,
    body: { readonly reason: (typeof LISTING_REPORT_REASONS)[number]; readonly details: string },
  ): Promise<ListingReport> {
    const { row } = await this.parts.pages.find(idOrSlug);
    const { reason, details } = body;
    const report = { kind: 'listing', subjectId: row.id, reason, details } as const;
    return reportView(await fileGuestReport(this.parts, guest, report, (trx) => copyOf(trx, row)));
  }

  async getOfGuest(id: string): Promise<ListingReport> {
    return reportView(await getGuestReport(this.parts, 'listing', id));
  }

  async get(actor: UserActor, id: string): Promise<ListingReport> {
    return reportView(await getOwnReport(this.parts, actor, 'listing', id));
  }
}

async function copyOf(trx: Transaction, row: ListingRow): Promise<Reported> {
  const { id, slug, title, description, price, currency, vat_deductible: vatDeductible } = row;
  const { ownerId, name } = await getReportedSeller(trx, row.seller_id);
  const listing = { id, slug, title, description, price, currency, vatDeductible };
  return { userId: ownerId, context: { seller: { id: row.seller_id, name }, listing } };
}

function reportView({ id, subject_id: listingId, reason, status, created_at }: OwnReport): ListingReport {
  return { id, listingId, reason, status, createdAt: created_at.toISOString() };
}
