import { sql } from 'kysely';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import type { UserDesk } from './users.service.ts';

export interface ReportFilters {
  readonly status?: 'open' | 'resolved' | 'dismissed';
  readonly kind?: string;
}

export interface ReportDecision {
  readonly status: 'resolved' | 'dismissed';
  readonly decision: string;
  /** What follows for who was reported. */
  readonly effect: 'none' | 'suspend_user';
}

/** What users have reported: open ones by age, each with what it was about at the time. */
export class ReportDesk {
  readonly #platform: Platform;
  readonly #users: UserDesk;

  constructor(platform: Platform, users: UserDesk) {
    this.#platform = platform;
    this.#users = users;
  }

  async list(filters: ReportFilters, page: Page) {
    const { count } = await this.#matching(filters)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await this.#matching(filters)
      .selectAll()
      .orderBy(sql`status = 'open'`, 'desc')
      .orderBy('created_at')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { rows, total: count };
  }

  async get(reportId: string) {
    const row = isId('rpt', reportId)
      ? await this.#platform.db
          .selectFrom('reports')
          .selectAll()
          .where('id', '=', reportId)
          .executeTakeFirst()
      : undefined;
    if (row === undefined) throw notFound('report');
    return row;
  }

  /** Of two who decide at the same time one gets INVALID_STATE; the reporter is told. */
  async decide(
    actor: UserActor,
    reportId: string,
    decision: ReportDecision,
    context: RequestContext,
  ): Promise<void> {
    const report = await this.get(reportId);
    const { db, clock, notices, audit } = this.#platform;
    await inTransaction(db, async (trx) => {
      const changed = await trx
        .updateTable('reports')
        .set({
          status: decision.status,
          decision: decision.decision,
          decided_by: actor.userId,
          decided_at: clock.now(),
        })
        .where('id', '=', report.id)
        .where('status', '=', 'open')
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n)
        throw new AppError('INVALID_STATE', 'The report is decided already; only an open one can be.');
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
        after: { ...decision },
        origin: { ip: context.ip, requestId: context.requestId },
      });
    });
    if (decision.effect === 'suspend_user' && report.reported_user_id !== null) {
      await this.#users.suspend(actor, report.reported_user_id, decision.decision, context);
    }
  }

  #matching(filters: ReportFilters) {
    let query = this.#platform.db.selectFrom('reports');
    if (filters.status !== undefined) query = query.where('status', '=', filters.status);
    if (filters.kind !== undefined) query = query.where('kind', '=', filters.kind);
    return query;
  }
}
