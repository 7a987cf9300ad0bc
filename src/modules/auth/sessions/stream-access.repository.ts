import { sql } from 'kysely';
import type { SellerActor } from '../../../platform/http/route.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import { memberships } from '../../companies/index.ts';
import { allowsOrigin, type KeyOrigin, type KeyRestrictions } from '../keys/key-restrictions.ts';

/**
 * Checks that the session or key is still valid and that the account's restrictions still allow the origin of the stream. Also
 * checks that the user still has the same team role, which determines what they can read.
 */
export async function canReadStream(
  db: Queryable,
  { userId, credential, seller }: SellerActor,
  origin: KeyOrigin,
  now: Date,
): Promise<boolean> {
  const lives =
    credential.kind === 'apiKey'
      ? sql`select from api_keys k where k.id = ${credential.keyId} and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${now})`
      : sql`select from sessions s where s.id = ${credential.sessionId} and s.ended_at is null and s.expires_at > ${now}`;
  const { rows } = await sql<KeyRestrictions>`
    select u.ip_restriction, u.allowed_addresses, u.require_signature from users u join ${memberships} m on m.user_id = u.id
    where u.id = ${userId} and u.status = 'active' and m.seller_id = ${seller.sellerId}
      and m.role = ${seller.teamRole} and exists (${lives})`.execute(db);
  const [restrictions] = rows;
  if (restrictions === undefined) return false;
  return credential.kind !== 'apiKey' || allowsOrigin(restrictions, origin);
}

/** The live ones among the sessions, each with the seller that its user currently works for. */
export function findLiveSessions(db: Queryable, sessionIds: readonly string[], now: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .select(['s.id', 'm.seller_id'])
    .where('s.id', 'in', [...sessionIds])
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.status', '=', 'active')
    .execute();
}
