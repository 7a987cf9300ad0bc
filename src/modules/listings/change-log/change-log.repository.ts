/**
 * Reads the change log of the listings without losing a row.
 *
 * Numbers are given out before they commit, so a row may appear behind one that was read already. Every number that is
 * missing below the highest one read is remembered, and asked for again, until every transaction that was running when
 * the hole was seen has ended: then nobody can fill it any more. Rows name listings only; what a listing is now is read
 * from the listing, so that reading a change twice, or in another order, changes nothing.
 */
import { sql } from 'kysely';
import { commitsBy, commitsTo } from '../../../platform/db/commits.ts';
import type { Database } from '../../../platform/db/database.ts';
import { writingAccount } from '../../../platform/db/write-slots.ts';

export interface LogEntry {
  readonly listingId: string;
  /** Entries of one transaction have the same. */
  readonly transaction: string;
  /** Milliseconds from the change to the read, by the clock of the database. */
  readonly ageMs: number;
}

export interface LogRead {
  readonly listingIds: readonly string[];
  /** In the order of the log; a listing may be in several. */
  readonly entries: readonly LogEntry[];
  /** More is waiting. */
  readonly isFull: boolean;
}

/** As it can be stored. */
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
  /** Once no transaction older than this runs, the hole stays one. */
  readonly horizon: bigint;
}

const BATCH_ROWS = 1000;
/** At the start, how far back a transaction that is still running may have taken its number. */
const LOOK_BACK_ROWS = 20_000;

/** What is written to when the log gains an entry: by triggers, or by an entry of its own. */
const LOGGED_TABLES = ['listings', 'sellers', 'listing_changes'] as const;

/** Rises when this process has committed what may be in the log: until then a reader that was at its end still is. */
export function loggedCommits(): number {
  return commitsTo(LOGGED_TABLES);
}

/** The same for the commits of the account whose request this is; 0 where there are none, and outside of requests. */
export function ownLoggedCommits(): number {
  const account = writingAccount();
  return account === null ? 0 : commitsBy(account, LOGGED_TABLES);
}

export class ChangeLogReader {
  readonly #db: Database;
  readonly #of: 'searches' | 'pages';
  #last = 0;
  #holes: Hole[] = [];

  /** `pages` also names listings of which only their own page shows the change. */
  constructor(db: Database, of: 'searches' | 'pages') {
    this.#db = db;
    this.#of = of;
  }

  get position(): number {
    return this.#last;
  }

  /** Begins at the end of the log: what is read from the listings after this call is current or will be named. */
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

  /** Where it stands: another reader of the same database can go on from there, also in another process. */
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

  /** What tells the entry at a position from that of any other history; null when the log has none there (any more). */
  async entryAt(position: number): Promise<string | null> {
    const { rows } = await sql<{ entry: string }>`
      select concat_ws(' ', listing_id, xid, extract(epoch from changed_at)) as entry
      from listing_changes where seq = ${position}`.execute(this.#db);
    return rows[0]?.entry ?? null;
  }

  /** How far the end of the log is from a position, in entries (holes counted in) and in the age of the first one after it. */
  async lag(position: number): Promise<LogLag> {
    const { rows } = await sql<{ positions: number; seconds: number | null }>`
      select coalesce((select max(seq) from listing_changes), 0) - ${position}::bigint as positions,
        (select extract(epoch from clock_timestamp() - changed_at)::float8
         from listing_changes where seq > ${position} order by seq limit 1) as seconds`.execute(this.#db);
    return { positions: Math.max(0, rows[0]?.positions ?? 0), seconds: Math.max(0, rows[0]?.seconds ?? 0) };
  }

  async read(): Promise<LogRead> {
    const holes = this.#holes.map((hole) => hole.seq);
    // Two questions, each a range of the index with an order and a limit of its own: otherwise a table whose statistics
    // are old, as after many listings came at once, is walked from its beginning, or by several processes in parallel.
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
    const meant = this.#of === 'pages' ? rows : rows.filter((row) => !row.page_only);
    return {
      listingIds: [...new Set(meant.map((row) => row.listing_id))],
      entries: meant.map((row) => ({
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

  /** An entry that was written since it was looked for stays a hole: the next read finds it. */
  async #closeHoles(): Promise<void> {
    const { rows } = await sql<{ seq: number; is_there: boolean; oldest: string }>`
      select hole.seq, exists (select from listing_changes c where c.seq = hole.seq) as is_there,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest
      from unnest(${this.#holes.map((hole) => hole.seq)}::bigint[]) as hole (seq)`.execute(this.#db);
    const oldest = BigInt(rows[0]?.oldest ?? '0');
    const there = new Set(rows.filter((row) => row.is_there).map((row) => row.seq));
    this.#holes = this.#holes.filter((hole) => there.has(hole.seq) || hole.horizon > oldest);
  }
}
