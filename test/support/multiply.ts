import { sql } from 'kysely';
import type { TestListing } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Copies a listing `times` times, with new IDs and slugs and without its external ID and VIN, which are unique. */
export async function multiply(t: TestApp, listing: TestListing, times: number): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'listings' and table_schema = current_schema() and is_generated = 'NEVER'
      and column_name not in ('id', 'slug', 'external_id', 'vin')`.execute(t.db);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`
    insert into listings (id, slug, ${names})
    select 'lst_' || substr(md5(id || n), 1, 26), slug || '-' || n, ${names}
    from listings, generate_series(1, ${times}) n where id = ${listing.listingId}`.execute(t.db);
}
