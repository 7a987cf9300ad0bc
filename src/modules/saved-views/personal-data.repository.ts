import type { PersonalDataSection } from '../../platform/personal-data.ts';
import './tables.ts';

export const savedViewsPersonalData: PersonalDataSection = {
  export: (db, { userId }) =>
    db
      .selectFrom('saved_views')
      .select(['id', 'area', 'name', 'query', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  erase: async (trx, { userId }) => {
    await trx.deleteFrom('saved_views').where('user_id', '=', userId).execute();
  },
};
