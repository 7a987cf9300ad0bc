import { type RawBuilder, sql } from 'kysely';
import { addMs, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnyJobDefinition, JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { REFRESH_TOKEN_MS } from './sessions/sessions.ts';
import type { Storage } from '../../platform/storage/storage.ts';

const BATCH = 500;
/** How long ended sessions and revoked keys are kept, for people who ask what happened. */
const KEPT_MS = 30 * DAY_MS;
/** Twice the tolerance of a signature's timestamp. */
const SIGNATURE_KEPT_MS = 10 * MINUTE_MS;

/**
 * Each statement deletes at most one batch. Deleting a session deletes its refresh tokens. Used ones are needed
 * for as long as they would have lived: they tell a replay.
 */
function purges(now: Date): readonly RawBuilder<unknown>[] {
  const kept = addMs(now, -KEPT_MS);
  return [
    sql`delete from sessions where id in (select id from sessions where expires_at < ${now} limit ${BATCH})`,
    sql`delete from sessions where id in (select id from sessions where ended_at < ${kept} limit ${BATCH})`,
    sql`delete from verification_codes where user_id in
      (select user_id from verification_codes where expires_at < ${addMs(now, -HOUR_MS)} limit ${BATCH})`,
    sql`delete from password_resets where token_hash in
      (select token_hash from password_resets where expires_at < ${addMs(now, -HOUR_MS)} limit ${BATCH})`,
    sql`delete from sign_in_failures where (account_hash, source_hash) in
      (select account_hash, source_hash from sign_in_failures where window_ends_at < ${now} limit ${BATCH})`,
    sql`delete from registration_bytes where (day, network_hash) in
      (select day, network_hash from registration_bytes where day < ${dayOf(now)}::date limit ${BATCH})`,
    sql`delete from refresh_tokens where token_hash in
      (select token_hash from refresh_tokens where created_at < ${addMs(now, -REFRESH_TOKEN_MS)} limit ${BATCH})`,
    sql`delete from api_keys where id in (select id from api_keys where revoked_at < ${kept} limit ${BATCH})`,
    sql`delete from api_keys where id in
      (select id from api_keys where replaced_by is not null and expires_at < ${kept} limit ${BATCH})`,
    sql`delete from seen_signatures where (key_id, signature) in
      (select key_id, signature from seen_signatures where seen_at < ${addMs(now, -SIGNATURE_KEPT_MS)} limit ${BATCH})`,
  ];
}

export function purgeJob(parts: Pick<Platform, 'db' | 'clock'>): AnyJobDefinition {
  return {
    name: 'auth.purge-expired',
    everyMs: HOUR_MS,
    async run(_payload, { signal }) {
      for (const purge of purges(parts.clock.now())) {
        while (!signal.aborted && (await deleted(purge, parts.db)) >= BATCH);
      }
    },
  };
}

async function deleted(purge: RawBuilder<unknown>, db: Database): Promise<number> {
  const result = await purge.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

export function removeFilesJob(storage: Storage): JobDefinition<{ readonly storageKeys: readonly string[] }> {
  return {
    name: 'auth.remove-files',
    lane: 'whenever',
    async run({ storageKeys }) {
      for (const key of storageKeys) await storage.remove(key);
    },
  };
}
