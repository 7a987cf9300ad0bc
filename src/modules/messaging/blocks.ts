import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, recordCreated } from '../../platform/db/transaction.ts';
import { forbidden, notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import type { ConversationToWriteTo } from './conversations.repository.ts';
import { assertCanWrite, viewerOf } from './sides.ts';
import {
  type BlockRow,
  deleteBlock,
  haveConversation,
  insertBlock,
  listBlocks,
} from './blocks.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export type { BlockRow };

/**
 * Blocks between buyers and sellers. A buyer blocks a seller and its whole team; a seller's team blocks a buyer.
 * Neither side can then send messages to the other; existing messages remain.
 */
export class Blocks extends Service<Pick<Platform, 'db' | 'clock'>> {
  async list(actor: UserActor): Promise<readonly BlockRow[]> {
    const { userId, sellerId } = viewerOf(actor);
    return listBlocks(this.parts.db, sellerId === null ? [userId] : [userId, sellerId]);
  }

  /** Only a participant of the actor's conversations can be blocked, so that the endpoint does not reveal which accounts exist. */
  async add(actor: UserActor, participantId: string): Promise<BlockRow> {
    const { userId, sellerId } = viewerOf(actor);
    const blocker = isId('sel', participantId) ? userId : sellerId;
    if (blocker === null || !(await haveConversation(this.parts.db, blocker, participantId)))
      throw notFound('participant');
    if (blocker !== userId) assertCanWrite(actor, 'seller');
    await inTransaction(this.parts.db, async (trx) => {
      recordCreated(trx, participantId);
      await insertBlock(trx, {
        blocker,
        blocked: participantId,
        created_by: userId,
        created_at: this.parts.clock.now(),
      });
    });
    return this.get(actor, participantId);
  }

  async get(actor: UserActor, participantId: string): Promise<BlockRow> {
    const { userId, sellerId } = viewerOf(actor);
    const blocker = isId('sel', participantId) ? userId : sellerId;
    const [row] = blocker === null ? [] : await listBlocks(this.parts.db, [blocker], participantId);
    if (row === undefined) throw notFound('participant');
    return row;
  }

  async remove(actor: UserActor, participantId: string): Promise<void> {
    const { userId, sellerId } = viewerOf(actor);
    const blocker = isId('sel', participantId) ? userId : sellerId;
    if (blocker === null) throw notFound('block');
    if (blocker !== userId) assertCanWrite(actor, 'seller');
    if (!(await deleteBlock(this.parts.db, blocker, participantId))) throw notFound('block');
  }
}

/** Throws if either side has blocked the other. */
export function assertNotBlocked(conversation: ConversationToWriteTo): void {
  if (conversation.blocker === null) return;
  const sender = conversation.side === 'buyer' ? conversation.buyer_id : conversation.seller_id;
  throw forbidden(
    conversation.blocker === sender
      ? t('You have blocked this participant. Unblock them to write to them.')
      : t('This participant does not accept messages from you.'),
  );
}
