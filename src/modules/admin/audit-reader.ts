import { type AuditLog, FIRST_HASH, hashRow } from '../../platform/audit/audit-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { COUNT_MAX } from '../../platform/db/count-up-to.ts';
import type { AuditLogTable } from '../../platform/db/tables.ts';
import type { CountedRows, Key, KeysetPage } from '../../platform/http/keyset.ts';
import {
  type AuditFilters,
  auditKey,
  countEntries,
  findNewestEntry,
  listEntries,
  listEntriesAfter,
  listHashes,
} from './audit.repository.ts';

export { auditKey };

export interface Verification {
  readonly valid: boolean;
  readonly checked: number;
  /** The first row that does not fit; null if all do. */
  readonly brokenAt: number | null;
  /** SHA-256 of the newest row; null when the chain is broken or empty. */
  readonly head: string | null;
}

/**
 * Checkpoint: the position and hash of an entry. Store it where users with write access to this database cannot change it. It is
 * the only evidence if the whole log is rewritten or its end is cut off.
 */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
}

export interface ComparedCheckpoint extends Checkpoint {
  /** False when the chain holds another entry at that place, or none. */
  readonly matches: boolean;
}

/** A batch is read and hashed without yielding: about ten milliseconds. */
const VERIFY_BATCH_ROWS = 250;
const EXPORT_ROWS_MAX = 50_000;
const EXPORT_BATCH_ROWS = 250;

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
    const rows = await listEntries(this.#db, filters, page);
    const count = await countEntries(this.#db, filters);
    return { count, countMax: COUNT_MAX, rows: await this.#audit.open(this.#db, rows) };
  }

  /** Newest first, for a file: in batches, so that no more than one is in memory. */
  async *export(filters: AuditFilters): AsyncGenerator<readonly AuditLogTable[]> {
    let after: Key | null = null;
    for (let left = EXPORT_ROWS_MAX; left > 0;) {
      const rows: AuditLogTable[] = await listEntries(this.#db, filters, {
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

  /** The newest entry's; null while there is none. */
  async head(): Promise<(Checkpoint & { readonly at: Date }) | null> {
    const row = await findNewestEntry(this.#db);
    return row === undefined ? null : { seq: row.seq, hash: row.hash.toString('hex'), at: row.at };
  }

  /** Verifies the chain, and that it still leads through every head that was exported before. */
  async compare(
    heads: readonly Checkpoint[],
  ): Promise<Verification & { readonly heads: readonly ComparedCheckpoint[] }> {
    const verification = await this.verify();
    const rows = await listHashes(
      this.#db,
      heads.map((head) => head.seq),
    );
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

  /** Recomputes every hash: a changed, added or missing row breaks the chain from there on. */
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
    const reading = listEntriesAfter(this.#db, seq, VERIFY_BATCH_ROWS);
    // The caller does not await the read if the chain breaks before it.
    reading.catch(() => {});
    return reading;
  }
}
