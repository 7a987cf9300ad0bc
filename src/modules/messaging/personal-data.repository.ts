import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { Person } from '../auth/index.ts';
import type { Attachments } from './attachments.ts';
import type { ForgottenMessages } from './forgotten-messages.ts';
import { otherSide, type Side, SIDE_COLUMNS } from './sides.ts';
import './tables.ts';

/** What the person wrote, with whom, and what they keep; not what others wrote to them. */
export async function exportMessaging(
  db: Queryable,
  { userId, sellerId }: Person,
): Promise<Record<string, unknown>> {
  return {
    conversations: await db
      .selectFrom('conversations')
      .select([
        'id',
        'listing_id as listingId',
        'listing_title as listingTitle',
        'seller_id as sellerId',
        'created_at as createdAt',
        'updated_at as updatedAt',
      ])
      .where('buyer_id', '=', userId)
      .orderBy('id')
      .execute(),
    messages: await db
      .selectFrom('messages as m')
      .leftJoin('message_attachments as a', 'a.message_id', 'm.id')
      .select([
        'm.id',
        'm.conversation_id as conversationId',
        'm.type',
        'm.content',
        'a.filename as attachment',
        'm.sent_at as sentAt',
        'm.read_at as readAt',
      ])
      .where('m.sender_id', '=', userId)
      .orderBy('m.id')
      .execute(),
    templates: await db
      .selectFrom('message_templates')
      .select(['name', 'category', 'content', 'created_at as createdAt'])
      .where((where) => where.or([where('user_id', '=', userId), where('seller_id', '=', sellerId)]))
      .orderBy('id')
      .execute(),
    blocks: await db
      .selectFrom('message_blocks')
      .select(['blocked', 'created_at as createdAt'])
      .where('blocker', 'in', [userId, ...(sellerId === null ? [] : [sellerId])])
      .execute(),
    reports: await db
      .selectFrom('reports')
      .select([
        'id',
        'kind',
        'subject_id as subjectId',
        'reason',
        'details',
        'status',
        'created_at as createdAt',
      ])
      .where('reporter_id', '=', userId)
      .orderBy('id')
      .execute(),
  };
}

/**
 * Removes a person's texts from every conversation, and the person (with a seller that ends) from those they took
 * part in. The other side keeps its own messages and sees that there was one where the removed ones stood.
 */
export async function eraseMessaging(
  trx: Transaction,
  { userId, sellerId }: Person,
  now: Date,
  parts: {
    readonly eventStore: LiveEventStore;
    readonly attachments: Attachments;
    readonly forgotten: ForgottenMessages;
  },
): Promise<void> {
  const files = await eraseMessages(trx, userId, parts.eventStore);
  const left = [await leaveAll(trx, 'buyer', userId, now)];
  if (sellerId !== null) left.push(await leaveAll(trx, 'seller', sellerId, now));
  for (const { messageIds, files: leftFiles } of left) {
    files.push(...leftFiles);
    await parts.forgotten.messages(trx, messageIds);
  }
  await parts.attachments.discardAfter(trx, files);
  const parties = [userId, ...(sellerId === null ? [] : [sellerId])];
  await parts.eventStore.forget(trx, parties);
  await trx
    .deleteFrom('message_templates')
    .where((where) => where.or([where('user_id', '=', userId), where('seller_id', '=', sellerId)]))
    .execute();
  await trx
    .deleteFrom('message_blocks')
    .where((where) => where.or([where('blocker', 'in', parties), where('blocked', 'in', parties)]))
    .execute();
  await trx.updateTable('reports').set({ details: null }).where('reporter_id', '=', userId).execute();
  await trx.updateTable('reports').set({ decision: null }).where('decided_by', '=', userId).execute();
  for (const [part, id] of [
    ['buyer', userId],
    ['author', userId],
    ['seller', sellerId],
  ] as const) {
    if (id === null) continue;
    await sql`
      update reports set context = jsonb_set(context, array[${part}::text], jsonb_build_object('id', ${id}::text))
      where context -> ${part}::text ->> 'id' = ${id}`.execute(trx);
  }
  if (sellerId !== null) await eraseTitles(trx, sellerId);
}

/** The seller's titles of its vehicles, where others have kept them. */
async function eraseTitles(trx: Transaction, sellerId: string): Promise<void> {
  await sql`
    update reports set context = jsonb_set(context, '{listing}', (context -> 'listing') - 'title')
    where kind = 'message' and context -> 'seller' ->> 'id' = ${sellerId} and context ? 'listing'`.execute(
    trx,
  );
  await trx
    .updateTable('conversations')
    .set({ listing_title: '—' })
    .where('seller_id', '=', sellerId)
    .execute();
}

/** Removes them from pending stream events and from reports to administrators, too. Returns the files left over. */
async function eraseMessages(
  trx: Transaction,
  userId: string,
  eventStore: LiveEventStore,
): Promise<string[]> {
  const { rows: files } = await sql<{ storage_key: string }>`
    delete from message_attachments a using messages m
    where m.id = a.message_id and m.sender_id = ${userId} returning a.storage_key`.execute(trx);
  const { rows: parties } = await sql<{ channel: string }>`
    select distinct unnest(array[c.buyer_id, c.seller_id]) as channel
    from conversations c
    where c.id in (select conversation_id from messages where sender_id = ${userId})`.execute(trx);
  await eventStore.forget(
    trx,
    parties.map(({ channel }) => channel),
    sql<boolean>`data -> 'message' ->> 'sender_id' = ${userId}`,
  );
  await sql`
    update reports set context = jsonb_set(context, '{messages}', (
      select coalesce(jsonb_agg(
        case when m ->> 'senderId' = ${userId} then m || '{"content": "", "attachment": null}' else m end order by n
      ), '[]') from jsonb_array_elements(context -> 'messages') with ordinality as t(m, n)
    ))
    where kind = 'message'
      and context -> 'messages' @> jsonb_build_array(jsonb_build_object('senderId', ${userId}::text))`.execute(
    trx,
  );
  await trx
    .updateTable('messages')
    .set({ content: '', warning: null, erased: true })
    .where('sender_id', '=', userId)
    .execute();
  return files.map((file) => file.storage_key);
}

/** Deletes every conversation for one side, and erases those that the other side has deleted already. */
async function leaveAll(
  trx: Transaction,
  side: Side,
  party: string,
  now: Date,
): Promise<{ readonly messageIds: readonly string[]; readonly files: readonly string[] }> {
  const mine = sql.ref(side === 'buyer' ? 'c.buyer_id' : 'c.seller_id');
  const own = SIDE_COLUMNS[side];
  const others = SIDE_COLUMNS[otherSide(side)];
  await sql`
    update conversations c set ${sql.ref(own.deletedAt)} = ${now}, ${sql.ref(own.clearedSeq)} = last_seq,
      ${sql.ref(own.unread)} = 0, ${sql.ref(own.archivedAt)} = null
    where ${mine} = ${party}`.execute(trx);
  const { rows: files } = await sql<{ storage_key: string }>`
    select a.storage_key from conversations c
    join messages m on m.conversation_id = c.id and m.seq <= c.${sql.ref(others.clearedSeq)}
    join message_attachments a on a.message_id = m.id
    where ${mine} = ${party}`.execute(trx);
  const { rows: gone } = await sql<{ id: string }>`
    delete from messages m using conversations c
    where m.conversation_id = c.id and ${mine} = ${party} and m.seq <= c.${sql.ref(others.clearedSeq)}
    returning m.id`.execute(trx);
  await sql`
    delete from conversations c where ${mine} = ${party} and c.${sql.ref(others.deletedAt)} is not null`.execute(
    trx,
  );
  return { messageIds: gone.map((row) => row.id), files: files.map((file) => file.storage_key) };
}
