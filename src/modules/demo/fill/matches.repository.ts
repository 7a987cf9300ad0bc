import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

const AT_ONCE = 5000;

export interface WaitingMatch {
  readonly searchId: string;
  readonly listingId: string;
  readonly at: Date;
}

/** Matches are per query hash, which the database computes: many searches share a query. */
export async function addMatches(db: Database, matches: readonly WaitingMatch[]): Promise<void> {
  for (let from = 0; from < matches.length; from += AT_ONCE) {
    const batch = matches.slice(from, from + AT_ONCE);
    const times = batch.map(({ at }) => at.toISOString());
    await sql`
      insert into saved_query_matches (query_hash, listing_id, reason, at)
      select s.query_hash, m.listing_id, 'new_match', m.at
      from unnest(${batch.map(({ searchId }) => searchId)}::text[], ${batch.map(({ listingId }) => listingId)}::text[],
        ${times}::timestamptz[]) as m(search_id, listing_id, at)
      join saved_searches s on s.id = m.search_id
      on conflict do nothing`.execute(db);
  }
}
