import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AuditLogTable } from '../../platform/db/tables.ts';
import type { Key, KeysetPage } from '../../platform/http/keyset.ts';

export interface AuditFilters {
  readonly action?: string;
  readonly actorId?: string;
  readonly subjectType?: string;
  readonly subjectId?: string;
  readonly from?: string;
  readonly to?: string;
}

function conditions(filters: AuditFilters): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [sql`true`];
  if (filters.action !== undefined) found.push(sql`action = ${filters.action}`);
  if (filters.actorId !== undefined) found.push(sql`actor_id = ${filters.actorId}`);
  if (filters.subjectType !== undefined) found.push(sql`subject_type = ${filters.subjectType}`);
  if (filters.subjectId !== undefined) found.push(sql`subject_id = ${filters.subjectId}`);
  if (filters.from !== undefined) found.push(sql`at >= ${new Date(`${filters.from}T00:00:00Z`)}`);
  if (filters.to !== undefined) found.push(sql`at < ${filters.to}::date + 1`);
  return found;
}

/** The place of an entry in the list. */
export function auditKey({ at, seq }: Pick<AuditLogTable, 'at' | 'seq'>): Key {
  return [at.toISOString(), String(seq)];
}

/** Returns entries as stored, newest first. */
export function listEntries(
  db: Database,
  filters: AuditFilters,
  { limit, offset, after }: Pick<KeysetPage, 'limit' | 'offset' | 'after'>,
): Promise<AuditLogTable[]> {
  let query = db.selectFrom('audit_log').selectAll();
  for (const condition of conditions(filters)) query = query.where(condition);
  if (after !== null)
    query = query.where(sql<SqlBool>`(at, seq) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
  return query.orderBy('at', 'desc').orderBy('seq', 'desc').limit(limit).offset(offset).execute();
}

export function countEntries(db: Database, filters: AuditFilters): Promise<number> {
  return countUpTo(
    db,
    sql`select from audit_log where ${sql.join(conditions(filters), sql` and `)}`,
    COUNT_MAX,
  );
}

export function findNewestEntry(db: Database) {
  return db
    .selectFrom('audit_log')
    .select(['seq', 'hash', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listHashes(db: Database, places: readonly number[]) {
  return db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .where('seq', 'in', [...places])
    .execute();
}

/** In the order of the chain. */
export function listEntriesAfter(db: Database, seq: number, limit: number): Promise<AuditLogTable[]> {
  return db.selectFrom('audit_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();
}
