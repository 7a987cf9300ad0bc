import { sql } from 'kysely';
import { countTotal, type Total } from '../../platform/db/count-up-to.ts';
import { type PageOfRows, pageByTime } from '../../platform/db/page-by-time.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { type BatchEraser, ERASE_BATCH_SIZE, type Person } from '../../platform/personal-data.ts';
import type { DecisionKind, DecisionTable, Outcome } from './tables.ts';

export type DecisionRow = Readonly<DecisionTable>;

type NewDecision = Omit<
  DecisionTable,
  'lifted_at' | 'objection' | 'objected_at' | 'outcome' | 'outcome_reason' | 'outcome_by' | 'outcome_at'
>;

export async function insertDecision(trx: Transaction, decision: NewDecision): Promise<void> {
  await trx
    .insertInto('decisions')
    .values({
      ...decision,
      lifted_at: null,
      objection: null,
      objected_at: null,
      outcome: null,
      outcome_reason: null,
      outcome_by: null,
      outcome_at: null,
    })
    .execute();
}

export function findDecision(db: Queryable, id: string): Promise<DecisionRow | undefined> {
  return db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export async function listDecisionsOf(
  db: Queryable,
  userId: string,
  page: Page,
): Promise<{ rows: DecisionRow[] } & Total> {
  const counted = sql`select from decisions where user_id = ${userId}`;
  const counts = await countTotal(db, counted);
  // To find that there is nothing so far down, all of them would be read.
  if (page.offset >= counts.total && !counts.totalIsCapped) return { rows: [], ...counts };
  const rows = await db
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, ...counts };
}

/** Decisions with an open appeal, longest waiting first. */
export async function listObjections(
  db: Queryable,
  status: 'open' | 'decided',
  page: Page,
): Promise<{ rows: DecisionRow[] } & Total> {
  const isAsked = sql<boolean>`objected_at is not null and outcome is ${status === 'open' ? sql`null` : sql`not null`}`;
  const rows = await db
    .selectFrom('decisions')
    .selectAll()
    .where(isAsked)
    .orderBy('objected_at', status === 'open' ? 'asc' : 'desc')
    .orderBy('id', status === 'open' ? 'asc' : 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const counted = sql`select from decisions where ${isAsked}`;
  return { rows, ...(await countTotal(db, counted)) };
}

/** Returns false if there already is an appeal. */
export async function addObjection(trx: Transaction, id: string, text: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('decisions')
    .set({ objection: text, objected_at: at })
    .where('id', '=', id)
    .where('objected_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a later decision of the same kind about the same subject is still in force. */
export async function isSuperseded(db: Queryable, row: DecisionRow): Promise<boolean> {
  const later = await db
    .selectFrom('decisions')
    .select('id')
    .where('subject_id', '=', row.subject_id)
    .where('kind', '=', row.kind)
    .where(sql<boolean>`(decided_at, id) > (${row.decided_at}, ${row.id})`)
    .where(sql<boolean>`outcome is distinct from 'reversed'`)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Lists the kinds of decisions since a report arrived that are still in force, latest last: those about the reported content,
 * and those against the account that followed from a report. The reporter must not learn of a suspension for another reason.
 */
export async function listActiveMeasures(
  trx: Transaction,
  { subjectId, userId, since }: { subjectId: string; userId: string | null; since: Date },
): Promise<DecisionKind[]> {
  const rows = await trx
    .selectFrom('decisions')
    .select('kind')
    .where(
      sql<boolean>`(subject_id = ${subjectId} or (subject_id = ${userId ?? ''} and found_by = 'report'))`,
    )
    .where('decided_at', '>=', since)
    .where('lifted_at', 'is', null)
    .where(sql<boolean>`outcome is distinct from 'reversed'`)
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
  return [...new Set(rows.map(({ kind }) => kind))];
}

export async function liftDecisions(
  trx: Transaction,
  kind: DecisionKind,
  subjectId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('decisions')
    .set({ lifted_at: at })
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('lifted_at', 'is', null)
    .execute();
}

/** False if the objection is not open any more. */
export async function setOutcome(
  trx: Transaction,
  id: string,
  judged: { readonly outcome: Outcome; readonly reason: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('decisions')
    .set({
      outcome: judged.outcome,
      outcome_reason: judged.reason,
      outcome_by: judged.by,
      outcome_at: judged.at,
    })
    .where('id', '=', id)
    .where('objected_at', 'is not', null)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns decisions about a user, as sent to that user. */
export function exportDecisions(db: Queryable, { userId }: Person, after: string): Promise<PageOfRows> {
  return pageByTime(
    db
      .selectFrom('decisions')
      .select([
        'id',
        'kind',
        'subject',
        'reason',
        'decided_at as decidedAt',
        'ends_at as endsAt',
        'objection',
        'objected_at as objectedAt',
        'outcome',
        'outcome_reason as outcomeReason',
        'outcome_at as outcomeAt',
        sql<boolean | null>`outcome_by = decided_by`.as('outcomeBySamePerson'),
      ])
      .where('user_id', '=', userId),
    { time: 'decided_at', id: 'id' },
    after,
  );
}

/** That there was a decision stays, for the figures of the year. */
export const eraseSome: BatchEraser = async (trx, { userId }, after) => {
  const [afterTime = '', afterId = ''] = after.split(' ');
  const begin = after === '' ? sql`true` : sql`(decided_at, id) > (${afterTime}::timestamptz, ${afterId})`;
  const { rows } = await sql<{ id: string; at: string }>`
    with chosen as materialized (
      select id, decided_at from decisions where user_id = ${userId} and ${begin}
      order by decided_at, id limit ${ERASE_BATCH_SIZE}
    ), erased as (
      update decisions d set subject = '—', reason = '—',
        objection = case when objected_at is null then null else '—' end,
        outcome_reason = case when outcome is null then null else '—' end
      from chosen where d.id = chosen.id
    )
    select id, replace(decided_at::text, ' ', 'T') as at from chosen order by decided_at, id
    offset ${ERASE_BATCH_SIZE - 1}`.execute(trx);
  const [last] = rows;
  return last === undefined ? null : `${last.at} ${last.id}`;
};
