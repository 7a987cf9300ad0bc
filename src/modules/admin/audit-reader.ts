import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AuditLog, FIRST_HASH, hashRow } from '../../platform/audit/audit-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { AuditLogTable } from '../../platform/db/tables.ts';
import type { CountedRows, Key, KeysetPage } from '../../platform/http/keyset.ts';

export interface AuditFilters {
  readonly action?: string;
  readonly actorId?: string;
  readonly subjectType?: string;
  readonly subjectId?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface Verification {
  readonly valid: boolean;
  readonly checked: number;
  /** The first row that does not fit; null if all do. */
  readonly brokenAt: number | null;
  /** SHA-256 of the newest row; null when the chain is broken or empty. */
  readonly head: string | null;
}

/**
 * An entry's place in the chain and its hash, to be kept where nobody who can write here can: what was rewritten as a
 * whole, or cut off at the end, shows in nothing else.
 */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export interface ComparedHead extends Head {
  /** False when the chain holds another entry at that place, or none. */
  readonly matches: boolean;
}

/** A batch is read and hashed without a break: some ten milliseconds. */
const VERIFY_BATCH_ROWS = 250;
const EXPORT_ROWS_MAX = 50_000;
const EXPORT_BATCH_ROWS = 250;

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

/** Reading the log of who did what; writing it is the platform's. */
export class AuditReader {
  readonly #db: Database;
  readonly #audit: AuditLog;

  constructor(db: Database, audit: AuditLog) {
    this.#db = db;
    this.#audit = audit;
  }

  /** Newest first. */
  async list(filters: AuditFilters, page: KeysetPage): Promise<CountedRows<AuditLogTable>> {
    const rows = await this.#page(filters, page);
    const count = await countUpTo(
      this.#db,
      sql`select from audit_log where ${sql.join(conditions(filters), sql` and `)}`,
      COUNT_MAX,
    );
    return { count, countMax: COUNT_MAX, rows: await this.#audit.open(this.#db, rows) };
  }

  /** Newest first, for a file: in batches, so that no more than one is in memory. */
  async *export(filters: AuditFilters): AsyncGenerator<readonly AuditLogTable[]> {
    let after: Key | null = null;
    for (let left = EXPORT_ROWS_MAX; left > 0;) {
      const rows: AuditLogTable[] = await this.#page(filters, {
        limit: Math.min(EXPORT_BATCH_ROWS, left),
        offset: 0,
        after,
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield await this.#audit.open(this.#db, rows);
      left -= rows.length;
      after = auditKey(last);
    }
  }

  #page(
    filters: AuditFilters,
    { limit, offset, after }: Pick<KeysetPage, 'limit' | 'offset' | 'after'>,
  ): Promise<AuditLogTable[]> {
    let query = this.#db.selectFrom('audit_log').selectAll();
    for (const condition of conditions(filters)) query = query.where(condition);
    if (after !== null)
      query = query.where(sql<SqlBool>`(at, seq) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
    return query.orderBy('at', 'desc').orderBy('seq', 'desc').limit(limit).offset(offset).execute();
  }

  /** The newest entry's; null while there is none. */
  async head(): Promise<(Head & { readonly at: Date }) | null> {
    const row = await this.#db
      .selectFrom('audit_log')
      .select(['seq', 'hash', 'at'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : { seq: row.seq, hash: row.hash.toString('hex'), at: row.at };
  }

  /** Verifies the chain, and that it still leads through every head that was exported before. */
  async compare(heads: readonly Head[]): Promise<Verification & { readonly heads: readonly ComparedHead[] }> {
    const verification = await this.verify();
    const rows = await this.#db
      .selectFrom('audit_log')
      .select(['seq', 'hash'])
      .where(
        'seq',
        'in',
        heads.map((head) => head.seq),
      )
      .execute();
    const hashes = new Map(rows.map((row) => [row.seq, row.hash.toString('hex')]));
    const compared = heads.map(({ seq, hash }) => ({
      seq,
      hash,
      matches: hashes.get(seq) === hash.toLowerCase(),
    }));
    const differing = compared.filter((head) => !head.matches).map((head) => head.seq);
    if (differing.length === 0) return { ...verification, heads: compared };
    return {
      valid: false,
      checked: verification.checked,
      brokenAt: Math.min(...differing, verification.brokenAt ?? Infinity),
      head: null,
      heads: compared,
    };
  }

  /** Computes every hash anew: a changed, added or missing row breaks the chain from there on. */
  async verify(): Promise<Verification> {
    let previous: Buffer = FIRST_HASH;
    let after = 0;
    let checked = 0;
    let reading = this.#rowsAfter(0);
    for (;;) {
      const rows = await reading;
      const isLast = rows.length < VERIFY_BATCH_ROWS;
      if (!isLast) reading = this.#rowsAfter(rows.at(-1)?.seq ?? after);
      for (const row of rows) {
        const isWhole =
          row.seq === after + 1 &&
          row.previous_hash.equals(previous) &&
          row.hash.equals(hashRow(previous, row));
        if (!isWhole) return { valid: false, checked, brokenAt: after + 1, head: null };
        previous = row.hash;
        after = row.seq;
        checked++;
      }
      if (isLast) {
        return {
          valid: true,
          checked,
          brokenAt: null,
          head: checked === 0 ? null : previous.toString('hex'),
        };
      }
    }
  }

  /** PostgreSQL reads the next batch while the last one is hashed. */
  #rowsAfter(seq: number): Promise<AuditLogTable[]> {
    const reading = this.#db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(VERIFY_BATCH_ROWS)
      .execute();
    // Nobody waits for it when the chain breaks before.
    reading.catch(() => {});
    return reading;
  }
}
