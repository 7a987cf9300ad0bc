import type { Total } from '../../platform/db/count-up-to.ts';
import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { type AppError, invalidFields, invalidState, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { lockAccount, listUserNames } from '../auth/index.ts';
import { type DecisionKind, listActiveMeasures } from '../decisions/index.ts';
import { guestReportDecidedMail, measureKey } from './mail-templates.ts';
import {
  decideOpenReport,
  findReport,
  listReports,
  type ReportFilters,
  type ReportRow,
} from './reports.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Includes the names of the accounts, so that clients need not fetch each. */
export type NamedReport = ReportRow & {
  readonly reporterName: string | null;
  readonly reportedUserName: string | null;
};

export interface ReportDecision {
  readonly status: 'resolved' | 'dismissed';
  readonly decision: string;
  readonly code?: string | undefined;
  /** Suspends the reported listing, or hides the reported review. */
  readonly takeDown: boolean;
  /** Measure against the reported account. */
  readonly effect: 'none' | 'suspend_user';
}

/** Applies a measure in the transaction that decides a report; throws INVALID_STATE if it is impossible. */
type Measure = (
  trx: Transaction,
  actor: UserActor,
  subjectId: string,
  why: { readonly reason: string; readonly code: string; readonly foundBy: 'report' },
  origin: Origin,
) => Promise<unknown>;

/** Measures that the owners of the reported content offer. */
export interface Measures {
  readonly suspendListing: Measure;
  readonly rejectReview: Measure;
  readonly suspendUser: Measure;
}

/** Handles reports: open ones by age, each with a snapshot of its subject. */
export class ReportAdminService extends Service<Platform & { readonly measures: Measures }> {
  async list(filters: ReportFilters, page: Page): Promise<{ rows: NamedReport[] } & Total> {
    const { rows, ...total } = await listReports(this.parts.db, filters, page);
    return { rows: await this.#named(rows), ...total };
  }

  async get(reportId: string): Promise<NamedReport> {
    const row = isId('rpt', reportId) ? await findReport(this.parts.db, reportId) : undefined;
    const [named] = await this.#named(row === undefined ? [] : [row]);
    if (named === undefined) throw notFound('report');
    return named;
  }

  async #named(rows: readonly ReportRow[]): Promise<NamedReport[]> {
    const ids = rows.flatMap((row) => [row.reporter_id, row.reported_user_id]).filter((id) => id !== null);
    const names = await listUserNames(this.parts.db, ids);
    return rows.map((row) => ({
      ...row,
      reporterName: names.get(row.reporter_id ?? '') ?? null,
      reportedUserName: names.get(row.reported_user_id ?? '') ?? null,
    }));
  }

  /**
   * Decides and takes the measures in one transaction, and notifies the reporter. Throws INVALID_STATE unless the report
   * is open, or if a measure is impossible: then nothing changes.
   */
  async decide(actor: UserActor, reportId: string, decision: ReportDecision, origin: Origin): Promise<void> {
    const report = await this.get(reportId);
    assertMeasuresFit(report, decision);
    const { db, clock, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      if ((await findReport(trx, report.id))?.status !== 'open') throw alreadyDecided();
      // Measures first: other transactions, too, lock accounts and listings before reports.
      await this.#takeMeasures(trx, actor, report, decision, origin);
      const { subject_id: subjectId, reported_user_id: userId, created_at: since } = report;
      const measures =
        decision.status === 'resolved' ? await listActiveMeasures(trx, { subjectId, userId, since }) : [];
      const isDecided = await decideOpenReport(trx, report.id, {
        status: decision.status,
        decision: decision.decision,
        measures,
        by: actor.userId,
        at: clock.now(),
      });
      if (!isDecided) throw alreadyDecided();
      await this.#notifyReporter(trx, report, decision.status, measures);
      await audit.record(trx, {
        actor,
        action: `report.${decision.status}`,
        subject: { type: 'report', id: report.id },
        before: { status: report.status },
        after: {
          status: decision.status,
          effect: decision.effect,
          measures,
          decision: personal(decision.decision, actor.userId, report.reporter_id, report.reported_user_id),
        },
        origin,
      });
    });
  }

  async #takeMeasures(
    trx: Transaction,
    actor: UserActor,
    { kind, subject_id: subjectId, reported_user_id: userId }: ReportRow,
    { takeDown, effect, decision: reason, code = 'other' }: ReportDecision,
    origin: Origin,
  ): Promise<void> {
    const { suspendListing, rejectReview, suspendUser } = this.parts.measures;
    const grounds = { reason, code, foundBy: 'report' } as const;
    // Accounts are locked before listings.
    if (userId !== null) await lockAccount(trx, userId);
    if (takeDown && kind === 'listing') await suspendListing(trx, actor, subjectId, grounds, origin);
    if (takeDown && kind === 'review') await rejectReview(trx, actor, subjectId, grounds, origin);
    if (effect === 'suspend_user' && userId !== null) await suspendUser(trx, actor, userId, grounds, origin);
  }

  async #notifyReporter(
    trx: Transaction,
    report: ReportRow,
    status: ReportDecision['status'],
    measures: readonly DecisionKind[],
  ): Promise<void> {
    const { notices, mails, wording } = this.parts;
    const { id: reportId, reporter_id: userId, reporter_email: to } = report;
    const language = report.reporter_language ?? 'en';
    if (userId !== null)
      await notices.add(trx, {
        userId,
        type: 'report_decided',
        data: {
          reportId,
          status,
          contentMeasure: measures.findLast((kind) => kind !== 'user.suspended') ?? null,
          accountMeasure: measures.find((kind) => kind === 'user.suspended') ?? null,
        },
        link: null,
        dedupeKey: `report_decided:${reportId}`,
      });
    else if (to !== null) {
      const texts = measures.map((kind) => wording.find([language], measureKey(kind))?.text ?? '');
      await mails.enqueue(trx, guestReportDecidedMail({ to, language, reportId }, status, texts.join(' ')));
    }
  }
}

function assertMeasuresFit({ kind, reported_user_id: userId }: ReportRow, decision: ReportDecision): void {
  const { status, takeDown, effect } = decision;
  const problems = [
    ...(takeDown && status === 'dismissed'
      ? [{ field: 'takeDown', message: t('must be false for a report that is dismissed') }]
      : []),
    ...(takeDown && kind === 'message'
      ? [
          {
            field: 'takeDown',
            message: t('must be false because only reported listings and reviews can be taken down'),
          },
        ]
      : []),
    ...(effect === 'suspend_user' && status === 'dismissed'
      ? [{ field: 'effect', message: t('must be none for a report that is dismissed') }]
      : []),
    ...(effect === 'suspend_user' && userId === null
      ? [
          {
            field: 'effect',
            message: t('must be none because no account is responsible for the reported content'),
          },
        ]
      : []),
  ];
  if (problems.length > 0) throw invalidFields(problems);
}

function alreadyDecided(): AppError {
  return invalidState(t('The report has already been decided. Only open reports can be decided.'));
}
