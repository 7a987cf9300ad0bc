import { sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import '../messaging/tables.ts';

export interface ReportFilters {
  readonly status?: 'open' | 'resolved' | 'dismissed';
  readonly kind?: string;
}

export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const STATES = ['open', 'resolved', 'dismissed'] as const;

/** Open reports first, each group oldest first. Each state is read from its own index, no further than the page reaches. */
export async function listReports(
  db: Queryable,
  filters: ReportFilters,
  page: Page,
): Promise<{ rows: ReportRow[]; total: number }> {
  const states = filters.status === undefined ? STATES : [filters.status];
  const isKind = filters.kind === undefined ? sql`true` : sql`kind = ${filters.kind}`;
  const branches = states.map(
    (state) => sql`(select id, status, created_at from reports where status = ${state} and ${isKind}
      order by created_at, id limit ${page.offset + page.limit})`,
  );
  const { rows: found } = await sql<{ id: string }>`
    select id from (${sql.join(branches, sql` union all `)}) found
    order by status = 'open' desc, created_at, id limit ${page.limit} offset ${page.offset}`.execute(db);
  const ids = found.map(({ id }) => id);
  const reports = await db
    .selectFrom('reports')
    .selectAll()
    .where('id', 'in', [...ids, ''])
    .execute();
  const byId = new Map(reports.map((report) => [report.id, report]));
  const counted = sql`select from reports where status = any(${[...states]}::text[]) and ${isKind}`;
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    total: Math.min(COUNT_MAX, await countUpTo(db, counted, COUNT_MAX)),
  };
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
