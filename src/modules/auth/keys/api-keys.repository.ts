import { type Selectable, sql } from 'kysely';
import type { Scope } from '../../../platform/actor.ts';
import { countRows, pageWithTotal } from '../../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { memberships } from '../../companies/index.ts';
import type { AccountHolder } from '../account/account-holder.ts';
import type { KeyEnvironment } from './api-key-form.ts';
import type { ApiKeyTable } from '../tables.ts';
import '../tables.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

export interface KeyOwner {
  readonly userId: string;
  readonly environment: KeyEnvironment;
}

/** Keys that are not revoked, expired ones included. */
function listedKeys(db: Queryable, owner: KeyOwner) {
  return db
    .selectFrom('api_keys')
    .where('user_id', '=', owner.userId)
    .where('environment', '=', owner.environment)
    .where('revoked_at', 'is', null);
}

export function findKey(db: Queryable, owner: KeyOwner, keyId: string): Promise<ApiKeyRow | undefined> {
  return listedKeys(db, owner).selectAll().where('id', '=', keyId).executeTakeFirst();
}

/** Newest first. */
export function listKeys(
  db: Queryable,
  owner: KeyOwner,
  page: Page,
): Promise<{ rows: readonly ApiKeyRow[]; total: number }> {
  const newest = listedKeys(db, owner).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  return pageWithTotal(newest, page);
}

/** Team whose keys its owners can see and revoke. */
export interface TeamKeys {
  readonly sellerId: string;
  readonly environment: KeyEnvironment;
}

export type TeamKeyRow = ApiKeyRow & { readonly maker_name: string };

function listedKeysOfTeam(db: Queryable, { sellerId, environment }: TeamKeys) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin(memberships.as('m'), 'm.user_id', 'k.user_id')
    .where('m.seller_id', '=', sellerId)
    .where('k.environment', '=', environment)
    .where('k.revoked_at', 'is', null);
}

export function listKeysOfTeam(
  db: Queryable,
  team: TeamKeys,
  page: Page,
): Promise<{ rows: readonly TeamKeyRow[]; total: number }> {
  const newest = listedKeysOfTeam(db, team)
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .selectAll('k')
    .select('u.name as maker_name')
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc');
  return pageWithTotal(newest, page);
}

export function lockKeyOfTeam(
  trx: Transaction,
  team: TeamKeys,
  keyId: string,
): Promise<ApiKeyRow | undefined> {
  return listedKeysOfTeam(trx, team)
    .selectAll('k')
    .where('k.id', '=', keyId)
    .forUpdate('k')
    .executeTakeFirst();
}

/** Locks the key, so that it is replaced or revoked only once. */
export function lockKey(trx: Transaction, owner: KeyOwner, keyId: string): Promise<ApiKeyRow | undefined> {
  return listedKeys(trx, owner).selectAll().where('id', '=', keyId).forNoKeyUpdate().executeTakeFirst();
}

/** Counts usable keys, without those in the grace period after a regeneration. */
export function countKeysOf(trx: Transaction, userId: string, now: Date): Promise<number> {
  return countRows(liveKeys(trx, now).where('user_id', '=', userId));
}

/** Counts the usable keys of all members of a seller's team. */
export function countKeysOfSeller(db: Queryable, sellerId: string, now: Date): Promise<number> {
  return countRows(
    liveKeys(db, now).where('user_id', 'in', (eb) =>
      eb.selectFrom(memberships.as('team_members')).select('user_id').where('seller_id', '=', sellerId),
    ),
  );
}

function liveKeys(db: Queryable, now: Date) {
  return db
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]));
}

export interface NewKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: ApiKeyRow['scopes'];
  readonly prefix: string;
  readonly environment: KeyEnvironment;
  readonly hash: Buffer;
  readonly signingSecret: Buffer;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

export function insertKey(trx: Transaction, key: NewKey): Promise<ApiKeyRow> {
  return trx
    .insertInto('api_keys')
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      scopes: [...key.scopes],
      prefix: key.prefix,
      environment: key.environment,
      key_hash: key.hash,
      signing_secret: key.signingSecret,
      expires_at: key.expiresAt,
      revoked_at: null,
      replaced_by: null,
      last_used_at: null,
      last_used_ip: null,
      created_at: key.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function revokeKey(trx: Transaction, keyId: string, now: Date): Promise<void> {
  await trx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', keyId).execute();
}

/** Returns how many it revoked. */
export async function revokeKeysOf(trx: Transaction, userId: string, now: Date): Promise<number> {
  const result = await trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** A slot has at most one key in its grace period, and none once its current key has been deleted. */
export async function revokePredecessor(trx: Transaction, key: ApiKeyRow, now: Date): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', key.user_id)
    .where('replaced_by', '=', key.id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Lets the old key work until the end of the grace period, or until it expires if that is earlier. */
export async function replaceKey(
  trx: Transaction,
  keyId: string,
  replacement: { readonly id: string; readonly graceEndsAt: Date },
): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({
      replaced_by: replacement.id,
      expires_at: sql<Date>`least(expires_at, ${replacement.graceEndsAt})`,
    })
    .where('id', '=', keyId)
    .execute();
}

export interface KeyHolder extends AccountHolder {
  readonly key_id: string;
  readonly scopes: Scope[];
  readonly signing_secret: Buffer;
  readonly expires_at: Date | null;
  readonly ip_restriction: boolean;
  readonly allowed_addresses: string[];
  readonly require_signature: boolean;
  readonly last_used_at: Date | null;
}

/** The account behind a key that can be used. */
export function findKeyHolder(db: Queryable, keyHash: Buffer, now: Date): Promise<KeyHolder | undefined> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .select([
      'k.id as key_id',
      'k.scopes',
      'k.signing_secret',
      'k.expires_at',
      'k.last_used_at',
      'u.id as user_id',
      'u.email',
      'u.email_verified',
      'u.role',
      'u.language',
      'u.status',
      'u.ip_restriction',
      'u.allowed_addresses',
      'u.require_signature',
      'm.seller_id',
      'm.role as team_role',
    ])
    .where('k.key_hash', '=', keyHash)
    .where('k.revoked_at', 'is', null)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]))
    .where('u.status', '!=', 'erased')
    .executeTakeFirst();
}

export async function recordKeyUse(db: Queryable, keyId: string, ip: string, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', keyId)
    .execute();
}

const SIGNATURE_KEPT_SECONDS = 600;

/**
 * False for one that was seen before. Reads are remembered too, or the signature of one would do for a write without
 * a body.
 */
export async function rememberSignature(
  db: Queryable,
  {
    keyId,
    signature,
    wrote,
  }: { readonly keyId: string; readonly signature: Buffer; readonly wrote: boolean },
  now: Date,
): Promise<boolean> {
  const result = await sql`
    insert into seen_signatures as s (key_id, signature, seen_at, wrote)
    values (${keyId}, ${signature}, ${now}, ${wrote})
    on conflict (key_id, signature) do update set seen_at = excluded.seen_at, wrote = excluded.wrote
    where s.seen_at < ${now}::timestamptz - make_interval(secs => ${SIGNATURE_KEPT_SECONDS})
      or not (s.wrote or excluded.wrote)`.execute(db);
  return result.numAffectedRows === 1n;
}
