import { sql } from 'kysely';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { deleteAlertsOf, exportAlerts } from './email-alerts.repository.ts';
import { announceChanges } from './repository.ts';
import './tables.ts';

const DELETED_AT_ONCE = 50;

export const savedSearchesPersonalData: PersonalDataSection = {
  export: (db, { userId }) =>
    db
      .selectFrom('saved_searches')
      .select(['id', 'name', 'query', 'alerts', 'alert_frequency', 'created_at', 'seen_at'])
      .where('user_id', '=', userId)
      .execute(),
  batches: {
    own: async (trx, { userId }) => {
      const { rows: gone } = await sql<{ query_hash: string }>`
        delete from saved_searches where id = any(array(
          select id from saved_searches where user_id = ${userId} limit ${DELETED_AT_ONCE}
        ))
        returning query_hash`.execute(trx);
      await announceChanges(
        trx,
        gone.map(({ query_hash: hash }) => hash),
      );
      return gone.length === DELETED_AT_ONCE ? 'more' : null;
    },
  },
};

/** Alerts of the account's address from before it had the account, or beyond the searches that an account can save. */
export const emailAlertsPersonalData: PersonalDataSection = {
  export: (db, { email }) => exportAlerts(db, email),
  batches: {
    own: async (trx, { email }) => {
      const deleted = await deleteAlertsOf(trx, email, DELETED_AT_ONCE);
      await announceChanges(
        trx,
        deleted.map(({ query_hash: hash }) => hash),
      );
      return deleted.length === DELETED_AT_ONCE ? 'more' : null;
    },
  },
};
