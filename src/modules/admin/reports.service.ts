import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { invalidState, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import {
  decideOpenReport,
  findReport,
  guestReportDecidedMail,
  listReports,
  type ReportFilters,
  type ReportRow,
} from '../reports/index.ts';
import { readNames } from './users.repository.ts';
import type { UserAdminService } from './users.service.ts';

/** With the names of the accounts, so that nobody has to ask for each. */
export type NamedReport = ReportRow & {
  readonly reporterName: string | null;
  readonly reportedUserName: string | null;
};

export interface ReportDecision {
  readonly status: 'resolved' | 'dismissed';
  readonly decision: string;
  readonly code?: string | undefined;
  /** What happens to the account that was reported. */
  readonly effect: 'none' | 'suspend_user';
}

/** What users have reported: open ones by age, each with what it was about at the time. */
export class ReportAdminService {
  readonly #platform: Platform;
  readonly #users: UserAdminService;

  constructor(platform: Platform, users: UserAdminService) {
    this.#platform = platform;
    this.#users = users;
  }

  async list(filters: ReportFilters, page: Page): Promise<{ rows: NamedReport[]; total: number }> {
    const { rows, total } = await listReports(this.#platform.db, filters, page);
    return { rows: await this.#named(rows), total };
  }

  async get(reportId: string): Promise<NamedReport> {
    const row = isId('rpt', reportId) ? await findReport(this.#platform.db, reportId) : undefined;
    const [named] = await this.#named(row === undefined ? [] : [row]);
    if (named === undefined) throw notFound('report');
    return named;
  }

  async #named(rows: readonly ReportRow[]): Promise<NamedReport[]> {
    const ids = rows.flatMap((row) => [row.reporter_id, row.reported_user_id]).filter((id) => id !== null);
    const names = await readNames(this.#platform.db, ids);
    return rows.map((row) => ({
      ...row,
      reporterName: names.get(row.reporter_id ?? '') ?? null,
      reportedUserName: names.get(row.reported_user_id ?? '') ?? null,
    }));
  }

  /** Throws INVALID_STATE unless the report is open: of two administrators who decide at once, one wins. Tells the reporter. */
  async decide(actor: UserActor, reportId: string, decision: ReportDecision, origin: Origin): Promise<void> {
    const report = await this.get(reportId);
    const { db, clock, audit } = this.#platform;
    await inTransaction(db, async (trx) => {
      const isDecided = await decideOpenReport(trx, report.id, {
        status: decision.status,
        decision: decision.decision,
        by: actor.userId,
        at: clock.now(),
      });
      if (!isDecided) throw invalidState('The report has already been decided; only an open report can be.');
      await this.#tellReporter(trx, report, decision.status);
      await audit.record(trx, {
        actor,
        action: `report.${decision.status}`,
        subject: { type: 'report', id: report.id },
        before: { status: report.status },
        after: {
          status: decision.status,
          effect: decision.effect,
          decision: personal(decision.decision, actor.userId, report.reporter_id, report.reported_user_id),
        },
        origin,
      });
    });
    if (decision.effect === 'suspend_user' && report.reported_user_id !== null) {
      await this.#users.suspend(
        actor,
        report.reported_user_id,
        { reason: decision.decision, code: decision.code, foundBy: 'report' },
        origin,
      );
    }
  }

  async #tellReporter(trx: Transaction, report: ReportRow, status: ReportDecision['status']): Promise<void> {
    const { notices, mails } = this.#platform;
    const { id: reportId, reporter_id: userId, reporter_email: to, reporter_language } = report;
    if (userId !== null)
      await notices.add(trx, {
        userId,
        type: 'report_decided',
        data: { reportId, status },
        link: null,
        dedupeKey: `report_decided:${reportId}`,
      });
    else if (to !== null)
      await mails.enqueue(
        trx,
        guestReportDecidedMail({ to, language: reporter_language ?? 'en', reportId }, status),
      );
  }
}
