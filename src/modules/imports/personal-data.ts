import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { PersonalDataSection } from '../auth/index.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import './tables.ts';

/** Imports belong to a seller. People are named in them as whoever began them and as receivers of their results. */
export function importsPersonalData(
  jobs: JobQueue,
  discardJob: JobDefinition<{ keys: readonly string[] }>,
): PersonalDataSection {
  return {
    export: (db, { userId }) =>
      db
        .selectFrom('imports')
        .select(['id', 'status', 'preset', 'filename', 'url', 'options', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    erase: async (trx, { userId, email, sellerId }) => {
      await forgetReceiver(trx, email);
      await sql`update imports set options = options - 'notifyEmails' where user_id = ${userId}`.execute(trx);
      await trx.deleteFrom('import_pulls').where('user_id', '=', userId).execute();
      if (sellerId === null) return;
      const gone = await trx
        .deleteFrom('imports')
        .where('seller_id', '=', sellerId)
        .returning(['storage_key', 'archived_pictures'])
        .execute();
      const keys = gone.flatMap((row) =>
        [row.storage_key ?? [], Object.values(row.archived_pictures)].flat(),
      );
      if (keys.length > 0) await jobs.enqueue(trx, discardJob, { keys });
      await trx.deleteFrom('import_pulls').where('seller_id', '=', sellerId).execute();
    },
  };
}

/** Colleagues may have had the results of their imports sent to the person. */
async function forgetReceiver(trx: Transaction, email: string): Promise<void> {
  for (const table of ['imports', 'import_pulls'] as const) {
    await sql`
      update ${sql.table(table)}
      set options = jsonb_set(options, '{notifyEmails}', (
        select coalesce(jsonb_agg(receiver), '[]') from jsonb_array_elements_text(options -> 'notifyEmails') as receiver
        where lower(receiver) <> lower(${email})))
      where exists (
        select from jsonb_array_elements_text(options -> 'notifyEmails') as receiver
        where lower(receiver) = lower(${email}))`.execute(trx);
  }
}
