import { sql } from 'kysely';
import { countRows } from '../../platform/db/rows.ts';
import type { Database } from '../../platform/db/database.ts';
import './tables.ts';

export interface SearchMiss {
  readonly words: string;
  readonly times: number;
  readonly last_at: Date;
}

/** Increments the counts of searches that found nothing. */
export async function addMisses(db: Database, misses: ReadonlyMap<string, number>, now: Date): Promise<void> {
  await sql`
    insert into search_misses (words, times, last_at)
    select words, times, ${now} from unnest(${[...misses.keys()]}::text[], ${[...misses.values()]}::integer[]) as missed (words, times)
    on conflict (words) do update set times = search_misses.times + excluded.times, last_at = excluded.last_at`.execute(
    db,
  );
}

/** Returns a page of misses, most frequent first. */
export function listMisses(db: Database, page: { limit: number; offset: number }): Promise<SearchMiss[]> {
  return db
    .selectFrom('search_misses')
    .selectAll()
    .orderBy('times', 'desc')
    .orderBy('words')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export function countMisses(db: Database): Promise<number> {
  return countRows(db.selectFrom('search_misses'));
}

/** Deletes the misses that have not occurred since `before`, then the rarest beyond `keptMax`. */
export async function purgeMisses(db: Database, before: Date, keptMax: number): Promise<void> {
  await db.deleteFrom('search_misses').where('last_at', '<', before).execute();
  await sql`
    delete from search_misses where words in (
      select words from search_misses order by times desc, last_at desc offset ${keptMax})`.execute(db);
}
