/**
 * Reads the change log of listings without missing a row. Numbers are assigned before the commit, so a row can appear
 * behind one that was already read. Every number missing below the highest one is remembered and requested again
 * until all transactions that were running when the gap was seen have ended: then no transaction can fill it. Rows
 * only name listings, whose state is read from the listing itself, so reading a change twice or in another order does
 * no harm.
 */
import { sql } from 'kysely';
import { lastCommitBy, lastCommitTo } from '../../../platform/db/commits.ts';
import type { Database } from '../../../platform/db/database.ts';
import { currentWriter } from '../../../platform/db/write-slots.ts';

export interface LogEntry {
  readonly listingId: string;
  /** Shared by the entries of one transaction. */
  readonly transaction: string;
  /** Milliseconds from the change to the read, by the database clock. */
  readonly ageMs: number;
}

interface LogRead {
  readonly listingIds: readonly string[];
  /** Entries in the order of the log; a listing can be in several. */
  readonly entries: readonly LogEntry[];
  /** There are more entries. */
  readonly isFull: boolean;
}

/** Serializable position. */
export interface LogState {
  readonly position: number;
  readonly holes: readonly { readonly seq: number; readonly horizon: string }[];
}

export interface LogLag {
  readonly positions: number;
  readonly seconds: number;
}

interface Hole {
  readonly seq: number;
  /** When no older transaction runs, the gap is permanent. */
  readonly horizon: bigint;
}

const BATCH_ROWS = 1000;
/** At start, how far back a running transaction may have taken its number. */
const LOOK_BACK_ROWS = 20_000;

/** Tables whose writes add an entry, by trigger or directly. */
const LOGGED_TABLES = ['listings', 'sellers', 'listing_changes'] as const;

/**
 * Counter of commits of this process that may be in the log: while it is unchanged, a reader at the end of the log is
 * still there.
 */
export function loggedCommits(): number {
  return lastCommitTo(LOGGED_TABLES);
}

/** The same for commits of the account of the current request; 0 if there are none, and outside of requests. */
export function ownLoggedCommits(): number {
  const account = currentWriter();
  return account === null ? 0 : lastCommitBy(account, LOGGED_TABLES);
}

export class ChangeLogReader {
  readonly #db: Database;
  readonly #of: 'searches' | 'pages';
  #last = 0;
  #holes: Hole[] = [];

  /** `pages` also names listings whose change only their page shows. */
  constructor(db: Database, of: 'searches' | 'pages') {
    this.#db = db;
    this.#of = of;
  }

  get position(): number {
    return this.#last;
  }

  /** Starts at the end of the log: data read from listings after this call is current or will be reported. */
  async begin(): Promise<void> {
    const { rows } = await sql<{ last: number; horizon: string }>`
      select coalesce(max(seq), 0) as last, pg_snapshot_xmax(pg_current_snapshot())::text as horizon from listing_changes`.execute(
      this.#db,
    );
    const last = rows[0]?.last ?? 0;
    const horizon = BigInt(rows[0]?.horizon ?? '0');
    const missing = await sql<{ seq: number }>`
      select n as seq
      from generate_series(
        greatest(${last - LOOK_BACK_ROWS}::bigint, (select min(seq) from listing_changes)), ${last}::bigint) n
      where not exists (select from listing_changes where seq = n)`.execute(this.#db);
    this.#last = last;
    this.#holes = missing.rows.map(({ seq }) => ({ seq, horizon }));
  }

  /** Position, from which another reader of the same database can continue, even in another process. */
  get state(): LogState {
    return {
      position: this.#last,
      holes: this.#holes.map(({ seq, horizon }) => ({ seq, horizon: String(horizon) })),
    };
  }

  resume({ position, holes }: LogState): void {
    this.#last = position;
    this.#holes = holes.map(({ seq, horizon }) => ({ seq, horizon: BigInt(horizon) }));
  }

  /** Fingerprint of the entry at a position, to distinguish histories; null if the log no longer has one there. */
  async entryAt(position: number): Promise<string | null> {
    const { rows } = await sql<{ entry: string }>`
      select concat_ws(' ', listing_id, xid, extract(epoch from changed_at)) as entry
      from listing_changes where seq = ${position}`.execute(this.#db);
    return rows[0]?.entry ?? null;
  }

  /**
   * Distance from a position to the end of the log, in entries (gaps included) and as the age of the first later one.
   */
  async lag(position: number): Promise<LogLag> {
    const { rows } = await sql<{ positions: number; seconds: number | null }>`
      select coalesce((select max(seq) from listing_changes), 0) - ${position}::bigint as positions,
        (select extract(epoch from clock_timestamp() - changed_at)::float8
         from listing_changes where seq > ${position} order by seq limit 1) as seconds`.execute(this.#db);
    return { positions: Math.max(0, rows[0]?.positions ?? 0), seconds: Math.max(0, rows[0]?.seconds ?? 0) };
  }

  async read(): Promise<LogRead> {
    const holes = this.#holes.map((hole) => hole.seq);
    // Two queries, each an index range with order and limit: with outdated statistics, as after a bulk insert,
    // PostgreSQL would otherwise scan the table from its start, or in parallel.
    const { rows } = await sql<{
      seq: number;
      listing_id: string;
      page_only: boolean;
      transaction: string;
      age_ms: number;
      oldest: string;
      horizon: string;
    }>`
      select seq, listing_id, page_only, xid::text as transaction,
        extract(epoch from clock_timestamp() - changed_at)::float8 * 1000 as age_ms,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as horizon
      from (
        (select seq, listing_id, page_only, xid, changed_at from listing_changes
         where seq > ${this.#last} order by seq limit ${BATCH_ROWS})
        union all
        (select seq, listing_id, page_only, xid, changed_at from listing_changes where seq = any(${holes}::bigint[]) and seq <= ${this.#last}
         order by seq limit ${BATCH_ROWS})
      ) changes
      order by seq
      limit ${BATCH_ROWS}`.execute(this.#db);
    const first = rows[0];
    if (first === undefined) {
      if (holes.length > 0) await this.#closeHoles();
      return { listingIds: [], entries: [], isFull: false };
    }
    this.#advance(rows, BigInt(first.oldest), BigInt(first.horizon));
    const relevant = this.#of === 'pages' ? rows : rows.filter((row) => !row.page_only);
    return {
      listingIds: [...new Set(relevant.map((row) => row.listing_id))],
      entries: relevant.map((row) => ({
        listingId: row.listing_id,
        transaction: row.transaction,
        ageMs: row.age_ms,
      })),
      isFull: rows.length === BATCH_ROWS,
    };
  }

  #advance(rows: readonly { seq: number }[], oldest: bigint, horizon: bigint): void {
    const found = new Set(rows.map((row) => row.seq));
    const open = this.#holes.filter((hole) => !found.has(hole.seq) && hole.horizon > oldest);
    let expected = this.#last + 1;
    for (const { seq } of rows) {
      if (seq <= this.#last) continue;
      for (; expected < seq; expected++) open.push({ seq: expected, horizon });
      expected = seq + 1;
    }
    this.#last = Math.max(this.#last, expected - 1);
    this.#holes = open;
  }

  /** An entry that was written since the query stays a gap; the next read finds it. */
  async #closeHoles(): Promise<void> {
    const { rows } = await sql<{ seq: number; is_there: boolean; oldest: string }>`
      select hole.seq, exists (select from listing_changes c where c.seq = hole.seq) as is_there,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest
      from unnest(${this.#holes.map((hole) => hole.seq)}::bigint[]) as hole (seq)`.execute(this.#db);
    const oldest = BigInt(rows[0]?.oldest ?? '0');
    const present = new Set(rows.filter((row) => row.is_there).map((row) => row.seq));
    this.#holes = this.#holes.filter((hole) => present.has(hole.seq) || hole.horizon > oldest);
  }
}
