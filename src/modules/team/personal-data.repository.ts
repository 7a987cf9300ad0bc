import { sql } from 'kysely';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import './tables.ts';

/** Invitations name an address; those to other people stay without an author. */
export const teamPersonalData: PersonalDataSection = {
  export: (db, { userId, email }) =>
    db
      .selectFrom('team_invitations')
      .select(['id', 'role', 'created_at as createdAt', 'accepted_at as acceptedAt'])
      .where((where) =>
        where.or([sql<boolean>`lower(email) = lower(${email})`, where('accepted_by', '=', userId)]),
      )
      .orderBy('id')
      .execute(),
  erase: async (trx, { userId, email, sellerId }) => {
    await trx
      .deleteFrom('team_invitations')
      .where((where) =>
        where.or([
          sql<boolean>`lower(email) = lower(${email})`,
          // The person's former address.
          where('accepted_by', '=', userId),
          ...(sellerId === null ? [] : [where('seller_id', '=', sellerId)]),
        ]),
      )
      .execute();
    await trx
      .updateTable('team_invitations')
      .set({ invited_by: null })
      .where('invited_by', '=', userId)
      .execute();
  },
};
