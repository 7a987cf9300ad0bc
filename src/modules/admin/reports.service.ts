import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import {
  decideOpenReport,
  findReport,
  listReports,
  type ReportFilters,
  type ReportRow,
} from '../reports/index.ts';
import type { UserAdminService } from './users.service.ts';

export type { ReportRow };

export interface ReportDecision {
  readonly status: 'resolved' | 'dismissed';
  readonly decision: string;
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

  list(filters: ReportFilters, page: Page): Promise<{ rows: ReportRow[]; total: number }> {
    return listReports(this.#platform.db, filters, page);
  }

  async get(reportId: string): Promise<ReportRow> {
    const row = isId('rpt', reportId) ? await findReport(this.#platform.db, reportId) : undefined;
    if (row === undefined) throw notFound('report');
    return row;
  }

  /** Throws INVALID_STATE unless the report is open: of two administrators who decide at once, one wins. Tells the reporter. */
  async decide(actor: UserActor, reportId: string, decision: ReportDecision, origin: Origin): Promise<void> {
    const report = await this.get(reportId);
    const { db, clock, notices, audit } = this.#platform;
    await inTransaction(db, async (trx) => {
      const isDecided = await decideOpenReport(trx, report.id, {
        status: decision.status,
        decision: decision.decision,
        by: actor.userId,
        at: clock.now(),
      });
      if (!isDecided)
        throw new AppError(
          'INVALID_STATE',
          'The report has already been decided; only an open report can be.',
        );
      await notices.add(trx, {
        userId: report.reporter_id,
        type: 'report_decided',
        data: { reportId: report.id, status: decision.status },
        link: null,
        dedupeKey: `report_decided:${report.id}`,
      });
      await audit.record(trx, {
        actor,
        action: `report.${decision.status}`,
        subject: { type: 'report', id: report.id },
        before: { status: report.status },
        after: {
          ...decision,
          decision: personal(decision.decision, actor.userId, report.reporter_id, report.reported_user_id),
        },
        origin,
      });
    });
    if (decision.effect === 'suspend_user' && report.reported_user_id !== null) {
      await this.#users.suspend(actor, report.reported_user_id, decision.decision, origin);
    }
  }
}
