import { sql } from 'kysely';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { announceChanges } from './repository.ts';
import './tables.ts';

const DELETED_AT_ONCE = 50;

export const savedSearchesPersonalData: PersonalDataSection = {
  export: (db, { userId }) =>
    db
      .selectFrom('saved_searches')
      .select(['id', 'name', 'query', 'alerts', 'alert_frequency', 'created_at'])
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
