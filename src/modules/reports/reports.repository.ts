import { type Insertable, sql } from 'kysely';
import { anyOf } from '../../platform/db/any-of.ts';
import { countTotal, type Total } from '../../platform/db/count-up-to.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { DecisionKind } from '../decisions/index.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { ReportTable } from './tables.ts';

export interface ReportFilters {
  readonly status?: 'open' | 'resolved' | 'dismissed';
  readonly kind?: string;
  /** Filters by the reported user. */
  readonly reportedUserId?: string;
}

export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const STATES = ['open', 'resolved', 'dismissed'] as const;

/** Open reports first, each group oldest first. Each state is read from its own index, no further than the page reaches. */
export async function listReports(
  db: Queryable,
  filters: ReportFilters,
  page: Page,
): Promise<{ rows: ReportRow[] } & Total> {
  const states = filters.status === undefined ? STATES : [filters.status];
  const isKind = filters.kind === undefined ? sql`true` : sql`kind = ${filters.kind}`;
  const isAbout =
    filters.reportedUserId === undefined ? sql`true` : sql`reported_user_id = ${filters.reportedUserId}`;
  const branches = states.map(
    (
      state,
    ) => sql`(select id, status, created_at from reports where status = ${state} and ${isKind} and ${isAbout}
      order by created_at, id limit ${page.offset + page.limit})`,
  );
  const { rows: found } = await sql<{ id: string }>`
    select id from (${sql.join(branches, sql` union all `)}) found
    order by status = 'open' desc, created_at, id limit ${page.limit} offset ${page.offset}`.execute(db);
  const ids = found.map(({ id }) => id);
  const reports = await db.selectFrom('reports').selectAll().where('id', '=', anyOf(ids)).execute();
  const byId = new Map(reports.map((report) => [report.id, report]));
  const counted = sql`select from reports where status = any(${[...states]}::text[]) and ${isKind} and ${isAbout}`;
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    ...(await countTotal(db, counted)),
  };
}

export function findReport(db: Queryable, reportId: string) {
  return db.selectFrom('reports').selectAll().where('id', '=', reportId).executeTakeFirst();
}

/** Decides an open report. Returns false if another administrator has decided it. */
export async function decideOpenReport(
  trx: Transaction,
  reportId: string,
  decided: {
    readonly status: 'resolved' | 'dismissed';
    readonly decision: string;
    readonly measures: DecisionKind[];
    readonly by: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({
      status: decided.status,
      decision: decided.decision,
      measures: decided.measures,
      decided_by: decided.by,
      decided_at: decided.at,
    })
    .where('id', '=', reportId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertReport(trx: Transaction, report: Insertable<ReportTable>): Promise<void> {
  await trx.insertInto('reports').values(report).execute();
}

export type FiledReport = NonNullable<Awaited<ReturnType<typeof findReportOfGuest>>>;

export function findReportOfGuest(db: Queryable, kind: ReportTable['kind'], id: string) {
  return db
    .selectFrom('reports')
    .select(['id', 'subject_id', 'reason', 'details', 'status', 'created_at'])
    .where('id', '=', id)
    .where('reporter_id', 'is', null)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Erases the reporter of reports without an account that were decided before `before`; returns their number, up to the limit. */
export async function forgetGuests(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update reports set reporter_name = null, reporter_email = null
    where ctid = any(array(
      select ctid from reports where reporter_email is not null and decided_at < ${before}
      order by decided_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type OwnReport = NonNullable<Awaited<ReturnType<typeof findOwnReport>>>;

export function findOwnReport(db: Queryable, reporterId: string, kind: ReportTable['kind'], id: string) {
  return db
    .selectFrom('reports')
    .select(['id', 'subject_id', 'reason', 'details', 'status', 'created_at'])
    .where('id', '=', id)
    .where('reporter_id', '=', reporterId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Returns the number of reports by an account, and about it. */
export async function countReportsOf(
  db: Queryable,
  userId: string,
): Promise<{ made: number; received: number }> {
  const { rows } = await sql<{ made: number; received: number }>`
    select
      (select count(*) from reports where reporter_id = ${userId}) as made,
      (select count(*) from reports where reported_user_id = ${userId}) as received`.execute(db);
  return rows[0] ?? { made: 0, received: 0 };
}

export function exportReports(db: Queryable, userId: string) {
  return db
    .selectFrom('reports')
    .select([
      'id',
      'kind',
      'subject_id as subjectId',
      'reason',
      'details',
      'status',
      'measures',
      'created_at as createdAt',
    ])
    .where('reporter_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Removes texts by the user, and removes the user (and a seller that ends) from copies of reported content. */
export async function eraseFromReports(
  trx: Transaction,
  { userId, sellerId }: { readonly userId: string; readonly sellerId: string | null },
): Promise<void> {
  await trx.updateTable('reports').set({ details: null }).where('reporter_id', '=', userId).execute();
  await trx.updateTable('reports').set({ decision: null }).where('decided_by', '=', userId).execute();
  await sql`
    update reports set context = jsonb_set(context, '{messages}', (
      select coalesce(jsonb_agg(
        case when m ->> 'senderId' = ${userId} then m || '{"content": "", "attachment": null, "attachments": []}' else m end order by n
      ), '[]') from jsonb_array_elements(context -> 'messages') with ordinality as t(m, n)
    ))
    where kind = 'message'
      and context -> 'messages' @> jsonb_build_array(jsonb_build_object('senderId', ${userId}::text))`.execute(
    trx,
  );
  for (const [part, id] of [
    ['buyer', userId],
    ['author', userId],
    ['seller', sellerId],
  ] as const) {
    if (id === null) continue;
    await sql`
      update reports set context = jsonb_set(context, array[${part}::text], jsonb_build_object('id', ${id}::text))
      where context -> ${part}::text ->> 'id' = ${id}`.execute(trx);
  }
  await sql`
    update reports set context = context - 'title' - 'text'
    where kind = 'review' and reported_user_id = ${userId}`.execute(trx);
  if (sellerId === null) return;
  await sql`
    update reports set context = context - 'reply'
    where kind = 'review' and context -> 'seller' ->> 'id' = ${sellerId} and context ? 'reply'`.execute(trx);
  await sql`
    update reports set context = jsonb_set(context, '{listing}', (context -> 'listing') - 'title' - 'description')
    where kind in ('message', 'listing') and context -> 'seller' ->> 'id' = ${sellerId} and context ? 'listing'`.execute(
    trx,
  );
}

/** Erases the snapshots of deleted review replies. */
export async function eraseReportedReplies(trx: Transaction, reviewIds: readonly string[]): Promise<void> {
  await sql`
    update reports set context = context - 'reply'
    where kind = 'review' and subject_id = any(${[...reviewIds]}::text[])`.execute(trx);
}
