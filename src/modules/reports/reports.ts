import type { UserActor } from '../../platform/actor.ts';
import { isUniqueViolation } from '../../platform/db/sql-errors.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { alreadyExists, found } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { findOwnReport, insertReport, type OwnReport } from './reports.repository.ts';
import type { ReportTable } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Reasons for reports of messages and reviews; reports of listings have others. */
export const REPORT_REASONS = ['spam', 'fraud', 'harassment', 'inappropriate', 'other'] as const;

type Parts = Pick<Platform, 'db' | 'clock'>;

export interface NewReport {
  readonly kind: ReportTable['kind'];
  readonly subjectId: string;
  readonly reason: string;
  readonly details?: string;
}

/** Snapshot of the subject, which later changes do not affect. */
export interface Reported {
  /** Author or owner. */
  readonly userId: string | null;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Columns that every report has, by users and guests. */
export function reportRow(
  id: string,
  { kind, subjectId, reason, details }: NewReport,
  { userId, context }: Reported,
  now: Date,
) {
  return {
    id,
    kind,
    subject_id: subjectId,
    reported_user_id: userId,
    reason,
    details: details ?? null,
    context: JSON.stringify(context),
    created_at: now,
  };
}

/** Each user has at most one open report per subject. The subject stays public until an administrator has reviewed it. */
export async function fileReport(
  { db, clock }: Parts,
  actor: UserActor,
  report: NewReport,
  copy: (trx: Transaction) => Promise<Reported>,
): Promise<OwnReport> {
  const now = clock.now();
  const id = newId('rpt', now);
  await inTransaction(db, async (trx) => {
    const row = reportRow(id, report, await copy(trx), now);
    await insertReport(trx, { ...row, reporter_id: actor.userId });
    recordCreated(trx, id);
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'reports_open_key')) throw error;
    throw alreadyExists(t(`You have already reported this ${report.kind}; it is being reviewed.`));
  });
  return getOwnReport({ db }, actor, report.kind, id);
}

export async function getOwnReport(
  { db }: Pick<Parts, 'db'>,
  actor: UserActor,
  kind: ReportTable['kind'],
  id: string,
): Promise<OwnReport> {
  return found('report', await findOwnReport(db, actor.userId, kind, id));
}
