import { sql } from 'kysely';
import type { PersonalDataSection } from '../auth/index.ts';
import './tables.ts';

/** Invitations name an address; those to other people stay, without an author. */
export const teamPersonalData: PersonalDataSection = {
  export: (db, { email }) =>
    db
      .selectFrom('team_invitations')
      .select(['id', 'role', 'created_at as createdAt', 'accepted_at as acceptedAt'])
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .orderBy('id')
      .execute(),
  erase: async (trx, { userId, email, sellerId }) => {
    await trx
      .deleteFrom('team_invitations')
      .where((where) =>
        where.or([
          sql<boolean>`lower(email) = lower(${email})`,
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
