import { sql } from 'kysely';
import { DAY_MS, addMs } from '../../platform/clock.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { accounts } from '../auth/index.ts';
import { memberships, companies, setTrustScores } from '../companies/index.ts';
import type { TrustFacts, TrustParts } from './trust-score.ts';
import './tables.ts';

const CONVERSATION_WINDOW_MS = 90 * DAY_MS;
const CONDUCT_WINDOW_MS = 365 * DAY_MS;

type FactsRow = Omit<TrustFacts, 'ageDays'> & { readonly sellerId: string; readonly createdAt: Date };

/**
 * Reads the inputs of these sellers' scores in one statement. Each subquery uses an index that begins with the
 * seller.
 */
export async function readTrustFacts(
  db: Queryable,
  sellerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TrustFacts>> {
  const { rows } = await sql<FactsRow>`
    select s.id as "sellerId", s.verified, s.created_at as "createdAt",
      s.rating_count as "ratingCount", s.rating_sum as "ratingSum", s.response_time_minutes as "responseMinutes",
      s.profile_share as "profileShare",
      exists (
        select from ${memberships} m join ${accounts} u on u.id = m.user_id
        where m.seller_id = s.id and m.role = 'OWNER' and u.email_verified
      ) as "ownerEmailVerified",
      talks.inquiries, talks.answered,
      stock.live as "liveListings", stock.quality as "averageQuality", refusals.count as "refusedListings",
      (
        select count(*) from ${memberships} m join reports r on r.reported_user_id = m.user_id
        where m.seller_id = s.id and r.status = 'resolved' and r.decided_at > ${addMs(now, -CONDUCT_WINDOW_MS)}
      ) as "upheldReports"
    from ${companies} s
    cross join lateral (
      select count(*) as inquiries, count(c.responded_at) as answered from conversations c
      where c.seller_id = s.id and c.created_at > ${addMs(now, -CONVERSATION_WINDOW_MS)}
    ) talks
    cross join lateral (
      select coalesce(sum(k.listings), 0)::int as live,
        coalesce(sum(k.quality)::float8 / nullif(sum(k.listings), 0), 0) as quality
      from (
        select listings, quality from seller_stock where seller_id = s.id and status = 'ACTIVE'
        union all
        select listings, quality from seller_stock_changes where seller_id = s.id and status = 'ACTIVE'
      ) k
    ) stock
    cross join lateral (
      select count(*) from listings l
      where l.seller_id = s.id and l.status in ('REJECTED', 'SUSPENDED') and l.updated_at > ${addMs(now, -CONDUCT_WINDOW_MS)}
    ) refusals
    where s.id = any(${[...sellerIds]}::text[])`.execute(db);
  return new Map(
    rows.map(({ sellerId, createdAt, ...facts }) => [
      sellerId,
      { ...facts, ageDays: (now.getTime() - createdAt.getTime()) / DAY_MS },
    ]),
  );
}

export async function listSellersOf(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom(memberships.as('team_members'))
    .select('seller_id')
    .where('user_id', 'in', userIds)
    .execute();
  return rows.map((row) => row.seller_id);
}

interface ScoredSeller {
  readonly sellerId: string;
  readonly score: number;
  readonly parts: TrustParts;
}

export async function writeTrust(
  trx: Transaction,
  scored: readonly ScoredSeller[],
  now: Date,
): Promise<void> {
  const rows = scored.map(({ sellerId, score, parts }) => ({ seller_id: sellerId, score, parts }));
  const scores = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(seller_id text, score integer, parts jsonb)`;
  await setTrustScores(trx, rows);
  await sql`
    insert into seller_trust (seller_id, parts, scored_at)
    select given.seller_id, given.parts, ${now} from ${scores}
    on conflict (seller_id) do update set parts = excluded.parts, scored_at = excluded.scored_at`.execute(
    trx,
  );
}

/** Active sellers without a score, or with one older than `before`, the oldest first. */
export async function listSellersToScore(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sellers_to_score')
    .select('seller_id')
    .where('scored_at', '<', before)
    .orderBy('scored_at')
    .orderBy('seller_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.seller_id);
}

export function findTrust(
  db: Queryable,
  sellerId: string,
): Promise<{ parts: TrustParts; scored_at: Date } | undefined> {
  return db
    .selectFrom('seller_trust')
    .select(['parts', 'scored_at'])
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}
