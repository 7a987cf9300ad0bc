import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import '../messaging/tables.ts';

export interface ReportFilters {
  readonly status?: 'open' | 'resolved' | 'dismissed';
  readonly kind?: string;
}

export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>;

/** Open reports first, each group oldest first. */
export async function listReports(
  db: Queryable,
  filters: ReportFilters,
  page: Page,
): Promise<{ rows: ReportRow[]; total: number }> {
  const { count } = await matching(db, filters)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matching(db, filters)
    .selectAll()
    .orderBy(sql`status = 'open'`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: count };
}

export function findReport(db: Queryable, reportId: string) {
  return db.selectFrom('reports').selectAll().where('id', '=', reportId).executeTakeFirst();
}

/** Decides a report that is still open; false when somebody else has decided it. */
export async function decideOpenReport(
  trx: Transaction,
  reportId: string,
  decided: {
    readonly status: 'resolved' | 'dismissed';
    readonly decision: string;
    readonly by: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({
      status: decided.status,
      decision: decided.decision,
      decided_by: decided.by,
      decided_at: decided.at,
    })
    .where('id', '=', reportId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function matching(db: Queryable, filters: ReportFilters) {
  let query = db.selectFrom('reports');
  if (filters.status !== undefined) query = query.where('status', '=', filters.status);
  if (filters.kind !== undefined) query = query.where('kind', '=', filters.kind);
  return query;
}
