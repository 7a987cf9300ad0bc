import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import './tables.ts';

/** The parties without a member seen since then. */
export async function listOfflineParties(
  db: Queryable,
  parties: readonly string[],
  onlineSince: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ party: string }>`
    select p.party from unnest(${[...parties]}::text[]) as p(party)
    where not exists (
      select from ${accounts} u where u.id = p.party and u.last_seen_at >= ${onlineSince}
    ) and not exists (
      select from ${memberships} m join ${accounts} u on u.id = m.user_id
      where m.seller_id = p.party and u.last_seen_at >= ${onlineSince}
    )`.execute(db);
  return rows.map(({ party }) => party);
}

export interface Partner {
  readonly party: string;
  readonly online: boolean;
}

/** Returns the parties with whom a user and their seller have recently exchanged messages. */
export async function listPartners(
  db: Queryable,
  { userId, sellerId }: { readonly userId: string; readonly sellerId: string | null },
  { since, onlineSince, max }: { readonly since: Date; readonly onlineSince: Date; readonly max: number },
): Promise<readonly Partner[]> {
  const { rows } = await sql<Partner>`
    select p.party, coalesce(max(u.last_seen_at) >= ${onlineSince}, false) as online
    from (
      (select distinct seller_id as party from (
        select seller_id from conversations
        where buyer_id = ${userId} and buyer_deleted_at is null and updated_at > ${since}
        order by updated_at desc limit ${max}) bought)
      union
      (select distinct buyer_id from (
        select buyer_id from conversations
        where seller_id = ${sellerId} and seller_deleted_at is null and updated_at > ${since}
        order by updated_at desc limit ${max}) sold)
    ) p
    left join ${memberships} m on m.seller_id = p.party
    left join ${accounts} u on u.id = p.party or u.id = m.user_id
    group by p.party`.execute(db);
  return rows;
}
