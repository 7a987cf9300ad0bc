/**
 * The webhooks of a seller that administrators have suspended are silent: nothing is queued for them, and nothing that
 * waits is attempted. Their own status stays as it is, so that they go on when the seller is reinstated.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import { invalidState } from '../../platform/errors/app-error.ts';
import '../auth/tables.ts';

/** Whether the webhook of the row `w` is silent. */
export const isSilent: RawBuilder<SqlBool> = sql`
  exists (select from sellers s where s.id = w.seller_id and s.status = 'suspended')`;

export async function assertNotSilent(db: Queryable, sellerId: string | null): Promise<void> {
  if (sellerId === null) return;
  const suspended = await db
    .selectFrom('sellers')
    .select('id')
    .where('id', '=', sellerId)
    .where('status', '=', 'suspended')
    .executeTakeFirst();
  if (suspended !== undefined)
    throw invalidState('The seller is suspended; its webhooks send nothing until it is reinstated.');
}
