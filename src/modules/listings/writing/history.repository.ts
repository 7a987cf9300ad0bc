import { sql } from 'kysely';
import { defer } from '../../../platform/db/deferred.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { pageWithTotal } from '../../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { accounts } from '../../auth/index.ts';
import type { ChangeSource, RecordedChange } from '../tables.ts';
import '../tables.ts';

interface HistoryEntry {
  readonly listingId: string;
  readonly version: number;
  readonly at: Date;
  readonly source: ChangeSource | null;
  readonly userId: string | null;
  readonly changes: readonly RecordedChange[];
}

/** Number of versions that are stored per listing, however often a program changes it. */
const VERSIONS_KEPT = 500;

export async function addHistory(trx: Transaction, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ listingId }) => listingId);
  const versions = entries.map(({ version }) => version);
  await defer(
    trx,
    sql`
    ${prepared} insert into listing_history (listing_id, version, at, source, user_id, changes)
    select * from unnest(${ids}::text[], ${versions}::integer[], ${entries.map(({ at }) => at.toISOString())}::timestamptz[],
      ${entries.map(({ source }) => source)}::text[], ${entries.map(({ userId }) => userId)}::text[],
      ${entries.map(({ changes }) => JSON.stringify(changes))}::jsonb[])
    on conflict (listing_id, version) do nothing`,
  );
  const long = entries.filter(({ version }) => version > VERSIONS_KEPT);
  if (long.length === 0) return;
  await defer(
    trx,
    sql`
    ${prepared} delete from listing_history h
    using unnest(${long.map(({ listingId }) => listingId)}::text[], ${long.map(({ version }) => version)}::integer[])
      as t(listing_id, version)
    where h.listing_id = t.listing_id and h.version <= t.version - ${VERSIONS_KEPT}`,
  );
}

/** Versions, newest first, with the current names of the authors; system changes have none. */
export function pageHistory(db: Queryable, listingId: string, page: Page) {
  const newest = db
    .selectFrom('listing_history as h')
    .leftJoin(accounts.as('u'), 'u.id', 'h.user_id')
    .select(['h.version', 'h.at', 'h.source', 'h.changes', 'u.id as userId', 'u.name as userName'])
    .where('h.listing_id', '=', listingId)
    .orderBy('h.version', 'desc');
  return pageWithTotal(newest, page);
}

export type HistoryRow = Awaited<ReturnType<typeof pageHistory>>['rows'][number];

export async function purgeHistory(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from listing_history where (listing_id, version) in (
      select listing_id, version from listing_history where at < ${before} order by at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
