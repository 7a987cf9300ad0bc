/** Exports and erases what this module itself keeps about people. */
import type { Platform } from '../../../platform/module.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PageOfRows, ROWS_OF_PAGE } from '../../../platform/db/page-by-time.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { AuditLog } from '../../../platform/audit/audit-log.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { deleteKeysOf, deleteResponsesAbout } from '../../../platform/http/idempotency.ts';
import { foldedEmail } from '../../../platform/mail/folded-email.repository.ts';
import { type BatchEraser, ERASE_BATCH_SIZE, type Person } from '../../../platform/personal-data.ts';
import { exportCompanyOf } from '../../companies/index.ts';
import { eraseChanges } from './email-changes.repository.ts';
import { erasePhoneCodes } from './phone-codes.repository.ts';
import { SEND_PHONE_CODE_JOB } from './phone-verification.ts';
import { accountHash } from '../sessions/sign-in-failures.ts';
import '../tables.ts';

export interface OwnDataParts extends Pick<Platform, 'audit' | 'keys' | 'jobs' | 'mails'> {
  readonly removeFilesJob: JobDefinition<{ readonly storageKeys: readonly string[] }>;
}

export function exportAccount(db: Queryable, { userId }: Person): Promise<unknown> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'role',
      'phone',
      'avatar',
      'country',
      'language',
      'currency',
      'email_verified as emailVerified',
      'phone_verified as phoneVerified',
      'status',
      'ip_restriction as ipRestriction',
      'allowed_addresses as allowedAddresses',
      'require_signature as requireSignature',
      'last_seen_at as lastSeenAt',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function exportSeller(db: Queryable, { userId }: Person): Promise<unknown> {
  return (await exportCompanyOf(db, userId)) ?? null;
}

export function exportSessions(db: Queryable, { userId }: Person): Promise<unknown> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'ip',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
      'ended_at as endedAt',
      'end_reason as endReason',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export async function eraseSessions(trx: Transaction, { userId }: Person): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await eraseChanges(trx, userId);
  await erasePhoneCodes(trx, userId, SEND_PHONE_CODE_JOB);
}

export async function eraseApiKeys(trx: Transaction, { userId }: Person): Promise<void> {
  await trx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
}

export function exportApiKeys(db: Queryable, { userId }: Person): Promise<unknown> {
  return db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'scopes',
      'prefix',
      'environment',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
      'last_used_ip as lastUsedIp',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export function exportDocuments(db: Queryable, { userId }: Person): Promise<unknown> {
  return db
    .selectFrom('seller_documents')
    .select([
      'id',
      'filename',
      'content_type as contentType',
      'bytes',
      'created_at as createdAt',
      'refused_at as refusedAt',
      'refusal_reason as refusalReason',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** The audit log is a hash chain, so no entry can be removed. The erasure destroys the key to the personal data in it. */
export async function exportSecurityLog(
  db: Queryable,
  { userId }: Person,
  after: string,
  audit: AuditLog,
): Promise<PageOfRows> {
  const entries = (condition: RawBuilder<boolean>) => sql`
    (select seq, at, action, ip from audit_log where ${condition} and seq > ${after || '0'}::bigint
      order by seq limit ${ROWS_OF_PAGE})`;
  const { rows } = await sql<{ seq: number; at: Date; action: string; ip: string | null }>`
    ${entries(sql`actor_kind = 'user' and actor_id = ${userId}`)}
    union ${entries(sql`subject_type = 'user' and subject_id = ${userId}`)}
    order by seq limit ${ROWS_OF_PAGE}`.execute(db);
  const last = rows.length === ROWS_OF_PAGE ? rows.at(-1) : undefined;
  return {
    rows: await audit.open(
      db,
      rows.map(({ seq: _seq, ...entry }) => entry),
    ),
    next: last === undefined ? null : String(last.seq),
  };
}

export async function eraseDocuments(trx: Transaction, person: Person, parts: OwnDataParts): Promise<void> {
  const removed = await trx
    .deleteFrom('seller_documents')
    .where((where) =>
      where.or([
        where('user_id', '=', person.userId),
        ...(person.sellerId === null ? [] : [where('seller_id', '=', person.sellerId)]),
      ]),
    )
    .returning('storage_key')
    .execute();
  if (removed.length === 0) return;
  await parts.jobs.enqueue(trx, parts.removeFilesJob, { storageKeys: removed.map((row) => row.storage_key) });
}

/** Stored responses to requests of the user, and to requests of others that name the user or the seller. */
export const deleteStoredResponses: BatchEraser = async (trx, { userId, sellerId }) => {
  const ownCount = await deleteKeysOf(trx, `user:${userId}`, ERASE_BATCH_SIZE);
  const parties = [userId, ...(sellerId === null ? [] : [sellerId])];
  const otherCount = await deleteResponsesAbout(trx, parties, ERASE_BATCH_SIZE);
  return ownCount === ERASE_BATCH_SIZE || otherCount === ERASE_BATCH_SIZE ? 'more' : null;
};

/**
 * Erases codes, counters, emails to the user with their delivery status, queued emails about the user, stored responses that
 * contain the address, and personal data in events.
 */
export async function eraseTraces(trx: Transaction, person: Person, parts: OwnDataParts): Promise<void> {
  await trx.deleteFrom('verification_codes').where('user_id', '=', person.userId).execute();
  const email = await foldedEmail(trx, person.email);
  await trx.deleteFrom('account_exports').where('user_id', '=', person.userId).execute();
  await trx.deleteFrom('password_resets').where('user_id', '=', person.userId).execute();
  await trx
    .deleteFrom('sign_in_failures')
    .where('account_hash', '=', accountHash(parts.keys, email))
    .execute();
  const parties = [person.userId, ...(person.sellerId === null ? [] : [person.sellerId])];
  await deleteResponsesAbout(trx, [email]);
  await parts.mails.forget(trx, parties);
  const addresses = await parts.mails.forgetReceiver(trx, { userId: person.userId, email });
  // An unconfirmed address may belong to another person.
  const { rows: others } = await sql<{ email: string }>`
    select lower(email) as email from users
    where lower(email) = any(${[...addresses]}::text[]) and id <> ${person.userId}`.execute(trx);
  const foreign = new Set(others.map((other) => other.email));
  await parts.mails.forgetFiles(
    trx,
    [email, ...addresses].filter((address) => !foreign.has(address)),
  );
  await sql`delete from jobs where lower(payload ->> 'email') = ${email}`.execute(trx);
  await sql`
    update events set data = json_build_object('user', json_build_object('id', ${person.userId}::text, 'erased', true))
    where user_id = ${person.userId} and type in ('user.created', 'user.verified')`.execute(trx);
}
