/**
 * A seller's webhook is silent while the seller or the member who keeps it is suspended, and once no member keeps it who may: nothing is
 * queued for it, and nothing that waits is attempted. Its own status stays as it is, so that it goes on when they are reinstated, or when an
 * owner has handed it over.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import { invalidState } from '../../platform/errors/app-error.ts';
import { memberships, companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import type { WebhookRow } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Whether the webhook of the row `w` is silent. */
export const isSilent: RawBuilder<SqlBool> = sql`
  (w.seller_id is not null and (
    exists (select from ${companies} s where s.id = w.seller_id and s.status = 'suspended')
    or not exists (
      select from ${memberships} m join ${accounts} u on u.id = m.user_id
      where m.seller_id = w.seller_id and m.user_id = w.keeper_id and m.role in ('OWNER', 'MANAGER') and u.status = 'active'
    )
  ))`;

/** Whether the member who kept a seller's webhook has left, or may no longer manage webhooks. */
export function lacksKeeper({ seller_id, keeper_id }: Pick<WebhookRow, 'seller_id' | 'keeper_id'>): boolean {
  return seller_id !== null && keeper_id === null;
}

export function assertHasKeeper(webhook: Pick<WebhookRow, 'seller_id' | 'keeper_id'>): void {
  if (lacksKeeper(webhook))
    throw invalidState(
      t(
        'The team member responsible for this webhook has left or may no longer manage webhooks. An owner must hand it over to another member or delete it.',
      ),
    );
}

export async function assertNotSilent(
  db: Queryable,
  webhook: Pick<WebhookRow, 'seller_id' | 'keeper_id'>,
): Promise<void> {
  assertHasKeeper(webhook);
  const { seller_id: sellerId, keeper_id: keeperId } = webhook;
  if (sellerId === null || keeperId === null) return;
  const { rows } = await sql<{ seller: string; keeper: string }>`
    select s.status as seller, u.status as keeper from ${companies} s cross join ${accounts} u
    where s.id = ${sellerId} and u.id = ${keeperId}`.execute(db);
  if (rows[0]?.seller === 'suspended')
    throw invalidState(t('The seller is suspended. Its webhooks send nothing until it is reinstated.'));
  if (rows[0]?.keeper === 'suspended')
    throw invalidState(
      t(
        'The team member responsible for this webhook is suspended. It sends nothing until that member is reinstated or an owner hands it over.',
      ),
    );
}
