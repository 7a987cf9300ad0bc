import type { PersonalDataSection } from '../auth/index.ts';
import { announceChanges } from './repository.ts';
import './tables.ts';

export const savedSearchesPersonalData: PersonalDataSection = {
  export: (db, { userId }) =>
    db
      .selectFrom('saved_searches')
      .select(['id', 'name', 'query', 'alerts', 'alert_frequency', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
  erase: async (trx, { userId }) => {
    const gone = await trx
      .deleteFrom('saved_searches')
      .where('user_id', '=', userId)
      .returning('id')
      .execute();
    await announceChanges(
      trx,
      gone.map(({ id }) => id),
    );
  },
};
