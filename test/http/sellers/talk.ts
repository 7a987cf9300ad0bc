import { newId } from '../../../src/platform/ids.ts';
import '../../../src/modules/messaging/tables.ts';
import type { TestApp } from '../../support/test-app.ts';

interface Talk {
  /** Minutes until the seller replied; null if the seller has not replied. */
  readonly answeredAfter?: number | null;
}

/** Inserts a conversation, started by a buyer, directly into the database. */
export async function insertConversation(
  t: TestApp,
  buyer: { readonly userId: string },
  seller: { readonly sellerId: string },
  { answeredAfter = 30 }: Talk = {},
): Promise<void> {
  const now = t.clock.now();
  await t.db
    .insertInto('conversations')
    .values({
      id: newId('cnv', now),
      listing_id: newId('lst', now),
      listing_title: 'MAN TGX',
      buyer_id: buyer.userId,
      seller_id: seller.sellerId,
      responded_at: answeredAfter === null ? null : now,
      response_minutes: answeredAfter,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
