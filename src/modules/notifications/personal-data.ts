import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Person } from '../auth/index.ts';
import './tables.ts';

export async function exportNotifications(
  db: Queryable,
  { userId }: Person,
): Promise<Record<string, unknown>> {
  return {
    told: await db
      .selectFrom('notifications')
      .select(['type', 'data', 'link', 'read_at as readAt', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    preferences: await db
      .selectFrom('notification_preferences')
      .select(['type', 'in_app as inApp', 'email'])
      .where('user_id', '=', userId)
      .execute(),
  };
}

export async function eraseNotifications(trx: Transaction, { userId }: Person): Promise<void> {
  for (const table of ['notifications', 'notification_counts', 'notification_preferences'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}
