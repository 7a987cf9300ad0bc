import { type Insertable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { isId } from '../../platform/ids.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import type { Side } from './sides.ts';
import './tables.ts';

export interface BlockRow {
  readonly id: string;
  readonly name: string;
  readonly type: Side;
  readonly created_at: Date;
}

/** Lists blocks, newest first; only of `participantId`, if given. */
export async function listBlocks(
  db: Queryable,
  blockers: readonly string[],
  blocked: string | null = null,
): Promise<readonly BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select b.blocked as id, coalesce(u.name, s.company_name) as name,
      case when u.id is null then 'seller' else 'buyer' end as type, b.created_at
    from message_blocks b left join ${accounts} u on u.id = b.blocked left join ${companies} s on s.id = b.blocked
    where b.blocker = any(${[...blockers]}::text[]) and (${blocked}::text is null or b.blocked = ${blocked})
      and (u.id is not null or s.id is not null)
    order by b.created_at desc, b.blocked`.execute(db);
  return rows;
}

export async function insertBlock(
  trx: Transaction,
  block: Insertable<Tables['message_blocks']>,
): Promise<void> {
  await trx
    .insertInto('message_blocks')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBlock(db: Queryable, blocker: string, blocked: string): Promise<boolean> {
  const result = await db
    .deleteFrom('message_blocks')
    .where('blocker', '=', blocker)
    .where('blocked', '=', blocked)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Whether there is a conversation between the two. */
export async function haveConversation(db: Queryable, blocker: string, blocked: string): Promise<boolean> {
  const [buyerId, sellerId] = isId('sel', blocked) ? [blocker, blocked] : [blocked, blocker];
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('seller_id', '=', sellerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
