import { sql } from 'kysely';
import type { PersonalData } from '../auth/index.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import './tables.ts';

/** Imports are a seller's; a person is in them as who began them, and by the addresses that they had results sent to. */
export function registerImportData(
  personalData: PersonalData,
  jobs: JobQueue,
  discardJob: JobDefinition<{ keys: readonly string[] }>,
): void {
  personalData.register(
    'imports',
    (db, { userId }) =>
      db
        .selectFrom('imports')
        .select(['id', 'status', 'preset', 'filename', 'url', 'options', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    async (trx, { userId, sellerId }) => {
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
  );
}
