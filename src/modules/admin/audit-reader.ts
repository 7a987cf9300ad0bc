import { sql } from 'kysely';
import { SealedLater } from '../../platform/audit/sealed-later.ts';
import { type AuditLog, FIRST_HASH, hashRow } from '../../platform/audit/audit-log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Page } from '../../platform/http/pagination.ts';

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

const VERIFY_BATCH_ROWS = 2000;
const EXPORT_ROWS_MAX = 50_000;

/** Reading the log of who did what; writing it is the platform's. */
export class AuditReader {
  readonly #db: Database;
  readonly #audit: AuditLog;

  constructor(db: Database, audit: AuditLog) {
    this.#db = db;
    this.#audit = audit;
  }

  async list(filters: AuditFilters, page: Page) {
    const { count } = await this.#matching(filters)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await this.#matching(filters)
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { total: count, rows: await this.#audit.open(this.#db, rows) };
  }

  /** Newest first, for a file. */
  async export(filters: AuditFilters) {
    const rows = await this.#matching(filters)
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(EXPORT_ROWS_MAX)
      .execute();
    return this.#audit.open(this.#db, rows);
  }

  #matching(filters: AuditFilters) {
    let query = this.#db.selectFrom('audit_log');
    if (filters.action !== undefined) query = query.where('action', '=', filters.action);
    if (filters.actorId !== undefined) query = query.where('actor_id', '=', filters.actorId);
    if (filters.subjectType !== undefined) query = query.where('subject_type', '=', filters.subjectType);
    if (filters.subjectId !== undefined) query = query.where('subject_id', '=', filters.subjectId);
    if (filters.from !== undefined) query = query.where('at', '>=', new Date(`${filters.from}T00:00:00Z`));
    if (filters.to !== undefined) query = query.where('at', '<', sql<Date>`${filters.to}::date + 1`);
    return query;
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
    const sealedLater = new SealedLater();
    let previous: Buffer = FIRST_HASH;
    let after = 0;
    let checked = 0;
    for (;;) {
      const rows = await this.#db
        .selectFrom('audit_log')
        .selectAll()
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(VERIFY_BATCH_ROWS)
        .execute();
      for (const row of rows) {
        const isWhole =
          row.seq === after + 1 &&
          row.previous_hash.equals(previous) &&
          (row.form === 'sealed_later' || row.hash.equals(hashRow(previous, row))) &&
          sealedLater.fits(row);
        if (!isWhole) return { valid: false, checked, brokenAt: after + 1, head: null };
        previous = row.hash;
        after = row.seq;
        checked++;
      }
      if (rows.length < VERIFY_BATCH_ROWS) {
        const { uncovered } = sealedLater;
        if (uncovered !== null) return { valid: false, checked, brokenAt: uncovered, head: null };
        return {
          valid: true,
          checked,
          brokenAt: null,
          head: checked === 0 ? null : previous.toString('hex'),
        };
      }
    }
  }
}
