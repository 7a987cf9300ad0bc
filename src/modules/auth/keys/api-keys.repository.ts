import { type Selectable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import type { KeyEnvironment } from './api-key-form.ts';
import type { ApiKeyTable } from '../tables.ts';
import '../tables.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;

export interface KeyOwner {
  readonly userId: string;
  readonly environment: KeyEnvironment;
}

/** Keys that are not revoked, expired ones included. */
function keptKeys(db: Queryable, owner: KeyOwner) {
  return db
    .selectFrom('api_keys')
    .where('user_id', '=', owner.userId)
    .where('environment', '=', owner.environment)
    .where('revoked_at', 'is', null);
}

export function findKey(db: Queryable, owner: KeyOwner, keyId: string): Promise<ApiKeyRow | undefined> {
  return keptKeys(db, owner).selectAll().where('id', '=', keyId).executeTakeFirst();
}

/** Newest first. */
export async function listKeys(
  db: Queryable,
  owner: KeyOwner,
  page: Page,
): Promise<{ rows: readonly ApiKeyRow[]; total: number }> {
  const kept = keptKeys(db, owner);
  const { total } = await kept.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await kept
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

/** Locks the key, so that it is replaced or revoked only once. */
export function lockKey(trx: Transaction, owner: KeyOwner, keyId: string): Promise<ApiKeyRow | undefined> {
  return keptKeys(trx, owner).selectAll().where('id', '=', keyId).forUpdate().executeTakeFirst();
}

/** Counts usable keys, without those in the grace period after a regeneration. */
export function countKeysOf(trx: Transaction, userId: string, now: Date): Promise<number> {
  return countKeys(liveKeys(trx, now).where('user_id', '=', userId));
}

/** Counts the usable keys of all members of a seller's team. */
export function countKeysOfSeller(trx: Transaction, sellerId: string, now: Date): Promise<number> {
  return countKeys(
    liveKeys(trx, now).where('user_id', 'in', (eb) =>
      eb.selectFrom('team_members').select('user_id').where('seller_id', '=', sellerId),
    ),
  );
}

function liveKeys(trx: Transaction, now: Date) {
  return trx
    .selectFrom('api_keys')
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]));
}

async function countKeys(keys: ReturnType<typeof liveKeys>): Promise<number> {
  const { count } = await keys.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
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

/** A slot has one key in its grace at most, and none once its own key has gone. */
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
