/**
 * Entries of older releases hold names and addresses of people in the clear, and their hashes cover them.
 * They are encrypted once; their own hashes stay, so the chain and every head that was exported stay too. What they hold
 * since is covered by the digest in an entry that follows them.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { inTransaction, type Queryable, type Transaction } from '../db/transaction.ts';
import type { AuditLogTable } from '../db/tables.ts';
import { type AuditLog, personal } from './audit-log.ts';

const SEALED_ACTION = 'audit_log.sealed';
const BATCH = 500;

/** Subjects whose entries name people; those of settings, texts and the taxonomy do not. */
const ABOUT_PEOPLE = new Set([
  'user',
  'seller',
  'session',
  'api_key',
  'teamMember',
  'webhook',
  'report',
  'review',
  'listing',
]);

type Row = Pick<AuditLogTable, 'seq' | 'form' | 'action' | 'hash' | 'before' | 'after' | 'ip'>;

/** Follows the chain from its start and tells whether what was encrypted later is as it was left. */
export class SealedLater {
  #digest = '';
  #uncovered: number | null = null;

  /** The first such entry that no digest covers. */
  get uncovered(): number | null {
    return this.#uncovered;
  }

  fits(row: Row): boolean {
    if (row.form === 'sealed_later') {
      this.#digest = digestOf(this.#digest, row);
      this.#uncovered ??= row.seq;
      return true;
    }
    if (row.action !== SEALED_ACTION || row.form !== 'sealed') return true;
    const { digest } = (row.after ?? {}) as { readonly digest?: unknown };
    if (digest !== this.#digest) return false;
    this.#uncovered = null;
    return true;
  }
}

function digestOf(previous: string, { seq, hash, before, after, ip }: Row): string {
  const values = [seq, hash.toString('hex'), sorted(before), sorted(after), ip];
  return createHash('sha256').update(previous).update(JSON.stringify(values)).digest('hex');
}

/** PostgreSQL keeps the keys of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, child]) => [key, sorted(child)]);
}

/** Encrypts what older releases have written, all in one transaction; nothing where there is none. */
export async function sealOlderEntries(db: Database, audit: AuditLog): Promise<void> {
  const first = await db
    .selectFrom('audit_log')
    .select('seq')
    .where('form', '=', 'plain')
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return;
  await inTransaction(db, async (trx) => {
    await audit.lock(trx);
    while ((await sealBatch(trx, audit)) === BATCH);
    const { digest, entries } = await digestOfAll(trx);
    await audit.record(trx, {
      actor: { kind: 'system' },
      action: SEALED_ACTION,
      subject: { type: 'auditLog', id: null },
      after: { digest, entries },
    });
  });
}

async function sealBatch(trx: Transaction, audit: AuditLog): Promise<number> {
  const rows = await trx
    .selectFrom('audit_log as a')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.id', '=', 'a.actor_id').on('a.actor_kind', '=', 'apiKey'),
    )
    .selectAll('a')
    .select('k.user_id as key_owner')
    .where('a.form', '=', 'plain')
    .orderBy('a.seq')
    .limit(BATCH)
    .execute();
  for (const row of rows) {
    const actorId = row.actor_kind === 'apiKey' ? row.key_owner : row.actor_id;
    const subjects = await peopleOf(trx, row);
    const behind = actorId ?? subjects[0] ?? null;
    const of = ABOUT_PEOPLE.has(row.subject_type)
      ? [...subjects, ...(actorId === null ? [] : [actorId])]
      : [];
    const mark = (value: unknown): unknown => personal(value, ...new Set(of));
    const sealed = await audit.seal(
      trx,
      { before: mark(row.before), after: mark(row.after), ip: row.ip },
      behind,
    );
    await sql`select seal_audit_entry(${row.seq}, ${json(sealed.before)}::jsonb, ${json(sealed.after)}::jsonb, ${sealed.ip})`.execute(
      trx,
    );
  }
  return rows.length;
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** The people and sellers that an entry is about: the owner of the resource, and ids inside it. */
async function peopleOf(
  trx: Queryable,
  { subject_type, subject_id, before, after }: AuditLogTable,
): Promise<string[]> {
  const text = JSON.stringify([subject_id, before, after]);
  const ids = [...text.matchAll(/"((?:usr|sel)_[0-9A-Z]+)"/g)].map((match) => match[1] ?? '');
  const { rows } = await sql<{ id: string | null }>`
    select unnest(array[seller_id]) as id from webhooks where ${subject_type} = 'webhook' and id = ${subject_id}
    union all select seller_id from listings where ${subject_type} = 'listing' and id = ${subject_id}
    union all select author_id from reviews where ${subject_type} = 'review' and id = ${subject_id}
    union all select unnest(array[reporter_id, reported_user_id]) from reports
      where ${subject_type} = 'report' and id = ${subject_id}
    union all select u.id from users u
      where ${subject_type} = 'seller' and lower(u.email) = lower(${emailIn(after)}::text)`.execute(trx);
  return [...new Set([...ids, ...rows.flatMap(({ id }) => id ?? [])])];
}

/** For an invitation. */
function emailIn(after: unknown): string | null {
  const { email } = (after ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' ? email : null;
}

async function digestOfAll(trx: Transaction): Promise<{ digest: string; entries: number }> {
  let digest = '';
  let entries = 0;
  let after = 0;
  for (;;) {
    const rows = await trx
      .selectFrom('audit_log')
      .select(['seq', 'form', 'action', 'hash', 'before', 'after', 'ip'])
      .where('form', '=', 'sealed_later')
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of rows) digest = digestOf(digest, row);
    entries += rows.length;
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < BATCH) return { digest, entries };
  }
}
