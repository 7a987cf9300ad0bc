/** The log of outgoing emails. Administrators read it, and old entries are purged; it is not the send queue. */
import { sql } from 'kysely';
import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts';
import { countTotal, type Total } from '../db/count-up-to.ts';
import { defer } from '../db/deferred.ts';
import { containsPattern } from '../db/like.ts';
import type { Database, MailTable } from '../db/tables.ts';
import type { Queryable, Transaction } from '../db/transaction.ts';
import { type PageOfRows, ROWS_OF_PAGE } from '../db/page-by-time.ts';
import type { Page } from '../http/pagination.ts';

export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;
type MailState = (typeof MAIL_STATES)[number];

/** Older entries, and those beyond the newest, are deleted. */
export const MAILS_KEPT_DAYS = 30;
const KEPT_MAX = 10_000;
const PURGE_BATCH_SIZE = 5000;
const REASON_MAX = 300;

type NewMail = Pick<MailTable, 'id' | 'name' | 'recipient' | 'language' | 'subject' | 'job_id' | 'user_id'>;

export async function insertMails(trx: Transaction, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  const arrayOf = (key: keyof NewMail) => sql`${mails.map((mail) => mail[key])}::text[]`;
  await defer(
    trx,
    sql`
    insert into mails (id, name, recipient, language, subject, job_id, user_id, created_at)
    select m.id, m.name, m.recipient, m.language, m.subject, m.job_id, m.user_id, ${now}::timestamptz
    from unnest(${arrayOf('id')}, ${arrayOf('name')}, ${arrayOf('recipient')}, ${arrayOf('language')}, ${arrayOf('subject')}, ${arrayOf('job_id')}, ${arrayOf('user_id')})
      as m(id, name, recipient, language, subject, job_id, user_id)`,
  );
}

/** Records the owner of an address that an account gives up, so that its emails are found with the account. */
export async function recordFormerAddress(trx: Transaction, userId: string, folded: string): Promise<void> {
  await sql`
    update mails set user_id = ${userId} where lower(recipient) = ${folded} and user_id is null`.execute(trx);
}

/** How a try has ended. */
export interface MailOutcome {
  readonly id: string;
  /** Null when it was sent. */
  readonly error: unknown;
}

/** Failed emails wait for a retry, unless it was the last attempt. */
export async function recordMails(
  db: Database,
  outcomes: readonly MailOutcome[],
  { isLastAttempt, now }: { readonly isLastAttempt: boolean; readonly now: Date },
): Promise<void> {
  if (outcomes.length === 0) return;
  const ids = outcomes.map(({ id }) => id);
  const reasons = outcomes.map(({ error }) => (error === null ? null : reasonOf(error)));
  const failed: MailState = isLastAttempt ? 'failed' : 'queued';
  await sql`
    update mails set
      state = case when o.reason is null then 'sent' else ${failed}::text end,
      reason = o.reason,
      attempts = attempts + 1,
      done_at = case when o.reason is null or ${isLastAttempt}::boolean then ${now}::timestamptz end
    from unnest(${ids}::text[], ${reasons}::text[]) as o(id, reason)
    where mails.id = o.id`.execute(db);
}

/** Redacts links and codes, because mail servers quote rejected text. */
function reasonOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .replaceAll(/[\w+.-]{1,20}:\/\/\S+/g, '…')
    .replaceAll(/\b\d{6}\b/g, '••••••')
    .slice(0, REASON_MAX);
}

export interface MailFilters {
  readonly state?: MailState;
  readonly kind?: string;
  /** A part of the address. */
  readonly recipient?: string;
}

export interface MailRow extends MailTable {
  /** True if its content is stored and no worker is sending it. */
  readonly can_retry: boolean;
}

/** Newest first. */
export async function listMails(
  db: Queryable,
  filters: MailFilters,
  page: Page,
  now: Date,
): Promise<{ rows: readonly MailRow[] } & Total> {
  const where = sql.join(
    [
      ...(filters.state === undefined ? [] : [sql`m.state = ${filters.state}`]),
      ...(filters.kind === undefined ? [] : [sql`m.name = ${filters.kind}`]),
      ...(filters.recipient === undefined
        ? []
        : [sql`lower(m.recipient) like lower(${containsPattern(filters.recipient)})`]),
      sql`true`,
    ],
    sql` and `,
  );
  const [total, listed] = await Promise.all([
    countTotal(db, sql`select from mails m where ${where}`),
    sql<MailRow>`
      select m.*, m.state <> 'sent' and exists (
        select from jobs j where j.id = m.job_id and (j.locked_until is null or j.locked_until < ${now})
      ) as can_retry
      from mails m where ${where} order by m.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
  ]);
  return { rows: listed.rows, ...total };
}

export function findMail(db: Queryable, id: string): Promise<MailTable | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Requeues the emails of a job that failed for good. */
export async function queueMailsOf(trx: Transaction, jobId: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ state: 'queued', done_at: null })
    .where('job_id', '=', jobId)
    .where('state', '=', 'failed')
    .execute();
}

/** Marks the emails of an abandoned job as failed. */
export async function failMailsOf(trx: Transaction, jobId: string, reason: string, now: Date): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ state: 'failed', reason, done_at: now })
    .where('job_id', '=', jobId)
    .where('state', '<>', 'sent')
    .execute();
}

interface MailHealth {
  readonly queued: number;
  readonly oldestMinutes: number | null;
  readonly lastDay: { readonly sent: number; readonly failed: number };
  readonly lastReason: string | null;
}

export async function readMailHealth(db: Queryable, now: Date): Promise<MailHealth> {
  const { rows } = await sql<{
    queued: number;
    oldest: Date | null;
    sent: number;
    failed: number;
    reason: string | null;
  }>`
    select
      count(*) filter (where state = 'queued')::int as queued,
      min(created_at) filter (where state = 'queued') as oldest,
      count(*) filter (where state = 'sent' and done_at > ${addMs(now, -DAY_MS)})::int as sent,
      count(*) filter (where state = 'failed' and done_at > ${addMs(now, -DAY_MS)})::int as failed,
      (array_agg(reason order by id desc) filter (where reason is not null))[1] as reason
    from mails`.execute(db);
  const [row] = rows;
  const oldest = row?.oldest ?? null;
  return {
    queued: row?.queued ?? 0,
    oldestMinutes: oldest === null ? null : Math.round((now.getTime() - oldest.getTime()) / MINUTE_MS),
    lastDay: { sent: row?.sent ?? 0, failed: row?.failed ?? 0 },
    lastReason: row?.reason ?? null,
  };
}

/** Emails to an account, and to its folded address. */
export async function exportMails(
  db: Queryable,
  { userId, email }: { readonly userId: string; readonly email: string },
  after: string,
): Promise<PageOfRows> {
  const { rows } = await sql<{ id: string }>`
    select id, name, language, subject, state, created_at as "createdAt", done_at as "doneAt" from mails
    where (lower(recipient) = ${email} or user_id = ${userId}) and id > ${after} order by id limit ${ROWS_OF_PAGE}`.execute(
    db,
  );
  const last = rows.length === ROWS_OF_PAGE ? rows.at(-1) : undefined;
  return { rows, next: last?.id ?? null };
}

/** The oldest first, in batches. */
export async function purgeMails(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  for (let deleted = PURGE_BATCH_SIZE; deleted === PURGE_BATCH_SIZE && !signal.aborted;) {
    const { numAffectedRows = 0n } = await sql`
      delete from mails where id in (
        select id from (select id, created_at from mails order by id limit ${PURGE_BATCH_SIZE}) oldest
        where created_at < ${addMs(now, -MAILS_KEPT_DAYS * DAY_MS)}
          or id <= (select id from mails order by id desc limit 1 offset ${KEPT_MAX})
      )`.execute(db);
    deleted = Number(numAffectedRows);
  }
}
