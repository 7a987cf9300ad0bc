import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../platform/actor.ts';
import { addMs } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { canonicalEmail } from '../../../platform/text/email.ts';
import type { KeyRestrictions } from '../keys/key-restrictions.ts';
import type { UserRow } from '../tables.ts';
import '../tables.ts';

export function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

export function lockUser(trx: Transaction, userId: string): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Serializes "count, then insert" under a limit of this account until the transaction ends. */
export async function lockAccount(trx: Transaction, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Locks the account until the transaction ends. Returns false if its password is not the one that was checked before: hashing
 * runs outside the transaction, and the password may have changed since.
 */
export async function lockWithPassword(
  trx: Transaction,
  checked: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', checked.id)
    .where('password_hash', 'is not distinct from', checked.password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Compares without case, as the index users_email_key does. */
export function hasEmail(column: 'email' | 'u.email', email: string): RawBuilder<boolean> {
  return sql`lower(${sql.ref(column)}) = lower(${canonicalEmail(email)})`;
}

export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where(hasEmail('email', email)).executeTakeFirst();
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly phone?: string | null;
  readonly avatar?: string | null;
  readonly country?: string | null;
  readonly language?: string;
  readonly currency?: string | undefined;
  readonly emailVerified?: boolean;
  readonly createdAt: Date;
}

export function insertUser(trx: Transaction, user: NewUser): Promise<UserRow> {
  return trx
    .insertInto('users')
    .values({
      id: user.id,
      email: canonicalEmail(user.email),
      name: user.name,
      role: user.role,
      password_hash: user.passwordHash,
      phone: user.phone ?? null,
      avatar: user.avatar ?? null,
      country: user.country ?? null,
      language: user.language ?? 'en',
      currency: user.currency ?? 'EUR',
      email_verified: user.emailVerified ?? false,
      suspended_reason: null,
      last_seen_at: null,
      created_at: user.createdAt,
      updated_at: user.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setPassword(
  trx: Transaction,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** A hash of the same password with today's parameters. */
export async function setPasswordHash(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

export async function setRole(
  trx: Transaction,
  userId: string,
  account: { readonly role: Role; readonly country: string | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...account, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

export interface ProfileChanges {
  readonly name?: string | undefined;
  readonly phone?: string | null;
  readonly language?: string;
  readonly currency?: string | undefined;
}

/** A new phone number is unverified. */
export function updateProfile(
  db: Queryable,
  userId: string,
  changes: ProfileChanges,
  now: Date,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .$if(changes.phone !== undefined, (query) =>
      query.set({
        phone_verified: sql<boolean>`phone_verified and phone is not distinct from ${changes.phone ?? null}`,
      }),
    )
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

/** Returns false if the account no longer exists. */
export async function setAvatar(
  db: Queryable,
  userId: string,
  avatar: string | null,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ avatar, updated_at: now })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Undefined when it was verified before. */
export function markEmailVerified(trx: Transaction, userId: string, now: Date) {
  return trx
    .updateTable('users')
    .set({ email_verified: true, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .returning(['id', 'email', 'name', 'role'])
    .executeTakeFirst();
}

/** The restrictions on all API keys of an account. */
export function findKeyRestrictions(
  db: Queryable,
  userId: string,
  { isLocked = false } = {},
): Promise<KeyRestrictions | undefined> {
  return db
    .selectFrom('users')
    .select(['ip_restriction', 'allowed_addresses', 'require_signature'])
    .where('id', '=', userId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function setKeyRestrictions(
  trx: Transaction,
  userId: string,
  restrictions: KeyRestrictions,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...restrictions, allowed_addresses: [...restrictions.allowed_addresses], updated_at: now })
    .where('id', '=', userId)
    .execute();
}

export async function hasAdministrator(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasOtherAdministrator(db: Queryable, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Advisory lock, so that only one of several starting processes creates the administrator; nothing else uses the number. */
const FIRST_ADMINISTRATOR_LOCK = 7_204_412;

export async function lockFirstAdministrator(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`.execute(trx);
}

/** Takes locks, so that of two administrators who leave at the same time, one is rejected. */
export async function isLastAdministrator(trx: Transaction, userId: string): Promise<boolean> {
  const administrators = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return administrators.every(({ id }) => id === userId);
}

/** Names by id. */
export async function listUserNames(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...userIds, ''])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The recipient of emails to a user; undefined if the account has been erased. */
export function findAddressee(db: Queryable, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'name', 'language'])
    .where('id', '=', userId)
    .where('status', '<>', 'erased')
    .executeTakeFirst();
}

/** Writes only if the stored time is older than `everyMs`. Skips a row that another request is updating. */
export async function recordLastSeen(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
  everyMs: number,
): Promise<void> {
  await sql`
    with due as (
      select id from users
      where id = any(${[...userIds]}::text[])
        and (last_seen_at is null or last_seen_at <= ${addMs(now, -everyMs)})
      order by id for no key update skip locked
    )
    update users set last_seen_at = ${now} from due where users.id = due.id`.execute(db);
}

/** Exactly the members of a seller have this role. */
export async function setSellerRole(
  trx: Transaction,
  userId: string,
  role: 'SELLER' | 'BUYER',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ role, updated_at: at })
    .where('id', '=', userId)
    .$if(role === 'BUYER', (query) => query.where('role', '=', 'SELLER'))
    .execute();
}
