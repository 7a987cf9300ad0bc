import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { SearchChange } from '@fifthwheel/search';
import './tables.ts';

const BATCH_ROWS = 1000;

/**
 * Follows the view counts. Counts only grow, so the largest count of a listing is the newest, and reading it twice does no harm.
 * Each round therefore starts where the previous round started, to include rows that committed out of order.
 */
export class ViewChanges {
  readonly #db: Database;
  #last = 0;
  #before = 0;
  #applied = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  get position(): number {
    return this.#before;
  }

  resume(position: number): void {
    this.#last = position;
    this.#before = position;
    this.#applied = new Map();
  }

  /** Starts at the end of the log. Counts read from the listings after this call are current, or a later change follows. */
  async begin(): Promise<void> {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(seq), 0) as last from listing_view_changes`.execute(this.#db);
    this.resume(rows[0]?.last ?? 0);
  }

  /** Yields listings viewed since a day, in batches, for an index that has missed changes that are already purged. */
  async *seenSince(day: string): AsyncGenerator<string[]> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
        select distinct listing_id as id from listing_stats_daily
        where day >= ${day}::date and views > 0 and listing_id > ${after} order by id limit ${BATCH_ROWS}`.execute(
        this.#db,
      );
      if (rows.length > 0) yield rows.map(({ id }) => id);
      after = rows.length < BATCH_ROWS ? undefined : rows.at(-1)?.id;
    }
  }

  /** Returns a change for each listing whose count differs from the last read. */
  async read(): Promise<SearchChange[]> {
    const { rows } = await sql<{ id: string; views: number; seq: number }>`
      select listing_id as id, max(views) as views, max(seq) as seq from listing_view_changes
      where seq > ${this.#before} group by listing_id`.execute(this.#db);
    const changed = rows.filter(({ id, views }) => this.#applied.get(id) !== views);
    this.#before = this.#last;
    this.#last = rows.reduce((last, { seq }) => Math.max(last, seq), this.#last);
    this.#applied = new Map(rows.map(({ id, views }) => [id, views]));
    return changed.map(({ id, views }) => ({ kind: 'views', id, views }));
  }
}
