import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';

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
export type ListingReportReason = (typeof LISTING_REPORT_REASONS)[number];

/** The kind of these reports in the administrators' list. */
const KIND = 'listing';

export interface NewListingReport {
  readonly id: string;
  readonly listingId: string;
  readonly sellerId: string;
  readonly reporterId: string;
  readonly reason: ListingReportReason;
  readonly details: string | null;
  readonly listing: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** Keeps a copy of what was reported. The owner of the company answers for it. */
export async function insertListingReport(trx: Transaction, report: NewListingReport): Promise<void> {
  const { id, listingId, sellerId, reporterId, reason, details, listing, now } = report;
  await sql`
    insert into reports (id, kind, subject_id, reporter_id, reported_user_id, reason, details, context, created_at)
    select ${id}, ${KIND}, ${listingId}, ${reporterId},
      (select user_id from team_members where seller_id = s.id and role = 'OWNER' limit 1),
      ${reason}, ${details},
      jsonb_build_object('seller', jsonb_build_object('id', s.id, 'name', s.company_name),
        'listing', ${JSON.stringify(listing)}::jsonb),
      ${now}
    from sellers s where s.id = ${sellerId}`.execute(trx);
}

interface ReportRow {
  readonly subject_id: string;
  readonly reason: string;
  readonly status: 'open' | 'resolved' | 'dismissed';
  readonly created_at: Date;
}

/** One's own. */
export async function findListingReport(
  db: Queryable,
  reporterId: string,
  id: string,
): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select subject_id, reason, status, created_at from reports
    where id = ${id} and reporter_id = ${reporterId} and kind = ${KIND}`.execute(db);
  return rows[0];
}
