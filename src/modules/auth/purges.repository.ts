import { type RawBuilder, sql } from 'kysely';
import { addMs, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { EXPORT_RETENTION_MS, EXPORT_TIMEOUT_MS } from './account/account-export.ts';
import { REFRESH_TOKEN_MS } from './sessions/sessions.ts';

export const PURGE_BATCH_SIZE = 500;
/** Retention of ended sessions and revoked keys, so that support can explain what happened. */
const KEPT_MS = 30 * DAY_MS;
/** Twice the tolerance of a signature's timestamp. */
const SIGNATURE_KEPT_MS = 10 * MINUTE_MS;

/**
 * Returns the purge statements, each of which deletes at most one batch. Deleting a session deletes its refresh tokens. Used
 * tokens are kept for their original lifetime, because they reveal a replay.
 */
export function purges(now: Date, wallNow: Date): readonly RawBuilder<unknown>[] {
  const keptSince = addMs(now, -KEPT_MS);
  return [
    oldest('sessions', sql`expires_at < ${now} and viewing_user_id is null`, 'expires_at'),
    oldest('sessions', sql`ended_at < ${keptSince}`, 'ended_at'),
    oldest('verification_codes', sql`expires_at < ${addMs(now, -HOUR_MS)}`, 'expires_at'),
    oldest('email_changes', sql`expires_at < ${addMs(now, -HOUR_MS)}`, 'expires_at'),
    oldest('phone_codes', sql`expires_at < ${addMs(now, -HOUR_MS)}`, 'expires_at'),
    oldest('password_resets', sql`expires_at < ${addMs(now, -HOUR_MS)}`, 'expires_at'),
    oldest('sign_in_failures', sql`window_ends_at < ${now}`, 'window_ends_at'),
    oldest('registration_bytes', sql`day < ${dayOf(now)}::date`, 'day'),
    oldest('refresh_tokens', sql`created_at < ${addMs(now, -REFRESH_TOKEN_MS)}`, 'created_at'),
    oldest('api_keys', sql`revoked_at < ${keptSince}`, 'revoked_at'),
    oldest('api_keys', sql`replaced_by is not null and expires_at < ${keptSince}`, 'expires_at'),
    oldest('seen_signatures', sql`seen_at < ${addMs(wallNow, -SIGNATURE_KEPT_MS)}`, 'seen_at'),
    oldest('account_exports', sql`finished_at < ${addMs(now, -EXPORT_RETENTION_MS)}`, 'finished_at'),
    oldest('account_exports', sql`requested_at < ${addMs(now, -EXPORT_TIMEOUT_MS)}`, 'requested_at'),
    oldest('stream_tickets', sql`expires_at < ${now}`, 'expires_at'),
  ];
}

/**
 * Orders by an index and deletes by row position, because PostgreSQL scans the whole table if nearly all or nearly no
 * rows are due, or if it looks up five hundred keys.
 */
function oldest(table: string, isDue: RawBuilder<unknown>, order: string): RawBuilder<unknown> {
  return sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${isDue} order by ${sql.ref(order)} limit ${PURGE_BATCH_SIZE}))`;
}

/** One of `purges`; returns how many rows it has deleted. */
export async function deleteSome(db: Database, purge: RawBuilder<unknown>): Promise<number> {
  const result = await purge.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
