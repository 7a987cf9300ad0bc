import { sql } from 'kysely';
import type { UserActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, noteCreated } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import type { ConversationToWriteTo } from './conversations.repository.ts';
import { assertMayWrite, type Side, viewerOf } from './sides.ts';
import './tables.ts';

export interface BlockRow {
  readonly id: string;
  readonly name: string;
  readonly type: Side;
  readonly created_at: Date;
}

/**
 * Who has blocked whom. A buyer blocks a seller with its whole team; a seller's team blocks a buyer. Between
 * the two nothing is sent any more, in either direction; what was said stays.
 */
export class Blocks {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(parts: { db: Database; clock: Clock }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
  }

  async list(actor: UserActor): Promise<readonly BlockRow[]> {
    const { userId, sellerId } = viewerOf(actor);
    return this.#select(sql`b.blocker = ${userId} or b.blocker = ${sellerId}`);
  }

  /** Only somebody with whom there is a conversation can be blocked, so that nobody learns who exists. */
  async add(actor: UserActor, participantId: string): Promise<BlockRow> {
    const { userId, sellerId } = viewerOf(actor);
    const blocker = isId('sel', participantId) ? userId : sellerId;
    if (blocker === null || !(await this.#haveTalked(blocker, participantId))) throw notFound('participant');
    if (blocker !== userId) assertMayWrite(actor, 'seller');
    await inTransaction(this.#db, async (trx) => {
      noteCreated(trx, participantId);
      await trx
        .insertInto('message_blocks')
        .values({ blocker, blocked: participantId, created_by: userId, created_at: this.#clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    return this.get(actor, participantId);
  }

  async get(actor: UserActor, participantId: string): Promise<BlockRow> {
    const { userId, sellerId } = viewerOf(actor);
    const blocker = isId('sel', participantId) ? userId : sellerId;
    const [row] = await this.#select(sql`b.blocker = ${blocker} and b.blocked = ${participantId}`);
    if (row === undefined) throw notFound('participant');
    return row;
  }

  async remove(actor: UserActor, participantId: string): Promise<void> {
    const { userId, sellerId } = viewerOf(actor);
    const blocker = isId('sel', participantId) ? userId : sellerId;
    if (blocker === null) throw notFound('block');
    if (blocker !== userId) assertMayWrite(actor, 'seller');
    const result = await this.#db
      .deleteFrom('message_blocks')
      .where('blocker', '=', blocker)
      .where('blocked', '=', participantId)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw notFound('block');
  }

  async #haveTalked(blocker: string, blocked: string): Promise<boolean> {
    const [buyerId, sellerId] = isId('sel', blocked) ? [blocker, blocked] : [blocked, blocker];
    const row = await this.#db
      .selectFrom('conversations')
      .select('id')
      .where('buyer_id', '=', buyerId)
      .where('seller_id', '=', sellerId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #select(condition: ReturnType<typeof sql>): Promise<readonly BlockRow[]> {
    const { rows } = await sql<BlockRow>`
      select b.blocked as id, coalesce(u.name, s.company_name) as name,
        case when u.id is null then 'seller' else 'buyer' end as type, b.created_at
      from message_blocks b left join users u on u.id = b.blocked left join sellers s on s.id = b.blocked
      where ${condition} and (u.id is not null or s.id is not null)
      order by b.created_at desc, b.blocked`.execute(this.#db);
    return rows;
  }
}

/** Throws when one of the two has blocked the other. */
export function assertNotBlocked(conversation: ConversationToWriteTo): void {
  if (conversation.blocker === null) return;
  const sender = conversation.side === 'buyer' ? conversation.buyer_id : conversation.seller_id;
  throw new AppError(
    'FORBIDDEN',
    conversation.blocker === sender
      ? 'You have blocked this participant; unblock them to write to them.'
      : 'This participant does not accept messages from you.',
  );
}
